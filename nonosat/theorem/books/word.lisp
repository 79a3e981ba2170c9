; The automaton of a clue, and: it accepts the lines whose runs fit the clue.
; Functions are total (`hd`, `tl`), so that they run on whatever a file holds.

(in-package "ACL2")
(include-book "problem")
(local (include-book "arithmetic/top" :dir :system))

(defun-inline hd (x) ; car and cdr of anything
  (declare (xargs :guard t))
  (mbe :logic (car x) :exec (if (consp x) (car x) nil)))

(defun-inline tl (x)
  (declare (xargs :guard t))
  (mbe :logic (cdr x) :exec (if (consp x) (cdr x) nil)))

(defun nth* (n x) ; nth of anything
  (declare (xargs :guard (natp n)))
  (mbe :logic (nth n x)
       :exec (cond ((atom x) nil) ((zp n) (car x)) (t (nth* (- n 1) (cdr x))))))

(defun nthcdr* (n x)
  (declare (xargs :guard (natp n)))
  (mbe :logic (nthcdr n x)
       :exec (if (zp n) x (nthcdr* (- n 1) (tl x)))))

(defun among (x list) ; member-equal of anything
  (declare (xargs :guard t))
  (mbe :logic (member-equal x list)
       :exec (cond ((atom list) nil) ((equal x (car list)) list) (t (among x (cdr list))))))

; The word of a clue has an entry for each state: (colour . exit).  The first
; and the one after each block have colour 0.  A block (c least most) has `most`
; entries of colour c; exit is how many states on its background is, if the block
; may end there, or nil.

(defun exit-of (lo hi)
  (declare (xargs :guard (and (integerp lo) (integerp hi))))
  (and (<= lo 0) (+ 1 (nfix hi))))

(defun block-word (c lo hi rest)
  (declare (xargs :guard (and (integerp lo) (natp hi)) :measure (nfix hi)))
  (if (zp hi)
      rest
    (cons (cons c (exit-of (- lo 1) (- hi 1)))
          (block-word c (- lo 1) (- hi 1) rest))))

(defun clue-p (clue)
  (declare (xargs :guard t))
  (if (atom clue)
      (null clue)
    (let ((block (car clue)))
      (and (true-listp block)
           (equal (len block) 3)
           (posp (first block))
           (posp (second block))
           (posp (third block))
           (clue-p (cdr clue))))))

