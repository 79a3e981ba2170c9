; Sets of states and of values, as bit masks.

(in-package "ACL2")
(local (include-book "arithmetic/top" :dir :system))
(local (include-book "centaur/bitops/ihsext-basics" :dir :system))

(defun in-set (k set)
  (declare (xargs :guard t))
  (logbitp (nfix k) (ifix set)))

(defun meet (a b)
  (declare (xargs :guard t))
  (logand (ifix a) (ifix b)))

(defun join (a b)
  (declare (xargs :guard t))
  (logior (ifix a) (ifix b)))

(defun moved (set d)
  (declare (xargs :guard t))
  (ash (ifix set) (ifix d)))

(defun moved-back (set d)
  (declare (xargs :guard t))
  (ash (ifix set) (- (ifix d))))

(defun single (k)
  (declare (xargs :guard t))
  (ash 1 (nfix k)))

(defun others (set)
  (declare (xargs :guard t))
  (lognot (ifix set)))

(defun below (n) ; the numbers below n
  (declare (xargs :guard t))
  (lognot (ash -1 (nfix n))))

(defthm in-set-meet
  (equal (in-set k (meet a b)) (and (in-set k a) (in-set k b))))

(defthm in-set-join
  (equal (in-set k (join a b)) (or (in-set k a) (in-set k b))))

(defthm in-set-moved
  (implies (and (in-set k a) (in-set k b) (natp k) (natp k2) (equal d (+ (- k) k2)))
           (in-set k2 (moved (meet a b) d))))

(defthm in-set-moved-back
  (implies (and (in-set k2 set) (natp k) (natp k2) (equal d (+ (- k) k2)))
           (in-set k (moved-back set d))))

(defthm in-set-single
  (equal (in-set j (single k)) (equal (nfix j) (nfix k)))
  :hints (("Goal" :cases ((< (nfix j) (nfix k)) (< (nfix k) (nfix j))))))

(defthm in-set-others
  (equal (in-set k (others set)) (not (in-set k set))))

(defthm in-set-below
  (equal (in-set k (below n)) (< (nfix k) (nfix n))))

(defthm in-set-0 (not (in-set k 0)))
(defthm in-set-all (in-set k -1))

(defthm booleanp-in-set (booleanp (in-set k set)) :rule-classes :type-prescription)

(in-theory (disable in-set meet join moved moved-back single others below
                    (in-set) (meet) (join) (moved) (moved-back) (single) (others)))
