; Mosaics: a number counts the black cells in the three by three around it.
; To be read and trusted, with notation.lisp and problem.lisp.

(in-package "ACL2")
(include-book "notation")
(set-verify-guards-eagerness 0)

(defun near (i n) ; i-1, i and i+1, as far as they are from 0 to n-1
  (append (if (< 0 i) (list (- i 1)) nil)
          (list i)
          (if (< (+ 1 i) n) (list (+ 1 i)) nil)))

(defun black-in-row (r columns width)
  (if (atom columns)
      nil
    (cons (cons (+ (* r width) (car columns)) 1)
          (black-in-row r (cdr columns) width))))

(defun black-in (rows columns width)
  (if (atom rows)
      nil
    (append (black-in-row (car rows) columns width)
            (black-in (cdr rows) columns width))))

(defun numbers-of-row (chars r c height width)
  (cond ((atom chars) nil)
        ((equal (car chars) #\?) (numbers-of-row (cdr chars) r (+ 1 c) height width))
        (t (let ((number (digit-char-p (car chars))))
             (cons (cons (list* :count number number)
                         (black-in (near r height) (near c width) width))
                   (numbers-of-row (cdr chars) r (+ 1 c) height width))))))

(defun numbers-of-mosaic (rows r height width)
  (if (atom rows)
      nil
    (append (numbers-of-row (chars (car rows)) r 0 height width)
            (numbers-of-mosaic (cdr rows) (+ 1 r) height width))))

(defun mosaic (puzzle)
  (let* ((rows (field 'rows puzzle)) (h (len rows)) (w (len (chars (car rows)))))
    (list (copies (* h w) 2)
          (givens-of (all-chars (field 'givens puzzle)) '(#\. #\#) 0)
          (numbers-of-mosaic rows 0 h w))))
