(** * Five false variants of the theorems, and a counter-example to each

    Each differs from the true statement in one place. The files in [refused/] offer Coq the true
    theorem as a proof of the false one, and Coq refuses. That alone would not make the variant
    false, since another proof might exist. So its negation is proved here. *)

From Perceptrons Require Import Online Batch Multiclass.
From Perceptrons Require Integers.

(** ** Growth, when [z] need not be a mistake

    Left out: [w · z <= 0]. In one dimension take w = z = 1 and the rate 1: then 4 > 2. *)
Definition growth_without_a_mistake : Prop :=
  forall (V : space) (w z : V) (eta radius : R),
  0 < eta ->
  ‖ z ‖ <= radius ->
  ‖ w + eta * z ‖² <= ‖ w ‖² + eta² * radius².

(** The vector of one component. *)
Definition single (c : R) : Rd 1 := fun _ => c.

Lemma length_of_single c : ‖ single c ‖ = Rabs c.
Proof. unfold norm. simpl. rewrite Rplus_0_l. apply sqrt_Rsqr_abs. Qed.

Lemma dot_single c s : single c · single s = c * s.
Proof. simpl. unfold single. ring. Qed.

Theorem growth_without_a_mistake_is_false : ~ growth_without_a_mistake.
Proof.
  intro claim. specialize (claim (Rd 1) (single 1) (single 1) 1 1).
  rewrite expand, norm_scale, dot_scale_right, dot_single, length_of_single, Rabs_R1 in claim.
  unfold Rsqr in claim. lra.
Qed.

(** ** Novikoff's theorem, when the margin need not be positive

    Left out: [0 < gamma]. The vectors 1, -1, 1, -1, ... of one component have the radius 1, and
    for ŵ = 1 the margin -1. The first two are both mistakes, and (R/γ)² is 1: but 2 > 1. *)
Definition novikoff_without_a_margin : Prop :=
  forall (V : space) (z : nat -> V) (w_hat : V) (eta radius gamma : R),
  ‖ w_hat ‖ = 1 ->
  (forall i, w_hat · z i >= gamma) ->
  (forall i, ‖ z i ‖ <= radius) ->
  0 < eta ->
  forall n, updates zero eta z n <= (radius / gamma)².

Definition to_and_fro (n : nat) : Rd 1 := single (if Nat.even n then 1 else -1).

Theorem novikoff_without_a_margin_is_false : ~ novikoff_without_a_margin.
Proof.
  intro claim.
  assert (two : updates (V := Rd 1) zero 1 to_and_fro 2 = 2%nat).
  { simpl. unfold to_and_fro, single. simpl.
    destruct (Rle_dec (0 + 0 * 1) 0) as [first | no]; [| lra ].
    destruct (Rle_dec _ 0) as [second | no]; [ reflexivity |]. contradict no. lra. }
  pose proof (claim (Rd 1) to_and_fro (single 1) 1 1 (-1)) as bound.
  specialize (bound ltac:(rewrite length_of_single; apply Rabs_R1)).
  assert (both : forall i, single 1 · to_and_fro i >= -1 /\ ‖ to_and_fro i ‖ <= 1).
  { intro i. unfold to_and_fro. rewrite dot_single, length_of_single.
    destruct (Nat.even i); [ rewrite Rabs_R1 | unfold Rabs; destruct (Rcase_abs _) ]; lra. }
  specialize (bound (fun i => proj1 (both i)) (fun i => proj2 (both i)) ltac:(lra) 2%nat).
  rewrite two in bound. simpl in bound. unfold Rsqr in bound.
  replace (1 / -1) with (-1) in bound by field. lra.
Qed.

(** ** Over the integers, with < for ≤

    One pattern, (1), is learnt with one update: 1 < 1 is false. *)
Definition novikoff_integers_strictly : Prop :=
  forall (d : nat) (z : nat -> Integers.vector) (w_star : Integers.vector) (eta a R2 : Z),
  (0 < a ->
  (forall i, Integers.dot d w_star (z i) >= a) ->
  (forall i, Integers.dot d (z i) (z i) <= R2) ->
  0 < eta ->
  forall n, Integers.updates d eta z n * (a * a) < R2 * Integers.dot d w_star w_star)%Z.

Theorem novikoff_integers_strictly_is_false : ~ novikoff_integers_strictly.
Proof.
  intro claim. set (one := fun _ : nat => 1%Z).
  specialize (claim 1%nat (fun _ => one) one 1%Z 1%Z 1%Z).
  specialize (claim eq_refl ltac:(discriminate) ltac:(discriminate) eq_refl 1%nat).
  discriminate.
Qed.

(** ** The batch rule, with the bound of the online rule

    Left out: the factor [n]. Two copies of one pattern are added in one round: 2 > 1. *)
