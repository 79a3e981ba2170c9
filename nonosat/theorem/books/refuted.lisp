; Clauses without a model: nothing solves the problem and satisfies what a claim adds.

(in-package "ACL2")
(include-book "projects/sat/lrat/stobj-based/soundness" :dir :system)
(include-book "clauses")
(local (include-book "arithmetic/top" :dir :system))

; The values that the sizes and the givens leave.

(defun all-below-sizes (sizes)
  (declare (xargs :guard t))
  (if (atom sizes)
      nil
    (cons (below (car sizes)) (all-below-sizes (cdr sizes)))))

(defun restricted (cell value domains)
  (declare (xargs :guard (natp cell)))
  (cond ((atom domains) nil)
        ((zp cell) (cons (meet (single value) (car domains)) (cdr domains)))
        (t (cons (car domains) (restricted (- cell 1) value (cdr domains))))))

(defun all-restricted (givens domains)
  (declare (xargs :guard t))
  (if (atom givens)
      domains
    (restricted (nfix (hd (car givens))) (tl (car givens))
                (all-restricted (cdr givens) domains))))

(defun givens-p (givens)
  (declare (xargs :guard t))
  (or (atom givens)
      (and (consp (car givens))
           (natp (caar givens))
           (natp (cdar givens))
           (givens-p (cdr givens)))))

(defun domains-of (problem)
  (declare (xargs :guard t))
  (all-restricted (hd (tl problem)) (all-below-sizes (hd problem))))

(local
 (defthm all-in-sizes
   (implies (and (all-below sizes values) (nat-listp sizes))
            (all-in values (all-below-sizes sizes)))))

(local
 (defthm all-in-restricted
   (implies (and (all-in values domains) (natp cell) (equal (nth cell values) value))
            (all-in values (restricted cell value domains)))
   :hints (("Goal" :in-theory (enable nth)))))

(local
 (defthm all-in-domains
   (implies (and (all-in values domains) (givens-p givens) (all-given givens values))
            (all-in values (all-restricted givens domains)))
   :hints (("Goal" :in-theory (disable all-in restricted nth)))))

(local
 (defthm len-all-below
   (implies (all-below sizes values)
            (equal (len values) (len sizes)))
   :rule-classes nil))

(local
 (defthm len-restricted
   (equal (len (restricted cell value domains)) (len domains))))

(local
 (defthm len-domains
   (equal (len (all-restricted givens domains)) (len domains))))

(local
 (defthm len-all-below-sizes
   (equal (len (all-below-sizes sizes)) (len sizes))))

; The check.  Formula and table can be anything.

(defun problem-p (problem)
  (declare (xargs :guard t))
  (and (nat-listp (hd problem))
       (constraints-p (hd (tl (tl problem))) (len (hd problem)))
       (givens-p (hd (tl problem)))))

(defun check (problem added formula table)
  (declare (xargs :guard t))
  (and (problem-p problem)
       (lrat::formula-p formula)
       (let* ((constraints (hd (tl (tl problem))))
              (domains (domains-of problem))
              (infos (infos-of constraints domains))
              (where (places-of constraints 0 nil))
              (table (make-fast-alist table)))
         (or (some-line-is-impossible (len constraints) infos where)
             (clauses-shown formula table infos domains where added added)))))

; The model that a solution gives: its canonical values.

(local
 (defun clause-max (clause)
   (if (atom clause)
       0
     (max (abs (ifix (car clause))) (clause-max (cdr clause))))))

(local
 (defun formula-max (formula)
   (if (atom formula)
       0
     (max (clause-max (cdr (car formula))) (formula-max (cdr formula))))))

(local
 (defthm natp-clause-max
   (natp (clause-max clause)) :rule-classes :type-prescription))

(local
 (defthm natp-formula-max
   (natp (formula-max formula)) :rule-classes :type-prescription))

(local
 (defun model (n table values states)
   (if (zp n)
       nil
     (cons (if (var-true n table values states) n (- n))
           (model (- n 1) table values states)))))

