import { describe, expect, test } from 'vitest';
import { type Claim, type ClaimLine, type ClaimRow, claimIdOf, memberOfClaimId } from '../../../core/report/claim.ts';
import { memberClaims, recoverableSums } from '../../../core/report/recoverable.ts';
import { exact, line, REF, row, underpaid } from './claim-rows.ts';

/** Claims calculated by hand: each rule with a case and a counter-case. Amounts are dollars. */

/** `kind certainty period open/recovered`, of the claims that have an amount. */
const dollars = (amount: bigint) => String(Number(amount) / 1e10);
const told = (claims: readonly Claim[]) =>
  claims.map(
    ({ kind, certainty, period, amount, recovered }) =>
      `${kind} ${certainty} ${period} ${dollars(amount)}/${dollars(recovered)}`,
  );

describe('each dollar is in one claim', () => {
  test.each<[string, ClaimRow[], ClaimLine[], string[]]>([
    ['no finding about money', [row('2026-02', [['PLAN_CHANGED', 5]])], [line('2026-02', 50)], []],
    [
      'a cut by a contracted rate',
      [underpaid('2026-02', 10)],
      [line('2026-02', 40)],
      ['underpaid contracted 2026-02 10/0'],
    ],
    [
      'by an estimated one',
      [underpaid('2026-02', 10, { owedEstimated: true }, 'info')],
      [],
      ['underpaid estimated 2026-02 10/0'],
    ],
    [
      "by the statement's own rate, as the finding says",
      [
        row('2026-02', [], {
          signals: [{ code: 'UNDERPAID', severity: 'warn', amount: 10, certainty: 'statement_rate' }],
          owed: exact(10),
        }),
      ],
      [line('2026-02', 40)],
      ['underpaid statement_rate 2026-02 10/0'],
    ],
    [
      'owed without a finding, as scoring takes it for rounding',
      [row('2026-02', [], { owed: exact(0.3), owedEstimated: true })],
      [],
      [],
    ],
    [
      'the second month of a cut is its own claim',
      [underpaid('2026-02', 10), underpaid('2026-03', 10)],
      [line('2026-02', 40), line('2026-03', 40)],
      ['underpaid contracted 2026-02 10/0', 'underpaid contracted 2026-03 10/0'],
    ],
    [
      'a chargeback that is double and on an active member: the larger finding',
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
      ['wrong_chargeback statement_rate 2026-03 70/0'],
    ],
    [
      'of equal ones the double',
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
      ['double_chargeback statement_rate 2026-03 50/0'],
    ],
    [
      'more taken back than paid: what earlier months claim of it is not claimed again',
      [
        row('2026-03', [['CHARGEBACK_EXCEEDS_PAID', 30, 'critical']], { chargeback: exact(80) }),
        row('2026-04', [['CHARGEBACK_EXCEEDS_PAID', 50, 'critical']], { chargeback: exact(20) }),
      ],
      [],
      ['unmatched_chargeback statement_rate 2026-03 30/0', 'unmatched_chargeback statement_rate 2026-04 20/0'],
    ],
    [
      'nor when the excess only stands as it stood',
      [
        row('2026-03', [['CHARGEBACK_EXCEEDS_PAID', 30, 'critical']], { chargeback: exact(80) }),
        row('2026-05', [['CHARGEBACK_EXCEEDS_PAID', 30, 'critical']], { chargeback: exact(40) }),
      ],
      [],
      ['unmatched_chargeback statement_rate 2026-03 30/0'],
    ],
    [
      'a chargeback told as info explains',
      [row('2026-03', [['CHARGEBACK_UNMATCHED', 50, 'info']], { chargeback: exact(50) })],
      [],
      [],
    ],
    [
      'missed months, and what was taken back before them',
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
      ['missed_months statement_rate 2026-05 100/0', 'not_repaid statement_rate 2026-05 50/0'],
    ],
    [
      'of a reinstated member a double chargeback is claimed already',
      [
        row('2026-04', [['CHARGEBACK_DUPLICATE', 50, 'critical']], {
          chargeback: exact(50),
          lastPaidPeriod: '2026-02',
        }),
        row('2026-05', [['REINSTATED_NOT_REPAID', 100]], { paidBefore: '2026-02' }),
      ],
      [line('2026-03', -50), line('2026-04', -50), line('2026-05', 50)],
      ['double_chargeback statement_rate 2026-04 50/0', 'not_repaid statement_rate 2026-05 50/0'],
    ],
    [
      'a chargeback before the last payment is another one',
      [
        row('2026-01', [['CHARGEBACK_ON_ACTIVE', 50]], { chargeback: exact(50) }),
        row('2026-05', [['REINSTATED_NOT_REPAID', 50]], { paidBefore: '2026-02' }),
      ],
      [line('2026-01', 50), line('2026-01', -50), line('2026-03', -50), line('2026-05', 50)],
      ['wrong_chargeback statement_rate 2026-01 50/0', 'not_repaid statement_rate 2026-05 50/0'],
    ],
    [
      'a month that a statement showed at zero is underpaid by the contracted rate, and not missed as well',
      [underpaid('2026-03', 50), row('2026-05', [['MISSED_MONTHS', 100]], { unpaidSince: '2026-03' })],
      [line('2026-03', 0), line('2026-05', 50)],
      ['underpaid contracted 2026-03 50/0', 'missed_months statement_rate 2026-05 50/0'],
    ],
    [
      'a part is paid for it now: the rest of it, and the month that was missed before it',
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
      ['underpaid contracted 2026-04 25/25', 'missed_months statement_rate 2026-05 50/0'],
    ],
    [
      'an estimate of it gives way to what the statements paid before',
      [
        underpaid('2026-03', 48, { owedEstimated: true }, 'info'),
        row('2026-04', [['MISSED_MONTHS', 50]], { unpaidSince: '2026-03' }),
      ],
      [line('2026-03', 0), line('2026-04', 50)],
      ['missed_months statement_rate 2026-04 50/0'],
    ],
    [
      'missed months of a member nobody knows the pay of',
      [row('2026-04', [['MISSED_MONTHS', 0]], { unpaidSince: '2026-03' })],
      [],
      [],
    ],
    [
      'a missing true-up that the statement calls a first year',
      [row('2026-04', [['TRUE_UP_MISSING', 347, 'info']], { lastPaidPeriod: '2026-01' })],
      [line('2026-01', 347, '2026-01', { transactionType: 'first_year' })],
      ['true_up_missing cms 2026-04 347/0'],
    ],
    [
      'one that it calls a renewal is a question',
      [row('2026-04', [['TRUE_UP_MISSING', 347, 'info']], { lastPaidPeriod: '2026-01' })],
      [line('2026-01', 347, '2026-01', { transactionType: 'Renewal' })],
      ['true_up_missing estimated 2026-04 347/0'],
    ],
    [
      'one that it calls initial, but not new to Medicare',
      [row('2026-04', [['TRUE_UP_MISSING', 347, 'info']], { lastPaidPeriod: '2026-01' })],
      [line('2026-01', 347, '2026-01', { transactionType: 'Initial - NOT New to CMS' })],
      ['true_up_missing estimated 2026-04 347/0'],
    ],
    [
      'owed by the contracted rate, the true-up is claimed already',
      [
        underpaid('2026-01', 347, { expected: exact(694) }, 'info'),
        row('2026-04', [['TRUE_UP_MISSING', 347, 'info']], { lastPaidPeriod: '2026-01' }),
      ],
      [line('2026-01', 347, '2026-01', { transactionType: 'Initial' })],
      ['underpaid contracted 2026-01 347/0'],
    ],
  ])('%s', (_, rows, lines, claims) => {
    expect(told(memberClaims(rows, lines))).toEqual(claims);
  });
});

