; Triddlers: triangles in a hexagon, whose sides have any lengths.  A place is
; half a side of a triangle: the triangle at place p of row r covers p to p + 2, and
; points up if r + p is even.  The top side begins at place 1.  Rows grow by half a side
; at their left end as long as they begin at the top left side, and then shrink; so do
; their right ends.
; To be read and trusted, with notation.lisp and problem.lisp.

(in-package "ACL2")
(include-book "notation")
(set-verify-guards-eagerness 0)

(defun row-start (r topleft)
  (if (< r topleft) (- r) (+ 1 r (* -2 topleft))))

(defun row-stop (r top topright)
  (if (< r topright)
      (+ 1 r (* 2 top))
    (- (* 2 (+ top topright)) r)))

(defun triangles-of-row (r place n number) ; n pairs (number row . place), from the left
  (if (zp n)
      nil
    (cons (list* number r place)
          (triangles-of-row r (+ 1 place) (- n 1) (+ 1 number)))))

(defun rows-of-triangles (r rows topleft top topright number)
  (if (zp rows)
      nil
    (let* ((start (row-start r topleft))
           (n (- (row-stop r top topright) start)))
      (cons (triangles-of-row r start n number)
            (rows-of-triangles (+ 1 r) (- rows 1) topleft top topright (+ number n))))))

; Besides the rows, lines run along slashes and backslashes.  They have numbers, too.

(defun slash-of (r place) (floor (+ place r) 2))
(defun backslash-of (r place) (- (ceiling (- place r) 2) 1))

(defun on-slash (k row)
  (cond ((atom row) nil)
        ((equal (slash-of (cadar row) (cddar row)) k) (cons (caar row) (on-slash k (cdr row))))
        (t (on-slash k (cdr row)))))

(defun on-backslash (k row)
  (cond ((atom row) nil)
        ((equal (backslash-of (cadar row) (cddar row)) k)
         (cons (caar row) (on-backslash k (cdr row))))
        (t (on-backslash k (cdr row)))))

(defun slash (k rows) ; from its upper end: in each row from the right
  (if (atom rows) nil (append (on-slash k (reverse (car rows))) (slash k (cdr rows)))))

(defun backslash (k rows)
  (if (atom rows) nil (append (on-backslash k (car rows)) (backslash k (cdr rows)))))

(defun slashes (k n rows)
  (if (zp n) nil (cons (slash k rows) (slashes (+ 1 k) (- n 1) rows))))

(defun backslashes (k n rows)
  (if (zp n) nil (cons (backslash k rows) (backslashes (+ 1 k) (- n 1) rows))))

(defun numbers-of (row)
  (if (atom row) nil (cons (caar row) (numbers-of (cdr row)))))

(defun numbers-of-rows (rows)
  (if (atom rows) nil (cons (numbers-of (car rows)) (numbers-of-rows (cdr rows)))))

(defun count-of (rows)
  (if (atom rows) 0 (+ (len (car rows)) (count-of (cdr rows)))))

(defun all-framed (rows) ; those of a picture stand between two slashes each
  (if (atom rows)
      nil
    (append (butlast (cdr (chars (car rows))) 1) (all-framed (cdr rows)))))

(defun triddler (puzzle)
  (let* ((palette (palette-of puzzle))
         (topleft (field 'topleft puzzle)) (bottomleft (field 'bottomleft puzzle))
         (top (field 'top puzzle)) (topright (field 'topright puzzle))
         (bottom (field 'bottom puzzle)) (bottomright (field 'bottomright puzzle))
         (rows (rows-of-triangles 0 (+ (len topleft) (len bottomleft))
                                  (len topleft) (len top) (len topright) 0)))
    (list (copies (count-of rows) (len palette))
          (givens-of (all-framed (field 'givens puzzle)) palette 0)
          (append (lines-of (append topleft bottomleft) palette (numbers-of-rows rows))
                  (lines-of (append top topright) palette
                            (slashes 0 (+ (len top) (len topright)) rows))
                  (lines-of (append bottom bottomright) palette
                            (backslashes (- (len topleft))
                                         (+ (len bottom) (len bottomright)) rows))))))