(local
 (defthm member-of-model
   (implies (and (integerp lit) (not (equal lit 0)) (natp n))
            (iff (member-equal lit (model n table values states))
                 (and (<= (abs lit) n)
                      (lit-true lit table values states))))
   :hints (("Goal" :induct (model n table values states)
            :in-theory (disable var-true)))))

(local
 (defthm literal-listp-model
   (lrat::literal-listp (model n table values states))
   :hints (("Goal" :in-theory (e/d (lrat::literalp) (var-true))))))

(local
 (defthm unique-literalsp-model
   (lrat::unique-literalsp (model n table values states))
   :hints (("Goal" :in-theory (disable var-true lit-true)))))

(local
 (defthm conflicting-literalsp-model
   (not (lrat::conflicting-literalsp (model n table values states)))
   :hints (("Goal" :in-theory (disable var-true lit-true)))))

(local
 (defthm assignment-p-model
   (lrat::clause-or-assignment-p (model n table values states))
   :hints (("Goal" :in-theory (enable lrat::clause-or-assignment-p)))))

(local
 (defthm evaluate-clause-in-model
   (implies (and (clause-true clause table values states)
                 (lrat::literal-listp clause)
                 (<= (clause-max clause) n)
                 (natp n))
            (equal (lrat::evaluate-clause clause (model n table values states)) t))
   :hints (("Goal" :in-theory (e/d (lrat::literalp) (lit-true))))))

(local
 (defthm clause-max-in-formula
   (implies (member-equal pair formula)
            (<= (clause-max (cdr pair)) (formula-max formula)))
   :rule-classes nil))

(local
 (defthm literals-in-formula
   (implies (and (lrat::formula-p formula)
                 (member-equal pair formula)
                 (not (equal (cdr pair) :deleted)))
            (lrat::literal-listp (cdr pair)))
   :rule-classes nil))

(local
 (defthm member-hons-assoc-equal
   (implies (hons-assoc-equal index formula)
            (member-equal (hons-assoc-equal index formula) formula))))


(local
 (defthm solution-makes-clauses-true
   (implies (and (check problem added formula table)
                 (solves values problem)
                 (all-some-in added values)
                 (member-equal pair formula)
                 (not (equal (cdr pair) :deleted)))
            (clause-true (cdr pair) table values (states-of (third problem) values)))
   :rule-classes nil
   :hints (("Goal" :do-not-induct t
            :in-theory (disable constraints-p all-satisfied all-in all-given all-below
                                all-some-in clauses-shown clause-true lrat::formula-p
                                all-restricted all-below-sizes)
            :use ((:instance len-all-below (sizes (car problem)))
                  (:instance clauses-shown-is-right
                   (constraints (third problem))
                   (domains (domains-of problem))
                   (where (places-of (third problem) 0 nil))
                   (todo added)))))))

(local
 (defun the-model (formula table values problem)
   (model (formula-max formula) table values (states-of (third problem) values))))

(local
 (defthm every-clause-is-true
   (implies (and (check problem added formula table)
                 (solves values problem)
                 (all-some-in added values)
                 (member-equal pair formula)
                 (not (equal (cdr pair) :deleted)))
            (equal (lrat::evaluate-clause (cdr pair) (the-model formula table values problem))
                   t))
   :rule-classes nil
   :hints (("Goal" :do-not-induct t
            :in-theory (disable check solves lrat::formula-p formula-max clause-max
                                states-of lrat::evaluate-clause clause-true model)
            :use (solution-makes-clauses-true clause-max-in-formula literals-in-formula
                  (:instance check))))))

(defthm solution-is-a-model
  (implies (and (check problem added formula table)
                (solves values problem)
                (all-some-in added values))
           (lrat::satisfiable formula))
  :rule-classes nil
  :hints (("Goal" :do-not-induct t
           :in-theory (e/d (lrat::formula-truep)
                           (check solves lrat::formula-p formula-max model
                            states-of lrat::evaluate-clause))
           :use ((:instance check)
                 (:instance lrat::satisfiable-suff
                  (lrat::assignment (the-model formula table values problem)))
                 (:instance every-clause-is-true
                  (pair (hons-assoc-equal
                         (lrat::formula-truep-witness
                          formula (the-model formula table values problem))
                         formula)))))))
