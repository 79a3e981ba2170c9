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
      (let ((state (f-put-global 'being-read file state))) ; kept if Lisp's reader gives up
        (mv-let (eof object state)
          (read-object channel state)
          (declare (ignore eof))
          (pprogn (f-put-global 'being-read nil state)
                  (close-input-channel channel state)
                  (mv object state)))))))

; LRAT's reader gives up, too, if there is no whole step in the last piece of a proof.
; So pieces are of about the same length, and the first one is looked at before.

(defconst *piece* 10000000)

(defun piece-of (file state)
  (mv-let (bytes state)
    (file-length$ file state)
    (mv (+ 1 (floor (nfix bytes) (+ 1 (floor (nfix bytes) *piece*)))) state)))

(defun begins-whole (text) ; with a deletion up to a zero, or an addition up to the second one
  (let* ((len (length text)) (zero (lrat::clrat-zero text len 0)))
    (and (< zero len)
         (or (eql (char text 0) #\d)
             (and (< (+ 1 zero) len)
                  (< (lrat::clrat-zero text len (+ 1 zero)) len))))))

(defun cut-short (file piece state)
  (let ((text (read-file-into-string file :bytes piece)))
    (not (and text (begins-whole text)))))

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

(defun refuse (file what state)
  (print-text (concatenate 'string "s REFUSED: " file " " what) state))

(defun verify-files-fn (folder state)
  (mv-let (claim state)
    (read-one (file-in folder "claim.lsp") state)
    (mv-let (table state)
      (read-one (file-in folder "table.lsp") state)
      (let ((cnf (file-in folder "formula.cnf")) (proof (file-in folder "proof.clrat")))
        (mv-let (piece state)
          (piece-of proof state)
          (if (and (not (eq (first claim) 'several)) (cut-short proof piece state))
              (pprogn (refuse proof "is cut short" state) (value :invisible))
            (mv-let (shown state)
              (shown claim (car table) (cdr table) cnf proof piece state)
              (pprogn (if shown
                          (pprogn (print-text "proven:" state)
                                  (print-claim claim state)
                                  (print-text "s VERIFIED" state))
                        (print-text "s REFUSED" state))
                      (value :invisible)))))))))

(defmacro verify-files (folder)
  `(verify-files-fn ,folder state))

(defun settle-fn (state) ; after a `verify-files` that was given up
  (let ((file (and (boundp-global 'being-read state) (f-get-global 'being-read state))))
    (pprogn (f-put-global 'being-read nil state)
            (if file (refuse file "cannot be read" state) state)
            (value :invisible))))

(defmacro settle ()
  '(settle-fn state))
