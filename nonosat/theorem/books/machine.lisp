; Every rule as an automaton that reads values: it accepts what satisfies the rule, and
; nothing else.

(in-package "ACL2")
(include-book "word")
(local (include-book "arithmetic/top" :dir :system))

(defun steps-p (steps)
  (declare (xargs :guard t))
  (or (atom steps)
      (and (consp (car steps))
           (natp (cdar steps))
           (steps-p (cdr steps)))))

(defun automaton-p (rows)
  (declare (xargs :guard t))
  (or (atom rows)
      (and (consp (car rows))
           (steps-p (cdar rows))
           (automaton-p (cdr rows)))))

(defun all-pairs (options)
  (declare (xargs :guard t))
  (or (atom options)
      (and (consp (car options))
           (all-pairs (cdr options)))))

(defun rule-p (rule options)
  (declare (xargs :guard t))
  (case (hd rule)
    (:runs (clue-p (tl rule)))
    (:count (and (integerp (hd (tl rule)))
                 (integerp (tl (tl rule)))
                 (all-pairs options)))
    (:regular (automaton-p (tl rule)))))

; A machine is a rule with the clue as a word.  Its states are numbers from 0,
; those of a count how many ones it has read, up to one more than the most.

(defun machine (rule)
  (declare (xargs :guard (implies (eq (hd rule) :runs) (clue-p (tl rule)))))
  (if (eq (hd rule) :runs)
      (cons :runs (word (tl rule)))
    rule))

(defun top (m)
  (declare (xargs :guard t))
  (nfix (+ 1 (ifix (tl (tl m))))))

(defun next (m k v) ; the state after v is read in state k, or nil
  (declare (xargs :guard (natp k)))
  (case (hd m)
    (:runs (let ((d (shift (nthcdr* k (tl m)) v)))
             (and d (+ d (nfix k)))))
    (:count (and (<= (nfix k) (top m))
                 (cond ((equal v 0) (nfix k))
                       ((equal v 1) (min (+ 1 (nfix k)) (top m))))))
    (t (let ((step (hons-assoc-equal v (tl (nth* k (tl m))))))
         (and (natp (tl step)) (tl step))))))

(defun final (m k)
  (declare (xargs :guard (natp k)))
  (case (hd m)
    (:runs (final-in (nthcdr* k (tl m))))
    (:count (and (<= (ifix (hd (tl m))) (nfix k))
                 (<= (nfix k) (ifix (tl (tl m))))))
    (t (and (< k (len (tl m)))
            (hd (nth* k (tl m)))))))

(defun accepts (m k line)
  (declare (xargs :guard t :verify-guards nil :measure (acl2-count line)))
  (if (atom line)
      (final m k)
    (and (next m k (car line))
         (accepts m (next m k (car line)) (cdr line)))))

(defun states (m k line) ; before the line, after one value, ...
  (declare (xargs :guard t :verify-guards nil :measure (acl2-count line)))
  (if (atom line)
      (list k)
    (cons k (states m (next m k (car line)) (cdr line)))))

(defthm natp-next
  (or (natp (next m k v)) (equal (next m k v) nil))
  :rule-classes :type-prescription)

; --- runs

(local
 (defthm nthcdr-of-nthcdr
   (implies (and (natp a) (natp b))
            (equal (nthcdr a (nthcdr b x)) (nthcdr (+ a b) x)))))

(local
 (defthm accepts-runs
   (implies (natp k)
            (equal (accepts (cons :runs w) k line) (accepts-tail (nthcdr k w) line)))
   :hints (("Goal" :induct (accepts (cons :runs w) k line)
            :in-theory (disable shift final-in)))))

; --- counts

(local
 (defun bits (line)
   (or (atom line)
       (and (or (equal (car line) 0) (equal (car line) 1))
            (bits (cdr line))))))

(local
 (defthm bits-of-pairs
   (implies (all-pairs options)
            (bits (reading options values)))))

(local
 (defthm accepts-count
   (implies (and (bits line) (natp k) (integerp least) (integerp most)
                 (<= k (top (list* :count least most))))
            (iff (accepts (list* :count least most) k line)
                 (and (<= least (+ k (ones line)))
                      (<= (+ k (ones line)) most))))
   :hints (("Goal" :induct (accepts (list* :count least most) k line)))))

; --- automata

(local
 (defthm assoc-is-hons-assoc
   (implies (steps-p steps)
            (equal (assoc-equal v steps) (hons-assoc-equal v steps)))))

(local
 (defthm natp-of-step
   (implies (and (steps-p steps) (hons-assoc-equal v steps))
            (and (cdr (hons-assoc-equal v steps))
                 (natp (cdr (hons-assoc-equal v steps)))))))

(local
 (defthm steps-p-of-nth
   (implies (automaton-p rows)
            (steps-p (cdr (nth k rows))))))

(local
 (defthm nth-beyond
   (implies (and (natp k) (<= (len rows) k))
            (equal (nth k rows) nil))))

(local
 (defthm accepts-regular
   (implies (and (automaton-p rows) (natp k))
            (iff (accepts (cons :regular rows) k line)
                 (accepted line k rows)))
   :hints (("Goal" :induct (accepted line k rows) :in-theory (disable nth)))))

(defthm accepts-what-satisfies
  (implies (rule-p rule options)
           (iff (accepts (machine rule) 0 (reading options values))
                (satisfied rule (reading options values))))
  :hints (("Goal" :do-not-induct t
           :in-theory (disable accepts accepted runs fits ones word (word) clue-p reading)
           :use ((:instance accepts-count (k 0) (least (cadr rule)) (most (cddr rule))
                            (line (reading options values)))))))

(in-theory (disable next final accepts states machine rule-p word shift clue-p satisfied))
