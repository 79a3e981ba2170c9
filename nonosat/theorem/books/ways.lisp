; How many values of some cells fit tries: they are counted cell by cell, and what is
; left of the tries in the same way is counted once.

(in-package "ACL2")
(include-book "tries")
(local (include-book "arithmetic/top" :dir :system))

(defun branch-at (value trie)
  (declare (xargs :guard t))
  (mbe :logic (nth value trie) :exec (nth* (nfix value) trie)))

; What is left if a cell has a value.  A constraint can read a cell several times.

(defun cells-left (cell cells)
  (declare (xargs :guard t))
  (cond ((not (among cell cells)) cells)
        ((equal cell (car cells)) (cells-left cell (cdr cells)))
        (t (hons (car cells) (cells-left cell (cdr cells))))))

(defun trie-left (cell value cells trie) ; also of the rest of a list of tries
  (declare (xargs :guard t :measure (two-nats-measure (len cells) (acl2-count trie))))
  (cond ((not (among cell cells)) trie)
        ((equal cell (car cells))
         (trie-left cell value (cdr cells) (branch-at value trie)))
        ((atom trie) nil)
        (t (branch (trie-left cell value (cdr cells) (car trie))
                   (trie-left cell value cells (cdr trie))))))

(local (in-theory (disable nth)))

(local
 (defthm nth-of-nothing
   (implies (atom trie) (equal (nth v trie) nil))
   :hints (("Goal" :in-theory (enable nth)))))

(local
 (defthm nothing-is-left
   (equal (trie-left cell value cells nil) nil)
   :hints (("Goal" :induct (len cells)))))

(local
 (defun ind-nth (v trie)
   (if (atom trie) v (ind-nth (- v 1) (cdr trie)))))

(local
 (defthm nth-of-trie-left
   (implies (and (member-equal cell cells) (not (equal cell (car cells))))
            (equal (nth v (trie-left cell value cells trie))
                   (trie-left cell value (cdr cells) (nth v trie))))
   :hints (("Goal" :induct (ind-nth v trie) :do-not-induct t
            :in-theory (enable nth)
            :expand (trie-left cell value cells trie)))))

(local
 (defthm trie-left-of-the-first
   (implies (equal cell (car cells))
            (equal (trie-left cell value cells trie)
                   (if (consp cells)
                       (trie-left cell value (cdr cells) (nth value trie))
                     trie)))
   :hints (("Goal" :expand (trie-left (car cells) value cells trie)))))

(local
 (defthm trie-left-of-others
   (implies (not (member-equal cell cells))
            (equal (trie-left cell value cells trie) trie))))

(local
 (defun ind-left (cell cells trie values)
   (if (atom cells)
       (list cell trie)
     (ind-left cell (cdr cells) (nth (nth (car cells) values) trie) values))))

(defthm what-is-left-fits
  (iff (fits-trie (cells-left cell cells)
                  (trie-left cell (nth cell values) cells trie)
                  values)
       (fits-trie cells trie values))
  :hints (("Goal" :induct (ind-left cell cells trie values) :do-not-induct t
           :in-theory (disable trie-left))))

(defthm cells-left-are-others
  (implies (subsetp-equal cells (cons cell others))
           (subsetp-equal (cells-left cell cells) others)))

(local (in-theory (disable cells-left trie-left)))

; Entries are pairs (cells . trie).

(defun all-fit (entries values)
  (declare (xargs :guard t :verify-guards nil))
  (or (atom entries)
      (and (fits-trie (hd (car entries)) (tl (car entries)) values)
           (all-fit (cdr entries) values))))

(defun entries-left (cell value entries) ; :none if nothing fits
  (declare (xargs :guard t))
  (if (atom entries)
      nil
    (let ((cells (cells-left cell (hd (car entries))))
          (trie (trie-left cell value (hd (car entries)) (tl (car entries)))))
      (if (not trie)
          :none
        (let ((rest (entries-left cell value (cdr entries))))
          (cond ((eq rest :none) :none)
                ((atom cells) rest)
                (t (hons (hons cells trie) rest))))))))

(local
 (defthm nothing-fits-no-trie (not (fits-trie cells nil values))
   :hints (("Goal" :in-theory (enable nth)))))

(local
 (defthm fits-trie-of-no-cells
   (implies (atom cells) (iff (fits-trie cells trie values) trie))))

