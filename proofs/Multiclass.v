(** * Many classes: Kesler's construction

    One weight vector a class. A pattern [x] of class [y] is a mistake where a rival [r] does at
    least as well: [w_r · x >= w_y · x]. Then [w_y] gains [eta x], and [w_r] loses it.

    Kesler's idea: write all the weights as one long vector. Then this is the online rule, on the
    vectors that have [x] in the place of [y], and [-x] in the place of [r]. *)

From Perceptrons Require Export Online.
Require Import FunctionalExtensionality.

(** ** All the weights as one vector

    [Classes c V]: one vector of [V] for each of the classes 0, ..., c - 1. *)
Definition Classes (c : nat) (V : space) : space.
Proof.
  refine {|
    vector := nat -> V;
    zero := fun _ => zero;
    add U W := fun i => (U i + W i)%V;
    scale s U := fun i => (s * U i)%V;
    dot U W := sum c (fun i => U i · W i)
  |}; intros; induction c; simpl; try lra.
  - rewrite dot_comm. lra.
  - rewrite dot_zero. lra.
  - rewrite dot_add. lra.
  - rewrite dot_scale. lra.
  - pose proof (dot_self (u c)). lra.
Defined.

Section Kesler.
Variables c d : nat.
Notation V := (Rd d).

Definition kesler (x : V) (y r : nat) : Classes c V :=
  fun i => if i =? y then x else if i =? r then ((-1) * x)%V else zero.

(** A sum of which one term, or none, is not zero. *)
Lemma one_term (f : nat -> R) y n :
  sum n (fun i => if i =? y then f i else 0) = if y <? n then f y else 0.
Proof.
  induction n; simpl; [ reflexivity |]. rewrite IHn.
  destruct (Nat.eqb_spec n y) as [-> |].
  - rewrite (proj2 (Nat.ltb_ge y y)) by lia. rewrite (proj2 (Nat.ltb_lt y (S y))) by lia. lra.
  - destruct (Nat.ltb_spec y n), (Nat.ltb_spec y (S n)); try lia; lra.
Qed.

Lemma sum_add f g n : sum n f + sum n g = sum n (fun i => f i + g i).
Proof. induction n; simpl; lra. Qed.

