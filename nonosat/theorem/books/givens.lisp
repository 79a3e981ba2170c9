; The claim givens: the first picture is the only solution with its values at these
; cells, and at fewer cells than these that is never so.

(in-package "ACL2")
(include-book "claims")
(local (include-book "arithmetic/top" :dir :system))

(defun another-at (cells first others) ; one that agrees with the first at these cells
  (declare (xargs :guard t :verify-guards nil))
  (cond ((atom others) nil)
        ((agree-at cells (car others) first) (car others))
        (t (another-at cells first (cdr others)))))

; One refutation shows both.  The problem gets one more cell that says which of the two
; is refuted, 0 or 1, and one for each cell at which another picture differs: 1 if it is
; chosen.  At most one cell less than the givens is chosen.

(defun differing (a b cell)
  (declare (xargs :guard (natp cell)))
  (cond ((atom a) nil)
        ((equal (car a) (hd b)) (differing (cdr a) (tl b) (+ 1 cell)))
        (t (cons cell (differing (cdr a) (tl b) (+ 1 cell))))))

(defun all-differing (others first)
  (declare (xargs :guard t))
  (if (atom others)
      nil
    (cons (differing (car others) first 0) (all-differing (cdr others) first))))

(defun add-new (cells known) ; each cell once
  (declare (xargs :guard (true-listp known)))
  (cond ((atom cells) known)
        ((member-equal (car cells) known) (add-new (cdr cells) known))
        (t (add-new (cdr cells) (append known (list (car cells)))))))

(defun all-new (lists known)
  (declare (xargs :guard (true-listp known) :verify-guards nil))
  (if (atom lists) known (all-new (cdr lists) (add-new (car lists) known))))

(defun place-among (cell cells)
  (declare (xargs :guard t))
  (cond ((atom cells) 0)
        ((equal cell (car cells)) 0)
        (t (+ 1 (place-among cell (cdr cells))))))

(defun twos (n) (declare (xargs :guard t)) (if (zp (nfix n)) nil (cons 2 (twos (- (nfix n) 1)))))

(defun chosen-from (cell n)
  (declare (xargs :guard (and (natp cell) (natp n))))
  (if (zp n) nil (cons (cons cell 1) (chosen-from (+ 1 cell) (- n 1)))))

(defun with-choice (problem cells most)
  (declare (xargs :guard t :verify-guards nil))
  (let ((n (len (first problem))))
    (list (append (first problem) (twos (+ 1 (len cells))))
          (second problem)
          (append (third problem)
                  (list (cons (list* :count 0 most) (chosen-from (+ 1 n) (len cells))))))))

(defun as-given (cells first n)
  (declare (xargs :guard t :verify-guards nil))
  (if (atom cells)
      nil
    (cons (list (cons n (single 1)) (cons (car cells) (single (nth (car cells) first))))
          (as-given (cdr cells) first n))))

(defun some-chosen (cells all n)
  (declare (xargs :guard (natp n)))
  (if (atom cells)
      nil
    (cons (cons (+ 1 n (place-among (car cells) all)) (single 1))
          (some-chosen (cdr cells) all n))))

(defun each-chosen (lists all n)
  (declare (xargs :guard (natp n)))
  (if (atom lists)
      nil
    (cons (cons (cons n (single 0)) (some-chosen (car lists) all n))
          (each-chosen (cdr lists) all n))))

(defun givens-added (cells pictures sizes all)
  (declare (xargs :guard t :verify-guards nil))
  (let ((n (len sizes)) (first (car pictures)))
    (append (as-given cells first n)
            (cons (cons (cons n (single 1)) (differs first sizes 0))
                  (each-chosen (all-differing (cdr pictures) first) all n)))))

(defun givens-checked (problem pictures cells formula table)
  (declare (xargs :guard t :verify-guards nil))
  (let* ((lists (all-differing (cdr pictures) (car pictures)))
         (all (all-new lists nil)))
    (and (consp pictures)
         (consp cells)
         (cells-below cells (len (first problem)))
         (all-solve pictures problem)
         (no-duplicatesp-equal pictures)
         (no-duplicatesp-equal all)
         (problem-p problem)
         (check (with-choice problem all (- (len cells) 1))
                (givens-added cells pictures (first problem) all)
                formula table))))

