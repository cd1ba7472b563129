(** * Vectors, known by their inner products

    The three proofs of chapter 4 never look inside a vector. All they use are sums, multiples,
    and five laws of the inner product. A [space] is whatever obeys these laws; [Rd d], the
    vectors with [d] real components, is one, and the end of this file proves it. *)

Require Export Reals Lra Psatz Lia.
Open Scope R_scope.

Record space := {
  vector :> Type;
  zero : vector;
  add : vector -> vector -> vector;
  scale : R -> vector -> vector;
  dot : vector -> vector -> R;
  dot_comm : forall u v, dot u v = dot v u;
  dot_zero : forall v, dot zero v = 0;
  dot_add : forall u v x, dot (add u v) x = dot u x + dot v x;
  dot_scale : forall c u v, dot (scale c u) v = c * dot u v;
  dot_self : forall u, 0 <= dot u u
}.
Arguments zero {s}.
Arguments add {s} u v.
Arguments scale {s} c u.
Arguments dot {s} u v.
Arguments dot_comm {s} u v.
Arguments dot_zero {s} v.
Arguments dot_add {s} u v x.
Arguments dot_scale {s} c u v.
Arguments dot_self {s} u.

Definition norm {V : space} (u : V) : R := sqrt (dot u u).

(** The book's notation: [u · v], [‖ u ‖], [w + eta * z]; and a natural number may stand where a
    real one is expected. *)
Declare Scope vector_scope.
Delimit Scope vector_scope with V.
Bind Scope vector_scope with vector.
Notation "u + v" := (add u v) : vector_scope.
Notation "c * u" := (scale c%R u) : vector_scope.
Notation "u - v" := (add u (scale (-1) v)) : vector_scope.
Notation "u · v" := (dot u%V v%V) (at level 35) : R_scope.
Notation "‖ u ‖" := (norm u%V) (at level 10, u at level 50) : R_scope.
Notation "‖ u ‖²" := (Rsqr (norm u%V)) (at level 10, u at level 50) : R_scope.
Coercion INR : nat >-> R.

Section Laws.
Context {V : space}.
Implicit Types u v w z : V.

Lemma norm_squared u : ‖ u ‖² = u · u.
Proof. apply Rsqr_sqrt, dot_self. Qed.

Lemma norm_nonnegative u : 0 <= ‖ u ‖.
Proof. apply sqrt_pos. Qed.

Lemma dot_add_right u v w : u · (v + w) = u · v + u · w.
Proof. rewrite dot_comm, dot_add, (dot_comm v), (dot_comm w). reflexivity. Qed.

Lemma dot_scale_right c u v : u · (c * v) = c * u · v.
Proof. rewrite dot_comm, dot_scale, dot_comm. reflexivity. Qed.

(** (step-conv-expand), with [v = eta * z]: the square of a sum *)
Lemma expand u v : ‖ u + v ‖² = ‖ u ‖² + 2 * u · v + ‖ v ‖².
Proof.
  rewrite !norm_squared, dot_add, !dot_add_right, (dot_comm v u). ring.
Qed.

Lemma norm_scale c u : ‖ c * u ‖² = c² * ‖ u ‖².
Proof. rewrite !norm_squared, dot_scale, dot_scale_right. unfold Rsqr. ring. Qed.

(** (eq-conv-square): the difference in Cauchy and Schwarz, times ‖v‖², is a square. *)
Lemma square w v :
  ‖ (‖ v ‖²) * w - (w · v) * v ‖² = ‖ v ‖² * (‖ w ‖² * ‖ v ‖² - (w · v)²).
Proof.
  rewrite expand, !norm_scale, dot_scale, !dot_scale_right. unfold Rsqr. ring.
Qed.

(** A vector of length zero has the product zero with every vector. *)
Lemma orthogonal_to_null w v : ‖ v ‖² = 0 -> w · v = 0.
Proof.
  intros null. destruct (Req_dec (w · v) 0) as [yes | no]; [ exact yes | exfalso ].
  (* otherwise a large multiple of v would make a square negative *)
  set (c := - (‖ w ‖² + 1) / (2 * (w · v))).
  pose proof (Rle_0_sqr (‖ w + c * v ‖)) as P.
  rewrite expand, norm_scale, null, dot_scale_right in P.
  assert (2 * (c * w · v) = - (‖ w ‖² + 1)) by (unfold c; field; exact no).
  lra.
Qed.

(** (eq-conv-cauchy-schwarz) *)
Lemma cauchy_schwarz w v : (w · v)² <= ‖ w ‖² * ‖ v ‖².
Proof.
  destruct (Req_dec (‖ v ‖²) 0) as [null | positive].
  - rewrite (orthogonal_to_null w v null), null. unfold Rsqr. lra.
  - pose proof (Rle_0_sqr (‖ v ‖)). pose proof (square w v) as S.
    pose proof (Rle_0_sqr (‖ (‖ v ‖²) * w - (w · v) * v ‖)) as P.
    rewrite S in P. apply Rmult_le_reg_l with (‖ v ‖²); lra.
Qed.

(** The same without squares, and the triangle inequality, for the batch rule. *)
Lemma cauchy_schwarz_lengths w v : w · v <= ‖ w ‖ * ‖ v ‖.
Proof.
  pose proof (norm_nonnegative w). pose proof (norm_nonnegative v).
  apply Rsqr_incr_0_var; [| nra ]. rewrite Rsqr_mult. apply cauchy_schwarz.
Qed.

Lemma triangle w v : ‖ w + v ‖ <= ‖ w ‖ + ‖ v ‖.
Proof.
  pose proof (norm_nonnegative w). pose proof (norm_nonnegative v).
  apply Rsqr_incr_0_var; [| lra ]. rewrite expand, Rsqr_plus.
  pose proof (cauchy_schwarz_lengths w v). lra.
Qed.

Lemma norm_zero : ‖ (zero : V) ‖ = 0.
Proof. unfold norm. rewrite dot_zero. apply sqrt_0. Qed.
End Laws.

(** ** Vectors with d real components

    Components are numbered 0, 1, ..., d - 1. The inner product looks at these alone. *)

Fixpoint sum (n : nat) (f : nat -> R) : R :=
  match n with
  | O => 0
  | S m => sum m f + f m
  end.

Definition Rd (d : nat) : space.
Proof.
  refine {|
    vector := nat -> R;
    zero := fun _ => 0;
    add u v := fun j => u j + v j;
    scale c u := fun j => c * u j;
    dot u v := sum d (fun j => u j * v j)
  |}; intros; induction d; simpl; nra.
Defined.
