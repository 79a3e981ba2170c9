; All that satisfies a rule at once: sets of the states of its machine.

(in-package "ACL2")
(include-book "machine")
(include-book "sets")
(local (include-book "arithmetic/top" :dir :system))

; The moves of a machine: a list of (value shift . states), which says that reading
; the value in one of these states leads `shift` states on.

(defun covers (moves k v k2)
  (declare (xargs :guard (and (natp k) (natp k2))))
  (if (atom moves)
      nil
    (let ((m (car moves)))
      (or (and (equal v (hd m))
               (equal (- k2 k) (hd (tl m)))
               (in-set k (tl (tl m))))
          (covers (cdr moves) k v k2)))))

(defun add-move (v d k moves)
  (declare (xargs :guard t))
  (if (atom moves)
      (list (list* v d (single k)))
    (let ((m (car moves)))
      (if (and (equal v (hd m)) (equal d (hd (tl m))))
          (cons (list* v d (join (single k) (tl (tl m)))) (cdr moves))
        (cons m (add-move v d k (cdr moves)))))))

(defthm covers-add-move
  (implies (and (natp k) (equal d (- k2 k)))
           (covers (add-move v d k moves) k v k2)))

(defthm covers-add-move-still
  (implies (covers moves k v k2)
           (covers (add-move v1 d1 k1 moves) k v k2)))

(defun add-moves (m k values moves)
  (declare (xargs :guard (natp k)))
  (if (atom values)
      moves
    (let ((k2 (next m k (car values))))
      (add-moves m k (cdr values)
                 (if k2 (add-move (car values) (- k2 k) k moves) moves)))))

(defun all-moves (m n values) ; those from the states below n
  (declare (xargs :guard (natp n)))
  (if (zp n)
      nil
    (add-moves m (- n 1) values (all-moves m (- n 1) values))))

(defun final-set (m n) ; the final states below n
  (declare (xargs :guard (natp n)))
  (if (zp n)
      0
    (let ((rest (final-set m (- n 1))))
      (if (final m (- n 1)) (join (single (- n 1)) rest) rest))))

; Which states and values a machine can have.

(defun size-of (m)
  (declare (xargs :guard t))
  (if (eq (hd m) :count) (+ 1 (top m)) (len (tl m))))

(defun colours-of (w)
  (declare (xargs :guard t))
  (if (atom w)
      (list 0)
    (add-to-set-equal (colour-at w) (colours-of (cdr w)))))

(defun add-keys (steps values)
  (declare (xargs :guard (true-listp values)))
  (if (atom steps)
      values
    (add-to-set-equal (hd (car steps)) (add-keys (cdr steps) values))))

(defun keys-of (rows)
  (declare (xargs :guard t :verify-guards nil))
  (if (atom rows)
      nil
    (add-keys (tl (car rows)) (keys-of (cdr rows)))))

(defthm true-listp-add-keys
  (implies (true-listp values) (true-listp (add-keys steps values))))

(defthm true-listp-keys-of (true-listp (keys-of rows)))
(verify-guards keys-of)