(defun word (clue)
  (declare (xargs :guard (clue-p clue)))
  (if (atom clue)
      (list '(0))
    (cons '(0)
          (block-word (first (car clue)) (second (car clue)) (third (car clue))
                      (word (cdr clue))))))

(defun colour-at (u) ; of a tail of a word
  (declare (xargs :guard t))
  (and (consp u) (consp (car u)) (car (car u))))

(defun exit-at (u)
  (declare (xargs :guard t))
  (and (consp u) (consp (car u)) (cdr (car u))))

(defun shift (u v) ; how many states on v leads, or nil
  (declare (xargs :guard t))
  (let ((c (colour-at u)) (e (exit-at u)))
    (cond ((or (atom u) (not (natp v))) nil)
          ((and (equal v 0) (equal c 0)) 0)
          ((or (equal v c) (equal c 0))
           (and (equal (colour-at (cdr u)) v) 1))
          ((not (posp e)) nil)
          ((equal v 0) e)
          (t (and (equal (colour-at (nthcdr* (+ 1 e) u)) v) (+ 1 e))))))

(defun final-in (u)
  (declare (xargs :guard t))
  (and (consp u)
       (if (equal (colour-at u) 0)
           (atom (cdr u))
         (and (posp (exit-at u))
              (atom (nthcdr* (+ 1 (exit-at u)) u))))))

; --- the lemma

(defun accepts-tail (u line)
  (declare (xargs :guard t :verify-guards nil :measure (acl2-count line)))
  (if (atom line)
      (final-in u)
    (let ((d (shift u (car line))))
      (and d (accepts-tail (nthcdr d u) (cdr line))))))

; A state as what is still to come: in the background before `clue` (c = 0), or
; in a block of colour c that goes on for lo to hi more cells, with clue after it.

(local
 (defun tail-of (c lo hi clue)
   (if (equal c 0)
       (word clue)
     (cons (cons c (exit-of lo hi)) (block-word c lo hi (word clue))))))

(local
 (defun still-fits (c lo hi clue line)
   (if (equal c 0)
       (fits clue (runs line))
     (and (natp hi)
          (integerp lo)
          (posp c)
          (if (and (consp line) (equal (car line) c))
              (and (fits clue (cdr (runs line)))
                   (<= lo (cdar (runs line)))
                   (<= (cdar (runs line)) hi))
            (and (<= lo 0)
                 (fits clue (runs line))))))))

(local
 (defun ind (c lo hi clue line)
   (declare (xargs :measure (acl2-count line)))
   (if (atom line)
       (list c lo hi clue)
     (let ((v (car line)))
       (cond ((equal v 0) (ind 0 0 0 clue (cdr line)))
             ((equal v c) (ind c (- lo 1) (- hi 1) clue (cdr line)))
             (t (ind v (- (second (car clue)) 1) (- (third (car clue)) 1)
                     (cdr clue) (cdr line))))))))

(local
 (defthm natp-cdar-runs
   (implies (consp (runs line))
            (and (posp (cdar (runs line)))
                 (consp (car (runs line)))))
   :rule-classes ((:type-prescription :corollary
                    (implies (consp (runs line)) (posp (cdar (runs line))))))))

(local
 (defthm runs-of-colour
   (implies (and (consp line) (not (equal (car line) 0)))
            (and (consp (runs line))
                 (equal (caar (runs line)) (car line))))))

(local
 (defthm first-run-is-not-empty
   (implies (and (consp line) (not (equal (car line) 0)))
            (<= 1 (cdar (runs line))))
   :rule-classes :linear))

(local
 (defthm block-word-goes-on
   (implies (and (<= 1 hi) (integerp (+ -1 hi)))
            (equal (block-word c lo hi rest)
                   (cons (cons c (exit-of (- lo 1) (- hi 1)))
                         (block-word c (- lo 1) (- hi 1) rest))))
   :hints (("Goal" :expand (block-word c lo hi rest)))))

(local
 (defthm car-word
   (and (consp (word clue)) (equal (car (word clue)) '(0)))))

(local
 (defthm cdr-word
   (implies (clue-p clue)
            (iff (consp (cdr (word clue))) (consp clue)))))

(local (defthm nthcdr-1 (equal (nthcdr 1 x) (cdr x))))

(local
 (defthm nthcdr-of-cons
   (implies (posp n)
            (equal (nthcdr n (cons a x)) (nthcdr (- n 1) x)))))

(local
 (defun ind2 (n lo hi)
   (if (zp hi) (list n lo) (ind2 (- n 1) (- lo 1) (- hi 1)))))

(local
 (defthm nthcdr-block-word
   (implies (and (natp hi) (natp n) (<= hi n))
            (equal (nthcdr n (block-word c lo hi rest))
                   (nthcdr (- n hi) rest)))
   :hints (("Goal" :induct (ind2 n lo hi)))))

(local
 (defthm other-values-fit-nothing
   (implies (and (clue-p clue) (consp line)
                 (not (equal (car line) 0)) (not (posp (car line))))
            (not (fits clue (runs line))))
   :hints (("Goal" :expand (fits clue (runs line)) :in-theory (disable runs)))))

(local
 (defthm accepts-tail-lemma
   (implies (and (clue-p clue)
                 (or (equal c 0) (and (posp c) (integerp lo) (natp hi))))
            (iff (accepts-tail (tail-of c lo hi clue) line)
                 (still-fits c lo hi clue line)))
   :hints (("Goal" :induct (ind c lo hi clue line) :do-not-induct t
            :expand ((accepts-tail (word clue) line)
                     (:free (a b) (accepts-tail (cons a b) line)))
            :do-not '(generalize fertilize eliminate-destructors)))))

(defthm natp-shift
  (or (natp (shift u v)) (equal (shift u v) nil))
  :rule-classes :type-prescription)

(defthm word-accepts-what-fits
  (implies (clue-p clue)
           (iff (accepts-tail (word clue) line)
                (fits clue (runs line))))
  :hints (("Goal" :use ((:instance accepts-tail-lemma (c 0)))
           :in-theory (disable accepts-tail-lemma accepts-tail word runs fits))))
