; The theorems: what a certificate of each claim shows.

(in-package "ACL2")
(include-book "meaning")
(include-book "refuted")
(local (include-book "arithmetic/top" :dir :system))

(defthm all-solve-member
  (implies (and (all-solve pictures problem) (member-equal values pictures))
           (solves values problem))
  :rule-classes nil
  :hints (("Goal" :in-theory (disable solves))))

; --- Exactly these pictures, which differ, solve the problem: the claims unique, none
; and all.  For each of them a clause is added: some cell is not as in the picture.

(defun differs (values sizes cell)
  (declare (xargs :guard (natp cell)))
  (if (atom values)
      nil
    (cons (cons cell (meet (below (hd sizes)) (others (single (car values)))))
          (differs (cdr values) (tl sizes) (+ 1 cell)))))

(defun all-differ (pictures sizes)
  (declare (xargs :guard t))
  (if (atom pictures)
      nil
    (cons (differs (car pictures) sizes 0) (all-differ (cdr pictures) sizes))))

(defun exactly-checked (problem pictures formula table)
  (declare (xargs :guard t :verify-guards nil))
  (and (all-solve pictures problem)
       (no-duplicatesp-equal pictures)
       (check problem (all-differ pictures (first problem)) formula table)))

(local
 (defthm nth-of-nthcdr (equal (car (nthcdr n x)) (nth n x))))

(local
 (defthm cdr-nthcdr
   (implies (natp n) (equal (cdr (nthcdr n x)) (nthcdr (+ 1 n) x)))))

(local
 (defun ind (picture sizes n)
   (if (atom picture) (list sizes n) (ind (cdr picture) (cdr sizes) (+ 1 n)))))

(local
 (defthm differs-nowhere
   (implies (and (not (some-in (differs picture sizes n) values))
                 (all-below sizes picture)
                 (all-below sizes (nthcdr n values))
                 (nat-listp sizes)
                 (natp n))
            (equal (nthcdr n values) picture))
   :rule-classes nil
   :hints (("Goal" :induct (ind picture sizes n) :do-not-induct t
            :expand (all-below sizes (nthcdr n values))
            :in-theory (disable nth nthcdr)))))

(defthm len-when-below
  (implies (all-below sizes values) (equal (len values) (len sizes)))
  :rule-classes nil)

(defthm equal-unless-differs
  (implies (and (solves values problem) (solves picture problem)
                (nat-listp (car problem))
                (not (equal values picture)))
           (some-in (differs picture (car problem) 0) values))
  :hints (("Goal" :do-not-induct t
           :in-theory (disable all-below all-given all-satisfied differs some-in)
           :use ((:instance differs-nowhere (n 0) (sizes (car problem)))))))

(local
 (defthm another-differs-from-all
   (implies (and (solves values problem) (all-solve pictures problem)
                 (nat-listp (car problem))
                 (not (member-equal values pictures)))
            (all-some-in (all-differ pictures (car problem)) values))
   :hints (("Goal" :in-theory (disable solves differs some-in)))))

(defthm exactly-these-solve
  (implies (and (exactly-checked problem pictures formula table)
                (not (lrat::satisfiable formula)))
           (and (no-duplicatesp-equal pictures)
                (iff (solves values problem)
                     (member-equal values pictures))))
  :rule-classes nil
  :hints (("Goal" :do-not-induct t
           :in-theory (disable check solves all-solve no-duplicatesp-equal)
           :use (all-solve-member
                 (:instance check (added (all-differ pictures (first problem))))
                 (:instance solution-is-a-model
                  (added (all-differ pictures (first problem))))))))

; --- The claim certain: each value that a cell has in some solution, it has in one of
; the pictures, which are solutions.  So a cell that is the same in all pictures is the
; same in all solutions, and every other cell varies.  One clause is added: some
; cell has a value that it has in no picture.

(defthm true-listp-seen-in (true-listp (seen-in cell pictures)))

(defun unseen-of-cell (cell size seen rest) ; the values below size that are not seen
  (declare (xargs :guard (and (natp size) (true-listp seen))))
  (cond ((zp size) rest)
        ((member-equal (- size 1) seen)
         (unseen-of-cell cell (- size 1) seen rest))
        (t (unseen-of-cell cell (- size 1) seen
                           (cons (cons cell (single (- size 1))) rest)))))

