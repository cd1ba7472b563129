(** * The online rule makes at most (R/γ)² updates: Novikoff's theorem

    Each lemma bears the label of its formula in chapter 4. The book's a, R, γ and η are called
    [a], [radius], [gamma] and [eta]; [w_hat] is ŵ, and [w_star] is w*. *)

From Perceptrons Require Export Vectors.

(** ** One update *)
Section One_update.
Context {V : space}.
Variables w w_star z : V.
Variables eta a radius : R.

(** (eq-conv-step-progress) *)
Lemma progress_of_one_update :
  0 < eta -> w_star · z >= a ->
  (w + eta * z) · w_star >= w · w_star + eta * a.
Proof.
  intros rate margin. rewrite dot_add, dot_scale, (dot_comm z).
  assert (eta * w_star · z >= eta * a) by nra. lra.
Qed.

(** (eq-conv-step-growth) *)
Lemma growth_of_one_update :
  0 < eta -> w · z <= 0 -> ‖ z ‖ <= radius ->
  ‖ w + eta * z ‖² <= ‖ w ‖² + eta² * radius².
Proof.
  intros rate mistake length. rewrite expand, norm_scale, dot_scale_right.
  assert (eta * w · z <= 0) by nra.
  pose proof (norm_nonnegative z). pose proof (Rle_0_sqr eta).
  assert (‖ z ‖² <= radius²) by (apply Rsqr_incr_1; lra).
  nra.
Qed.
End One_update.

(** ** The rule

    [z n] is the vector presented at time [n]. The sequence is arbitrary and without end: an
    adversary who sees the weights may choose it. After [n] presentations the weights
    are [weights n]; [updates n] is the number k of updates so far, by which the book counts. *)
Section Online_rule.
Context {V : space}.
Variable start : V.
Variable eta : R.
Variable z : nat -> V.

Fixpoint weights (n : nat) : V :=
  match n with
  | O => start
  | S m => let w := weights m in
      if Rle_dec (w · z m) 0 then w + eta * z m else w
  end.

Fixpoint updates (n : nat) : nat :=
  match n with
  | O => 0
  | S m => let w := weights m in
      if Rle_dec (w · z m) 0 then S (updates m) else updates m
  end.
End Online_rule.

(** ** First proof of chapter 4: the squeeze *)
Section Squeeze.
Context {V : space}.
Variables (eta a radius : R) (z : nat -> V) (w_star : V).
Hypothesis rate : 0 < eta.
Hypothesis margin : forall i, w_star · z i >= a.
Hypothesis length : forall i, ‖ z i ‖ <= radius.

Let w := weights zero eta z.
Let k := updates zero eta z.

(** (eq-conv-progress) *)
Lemma progress n : eta * k n * a <= w n · w_star.
Proof.
  induction n as [| n sofar]; unfold w, k in *; cbn [weights updates].
  - rewrite dot_zero. simpl. lra.
  - destruct (Rle_dec _ 0); [ rewrite S_INR | exact sofar ].
    pose proof (progress_of_one_update (weights zero eta z n) _ _ _ _ rate (margin n)).
    lra.
Qed.

(** (eq-conv-growth) *)
Lemma growth n : ‖ w n ‖² <= eta² * k n * radius².
Proof.
  induction n as [| n sofar]; unfold w, k in *; cbn [weights updates].
  - rewrite norm_zero. unfold Rsqr. simpl. lra.
  - destruct (Rle_dec _ 0) as [mistake |]; [ rewrite S_INR | exact sofar ].
    pose proof (growth_of_one_update _ _ _ _ rate mistake (length n)).
    lra.
Qed.
End Squeeze.

(** (eq-conv-squeeze): progress, growth, Cauchy and Schwarz. The online rule has [q = k]; the
    batch rule will need the two apart. *)
Lemma squeeze {V : space} (w w_star : V) (eta k q a radius : R) :
  0 <= eta * k * a ->
  eta * k * a <= w · w_star ->
  ‖ w ‖² <= eta² * q * radius² ->
  eta² * k² * a² <= eta² * q * radius² * ‖ w_star ‖².
Proof.
  intros positive progress growth.
  apply Rle_trans with ((w · w_star)²).
  - rewrite <- !Rsqr_mult. apply Rsqr_incr_1; lra.
  - apply Rle_trans with (‖ w ‖² * ‖ w_star ‖²); [ apply cauchy_schwarz |].
    apply Rmult_le_compat_r; [ apply Rle_0_sqr | exact growth ].
Qed.

(** Divide the ends by [eta² * a²], with W = ‖w*‖². *)
Lemma divide (eta k q a radius W : R) :
  0 < eta -> 0 < a ->
  eta² * k² * a² <= eta² * q * radius² * W ->
  k² <= q * W * (radius / a)².
Proof.
  intros rate positive ends. rewrite Rsqr_div'.
  assert (0 < a²) by (apply Rlt_0_sqr; lra).
  assert (0 < eta²) by (apply Rlt_0_sqr; lra).
  apply Rmult_le_reg_l with (eta² * a²); [ nra |].
  replace (eta² * a² * (q * W * (radius² / a²)))
    with (eta² * q * radius² * W) by (field; lra).
  lra.
Qed.

(** (eq-conv-novikoff) *)
Theorem novikoff :
  forall (V : space) (z : nat -> V) (w_hat : V) (eta radius gamma : R),
  ‖ w_hat ‖ = 1 ->
  0 < gamma ->
  (forall i, w_hat · z i >= gamma) ->
  (forall i, ‖ z i ‖ <= radius) ->
  0 < eta ->
  forall n, updates zero eta z n <= (radius / gamma)².
Proof.
  intros V z w_hat eta radius gamma unit positive margin length rate n.
  pose proof (pos_INR (updates zero eta z n)) as count.
  assert (squared : (updates zero eta z n)²
    <= updates zero eta z n * ‖ w_hat ‖² * (radius / gamma)²).
  { apply divide with eta; [ assumption .. |].
    apply squeeze with (weights zero eta z n).
    - apply Rmult_le_pos; [| lra ]. apply Rmult_le_pos; lra.
    - apply progress; assumption.
    - apply growth; assumption. }
  rewrite unit, Rsqr_1, Rmult_1_r in squared.
  destruct (Req_dec (updates zero eta z n) 0) as [none | some].
  - rewrite none. apply Rle_0_sqr.
  - apply Rmult_le_reg_l with (updates zero eta z n);
      [ lra | exact squared ].
Qed.
