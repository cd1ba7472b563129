(** * The batch rule

    Round [j] looks at all [n] patterns with the same weights, and adds every mistaken one. *)

From Perceptrons Require Export Online.

(** ** One round *)
Section One_round.
Context {V : space}.
Variable z : nat -> V.

(** The sum y of the mistaken patterns among the first [n], and their number m. *)
Fixpoint mistaken_sum (w : V) (n : nat) : V :=
  match n with
  | O => zero
  | S i => let y := mistaken_sum w i in
      if Rle_dec (w · z i) 0 then y + z i else y
  end.

Fixpoint mistaken (w : V) (n : nat) : nat :=
  match n with
  | O => 0
  | S i => let m := mistaken w i in
      if Rle_dec (w · z i) 0 then S m else m
  end.

Lemma mistaken_at_most w n : (mistaken w n <= n)%nat.
Proof. induction n; simpl; [| destruct (Rle_dec _ _) ]; lia. Qed.

(** The sum is a mistake itself; its margin is m a, and its length at most m R. *)
Lemma sum_is_a_mistake w n : w · mistaken_sum w n <= 0.
Proof.
  induction n; simpl.
  - rewrite dot_comm, dot_zero. lra.
  - destruct (Rle_dec _ _); [ rewrite dot_add_right |]; lra.
Qed.

Lemma margin_of_the_sum w w_star a n :
  (forall i, (i < n)%nat -> w_star · z i >= a) ->
  w_star · mistaken_sum w n >= mistaken w n * a.
Proof.
  induction n as [| n sofar]; intros margin; simpl mistaken_sum; simpl mistaken.
  - rewrite dot_comm, dot_zero. simpl. lra.
  - assert (w_star · mistaken_sum w n >= mistaken w n * a) by (apply sofar; auto).
    destruct (Rle_dec _ _); [| assumption ].
    rewrite dot_add_right, S_INR. pose proof (margin n (Nat.lt_succ_diag_r n)). lra.
Qed.

Lemma length_of_the_sum w radius n :
  (forall i, (i < n)%nat -> ‖ z i ‖ <= radius) ->
  ‖ mistaken_sum w n ‖ <= mistaken w n * radius.
Proof.
  induction n as [| n sofar]; intros length; simpl mistaken_sum; simpl mistaken.
  - rewrite norm_zero. simpl. lra.
  - assert (‖ mistaken_sum w n ‖ <= mistaken w n * radius) by (apply sofar; auto).
    destruct (Rle_dec _ _); [| assumption ].
    rewrite S_INR. pose proof (triangle (mistaken_sum w n) (z n)).
    pose proof (length n (Nat.lt_succ_diag_r n)). lra.
Qed.
End One_round.

(** ** The rule

    After [j] rounds the weights are [batch j]. [K j] of them made an update, and added [M j]
    patterns in all. [squares j] is the sum of m² over the rounds. *)
Section Batch_rule.
Context {V : space}.
Variable eta : R.
Variable z : nat -> V.
Variable n : nat.

Fixpoint batch (j : nat) : V :=
  match j with
  | O => zero
  | S i => batch i + eta * mistaken_sum z (batch i) n
  end.

Fixpoint M (j : nat) : nat :=
  match j with
  | O => 0
  | S i => M i + mistaken z (batch i) n
  end.

Fixpoint K (j : nat) : nat :=
  match j with
  | O => 0
  | S i => K i + min 1 (mistaken z (batch i) n)
  end.

Fixpoint squares (j : nat) : nat :=
  match j with
  | O => 0
  | S i => squares i + mistaken z (batch i) n * mistaken z (batch i) n
  end.

(** A round that adds patterns adds at least 1, and at most [n]. *)
Lemma K_at_most_M j : (K j <= M j)%nat.
Proof. induction j; cbn [K M]; lia. Qed.

Lemma squares_at_most j : (squares j <= n * M j)%nat.
Proof.
  induction j; cbn [squares M]; [ lia |].
  pose proof (mistaken_at_most z (batch j) n). nia.
Qed.

(** (eq-conv-batch-chord), summed over the rounds. *)
Lemma chord j : (squares j + n * K j <= (n + 1) * M j)%nat.
Proof.
  induction j; cbn [squares K M]; [ lia |].
  pose proof (mistaken_at_most z (batch j) n).
  destruct (mistaken z (batch j) n) as [| m]; cbn [min]; nia.
Qed.

Variables (w_star : V) (a radius : R).
Hypothesis rate : 0 < eta.
Hypothesis margin : forall i, (i < n)%nat -> w_star · z i >= a.
Hypothesis length : forall i, (i < n)%nat -> ‖ z i ‖ <= radius.

Lemma batch_progress j : eta * M j * a <= batch j · w_star.
Proof.
  induction j; cbn [batch M].
  - rewrite dot_zero. simpl. lra.
  - rewrite plus_INR.
    pose proof (margin_of_the_sum z (batch j) w_star a n margin) as gain.
    pose proof (progress_of_one_update (batch j) _ _ _ _ rate gain). lra.
Qed.

Lemma batch_growth j : ‖ batch j ‖² <= eta² * squares j * radius².
Proof.
  induction j; cbn [batch squares].
  - rewrite norm_zero. unfold Rsqr. simpl. lra.
  - rewrite plus_INR, mult_INR.
    set (m := mistaken z (batch j) n).
    pose proof (growth_of_one_update _ _ _ _ rate (sum_is_a_mistake z (batch j) n)
      (length_of_the_sum z (batch j) radius n length)) as grown. fold m in grown.
    replace ((m * radius)²) with (m * m * radius²) in grown by (unfold Rsqr; ring). lra.
