; The claim count: how many values solve the problem.  No cell has a value that it
; has in no picture, as a refutation shows.  The ways to satisfy all constraints with these
; values are counted by their tries, in any order of the cells that vary.

(in-package "ACL2")
(include-book "claims")
(include-book "ways")
(local (include-book "arithmetic/top" :dir :system))

(defun entries (constraints seen)
  (declare (xargs :guard t :verify-guards nil))
  (if (atom constraints)
      nil
    (cons (hons (varying (tl (car constraints)) seen)
                (trie 0 (machine (hd (car constraints))) 0 (tl (car constraints)) seen))
          (entries (cdr constraints) seen))))

(defun once (lists)
  (declare (xargs :guard t :verify-guards nil))
  (if (atom lists)
      nil
    (cons (remove-duplicates-equal (car lists)) (once (cdr lists)))))

(defun each-below (values size)
  (declare (xargs :guard t :verify-guards nil))
  (or (atom values)
      (and (natp (car values))
           (< (car values) size)
           (each-below (cdr values) size))))

(defun seen-p (seen sizes)
  (declare (xargs :guard t :verify-guards nil))
  (if (atom sizes)
      (null seen)
    (and (consp seen)
         (consp (car seen))
         (each-below (car seen) (car sizes))
         (seen-p (cdr seen) (cdr sizes)))))

(defun given-seen (givens seen)
  (declare (xargs :guard t :verify-guards nil))
  (or (atom givens)
      (and (equal (nth (caar givens) seen) (list (cdar givens)))
           (given-seen (cdr givens) seen))))

(defun firsts (seen)
  (declare (xargs :guard t))
  (if (atom seen) nil (cons (hd (car seen)) (firsts (cdr seen)))))

(defun covered (cell seen order) ; by its one value, or by the order
  (declare (xargs :guard t :verify-guards nil :measure (acl2-count seen)))
  (or (atom seen)
      (and (or (atom (cdar seen)) (member-equal cell order))
           (covered (+ 1 cell) (cdr seen) order))))

(defun counted (schedule)
  (declare (xargs :guard t :verify-guards nil))
  (ways (values-of-first schedule) (entries-of-first schedule) schedule))

(defun count-checked (problem pictures number order formula table)
  (declare (xargs :guard t :verify-guards nil))
  (let* ((sizes (first problem))
         (seen (hons-copy (once (all-seen 0 sizes pictures))))
         (entries (entries (third problem) seen))
         (schedule (hons-copy (schedule order entries seen))))
    (and (all-solve pictures problem)
         (seen-p seen sizes)
         (given-seen (second problem) seen)
         (nat-listp order)
         (cells-below order (len sizes))
         (covered 0 seen order)
         (all-done (left-over order entries))
         (schedule-p schedule)
         (check problem (list (unseen 0 sizes seen)) formula table)
         (equal (counted schedule) number))))

; What fits all tries are the solutions.

(defthm all-fit-entries
  (implies (and (constraints-p constraints (len values))
                (all-member values seen))
           (iff (all-fit (entries constraints seen) values)
                (all-satisfied constraints values)))
  :hints (("Goal" :induct (len constraints)
           :in-theory (disable trie varying options-p))))

(local
 (defun first-bad (values seen)
   (cond ((atom values) 0)
         ((and (natp (car values)) (member-equal (car values) (car seen)))
          (+ 1 (first-bad (cdr values) (cdr seen))))
         (t 0))))

(local
 (defthm first-bad-is-bad
   (implies (and (true-listp values) (equal (len values) (len seen))
                 (not (all-member values seen)))
            (and (< (first-bad values seen) (len values))
                 (not (and (natp (nth (first-bad values seen) values))
                           (member-equal (nth (first-bad values seen) values)
                                         (nth (first-bad values seen) seen))))))
   :rule-classes nil))

(local
 (defun first-other (a b)
   (cond ((atom a) 0)
         ((equal (car a) (car b)) (+ 1 (first-other (cdr a) (cdr b))))
         (t 0))))

(local
 (defthm first-other-is-other
   (implies (and (true-listp a) (true-listp b) (equal (len a) (len b)) (not (equal a b)))
            (and (< (first-other a b) (len a))
                 (not (equal (nth (first-other a b) a) (nth (first-other a b) b)))))
   :rule-classes nil))

(local
 (defthm len-when-seen-p
   (implies (seen-p seen sizes) (equal (len seen) (len sizes)))
   :rule-classes nil))

