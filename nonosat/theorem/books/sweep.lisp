; One constraint: no solution of it makes a clause false.

(in-package "ACL2")
(include-book "meanings")
(local (include-book "arithmetic/top" :dir :system))

; From place to place: the states that the constraint can be in if all items hold.
; Returns t if there is none.

(defun sweep (place last set items l moves live options possible)
  (declare (xargs :guard (and (natp place) (natp last))
                  :measure (acl2-count live)))
  (if (atom live)
      nil
    (let ((set (meet (meet set (car live)) (state-mask items l place))))
      (cond ((equal set 0) t)
            ((<= last place) nil)
            (t (sweep (+ 1 place) last
                      (step-set moves
                                (readable (hd options)
                                          (meet (cell-mask items (cell-of (hd options)))
                                                (hd possible)))
                                set 0)
                      items l moves (cdr live) (tl options) (tl possible)))))))

(local
 (defthm car-nthcdr (equal (car (nthcdr n x)) (nth n x))))

(local
 (defthm cdr-nthcdr
   (implies (natp n) (equal (cdr (nthcdr n x)) (nthcdr (+ 1 n) x)))))

(local
 (defthm consp-nthcdr
   (implies (natp n) (iff (consp (nthcdr n x)) (< n (len x))))
   :hints (("Goal" :induct (nthcdr n x) :in-theory (disable cdr-nthcdr)))))

(local (in-theory (disable nth nthcdr cell-of)))

(local
 (defthm meet-is-not-empty
   (implies (and (in-set x a) (in-set x b) (in-set x c))
            (not (equal (meet (meet a b) c) 0)))
   :hints (("Goal" :use ((:instance in-set-meet (k x) (a (meet a b)) (b c)))))))

(local
 (defthm in-set-readable-and-items
   (implies (and (in-set (nth (cell-of option) values) possible)
                 (natp (nth (cell-of option) values))
                 (or (atom option) (natp (cdr option)))
                 (items-hold items values states))
            (in-set (read-at option values)
                    (readable option (meet (cell-mask items (cell-of option)) possible))))
   :hints (("Goal" :use ((:instance in-set-readable
                          (set (meet (cell-mask items (cell-of option)) possible))))))))

