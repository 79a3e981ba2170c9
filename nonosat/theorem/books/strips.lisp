; Strips: the cells of the problem are the places at which a strip can be cut out,
; 1 if it is.  A place is a list of the diagram's cells, each (row . column).
; To be read and trusted, with notation.lisp and problem.lisp.

(in-package "ACL2")
(include-book "notation")
(set-verify-guards-eagerness 0)

(defun across (r c n)
  (if (zp n) nil (cons (cons r c) (across r (+ 1 c) (- n 1)))))

(defun down (r c n)
  (if (zp n) nil (cons (cons r c) (down (+ 1 r) c (- n 1)))))

(defun letter (cell diagram) (nth (cdr cell) (chars (nth (car cell) diagram))))

(defun letters (place diagram)
  (if (atom place)
      nil
    (cons (letter (car place) diagram) (letters (cdr place) diagram))))

(defun wanted (letters strips) ; whether one of the strips reads so, in either direction
  (and (consp strips)
       (or (equal letters (chars (car strips)))
           (equal (reverse letters) (chars (car strips)))
           (wanted letters (cdr strips)))))

(defun across-row (r c n starts)
  (if (not (posp starts)) nil (cons (across r c n) (across-row r (+ 1 c) n (- starts 1)))))

(defun all-across (r n rows width)
  (if (zp rows)
      nil
    (append (across-row r 0 n (- (+ 1 width) n)) (all-across (+ 1 r) n (- rows 1) width))))

(defun down-row (r c n columns)
  (if (zp columns) nil (cons (down r c n) (down-row r (+ 1 c) n (- columns 1)))))

(defun all-down (r n starts width)
  (if (not (posp starts))
      nil
    (append (down-row r 0 n width) (all-down (+ 1 r) n (- starts 1) width))))

(defun places-of-length (n height width) ; a single cell is not both across and down
  (append (all-across 0 n height width)
          (if (equal n 1) nil (all-down 0 n (- (+ 1 height) n) width))))

(defun those-wanted (places strips diagram)
  (cond ((atom places) nil)
        ((wanted (letters (car places) diagram) strips)
         (cons (car places) (those-wanted (cdr places) strips diagram)))
        (t (those-wanted (cdr places) strips diagram))))

(defun those-of-length (n strips)
  (cond ((atom strips) nil)
        ((equal (length (car strips)) n) (cons (car strips) (those-of-length n (cdr strips))))
        (t (those-of-length n (cdr strips)))))

(defun longest (strips)
  (if (atom strips) 0 (max (length (car strips)) (longest (cdr strips)))))

(defun places-from (n lengths strips diagram height width) ; of this many lengths
  (if (not (posp lengths))
      nil
    (append (those-wanted (places-of-length n height width) (those-of-length n strips) diagram)
            (places-from (+ 1 n) (- lengths 1) strips diagram height width))))

(defun area (strips) ; of those of more than one cell
  (cond ((atom strips) 0)
        ((equal (length (car strips)) 1) (area (cdr strips)))
        (t (+ (length (car strips)) (area (cdr strips))))))

(defun places-of-strips (strips diagram height width) ; single cells may remain, if any do
  (append (places-from 2 (- (longest strips) 1) strips diagram height width)
          (if (< (area strips) (* height width)) (places-of-length 1 height width) nil)))

(defun covering (cell places number)
  (cond ((atom places) nil)
        ((member-equal cell (car places))
         (cons (cons number 1) (covering cell (cdr places) (+ 1 number))))
        (t (covering cell (cdr places) (+ 1 number)))))

(defun covered-once (cells places) ; each cell of the diagram
  (if (atom cells)
      nil
    (cons (cons '(:count 1 . 1) (covering (caar cells) places 0))
          (covered-once (cdr cells) places))))

(defun reading-so (strip value places diagram number)
  (cond ((atom places) nil)
        ((wanted (letters (car places) diagram) (list strip))
         (cons (cons number value) (reading-so strip value (cdr places) diagram (+ 1 number))))
        (t (reading-so strip value (cdr places) diagram (+ 1 number)))))

(defun how-many (strip strips) ; are listed, in either direction
  (cond ((atom strips) 0)
        ((wanted (chars (car strips)) (list strip)) (+ 1 (how-many strip (cdr strips))))
        (t (how-many strip (cdr strips)))))

; A strip is cut out as often as it is listed.  Single cells may remain more often:
; at most all others are not among them.

(defun as-often-as-listed (todo done strips places diagram)
  (cond ((atom todo) nil)
        ((wanted (chars (car todo)) done)
         (as-often-as-listed (cdr todo) done strips places diagram))
        (t (let* ((strip (car todo)) (listed (how-many strip strips))
                  (single (reading-so strip 0 places diagram 0)))
             (cons (if (equal (length strip) 1)
                       (cons (list* :count 0 (- (len single) listed)) single)
                     (cons (list* :count listed listed)
                           (reading-so strip 1 places diagram 0)))
                   (as-often-as-listed (cdr todo) (cons strip done) strips places diagram))))))

(defun strips (puzzle)
  (let* ((strips (field 'strips puzzle)) (diagram (field 'diagram puzzle))
         (height (len diagram)) (width (length (car diagram)))
         (places (places-of-strips strips diagram height width)))
    (list (copies (len places) 2)
          nil
          (append (covered-once (places-of-length 1 height width) places)
                  (as-often-as-listed strips nil strips places diagram)))))
