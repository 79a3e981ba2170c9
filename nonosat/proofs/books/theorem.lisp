; The theorems about puzzles, and the check of a certificate's files.

(in-package "ACL2")
(include-book "kinds")
(include-book "claims")
(include-book "projects/sat/lrat/incremental/soundness" :dir :system)

; A claim is a list of its name, a puzzle and pictures.  Formula and table can be
; anything.

(defun checked (claim formula table)
  (declare (xargs :guard t :verify-guards nil))
  (let* ((puzzle (second claim))
         (problem (problem-of puzzle))
         (pictures (pictures-of (third claim) puzzle)))
    (case (first claim)
      (exactly (exactly-checked problem pictures formula table))
      (certain (certain-checked problem pictures formula table)))))

(defthm exactly-these-solve-the-puzzle
  (implies (and (checked (list 'exactly puzzle pictures) formula table)
                (not (lrat::satisfiable formula)))
           (and (no-duplicatesp-equal (pictures-of pictures puzzle))
                (iff (solves values (problem-of puzzle))
                     (member-equal values (pictures-of pictures puzzle)))))
  :rule-classes nil
  :hints (("Goal" :in-theory (disable exactly-checked certain-checked problem-of pictures-of solves)
           :use ((:instance exactly-these-solve
                  (problem (problem-of puzzle))
                  (pictures (pictures-of pictures puzzle)))))))

(defthm these-values-are-possible-in-the-puzzle
  (implies (and (checked (list 'certain puzzle pictures) formula table)
                (not (lrat::satisfiable formula)))
           (and (all-solve (pictures-of pictures puzzle) (problem-of puzzle))
                (implies (and (solves values (problem-of puzzle))
                              (natp cell) (< cell (len values)))
                         (member-equal (nth cell values)
                                       (seen-in cell (pictures-of pictures puzzle))))))
  :rule-classes nil
  :hints (("Goal" :in-theory (disable exactly-checked certain-checked problem-of pictures-of solves)
           :use ((:instance these-values-are-possible
                  (problem (problem-of puzzle))
                  (pictures (pictures-of pictures puzzle)))))))

; The proof is read in pieces from a file, by a reader that is part of what is proven.
; The claim `several` needs none: its pictures show it.

(defun shown-by-pictures (claim)
  (declare (xargs :guard t :verify-guards nil))
  (let ((puzzle (second claim)))
    (several-checked (problem-of puzzle) (pictures-of (third claim) puzzle))))

(defun shown-by-refutation (claim table cnf proof state)
  (declare (xargs :stobjs state :verify-guards nil))
  (mv-let (erp formula state)
    (lrat::proved-formula cnf proof 10000000 nil nil 'theorem state)
    (mv (and (not erp)
             formula
             (checked claim formula table))
        state)))

(defthm refutation-means-checked
  (implies (mv-nth 0 (shown-by-refutation claim table cnf proof state))
           (let ((formula (mv-nth 1 (lrat::proved-formula cnf proof 10000000 nil nil 'theorem state))))
             (and (checked claim formula table)
                  (not (lrat::satisfiable formula)))))
  :rule-classes nil
  :hints (("Goal" :in-theory '(shown-by-refutation mv-nth (mv-nth) car-cons zp (zp))
           :use ((:instance lrat::soundness
                  (lrat::cnf-file cnf) (lrat::clrat-file proof) (lrat::chunk-size 10000000)
                  (lrat::debug nil) (lrat::ctx 'theorem) (state state))))))
