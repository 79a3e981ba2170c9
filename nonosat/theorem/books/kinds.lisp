; A puzzle of any kind as a problem, and the values in a picture of it.  To be read
; and trusted, with the page of the kind in question.

(in-package "ACL2")
(include-book "nonogram")
(include-book "triddler")
(include-book "mosaic")
(include-book "springs")
(include-book "strips")
(set-verify-guards-eagerness 0)

; A kind without a page here is stated as a problem: (problem (sizes (2 2 3))
; (givens ((0 . 1))) (constraints ((:count 1 . 2) (0 . 1) (1 . 1) (2 . 1)) ...)).
; Then that this is the puzzle has to be trusted.

(defconst *digits* "0123456789abcdefghijklmnopqrstuvwxyz")

(defun stated (puzzle)
  (list (car (field 'sizes puzzle))
        (car (field 'givens puzzle))
        (field 'constraints puzzle)))

(defun problem-of (puzzle)
  (case (car puzzle)
    (nonogram (nonogram puzzle))
    (triddler (triddler puzzle))
    (mosaic (mosaic puzzle))
    (springs (springs puzzle))
    (strips (strips puzzle))
    (problem (stated puzzle))))

(defun picture-of (rows puzzle) ; that of strips has a 1 for each place that is cut out
  (case (car puzzle)
    (triddler (values-of-chars (all-framed rows) (palette-of puzzle)))
    (strips (values-of-chars (all-chars rows) '(#\0 #\1)))
    (problem (values-of-chars (all-chars rows) (chars *digits*)))
    (otherwise (values-of-chars (all-chars rows) (palette-of puzzle)))))

(defun pictures-of (pictures puzzle)
  (if (atom pictures)
      nil
    (cons (picture-of (car pictures) puzzle)
          (pictures-of (cdr pictures) puzzle))))