const UNDERPAID_10 = { code: 'UNDERPAID', severity: 'warn', amount: 10 } as const;
const MISSED_50 = { code: 'MISSED_MONTHS', severity: 'warn', amount: 50 } as const;

describe('a later statement pays', () => {
  test.each<[string, ClaimRow[], ClaimLine[], string[]]>([
    [
      'the rest of the month, beside the regular pay',
      [underpaid('2026-02', 10)],
      [line('2026-02', 40, '2026-02'), line('2026-03', 50, '2026-03'), line('2026-03', 10, '2026-02')],
      ['underpaid contracted 2026-02 0/10'],
    ],
    [
      'a part of it',
      [underpaid('2026-02', 10)],
      [line('2026-02', 40, '2026-02'), line('2026-03', 50, '2026-03'), line('2026-03', 4, '2026-02')],
      ['underpaid contracted 2026-02 6/4'],
    ],
    [
      'one correction for two months pays each once',
      [underpaid('2026-02', 10), underpaid('2026-03', 10)],
      [
        line('2026-02', 40, '2026-02'),
        line('2026-03', 40, '2026-03'),
        line('2026-04', 50, '2026-04'),
        line('2026-04', 10, '2026-02'),
      ],
      ['underpaid contracted 2026-02 0/10', 'underpaid contracted 2026-03 10/0'],
    ],
    [
      'the next month only, in arrears: nothing of the claim',
      [underpaid('2026-03', 10)],
      [line('2026-03', 40, '2026-02'), line('2026-04', 50, '2026-03')],
      ['underpaid contracted 2026-03 10/0'],
    ],
    [
      'under a coverage month that never changes: regular pay is no repayment',
      [underpaid('2026-02', 10)],
      [line('2026-02', 40, '2025-06'), line('2026-03', 50, '2025-06')],
      ['underpaid contracted 2026-02 10/0'],
    ],
    [
      'a cut month in two lines: no repayment of the month before',
      [underpaid('2026-02', 10)],
      [line('2026-02', 40), line('2026-03', 40), line('2026-03', 10)],
      ['underpaid contracted 2026-02 10/0'],
    ],
    [
      'the full month and the rest, without months',
      [underpaid('2026-02', 10)],
      [line('2026-02', 40), line('2026-03', 50), line('2026-03', 10)],
      ['underpaid contracted 2026-02 0/10'],
    ],
    [
      'one of two missed months',
      [row('2026-04', [['MISSED_MONTHS', 100]], { unpaidSince: '2026-02' })],
      [line('2026-04', 50, '2026-04'), line('2026-05', 50, '2026-05'), line('2026-05', 50, '2026-03')],
      ['missed_months statement_rate 2026-04 50/50'],
    ],
    [
      'the coverage month of the missed statement, by a carrier that pays a month in arrears',
      [row('2026-04', [['MISSED_MONTHS', 50]], { unpaidSince: '2026-03' })],
      [line('2026-04', 50, '2026-03'), line('2026-05', 50, '2026-04'), line('2026-05', 50, '2026-02')],
      ['missed_months statement_rate 2026-04 0/50'],
    ],
    [
      'another month, by a carrier that pays a month in arrears: no repayment',
      [row('2026-04', [['MISSED_MONTHS', 50]], { unpaidSince: '2026-03' })],
      [line('2026-04', 50, '2026-03'), line('2026-05', 50, '2026-04'), line('2026-05', 50, '2026-01')],
      ['missed_months statement_rate 2026-04 50/0'],
    ],
    [
      'a month of its own at more: no missed month',
      [row('2026-04', [['MISSED_MONTHS', 50]], { unpaidSince: '2026-03' })],
      [line('2026-04', 50), line('2026-05', 100)],
      ['missed_months statement_rate 2026-04 50/0'],
    ],
    [
      'what was charged back wrongly, in a line of its own',
      [row('2026-03', [['CHARGEBACK_ON_ACTIVE', 50]], { chargeback: exact(50) })],
      [line('2026-03', 50), line('2026-03', -50), line('2026-04', 50), line('2026-04', 50)],
      ['wrong_chargeback statement_rate 2026-03 0/50'],
    ],
    [
      'another policy: no repayment',
      [row('2026-03', [['CHARGEBACK_ON_ACTIVE', 50]], { chargeback: exact(50) })],
      [
        line('2026-03', 50),
        line('2026-03', -50),
        line('2026-04', 50),
        line('2026-04', 50, null, { policyRefId: 'p2' }),
      ],
      ['wrong_chargeback statement_rate 2026-03 50/0'],
    ],
    [
      'the month that was charged back',
      [row('2026-03', [['CHARGEBACK_DUPLICATE', 50, 'critical']], { chargeback: exact(50) })],
      [line('2026-03', -50, '2026-01'), line('2026-05', 50, '2026-01')],
      ['double_chargeback statement_rate 2026-03 0/50'],
    ],
    [
      'a total of the year: it is no payment',
      [row('2026-03', [['CHARGEBACK_DUPLICATE', 50, 'critical']], { chargeback: exact(50) })],
      [line('2026-03', -50, '2026-01'), line('2026-05', 50, '2026-01', { isYearTotal: true })],
      ['double_chargeback statement_rate 2026-03 50/0'],
    ],
    [
      'the true-up',
      [
        row('2026-04', [['TRUE_UP_MISSING', 347, 'info']], { lastPaidPeriod: '2026-01' }),
        row('2026-06', [['TRUE_UP', 347, 'info']]),
      ],
      [line('2026-01', 347, null, { transactionType: 'Initial' }), line('2026-06', 347)],
      ['true_up_missing cms 2026-04 0/347'],
    ],
    [
      'the true-up that the contracted rate had owed, told by line and finding: once',
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
      ['underpaid contracted 2026-01 0/347', 'underpaid contracted 2026-02 20/0'],
    ],
    [
      'a month shown at zero, as scoring finds it',
      [underpaid('2026-02', 50), row('2026-03', [['CATCH_UP_PAYMENT', 50, 'info']], { unpaidSince: '2026-02' })],
      [line('2026-02', 0), line('2026-03', 100)],
      ['underpaid contracted 2026-02 0/50'],
    ],
    [
      'a missed month, at the rate of its time, some statements after the member was paid again',
      [
        row('2026-03', [['MISSED_MONTHS', 50]], { unpaidSince: '2026-02' }),
        underpaid('2026-04', 20),
        row('2026-05', [['CATCH_UP_PAYMENT', 50, 'info']]),
      ],
      [line('2026-03', 50), line('2026-04', 30), line('2026-05', 60), line('2026-05', 50)],
      ['missed_months statement_rate 2026-03 0/50', 'underpaid contracted 2026-04 20/0'],
    ],
    [
      'the rest of a month after a missed one, which scoring finds as a catch-up: the missed month stays open',
      [
        underpaid('2026-03', 10, { unpaidSince: '2026-02', signals: [UNDERPAID_10, MISSED_50] }),
        row('2026-04', [['CATCH_UP_PAYMENT', 10, 'info']]),
      ],
      [line('2026-03', 40, '2026-03'), line('2026-04', 50, '2026-04'), line('2026-04', 10, '2026-03')],
      ['underpaid contracted 2026-03 0/10', 'missed_months statement_rate 2026-03 50/0'],
    ],
    [
      'more than the rest of that month: the missed month stays open too',
      [
        underpaid('2026-03', 10, { unpaidSince: '2026-02', signals: [UNDERPAID_10, MISSED_50] }),
        row('2026-04', [['CATCH_UP_PAYMENT', 15, 'info']]),
      ],
      [line('2026-03', 40, '2026-03'), line('2026-04', 50, '2026-04'), line('2026-04', 15, '2026-03')],
      ['underpaid contracted 2026-03 0/10', 'missed_months statement_rate 2026-03 50/0'],
    ],
    [
      'what was charged back, as much as a missed month: one of both',
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
      ['missed_months statement_rate 2026-03 50/0', 'wrong_chargeback statement_rate 2026-04 0/50'],
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

test.each<[string, ClaimRow, string]>([
  [
    'one missed month',
    row('2026-03', [['MISSED_MONTHS', 50]], { unpaidSince: '2026-02' }),
    'Please pay $50.00 for Feb 2026: ',
  ],
  [
    'several',
    row('2026-04', [['MISSED_MONTHS', 100]], { unpaidSince: '2026-02' }),
    'Please pay $100.00 for the unpaid months of Feb to Mar 2026: ',
  ],
  [
    'wrong',
    row('2026-03', [['CHARGEBACK_ON_ACTIVE', 50]]),
    'Please return $50.00 charged back in Mar 2026: the member is active',
  ],
  [
    'double',
    row('2026-03', [['CHARGEBACK_DUPLICATE', 50]]),
    'Please return $50.00 charged back in Mar 2026: the same commission',
  ],
  [
    'unmatched',
    row('2026-03', [['CHARGEBACK_UNMATCHED', 50]]),
    'Please return $50.00 charged back in Mar 2026, or name the payment',
  ],
  ['not repaid', row('2026-03', [['REINSTATED_NOT_REPAID', 50]]), 'Please repay $50.00: it was charged back'],
  [
    'a question',
    row('2026-04', [['TRUE_UP_MISSING', 347, 'info']]),
    "Please tell whether 2026 is the member's first year",
  ],
])('suggests a text: %s', (_, one, words) => {
  expect(memberClaims([one], [])[0]?.ask).toContain(words);
});

test("has an id that names its member, and treats a wrong id as nobody's", () => {
  const one = { memberRefId: REF, period: '2026-02' };
  expect(memberOfClaimId(claimIdOf(one, 'not_repaid'))).toBe(REF);
  // A chargeback that turns out to be another kind of error stays the same claim.
  expect(claimIdOf(one, 'wrong_chargeback')).toBe(claimIdOf(one, 'double_chargeback'));
  for (const wrong of ['', REF, `${REF}.2026-02.bonus`, `x${REF}.2026-02.underpaid`])
    expect(memberOfClaimId(wrong)).toBeNull();
});

test('has exact sums, with estimates separate', () => {
  const sums = recoverableSums();
  const claims = [
    ...memberClaims([underpaid('2026-02', 10.005), underpaid('2026-03', 10.005)], []),
    ...memberClaims([underpaid('2026-02', 7, { owedEstimated: true }, 'info')], []),
  ];
  for (const [index, claim] of claims.entries()) sums.add({ ...claim, disputeId: index === 1 ? 'd-1' : null });
  expect(sums.totals()).toEqual({
    recoverable: 20.01,
    estimated: 7,
    asked: 10.01,
    claims: 3,
    byKind: [
      { kind: 'underpaid', certainty: 'contracted', claims: 2, amount: 20.01 },
      { kind: 'underpaid', certainty: 'estimated', claims: 1, amount: 7 },
    ],
    byCarrier: [{ carrierId: 'summit', carrierName: 'Summit', claims: 3, recoverable: 20.01, estimated: 7 }],
  });
});
