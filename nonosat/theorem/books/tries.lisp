; The ways to satisfy a constraint, as a trie over its cells.  What is left once some cells
; are known is a trie again; what is left in the same way is the same object.

(in-package "ACL2")
(include-book "sweep")
(include-book "std/basic/two-nats-measure" :dir :system)
(local (include-book "arithmetic/top" :dir :system))

; A trie over cells is nil if nothing is right, t if no cell is left, and else a list: the
; tries over the other cells if the first one has the value 0, 1, ..., with no nil at the end.

(defun fits-trie (cells trie values)
  (declare (xargs :guard t :verify-guards nil))
  (if (atom cells)
      (and trie t)
    (fits-trie (cdr cells) (nth (nth (car cells) values) trie) values)))

(defun branch (first rest)
  (declare (xargs :guard t))
  (if (or first rest) (hons first rest) nil))

(defthm nth-of-branch
  (equal (nth v (branch first rest))
         (if (zp v) first (nth (- v 1) rest))))

(in-theory (disable branch))

; `seen` has for each cell a list of the values that it can have.  A cell varies if there are
; several.

(defun seen-at (option seen)
  (declare (xargs :guard t))
  (nth* (nfix (cell-of option)) seen))

(defun varies (option seen)
  (declare (xargs :guard t))
  (consp (tl (seen-at option seen))))

(defun varying (options seen)
  (declare (xargs :guard t))
  (cond ((atom options) nil)
        ((varies (car options) seen)
         (hons (cell-of (car options)) (varying (cdr options) seen)))
        (t (varying (cdr options) seen))))

(defun read-as (option value) ; what is read if the option's cell has this value
  (declare (xargs :guard t))
  (cond ((atom option) value)
        ((equal value (cdr option)) 1)
        (t 0)))

(defun bound (values) ; one more than the largest
  (declare (xargs :guard t))
  (if (atom values)
      0
    (max (+ 1 (nfix (car values))) (bound (cdr values)))))

; The trie of what a machine accepts from state k on, without its branches below v.

(defun trie (v m k options seen)
  (declare (xargs :guard (and (natp v) (natp k))
                  :measure (two-nats-measure
                            (len options)
                            (nfix (- (bound (seen-at (car options) seen)) (nfix v))))))
  (if (atom options)
      (and (final m k) t)
    (let* ((values (seen-at (car options) seen))
           (varies (varies (car options) seen))
           (value (if varies v (hd values)))
           (to (next m k (read-as (car options) value)))
           (rest (and to
                      (among value values)
                      (trie 0 m to (cdr options) seen))))
      (cond ((not varies) rest)
            ((<= (bound values) (nfix v)) nil)
            (t (branch rest (trie (+ 1 (nfix v)) m k options seen)))))))

(defun all-member (values seen)
  (declare (xargs :guard t :verify-guards nil))
  (if (atom values)
      (and (null values) (atom seen))
    (and (consp seen)
         (natp (car values))
         (member-equal (car values) (car seen))
         (all-member (cdr values) (cdr seen)))))

(defthm member-when-all-member
  (implies (and (all-member values seen) (natp cell) (< cell (len values)))
           (and (member-equal (nth cell values) (nth cell seen))
                (natp (nth cell values)))))

(local
 (defthm below-bound
   (implies (and (member-equal v values) (natp v)) (< v (bound values)))
   :rule-classes :linear))

(local
 (defun count-up (v bound)
   (declare (xargs :measure (nfix (- bound (nfix v)))))
   (if (<= (nfix bound) (nfix v)) v (count-up (+ 1 (nfix v)) bound))))

(local (in-theory (disable bound seen-at)))

(local
 (defthm nth-of-trie-from
   (implies (and (consp options)
                 (varies (car options) seen)
                 (natp v) (natp value) (<= v value)
                 (member-equal value (seen-at (car options) seen)))
            (equal (nth (- value v) (trie v m k options seen))
                   (let ((to (next m k (read-as (car options) value))))
                     (and to (trie 0 m to (cdr options) seen)))))
   :rule-classes nil
   :hints (("Goal" :induct (count-up v (bound (seen-at (car options) seen)))
            :do-not-induct t
            :in-theory (disable trie read-as varies nth)
            :expand ((:free (k) (trie v m k options seen))))
           ("Subgoal *1/1" :use ((:instance below-bound (v value)
                                            (values (seen-at (car options) seen))))))))

(local
 (defthm nth-of-trie
   (implies (and (consp options)
                 (varies (car options) seen)
                 (natp value)
                 (member-equal value (seen-at (car options) seen)))
            (equal (nth value (trie 0 m k options seen))
                   (let ((to (next m k (read-as (car options) value))))
                     (and to (trie 0 m to (cdr options) seen)))))
   :hints (("Goal" :use ((:instance nth-of-trie-from (v 0)))
            :in-theory (disable trie read-as varies nth)))))

(local
 (defthm trie-of-one-value
   (implies (and (consp options)
                 (not (varies (car options) seen))
                 (member-equal value (seen-at (car options) seen)))
            (equal (trie 0 m k options seen)
                   (let ((to (next m k (read-as (car options) value))))
                     (and to (trie 0 m to (cdr options) seen)))))
   :hints (("Goal" :expand (trie 0 m k options seen)
            :in-theory (disable trie read-as)))))

(local
 (defthm read-at-is-read-as
   (equal (read-at option values)
          (read-as option (nth (cell-of option) values)))
   :hints (("Goal" :in-theory (enable read-at cell-of)))))

(local
 (defthm fits-no-trie (not (fits-trie cells nil values))))

(local
 (defun ind (m k options values)
   (if (atom options)
       (list m k)
     (ind m (next m k (read-at (car options) values)) (cdr options) values))))

(defthm trie-is-right
  (implies (and (options-p options (len values))
                (all-member values seen)
                (natp k))
           (iff (fits-trie (varying options seen) (trie 0 m k options seen) values)
                (accepts m k (reading options values))))
  :hints (("Goal" :induct (ind m k options values) :do-not-induct t
           :in-theory (e/d (accepts seen-at) (trie read-as nth varies cell-of trie-of-one-value
                                                   member-when-all-member))
           :expand ((trie 0 m k nil seen)))
          ("Subgoal *1/2" :use ((:instance member-when-all-member (cell (cell-of (car options))))
                                (:instance trie-of-one-value
                                           (value (nth (cell-of (car options)) values)))
                                (:instance nth-of-trie
                                           (value (nth (cell-of (car options)) values)))))
          ("Subgoal *1/1" :expand (trie 0 m k options seen))))
