import type { ClaimLine, ClaimRow } from '../../../core/report/claim.ts';
import { type Certainty, SIGNAL_CODES, type SignalCode } from '../../../core/scoring/signal.ts';

/** Rows and lines of one member, for claims that are calculated by hand. */

export const REF = '0f0e0d0c-0b0a-4908-8706-050403020100';
export const exact = (dollars: number) => BigInt(Math.round(dollars * 1e6)) * 10_000n;

type Found = readonly [code: SignalCode, dollars: number, severity?: 'info' | 'warn' | 'critical', claim?: Certainty];

/** How sure scoring is of each finding, unless a case says otherwise. */
const CLAIMS: Partial<Record<SignalCode, Certainty>> = {
  MISSED_MONTHS: 'likely',
  CHARGEBACK_ON_ACTIVE: 'likely',
  CHARGEBACK_DUPLICATE: 'certain',
  CHARGEBACK_UNMATCHED: 'certain',
  CHARGEBACK_EXCEEDS_PAID: 'certain',
  REINSTATED_NOT_REPAID: 'certain',
  TRUE_UP_MISSING: 'to_check',
};

/** Makes a row of the member, who is paid 50 a month by default. */
export function row(period: string, found: readonly Found[], more: Partial<ClaimRow> = {}): ClaimRow {
  return {
    carrierId: 'summit',
    carrierName: 'Summit',
    workspaceId: 'w1',
    period,
    memberRefId: REF,
    memberExternalId: 'M1',
    memberName: 'Ann Lee',
    policyNumber: 'P1',
    planName: 'Gold',
    signals: found.map(([code, amount, severity = 'warn', claim = CLAIMS[code]]) => ({
      code,
      severity,
      amount,
      detail: `${code}.`,
      claim,
    })),
    expected: null,
    owed: null,
    owedEstimated: false,
    chargeback: 0n,
    lastPaidPeriod: period,
    lastPaidAmount: exact(50),
    unpaidSince: null,
    paidBefore: null,
    disputedCut: null,
    disputedEvents: [],
    ...more,
  };
}

export const underpaid = (
  period: string,
  owed: number,
  more: Partial<ClaimRow> = {},
  severity: 'info' | 'warn' = 'warn',
) =>
  row(period, [['UNDERPAID', owed, severity]], {
    owed: exact(owed),
    expected: exact(50),
    lastPaidAmount: exact(50 - owed),
    ...more,
  });

let rowNumber = 1;
export function line(
  period: string,
  dollars: number,
  coverageMonth: string | null = null,
  more: Partial<ClaimLine> = {},
): ClaimLine {
  rowNumber += 1;
  return {
    memberRefId: REF,
    period,
    fileId: `file-${period}`,
    fileName: `summit-${period}.csv`,
    sheet: 1,
    rowNumber,
    amount: exact(dollars),
    coverageMonth,
    policyRefId: 'p1',
    transactionType: null,
    description: null,
    planCode: null,
    planName: null,
    productType: null,
    isYearTotal: false,
    ...more,
  };
}

export type ClaimCase = readonly [
  title: string,
  rows: readonly ClaimRow[],
  lines: readonly ClaimLine[],
  claims: readonly string[],
];

/**
 * Reads cases of a table: a title, then the rows, the lines and `=>` the claims, or `nothing`.
 *
 *     pays the rest of the month beside the regular pay:
 *       Feb short 10 ; Feb 40 for Feb + Mar 50 for Mar + Mar 10 for Feb => underpaid certain 2026-02 0/10
 *
 * Rows are separated by ` / `. A row has its month of 2026, its findings with their dollars, and values as `name=value`; `short` makes a
 * row that is underpaid. Lines are separated by ` + `, and `for` names the coverage month. `Dec25` is of 2025.
 */
export function claimCases(table: string): ClaimCase[] {
  const texts = table
    .trim()
    .replace(/:\n\s+/g, ': ')
    .replace(/\n\s*=>/g, ' =>')
    .split(/\n\s*/);
  return texts.map((text) => {
    const [, title, rows, lines, claims] = /^(.*?): (.*?) ;(.*?) ?=> (.*)$/.exec(text) ?? [];
    if (title === undefined || rows === undefined || lines === undefined || claims === undefined)
      throw new Error(`Not a case: ${text}`);
    const paid = lines.trim() === '' ? [] : lines.trim().split(' + ').map(lineOf);
    return [title, rows.split(' / ').map(rowOf), paid, claims === 'nothing' ? [] : claims.split(' + ')];
  });
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function monthOf(text: string): string {
  const month = MONTHS.indexOf(text.slice(0, 3)) + 1;
  if (month === 0) throw new Error(`Not a month: ${text}`);
  return `20${text.slice(3) || '26'}-${String(month).padStart(2, '0')}`;
}

const ROW_VALUES: Readonly<Record<string, (text: string) => Partial<ClaimRow>>> = {
  chargeback: (text) => ({ chargeback: exact(Number(text)) }),
  owed: (text) => ({ owed: exact(Number(text)) }),
  expected: (text) => ({ expected: exact(Number(text)) }),
  owedEstimated: (text) => ({ owedEstimated: text === 'true' }),
  lastPaidPeriod: (text) => ({ lastPaidPeriod: monthOf(text) }),
  unpaidSince: (text) => ({ unpaidSince: monthOf(text) }),
  paidBefore: (text) => ({ paidBefore: monthOf(text) }),
};
const LINE_VALUES: Readonly<Record<string, (text: string) => Partial<ClaimLine>>> = {
  transactionType: (text) => ({ transactionType: text }),
  policyRefId: (text) => ({ policyRefId: text }),
  isYearTotal: (text) => ({ isYearTotal: text === 'true' }),
};

/** Splits a text into its plain words and its values. */
function partsOf<Value extends object>(text: string, known: Readonly<Record<string, (text: string) => Value>>) {
  const parts = text.match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
  const more = {};
  for (const part of parts.filter((one) => one.includes('='))) {
    const [name = '', value = ''] = part.split('=');
    const read = known[name];
    if (read === undefined) throw new Error(`Unknown name: ${name}`);
    Object.assign(more, read(value.replaceAll('"', '')));
  }
  return { plain: parts.filter((one) => !one.includes('=')), more };
}

function rowOf(text: string): ClaimRow {
  const { plain, more } = partsOf(text, ROW_VALUES);
  const [month = '', ...rest] = plain;
  const [word, dollars, severity] = rest;
  if (word === 'short') return underpaid(monthOf(month), Number(dollars), more, severity === 'info' ? 'info' : 'warn');
  const found = rest.length === 0 ? [] : rest.join(' ').split(', ');
  return row(monthOf(month), found.map(foundOf), more);
}

function foundOf(text: string): Found {
  const [name, dollars, ...words] = text.split(' ');
  const code = SIGNAL_CODES.find((one) => one === name);
  if (code === undefined) throw new Error(`Not a finding: ${text}`);
  const severity = (['info', 'warn', 'critical'] as const).find((one) => one === words[0]) ?? 'warn';
  const claim = (['certain', 'likely', 'to_check'] as const).find((one) => one === words[1]);
  return claim === undefined ? [code, Number(dollars), severity] : [code, Number(dollars), severity, claim];
}

function lineOf(text: string): ClaimLine {
  const { plain, more } = partsOf(text, LINE_VALUES);
  const [month = '', dollars, , coverageMonth] = plain;
  return line(monthOf(month), Number(dollars), coverageMonth === undefined ? null : monthOf(coverageMonth), more);
}
