; The theorem: what is checked holds.

(in-package "ACL2")
(include-book "givens")
(include-book "repair")
(include-book "projects/sat/lrat/incremental/soundness" :dir :system)

; Formula, table and hints can be anything.

(defun checked (claim formula table hints)
  (declare (xargs :guard t :verify-guards nil))
  (let* ((puzzle (second claim))
         (problem (problem-of puzzle))
         (pictures (pictures-of (third claim) puzzle))
         (said (rest (fourth claim))))
    (case (first claim)
      (exactly (exactly-checked problem pictures formula table))
      (several (several-checked problem pictures))
      (certain (certain-checked problem pictures formula table))
      (givens (givens-checked problem pictures said formula table))
      (repair (repair-checked problem (first pictures) said hints formula table)))))

(local
 (defthm checked-exactly-holds
   (implies (and (equal (first claim) 'exactly)
                 (checked claim formula table hints)
                 (not (lrat::satisfiable formula)))
            (holds claim values cell fewer))
   :rule-classes nil
   :hints (("Goal" :do-not-induct t
            :in-theory '(checked holds eql (eql)
                         several-checked (equal))
            :use (:instance exactly-these-solve
                    (problem (problem-of (second claim)))
                    (pictures (pictures-of (third claim) (second claim))))))))

(defthm what-pictures-show-holds
  (implies (and (equal (first claim) 'several)
                (checked claim formula table hints))
           (holds claim values cell fewer))
  :rule-classes nil
  :hints (("Goal" :in-theory '(checked holds eql (eql) several-checked (equal)))))

(local
 (defthm checked-certain-holds
   (implies (and (equal (first claim) 'certain)
                 (checked claim formula table hints)
                 (not (lrat::satisfiable formula)))
            (holds claim values cell fewer))
   :rule-classes nil
   :hints (("Goal" :do-not-induct t
            :in-theory '(checked holds eql (eql)
                         several-checked (equal))
            :use (:instance these-values-are-possible
                    (problem (problem-of (second claim)))
                    (pictures (pictures-of (third claim) (second claim))))))))

(local
 (defthm checked-givens-holds
   (implies (and (equal (first claim) 'givens)
                 (checked claim formula table hints)
                 (not (lrat::satisfiable formula)))
            (holds claim values cell fewer))
   :rule-classes nil
   :hints (("Goal" :do-not-induct t
            :in-theory '(checked holds eql (eql)
                         several-checked (equal))
            :use (:instance these-givens-are-fewest
                    (problem (problem-of (second claim)))
                    (pictures (pictures-of (third claim) (second claim)))
                    (cells (rest (fourth claim))))))))

(local
 (defthm checked-repair-holds
   (implies (and (equal (first claim) 'repair)
                 (checked claim formula table hints)
                 (not (lrat::satisfiable formula)))
            (holds claim values cell fewer))
   :rule-classes nil
   :hints (("Goal" :do-not-induct t
            :in-theory '(checked holds eql (eql)
                         several-checked (equal))
            :use (:instance these-changes-are-fewest
                    (problem (problem-of (second claim)))
                    (values (first (pictures-of (third claim) (second claim))))
                    (picture values)
                    (changes (rest (fourth claim)))
                    (others hints))))))

(defthm what-is-checked-holds
  (implies (and (checked claim formula table hints)
                (not (lrat::satisfiable formula)))
           (holds claim values cell fewer))
  :rule-classes nil
  :hints (("Goal" :do-not-induct t
           :in-theory (disable holds)
           :expand ((checked claim formula table hints))
           :use (checked-exactly-holds what-pictures-show-holds checked-certain-holds
                 checked-givens-holds checked-repair-holds))))

; The proof is read in pieces from a file, by a reader that is part of what is proven.

(defun shown (claim table hints cnf proof state)
  (declare (xargs :stobjs state :verify-guards nil))
  (if (equal (first claim) 'several)
      (mv (checked claim nil nil nil) state)
    (mv-let (erp formula state)
      (lrat::proved-formula cnf proof 10000000 nil nil 'theorem state)
      (mv (and (not erp)
               formula
               (checked claim formula table hints))
          state))))

(defthm what-is-shown-holds
  (implies (mv-nth 0 (shown claim table hints cnf proof state))
           (holds claim values cell fewer))
  :rule-classes nil
  :hints (("Goal" :in-theory '(shown mv-nth (mv-nth) car-cons zp (zp))
           :use ((:instance what-pictures-show-holds (formula nil) (table nil) (hints nil))
                 (:instance what-is-checked-holds
                  (formula (mv-nth 1 (lrat::proved-formula cnf proof 10000000 nil nil 'theorem state))))
                 (:instance lrat::soundness
                  (lrat::cnf-file cnf) (lrat::clrat-file proof) (lrat::chunk-size 10000000)
                  (lrat::debug nil) (lrat::ctx 'theorem) (state state))))))
