import { z } from 'zod';
import { FILES_KNOWN, type FilesKnown, MONTH_STATES, monthDetail, monthState } from '../../core/month/month-state.ts';
import type { Period } from '../../core/period.ts';

/** Months of books: open, complete or closed. */

export const monthStates = z
  .enum(MONTH_STATES)
  .describe(
    'open: files are still to come, and absences are provisional. complete: all have come, or nothing says how many a month has. closed: closed by PUT /v1/months/{period}.',
  );

export const filesKnown = z
  .enum(FILES_KNOWN)
  .describe('set: the account said it. learned: three months in a row had this number.');

/** The files of a month whose carrier sends a known number of files. */
export const receivedFiles = z
  .object({
    received: z.int().describe('Files that count.'),
    expected: z.int(),
    known: filesKnown,
  })
  .meta({ id: 'ReceivedFiles' });

export const figures = {
  memberCount: z.int(),
  red: z.int().describe('Members who dropped.'),
  paidNet: z.number().describe('paidGross less chargebacks.'),
  paidGross: z.number().describe('With money without a member.'),
  chargebacks: z.number().describe('As a positive amount.'),
  commissionOwed: z.number(),
  commissionOwedEstimated: z
    .number()
    .nullable()
    .describe(
      'The part of commissionOwed that rests on an estimated rate. Null where it was recorded before this was kept.',
    ),
};

/** The figures of a month of a book as they are shown. Amounts are in dollars, rounded to cents. */
export const shownFigures = z.object(figures).meta({ id: 'MonthFigures' });
export type ShownFigures = Readonly<z.output<typeof shownFigures>>;

/** A month of a book as it is stored. */
export interface MonthFacts {
  readonly period: Period;
  readonly carrierId: string;
  readonly carrierName: string;
  readonly workspaceId: string;
  /** Number of active files. */
  readonly received: number;
  /** The number of files that the month should have. Null, like `known`, when that number is not known. */
  readonly expected: number | null;
  readonly known: FilesKnown | null;
  /** True while the month waits for files. */
  readonly isOpen: boolean;
  /** Null, like `closedBy`, unless the month is closed. */
  readonly closedAt: string | null;
  readonly closedBy: string | null;
  /** Null unless a person signed. */
  readonly signedBy: string | null;
  /** Sentences about things that were open at the closing. Null unless closed, and for closings of an earlier release. */
  readonly leftOpen: readonly string[] | null;
  readonly adjustmentCount: number;
  readonly current: ShownFigures;
  /** All zero unless the month is closed. */
  readonly closed: ShownFigures;
}

const difference = z.object(figures).meta({ id: 'MonthDifference', description: 'By how much each figure changed.' });

export const monthFields = {
  period: z.string(),
  carrierId: z.string(),
  carrierName: z.string(),
  workspaceId: z.string(),
  state: monthStates,
  files: z
    .object({
      received: z.int().describe('Files that count.'),
      expected: z.int().nullable().describe('Null when nothing says how many files the month has.'),
      known: filesKnown.nullable(),
    })
    .meta({ id: 'MonthFiles' }),
  detail: z.string().describe('The state in words.'),
  current: shownFigures.describe('As of now, with every correction.'),
  closed: z
    .object({
      ...figures,
      closedAt: z.iso.datetime(),
      closedBy: z.string().describe('As in the audit trail.'),
      signedBy: z.string().nullable().describe('The name that was signed with; null when nobody signed.'),
      leftOpen: z.array(z.string()).readonly().describe('What was open when the month was closed.'),
    })
    .meta({ id: 'ClosedMonth' })
    .nullable()
    .describe('As they were when the month was closed. Null unless it is closed.'),
  adjusted: difference.nullable().describe('current less closed. Null unless the month is closed.'),
};

export const month = z.object(monthFields).meta({ id: 'Month' });
export type MonthRecord = Readonly<z.output<typeof month>>;

export const MONTH_COLUMNS = [
  ...['period', 'carrierId', 'carrierName', 'workspaceId', 'state', 'files', 'detail', 'current', 'closed'],
  ...['adjusted'],
];

export const SPECIAL_MONTHS =
  'Months of the period that wait for files, and months that were closed, with what changed in them since.';

/** Composes a month as it is shown: its state, a sentence, and the difference to its closed figures. Dollars are rounded to cents. */
export function describeMonth(facts: MonthFacts): MonthRecord {
  const { period, carrierId, carrierName, workspaceId, received, expected, known, current, closedAt, closedBy } = facts;
  const signature = { signedBy: facts.signedBy, leftOpen: facts.leftOpen ?? [] };
  const state = monthState({ isOpen: facts.isOpen, isClosed: closedAt !== null });
  const isClosed = closedAt !== null && closedBy !== null;
  return {
    period,
    carrierId,
    carrierName,
    workspaceId,
    state,
    files: { received, expected, known },
    detail: monthDetail({ state, received, expected, adjustments: facts.adjustmentCount }),
    current,
    closed: isClosed ? { closedAt, closedBy, ...signature, ...facts.closed } : null,
    adjusted: isClosed ? differenceOf(current, facts.closed) : null,
  };
}

/** Subtracts rounded figures, so that shown figures add up to the cent. */
function differenceOf(current: ShownFigures, closed: ShownFigures): ShownFigures {
  const cents = (after: number, before: number) => (Math.round(after * 100) - Math.round(before * 100)) / 100;
  return {
    memberCount: current.memberCount - closed.memberCount,
    red: current.red - closed.red,
    paidNet: cents(current.paidNet, closed.paidNet),
    paidGross: cents(current.paidGross, closed.paidGross),
    chargebacks: cents(current.chargebacks, closed.chargebacks),
    commissionOwed: cents(current.commissionOwed, closed.commissionOwed),
    commissionOwedEstimated:
      current.commissionOwedEstimated === null || closed.commissionOwedEstimated === null
        ? null
        : cents(current.commissionOwedEstimated, closed.commissionOwedEstimated),
  };
}
