/** The reason why one member's rate or amount changed as many others' did, as words after a colon; null for another change. */
export interface PayExplanation {
  readonly rate: string | null;
  readonly amount: string | null;
}
