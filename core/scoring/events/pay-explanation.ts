/** Why one member's rate or amount moved as many others' did, in the words after a colon; null where it moved otherwise. */
export interface PayExplanation {
  readonly rate: string | null;
  readonly amount: string | null;
}
