/** Clauses that explain a member's changed rate and changed amount by a carrier event; null where no event explains the change. */
export interface PayExplanation {
  readonly rate: string | null;
  readonly amount: string | null;
}