(defthm all-fit-what-is-left
  (iff (all-fit entries values)
       (let ((left (entries-left cell (nth cell values) entries)))
         (and (not (equal left :none)) (all-fit left values))))
  :rule-classes nil
  :hints (("Goal" :induct (len entries) :do-not-induct t
           :in-theory (disable fits-trie what-is-left-fits))
          ("Subgoal *1/1" :use ((:instance what-is-left-fits
                                 (cells (hd (car entries))) (trie (tl (car entries))))))))

; A schedule is a list of (cell values . entries): these values of a cell are tried next;
; the entries begin with it.  `ways` counts for the first cell only some of its values.

(defun cell-of-first (schedule) (declare (xargs :guard t)) (hd (hd schedule)))
(defun values-of-first (schedule) (declare (xargs :guard t)) (hd (tl (hd schedule))))
(defun entries-of-first (schedule) (declare (xargs :guard t)) (tl (tl (hd schedule))))

(defun joined (a b)
  (declare (xargs :guard t))
  (if (atom a) b (hons (car a) (joined (cdr a) b))))

(defun ways (values entries schedule)
  (declare (xargs :guard t :verify-guards nil
                  :measure (two-nats-measure (len schedule) (len values))))
  (cond ((atom schedule) 1)
        ((atom values) 0)
        (t (+ (let ((left (entries-left (cell-of-first schedule) (car values) entries))
                    (next (cdr schedule)))
                (if (eq left :none)
                    0
                  (ways (values-of-first next) (joined (entries-of-first next) left) next)))
              (ways (cdr values) entries schedule)))))

; The values themselves, in a list that has each once: base, with others at these cells.

(defun listed (values entries schedule base)
  (declare (xargs :guard t :verify-guards nil
                  :measure (two-nats-measure (len schedule) (len values))))
  (cond ((atom schedule) (list base))
        ((atom values) nil)
        (t (append (let ((left (entries-left (cell-of-first schedule) (car values) entries))
                         (next (cdr schedule)))
                     (if (eq left :none)
                         nil
                       (listed (values-of-first next) (joined (entries-of-first next) left) next
                               (update-nth (cell-of-first schedule) (car values) base))))
                   (listed (cdr values) entries schedule base)))))

(defun cells-of (schedule)
  (declare (xargs :guard t))
  (if (atom schedule)
      nil
    (cons (cell-of-first schedule) (cells-of (cdr schedule)))))

(defun copied (cells from to)
  (declare (xargs :guard t :verify-guards nil))
  (if (atom cells)
      to
    (copied (cdr cells) from (update-nth (car cells) (nth (car cells) from) to))))

(local (in-theory (disable entries-left joined cell-of-first values-of-first entries-of-first)))

(local (defthm len-of-append (equal (len (append a b)) (+ (len a) (len b)))))

(verify-guards ways)

(defthm ways-is-right
  (equal (len (listed values entries schedule base))
         (ways values entries schedule)))

(defun within (entries cells)
  (declare (xargs :guard (true-listp cells) :verify-guards nil))
  (or (atom entries)
      (and (consp (hd (car entries)))
           (subsetp-equal (hd (car entries)) cells)
           (within (cdr entries) cells))))

(defun schedule-p (schedule)
  (declare (xargs :guard t :verify-guards nil))
  (or (atom schedule)
      (and (natp (cell-of-first schedule))
           (not (member-equal (cell-of-first schedule) (cells-of (cdr schedule))))
           (no-duplicatesp-equal (values-of-first schedule))
           (within (entries-of-first schedule) (cells-of schedule))
           (schedule-p (cdr schedule)))))

(local
 (defthm nth-of-update-nth
   (implies (and (natp a) (natp b))
            (equal (nth a (update-nth b v x)) (if (equal a b) v (nth a x))))
   :hints (("Goal" :in-theory (enable nth)))))

(defthm nat-listp-cells-of
  (implies (schedule-p schedule) (nat-listp (cells-of schedule))))

(defthm nth-of-copied
  (implies (and (natp c) (nat-listp cells))
           (equal (nth c (copied cells from to))
                  (if (member-equal c cells) (nth c from) (nth c to))))
  :hints (("Goal" :induct (copied cells from to) :do-not-induct t)))

; Whether values are among those.

(defun later-fit (schedule values)
  (or (atom schedule)
      (and (member-equal (nth (cell-of-first schedule) values) (values-of-first schedule))
           (all-fit (entries-of-first schedule) values)
           (later-fit (cdr schedule) values))))

