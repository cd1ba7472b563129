(** * Third proof of chapter 4: the distance

    A goal [alpha * w_star], far enough away, comes nearer with each update, from any start. *)

From Perceptrons Require Export Online.

Lemma distance_squared {V : space} (u v : V) :
  ‖ u - v ‖² = ‖ u ‖² - 2 * u · v + ‖ v ‖².
Proof. rewrite expand, norm_scale, dot_scale_right. unfold Rsqr. ring. Qed.

(** (eq-conv-step-distance) *)
Lemma distance_of_one_update {V : space} (w w_star z : V) (eta alpha a radius : R) :
  0 < eta -> 0 < alpha -> w · z <= 0 -> w_star · z >= a -> ‖ z ‖ <= radius ->
  ‖ (w + eta * z) - alpha * w_star ‖²
  <= ‖ w - alpha * w_star ‖² - 2 * eta * alpha * a + eta² * radius².
Proof.
  intros rate far mistake margin length. rewrite !distance_squared, !dot_scale_right.
  pose proof (progress_of_one_update w w_star z eta a rate margin).
  pose proof (growth_of_one_update w z eta radius rate mistake length). nra.
Qed.

Section Any_start.
Context {V : space}.
Variables (z : nat -> V) (start w_star : V) (eta alpha a radius : R).
Hypothesis margin : forall i, w_star · z i >= a.
Hypothesis length : forall i, ‖ z i ‖ <= radius.
Hypothesis rate : 0 < eta.
Hypothesis far : 0 < alpha.

Let w := weights start eta z.
Let k := updates start eta z.

(** (eq-conv-distance), from any start and for any goal in the direction of the separator *)
Lemma distance n :
  0 <= ‖ w n - alpha * w_star ‖²
    <= ‖ start - alpha * w_star ‖² - k n * (2 * eta * alpha * a - eta² * radius²).
Proof.
  split; [ apply Rle_0_sqr |].
  induction n; unfold w, k in *; cbn [weights updates].
  - simpl. lra.
  - destruct (Rle_dec _ 0) as [mistake |]; [| exact IHn ].
    rewrite S_INR.
    pose proof (distance_of_one_update _ _ _ _ _ _ _
      rate far mistake (margin n) (length n)). lra.
Qed.
End Any_start.

(** (eq-conv-start) *)
Theorem another_start :
  forall (V : space) (z : nat -> V) (start w_star : V) (eta alpha a radius : R),
  0 < a ->
  (forall i, w_star · z i >= a) ->
  (forall i, ‖ z i ‖ <= radius) ->
  0 < eta ->
  alpha > eta * radius² / (2 * a) ->
  forall n, updates start eta z n
    <= ‖ start - alpha * w_star ‖² / (2 * eta * alpha * a - eta² * radius²).
Proof.
  intros V z start w_star eta alpha a radius positive margin length rate far n.
  assert (0 <= eta * radius² / (2 * a)).
  { apply Rle_mult_inv_pos; [ pose proof (Rle_0_sqr radius); nra | lra ]. }
  assert (eta * radius² < 2 * alpha * a).
  { apply Rmult_lt_compat_r with (r := 2 * a) in far; [| lra ].
    replace (eta * radius² / (2 * a) * (2 * a)) with (eta * radius²) in far
      by (field; lra). lra. }
  pose proof (distance z start w_star eta alpha a radius margin length rate
    ltac:(lra) n) as D.
  assert (gain : 0 < 2 * eta * alpha * a - eta² * radius²) by (unfold Rsqr at 1; nra).
  set (g := 2 * eta * alpha * a - eta² * radius²) in *.
  set (D0 := ‖ start - _ ‖²) in *.
  apply Rmult_le_reg_r with g; [ exact gain |].
  replace (D0 / g * g) with D0 by (field; lra). lra.
Qed.
