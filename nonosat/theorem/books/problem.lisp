; What it means that values solve a problem.  To be read and trusted, with the page of
; the puzzle's kind (kinds.lisp) and what claims mean (meaning.lisp): nothing else is.
;
; The cells of a problem are numbered from 0, and `values` is the list of their
; values.  A problem is a list of three:
;
;   sizes         for each cell the number of its values, 0 ... size-1
;   givens        pairs (cell . value) that are known
;   constraints   pairs (rule . options): what is read at these options, in
;                 order, satisfies the rule

(in-package "ACL2")
(set-verify-guards-eagerness 0) ; to be read, not to be fast

; An option is a cell, which reads as its value, or a pair (cell . value), which
; reads as 1 if the cell has that value and as 0 if not.

(defun read-at (option values)
  (cond ((atom option) (nth option values))
        ((equal (nth (car option) values) (cdr option)) 1)
        (t 0)))

(defun reading (options values)
  (if (atom options)
      nil
    (cons (read-at (car options) values)
          (reading (cdr options) values))))

; (:runs . clue): the maximal runs of one value other than 0 fit the clue.  A clue
; is a list of blocks (value least most): a run of this value, of at least and at
; most so many cells.

(defun runs (line) ; pairs (value . length), from left to right
  (cond ((atom line) nil)
        ((equal (car line) 0) (runs (cdr line)))
        ((and (consp (cdr line)) (equal (car line) (cadr line)))
         (let ((rest (runs (cdr line)))) ; its first run is one longer
           (cons (cons (caar rest) (+ 1 (cdar rest))) (cdr rest))))
        (t (cons (cons (car line) 1) (runs (cdr line))))))

(defun fits (clue runs)
  (if (atom clue)
      (atom runs)
    (and (consp runs)
         (equal (caar runs) (first (car clue)))
         (<= (second (car clue)) (cdar runs))
         (<= (cdar runs) (third (car clue)))
         (fits (cdr clue) (cdr runs)))))

; (:count least . most): at least and at most so many options read as 1.

(defun ones (line)
  (cond ((atom line) 0)
        ((equal (car line) 1) (+ 1 (ones (cdr line))))
        (t (ones (cdr line)))))

; (:regular . automaton): the automaton accepts.  It is a list of states, each of
; them a pair (final . steps), whose steps are pairs (value . next state); it
; begins in state 0.

(defun accepted (line at automaton)
  (if (atom line)
      (car (nth at automaton))
    (let ((step (assoc-equal (car line) (cdr (nth at automaton)))))
      (and (consp step)
           (accepted (cdr line) (cdr step) automaton)))))

(defun satisfied (rule line)
  (case (car rule)
    (:runs (fits (cdr rule) (runs line)))
    (:count (and (<= (cadr rule) (ones line))
                 (<= (ones line) (cddr rule))))
    (:regular (accepted line 0 (cdr rule)))))

(defun all-satisfied (constraints values)
  (or (atom constraints)
      (and (satisfied (caar constraints) (reading (cdar constraints) values))
           (all-satisfied (cdr constraints) values))))

(defun all-given (givens values)
  (or (atom givens)
      (and (equal (nth (caar givens) values) (cdar givens))
           (all-given (cdr givens) values))))

(defun all-below (sizes values)
  (if (atom sizes)
      (null values)
    (and (consp values)
         (natp (car values))
         (< (car values) (car sizes))
         (all-below (cdr sizes) (cdr values)))))

(defun solves (values problem)
  (and (all-below (first problem) values)
       (all-given (second problem) values)
       (all-satisfied (third problem) values)))
