From Perceptrons Require Import FalseVariants Online.

Theorem refused : growth_without_a_mistake.
Proof.
  intros V w z eta radius rate length.
  exact (growth_of_one_update w z eta radius rate _ length).
Qed.
