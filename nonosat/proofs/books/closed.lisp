; A theorem about one puzzle: (claimed exactly) reads the files of a refutation, and
; proves of the constants *puzzle* and *pictures* what the claim says: `as-claimed`.

(in-package "ACL2")
(include-book "verify")
(set-state-ok t)
(program)

(defun statement (claim puzzle pictures)
  (case claim
    (exactly `(and (no-duplicatesp-equal (pictures-of ',pictures ',puzzle))
                   (iff (solves values (problem-of ',puzzle))
                        (member-equal values (pictures-of ',pictures ',puzzle)))))
    (certain `(and (all-solve (pictures-of ',pictures ',puzzle) (problem-of ',puzzle))
                   (implies (and (solves values (problem-of ',puzzle))
                                 (natp cell) (< cell (len values)))
                            (member-equal (nth cell values)
                                          (seen-in cell (pictures-of ',pictures ',puzzle))))))
    (several `(several-checked (problem-of ',puzzle) (pictures-of ',pictures ',puzzle)))))

(defun shown-by-witness (claim puzzle pictures table formula proof)
  `(encapsulate ()
     (local
      (defthm shown-here
        (and (checked '(,claim ,puzzle ,pictures) ',formula ',table)
             (lrat::formula-p ',formula)
             (lrat::refutation-p$ ',proof ',formula))
        :rule-classes nil
        :hints (("Goal" :in-theory '((checked) (lrat::formula-p) (lrat::refutation-p$))))))
     (defthm as-claimed
       ,(statement claim puzzle pictures)
       :rule-classes nil
       :hints (("Goal" :in-theory '((cons))
                :use (shown-here
                      (:instance ,(if (eq claim 'exactly)
                                      'exactly-these-solve-the-puzzle
                                    'these-values-are-possible-in-the-puzzle)
                                 (puzzle ',puzzle) (pictures ',pictures)
                                 (formula ',formula) (table ',table))
                      (:instance lrat::main-theorem-stobj-based
                                 (lrat::proof ',proof) (lrat::formula ',formula))))))))

(defun claimed-fn (claim puzzle pictures state)
  (if (eq claim 'several)
      (value `(defthm as-claimed
                ,(statement claim puzzle pictures)
                :rule-classes nil
                :hints (("Goal" :in-theory '((several-checked) (problem-of) (pictures-of))))))
    (mv-let (table state)
      (read-one "table.lsp" state)
      (let ((formula (reverse (lrat::cnf-read-file "formula.cnf" state))))
        (mv-let (proof state)
          (lrat::clrat-read-file "proof.clrat" state)
          (value (shown-by-witness claim puzzle pictures table formula proof)))))))

(defmacro claimed (claim)
  `(make-event (claimed-fn ',claim *puzzle* *pictures* state)))
