; The claim repair: with these changes, at most two, the picture is the only one with its
; clues; with fewer it is not.

(in-package "ACL2")
(include-book "claims")
(local (include-book "arithmetic/top" :dir :system))

; After each smaller set of changes there is another picture with the same clues: `others`
; has for none, and then for each other value of each cell, how that differs.

(defun spoiled (fewer other values problem)
  (declare (xargs :guard t :verify-guards nil))
  (let* ((changed (changed fewer values)) (another (changed other changed)))
    (and (not (equal another changed))
         (solves another (asking-for changed problem)))))

(defun entry (fewer others)
  (declare (xargs :guard t))
  (tl (hons-assoc-equal fewer others)))

(defun each-value-spoiled (cell size others values problem)
  (declare (xargs :guard t :verify-guards nil))
  (or (zp size)
      (and (or (equal (nth cell values) (- size 1))
               (spoiled (list (cons cell (- size 1)))
                        (entry (list (cons cell (- size 1))) others) values problem))
           (each-value-spoiled cell (- size 1) others values problem))))

(defun each-cell-spoiled (cell sizes others values problem)
  (declare (xargs :guard t :verify-guards nil))
  (or (zp cell)
      (and (each-value-spoiled (- cell 1) (nth (- cell 1) sizes) others values problem)
           (each-cell-spoiled (- cell 1) sizes others values problem))))

(defun repair-checked (problem values changes others formula table)
  (declare (xargs :guard t :verify-guards nil))
  (let ((changed (changed changes values)))
    (and (solves values problem)
         (changes-p changes values (first problem))
         (<= (len changes) 2)
         (or (< (len changes) 1)
             (spoiled nil (entry nil others) values problem))
         (or (< (len changes) 2)
             (each-cell-spoiled (len values) (first problem) others values problem))
         (exactly-checked (asking-for changed problem) (list changed) formula table))))

(local
 (defthm value-spoiled
   (implies (and (each-value-spoiled cell size others values problem)
                 (natp value) (natp size) (< value size)
                 (not (equal value (nth cell values))))
            (spoiled (list (cons cell value)) (entry (list (cons cell value)) others)
                     values problem))
   :hints (("Goal" :in-theory (disable spoiled entry)))))

(local
 (defthm cell-spoiled
   (implies (and (each-cell-spoiled n sizes others values problem)
                 (natp n) (natp cell) (< cell n))
            (each-value-spoiled cell (nth cell sizes) others values problem))
   :hints (("Goal" :in-theory (disable each-value-spoiled)))))

(local
 (defthm solves-nat-listp
   (implies (exactly-checked problem pictures formula table) (nat-listp (car problem)))
   :rule-classes nil))

(local
 (defthm natp-nth
   (implies (and (nat-listp x) (natp n) (< n (len x))) (natp (nth n x)))))

(local
 (defthm fewer-than-two
   (implies (and (changes-p fewer values sizes) (< (len fewer) 2))
            (or (equal fewer nil)
                (equal fewer (list (cons (caar fewer) (cdar fewer))))))
   :rule-classes nil))

(local
 (defthm fewer-spoiled
   (implies (and (repair-checked problem values changes others formula table)
                 (changes-p fewer values (first problem))
                 (< (len fewer) (len changes)))
            (spoiled fewer (entry fewer others) values problem))
   :rule-classes nil
   :hints (("Goal" :do-not-induct t
            :in-theory (disable solves exactly-checked asking-for changed entry each-cell-spoiled
                                each-value-spoiled value-spoiled cell-spoiled spoiled)
            :use ((:instance fewer-than-two (sizes (car problem)))
                  (:instance solves-nat-listp (problem (asking-for (changed changes values) problem))
                             (pictures (list (changed changes values))))
                  (:instance len-when-below (sizes (car problem)))
                  (:instance solves)
                  (:instance asking-for (values (changed changes values)))
                  (:instance cell-spoiled (n (len values)) (cell (caar fewer)) (sizes (car problem)))
                  (:instance value-spoiled (cell (caar fewer)) (value (cdar fewer))
                             (size (nth (caar fewer) (car problem)))))))))

(defthm these-changes-are-fewest
  (implies (and (repair-checked problem values changes others formula table)
                (not (lrat::satisfiable formula)))
           (and (solves values problem)
                (changes-p changes values (first problem))
                (iff (solves picture (asking-for (changed changes values) problem))
                     (equal picture (changed changes values)))
                (implies (and (changes-p fewer values (first problem))
                              (< (len fewer) (len changes)))
                         (another-with nil (changed fewer values)
                                       (asking-for (changed fewer values) problem)))))
  :rule-classes nil
  :hints (("Goal" :do-not-induct t
           :in-theory (disable solves exactly-checked asking-for changed entry each-cell-spoiled
                               another-with)
           :use (fewer-spoiled
                 (:instance another-with-suff
                  (cells nil) (picture (changed fewer values))
                  (problem (asking-for (changed fewer values) problem))
                  (another (changed (entry fewer others) (changed fewer values))))
                 (:instance exactly-these-solve
                  (problem (asking-for (changed changes values) problem))
                  (values picture)
                  (pictures (list (changed changes values))))))))