(local
 (defthm all-fit-joined
   (iff (all-fit (joined a b) values)
        (and (all-fit a values) (all-fit b values)))
   :hints (("Goal" :in-theory (enable joined)))))

(local
 (defthm within-joined
   (implies (and (within a cells) (within b cells))
            (within (joined a b) cells))
   :hints (("Goal" :in-theory (enable joined)))))

(local
 (defthm within-what-is-left
   (implies (and (within entries (cons cell cells))
                 (not (equal (entries-left cell value entries) :none)))
            (within (entries-left cell value entries) cells))
   :hints (("Goal" :in-theory (enable entries-left)))))

(local
 (defthm all-fit-nowhere
   (implies (within entries nil) (all-fit entries values))))

(local (defthm joined-nil (equal (joined nil b) b) :hints (("Goal" :in-theory (enable joined)))))

(local
 (defthm none-of-first
   (implies (atom schedule) (equal (entries-of-first schedule) nil))
   :hints (("Goal" :in-theory (enable entries-of-first)))))

(local
 (defthm within-of-first
   (implies (schedule-p schedule)
            (within (entries-of-first schedule) (cells-of schedule)))))

(local
 (defthm member-append
   (iff (member-equal x (append a b)) (or (member-equal x a) (member-equal x b)))))

(local
 (defthm copied-after-one
   (implies (and (natp c) (nat-listp cells) (not (member-equal c cells)))
            (iff (equal x (copied cells x (update-nth c v base)))
                 (and (equal (nth c x) v)
                      (equal x (copied cells x (update-nth c (nth c x) base))))))
   :rule-classes nil
   :hints (("Goal" :use (:instance nth-of-copied (from x) (to (update-nth c v base)))
            :in-theory (disable copied nth update-nth nth-of-copied)))))

(defthm member-of-listed
  (implies (and (schedule-p schedule) (within entries (cells-of schedule)))
           (iff (member-equal x (listed values entries schedule base))
                (and (equal x (copied (cells-of schedule) x base))
                     (all-fit entries x)
                     (or (atom schedule)
                         (member-equal (nth (cell-of-first schedule) x) values))
                     (later-fit (cdr schedule) x))))
  :hints (("Goal" :induct (listed values entries schedule base) :do-not-induct t
           :in-theory (disable nth update-nth fits-trie))
          ("Subgoal *1/3"
           :expand ((later-fit (cdr schedule) x) (listed values entries schedule base)
                    (cells-of schedule) (schedule-p schedule)
                    (later-fit nil x) (member-equal x nil) (all-fit nil x)
                    (:free (v) (member-equal v values)))
           :in-theory (union-theories
                       (theory 'minimal-theory)
                       '(member-append all-fit-joined joined-nil none-of-first within-of-first
                         within-joined within-what-is-left all-fit-nowhere nat-listp-cells-of car-cons cdr-cons default-cdr natp
                         (:executable-counterpart joined)))
           :use ((:instance copied (cells (cells-of schedule)) (from x) (to base))
                 (:instance all-fit-what-is-left (cell (cell-of-first schedule)) (values x))
                 (:instance copied-after-one (c (cell-of-first schedule)) (v (car values))
                            (cells (cells-of (cdr schedule))))))))

; Each is listed once.

(local
 (defun all-have (cell value lists)
   (or (atom lists)
       (and (equal (nth cell (car lists)) value) (all-have cell value (cdr lists))))))

(local
 (defun none-has (cell value lists)
   (or (atom lists)
       (and (not (equal (nth cell (car lists)) value)) (none-has cell value (cdr lists))))))

(local
 (defthm all-have-append
   (equal (all-have cell value (append a b))
          (and (all-have cell value a) (all-have cell value b)))))

(local
 (defthm none-has-append
   (equal (none-has cell value (append a b))
          (and (none-has cell value a) (none-has cell value b)))))

(local
 (defthm all-have-what-base-has
   (implies (and (schedule-p schedule) (natp cell)
                 (not (member-equal cell (cells-of schedule)))
                 (equal (nth cell base) value))
            (all-have cell value (listed values entries schedule base)))
   :hints (("Goal" :induct (listed values entries schedule base)
            :in-theory (disable update-nth within no-duplicatesp-equal)))))

(local
 (defthm none-has-what-base-has-not
   (implies (and (schedule-p schedule) (natp cell)
                 (not (member-equal cell (cells-of schedule)))
                 (not (equal (nth cell base) value)))
            (none-has cell value (listed values entries schedule base)))
   :hints (("Goal" :induct (listed values entries schedule base)
            :in-theory (disable update-nth within no-duplicatesp-equal)))))