(local (defthm len-firsts (equal (len (firsts seen)) (len seen))))

(local
 (defthm nth-of-firsts
   (equal (nth c (firsts seen)) (car (nth c seen)))))

(local
 (defthm len-copied
   (implies (and (cells-below cells (len to)) (nat-listp cells))
            (equal (len (copied cells from to)) (len to)))))

(local
 (defthm true-listp-copied
   (implies (true-listp to) (true-listp (copied cells from to)))))

(local
 (defthm len-when-all-member
   (implies (all-member values seen)
            (and (equal (len values) (len seen)) (true-listp values)))
   :rule-classes :forward-chaining))

(local
 (defun ind-covered (n cell seen)
   (if (atom seen) (list n cell) (ind-covered (- n 1) (+ 1 cell) (cdr seen)))))

(local
 (defthm covered-means
   (implies (and (covered cell seen order) (natp cell) (natp n) (< n (len seen))
                 (not (member-equal (+ cell n) order)))
            (atom (cdr (nth n seen))))
   :rule-classes nil
   :hints (("Goal" :induct (ind-covered n cell seen)))))

(local
 (defthm member-of-one
   (implies (and (member-equal v list) (atom (cdr list))) (equal (car list) v))
   :rule-classes nil))

(local
 (defthm natp-first
   (implies (and (seen-p seen sizes) (natp n) (< n (len seen)))
            (and (natp (car (nth n seen))) (consp (nth n seen))))
   :rule-classes nil))

(local
 (defthm among-when-all-member
   (implies (and (all-member values seen) (cells-below cells (len seen)))
            (all-among cells values seen))
   :hints (("Goal" :induct (len cells) :in-theory (disable nth)))))

(local
 (defthm among-means
   (implies (and (all-among cells values seen) (member-equal c cells))
            (member-equal (nth c values) (nth c seen)))
   :rule-classes nil))

(local
 (defthm natp-member
   (implies (and (seen-p seen sizes) (member-equal v (nth n seen)))
            (natp v))
   :rule-classes nil))

(local
 (defthm copied-when-all-member
   (implies (and (all-member values seen) (covered 0 seen order) (nat-listp order)
                 (cells-below order (len seen)))
            (equal (copied order values (firsts seen)) values))
   :rule-classes nil
   :hints (("Goal" :do-not-induct t
            :in-theory (disable nth all-member covered)
            :use ((:instance first-other-is-other
                   (a values) (b (copied order values (firsts seen))))
                  (:instance covered-means (cell 0)
                   (n (first-other values (copied order values (firsts seen)))))
                  (:instance member-of-one
                   (v (nth (first-other values (copied order values (firsts seen))) values))
                   (list (nth (first-other values (copied order values (firsts seen))) seen))))))))

(local
 (defthm all-member-when-copied
   (implies (and (seen-p seen sizes) (nat-listp order) (cells-below order (len seen))
                 (equal values (copied order values (firsts seen)))
                 (all-among order values seen))
            (all-member values seen))
   :rule-classes nil
   :hints (("Goal" :do-not-induct t
            :in-theory (disable nth all-member covered)
            :use ((:instance first-bad-is-bad)
                  (:instance len-copied (cells order) (from values) (to (firsts seen)))
                  (:instance nth-of-copied (cells order) (from values) (to (firsts seen))
                             (c (first-bad values seen)))
                  (:instance natp-first (n (first-bad values seen)))
                  (:instance natp-member (n (first-bad values seen))
                             (v (nth (first-bad values seen) values)))
                  (:instance among-means (cells order) (c (first-bad values seen))))))))

(local
 (defthm each-below-means
   (implies (and (each-below list size) (member-equal v list))
            (and (natp v) (< v size)))
   :rule-classes nil))

(local
 (defun ind-below (seen sizes values)
   (if (atom sizes) (list seen values) (ind-below (cdr seen) (cdr sizes) (cdr values)))))

(local
 (defthm all-below-when-all-member
   (implies (and (all-member values seen) (seen-p seen sizes))
            (all-below sizes values))
   :hints (("Goal" :induct (ind-below seen sizes values))
           ("Subgoal *1/2" :use (:instance each-below-means
                                 (v (car values)) (list (car seen)) (size (car sizes)))))))

(local
 (defun ind-given (c values seen)
   (if (zp c) (list values seen) (ind-given (- c 1) (cdr values) (cdr seen)))))

