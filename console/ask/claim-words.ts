import type { components } from '../../client/generated/api-types.ts';

export type Claim = components['schemas']['Claim'];
export type Dispute = components['schemas']['Dispute'];

/** The certainty of a claim, in words for the owner. */
export const CERTAINTY_WORDS: Readonly<Record<Claim['certainty'], string>> = {
  contracted: 'By your contracted rate',
  statement_rate: "By the statement's own rate",
  cms: 'By the Medicare rate',
  estimated: 'An estimate: check it first',
};

export const STATE_WORDS: Readonly<Record<Dispute['state'], string>> = {
  asked: 'Asked',
  answered: 'Answered',
  paid: 'Paid',
  refused: 'Refused',
};
