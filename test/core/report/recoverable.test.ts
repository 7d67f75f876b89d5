import { describe, expect, test } from 'vitest';
import { type Claim, type ClaimLine, type ClaimRow, claimIdOf, memberOfClaimId } from '../../../core/report/claim.ts';
import { memberClaims } from '../../../core/report/recoverable.ts';
import { exact, line, REF, row, underpaid } from './claim-rows.ts';

/** Guarantee: the claims equal those calculated by hand. Each rule has a case and a counter-case. Amounts are dollars. */

const dollars = (amount: bigint) => String(Number(amount) / 1e10);
/** Describes each claim as `kind certainty period open/recovered`. */
const told = (claims: readonly Claim[]) =>
  claims.map(
    ({ kind, certainty, period, amount, recovered }) =>
      `${kind} ${certainty} ${period} ${dollars(amount)}/${dollars(recovered)}`,
  );

describe('each dollar is in one claim', () => {
  test.each<[string, ClaimRow[], ClaimLine[], string[]]>([
    [
      'a finding that is not about money makes no claim',
      [row('2026-02', [['PLAN_CHANGED', 5]])],
      [line('2026-02', 50)],
      [],
    ],
    [
      'a payment below the contracted rate is underpaid by it',
      [underpaid('2026-02', 10)],
      [line('2026-02', 40)],
      ['underpaid certain 2026-02 10/0'],
    ],
    [
      'a payment below an estimated rate is underpaid by the estimate',
      [underpaid('2026-02', 10, { owedEstimated: true }, 'info')],
      [],
      ['underpaid likely 2026-02 10/0'],
    ],
    [
      "a payment below the statement's own rate is underpaid by that rate, as its finding says",
      [
        row('2026-02', [], {
          signals: [{ code: 'UNDERPAID', severity: 'warn', amount: 10, detail: '', certainty: 'statement_rate' }],
          owed: exact(10),
        }),
      ],
      [line('2026-02', 40)],
      ['underpaid certain 2026-02 10/0'],
    ],
    [
      'an owed amount without a finding makes no claim, because scoring treats it as rounding',
      [row('2026-02', [], { owed: exact(0.3), owedEstimated: true })],
      [],
      [],
    ],
    [
      'each month of a cut has its own claim',
      [underpaid('2026-02', 10), underpaid('2026-03', 10)],
      [line('2026-02', 40), line('2026-03', 40)],
      ['underpaid certain 2026-02 10/0', 'underpaid certain 2026-03 10/0'],
    ],
    [
      'a chargeback with two findings has one claim, from the surer finding',
      [
        row(
          '2026-03',
          [
            ['CHARGEBACK_DUPLICATE', 50, 'critical'],
            ['CHARGEBACK_ON_ACTIVE', 70],
          ],
          { chargeback: exact(70) },
        ),
      ],
      [line('2026-03', 50), line('2026-03', -50), line('2026-03', -20)],
      ['double_chargeback certain 2026-03 50/0'],
    ],
    [
      'a chargeback with two equal findings is claimed as double',
      [
        row(
          '2026-03',
          [
            ['CHARGEBACK_ON_ACTIVE', 50],
            ['CHARGEBACK_DUPLICATE', 50, 'critical'],
          ],
          { chargeback: exact(50) },
        ),
      ],
      [],
      ['double_chargeback certain 2026-03 50/0'],
    ],
    [
      'chargebacks above the payments are claimed only as far as earlier months do not claim them',
      [
        row('2026-03', [['CHARGEBACK_EXCEEDS_PAID', 30, 'critical']], { chargeback: exact(80) }),
        row('2026-04', [['CHARGEBACK_EXCEEDS_PAID', 50, 'critical']], { chargeback: exact(20) }),
      ],
      [],
      ['unmatched_chargeback certain 2026-03 30/0', 'unmatched_chargeback certain 2026-04 20/0'],
    ],
    [
      'an unchanged excess of chargebacks makes no second claim',
      [
        row('2026-03', [['CHARGEBACK_EXCEEDS_PAID', 30, 'critical']], { chargeback: exact(80) }),
        row('2026-05', [['CHARGEBACK_EXCEEDS_PAID', 30, 'critical']], { chargeback: exact(40) }),
      ],
      [],
      ['unmatched_chargeback certain 2026-03 30/0'],
    ],
    [
      'a chargeback whose finding is only information makes no claim',
      [row('2026-03', [['CHARGEBACK_UNMATCHED', 50, 'info']], { chargeback: exact(50) })],
      [],
      [],
    ],
    [
      'missed months and a chargeback before them have a claim each',
      [
        row(
          '2026-05',
          [
            ['MISSED_MONTHS', 100],
            ['REINSTATED_NOT_REPAID', 50],
          ],
          { unpaidSince: '2026-03', paidBefore: '2026-02' },
        ),
      ],
      [line('2026-03', -50, '2026-02'), line('2026-05', 50, '2026-05')],
      ['missed_months likely 2026-05 100/0', 'not_repaid certain 2026-05 50/0'],
    ],
    [
      'a double chargeback that is claimed already is not claimed again when the member is reinstated',
      [
        row('2026-04', [['CHARGEBACK_DUPLICATE', 50, 'critical']], {
          chargeback: exact(50),
          lastPaidPeriod: '2026-02',
        }),
        row('2026-05', [['REINSTATED_NOT_REPAID', 100]], { paidBefore: '2026-02' }),
      ],
      [line('2026-03', -50), line('2026-04', -50), line('2026-05', 50)],
      ['double_chargeback certain 2026-04 50/0', 'not_repaid certain 2026-05 50/0'],
    ],
    [
      'a chargeback before the last payment is claimed apart from the one after it',
      [
        row('2026-01', [['CHARGEBACK_ON_ACTIVE', 50]], { chargeback: exact(50) }),
        row('2026-05', [['REINSTATED_NOT_REPAID', 50]], { paidBefore: '2026-02' }),
      ],
      [line('2026-01', 50), line('2026-01', -50), line('2026-03', -50), line('2026-05', 50)],
      ['wrong_chargeback likely 2026-01 50/0', 'not_repaid certain 2026-05 50/0'],
    ],
    [
      'a month that a statement showed at zero is underpaid by the contracted rate, and not missed as well',
      [underpaid('2026-03', 50), row('2026-05', [['MISSED_MONTHS', 100]], { unpaidSince: '2026-03' })],
      [line('2026-03', 0), line('2026-05', 50)],
      ['underpaid certain 2026-03 50/0', 'missed_months likely 2026-05 50/0'],
    ],
    [
      'a month shown at zero and paid in part later leaves its rest and the month missed before it',
      [
        underpaid('2026-04', 50),
        row(
          '2026-05',
          [
            ['CATCH_UP_PAYMENT', 25, 'info'],
            ['MISSED_MONTHS', 50],
          ],
          { unpaidSince: '2026-03' },
        ),
      ],
      [line('2026-04', 0, '2026-04'), line('2026-05', 50, '2026-05'), line('2026-05', 25, '2026-04')],
      ['underpaid certain 2026-04 25/25', 'missed_months likely 2026-05 50/0'],
    ],
    [
      'a month shown at zero is missed at the pay of earlier statements, not underpaid by an estimate',
      [
        underpaid('2026-03', 48, { owedEstimated: true }, 'info'),
        row('2026-04', [['MISSED_MONTHS', 50]], { unpaidSince: '2026-03' }),
      ],
      [line('2026-03', 0), line('2026-04', 50)],
      ['missed_months likely 2026-04 50/0'],
    ],
    [
      'missed months of a member with unknown pay make no claim',
      [row('2026-04', [['MISSED_MONTHS', 0]], { unpaidSince: '2026-03' })],
      [],
      [],
    ],
    [
      'a missing true-up is likely if the statement calls the pay a first year, and never certain',
      [row('2026-04', [['TRUE_UP_MISSING', 347, 'info']], { lastPaidPeriod: '2026-01' })],
      [line('2026-01', 347, '2026-01', { transactionType: 'first_year' })],
      ['true_up_missing likely 2026-04 347/0'],
    ],
    [
      'a missing true-up is to be checked if no line says whether the year is the first',
      [row('2026-04', [['TRUE_UP_MISSING', 347, 'info']], { lastPaidPeriod: '2026-01' })],
      [line('2026-01', 347, '2026-01', { transactionType: 'Commission' })],
      ['true_up_missing to_check 2026-04 347/0'],
    ],
    [
      'no true-up is missing if the statement calls the pay a renewal',
      [row('2026-04', [['TRUE_UP_MISSING', 347, 'info']], { lastPaidPeriod: '2026-01' })],
      [line('2026-01', 347, '2026-01', { transactionType: 'Renewal' })],
      [],
    ],
    [
      'no true-up is missing if the statement calls the pay initial, but not new to Medicare',
      [row('2026-04', [['TRUE_UP_MISSING', 347, 'info']], { lastPaidPeriod: '2026-01' })],
      [line('2026-01', 347, '2026-01', { transactionType: 'Initial - NOT New to CMS' })],
      [],
    ],
    [
      'a cut that only the pay before shows is to be checked in each of its months',
      [
        row('2026-02', [['UNDERPAID', 4, 'info', 'to_check']]),
        row('2026-03', [['UNDERPAID', 4, 'info', 'to_check']], { owed: 0n }),
      ],
      [line('2026-02', 12), line('2026-03', 12)],
      ['underpaid to_check 2026-02 4/0', 'underpaid to_check 2026-03 4/0'],
    ],
    [
      'the first month of a cut is to be checked, and less pay that is only shown claims nothing',
      [row('2026-02', [['COMMISSION_REDUCED', 4, 'warn', 'to_check']]), row('2026-03', [['COMMISSION_REDUCED', 4]])],
      [line('2026-02', 12), line('2026-03', 12)],
      ['underpaid to_check 2026-02 4/0'],
    ],
    [
      'a chargeback from before the book is to be checked, and the same money taken again is claimed in full',
      [
        row('2026-03', [['CHARGEBACK_EXCEEDS_PAID', 60, 'info', 'to_check']], { chargeback: exact(90) }),
        row(
          '2026-04',
          [
            ['CHARGEBACK_EXCEEDS_PAID', 150, 'info', 'to_check'],
            ['CHARGEBACK_DUPLICATE', 90, 'critical'],
          ],
          { chargeback: exact(90) },
        ),
      ],
      [line('2026-03', -90), line('2026-04', -90)],
      ['unmatched_chargeback to_check 2026-03 60/0', 'double_chargeback certain 2026-04 90/0'],
    ],
    [
      'an info about a chargeback that is not to be checked claims nothing',
      [row('2026-03', [['CHARGEBACK_ON_ACTIVE', 50, 'info', 'likely']])],
      [line('2026-03', -50)],
      [],
    ],
    [
      'a chargeback that was only likely wrong is certain once the reinstated member is not repaid',
      [
        row('2026-03', [['CHARGEBACK_ON_ACTIVE', 50]], { chargeback: exact(50) }),
        row('2026-05', [['REINSTATED_NOT_REPAID', 50]], { paidBefore: '2026-02', unpaidSince: '2026-03' }),
      ],
      [line('2026-03', -50), line('2026-05', 50)],
      ['not_repaid certain 2026-05 50/0'],
    ],
    [
      'a missing true-up that is owed by the contracted rate is claimed once',
      [
        underpaid('2026-01', 347, { expected: exact(694) }, 'info'),
        row('2026-04', [['TRUE_UP_MISSING', 347, 'info']], { lastPaidPeriod: '2026-01' }),
      ],
      [line('2026-01', 347, '2026-01', { transactionType: 'Initial' })],
      ['underpaid to_check 2026-01 347/0'],
    ],
  ])('%s', (_, rows, lines, claims) => {
    expect(told(memberClaims(rows, lines))).toEqual(claims);
  });
});