(local
 (defthm given-means
   (implies (and (all-member values seen) (natp c) (equal (nth c seen) (list v)))
            (equal (nth c values) v))
   :rule-classes nil
   :hints (("Goal" :induct (ind-given c values seen)))))

(local
 (defthm all-given-when-all-member
   (implies (and (all-member values seen) (given-seen givens seen) (givens-p givens))
            (all-given givens values))
   :hints (("Goal" :induct (len givens) :in-theory (disable nth all-member))
           ("Subgoal *1/1" :use (:instance given-means (c (caar givens)) (v (cdar givens)))))))

(local
 (defthm true-listp-when-below
   (implies (all-below sizes values) (true-listp values))
   :rule-classes nil))

(local
 (defthm all-member-when-solves
   (implies (and (solves values problem) (problem-p problem) (seen-p seen (first problem))
                 (check problem (list (unseen 0 (first problem) seen)) formula table)
                 (not (lrat::satisfiable formula)))
            (all-member values seen))
   :rule-classes nil
   :hints (("Goal" :do-not-induct t
            :in-theory (disable nth all-member unseen all-given all-satisfied check)
            :use ((:instance first-bad-is-bad)
                  (:instance len-when-seen-p (sizes (first problem)))
                  (:instance len-when-below (sizes (first problem)))
                  (:instance true-listp-when-below (sizes (first problem)))
                  (:instance nth-below (n (first-bad values seen)) (sizes (first problem)))
                  (:instance unseen-is-right (cell 0) (n (first-bad values seen))
                             (sizes (first problem)))
                  (:instance solution-is-a-model (added (list (unseen 0 (first problem) seen)))))))))

(local
 (defun listed-solutions (order entries seen)
   (let ((schedule (schedule order entries seen)))
     (listed (values-of-first schedule) (entries-of-first schedule) schedule (firsts seen)))))

(local
 (defthm within-of-its-first
   (implies (schedule-p schedule)
            (within (entries-of-first schedule) (cells-of schedule)))))

(local
 (defthm consp-schedule
   (equal (consp (schedule order entries seen)) (consp order))))

(local
 (defthm member-of-solutions
   (implies (and (schedule-p (schedule order entries seen)) (nat-listp order)
                 (all-done (left-over order entries)))
            (iff (member-equal x (listed-solutions order entries seen))
                 (and (equal x (copied order x (firsts seen)))
                      (all-among order x seen)
                      (all-fit entries x))))
   :rule-classes nil
   :hints (("Goal" :do-not-induct t :cases ((consp order) (equal order nil))
            :in-theory (disable listed copied all-among all-fit schedule schedule-p
                                later-fit-schedule member-of-listed firsts
                                within-of-its-first cell-of-first values-of-first
                                entries-of-first)
            :expand ((later-fit (schedule order entries seen) x) (later-fit nil x) (all-fit nil x)
                     (schedule nil entries seen) (all-among nil x seen))
            :use ((:instance within-of-its-first (schedule (schedule order entries seen)))
                  (:instance later-fit-schedule (values x))
                  (:instance member-of-listed
                   (schedule (schedule order entries seen))
                   (values (values-of-first (schedule order entries seen)))
                   (entries (entries-of-first (schedule order entries seen)))
                   (base (firsts seen))))))))

(local
 (defthm entries-when-they-fit
   (implies (and (all-member x seen) (constraints-p constraints (len seen))
                 (all-fit (entries constraints seen) x))
            (all-satisfied constraints x))
   :rule-classes nil
   :hints (("Goal" :use (:instance all-fit-entries (values x))
            :in-theory (disable all-member entries constraints-p all-fit all-satisfied)))))

; The solutions are in this list, and each once.

(local
 (defun those-that-solve (lists problem)
   (cond ((atom lists) nil)
         ((solves (car lists) problem) (cons (car lists) (those-that-solve (cdr lists) problem)))
         (t (those-that-solve (cdr lists) problem)))))

(local
 (defthm how-many-those-are
   (equal (how-many-solve lists problem) (len (those-that-solve lists problem)))
   :hints (("Goal" :in-theory (disable solves)))))

(local
 (defthm member-of-those
   (iff (member-equal x (those-that-solve lists problem))
        (and (member-equal x lists) (solves x problem)))
   :hints (("Goal" :in-theory (disable solves)))))

(local
 (defthm no-duplicates-those
   (implies (no-duplicatesp-equal lists)
            (no-duplicatesp-equal (those-that-solve lists problem)))
   :hints (("Goal" :in-theory (disable solves)))))

