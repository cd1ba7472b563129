From Perceptrons Require Import FalseVariants Online.

Theorem refused : novikoff_without_a_margin.
Proof.
  intros V z w_hat eta radius gamma unit margin length rate.
  exact (novikoff V z w_hat eta radius gamma unit _ margin length rate).
Qed.
