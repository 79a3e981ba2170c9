; How clues and pictures are written.  To be read and trusted.

(in-package "ACL2")
(include-book "problem")
(set-verify-guards-eagerness 0)

(defun chars (text) (coerce text 'list))

(defun words (chars separator) ; what stands between separators
  (cond ((atom chars) (list nil))
        ((equal (car chars) separator) (cons nil (words (cdr chars) separator)))
        (t (let ((rest (words (cdr chars) separator)))
             (cons (cons (car chars) (car rest)) (cdr rest))))))

; A palette is a list of characters, that of the background first; a value is the
; number of its character.

(defun place-in (char palette)
  (cond ((atom palette) nil)
        ((equal char (car palette)) 0)
        (t (let ((place (place-in char (cdr palette))))
             (and place (+ 1 place))))))

(defun default-colour (palette) ; of a block that does not name its colour
  (if (equal (len palette) 2)
      1
    (place-in #\# palette)))

; A clue is numbers with spaces between them, such as "3 1", "3r 1b" or "2 ?"; "0"
; is the clue of an empty line.  "?" is a block of any length on a line of n cells.

(defun digits (word)
  (if (and (consp word) (digit-char-p (car word)))
      (cons (digit-char-p (car word)) (digits (cdr word)))
    nil))

(defun number-of (digits so-far)
  (if (atom digits)
      so-far
    (number-of (cdr digits) (+ (* 10 so-far) (car digits)))))

(defun colour (rest palette)
  (if (atom rest) (default-colour palette) (place-in (car rest) palette)))

(defun block-of (word palette n)
  (if (equal (car word) #\?)
      (list (colour (cdr word) palette) 1 n)
    (let ((length (number-of (digits word) 0)))
      (list (colour (nthcdr (len (digits word)) word) palette) length length))))

(defun blocks-of (words palette n)
  (if (atom words)
      nil
    (cons (block-of (car words) palette n)
          (blocks-of (cdr words) palette n))))

(defun clue-of (text palette n)
  (if (equal text "0")
      nil
    (blocks-of (words (chars text) #\Space) palette n)))

; The constraint of a line: the runs of its cells fit its clue.

(defun line-of (text palette cells)
  (cons (cons :runs (clue-of text palette (len cells))) cells))

(defun lines-of (texts palette lines)
  (if (atom texts)
      nil
    (cons (line-of (car texts) palette (car lines))
          (lines-of (cdr texts) palette (cdr lines)))))

; A picture is a list of rows, a character for each cell.

(defun all-chars (rows)
  (if (atom rows)
      nil
    (append (chars (car rows)) (all-chars (cdr rows)))))

(defun values-of-chars (chars palette)
  (if (atom chars)
      nil
    (cons (place-in (car chars) palette)
          (values-of-chars (cdr chars) palette))))

(defun givens-of (chars palette cell) ; "?" stands for a cell that is not given
  (cond ((atom chars) nil)
        ((equal (car chars) #\?) (givens-of (cdr chars) palette (+ 1 cell)))
        (t (cons (cons cell (place-in (car chars) palette))
                 (givens-of (cdr chars) palette (+ 1 cell))))))

(defun copies (n x)
  (if (zp n) nil (cons x (copies (- n 1) x))))

; The fields of a puzzle, which is a list of its kind and fields as in its file:
;
;   (nonogram (rows "2" "1 1") (columns "1" "1" "2"))

(defun field (name puzzle) (cdr (assoc-equal name (cdr puzzle))))

(defun palette-of (puzzle)
  (chars (if (field 'palette puzzle) (car (field 'palette puzzle)) ".#")))

(defun in-steps (step first n) ; n cells: first, first + step, ...
  (if (zp n) nil (cons first (in-steps step (+ first step) (- n 1)))))
