import type { components } from '../../client/generated/api-types.ts';

export type Claim = components['schemas']['Claim'];
export type Dispute = components['schemas']['Dispute'];

/** The certainty of a claim, in words for the owner. */
export const CERTAINTY_WORDS: Readonly<Record<Claim['certainty'], string>> = {
  certain: 'Certain',
  likely: 'Likely: check it first',
  to_check: 'A question',
};

/** The basis of a claim, in words for the owner. */
export const BASIS_WORDS: Readonly<Record<Claim['basis'], string>> = {
  contracted: 'by your contracted rate',
  statement_rate: "by the statement's own rate",
  statements: "by the carrier's statements",
  cms: 'by the Medicare rate',
  earlier_pay: 'by what was paid before',
  estimated: 'by what comparable members are paid',
};

export const STATE_WORDS: Readonly<Record<Dispute['state'], string>> = {
  asked: 'Asked',
  answered: 'Answered',
  paid: 'Paid',
  refused: 'Refused',
};
