; The theorem: what is checked holds.

(in-package "ACL2")
(include-book "givens")
(include-book "repair")
(include-book "count")
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
      (count (count-checked problem pictures (first said) hints formula table))
      (givens (givens-checked problem pictures said formula table))
      (repair (repair-checked problem (first pictures) said hints formula table)))))

(defthm what-pictures-show-holds
  (implies (and (equal (first claim) 'several)
                (checked claim formula table hints))
           (holds claim values cell fewer))
  :rule-classes nil
  :hints (("Goal" :in-theory '(checked holds eql (eql) several-checked (equal)))))

(defmacro defshown (name claim theorem &rest terms) ; the theorem about what is checked, for one claim
  `(local
    (defthm ,name
      (implies (and (equal (first claim) ',claim)
                    (checked claim formula table hints)
                    (not (lrat::satisfiable formula)))
               (holds claim values cell fewer))
      :rule-classes nil
      :hints (("Goal" :do-not-induct t
               :in-theory '(checked holds eql (eql) (equal))
               :use (:instance ,theorem (problem (problem-of (second claim))) ,@terms))))))

(defshown checked-exactly-holds exactly exactly-these-solve
  (pictures (pictures-of (third claim) (second claim))))

(defshown checked-certain-holds certain these-values-are-possible
  (pictures (pictures-of (third claim) (second claim))))

(defshown checked-count-holds count so-many-solve
  (pictures (pictures-of (third claim) (second claim)))
  (number (second (fourth claim)))
  (order hints))

(defshown checked-givens-holds givens these-givens-are-fewest
  (pictures (pictures-of (third claim) (second claim)))
  (cells (rest (fourth claim))))

(defshown checked-repair-holds repair these-changes-are-fewest
  (values (first (pictures-of (third claim) (second claim))))
  (picture values)
  (changes (rest (fourth claim)))
  (others hints))

(defthm what-is-checked-holds
  (implies (and (checked claim formula table hints)
                (not (lrat::satisfiable formula)))
           (holds claim values cell fewer))
  :rule-classes nil
  :hints (("Goal" :do-not-induct t
           :in-theory (disable holds)
           :expand ((checked claim formula table hints))
           :use (checked-exactly-holds what-pictures-show-holds checked-certain-holds
                 checked-count-holds checked-givens-holds checked-repair-holds))))

; The proof is read in pieces of so many bytes from a file, by a reader that is part of what is proven.

(defun shown (claim table hints cnf proof piece state)
  (declare (xargs :stobjs state :verify-guards nil))
  (if (equal (first claim) 'several)
      (mv (checked claim nil nil nil) state)
    (mv-let (erp formula state)
      (lrat::proved-formula cnf proof piece nil nil 'theorem state)
      (mv (and (not erp)
               formula
               (checked claim formula table hints))
          state))))

(defthm what-is-shown-holds
  (implies (mv-nth 0 (shown claim table hints cnf proof piece state))
           (holds claim values cell fewer))
  :rule-classes nil
  :hints (("Goal" :in-theory '(shown mv-nth (mv-nth) car-cons zp (zp))
           :use ((:instance what-pictures-show-holds (formula nil) (table nil) (hints nil))
                 (:instance what-is-checked-holds
                  (formula (mv-nth 1 (lrat::proved-formula cnf proof piece nil nil 'theorem state))))
                 (:instance lrat::soundness
                  (lrat::cnf-file cnf) (lrat::clrat-file proof) (lrat::chunk-size piece)
                  (lrat::debug nil) (lrat::ctx 'theorem) (state state))))))
