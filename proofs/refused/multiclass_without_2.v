From Perceptrons Require Import FalseVariants Multiclass.

Theorem refused : multiclass_without_2.
Proof.
  intros c d x y r U eta radius gamma unit positive margin length rate classes rivals.
  exact (multiclass c d x y r U eta radius gamma unit positive margin length rate
    classes rivals).
Qed.