; --- values with those of more cells after them

(local
 (defthm nth-of-append
   (implies (natp c)
            (equal (nth c (append a b))
                   (if (< c (len a)) (nth c a) (nth (- c (len a)) b))))))

(local (defthm len-of-append (equal (len (append a b)) (+ (len a) (len b)))))

(local
 (defthm all-below-append
   (implies (and (all-below sizes values) (all-below more b))
            (all-below (append sizes more) (append values b)))))

(local
 (defthm nat-listp-append
   (implies (and (nat-listp a) (nat-listp b)) (nat-listp (append a b)))))

(local
 (defthm nth-beyond
   (implies (and (natp c) (<= (len x) c)) (equal (nth c x) nil))))

(local
 (defthm all-given-append
   (implies (and (givens-p givens) (all-given givens values))
            (all-given givens (append values b)))))

(local
 (defthm reading-append
   (implies (options-p options (len values))
            (equal (reading options (append values b)) (reading options values)))
   :hints (("Goal" :in-theory (enable read-at)))))

(local
 (defthm all-satisfied-append
   (implies (constraints-p constraints (len values))
            (equal (all-satisfied constraints (append values b))
                   (all-satisfied constraints values)))))

(local
 (defthm all-satisfied-of-append
   (equal (all-satisfied (append a b) values)
          (and (all-satisfied a values) (all-satisfied b values)))))

(local
 (defun bits (cells set)
   (if (atom cells)
       nil
     (cons (if (member-equal (car cells) set) 1 0) (bits (cdr cells) set)))))

(local
 (defthm all-below-bits
   (all-below (twos (len cells)) (bits cells set))
   :hints (("Goal" :induct (bits cells set)))))

(local
 (defthm nth-bits
   (implies (and (member-equal c cells) (member-equal c set))
            (equal (nth (place-among c cells) (bits cells set)) 1))))

(local (defthm len-bits (equal (len (bits cells set)) (len cells))))

(local
 (defun ind-chosen (cells set before)
   (if (atom cells)
       (list set before)
     (ind-chosen (cdr cells) set
                 (append before (list (if (member-equal (car cells) set) 1 0)))))))

(local
 (defthm append-of-append (equal (append (append a b) c) (append a (append b c)))))

(local
 (defthm reading-chosen
   (equal (reading (chosen-from (len before) (len cells)) (append before (bits cells set)))
          (bits cells set))
   :hints (("Goal" :induct (ind-chosen cells set before)
            :in-theory (enable read-at)))))

(local
 (defthm member-of-remove1
   (implies (not (equal a c))
            (iff (member-equal a (remove1-equal c set)) (member-equal a set)))))

(local
 (defthm bits-without
   (implies (not (member-equal c cells))
            (equal (bits cells (remove1-equal c set)) (bits cells set)))))

(local
 (defthm len-remove1
   (equal (len (remove1-equal c set))
          (if (member-equal c set) (- (len set) 1) (len set)))))

(local
 (defun ind-bits (cells set)
   (if (atom cells)
       set
     (ind-bits (cdr cells) (remove1-equal (car cells) set)))))

(local
 (defthm bits-of-nothing
   (equal (ones (bits cells nil)) 0)))

(local
 (defthm few-ones
   (implies (no-duplicatesp-equal cells)
            (<= (ones (bits cells set)) (len set)))
   :hints (("Goal" :induct (ind-bits cells set)))
   :rule-classes :linear))

(local
 (defthm len-when-solves
   (implies (solves values problem) (equal (len values) (len (car problem))))
   :rule-classes nil
   :hints (("Goal" :use ((:instance len-when-below (sizes (car problem))))))))

