; Springs: a row such as "?#.?? 2,1": a line, some cells of which are given.
; To be read and trusted, with notation.lisp and problem.lisp.

(in-package "ACL2")
(include-book "notation")
(set-verify-guards-eagerness 0)

(defun springs (puzzle)
  (let* ((words (words (chars (car (field 'rows puzzle))) #\Space))
         (cells (car words)) (groups (cadr words)) (n (len cells)))
    (list (copies n 2)
          (givens-of cells '(#\. #\#) 0)
          (list (cons (cons :runs (if (equal groups '(#\0))
                                      nil
                                    (blocks-of (words groups #\,) '(#\. #\#) n)))
                      (in-steps 1 0 n))))))