const UNDERPAID_10 = { code: 'UNDERPAID', severity: 'warn', amount: 10, detail: '' } as const;
const MISSED_50 = { code: 'MISSED_MONTHS', severity: 'warn', amount: 50, detail: '' } as const;

describe('a later statement', () => {
  test.each<[string, ClaimRow[], ClaimLine[], string[]]>([
    [
      'pays the rest of the month beside the regular pay',
      [underpaid('2026-02', 10)],
      [line('2026-02', 40, '2026-02'), line('2026-03', 50, '2026-03'), line('2026-03', 10, '2026-02')],
      ['underpaid certain 2026-02 0/10'],
    ],
    [
      'pays a part of the rest',
      [underpaid('2026-02', 10)],
      [line('2026-02', 40, '2026-02'), line('2026-03', 50, '2026-03'), line('2026-03', 4, '2026-02')],
      ['underpaid certain 2026-02 6/4'],
    ],
    [
      'pays one of two cut months with a correction for that month',
      [underpaid('2026-02', 10), underpaid('2026-03', 10)],
      [
        line('2026-02', 40, '2026-02'),
        line('2026-03', 40, '2026-03'),
        line('2026-04', 50, '2026-04'),
        line('2026-04', 10, '2026-02'),
      ],
      ['underpaid certain 2026-02 0/10', 'underpaid certain 2026-03 10/0'],
    ],
    [
      'pays nothing of the claim with the next month, in arrears',
      [underpaid('2026-03', 10)],
      [line('2026-03', 40, '2026-02'), line('2026-04', 50, '2026-03')],
      ['underpaid certain 2026-03 10/0'],
    ],
    [
      'repays nothing with regular pay under a coverage month that never changes',
      [underpaid('2026-02', 10)],
      [line('2026-02', 40, '2025-06'), line('2026-03', 50, '2025-06')],
      ['underpaid certain 2026-02 10/0'],
    ],
    [
      'repays nothing of the month before with a cut month in two lines',
      [underpaid('2026-02', 10)],
      [line('2026-02', 40), line('2026-03', 40), line('2026-03', 10)],
      ['underpaid certain 2026-02 10/0'],
    ],
    [
      'pays the rest beside a full month, although its lines name no months',
      [underpaid('2026-02', 10)],
      [line('2026-02', 40), line('2026-03', 50), line('2026-03', 10)],
      ['underpaid certain 2026-02 0/10'],
    ],
    [
      'pays one of two missed months',
      [row('2026-04', [['MISSED_MONTHS', 100]], { unpaidSince: '2026-02' })],
      [line('2026-04', 50, '2026-04'), line('2026-05', 50, '2026-05'), line('2026-05', 50, '2026-03')],
      ['missed_months likely 2026-04 50/50'],
    ],
    [
      'pays the coverage month of the missed statement, by a carrier that pays a month in arrears',
      [row('2026-04', [['MISSED_MONTHS', 50]], { unpaidSince: '2026-03' })],
      [line('2026-04', 50, '2026-03'), line('2026-05', 50, '2026-04'), line('2026-05', 50, '2026-02')],
      ['missed_months likely 2026-04 0/50'],
    ],
    [
      'repays nothing with another month, by a carrier that pays a month in arrears',
      [row('2026-04', [['MISSED_MONTHS', 50]], { unpaidSince: '2026-03' })],
      [line('2026-04', 50, '2026-03'), line('2026-05', 50, '2026-04'), line('2026-05', 50, '2026-01')],
      ['missed_months likely 2026-04 50/0'],
    ],
    [
      'pays no missed month with a higher payment for its own month',
      [row('2026-04', [['MISSED_MONTHS', 50]], { unpaidSince: '2026-03' })],
      [line('2026-04', 50), line('2026-05', 100)],
      ['missed_months likely 2026-04 50/0'],
    ],
    [
      'repays a wrong chargeback in a separate line',
      [row('2026-03', [['CHARGEBACK_ON_ACTIVE', 50]], { chargeback: exact(50) })],
      [line('2026-03', 50), line('2026-03', -50), line('2026-04', 50), line('2026-04', 50)],
      ['wrong_chargeback likely 2026-03 0/50'],
    ],
    [
      'repays nothing with a line of another policy',
      [row('2026-03', [['CHARGEBACK_ON_ACTIVE', 50]], { chargeback: exact(50) })],
      [
        line('2026-03', 50),
        line('2026-03', -50),
        line('2026-04', 50),
        line('2026-04', 50, null, { policyRefId: 'p2' }),
      ],
      ['wrong_chargeback likely 2026-03 50/0'],
    ],
    [
      'repays the month that was charged back',
      [row('2026-03', [['CHARGEBACK_DUPLICATE', 50, 'critical']], { chargeback: exact(50) })],
      [line('2026-03', -50, '2026-01'), line('2026-05', 50, '2026-01')],
      ['double_chargeback certain 2026-03 0/50'],
    ],
    [
      'repays nothing with a total of the year, which is no payment',
      [row('2026-03', [['CHARGEBACK_DUPLICATE', 50, 'critical']], { chargeback: exact(50) })],
      [line('2026-03', -50, '2026-01'), line('2026-05', 50, '2026-01', { isYearTotal: true })],
      ['double_chargeback certain 2026-03 50/0'],
    ],
    [
      'pays the missing true-up',
      [
        row('2026-04', [['TRUE_UP_MISSING', 347, 'info']], { lastPaidPeriod: '2026-01' }),
        row('2026-06', [['TRUE_UP', 347, 'info']]),
      ],
      [line('2026-01', 347, null, { transactionType: 'Initial' }), line('2026-06', 347)],
      ['true_up_missing likely 2026-04 0/347'],
    ],
    [
      'pays the true-up that was owed by the contracted rate once, although a line and a finding show it',
      [
        underpaid('2026-01', 347, { expected: exact(694) }, 'info'),
        underpaid('2026-02', 20),
        row('2026-03', [['TRUE_UP', 347, 'info']]),
      ],
      [
        line('2026-01', 347, '2026-01'),
        line('2026-02', 0, '2026-02'),
        line('2026-03', 347, '2026-01', { transactionType: 'True-up' }),
      ],
      ['underpaid to_check 2026-01 0/347', 'underpaid certain 2026-02 20/0'],
    ],
    [
      'pays a month shown at zero, as its catch-up finding says',
      [underpaid('2026-02', 50), row('2026-03', [['CATCH_UP_PAYMENT', 50, 'info']], { unpaidSince: '2026-02' })],
      [line('2026-02', 0), line('2026-03', 100)],
      ['underpaid certain 2026-02 0/50'],
    ],
    [
      'pays a missed month at its earlier rate, some statements after the member was paid again',
      [
        row('2026-03', [['MISSED_MONTHS', 50]], { unpaidSince: '2026-02' }),
        underpaid('2026-04', 20),
        row('2026-05', [['CATCH_UP_PAYMENT', 50, 'info']]),
      ],
      [line('2026-03', 50), line('2026-04', 30), line('2026-05', 60), line('2026-05', 50)],
      ['missed_months likely 2026-03 0/50', 'underpaid certain 2026-04 20/0'],
    ],
    [
      'pays the rest of the month after a missed one, and the missed month stays open despite the catch-up finding',
      [
        underpaid('2026-03', 10, { unpaidSince: '2026-02', signals: [UNDERPAID_10, MISSED_50] }),
        row('2026-04', [['CATCH_UP_PAYMENT', 10, 'info']]),
      ],
      [line('2026-03', 40, '2026-03'), line('2026-04', 50, '2026-04'), line('2026-04', 10, '2026-03')],
      ['underpaid certain 2026-03 0/10', 'missed_months likely 2026-03 50/0'],
    ],
    [
      'pays more than the rest of the month after a missed one, and the missed month stays open',
      [
        underpaid('2026-03', 10, { unpaidSince: '2026-02', signals: [UNDERPAID_10, MISSED_50] }),
        row('2026-04', [['CATCH_UP_PAYMENT', 15, 'info']]),
      ],
      [line('2026-03', 40, '2026-03'), line('2026-04', 50, '2026-04'), line('2026-04', 15, '2026-03')],
      ['underpaid certain 2026-03 0/10', 'missed_months likely 2026-03 50/0'],
    ],
    [
      'repays a chargeback as large as a missed month, and the missed month stays open',
      [
        row('2026-03', [['MISSED_MONTHS', 50]], { unpaidSince: '2026-02' }),
        row('2026-04', [['CHARGEBACK_ON_ACTIVE', 50]], { chargeback: exact(50) }),
        row('2026-05', [['CATCH_UP_PAYMENT', 50, 'info']]),
      ],
      [
        line('2026-03', 50, '2026-03'),
        ...[line('2026-04', 50, '2026-04'), line('2026-04', -50, '2026-01')],
        ...[line('2026-05', 50, '2026-05'), line('2026-05', 50, '2026-01')],
      ],
      ['missed_months likely 2026-03 50/0', 'wrong_chargeback likely 2026-04 0/50'],
    ],
  ])('%s', (_, rows, lines, claims) => {
    expect(told(memberClaims(rows, lines))).toEqual(claims);
  });
});