(local
 (defthm solves-with-choice
   (implies (and (solves values problem)
                 (problem-p problem)
                 (no-duplicatesp-equal cells)
                 (<= (len set) most)
                 (natp most)
                 (or (equal which 0) (equal which 1)))
            (solves (append values (cons which (bits cells set)))
                    (with-choice problem cells most)))
   :hints (("Goal" :do-not-induct t
            :in-theory (e/d (satisfied) (constraints-p all-below all-given all-satisfied reading-chosen
                                         reading chosen-from twos))
            :expand ((:free (v) (all-satisfied nil v)) (twos (+ 1 (len cells))) (:free (a b) (all-below (cons 2 a) (cons 0 b)))
                     (:free (a b) (all-below (cons 2 a) (cons 1 b)))
                     (:free (a b v) (all-satisfied (cons a b) v)))
            :use (len-when-solves
                  (:instance reading-chosen (before (append values (list which)))))))))

; --- what is added holds of either

(local
 (defthm all-some-in-append
   (equal (all-some-in (append a b) values)
          (and (all-some-in a values) (all-some-in b values)))))

(local
 (defthm as-given-if-it-agrees
   (implies (and (agree-at cells values first)
                 (equal (len values) (len first))
                 (cells-below cells (len values))
                 (nat-listp first))
            (all-some-in (as-given cells first n) (append values b)))))

(local
 (defthm which-is-at-its-place
   (implies (equal n (len values))
            (equal (nth n (append values (cons which b))) which))))

(local
 (defthm as-given-if-another-is-refuted
   (implies (equal n (len values))
            (all-some-in (as-given cells first n) (append values (cons 1 b))))
   :hints (("Goal" :induct (len cells)))))

(local
 (defthm each-chosen-if-the-first-is-refuted
   (implies (equal n (len values))
            (all-some-in (each-chosen lists all n) (append values (cons 0 b))))
   :hints (("Goal" :induct (len lists)))))

(local
 (defthm differs-append
   (implies (and (some-in (differs picture sizes cell) values)
                 (natp cell) (<= (+ cell (len picture)) (len values)))
            (some-in (differs picture sizes cell) (append values b)))))

(local
 (defthm chosen-at-its-place
   (implies (and (equal n (len values)) (member-equal c all) (member-equal c set))
            (equal (nth (+ 1 n (place-among c all)) (append values (cons which (bits all set))))
                   1))))

(local
 (defun meets (cells set)
   (and (consp cells)
        (or (member-equal (car cells) set) (meets (cdr cells) set)))))

(local
 (defthm some-chosen-if-it-meets
   (implies (and (equal n (len values)) (meets cells set) (subsetp-equal cells all))
            (some-in (some-chosen cells all n) (append values (cons which (bits all set)))))
   :hints (("Goal" :induct (len cells)))))

(local
 (defun all-meet (lists set)
   (or (atom lists)
       (and (meets (car lists) set) (all-meet (cdr lists) set)))))

(local
 (defun all-within (lists all)
   (or (atom lists)
       (and (subsetp-equal (car lists) all) (all-within (cdr lists) all)))))

(local
 (defthm each-chosen-if-all-meet
   (implies (and (equal n (len values)) (all-meet lists set) (all-within lists all))
            (all-some-in (each-chosen lists all n) (append values (cons which (bits all set)))))
   :hints (("Goal" :induct (len lists)))))

; all-new has all cells

(local
 (defthm member-append
   (iff (member-equal x (append a b)) (or (member-equal x a) (member-equal x b)))))

(local
 (defthm add-new-keeps
   (implies (member-equal x known) (member-equal x (add-new cells known)))))

(local
 (defthm add-new-has
   (implies (member-equal x cells) (member-equal x (add-new cells known)))))

(local
 (defthm all-new-keeps
   (implies (member-equal x known) (member-equal x (all-new lists known)))))

(local
 (defthm subset-of-all-new
   (implies (subsetp-equal cells known) (subsetp-equal cells (all-new lists known)))
   :hints (("Goal" :induct (len cells)))))

(local
 (defthm subset-of-add-new
   (implies (subsetp-equal tail cells) (subsetp-equal tail (add-new cells known)))
   :hints (("Goal" :induct (len tail)))))

(local
 (defthm subsetp-cons
   (implies (subsetp-equal a b) (subsetp-equal a (cons x b)))))

