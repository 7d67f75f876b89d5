import type { Schema } from '../../client/commission-client.ts';

export type Claim = Schema<'Claim'>;
export type Dispute = Schema<'Dispute'>;

/** How sure a claim is, the surest first. */
export const SURE = ['certain', 'likely', 'to_check'] as const satisfies readonly Claim['certainty'][];

export const CERTAINTY_WORDS: Readonly<Record<Claim['certainty'], string>> = {
  certain: 'Surely owed',
  likely: 'Likely',
  to_check: 'To check',
};

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

export const STATES = ['asked', 'answered', 'paid', 'refused'] as const satisfies readonly Dispute['state'][];

/** The view, as the address holds it. */
export interface AskSearch {
  /** A state of letters; absent: what is to be asked. */
  readonly tab?: string | undefined;
  readonly sure?: string | undefined;
  readonly period?: string | undefined;
  readonly carrierId?: string | undefined;
  readonly members?: string | undefined;
  /** The id of the letter whose panel is open. */
  readonly open?: string | undefined;
}

export const stateOf = (tab: string | undefined): Dispute['state'] | undefined => STATES.find((state) => state === tab);

export const sureOf = (text: string | undefined): Claim['certainty'] | undefined => SURE.find((sure) => sure === text);
