; The check of all clauses: whoever solves the problem, and satisfies what the claim
; adds, satisfies every clause.

(in-package "ACL2")
(include-book "sweep")
(local (include-book "arithmetic/top" :dir :system))

; What a claim adds is a list of clauses: lists of pairs (cell . set), one of whose
; cells has a value in its set.

(defun some-in (clause values)
  (declare (xargs :guard t :verify-guards nil))
  (if (atom clause)
      nil
    (or (in-set (nth (caar clause) values) (cdar clause))
        (some-in (cdr clause) values))))

(defun all-some-in (added values)
  (declare (xargs :guard t :verify-guards nil))
  (or (atom added)
      (and (some-in (car added) values)
           (all-some-in (cdr added) values))))

; The items exclude each pair of such a clause, in its order.

(defun excluded (items clause)
  (declare (xargs :guard t))
  (cond ((atom clause) t)
        ((atom items) nil)
        ((and (eq (kind (car items)) :cell)
              (equal (a-of (car items)) (hd (car clause)))
              (equal (meet (set-of (car items)) (tl (car clause))) 0))
         (excluded (cdr items) (cdr clause)))
        (t (excluded (cdr items) clause))))

(local
 (defthm meet-is-not-empty
   (implies (and (in-set x a) (in-set x b))
            (not (equal (meet a b) 0)))
   :hints (("Goal" :use ((:instance in-set-meet (k x)))))))

(local
 (defthm excluded-is-right
   (implies (and (excluded items clause)
                 (items-hold items values states))
            (not (some-in clause values)))
   :hints (("Goal" :induct (excluded items clause)))))

(defun one-excluded (items added)
  (declare (xargs :guard t))
  (and (consp added)
       (or (excluded items (car added))
           (one-excluded items (cdr added)))))

(local
 (defthm one-excluded-is-right
   (implies (and (one-excluded items added)
                 (items-hold items values states))
            (not (all-some-in added values)))))

; The items leave some cell no value.

(defun a-cell-shows (todo items domains)
  (declare (xargs :guard t))
  (and (consp todo)
       (or (and (eq (kind (car todo)) :cell)
                (let ((cell (nfix (a-of (car todo)))))
                  (and (< cell (len domains))
                       (equal (meet (cell-mask items cell) (nth* cell domains)) 0))))
           (a-cell-shows (cdr todo) items domains))))

(local
 (defthm in-set-nth
   (implies (and (all-in values domains) (natp c) (< c (len domains)))
            (in-set (nth c values) (nth c domains)))))

(local
 (defthm some-value-is-left
   (implies (and (all-in values domains) (items-hold items values states)
                 (natp c) (< c (len domains)))
            (not (equal (meet (cell-mask items c) (nth c domains)) 0)))
   :hints (("Goal" :in-theory (disable nth all-in items-hold meet-is-not-empty)
            :use ((:instance meet-is-not-empty (x (nth c values))
                             (a (cell-mask items c)) (b (nth c domains))))))))

(local
 (defthm a-cell-shows-is-right
   (implies (and (all-in values domains)
                 (items-hold items values states))
            (not (a-cell-shows todo items domains)))
   :hints (("Goal" :in-theory (disable nth all-in items-hold)))))

; One of the constraints shows that the items cannot hold: that of an item, or one
; through its cell.

(defun one-of-lines-shows (places items infos where)
  (declare (xargs :guard t))
  (and (consp places)
       (or (line-shows items (hd (car places)) infos where)
           (one-of-lines-shows (cdr places) items infos where))))

(defun a-line-shows (todo items infos where)
  (declare (xargs :guard t))
  (and (consp todo)
       (or (if (eq (kind (car todo)) :cell)
               (one-of-lines-shows (tl (hons-get (a-of (car todo)) where)) items infos where)
             (line-shows items (a-of (car todo)) infos where))
           (a-line-shows (cdr todo) items infos where))))

(local
 (defthm one-of-lines-shows-is-right
   (implies (and (constraints-p constraints (len values))
                 (all-satisfied constraints values)
                 (all-in values domains)
                 (items-hold items values (states-of constraints values)))
            (not (one-of-lines-shows places items (infos-of constraints domains) where)))
   :hints (("Goal" :induct (true-listp places)
            :in-theory (disable constraints-p all-satisfied all-in items-hold)))))

(local
 (defthm a-line-shows-is-right
   (implies (and (constraints-p constraints (len values))
                 (all-satisfied constraints values)
                 (all-in values domains)
                 (items-hold items values (states-of constraints values)))
            (not (a-line-shows todo items (infos-of constraints domains) where)))
   :hints (("Goal" :induct (true-listp todo)
            :in-theory (disable constraints-p all-satisfied all-in items-hold)))))

(defun some-line-is-impossible (l infos where)
  (declare (xargs :guard (natp l)))
  (and (not (zp l))
       (or (line-shows nil (- l 1) infos where)
           (some-line-is-impossible (- l 1) infos where))))

(defthm no-line-is-impossible
  (implies (and (constraints-p constraints (len values))
                (all-satisfied constraints values)
                (all-in values domains))
           (not (some-line-is-impossible l (infos-of constraints domains) where)))
  :hints (("Goal" :induct (some-line-is-impossible l (infos-of constraints domains) where)
           :in-theory (disable constraints-p all-satisfied all-in))))

; All clauses: those that the claim adds are tried in their order first.

(defun items-shown (items infos domains where added)
  (declare (xargs :guard t))
  (or (a-line-shows items items infos where)
      (a-cell-shows items items domains)
      (one-excluded items added)))

(defun clauses-shown (formula table infos domains where todo added)
  (declare (xargs :guard t))
  (cond ((atom formula) t)
        ((eq (tl (car formula)) :deleted)
         (clauses-shown (cdr formula) table infos domains where todo added))
        (t (let* ((items (resolve (tl (car formula)) table))
                  (next (and (consp todo) (excluded items (car todo)))))
             (and (or next (items-shown items infos domains where added))
                  (clauses-shown (cdr formula) table infos domains where
                                 (if next (cdr todo) todo) added))))))

(local
 (defthm items-shown-is-right
   (implies (and (constraints-p constraints (len values))
                 (all-satisfied constraints values)
                 (all-in values domains)
                 (all-some-in added values)
                 (items-hold items values (states-of constraints values)))
            (not (items-shown items (infos-of constraints domains) domains where added)))
   :hints (("Goal" :in-theory (disable constraints-p all-satisfied all-in items-hold
                                       a-line-shows a-cell-shows)))))

(defthm clauses-shown-is-right
  (implies (and (constraints-p constraints (len values))
                (all-satisfied constraints values)
                (all-in values domains)
                (all-some-in added values)
                (all-some-in todo values)
                (clauses-shown formula table (infos-of constraints domains) domains where
                               todo added)
                (member-equal pair formula)
                (not (equal (cdr pair) :deleted)))
           (clause-true (cdr pair) table values (states-of constraints values)))
  :hints (("Goal" :induct (clauses-shown formula table (infos-of constraints domains)
                                         domains where todo added)
           :do-not-induct t
           :in-theory (disable constraints-p all-satisfied all-in items-hold items-shown
                               clause-true some-in resolve items-hold-of-resolve))
          ("Subgoal *1/3" :use ((:instance items-hold-of-resolve (clause (cdr pair))
                                           (states (states-of constraints values)))))))