(local (defthm subsetp-itself (subsetp-equal x x)))

(local
 (defthm all-within-all-new
   (all-within lists (all-new lists known))
   :hints (("Goal" :induct (all-new lists known)))))

; a set of cells meets the cells at which another picture differs, if that does not agree

(local
 (defthm in-differing
   (implies (and (natp c) (natp n) (<= n c)
                 (< (- c n) (len a))
                 (not (equal (nth (- c n) a) (nth (- c n) b))))
            (member-equal c (differing a b n)))))

(local
 (defthm meets-by-member
   (implies (and (member-equal c cells) (member-equal c set)) (meets cells set))))

(local
 (defthm meets-unless-agrees
   (implies (and (not (agree-at cells a b))
                 (subsetp-equal cells set)
                 (cells-below cells (len a)))
            (meets (differing a b 0) set))
   :hints (("Goal" :induct (agree-at cells a b))
           ("Subgoal *1/3" :use ((:instance in-differing (n 0) (c (car cells)))
                                 (:instance meets-by-member (c (car cells)) (cells (differing a b 0))))))))

(local
 (defun all-long (pictures n)
   (or (atom pictures) (and (equal (len (car pictures)) n) (all-long (cdr pictures) n)))))

(local
 (defthm all-meet-unless-another
   (implies (and (not (another-at cells first others))
                 (all-long others n)
                 (posp n)
                 (cells-below cells n))
            (all-meet (all-differing others first) cells))
   :hints (("Goal" :in-theory (disable differing agree-at)))))

(local
 (defthm all-long-when-all-solve
   (implies (all-solve pictures problem)
            (all-long pictures (len (car problem))))
   :hints (("Goal" :in-theory (disable solves))
           ("Subgoal *1/3" :use ((:instance len-when-solves (values (car pictures))))))))

(local
 (defthm nat-listp-when-solves
   (implies (all-below sizes values) (nat-listp values))
   :rule-classes nil))

; The two theorems about what is checked.

(local
 (defthm first-part
   (implies (and (solves values problem) (solves (car pictures) problem)
                 (problem-p problem)
                 (agree-at cells values (car pictures))
                 (cells-below cells (len (car problem)))
                 (not (equal values (car pictures))))
            (all-some-in (givens-added cells pictures (car problem) all)
                         (append values (cons 0 (bits all nil)))))
   :hints (("Goal" :do-not-induct t
            :in-theory (disable solves agree-at cells-below bits all-differing differs
                                as-given each-chosen some-in nth-of-append)
            :expand ((:free (a b v) (all-some-in (cons a b) v)) (:free (a b v) (some-in (cons a b) v)))
            :use (len-when-solves
                  (:instance len-when-solves (values (car pictures)))
                  (:instance equal-unless-differs (picture (car pictures)))
                  (:instance nat-listp-when-solves (sizes (car problem)) (values (car pictures)))
                  (:instance solves (values (car pictures))))))))

(local
 (defthm second-part
   (implies (and (all-solve pictures problem) (consp pictures)
                 (problem-p problem)
                 (posp (len (car problem)))
                 (cells-below fewer (len (car problem)))
                 (not (another-at fewer (car pictures) (cdr pictures))))
            (all-some-in (givens-added cells pictures (car problem)
                                       (all-new (all-differing (cdr pictures) (car pictures)) nil))
                         (append (car pictures)
                                 (cons 1 (bits (all-new (all-differing (cdr pictures) (car pictures))
                                                        nil)
                                               fewer)))))
   :hints (("Goal" :do-not-induct t
            :in-theory (disable solves agree-at cells-below bits all-differing differs
                                as-given each-chosen some-in nth-of-append all-new)
            :expand ((:free (a b v) (all-some-in (cons a b) v)) (:free (a b v) (some-in (cons a b) v)))
            :use ((:instance len-when-solves (values (car pictures)))
                  (:instance all-long-when-all-solve (pictures (cdr pictures)))
                  (:instance all-meet-unless-another (cells fewer) (n (len (car problem)))
                             (first (car pictures)) (others (cdr pictures)))
                  (:instance each-chosen-if-all-meet (values (car pictures)) (n (len (car problem)))
                             (which 1) (set fewer)
                             (lists (all-differing (cdr pictures) (car pictures)))
                             (all (all-new (all-differing (cdr pictures) (car pictures)) nil))))))))

