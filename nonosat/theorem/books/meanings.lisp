; What the variables of the clauses mean, and what holds if a clause is false.

(in-package "ACL2")
(include-book "moves")
(local (include-book "arithmetic/top" :dir :system))

; The table says what each variable means: (kind a b . set).  Of kind :cell: cell a
; has a value in the set.  Of kind :state: constraint a, after b of its options,
; is in a state in the set.  The table may say anything: if it is wrong, the check
; of the clauses fails.  `states` has the states of each constraint.

(defun-inline kind (d) (declare (xargs :guard t)) (hd d))
(defun-inline a-of (d) (declare (xargs :guard t)) (hd (tl d)))
(defun-inline b-of (d) (declare (xargs :guard t)) (hd (tl (tl d))))
(defun-inline set-of (d) (declare (xargs :guard t)) (tl (tl (tl d))))

(defun value-of (d values states)
  (declare (xargs :guard t :verify-guards nil))
  (if (equal (kind d) :state)
      (nth (b-of d) (nth (a-of d) states))
    (nth (a-of d) values)))

(defun var-true (v table values states)
  (declare (xargs :guard t :verify-guards nil))
  (let ((d (cdr (hons-get v table))))
    (and (consp d)
         (in-set (value-of d values states) (set-of d)))))

(defun lit-true (lit table values states)
  (declare (xargs :guard t :verify-guards nil))
  (if (< 0 (ifix lit))
      (var-true (ifix lit) table values states)
    (not (var-true (- (ifix lit)) table values states))))

(defun clause-true (clause table values states)
  (declare (xargs :guard t :verify-guards nil))
  (if (atom clause)
      nil
    (or (lit-true (car clause) table values states)
        (clause-true (cdr clause) table values states))))

; What holds if no literal of a clause is true: items like those of the table.  A
; variable without a meaning is false.

(defun resolve (clause table)
  (declare (xargs :guard t))
  (if (atom clause)
      nil
    (let* ((lit (ifix (car clause)))
           (d (tl (hons-get (if (< 0 lit) lit (- lit)) table)))
           (rest (resolve (cdr clause) table)))
      (cond ((atom d) (if (< 0 lit) rest (cons '(:cell 0 0 . 0) rest)))
            ((< 0 lit) (cons (list* (kind d) (a-of d) (b-of d) (others (set-of d))) rest))
            (t (cons d rest))))))

(defun items-hold (items values states)
  (declare (xargs :guard t :verify-guards nil))
  (if (atom items)
      t
    (and (in-set (value-of (car items) values states) (set-of (car items)))
         (items-hold (cdr items) values states))))

(defthm items-hold-of-resolve
  (implies (not (clause-true clause table values states))
           (items-hold (resolve clause table) values states)))

; The states of constraint l at a place, and the values of a cell, that items leave.

(defun state-mask (items l place)
  (declare (xargs :guard t))
  (if (atom items)
      -1
    (let ((d (car items)))
      (if (and (equal (b-of d) place) (equal (a-of d) l) (eq (kind d) :state))
          (meet (set-of d) (state-mask (cdr items) l place))
        (state-mask (cdr items) l place)))))

(defun cell-mask (items cell)
  (declare (xargs :guard t))
  (if (atom items)
      -1
    (let ((d (car items)))
      (if (and (equal (a-of d) cell) (eq (kind d) :cell))
          (meet (set-of d) (cell-mask (cdr items) cell))
        (cell-mask (cdr items) cell)))))

(defthm in-set-state-mask
  (implies (items-hold items values states)
           (in-set (nth place (nth l states)) (state-mask items l place))))

(defthm in-set-cell-mask
  (implies (items-hold items values states)
           (in-set (nth cell values) (cell-mask items cell))))

; The places (l . place) at which constraints read a cell, for a quick look: nothing
; follows from them.

(defun add-places (options l place where)
  (declare (xargs :guard (natp place)))
  (if (atom options)
      where
    (let ((cell (cell-of (car options))))
      (add-places (cdr options) l (+ 1 place)
                  (hons-acons cell
                              (cons (cons l place) (tl (hons-get cell where)))
                              where)))))

(defun places-of (constraints l where)
  (declare (xargs :guard (natp l)))
  (if (atom constraints)
      where
    (places-of (cdr constraints) (+ 1 l)
               (add-places (tl (car constraints)) l 0 where))))

(defun range-of-cell (places l range)
  (declare (xargs :guard t))
  (if (atom places)
      range
    (let ((place (nfix (tl (car places)))))
      (range-of-cell (cdr places) l
                     (if (equal (hd (car places)) l)
                         (cons (min (nfix (hd range)) place)
                               (max (nfix (tl range)) (+ 1 place)))
                       range)))))

(defun range-of (items l where range) ; of the places of constraint l that items mention
  (declare (xargs :guard t))
  (if (atom items)
      range
    (let* ((d (car items)) (b (nfix (b-of d))))
      (range-of (cdr items) l where
                (cond ((eq (kind d) :cell)
                       (range-of-cell (tl (hons-get (a-of d) where)) l range))
                      ((equal (a-of d) l)
                       (cons (min (nfix (hd range)) b) (max (nfix (tl range)) b)))
                      (t range))))))