(local
 (defthm member-append
   (iff (member-equal x (append a b)) (or (member-equal x a) (member-equal x b)))))

(local
 (defthm member-before-each
   (iff (member-equal x (before-each v lists))
        (and (consp x) (equal (car x) v) (member-equal (cdr x) lists)))))

(local
 (defthm member-each-before
   (implies (natp n)
            (iff (member-equal x (each-before n lists))
                 (and (consp x) (natp (car x)) (< (car x) n) (member-equal (cdr x) lists))))
   :hints (("Goal" :induct (each-before n lists)))))

(local
 (defthm member-all-values
   (implies (and (all-below sizes x) (nat-listp sizes)) (member-equal x (all-values sizes)))))

(local
 (defun apart (a b)
   (or (atom a) (and (not (member-equal (car a) b)) (apart (cdr a) b)))))

(local
 (defthm no-duplicates-append
   (implies (and (no-duplicatesp-equal a) (no-duplicatesp-equal b) (apart a b))
            (no-duplicatesp-equal (append a b)))))

(local
 (defthm no-duplicates-before-each
   (implies (no-duplicatesp-equal lists) (no-duplicatesp-equal (before-each v lists)))))

(local
 (defun all-begin-below (n lists)
   (or (atom lists) (and (< (caar lists) n) (all-begin-below n (cdr lists))))))

(local
 (defthm apart-by-their-first
   (implies (all-begin-below n a) (apart a (before-each n b)))))

(local
 (defthm all-begin-below-append
   (equal (all-begin-below n (append a b))
          (and (all-begin-below n a) (all-begin-below n b)))))

(local
 (defthm all-begin-below-before-each
   (implies (< v n) (all-begin-below n (before-each v lists)))))

(local
 (defthm all-begin-below-each-before
   (implies (and (natp n) (natp k) (<= n k)) (all-begin-below k (each-before n lists)))
   :hints (("Goal" :induct (each-before n lists)))))

(local
 (defthm no-duplicates-each-before
   (implies (and (natp n) (no-duplicatesp-equal lists))
            (no-duplicatesp-equal (each-before n lists)))))

(local
 (defthm no-duplicates-all-values
   (implies (nat-listp sizes) (no-duplicatesp-equal (all-values sizes)))))

(local
 (defun ind-remove (a b)
   (if (atom a) b (ind-remove (cdr a) (remove1-equal (car a) b)))))

(local
 (defthm len-remove1
   (equal (len (remove1-equal x b)) (if (member-equal x b) (- (len b) 1) (len b)))))

(local
 (defthm member-remove1
   (implies (not (equal x y)) (iff (member-equal x (remove1-equal y b)) (member-equal x b)))))

(local
 (defthm subset-remove1
   (implies (and (subsetp-equal a b) (not (member-equal x a)))
            (subsetp-equal a (remove1-equal x b)))))

(local
 (defthm fewer-in-a-subset
   (implies (and (no-duplicatesp-equal a) (subsetp-equal a b))
            (<= (len a) (len b)))
   :rule-classes nil
   :hints (("Goal" :induct (ind-remove a b)))))

(local
 (defun-sk same-members (a b)
   (forall x (iff (member-equal x a) (member-equal x b)))))

(local (in-theory (disable same-members)))

(local
 (defthm subset-when-same
   (implies (and (same-members a b) (subsetp-equal c a)) (subsetp-equal c b))
   :hints (("Goal" :induct (len c))
           ("Subgoal *1/1" :use (:instance same-members-necc (x (car c)))))))

(local
 (defthm subset-when-same-2
   (implies (and (same-members a b) (subsetp-equal c b)) (subsetp-equal c a))
   :hints (("Goal" :induct (len c))
           ("Subgoal *1/1" :use (:instance same-members-necc (x (car c)))))))

(local
 (defthm subsetp-cons
   (implies (subsetp-equal a b) (subsetp-equal a (cons x b)))))

(local (defthm subsetp-itself (subsetp-equal x x)))

(local
 (defthm as-many
   (implies (and (same-members a b) (no-duplicatesp-equal a) (no-duplicatesp-equal b))
            (equal (len a) (len b)))
   :rule-classes nil
   :hints (("Goal" :do-not-induct t
            :use (fewer-in-a-subset (:instance fewer-in-a-subset (a b) (b a)))))))

; The theorem.

