From Perceptrons Require Import FalseVariants Batch.

Theorem refused : batch_without_n.
Proof.
  intros V z n w_hat eta radius gamma unit positive margin length rate j.
  exact (batch_mistakes V z n w_hat eta radius gamma unit positive margin length rate j).
Qed.
