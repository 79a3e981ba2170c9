; What the claims on a puzzle mean.  To be read and trusted, with kinds.lisp.
;
; A claim is a list of its name, a puzzle, pictures, and what else it says:
;
;   (exactly PUZZLE PICTURES)                     these, which differ, are all solutions
;   (several PUZZLE PICTURES)                     these, which differ, are some
;   (certain PUZZLE PICTURES)                     what varies, varies in these
;   (givens PUZZLE PICTURES (cells CELL ...))     the first picture is the only solution
;                                                 with its values at these cells, and at
;                                                 fewer cells that is never so
;   (repair PUZZLE PICTURES (changes CHANGE ...)) changed so, the first picture is the only
;                                                 one with its clues, and after fewer
;                                                 changes that is never so
;   (count PUZZLE PICTURES (number N))            there are N solutions

(in-package "ACL2")
(include-book "kinds")
(set-verify-guards-eagerness 0)

(defun all-solve (pictures problem)
  (or (atom pictures)
      (and (solves (car pictures) problem)
           (all-solve (cdr pictures) problem))))

(defun seen-in (cell pictures) ; the values that the cell has
  (if (atom pictures)
      nil
    (cons (nth cell (car pictures))
          (seen-in cell (cdr pictures)))))

(defun agree-at (cells a b)
  (or (atom cells)
      (and (equal (nth (car cells) a) (nth (car cells) b))
           (agree-at (cdr cells) a b))))

(defun cells-below (cells n)
  (or (atom cells)
      (and (natp (car cells))
           (< (car cells) n)
           (cells-below (cdr cells) n))))

(defun-sk another-with (cells picture problem)
  (exists another
    (and (solves another problem)
         (agree-at cells another picture)
         (not (equal another picture)))))

; A problem asks for a picture if its constraints are as the picture has them: the runs
; of each line, with their exact lengths, and each number.  Nothing is given.

(defun blocks-of-runs (runs)
  (if (atom runs)
      nil
    (cons (list (caar runs) (cdar runs) (cdar runs))
          (blocks-of-runs (cdr runs)))))

(defun rule-asking-for (rule line)
  (case (car rule)
    (:runs (cons :runs (blocks-of-runs (runs line))))
    (:count (list* :count (ones line) (ones line)))))

(defun constraints-asking-for (constraints values)
  (if (atom constraints)
      nil
    (cons (cons (rule-asking-for (caar constraints) (reading (cdar constraints) values))
                (cdar constraints))
          (constraints-asking-for (cdr constraints) values))))

(defun asking-for (values problem)
  (list (first problem) nil (constraints-asking-for (third problem) values)))

; Changes are pairs (cell . value), each to another value.

(defun changed (changes values)
  (if (atom changes)
      values
    (update-nth (caar changes) (cdar changes) (changed (cdr changes) values))))

(defun changes-p (changes values sizes)
  (if (atom changes)
      (null changes)
    (and (natp (caar changes))
         (< (caar changes) (len values))
         (natp (cdar changes))
         (< (cdar changes) (nth (caar changes) sizes))
         (not (equal (cdar changes) (nth (caar changes) values)))
         (changes-p (cdr changes) values sizes))))

; Of all values that the sizes allow, some solve the problem.

(defun before-each (value lists)
  (if (atom lists)
      nil
    (cons (cons value (car lists))
          (before-each value (cdr lists)))))

(defun each-before (n lists) ; each value below n before each list
  (if (zp n)
      nil
    (append (each-before (- n 1) lists)
            (before-each (- n 1) lists))))

(defun all-values (sizes)
  (if (atom sizes)
      (list nil)
    (each-before (car sizes) (all-values (cdr sizes)))))

(defun how-many-solve (lists problem)
  (cond ((atom lists) 0)
        ((solves (car lists) problem) (+ 1 (how-many-solve (cdr lists) problem)))
        (t (how-many-solve (cdr lists) problem))))

; What a claim says of any values, any cell, and any fewer cells or changes.

(defun holds (claim values cell fewer)
  (let* ((puzzle (second claim))
         (problem (problem-of puzzle))
         (pictures (pictures-of (third claim) puzzle))
         (said (fourth claim)))
    (case (first claim)
      (exactly (and (no-duplicatesp-equal pictures)
                    (iff (solves values problem)
                         (member-equal values pictures))))
      (several (and (all-solve pictures problem)
                    (no-duplicatesp-equal pictures)
                    (<= 2 (len pictures))))
      (certain (and (all-solve pictures problem)
                    (implies (and (solves values problem)
                                  (natp cell) (< cell (len values)))
                             (member-equal (nth cell values) (seen-in cell pictures)))))
      (count (and (all-solve pictures problem)
                  (equal (how-many-solve (all-values (first problem)) problem)
                         (second said))))
      (givens (let ((picture (first pictures)) (cells (rest said)))
                (and (solves picture problem)
                     (implies (and (solves values problem)
                                   (agree-at cells values picture))
                              (equal values picture))
                     (implies (and (cells-below fewer (len picture))
                                   (< (len fewer) (len cells)))
                              (another-with fewer picture problem)))))
      (repair (let* ((picture (first pictures)) (changes (rest said))
                     (repaired (changed changes picture)))
                (and (solves picture problem)
                     (changes-p changes picture (first problem))
                     (iff (solves values (asking-for repaired problem))
                          (equal values repaired))
                     (implies (and (changes-p fewer picture (first problem))
                                   (< (len fewer) (len changes)))
                              (another-with nil (changed fewer picture)
                                            (asking-for (changed fewer picture) problem)))))))))
