/** A carrier of the shared catalogue that continues the statements of others, because a brand changed its layout. */
export interface Succession {
  readonly slug: string;
  /** Slug of the carrier whose layout ended. */
  readonly continues: string;
}

/**
 * Layouts of one brand that follow each other. Layouts that a brand sends in parallel are no succession: they may show the same members
 * for different money (docs/adr/0042-history-across-layouts.md).
 */
export const SUCCESSIONS: readonly Succession[] = [
  { slug: 'devoted-transactions', continues: 'devoted-agency' },
  { slug: 'devoted-transactions', continues: 'devoted-agent-statement' },
];
