(** * The rule ends: on finitely many separable patterns it reaches a separator

    No constant occurs any more. [n] patterns are presented round after round, from any start, at
    any rate; if some vector separates them, then after some number of presentations so do the
    weights. *)

From Perceptrons Require Export Distance.

Section Rounds.
Context {V : space}.
Variables (z : nat -> V) (n : nat) (start : V) (eta : R).
Hypothesis some : (0 < n)%nat.

Definition separates (u : V) : Prop := forall i, (i < n)%nat -> 0 < u · z i.

Let presented (t : nat) : V := z (t mod n).
Let w := weights start eta presented.
Let k := updates start eta presented.

(** Finitely many patterns have a least product, and a radius. *)
Lemma margin_and_radius w_star : separates w_star -> exists a radius, 0 < a /\
  forall i, (i < n)%nat -> w_star · z i >= a /\ ‖ z i ‖ <= radius.
Proof.
  unfold separates. clear some w k presented. induction n as [| m sofar]; intros separated.
  - exists 1, 0. split; [ lra | lia ].
  - destruct sofar as (a & radius & positive & both); [ intros; apply separated; lia |].
    exists (Rmin a (w_star · z m)), (Rmax radius (‖ z m ‖)). split.
    + apply Rmin_glb_lt; [ exact positive | apply separated; lia ].
    + intros i below. destruct (Nat.eq_dec i m) as [-> | other].
      * pose proof (Rmin_r a (w_star · z m)). pose proof (Rmax_r radius (‖ z m ‖)). lra.
      * destruct (both i ltac:(lia)).
        pose proof (Rmin_l a (w_star · z m)). pose proof (Rmax_l radius (‖ z m ‖)). lra.
Qed.

Lemma counts_rise t s : (k t <= k (t + s))%nat.
Proof.
  induction s; [ rewrite Nat.add_0_r; lia |].
  rewrite Nat.add_succ_r. unfold k in *. cbn [updates]. destruct (Rle_dec _ 0); lia.
Qed.

(** Without an update the weights stand still. *)
Lemma stands_still t s : k (t + s)%nat = k t -> w (t + s)%nat = w t.
Proof.
  induction s; intros quiet; [ f_equal; lia |].
  pose proof (counts_rise t s). rewrite Nat.add_succ_r in *.
  unfold w, k in *. cbn [weights updates] in *.
  destruct (Rle_dec _ 0); [ lia | apply IHs; exact quiet ].
Qed.

(** A round without an update shows that the weights separate. *)
Lemma clean_round r : k (r * n + n)%nat = k (r * n)%nat -> separates (w (r * n)%nat).
Proof.
  intros clean i below.
  pose proof (counts_rise (r * n) i). pose proof (counts_rise (r * n + i) 1).
  pose proof (counts_rise (r * n + i + 1) (n - i - 1)).
  replace (r * n + i + 1 + (n - i - 1))%nat with (r * n + n)%nat in * by lia.
  assert (same : w (r * n + i)%nat = w (r * n)%nat) by (apply stands_still; lia).
  rewrite <- same. apply Rnot_le_lt. intro mistake.
  assert (k (r * n + i + 1) = S (k (r * n + i))); [| lia ].
  assert (here : presented (r * n + i) = z i).
  { unfold presented. rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small by lia. reflexivity. }
  rewrite Nat.add_1_r. unfold k. cbn [updates]. rewrite here.
  destruct (Rle_dec _ 0) as [| no]; [ reflexivity | destruct (no mistake) ].
Qed.

(** After [r] rounds there was a clean one, or there were [r] updates. *)
Lemma clean_or_counted r :
  (exists c, k (c * n + n)%nat = k (c * n)%nat) \/ (r <= k (r * n))%nat.
Proof.
  induction r as [| r [clean | counted]]; [ right; lia | left; exact clean |].
  destruct (Nat.eq_dec (k (r * n + n)) (k (r * n))) as [clean | update].
  - left. exists r. exact clean.
  - right. pose proof (counts_rise (r * n) n).
    replace (S r * n)%nat with (r * n + n)%nat by lia. lia.
Qed.
End Rounds.

Theorem convergence :
  forall (V : space) (z : nat -> V) (n : nat) (start w_star : V) (eta : R),
  (0 < n)%nat ->
  separates z n w_star ->
  0 < eta ->
  exists t, separates z n (weights start eta (fun i => z (i mod n)) t).
Proof.
  intros V z n start w_star eta some separated rate.
  destruct (margin_and_radius z n w_star separated) as (a & radius & positive & both).
  assert (inside : forall i, (i mod n < n)%nat)
    by (intro; apply Nat.mod_upper_bound; lia).
  set (alpha := eta * radius² / (2 * a) + 1).
  pose proof (another_start V (fun i => z (i mod n)%nat) start w_star eta alpha a radius
    positive (fun i => proj1 (both _ (inside i))) (fun i => proj2 (both _ (inside i)))
    rate ltac:(unfold alpha; lra)) as bound.
  set (B := _ / _) in bound.
  assert (exists r : nat, B < r) as [r beyond].
  { destruct (archimed B) as [above _]. exists (Z.to_nat (up B)). rewrite INR_IZR_INZ.
    apply Rlt_le_trans with (1 := above). apply IZR_le. lia. }
  destruct (clean_or_counted z n start eta some r) as [[c clean] | counted].
  - exists (c * n)%nat. apply clean_round; assumption.
  - apply le_INR in counted. pose proof (bound (r * n)%nat). lra.
Qed.
