(** * What each theorem says, and what it rests on *)

From Perceptrons Require Import Online Angle Convergence Batch Multiclass FalseVariants.

Check @progress_of_one_update.
Print Assumptions progress_of_one_update.
Check @growth_of_one_update.
Print Assumptions growth_of_one_update.
Check novikoff.
Print Assumptions novikoff.
Check @floor_of_the_cosine.
Print Assumptions floor_of_the_cosine.
Check another_start.
Print Assumptions another_start.
Check convergence.
Print Assumptions convergence.
Check batch_mistakes.
Print Assumptions batch_mistakes.
Check batch_updates.
Print Assumptions batch_updates.
Check multiclass.
Print Assumptions multiclass.

From Perceptrons Require Import Integers.
Open Scope Z_scope.

Check novikoff_integers.
Print Assumptions novikoff_integers.
Check nine_updates.
Print Assumptions nine_updates.

Check all_five_are_false.
Print Assumptions all_five_are_false.