(local
 (defthm another-at-is-one
   (implies (another-at cells first others)
            (and (member-equal (another-at cells first others) others)
                 (agree-at cells (another-at cells first others) first)))
   :hints (("Goal" :induct (another-at cells first others) :in-theory (disable agree-at)))))

(local
 (defthm all-solve-others
   (implies (and (all-solve others problem) (member-equal values others))
            (solves values problem))
   :hints (("Goal" :in-theory (disable solves)))))

(local
 (defthm there-is-a-cell
   (implies (and (cells-below cells n) (consp cells)) (< 0 n))
   :rule-classes :forward-chaining))

(local (defthm len-of-some (implies (consp x) (< 0 (len x))) :rule-classes :linear))

(local
 (defun all-of (pictures)
   (all-new (all-differing (cdr pictures) (car pictures)) nil)))

(local
 (defthm no-other-with-these-values
   (implies (and (givens-checked problem pictures cells formula table)
                 (not (lrat::satisfiable formula))
                 (solves values problem)
                 (agree-at cells values (first pictures)))
            (equal values (first pictures)))
   :rule-classes nil
   :hints (("Goal" :do-not-induct t
            :in-theory (disable check solves problem-p with-choice agree-at cells-below givens-added
                                another-at all-differing all-new)
            :use ((:instance solves-with-choice (which 0) (set nil) (cells (all-of pictures))
                             (most (- (len cells) 1)))
                  (:instance first-part (all (all-of pictures)))
                  (:instance solution-is-a-model
                   (values (append values (cons 0 (bits (all-of pictures) nil))))
                   (added (givens-added cells pictures (first problem) (all-of pictures)))
                   (problem (with-choice problem (all-of pictures) (- (len cells) 1)))))))))

(local
 (defthm another-with-fewer
   (implies (and (givens-checked problem pictures cells formula table)
                 (not (lrat::satisfiable formula))
                 (cells-below fewer (len (first pictures)))
                 (< (len fewer) (len cells)))
            (another-at fewer (first pictures) (rest pictures)))
   :rule-classes nil
   :hints (("Goal" :do-not-induct t
            :in-theory (disable check solves problem-p with-choice agree-at cells-below givens-added
                                another-at all-differing all-new)
            :use ((:instance len-when-solves (values (car pictures)))
                  (:instance solves-with-choice (which 1) (set fewer) (cells (all-of pictures))
                             (most (- (len cells) 1)) (values (car pictures)))
                  second-part
                  (:instance solution-is-a-model
                   (values (append (car pictures) (cons 1 (bits (all-of pictures) fewer))))
                   (added (givens-added cells pictures (first problem) (all-of pictures)))
                   (problem (with-choice problem (all-of pictures) (- (len cells) 1)))))))))

(defthm these-givens-are-fewest
  (implies (and (givens-checked problem pictures cells formula table)
                (not (lrat::satisfiable formula)))
           (and (solves (first pictures) problem)
                (implies (and (solves values problem)
                              (agree-at cells values (first pictures)))
                         (equal values (first pictures)))
                (implies (and (cells-below fewer (len (first pictures)))
                              (< (len fewer) (len cells)))
                         (another-with fewer (first pictures) problem))))
  :rule-classes nil
  :hints (("Goal" :do-not-induct t
           :in-theory (disable check solves problem-p with-choice agree-at cells-below givens-added
                               another-at all-differing all-new another-at-is-one all-solve-others another-with)
           :use (no-other-with-these-values
                 another-with-fewer
                 (:instance another-with-suff (cells fewer) (picture (car pictures))
                            (another (another-at fewer (car pictures) (cdr pictures))))
                 (:instance all-solve-others (others (cdr pictures))
                            (values (another-at fewer (car pictures) (cdr pictures))))
                 (:instance another-at-is-one (cells fewer) (first (car pictures))
                            (others (cdr pictures)))))))
