; A theorem about one puzzle: (proven-by-files) reads the files of a refutation, and
; proves that what the constant *claim* says holds: `as-claimed`.

(in-package "ACL2")
(include-book "verify")
(set-state-ok t)
(program)

(defun proven-by (claim table formula proof)
  `(encapsulate ()
     ,@(if (eq (first claim) 'count) '((local (look-up-again))) nil)
     (local
      (defthm checked-here
        (and (checked ',claim ',formula ',(car table) ',(cdr table))
             (lrat::formula-p ',formula)
             (lrat::refutation-p$ ',proof ',formula))
        :rule-classes nil
        :hints (("Goal" :in-theory '((checked) (lrat::formula-p) (lrat::refutation-p$))))))
     (defthm as-claimed
       (holds ',claim values cell fewer)
       :rule-classes nil
       :hints (("Goal" :in-theory nil
                :use (checked-here
                      (:instance what-is-checked-holds
                                 (claim ',claim) (formula ',formula)
                                 (table ',(car table)) (hints ',(cdr table)))
                      (:instance lrat::main-theorem-stobj-based
                                 (lrat::proof ',proof) (lrat::formula ',formula))))))))

(defun proven-by-pictures (claim)
  `(defthm as-claimed
     (holds ',claim values cell fewer)
     :rule-classes nil
     :hints (("Goal" :in-theory '((checked) (first) (equal))
              :use ((:instance what-pictures-show-holds
                               (claim ',claim) (formula nil) (table nil) (hints nil)))))))

(defun proven-by-files-fn (claim state)
  (if (eq (first claim) 'several)
      (value (proven-by-pictures claim))
    (mv-let (table state)
      (read-one "table.lsp" state)
      (let ((formula (reverse (lrat::cnf-read-file "formula.cnf" state))))
        (mv-let (proof state)
          (lrat::clrat-read-file "proof.clrat" state)
          (value (proven-by claim table formula proof)))))))

(defmacro proven-by-files ()
  '(make-event (proven-by-files-fn *claim* state)))