(local
 (defthm values-of-first-differ
   (implies (schedule-p schedule) (no-duplicatesp-equal (values-of-first schedule)))
   :hints (("Goal" :expand (schedule-p schedule)))))

(local
 (defthm solutions-once
   (implies (schedule-p (schedule order entries seen))
            (no-duplicatesp-equal (listed-solutions order entries seen)))
   :hints (("Goal" :in-theory (disable schedule listed firsts schedule-p values-of-first
                                       entries-of-first no-duplicatesp-equal)))))

(local
 (defthm so-many-are-listed
   (equal (len (listed-solutions order entries seen))
          (counted (schedule order entries seen)))
   :hints (("Goal" :in-theory (disable schedule listed firsts)))))

(local
 (defthm seen-and-fitting-is-solving
   (implies (and (count-checked problem pictures number order formula table)
                 (not (lrat::satisfiable formula)))
            (let* ((seen (once (all-seen 0 (first problem) pictures)))
                   (entries (entries (third problem) seen)))
              (iff (solves x problem)
                   (member-equal x (listed-solutions order entries seen)))))
   :rule-classes nil
   :hints (("Goal" :do-not-induct t
            :in-theory (disable all-solve seen-p given-seen cells-below covered left-over all-done
                                schedule schedule-p check unseen counted all-seen once entries
                                listed-solutions all-below all-satisfied all-given all-member
                                all-fit all-among copied firsts constraints-p givens-p)
            :use ((:instance check (added (list (unseen 0 (first problem)
                                                        (once (all-seen 0 (first problem) pictures))))))
                  (:instance len-when-seen-p (sizes (first problem))
                             (seen (once (all-seen 0 (first problem) pictures))))
                  (:instance all-member-when-solves (values x)
                             (seen (once (all-seen 0 (first problem) pictures))))
                  (:instance copied-when-all-member (values x)
                             (seen (once (all-seen 0 (first problem) pictures))))
                  (:instance all-member-when-copied (values x) (sizes (first problem))
                             (seen (once (all-seen 0 (first problem) pictures))))
                  (:instance entries-when-they-fit (constraints (third problem))
                             (seen (once (all-seen 0 (first problem) pictures))))
                  (:instance among-when-all-member (values x) (cells order)
                             (seen (once (all-seen 0 (first problem) pictures))))
                  (:instance member-of-solutions
                             (seen (once (all-seen 0 (first problem) pictures)))
                             (entries (entries (third problem)
                                               (once (all-seen 0 (first problem) pictures))))))))))

(local
 (defthm same-solutions
   (implies (and (count-checked problem pictures number order formula table)
                 (not (lrat::satisfiable formula)))
            (let* ((seen (once (all-seen 0 (first problem) pictures)))
                   (entries (entries (third problem) seen)))
              (same-members (those-that-solve (all-values (first problem)) problem)
                            (listed-solutions order entries seen))))
   :rule-classes nil
   :hints (("Goal" :do-not-induct t
            :in-theory (disable all-solve seen-p given-seen cells-below covered left-over all-done
                                schedule schedule-p unseen counted all-seen once entries
                                listed-solutions all-below all-satisfied all-given
                                all-values those-that-solve constraints-p givens-p
                                clauses-shown some-line-is-impossible)
            :expand ((:free (a b) (same-members a b)))
            :use ((:instance seen-and-fitting-is-solving
                   (x (same-members-witness
                       (those-that-solve (all-values (first problem)) problem)
                       (listed-solutions order
                                         (entries (third problem)
                                                  (once (all-seen 0 (first problem) pictures)))
                                         (once (all-seen 0 (first problem) pictures)))))))))))

(defthm so-many-solve
  (implies (and (count-checked problem pictures number order formula table)
                (not (lrat::satisfiable formula)))
           (and (all-solve pictures problem)
                (equal (how-many-solve (all-values (first problem)) problem) number)))
  :rule-classes nil
  :hints (("Goal" :do-not-induct t
           :in-theory (disable all-solve seen-p given-seen cells-below covered left-over all-done
                               schedule schedule-p unseen all-seen once entries counted
                               listed-solutions all-values those-that-solve constraints-p givens-p
                               clauses-shown some-line-is-impossible)
           :use (same-solutions
                 (:instance as-many
                  (a (those-that-solve (all-values (first problem)) problem))
                  (b (listed-solutions order
                                       (entries (third problem)
                                                (once (all-seen 0 (first problem) pictures)))
                                       (once (all-seen 0 (first problem) pictures)))))))))
