(** * The same over the integers, without any axiom

    Coq's real numbers rest on axioms, its integers do not. This file shares nothing with the
    others, and takes no root and no quotient: the bound reads K a² ≤ R² ‖w*‖², and [R2] is
    the book's R². On integers the rule can be run, too. *)

Require Import ZArith Lia List.
Import ListNotations.
Open Scope Z_scope.

(** A vector is a map from the places 0, 1, ... to integers; the first [d] of them count. *)
Definition vector := nat -> Z.
Definition zero : vector := fun _ => 0.
Definition add_multiple (u : vector) (c : Z) (v : vector) : vector :=
  fun j => u j + c * v j.

Fixpoint dot (d : nat) (u v : vector) : Z :=
  match d with
  | O => 0
  | S j => dot j u v + u j * v j
  end.

Lemma dot_comm d u v : dot d u v = dot d v u.
Proof. induction d; cbn [dot]; lia. Qed.

Lemma dot_zero d v : dot d zero v = 0.
Proof. induction d; cbn [dot]; unfold zero in *; lia. Qed.

Lemma dot_self d u : 0 <= dot d u u.
Proof. induction d; cbn [dot]; nia. Qed.

Lemma dot_add_multiple d u c v x :
  dot d (add_multiple u c v) x = dot d u x + c * dot d v x.
Proof. induction d; cbn [dot]; [ ring | rewrite IHd; unfold add_multiple; ring ]. Qed.

(** (step-conv-expand) *)
Lemma expand d u c v :
  dot d (add_multiple u c v) (add_multiple u c v)
  = dot d u u + 2 * c * dot d u v + c * c * dot d v v.
Proof.
  rewrite dot_add_multiple, (dot_comm d u), (dot_comm d v), !dot_add_multiple,
    (dot_comm d v u). ring.
Qed.

(** (eq-conv-cauchy-schwarz) *)
Lemma cauchy_schwarz d u v : dot d u v * dot d u v <= dot d u u * dot d v v.
Proof.
  pose proof (dot_self d v) as square.
  destruct (Z.eq_dec (dot d v v) 0) as [null | some].
  - (* then dot u v = 0; otherwise this multiple of v would make a square negative *)
    set (c := - (dot d u u + 1) * Z.sgn (dot d u v)).
    pose proof (dot_self d (add_multiple u c v)) as P. rewrite expand, null in P.
    pose proof (dot_self d u). unfold c in P.
    destruct (Z.sgn_spec (dot d u v)) as [[? S] | [[? S] | [? S]]]; rewrite S in P; nia.
  - (* (eq-conv-square), for a component at a time: |v|² u - (u.v) v *)
    set (s := dot d u v). set (W := dot d v v) in *.
    pose proof (dot_self d (add_multiple (fun j => W * u j) (- s) v)) as P.
    assert (scaled : forall x, dot d (fun j => W * u j) x = W * dot d u x).
    { intro x. generalize W. intro m. clear.
      induction d; cbn [dot]; [ ring | rewrite IHd; ring ]. }
    rewrite expand, !scaled, (dot_comm d u (fun _ => _)), scaled in P. fold s W in P. nia.
Qed.

Section Online_rule.
Variables (d : nat) (eta : Z) (z : nat -> vector).

Fixpoint weights (n : nat) : vector :=
  match n with
  | O => zero
  | S m => let w := weights m in
      if dot d w (z m) <=? 0 then add_multiple w eta (z m) else w
  end.

Fixpoint updates (n : nat) : Z :=
  match n with
  | O => 0
  | S m => if dot d (weights m) (z m) <=? 0 then updates m + 1 else updates m
  end.

Lemma updates_nonnegative n : 0 <= updates n.
Proof. induction n; simpl; [| destruct (_ <=? 0) ]; lia. Qed.

Variables (w_star : vector) (a R2 : Z).
Hypothesis rate : 0 < eta.
Hypothesis margin : forall i, dot d w_star (z i) >= a.
Hypothesis length : forall i, dot d (z i) (z i) <= R2.

(** (eq-conv-progress) *)
Lemma progress n : eta * updates n * a <= dot d (weights n) w_star.
Proof.
  induction n; cbn [weights updates]; [ rewrite dot_zero; lia |].
  destruct (_ <=? 0); [| exact IHn ].
  rewrite dot_add_multiple, (dot_comm d (z n)). pose proof (margin n). nia.
Qed.

(** (eq-conv-growth) *)
Lemma growth n : dot d (weights n) (weights n) <= eta * eta * updates n * R2.
Proof.
  induction n; cbn [weights updates]; [ rewrite dot_zero; lia |].
  destruct (Z.leb_spec (dot d (weights n) (z n)) 0) as [mistake |]; [| exact IHn ].
  rewrite expand. pose proof (length n).
  assert (eta * dot d (weights n) (z n) <= 0) by nia.
  assert (eta * eta * dot d (z n) (z n) <= eta * eta * R2)
    by (apply Z.mul_le_mono_nonneg_l; nia).
  lia.
Qed.
End Online_rule.

(** (eq-conv-novikoff), times the square of the least product *)
Theorem novikoff_integers :
  forall (d : nat) (z : nat -> vector) (w_star : vector) (eta a R2 : Z),
  0 < a ->
  (forall i, dot d w_star (z i) >= a) ->
  (forall i, dot d (z i) (z i) <= R2) ->
  0 < eta ->
  forall n, updates d eta z n * (a * a) <= R2 * dot d w_star w_star.
Proof.
  intros d z w_star eta a R2 positive margin length rate n.
  pose proof (progress d eta z w_star a rate margin n) as P.
  pose proof (growth d eta z R2 rate length n) as G.
  pose proof (cauchy_schwarz d (weights d eta z n) w_star) as C.
  pose proof (updates_nonnegative d eta z n). pose proof (dot_self d w_star).
  assert (0 <= R2)
    by (pose proof (length 0%nat); pose proof (dot_self d (z 0%nat)); lia).
  set (k := updates d eta z n) in *. set (W := dot d w_star w_star) in *.
  set (s := dot d (weights d eta z n) w_star) in *.
  set (q := dot d (weights d eta z n) (weights d eta z n)) in *.
  destruct (Z.eq_dec k 0) as [-> | some]; [ nia |].
  (* (eq-conv-squeeze), then divide by eta² k *)
  assert (0 <= eta * k * a) by (apply Z.mul_nonneg_nonneg; nia).
  assert ((eta * k * a) * (eta * k * a) <= s * s) by (apply Z.mul_le_mono_nonneg; lia).
  assert (q * W <= eta * eta * k * R2 * W) by (apply Z.mul_le_mono_nonneg_r; lia).
  apply (Zmult_lt_0_le_reg_r _ _ (eta * eta * k)); [ apply Z.mul_pos_pos; nia |].
  lia.
Qed.

(** ** The modified OR, computed

    The four reflected patterns of chapter 2, constant feature first, presented in rounds. *)
Definition in_rounds (patterns : list (list Z)) (n : nat) : vector :=
  fun j => nth j (nth (n mod length patterns) patterns []) 0.

Definition modified_OR := in_rounds [[-1; 1; 1]; [1; 1; -1]; [1; -1; 1]; [1; 1; 1]].

Definition components (w : vector) := map w [0; 1; 2]%nat.

(** The weights before each of the first six presentations, as in the table of chapter 2. *)
Example run_of_chapter_2 :
  map (fun n => components (weights 3 1 modified_OR n)) (seq 0 6)
  = [[0; 0; 0]; [-1; 1; 1]; [0; 2; 0]; [1; 1; 1]; [1; 1; 1]; [1; 1; 1]].
Proof. reflexivity. Qed.

(** The hypotheses of the theorem hold for these data: nine updates at most, however long it runs,
    and at whatever rate. *)
Example nine_updates eta n : 0 < eta -> updates 3 eta modified_OR n <= 9.
Proof.
  intro rate. pose (w_star := fun _ : nat => 1).
  assert (four : forall i, dot 3 w_star (modified_OR i) >= 1
                        /\ dot 3 (modified_OR i) (modified_OR i) <= 3).
  { intro i. unfold modified_OR, in_rounds. pose proof (Nat.mod_upper_bound i 4 ltac:(lia)).
    cbn [length].
    destruct (i mod 4)%nat as [| [| [| [| rest]]]]; [ cbv; split; discriminate .. | lia ]. }
  pose proof (novikoff_integers 3 modified_OR w_star eta 1 3 ltac:(lia)
    (fun i => proj1 (four i)) (fun i => proj2 (four i)) rate n) as bound.
  change (dot 3 w_star w_star) with 3 in bound. lia.
Qed.
