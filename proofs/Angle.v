(** * Second proof of chapter 4: the angle

    The cosine between [w] and its goal is at least (γ/R) √k, and no cosine exceeds 1. *)

From Perceptrons Require Export Online.

Definition cosine {V : space} (u v : V) : R := u · v / (‖ u ‖ * ‖ v ‖).

Lemma at_most_one {V : space} (u v : V) : 0 < ‖ u ‖ -> 0 < ‖ v ‖ -> cosine u v <= 1.
Proof.
  intros u_positive v_positive. unfold cosine.
  apply Rmult_le_reg_r with (‖ u ‖ * ‖ v ‖); [ nra |].
  replace (u · v / (‖ u ‖ * ‖ v ‖) * (‖ u ‖ * ‖ v ‖)) with (u · v)
    by (field; lra).
  rewrite Rmult_1_l. apply cauchy_schwarz_lengths.
Qed.

Section Angle.
Context {V : space}.
Variables (z : nat -> V) (w_hat : V) (eta radius gamma : R).
Hypothesis unit : ‖ w_hat ‖ = 1.
Hypothesis positive : 0 < gamma.
Hypothesis margin : forall i, w_hat · z i >= gamma.
Hypothesis length : forall i, ‖ z i ‖ <= radius.
Hypothesis rate : 0 < eta.

Let w := weights zero eta z.
Let k := updates zero eta z.

(** The denominator: the root of (eq-conv-growth). *)
Lemma denominator n : ‖ w n ‖ <= eta * sqrt (k n) * radius.
Proof.
  pose proof (norm_nonnegative (z 0%nat)). pose proof (length 0%nat).
  pose proof (sqrt_pos (k n)).
  apply Rsqr_incr_0_var; [| repeat apply Rmult_le_pos; lra ].
  rewrite !Rsqr_mult, Rsqr_sqrt by apply pos_INR. apply growth; assumption.
Qed.

(** After an update the weights are not zero: they have a part in the direction of the goal. *)
Lemma not_zero n : 0 < k n -> 0 < ‖ w n ‖.
Proof.
  intros some. pose proof (progress eta gamma z w_hat rate margin n) as P.
  pose proof (cauchy_schwarz_lengths (w n) w_hat) as C. rewrite unit in C.
  fold w k in P.
  assert (0 < eta * k n * gamma) by (repeat apply Rmult_lt_0_compat; lra). lra.
Qed.

(** (eq-conv-cosine) *)
Theorem floor_of_the_cosine n :
  0 < k n -> gamma / radius * sqrt (k n) <= cosine (w n) w_hat <= 1.
Proof.
  intros some. pose proof (not_zero n some) as not_zero.
  split; [| apply at_most_one; [ exact not_zero | rewrite unit; lra ] ].
  pose proof (progress eta gamma z w_hat rate margin n) as P. fold w k in P.
  pose proof (denominator n) as D. pose proof (sqrt_lt_R0 _ some) as root.
  assert (0 < radius) by (assert (0 < eta * sqrt (k n)) by nra; nra).
  unfold cosine. rewrite unit, Rmult_1_r.
  apply Rmult_le_reg_r with (‖ w n ‖); [ exact not_zero |].
  replace (w n · w_hat / ‖ w n ‖ * ‖ w n ‖) with (w n · w_hat) by (field; lra).
  apply Rle_trans with (gamma / radius * sqrt (k n) * (eta * sqrt (k n) * radius)).
  - apply Rmult_le_compat_l; [| exact D ].
    apply Rmult_le_pos; [ apply Rlt_le, Rdiv_lt_0_compat |]; lra.
  - replace (gamma / radius * sqrt (k n) * (eta * sqrt (k n) * radius))
      with (eta * (sqrt (k n) * sqrt (k n)) * gamma) by (field; lra).
    rewrite sqrt_sqrt by lra. exact P.
Qed.
End Angle.
