import type { ClaimLine, ClaimRow } from '../../../core/report/claim.ts';
import type { Certainty, SignalCode } from '../../../core/scoring/signal.ts';

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
