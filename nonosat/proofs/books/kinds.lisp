; A puzzle of any kind as a problem, and the values in a picture of it.  To be read
; and trusted, with the page of the kind in question.

(in-package "ACL2")
(include-book "nonogram")
(include-book "triddler")
(include-book "mosaic")
(include-book "springs")
(include-book "strips")
(set-verify-guards-eagerness 0)

(defun problem-of (puzzle)
  (case (car puzzle)
    (nonogram (nonogram puzzle))
    (triddler (triddler puzzle))
    (mosaic (mosaic puzzle))
    (springs (springs puzzle))
    (strips (strips puzzle))))

(defun picture-of (rows puzzle) ; that of strips has a 1 for each place that is cut out
  (case (car puzzle)
    (triddler (values-of-chars (all-framed rows) (palette-of puzzle)))
    (strips (values-of-chars (all-chars rows) '(#\0 #\1)))
    (otherwise (values-of-chars (all-chars rows) (palette-of puzzle)))))

(defun pictures-of (pictures puzzle)
  (if (atom pictures)
      nil
    (cons (picture-of (car pictures) puzzle)
          (pictures-of (cdr pictures) puzzle))))
