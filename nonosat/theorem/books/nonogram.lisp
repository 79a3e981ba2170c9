; Nonograms: a grid, whose cells are numbered row by row.
; To be read and trusted, with notation.lisp and problem.lisp.

(in-package "ACL2")
(include-book "notation")
(set-verify-guards-eagerness 0)

(defun rows-of-cells (n width first)
  (if (zp n) nil (cons (in-steps 1 first width) (rows-of-cells (- n 1) width (+ first width)))))

(defun columns-of-cells (n width height first)
  (if (zp n)
      nil
    (cons (in-steps width first height)
          (columns-of-cells (- n 1) width height (+ 1 first)))))

(defun nonogram (puzzle)
  (let* ((palette (palette-of puzzle))
         (rows (field 'rows puzzle)) (columns (field 'columns puzzle))
         (h (len rows)) (w (len columns)))
    (list (copies (* h w) (len palette))
          (givens-of (all-chars (field 'givens puzzle)) palette 0)
          (append (lines-of rows palette (rows-of-cells h w 0))
                  (lines-of columns palette (columns-of-cells w w h 0))))))
