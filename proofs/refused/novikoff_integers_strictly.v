From Perceptrons Require Import FalseVariants Integers.
Require Import ZArith.
Open Scope Z_scope.

Theorem refused : novikoff_integers_strictly.
Proof.
  intros d z w_star eta a R2 positive margin length rate n.
  exact (novikoff_integers d z w_star eta a R2 positive margin length rate n).
Qed.