(local
 (defthm none-has-another-value
   (implies (and (schedule-p schedule) (consp schedule)
                 (not (member-equal value values)))
            (none-has (cell-of-first schedule) value (listed values entries schedule base)))
   :hints (("Goal" :induct (len values)
            :expand (listed values entries schedule base)
            :in-theory (disable listed update-nth within no-duplicatesp-equal)))))

(local
 (defthm not-member-of-these
   (implies (and (none-has cell value lists) (equal (nth cell x) value))
            (not (member-equal x lists)))))

(local
 (defthm no-duplicates-append
   (implies (and (all-have cell value a) (none-has cell value b)
                 (no-duplicatesp-equal a) (no-duplicatesp-equal b))
            (no-duplicatesp-equal (append a b)))
   :hints (("Goal" :induct (len a)))
   :rule-classes nil))

(defthm listed-once
  (implies (and (schedule-p schedule) (no-duplicatesp-equal values))
           (no-duplicatesp-equal (listed values entries schedule base)))
  :hints (("Goal" :induct (listed values entries schedule base) :do-not-induct t
           :in-theory (disable update-nth within))
          ("Subgoal *1/3"
           :use (:instance no-duplicates-append
                 (cell (cell-of-first schedule)) (value (car values))
                 (a (listed (values-of-first (cdr schedule))
                            (joined (entries-of-first (cdr schedule))
                                    (entries-left (cell-of-first schedule) (car values) entries))
                            (cdr schedule)
                            (update-nth (cell-of-first schedule) (car values) base)))
                 (b (listed (cdr values) entries schedule base))))))

; A schedule for entries: each begins with the first of its cells.

(defun with (cell entries)
  (declare (xargs :guard t :verify-guards nil))
  (cond ((atom entries) nil)
        ((member-equal cell (hd (car entries))) (hons (car entries) (with cell (cdr entries))))
        (t (with cell (cdr entries)))))

(defun without (cell entries)
  (declare (xargs :guard t :verify-guards nil))
  (cond ((atom entries) nil)
        ((member-equal cell (hd (car entries))) (without cell (cdr entries)))
        (t (cons (car entries) (without cell (cdr entries))))))

(defun schedule (order entries seen)
  (declare (xargs :guard (nat-listp order) :verify-guards nil))
  (if (atom order)
      nil
    (cons (list* (car order) (nth* (car order) seen) (with (car order) entries))
          (schedule (cdr order) (without (car order) entries) seen))))

(defun left-over (order entries)
  (declare (xargs :guard t :verify-guards nil))
  (if (atom order)
      entries
    (left-over (cdr order) (without (car order) entries))))

(defun all-done (entries) ; they have no cells, and fit
  (declare (xargs :guard t))
  (or (atom entries)
      (and (atom (hd (car entries)))
           (tl (car entries))
           (all-done (cdr entries)))))

(defun all-among (cells values seen)
  (declare (xargs :guard t :verify-guards nil))
  (or (atom cells)
      (and (member-equal (nth (car cells) values) (nth (car cells) seen))
           (all-among (cdr cells) values seen))))

(local
 (defthm all-fit-with-and-without
   (iff (all-fit entries values)
        (and (all-fit (with cell entries) values)
             (all-fit (without cell entries) values)))
   :rule-classes nil))

(local
 (defthm all-fit-all-done
   (implies (all-done entries) (all-fit entries values))))

(local (in-theory (enable cell-of-first values-of-first entries-of-first)))

(defthm later-fit-schedule
  (implies (all-done (left-over order entries))
           (iff (later-fit (schedule order entries seen) values)
                (and (all-among order values seen)
                     (all-fit entries values))))
  :hints (("Goal" :induct (schedule order entries seen) :do-not-induct t
           :in-theory (disable all-fit))
          ("Subgoal *1/2" :use (:instance all-fit-with-and-without (cell (car order))))))

(defthm cells-of-schedule
  (implies (true-listp order)
           (equal (cells-of (schedule order entries seen)) order)))

; What is asked again is looked up; before this, counting takes time without end.

(defmacro look-up-again ()
  '(progn
     (memoize 'trie)
     (memoize 'trie-left :condition '(and (consp cells) (not (equal cell (car cells)))))
     (memoize 'ways :condition '(and (consp schedule) (equal values (values-of-first schedule))))))