Qed.
End Batch_rule.

(** ** The two bounds *)
Section Bounds.
Context {V : space}.
Variables (z : nat -> V) (n : nat) (w_hat : V) (eta radius gamma : R).
Hypothesis unit : ‖ w_hat ‖ = 1.
Hypothesis positive : 0 < gamma.
Hypothesis margin : forall i, (i < n)%nat -> w_hat · z i >= gamma.
Hypothesis length : forall i, (i < n)%nat -> ‖ z i ‖ <= radius.
Hypothesis rate : 0 < eta.

(** (eq-conv-batch-squares) *)
Lemma batch_squares j : (M eta z n j)² <= (radius / gamma)² * squares eta z n j.
Proof.
  pose proof (pos_INR (M eta z n j)).
  replace ((radius / gamma)² * squares eta z n j)
    with (squares eta z n j * ‖ w_hat ‖² * (radius / gamma)²)
    by (rewrite unit, Rsqr_1; ring).
  apply divide with eta; [ assumption.. |].
  apply squeeze with (batch eta z n j).
  - apply Rmult_le_pos; [| lra ]. apply Rmult_le_pos; lra.
  - apply batch_progress; assumption.
  - apply batch_growth; assumption.
Qed.
End Bounds.

(** (eq-conv-batch-mistakes) *)
Theorem batch_mistakes :
  forall (V : space) (z : nat -> V) (n : nat) (w_hat : V)
         (eta radius gamma : R),
  ‖ w_hat ‖ = 1 ->
  0 < gamma ->
  (forall i, (i < n)%nat -> w_hat · z i >= gamma) ->
  (forall i, (i < n)%nat -> ‖ z i ‖ <= radius) ->
  0 < eta ->
  forall j, K eta z n j <= M eta z n j <= n * (radius / gamma)².
Proof.
  intros V z n w_hat eta radius gamma unit positive margin length rate j. split.
  - apply le_INR, K_at_most_M.
  - pose proof (batch_squares z n w_hat eta radius gamma
      unit positive margin length rate j) as B.
    pose proof (le_INR _ _ (squares_at_most eta z n j)) as S. rewrite mult_INR in S.
    pose proof (Rle_0_sqr (radius / gamma)) as B_positive.
    pose proof (pos_INR n).
    destruct (Rle_lt_or_eq_dec 0 (M eta z n j) (pos_INR _)) as [some | none].
    + apply Rmult_le_reg_l with (M eta z n j); [ exact some |].
      assert ((radius / gamma)² * squares eta z n j
        <= (radius / gamma)² * (n * M eta z n j))
        by (apply Rmult_le_compat_l; assumption).
      unfold Rsqr at 1 in B. lra.
    + rewrite <- none. apply Rmult_le_pos; assumption.
Qed.

(** (eq-conv-batch-updates) *)
Theorem batch_updates :
  forall (V : space) (z : nat -> V) (n : nat) (w_hat : V)
         (eta radius gamma : R),
  ‖ w_hat ‖ = 1 ->
  0 < gamma ->
  (forall i, (i < n)%nat -> w_hat · z i >= gamma) ->
  (forall i, (i < n)%nat -> ‖ z i ‖ <= radius) ->
  0 < eta ->
  (0 < n)%nat ->
  forall j, K eta z n j <= (n + 1)² / (4 * n) * (radius / gamma)².
Proof.
  intros V z n w_hat eta radius gamma unit positive margin length rate some j.
  pose proof (batch_squares z n w_hat eta radius gamma
    unit positive margin length rate j) as squared.
  pose proof (le_INR _ _ (chord eta z n j)) as C.
  rewrite plus_INR, !mult_INR, plus_INR in C. simpl (INR 1) in C.
  apply lt_INR in some. simpl in some.
  set (B := (radius / gamma)²) in *. set (m := INR (M eta z n j)) in *.
  set (k := INR (K eta z n j)) in *. set (q := INR (squares eta z n j)) in *.
  assert (0 <= B) by apply Rle_0_sqr. assert (0 <= k) by apply pos_INR.
  assert (0 <= m) by apply pos_INR.
  (* n B k <= m ((n + 1) B - m), a parabola in m with the top (n + 1)² B² / 4 *)
  assert (B * q <= B * ((n + 1) * m - n * k)) by (apply Rmult_le_compat_l; lra).
  pose proof (Rle_0_sqr (m - (n + 1) * B / 2)) as top.
  assert (parabola : B * (n * k) <= B * ((n + 1)² * B / 4))
    by (unfold Rsqr in *; nra).
  replace ((n + 1)² / (4 * n) * B) with ((n + 1)² * B / 4 / n) by (field; lra).
  apply Rmult_le_reg_l with n; [ exact some |].
  replace (n * ((n + 1)² * B / 4 / n)) with ((n + 1)² * B / 4) by (field; lra).
  destruct (Req_dec B 0) as [none |]; [| apply Rmult_le_reg_l with B; lra ].
  (* B = 0: no pattern is ever added *)
  pose proof (le_INR _ _ (K_at_most_M eta z n j)) as fewer. fold k m in fewer.
  assert (m = 0) by (rewrite none in squared; unfold Rsqr in squared; nra).
  rewrite none. assert (k = 0) by lra. unfold Rsqr; nra.
Qed.