test('shows its rows in a claim, and asks in a sentence', () => {
  const lines = [line('2026-02', 40, '2026-02'), line('2026-03', 50, '2026-03'), line('2026-03', 4, '2026-02')];
  const [claim] = memberClaims([underpaid('2026-02', 10)], lines);
  expect(claim).toMatchObject({
    claimId: `${REF}.2026-02.underpaid`,
    ask: 'Please pay the $6.00 missing for Feb 2026: $40.00 was paid, and $50.00 is due by the contracted rate.',
    evidence: [
      {
        what: 'paid',
        period: '2026-02',
        fileId: 'file-2026-02',
        sheet: 1,
        rowNumber: lines[0]?.rowNumber,
        amount: exact(40),
      },
      { what: 'recovered', period: '2026-03', rowNumber: lines[2]?.rowNumber, amount: exact(4) },
    ],
  });
});

test('has an id from which its member is read, and finds no member in a wrong id', () => {
  const one = { memberRefId: REF, period: '2026-02' };
  expect(memberOfClaimId(claimIdOf(one, 'not_repaid'))).toBe(REF);
  // Both kinds of chargebacks have one id, so that a claim keeps its id when its kind changes.
  expect(claimIdOf(one, 'wrong_chargeback')).toBe(claimIdOf(one, 'double_chargeback'));
  for (const wrong of ['', REF, `${REF}.2026-02.bonus`, `x${REF}.2026-02.underpaid`])
    expect(memberOfClaimId(wrong)).toBeNull();
});
