; The check of a folder's files, and what it prints.
;
;   claim.lsp     the claim: compare what is printed with what you mean
;   table.lsp     a pair: what the variables mean, and other hints
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

(mutual-recursion

 (defun print-item (item state) ; on one line, however long
   (if (atom item)
       (prin1$ item (standard-co state) state)
     (pprogn (princ$ "(" (standard-co state) state)
             (print-item (car item) state)
             (print-rest (cdr item) state))))

 (defun print-rest (rest state)
   (cond ((null rest) (princ$ ")" (standard-co state) state))
         ((atom rest) (pprogn (princ$ " . " (standard-co state) state)
                              (prin1$ rest (standard-co state) state)
                              (princ$ ")" (standard-co state) state)))
         (t (pprogn (princ$ " " (standard-co state) state)
                    (print-item (car rest) state)
                    (print-rest (cdr rest) state))))))

(defun print-items (items state)
  (if (atom items)
      state
    (pprogn (princ$ "  - " (standard-co state) state)
            (print-item (car items) state)
            (newline (standard-co state) state)
            (print-items (cdr items) state))))

(defun print-fields (fields state)
  (if (atom fields)
      state
    (pprogn (print-text (concatenate 'string (string-downcase (symbol-name (caar fields))) ":")
                        state)
            (print-items (cdar fields) state)
            (print-fields (cdr fields) state))))

(defun print-pictures (pictures state)
  (if (atom pictures)
      state
    (pprogn (print-text "picture:" state)
            (print-items (car pictures) state)
            (print-pictures (cdr pictures) state))))

(defun print-claim (claim state)
  (let ((puzzle (second claim)))
    (pprogn (print-text (concatenate 'string "kind: " (string-downcase (symbol-name (car puzzle))))
                        state)
            (print-fields (cdr puzzle) state)
            (print-text (concatenate 'string "claim: "
                                     (string-downcase (symbol-name (first claim))))
                        state)
            (print-pictures (third claim) state)
            (print-fields (cdddr claim) state))))

(defun verify-files-fn (folder state)
  (mv-let (claim state)
    (read-one (file-in folder "claim.lsp") state)
    (mv-let (table state)
      (read-one (file-in folder "table.lsp") state)
      (mv-let (shown state)
        (shown claim (car table) (cdr table) (file-in folder "formula.cnf")
               (file-in folder "proof.clrat") state)
        (pprogn (if shown
                    (pprogn (print-text "proven:" state)
                            (print-claim claim state)
                            (print-text "s VERIFIED" state))
                  (print-text "s REFUSED" state))
                (value :invisible))))))

(defmacro verify-files (folder)
  `(verify-files-fn ,folder state))