Definition batch_without_n : Prop :=
  forall (V : space) (z : nat -> V) (n : nat) (w_hat : V)
         (eta radius gamma : R),
  ‖ w_hat ‖ = 1 ->
  0 < gamma ->
  (forall i, (i < n)%nat -> w_hat · z i >= gamma) ->
  (forall i, (i < n)%nat -> ‖ z i ‖ <= radius) ->
  0 < eta ->
  forall j, K eta z n j <= M eta z n j <= (radius / gamma)².

Theorem batch_without_n_is_false : ~ batch_without_n.
Proof.
  intro claim.
  assert (two : M (V := Rd 1) 1 (fun _ => single 1) 2 1 = 2%nat).
  { simpl. destruct (Rle_dec _ 0) as [mistake | no]; [ reflexivity |]. contradict no.
    unfold single. lra. }
  pose proof (claim (Rd 1) (fun _ => single 1) 2%nat (single 1) 1 1 1) as bound.
  assert (unit : ‖ single 1 ‖ = 1) by (rewrite length_of_single; apply Rabs_R1).
  assert (product : single 1 · single 1 = 1) by (rewrite dot_single; lra).
  destruct (bound unit ltac:(lra) ltac:(intros; lra) ltac:(intros; lra) ltac:(lra) 1%nat)
    as [_ many].
  rewrite two in many. simpl in many. unfold Rsqr in many. lra.
Qed.

(** ** The multiclass rule, without the 2

    One pattern 1 of class 0, and one rival. The best U of length 1 is (1, -1) / √2: its margin
    is √2. One update is made, and (R/γ)² is a half. *)
Definition multiclass_without_2 : Prop :=
  forall (c d : nat) (x : nat -> Rd d) (y : nat -> nat)
         (r : Classes c (Rd d) -> nat -> nat)
         (U : Classes c (Rd d)) (eta radius gamma : R),
  ‖ U ‖ = 1 ->
  0 < gamma ->
  (forall i s, (s < c)%nat -> s <> y i ->
    U (y i) · x i - U s · x i >= gamma) ->
  (forall i, ‖ x i ‖ <= radius) ->
  0 < eta ->
  (forall i, (y i < c)%nat) ->
  (forall W i, (r W i < c)%nat /\ y i <> r W i) ->
  forall n, class_updates c d eta x y r n <= (radius / gamma)².

Theorem multiclass_without_2_is_false : ~ multiclass_without_2.
Proof.
  intro claim.
  pose proof (sqrt_sqrt 2 ltac:(lra)) as root. pose proof (sqrt_lt_R0 2 ltac:(lra)).
  set (h := sqrt 2) in *.
  set (U := (fun s => single (if s =? 0 then h / 2 else - h / 2)) : Classes 2 (Rd 1)).
  set (x := fun _ : nat => single 1). set (y := fun _ : nat => 0%nat).
  set (r := fun (_ : Classes 2 (Rd 1)) (_ : nat) => 1%nat).
  assert (one : class_updates 2 1 1 x y r 1 = 1%nat).
  { simpl. destruct (Rle_dec _ _) as [mistake | no]; [ reflexivity |]. contradict no. lra. }
  pose proof (claim 2%nat 1%nat x y r U 1 1 h) as bound.
  assert (length : ‖ U ‖ = 1).
  { unfold U, norm. rewrite <- sqrt_1. f_equal. simpl. unfold single. nra. }
  specialize (bound length ltac:(assumption)).
  assert (margin : forall s, (s < 2)%nat -> s <> 0%nat ->
    U 0%nat · single 1 - U s · single 1 >= h).
  { intros s below other. unfold U. rewrite !dot_single. destruct s; [ easy |]. simpl. lra. }
  assert (unit : ‖ single 1 ‖ = 1) by (rewrite length_of_single; apply Rabs_R1).
  specialize (bound (fun _ => margin) ltac:(intros; unfold x; lra) ltac:(lra)
    ltac:(intros; unfold y, r; lia) ltac:(intros; unfold y, r; lia) 1%nat).
  rewrite one in bound. simpl in bound. rewrite Rsqr_div' in bound.
  replace (h²) with 2 in bound by (unfold Rsqr; lra). unfold Rsqr in bound. lra.
Qed.

Theorem all_five_are_false :
  ~ growth_without_a_mistake
  /\ ~ novikoff_without_a_margin
  /\ ~ novikoff_integers_strictly
  /\ ~ batch_without_n
  /\ ~ multiclass_without_2.
Proof.
  repeat split.
  - exact growth_without_a_mistake_is_false.
  - exact novikoff_without_a_margin_is_false.
  - exact novikoff_integers_strictly_is_false.
  - exact batch_without_n_is_false.
  - exact multiclass_without_2_is_false.
Qed.