(** The product with Kesler's vector compares two classes. *)
Lemma compares (W : Classes c V) x y r :
  (y < c)%nat -> (r < c)%nat -> y <> r -> W · kesler x y r = W y · x - W r · x.
Proof.
  intros Hy Hr rivals.
  assert (two : W · kesler x y r
    = sum c (fun i => if i =? y then W i · x else 0)
      + sum c (fun i => if i =? r then - (W i · x) else 0)).
  { rewrite sum_add. change (W · kesler x y r) with (sum c (fun i => W i · kesler x y r i)).
    f_equal. apply functional_extensionality. intro i. unfold kesler.
    destruct (Nat.eqb_spec i y) as [-> |]; [ rewrite (proj2 (Nat.eqb_neq y r) rivals); ring |].
    destruct (i =? r); [ rewrite dot_scale_right | rewrite dot_comm, dot_zero ]; ring. }
  rewrite two, !one_term, (proj2 (Nat.ltb_lt y c) Hy), (proj2 (Nat.ltb_lt r c) Hr). ring.
Qed.

(** Its square is twice that of the pattern. This is the 2 of the bound. *)
Lemma twice x y r :
  (y < c)%nat -> (r < c)%nat -> y <> r -> ‖ kesler x y r ‖² = 2 * ‖ x ‖².
Proof.
  intros Hy Hr rivals. rewrite !norm_squared, compares by assumption. unfold kesler at 1 2.
  rewrite !Nat.eqb_refl, (proj2 (Nat.eqb_neq r y)) by auto. rewrite dot_scale. ring.
Qed.

(** ** The rule

    At time [n] the pattern [x n] of class [y n] is presented, and compared with the rival [r W n].
    The choice of the rival is left open, and may depend on the weights: the library takes the
    strongest. *)
Variable eta : R.
Variable x : nat -> V.
Variable y : nat -> nat.
Variable r : Classes c V -> nat -> nat.

Definition strengthen (W : Classes c V) (a : V) (own rival : nat)
  : Classes c V :=
  fun i => if i =? own then (W i + eta * a)%V
           else if i =? rival then (W i + (- eta) * a)%V
           else W i.

Fixpoint class_weights (n : nat) : Classes c V :=
  match n with
  | O => zero
  | S m => let W := class_weights m in
      if Rle_dec (W (y m) · x m) (W (r W m) · x m)
      then strengthen W (x m) (y m) (r W m) else W
  end.

Fixpoint class_updates (n : nat) : nat :=
  match n with
  | O => 0
  | S m => let W := class_weights m in
      if Rle_dec (W (y m) · x m) (W (r W m) · x m)
      then S (class_updates m) else class_updates m
  end.

(** With the rival of the moment, the rule is the online rule on Kesler's vectors. *)
Definition kesler_sequence (n : nat) : Classes c V :=
  kesler (x n) (y n) (r (class_weights n) n).

Hypothesis classes : forall n, (y n < c)%nat.
Hypothesis rivals : forall W n, (r W n < c)%nat /\ y n <> r W n.

Lemma strengthen_is_an_update W a own rival :
  own <> rival -> strengthen W a own rival = (W + eta * kesler a own rival)%V.
Proof.
  intros different. apply functional_extensionality. intro i.
  apply functional_extensionality. intro j. unfold strengthen, kesler. simpl.
  destruct (i =? own); simpl; [ ring |]. destruct (i =? rival); simpl; ring.
Qed.

Lemma same_decision n (W : Classes c V) :
  let rival := r W n in
  W · kesler (x n) (y n) rival <= 0 <-> W (y n) · x n <= W rival · x n.
Proof.
  destruct (rivals W n). cbv zeta. rewrite compares by auto. lra.
Qed.

Lemma same_run n :
  weights zero eta kesler_sequence n = class_weights n /\
  updates zero eta kesler_sequence n = class_updates n.
Proof.
  induction n as [| n [sameW sameK]]; [ split; reflexivity |].
  cbn [weights updates class_weights class_updates]. rewrite sameW, sameK.
  destruct (same_decision n (class_weights n)) as [there back].
  unfold kesler_sequence. destruct (rivals (class_weights n) n) as [_ different].
  destruct (Rle_dec _ 0) as [one | one], (Rle_dec _ _) as [other | other].
  - rewrite strengthen_is_an_update by exact different. split; reflexivity.
  - destruct (other (there one)).
  - destruct (one (back other)).
  - split; reflexivity.
Qed.
End Kesler.

(** ** The bound *)
Theorem multiclass :
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
  forall n, class_updates c d eta x y r n <= 2 * (radius / gamma)².
Proof.
  intros c d x y r U eta radius gamma unit positive margin length rate classes rivals n.
  destruct (same_run c d eta x y r classes rivals n) as [_ <-].
  replace (2 * (radius / gamma)²) with ((sqrt 2 * radius / gamma)²)
    by (rewrite !Rsqr_div', Rsqr_mult, Rsqr_sqrt by lra; unfold Rdiv; ring).
  apply novikoff with U; [ exact unit | exact positive | | | exact rate ];
    intro i; destruct (rivals (class_weights c d eta x y r i) i) as [inside different].
  - unfold kesler_sequence. rewrite compares by auto. apply margin; auto.
  - unfold kesler_sequence. pose proof (length i). pose proof (norm_nonnegative (x i)).
    pose proof (sqrt_pos 2).
    apply Rsqr_incr_0_var; [| apply Rmult_le_pos; lra ].
    rewrite twice, Rsqr_mult, Rsqr_sqrt by (auto; lra).
    apply Rmult_le_compat_l; [ lra |]. apply Rsqr_incr_1; lra.
Qed.