(defun values-of (m)
  (declare (xargs :guard t))
  (case (hd m)
    (:runs (colours-of (tl m)))
    (:count '(0 1))
    (t (keys-of (tl m)))))

(defun moves-of (m)
  (declare (xargs :guard t))
  (all-moves m (size-of m) (values-of m)))

(defun finals-of (m)
  (declare (xargs :guard t))
  (final-set m (size-of m)))

(local
 (defthm covers-add-moves-still
   (implies (covers moves k v k2)
            (covers (add-moves m k1 values moves) k v k2))))

(local
 (defthm covers-add-moves
   (implies (and (natp k)
                 (member-equal v values)
                 (next m k v))
            (covers (add-moves m k values moves) k v (next m k v)))))

(local
 (defthm covers-all-moves
   (implies (and (natp k) (natp n) (< k n)
                 (member-equal v values)
                 (next m k v))
            (covers (all-moves m n values) k v (next m k v)))))

; A state and a value that are followed by a state are among these.

(local
 (defthm nthcdr-of-atom
   (implies (atom x) (atom (nthcdr j x)))
   :rule-classes nil))

(local
 (defthm colour-is-among
   (implies (and (equal v (colour-at (nthcdr j w))) v)
            (member-equal v (colours-of w)))
   :hints (("Goal" :induct (nthcdr j w))
           ("Subgoal *1/2" :use ((:instance nthcdr-of-atom (j (- j 1)) (x (cdr w))))))
   :rule-classes nil))

(local
 (defthm nthcdr-of-nthcdr
   (implies (and (natp a) (natp b))
            (equal (nthcdr a (nthcdr b x)) (nthcdr (+ a b) x)))))

(local
 (defthm cdr-nthcdr
   (implies (natp k) (equal (cdr (nthcdr k x)) (nthcdr (+ 1 k) x)))))

(local
 (defthm consp-nthcdr
   (implies (natp k)
            (iff (consp (nthcdr k x)) (< k (len x))))
   :hints (("Goal" :induct (nthcdr k x) :in-theory (disable cdr-nthcdr)))))

(local
 (defthm zero-is-a-colour (member-equal 0 (colours-of w))))

(local
 (defthm key-stays
   (implies (member-equal v values) (member-equal v (add-keys steps values)))))

(local
 (defthm key-is-added
   (implies (hons-assoc-equal v steps) (member-equal v (add-keys steps values)))))

(local
 (defthm key-is-among
   (implies (hons-assoc-equal v (cdr (nth k rows)))
            (member-equal v (keys-of rows)))
   :hints (("Goal" :in-theory (enable nth)))))

(local
 (defthm row-is-short
   (implies (and (nth k rows) (natp k)) (< k (len rows)))
   :rule-classes nil))

(local
 (defthm value-is-among
   (implies (and (next m k v) (natp v) (natp k))
            (member-equal v (values-of m)))
   :hints (("Goal" :in-theory (e/d (next shift) (colour-at colours-of nthcdr nth))
            :use ((:instance key-is-among (rows (cdr m)))
                  (:instance colour-is-among (w (cdr m)) (j k))
                  (:instance colour-is-among (w (cdr m)) (j (+ 1 k)))
                  (:instance colour-is-among (w (cdr m))
                             (j (+ 1 k (exit-at (nthcdr k (cdr m)))))))))))

(local
 (defthm next-means-short
   (implies (and (next m k v) (natp k))
            (< k (size-of m)))
   :hints (("Goal" :in-theory (e/d (next shift) (nthcdr len nth))
            :use ((:instance row-is-short (rows (cdr m)))
                  (:instance consp-nthcdr (x (cdr m))))))))

(local
 (defthm final-means-short
   (implies (and (final m k) (natp k))
            (< k (size-of m)))
   :hints (("Goal" :in-theory (e/d (final final-in nfix ifix) (nthcdr len nth))
            :use ((:instance consp-nthcdr (x (cdr m))))))))

(local
 (defthm in-set-final-set
   (implies (and (natp k) (natp n) (< k n) (final m k))
            (in-set k (final-set m n)))))

(defthm covers-moves-of
  (implies (and (next m k v) (natp k) (natp v))
           (covers (moves-of m) k v (next m k v)))
  :hints (("Goal" :in-theory (disable values-of size-of))))

(defthm in-set-finals-of
  (implies (and (final m k) (natp k))
           (in-set k (finals-of m)))
  :hints (("Goal" :in-theory (disable size-of))))

(in-theory (disable moves-of finals-of))

; What one value does to a set of states, forwards and backwards; `values` are
; those that may be read.

(defun step-set (moves values set acc)
  (declare (xargs :guard t))
  (if (atom moves)
      acc
    (let ((m (car moves)))
      (step-set (cdr moves) values set
                (if (in-set (hd m) values)
                    (join (moved (meet set (tl (tl m))) (hd (tl m))) acc)
                  acc)))))

(defun back-set (moves values set acc)
  (declare (xargs :guard t))
  (if (atom moves)
      acc
    (let ((m (car moves)))
      (back-set (cdr moves) values set
                (if (in-set (hd m) values)
                    (join (meet (moved-back set (hd (tl m))) (tl (tl m))) acc)
                  acc)))))

(local
 (defthm step-set-acc
   (implies (in-set k acc)
            (in-set k (step-set moves values set acc)))))

(local
 (defthm back-set-acc
   (implies (in-set k acc)
            (in-set k (back-set moves values set acc)))))

(defthm in-set-nfix
  (equal (in-set (nfix k) set) (in-set k set))
  :hints (("Goal" :in-theory (enable in-set))))

(defthm in-set-step-set
  (implies (and (covers moves k v k2)
                (natp k) (natp k2)
                (in-set k set)
                (in-set v values))
           (in-set k2 (step-set moves values set acc)))
  :hints (("Goal" :induct (step-set moves values set acc))))

(defthm in-set-back-set
  (implies (and (covers moves k v k2)
                (natp k) (natp k2)
                (in-set k2 set)
                (in-set v values))
           (in-set k (back-set moves values set acc)))
  :hints (("Goal" :induct (back-set moves values set acc))))

(in-theory (disable step-set back-set))

; What may be read at an option whose cell has one of these values.

(defun cell-of (option)
  (declare (xargs :guard t))
  (if (consp option) (car option) option))

(defun readable (option values)
  (declare (xargs :guard t))
  (if (consp option)
      (join (if (in-set (cdr option) values) 2 0)
            (if (equal (meet values (others (single (cdr option)))) 0) 0 1))
    values))

(local
 (defthm another-is-left
   (implies (and (in-set x values) (natp x) (natp v) (not (equal x v)))
            (not (equal (meet values (others (single v))) 0)))
   :hints (("Goal" :use ((:instance in-set-meet (k x) (a values) (b (others (single v)))))
            :in-theory (disable in-set-meet)))))

(local
 (defthm in-set-constants
   (and (in-set 1 2) (in-set 0 1))
   :hints (("Goal" :in-theory (enable in-set)))))

(defthm natp-read-at
  (implies (natp (nth (cell-of option) values))
           (natp (read-at option values)))
  :rule-classes (:rewrite :type-prescription))

(defthm in-set-readable
  (implies (and (in-set (nth (cell-of option) values) set)
                (natp (nth (cell-of option) values))
                (or (atom option) (natp (cdr option))))
           (in-set (read-at option values) (readable option set))))

(in-theory (disable readable read-at))

; For each place the states on the way from `set` to `finals`, if only `possible`
; values are read.

(defun live (moves possible set finals)
  (declare (xargs :guard t))
  (if (atom possible)
      (list (meet set finals))
    (let ((rest (live moves (cdr possible)
                      (step-set moves (car possible) set 0)
                      finals)))
      (cons (meet set (back-set moves (car possible) (hd rest) 0)) rest))))

; What is true of a constraint that is satisfied, and what the check is based on:
; it goes from one live state to the next, and each cell has a possible value.

(defun good-path (moves options values states live possible)
  (declare (xargs :guard t :verify-guards nil))
  (and (natp (car states))
       (in-set (car states) (car live))
       (if (atom options)
           (atom (cdr live))
         (and (natp (nth (cell-of (car options)) values))
              (in-set (nth (cell-of (car options)) values) (car possible))
              (or (atom (car options)) (natp (cdar options)))
              (natp (cadr states))
              (covers moves (car states) (read-at (car options) values) (cadr states))
              (good-path moves (cdr options) values (cdr states) (cdr live) (cdr possible))))))

(defun possible-at (options domains) ; the possible values of the options' cells
  (declare (xargs :guard t))
  (if (atom options)
      nil
    (cons (nth* (nfix (cell-of (car options))) domains)
          (possible-at (cdr options) domains))))

(defun all-readable (options possible)
  (declare (xargs :guard t))
  (if (atom options)
      nil
    (cons (readable (car options) (hd possible))
          (all-readable (cdr options) (tl possible)))))

(defun all-in (values domains) ; each value in the set of its cell
  (declare (xargs :guard t))
  (if (atom values)
      (atom domains)
    (and (consp domains)
         (natp (car values))
         (in-set (car values) (car domains))
         (all-in (cdr values) (cdr domains)))))

(defun options-p (options n) ; of n cells
  (declare (xargs :guard (natp n)))
  (or (atom options)
      (and (natp (cell-of (car options)))
           (< (cell-of (car options)) n)
           (or (atom (car options)) (natp (cdar options)))
           (options-p (cdr options) n))))

(local
 (defthm in-set-nth-domain
   (implies (and (all-in values domains) (natp c) (< c (len values)))
            (and (natp (nth c values))
                 (in-set (nth c values) (nth c domains))))
   :hints (("Goal" :in-theory (enable nth)))))

(local
 (defun ind (m k options values domains set)
   (if (atom options)
       (list m k values domains set)
     (ind m (next m k (read-at (car options) values)) (cdr options) values domains
          (step-set (moves-of m)
                    (readable (car options) (nth (nfix (cell-of (car options))) domains))
                    set 0)))))

(local
 (defthm car-states
   (equal (car (states m k line)) k)
   :hints (("Goal" :expand (states m k line)))))

(local
 (defthm in-set-back-set-next
   (implies (and (next m k v) (natp k) (natp v)
                 (in-set v values)
                 (in-set (next m k v) set))
            (in-set k (back-set (moves-of m) values set acc)))
   :hints (("Goal" :use ((:instance in-set-back-set (moves (moves-of m)) (k2 (next m k v))))
            :in-theory (disable in-set-back-set)))))

(local
 (defthm in-set-step-set-next
   (implies (and (next m k v) (natp k) (natp v)
                 (in-set v values)
                 (in-set k set))
            (in-set (next m k v) (step-set (moves-of m) values set acc)))
   :hints (("Goal" :use ((:instance in-set-step-set (moves (moves-of m)) (k2 (next m k v))))
            :in-theory (disable in-set-step-set)))))

(local
 (defthm good-path-begins
   (implies (good-path moves options values (states m k line) live possible)
            (and (natp k) (in-set k (car live))))
   :rule-classes :forward-chaining
   :hints (("Goal" :expand (good-path moves options values (states m k line) live possible)))))

(defthm good-path-of-states
  (implies (and (accepts m k (reading options values))
                (options-p options (len values))
                (all-in values domains)
                (natp k)
                (in-set k set))
           (good-path (moves-of m) options values
                      (states m k (reading options values))
                      (live (moves-of m)
                            (all-readable options (possible-at options domains))
                            set (finals-of m))
                      (possible-at options domains)))
  :hints (("Goal" :induct (ind m k options values domains set) :do-not-induct t
           :in-theory (e/d (accepts states) (all-in cell-of nth))
           :do-not (quote (eliminate-destructors generalize fertilize)))))

(in-theory (disable live))