(defthm sweep-is-right
  (implies (and (good-path moves options values (nthcdr place (nth l states)) live possible)
                (in-set (nth place (nth l states)) set)
                (items-hold items values states)
                (natp place))
           (not (sweep place last set items l moves live options possible)))
  :hints (("Goal" :induct (sweep place last set items l moves live options possible)
           :expand ((good-path moves options values (nthcdr place (nth l states)) live possible))
           :do-not-induct t
           :do-not '(generalize fertilize eliminate-destructors))))

(defun constraints-p (constraints n)
  (declare (xargs :guard (natp n)))
  (or (atom constraints)
      (and (rule-p (hd (car constraints)) (tl (car constraints)))
           (options-p (tl (car constraints)) n)
           (constraints-p (cdr constraints) n))))

; An info has what the sweep needs of a constraint: (moves live options . possible).

(defun info-of (constraint domains)
  (declare (xargs :guard (rule-p (hd constraint) (tl constraint))
                  :guard-hints (("Goal" :in-theory (enable rule-p)))))
  (let* ((m (machine (hd constraint)))
         (moves (moves-of m))
         (options (tl constraint))
         (possible (possible-at options domains)))
    (list* moves
           (live moves (all-readable options possible) (single 0) (finals-of m))
           options possible)))

(defun infos-of (constraints domains)
  (declare (xargs :guard (constraints-p constraints (len domains))))
  (if (atom constraints)
      nil
    (cons (info-of (car constraints) domains)
          (infos-of (cdr constraints) domains))))

(defun info-shows (items l info first last)
  (declare (xargs :guard (and (natp first) (natp last))))
  (sweep first last -1 items l (hd info)
         (nthcdr* first (hd (tl info)))
         (nthcdr* first (hd (tl (tl info))))
         (nthcdr* first (tl (tl (tl info))))))

(defun first-of (range)
  (declare (xargs :guard t))
  (let ((first (nfix (hd range))) (last (nfix (tl range))))
    (if (< first last) first last)))

(defun line-shows (items l infos where)
  (declare (xargs :guard t))
  (let ((range (range-of items (nfix l) where '(1000000 . 0))))
    (info-shows items (nfix l) (nth* (nfix l) infos) (first-of range) (nfix (tl range)))))

(local
 (defun ind-5 (n options states live possible)
   (if (zp n)
       (list options states live possible)
     (ind-5 (- n 1) (cdr options) (cdr states) (cdr live) (cdr possible)))))

(local
 (defthm nthcdr-of-atom
   (implies (atom x) (not (consp (nthcdr n x))))
   :hints (("Goal" :in-theory (e/d (nthcdr) (consp-nthcdr cdr-nthcdr))))))

(local
 (defthm good-path-nthcdr
   (implies (and (good-path moves options values states live possible)
                 (natp n)
                 (consp (nthcdr n live)))
            (good-path moves (nthcdr n options) values (nthcdr n states)
                       (nthcdr n live) (nthcdr n possible)))
   :hints (("Goal" :induct (ind-5 n options states live possible)
            :in-theory (e/d (nthcdr) (consp-nthcdr cdr-nthcdr))))))

(local
 (defthm sweep-of-nothing
   (implies (atom live)
            (not (sweep place last set items l moves live options possible)))))

(local
 (defthm sweep-from-anywhere
   (implies (and (good-path moves options values (nth l states) live possible)
                 (items-hold items values states)
                 (natp first))
            (not (sweep first last -1 items l moves (nthcdr first live)
                        (nthcdr first options) (nthcdr first possible))))
   :hints (("Goal" :in-theory (disable sweep sweep-is-right good-path nthcdr consp-nthcdr)
            :use ((:instance sweep-is-right
                   (live (nthcdr first live))
                   (options (nthcdr first options))
                   (possible (nthcdr first possible))
                   (set -1)
                   (place first)))
            :cases ((consp (nthcdr first live)))))))

(defun states-of (constraints values)
  (declare (xargs :guard t :verify-guards nil))
  (if (atom constraints)
      nil
    (cons (states (machine (caar constraints)) 0 (reading (cdar constraints) values))
          (states-of (cdr constraints) values))))

(local
 (defthm nth-of-infos-of
   (implies (and (natp l) (< l (len constraints)))
            (equal (nth l (infos-of constraints domains))
                   (info-of (nth l constraints) domains)))
   :hints (("Goal" :in-theory (e/d (nth) (info-of))))))

(local
 (defthm nth-of-states-of
   (implies (and (natp l) (< l (len constraints)))
            (equal (nth l (states-of constraints values))
                   (states (machine (car (nth l constraints))) 0
                           (reading (cdr (nth l constraints)) values))))
   :hints (("Goal" :in-theory (enable nth)))))

(local
 (defthm nth-constraint
   (implies (and (natp l) (< l (len constraints))
                 (constraints-p constraints n))
            (and (rule-p (car (nth l constraints)) (cdr (nth l constraints)))
                 (options-p (cdr (nth l constraints)) n)))
   :hints (("Goal" :in-theory (e/d (nth) (options-p))))))

(local
 (defthm nth-satisfied
   (implies (and (natp l) (< l (len constraints))
                 (all-satisfied constraints values))
            (satisfied (car (nth l constraints))
                       (reading (cdr (nth l constraints)) values)))
   :hints (("Goal" :in-theory (enable nth)))))

(local
 (defthm len-infos-of
   (equal (len (infos-of constraints domains)) (len constraints))))

(local
 (defthm nth-beyond
   (implies (and (natp l) (<= (len x) l)) (equal (nth l x) nil))
   :hints (("Goal" :in-theory (enable nth)))))

(local
 (defthm good-path-of-constraint
   (implies (and (natp l) (< l (len constraints))
                 (constraints-p constraints (len values))
                 (all-satisfied constraints values)
                 (all-in values domains))
            (good-path (car (nth l (infos-of constraints domains)))
                       (caddr (nth l (infos-of constraints domains)))
                       values
                       (nth l (states-of constraints values))
                       (cadr (nth l (infos-of constraints domains)))
                       (cdddr (nth l (infos-of constraints domains)))))
   :hints (("Goal" :do-not-induct t
            :in-theory (disable good-path good-path-of-states options-p all-in
                                infos-of states-of constraints-p all-satisfied
                                reading possible-at all-readable)
            :use ((:instance good-path-of-states
                   (m (machine (car (nth l constraints)))) (k 0) (set (single 0))
                   (options (cdr (nth l constraints)))))))))

(local
 (defthm info-shows-is-right
   (implies (and (constraints-p constraints (len values))
                 (all-satisfied constraints values)
                 (all-in values domains)
                 (natp l) (natp first)
                 (items-hold items values (states-of constraints values)))
            (not (info-shows items l (nth l (infos-of constraints domains)) first last)))
   :hints (("Goal" :do-not-induct t
            :cases ((< l (len constraints)))
            :in-theory (disable sweep good-path infos-of states-of constraints-p
                                all-satisfied all-in items-hold sweep-from-anywhere
                                nth-of-infos-of nth-of-states-of)
            :use ((:instance sweep-from-anywhere
                   (states (states-of constraints values))
                   (moves (car (nth l (infos-of constraints domains))))
                   (live (cadr (nth l (infos-of constraints domains))))
                   (options (caddr (nth l (infos-of constraints domains))))
                   (possible (cdddr (nth l (infos-of constraints domains))))))))))

(defthm line-shows-is-right
  (implies (and (constraints-p constraints (len values))
                (all-satisfied constraints values)
                (all-in values domains)
                (items-hold items values (states-of constraints values)))
           (not (line-shows items l (infos-of constraints domains) where)))
  :hints (("Goal" :do-not-induct t
           :in-theory (disable info-shows infos-of states-of constraints-p first-of nfix
                               all-satisfied all-in items-hold
                               nth-of-infos-of nth-of-states-of))))

(in-theory (disable line-shows infos-of states-of))
