; The check of a folder's files, and what it prints.
;
;   claim.lsp     the claim: compare what is printed with what you mean
;   table.lsp     what the variables mean
;   formula.cnf   the clauses, without comments
;   proof.clrat   the proof, as binary LRAT
;
; The last three can be anything.

(in-package "ACL2")
(include-book "theorem")
(set-state-ok t)
(program)

(defun file-in (folder name) (concatenate 'string folder "/" name))

(defun read-one (file state)
  (mv-let (channel state)
    (open-input-channel file :object state)
    (if (null channel)
        (mv nil state)
      (mv-let (eof object state)
        (read-object channel state)
        (declare (ignore eof))
        (let ((state (close-input-channel channel state)))
          (mv object state))))))

(defun print-text (text state)
  (pprogn (princ$ text (standard-co state) state) (newline (standard-co state) state)))

(defun print-texts (texts state)
  (if (atom texts)
      state
    (pprogn (princ$ "  - " (standard-co state) state)
            (prin1$ (car texts) (standard-co state) state)
            (newline (standard-co state) state)
            (print-texts (cdr texts) state))))

(defun print-fields (fields state)
  (if (atom fields)
      state
    (pprogn (print-text (concatenate 'string (string-downcase (symbol-name (caar fields))) ":")
                        state)
            (print-texts (cdar fields) state)
            (print-fields (cdr fields) state))))

(defun print-pictures (pictures state)
  (if (atom pictures)
      state
    (pprogn (print-text "picture:" state)
            (print-texts (car pictures) state)
            (print-pictures (cdr pictures) state))))

(defun print-claim (claim state)
  (let ((puzzle (second claim)))
    (pprogn (print-text (concatenate 'string "kind: " (string-downcase (symbol-name (car puzzle))))
                        state)
            (print-fields (cdr puzzle) state)
            (print-text (concatenate 'string "claim: "
                                     (string-downcase (symbol-name (first claim))))
                        state)
            (print-pictures (third claim) state))))

(defun shown (folder claim state)
  (if (eq (first claim) 'several)
      (mv (shown-by-pictures claim) state)
    (mv-let (table state)
      (read-one (file-in folder "table.lsp") state)
      (shown-by-refutation claim table (file-in folder "formula.cnf")
                           (file-in folder "proof.clrat") state))))

(defun verify-files-fn (folder state)
  (mv-let (claim state)
    (read-one (file-in folder "claim.lsp") state)
    (mv-let (shown state)
      (shown folder claim state)
      (pprogn (if shown
                  (pprogn (print-text "proven:" state)
                          (print-claim claim state)
                          (print-text "s VERIFIED" state))
                (print-text "s REFUSED" state))
              (value :invisible)))))

(defmacro verify-files (folder)
  `(verify-files-fn ,folder state))