(defun unseen (cell sizes seen)
  (declare (xargs :guard (natp cell) :verify-guards nil))
  (if (atom sizes)
      nil
    (unseen-of-cell cell (nfix (car sizes)) (hd seen)
                    (unseen (+ 1 cell) (cdr sizes) (tl seen)))))

(defun all-seen (cell sizes pictures)
  (declare (xargs :guard (natp cell) :verify-guards nil))
  (if (atom sizes)
      nil
    (cons (seen-in cell pictures) (all-seen (+ 1 cell) (cdr sizes) pictures))))

(defun certain-checked (problem pictures formula table)
  (declare (xargs :guard t :verify-guards nil))
  (and (all-solve pictures problem)
       (check problem
              (list (unseen 0 (first problem) (all-seen 0 (first problem) pictures)))
              formula table)))

(local
 (defthm unseen-of-cell-rest
   (implies (some-in rest values)
            (some-in (unseen-of-cell cell size seen rest) values))))

(local
 (defthm unseen-of-cell-is-right
   (implies (and (natp (nth cell values)) (natp size)
                 (< (nth cell values) size)
                 (not (member-equal (nth cell values) seen)))
            (some-in (unseen-of-cell cell size seen rest) values))
   :hints (("Goal" :in-theory (disable nth)))))

(local
 (defun ind-2 (n cell sizes seen)
   (if (atom sizes) (list n cell seen) (ind-2 (- n 1) (+ 1 cell) (cdr sizes) (cdr seen)))))

(local
 (defthm nth-of-all-seen
   (implies (and (natp n) (natp cell) (< n (len sizes)))
            (equal (nth n (all-seen cell sizes pictures))
                   (seen-in (+ cell n) pictures)))
   :hints (("Goal" :induct (ind-2 n cell sizes seen) :in-theory (disable seen-in)))))

(defthm unseen-is-right
  (implies (and (natp n) (< n (len sizes)) (natp cell)
                (natp (nth (+ cell n) values))
                (natp (nth n sizes))
                (< (nth (+ cell n) values) (nth n sizes))
                (not (member-equal (nth (+ cell n) values) (nth n seen))))
           (some-in (unseen cell sizes seen) values))
  :hints (("Goal" :induct (ind-2 n cell sizes seen) :do-not-induct t
           :in-theory (disable unseen-of-cell))))

(defthm nth-below
  (implies (and (all-below sizes values) (nat-listp sizes) (natp n) (< n (len sizes)))
           (and (natp (nth n values))
                (natp (nth n sizes))
                (< (nth n values) (nth n sizes))))
  :rule-classes nil)

(defthm these-values-are-possible
  (implies (and (certain-checked problem pictures formula table)
                (not (lrat::satisfiable formula)))
           (and (all-solve pictures problem)
                (implies (and (solves values problem)
                              (natp cell) (< cell (len values)))
                         (member-equal (nth cell values) (seen-in cell pictures)))))
  :rule-classes nil
  :hints (("Goal" :do-not-induct t
           :in-theory (disable all-solve solves nth unseen seen-in all-seen)
           :use ((:instance solution-is-a-model
                  (added (list (unseen 0 (first problem) (all-seen 0 (first problem) pictures)))))
                 (:instance check (added (list (unseen 0 (first problem) (all-seen 0 (first problem) pictures)))))
                 (:instance solves)
                 (:instance len-when-below (sizes (car problem)))
                 (:instance nth-below (n cell) (sizes (car problem)))
                 (:instance unseen-is-right (n cell) (cell 0) (sizes (car problem))
                            (seen (all-seen 0 (car problem) pictures)))))))

; --- The claim multiple: these pictures, which differ, solve the problem.

(defun several-checked (problem pictures)
  (declare (xargs :guard t :verify-guards nil))
  (and (all-solve pictures problem)
       (no-duplicatesp-equal pictures)
       (<= 2 (len pictures))))

(defthm several-solve
  (implies (several-checked problem pictures)
           (and (solves (first pictures) problem)
                (solves (second pictures) problem)
                (not (equal (first pictures) (second pictures)))))
  :rule-classes nil
  :hints (("Goal" :in-theory (disable solves))))
