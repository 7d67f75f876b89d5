import { describe, expect, it } from 'vitest';
import { skippedMonths } from '../../../core/scoring/due-months.ts';
import { NO_HISTORY } from '../../../core/scoring/member-history.ts';
import { type MemberLines, NO_PROFILE, type ScorableLine, withLine } from '../../../core/scoring/member-month.ts';
import type { PeriodMember } from '../../../core/scoring/period-members.ts';
import { plainLine } from '../../support/plain-inputs.ts';

/** Guarantee: a statement pays skipped months only if at least three quarters of five or more members are paid for each of them. */

type Pay = Partial<ScorableLine> & { readonly amount: number };

/** Makes a member who was paid $50 in July, or in another month, with the lines of this statement. Without lines the member is absent. */
const member = (id: string, lines: readonly Pay[], lastPaidPeriod: string | null = '2025-07'): PeriodMember => ({
  memberRefId: id,
  prior: {
    memberRefId: id,
    memberExternalId: id,
    status: 'green',
    profile: NO_PROFILE,
    firstSeenPeriod: '2025-01',
    lastPresentPeriod: '2025-07',
    lastPresentAmount: 500_000,
    commissionAmount: 500_000,
    paidThrough: null,
    history: { ...NO_HISTORY, lastPaidPeriod, lastPaidAmount: 500_000 },
  },
  lines: lines.map((line) => plainLine(id, null, line)).reduce<MemberLines | undefined>(withLine, undefined),
});
const members = (count: number, lines: readonly Pay[], lastPaidPeriod?: string) =>
  Array.from({ length: count }, (_, index) =>
    member(`${lines.length} ${lastPaidPeriod} ${index}`, lines, lastPaidPeriod),
  );

const STATEMENT = { period: '2025-09', baselinePeriod: '2025-07', paymentLag: 0 };
const AUGUST = { from: '2025-08', to: '2025-08' };
const of = (coverageMonth: string, amount = 500_000): Pay => ({ amount, coverageMonth });
const RENEWAL: Pay = { amount: 500_000, transactionType: 'Renewal' };
const BOTH = [of('2025-08'), of('2025-09')];

describe('the members who decide', () => {
  it.each<[string, readonly PeriodMember[], object | null]>([
    ['are five', members(5, BOTH), AUGUST],
    ['are not four', members(4, BOTH), null],
    ['are three quarters', [...members(6, BOTH), ...members(2, [of('2025-09')])], AUGUST],
    ['are not less than three quarters', [...members(5, BOTH), ...members(2, [of('2025-09')])], null],
    ['are not those who are absent', [...members(5, BOTH), ...members(5, [])], AUGUST],
    ['are not those last paid before', [...members(5, BOTH), ...members(5, [of('2025-09')], '2025-06')], AUGUST],
    ['are not those last paid before, who are paid for both', members(5, BOTH, '2025-06'), null],
    ['are not newcomers', [...members(4, BOTH), { ...member('new', BOTH), prior: undefined }], null],
  ])('%s', (_case, all, gap) => {
    expect(skippedMonths(all, STATEMENT)).toEqual(gap);
  });
});

describe('the months', () => {
  const OCTOBER = { period: '2025-10', baselinePeriod: '2025-07', paymentLag: 0 };

  it.each<[string, readonly Pay[], typeof STATEMENT, object | null]>([
    ['are none where no statement is missing', BOTH, { ...STATEMENT, baselinePeriod: '2025-08' }, null],
    ['are two', [...BOTH, of('2025-10')], OCTOBER, { from: '2025-08', to: '2025-09' }],
    ['are not paid if one of two is', [of('2025-08'), of('2025-10')], OCTOBER, null],
    [
      'are a month earlier where the carrier pays a month later',
      [of('2025-07'), of('2025-08')],
      { ...STATEMENT, paymentLag: 1 },
      { from: '2025-07', to: '2025-07' },
    ],
  ])('%s', (_case, lines, statement, gap) => {
    expect(skippedMonths(members(5, lines, statement.baselinePeriod), statement)).toEqual(gap);
  });

  it('are none in a first statement', () => {
    expect(skippedMonths(members(5, BOTH), { ...STATEMENT, baselinePeriod: null })).toBeNull();
  });
});

describe('a member is paid for the gap', () => {
  const QUARTER = { period: '2025-10', baselinePeriod: '2025-07', paymentLag: 0 };
  const [once, less] = [RENEWAL, { ...RENEWAL, amount: 490_000 }];

  it.each<[string, readonly Pay[], boolean]>([
    ['as one line of the pay of three months', [{ ...RENEWAL, amount: 1_500_000 }], true],
    ['as three lines', [once, once, once], true],
    ['with two cents less, a cent for each skipped month', [{ ...RENEWAL, amount: 1_499_800 }], true],
    ['with two cents more', [{ ...RENEWAL, amount: 1_500_200 }], true],
    ['not three cents less', [{ ...RENEWAL, amount: 1_499_700 }], false],
    ['not three cents more', [{ ...RENEWAL, amount: 1_500_300 }], false],
    ['not by the pay of two months', [once, once], false],
    ['not by less each month', [less, less, less], false],
    ['beside what is taken back', [once, once, once, { ...RENEWAL, amount: -500_000 }], true],
    ['not as a plain amount', [{ amount: 1_500_000 }], false],
    ['not partly as a plain amount', [once, once, { amount: 500_000 }], false],
    ['not by a line that states its months', [{ ...RENEWAL, amount: 1_500_000, monthsPaid: 300 }], false],
    ['not by a line that states its last day', [{ ...RENEWAL, amount: 1_500_000, paidThrough: '2025-10-31' }], false],
    ['by lines that name the months, with any amount', [of('2025-08', 100), of('2025-09', 100)], true],
    ['not by a chargeback that names a month', [of('2025-08', -500_000), of('2025-09')], false],
    ['not by a row of 0 that names a month', [of('2025-08', 0), of('2025-09')], false],
    ['not by one of the months', [of('2025-09'), of('2025-10'), once], false],
  ])('%s', (_case, lines, isPaid) => {
    expect(skippedMonths(members(5, lines), QUARTER)).toEqual(isPaid ? { from: '2025-08', to: '2025-09' } : null);
  });
});
