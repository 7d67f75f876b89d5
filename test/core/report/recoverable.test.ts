import { describe, expect, test } from 'vitest';
import { type Claim, type ClaimLine, type ClaimRow, claimIdOf, memberOfClaimId } from '../../../core/report/claim.ts';
import { memberClaims, recoverableSums } from '../../../core/report/recoverable.ts';
import { type ClaimCase, claimCases, exact, line, REF, row, underpaid } from './claim-rows.ts';

/** Guarantee: the claims equal those calculated by hand. Each rule has a case and a counter-case. Amounts are dollars. */

const dollars = (amount: bigint) => String(Number(amount) / 1e10);
/** Describes each claim as `kind certainty period open/recovered`. */
const told = (claims: readonly Claim[]) =>
  claims.map(
    ({ kind, certainty, period, amount, recovered }) =>
      `${kind} ${certainty} ${period} ${dollars(amount)}/${dollars(recovered)}`,
  );

describe('each dollar is in one claim', () => {
  test.each<ClaimCase>([
    ...claimCases(`
    a finding that is not about money makes no claim:
      Feb PLAN_CHANGED 5 ; Feb 50 => nothing
    a payment below the contracted rate is underpaid by it:
      Feb short 10 ; Feb 40 => underpaid certain 2026-02 10/0
    a payment below an estimated rate is underpaid by the estimate:
      Feb short 10 info owedEstimated=true ; => underpaid likely 2026-02 10/0
    an owed amount without a finding makes no claim, because scoring treats it as rounding:
      Feb owed=0.3 owedEstimated=true ; => nothing
    each month of a cut has its own claim:
      Feb short 10 / Mar short 10 ; Feb 40 + Mar 40
      => underpaid certain 2026-02 10/0 + underpaid certain 2026-03 10/0
    a chargeback with two findings has one claim, from the surer finding:
      Mar CHARGEBACK_DUPLICATE 50 critical, CHARGEBACK_ON_ACTIVE 70 chargeback=70 ; Mar 50 + Mar -50 + Mar -20
      => double_chargeback certain 2026-03 50/0
    a chargeback with two equal findings is claimed as double:
      Mar CHARGEBACK_ON_ACTIVE 50, CHARGEBACK_DUPLICATE 50 critical chargeback=50 ;
      => double_chargeback certain 2026-03 50/0
    chargebacks above the payments are claimed only as far as earlier months do not claim them:
      Mar CHARGEBACK_EXCEEDS_PAID 30 critical chargeback=80 / Apr CHARGEBACK_EXCEEDS_PAID 50 critical chargeback=20 ;
      => unmatched_chargeback certain 2026-03 30/0 + unmatched_chargeback certain 2026-04 20/0
    an unchanged excess of chargebacks makes no second claim:
      Mar CHARGEBACK_EXCEEDS_PAID 30 critical chargeback=80 / May CHARGEBACK_EXCEEDS_PAID 30 critical chargeback=40 ;
      => unmatched_chargeback certain 2026-03 30/0
    a chargeback whose finding is only information makes no claim:
      Mar CHARGEBACK_UNMATCHED 50 info chargeback=50 ; => nothing
    missed months and a chargeback before them have a claim each:
      May MISSED_MONTHS 100, REINSTATED_NOT_REPAID 50 unpaidSince=Mar paidBefore=Feb ; Mar -50 for Feb + May 50 for May
      => missed_months likely 2026-05 100/0 + not_repaid certain 2026-05 50/0
    a double chargeback that is claimed already is not claimed again when the member is reinstated:
      Apr CHARGEBACK_DUPLICATE 50 critical chargeback=50 lastPaidPeriod=Feb / May REINSTATED_NOT_REPAID 100 paidBefore=Feb ; Mar -50 + Apr -50 + May 50
      => double_chargeback certain 2026-04 50/0 + not_repaid certain 2026-05 50/0
    a chargeback before the last payment is claimed apart from the one after it:
      Jan CHARGEBACK_ON_ACTIVE 50 chargeback=50 / May REINSTATED_NOT_REPAID 50 paidBefore=Feb ; Jan 50 + Jan -50 + Mar -50 + May 50
      => wrong_chargeback likely 2026-01 50/0 + not_repaid certain 2026-05 50/0
    a month that a statement showed at zero is underpaid by the contracted rate, and not missed as well:
      Mar short 50 / May MISSED_MONTHS 100 unpaidSince=Mar ; Mar 0 + May 50
      => underpaid certain 2026-03 50/0 + missed_months likely 2026-05 50/0
    a month shown at zero and paid in part later leaves its rest and the month missed before it:
      Apr short 50 / May CATCH_UP_PAYMENT 25 info, MISSED_MONTHS 50 unpaidSince=Mar ; Apr 0 for Apr + May 50 for May + May 25 for Apr
      => underpaid certain 2026-04 25/25 + missed_months likely 2026-05 50/0
    a month shown at zero is missed at the pay of earlier statements, not underpaid by an estimate:
      Mar short 48 info owedEstimated=true / Apr MISSED_MONTHS 50 unpaidSince=Mar ; Mar 0 + Apr 50
      => missed_months likely 2026-04 50/0
    missed months of a member with unknown pay make no claim:
      Apr MISSED_MONTHS 0 unpaidSince=Mar ; => nothing
    a missing true-up is likely if the statement calls the pay a first year, and never certain:
      Apr TRUE_UP_MISSING 347 info lastPaidPeriod=Jan ; Jan 347 for Jan transactionType=first_year
      => true_up_missing likely 2026-04 347/0
    a missing true-up is to be checked if no line says whether the year is the first:
      Apr TRUE_UP_MISSING 347 info lastPaidPeriod=Jan ; Jan 347 for Jan transactionType=Commission
      => true_up_missing to_check 2026-04 347/0
    no true-up is missing if the statement calls the pay a renewal:
      Apr TRUE_UP_MISSING 347 info lastPaidPeriod=Jan ; Jan 347 for Jan transactionType=Renewal => nothing
    a true-up that comparable members got is likely, also if the statement calls all pay a renewal:
      Apr TRUE_UP_MISSING 347 info likely lastPaidPeriod=Jan ; Jan 347 for Jan transactionType=Renewal
      => true_up_missing likely 2026-04 347/0
    no true-up is missing if the statement calls the pay initial, but not new to Medicare:
      Apr TRUE_UP_MISSING 347 info lastPaidPeriod=Jan ; Jan 347 for Jan transactionType="Initial - NOT New to CMS"
      => nothing
    a cut that only the pay before shows is to be checked in each of its months:
      Feb UNDERPAID 4 info to_check / Mar UNDERPAID 4 info to_check owed=0 ; Feb 12 + Mar 12
      => underpaid to_check 2026-02 4/0 + underpaid to_check 2026-03 4/0
    the first month of a cut is to be checked, and less pay that is only shown claims nothing:
      Feb COMMISSION_REDUCED 4 warn to_check / Mar COMMISSION_REDUCED 4 ; Feb 12 + Mar 12
      => underpaid to_check 2026-02 4/0
    a chargeback from before the book is to be checked, and the same money taken again is claimed in full:
      Mar CHARGEBACK_EXCEEDS_PAID 60 info to_check chargeback=90 / Apr CHARGEBACK_EXCEEDS_PAID 150 info to_check, CHARGEBACK_DUPLICATE 90 critical chargeback=90 ; Mar -90 + Apr -90
      => unmatched_chargeback to_check 2026-03 60/0 + double_chargeback certain 2026-04 90/0
    an info about a chargeback that is not to be checked claims nothing:
      Mar CHARGEBACK_ON_ACTIVE 50 info likely ; Mar -50 => nothing
    a chargeback that was only likely wrong is certain once the reinstated member is not repaid:
      Mar CHARGEBACK_ON_ACTIVE 50 chargeback=50 / May REINSTATED_NOT_REPAID 50 paidBefore=Feb unpaidSince=Mar ; Mar -50 + May 50
      => not_repaid certain 2026-05 50/0
    a missing true-up that is owed by the contracted rate is claimed once:
      Jan short 347 info expected=694 / Apr TRUE_UP_MISSING 347 info lastPaidPeriod=Jan ; Jan 347 for Jan transactionType=Initial
      => underpaid to_check 2026-01 347/0
  `),
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
  ])('%s', (_, rows, lines, claims) => {
    expect(told(memberClaims(rows, lines))).toEqual(claims);
  });
});

const UNDERPAID_10 = { code: 'UNDERPAID', severity: 'warn', amount: 10, detail: '' } as const;
const MISSED_50 = { code: 'MISSED_MONTHS', severity: 'warn', amount: 50, detail: '' } as const;

describe('a later statement', () => {
  test.each<ClaimCase>([
    ...claimCases(`
    pays the rest of the month beside the regular pay:
      Feb short 10 ; Feb 40 for Feb + Mar 50 for Mar + Mar 10 for Feb => underpaid certain 2026-02 0/10
    pays a part of the rest:
      Feb short 10 ; Feb 40 for Feb + Mar 50 for Mar + Mar 4 for Feb => underpaid certain 2026-02 6/4
    pays one of two cut months with a correction for that month:
      Feb short 10 / Mar short 10 ; Feb 40 for Feb + Mar 40 for Mar + Apr 50 for Apr + Apr 10 for Feb
      => underpaid certain 2026-02 0/10 + underpaid certain 2026-03 10/0
    pays nothing of the claim with the next month, in arrears:
      Mar short 10 ; Mar 40 for Feb + Apr 50 for Mar => underpaid certain 2026-03 10/0
    repays nothing with regular pay under a coverage month that never changes:
      Feb short 10 ; Feb 40 for Jun25 + Mar 50 for Jun25 => underpaid certain 2026-02 10/0
    repays nothing of the month before with a cut month in two lines:
      Feb short 10 ; Feb 40 + Mar 40 + Mar 10 => underpaid certain 2026-02 10/0
    pays the rest beside a full month, although its lines name no months:
      Feb short 10 ; Feb 40 + Mar 50 + Mar 10 => underpaid certain 2026-02 0/10
    pays one of two missed months:
      Apr MISSED_MONTHS 100 unpaidSince=Feb ; Apr 50 for Apr + May 50 for May + May 50 for Mar
      => missed_months likely 2026-04 50/50
    pays the coverage month of the missed statement, by a carrier that pays a month in arrears:
      Apr MISSED_MONTHS 50 unpaidSince=Mar ; Apr 50 for Mar + May 50 for Apr + May 50 for Feb
      => missed_months likely 2026-04 0/50
    repays nothing with another month, by a carrier that pays a month in arrears:
      Apr MISSED_MONTHS 50 unpaidSince=Mar ; Apr 50 for Mar + May 50 for Apr + May 50 for Jan
      => missed_months likely 2026-04 50/0
    pays no missed month with a higher payment for its own month:
      Apr MISSED_MONTHS 50 unpaidSince=Mar ; Apr 50 + May 100 => missed_months likely 2026-04 50/0
    repays a wrong chargeback in a separate line:
      Mar CHARGEBACK_ON_ACTIVE 50 chargeback=50 ; Mar 50 + Mar -50 + Apr 50 + Apr 50
      => wrong_chargeback likely 2026-03 0/50
    repays nothing with a line of another policy:
      Mar CHARGEBACK_ON_ACTIVE 50 chargeback=50 ; Mar 50 + Mar -50 + Apr 50 + Apr 50 policyRefId=p2
      => wrong_chargeback likely 2026-03 50/0
    repays the month that was charged back:
      Mar CHARGEBACK_DUPLICATE 50 critical chargeback=50 ; Mar -50 for Jan + May 50 for Jan
      => double_chargeback certain 2026-03 0/50
    repays nothing with a total of the year, which is no payment:
      Mar CHARGEBACK_DUPLICATE 50 critical chargeback=50 ; Mar -50 for Jan + May 50 for Jan isYearTotal=true
      => double_chargeback certain 2026-03 50/0
    pays the missing true-up:
      Apr TRUE_UP_MISSING 347 info lastPaidPeriod=Jan / Jun TRUE_UP 347 info ; Jan 347 transactionType=Initial + Jun 347
      => true_up_missing likely 2026-04 0/347
    pays the true-up that was owed by the contracted rate once, although a line and a finding show it:
      Jan short 347 info expected=694 / Feb short 20 / Mar TRUE_UP 347 info ; Jan 347 for Jan + Feb 0 for Feb + Mar 347 for Jan transactionType=True-up
      => underpaid to_check 2026-01 0/347 + underpaid certain 2026-02 20/0
    pays a month shown at zero, as its catch-up finding says:
      Feb short 50 / Mar CATCH_UP_PAYMENT 50 info unpaidSince=Feb ; Feb 0 + Mar 100
      => underpaid certain 2026-02 0/50
    pays a missed month at its earlier rate, some statements after the member was paid again:
      Mar MISSED_MONTHS 50 unpaidSince=Feb / Apr short 20 / May CATCH_UP_PAYMENT 50 info ; Mar 50 + Apr 30 + May 60 + May 50
      => missed_months likely 2026-03 0/50 + underpaid certain 2026-04 20/0
    repays a chargeback as large as a missed month, and the missed month stays open:
      Mar MISSED_MONTHS 50 unpaidSince=Feb / Apr CHARGEBACK_ON_ACTIVE 50 chargeback=50 / May CATCH_UP_PAYMENT 50 info ; Mar 50 for Mar + Apr 50 for Apr + Apr -50 for Jan + May 50 for May + May 50 for Jan
      => missed_months likely 2026-03 50/0 + wrong_chargeback likely 2026-04 0/50
  `),
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

/** Guarantee: the sentence to the carrier demands what is certain, asks to check what is likely, and else asks a question. */
describe('member claims', () => {
  test.each<[string, ClaimRow, string]>([
    [
      'one missed month',
      row('2026-03', [['MISSED_MONTHS', 50]], { unpaidSince: '2026-02' }),
      'Nothing was paid for Feb 2026, although the member was paid before and after. Please check',
    ],
    [
      'several missed months',
      row('2026-04', [['MISSED_MONTHS', 100]], { unpaidSince: '2026-02' }),
      'Nothing was paid for the unpaid months of Feb to Mar 2026, although',
    ],
    [
      'a wrong chargeback',
      row('2026-03', [['CHARGEBACK_ON_ACTIVE', 50]]),
      'Please check the $50.00 charged back in Mar 2026, and return it if nothing ended',
    ],
    [
      'an advance taken back beyond its unearned months',
      row('2026-03', [['CHARGEBACK_ON_ACTIVE', 50]], { lastPaidPeriod: '2026-01' }),
      'Please check the chargeback in Mar 2026, and return $50.00 of it: so much was earned',
    ],
    [
      'a double chargeback',
      row('2026-03', [['CHARGEBACK_DUPLICATE', 50]]),
      'Please return $50.00 charged back in Mar 2026: the same commission',
    ],
    [
      'an unmatched chargeback',
      row('2026-03', [['CHARGEBACK_UNMATCHED', 50]]),
      'Please return $50.00 charged back in Mar 2026, or name the payment',
    ],
    [
      'a chargeback not repaid after reinstatement',
      row('2026-03', [['REINSTATED_NOT_REPAID', 50]]),
      'Please repay $50.00: it was charged back',
    ],
    [
      'a chargeback from before the book, as a question',
      row('2026-03', [['CHARGEBACK_UNMATCHED', 50, 'info', 'to_check']]),
      'Please name the payment that the $50.00 charged back in Mar 2026 takes back: no statement that we hold covers its months',
    ],
    [
      'an equal chargeback, as a question',
      row('2026-03', [['CHARGEBACK_DUPLICATE', 50, 'info', 'to_check']]),
      'Please tell which months the $50.00 charged back in Mar 2026 takes back: an equal chargeback came before',
    ],
    [
      'an estimate, as a request',
      underpaid('2026-03', 10, { owedEstimated: true }, 'info'),
      'By what you pay for comparable members, $10.00 is missing for Mar 2026: $40.00 was paid, and $50.00 would be due. Please check, and pay what is missing.',
    ],
    [
      'a cut, as a question with what was paid before',
      row('2026-03', [], {
        signals: [{ code: 'UNDERPAID', severity: 'info', amount: 4, claim: 'to_check', detail: '12 % after 16 %.' }],
      }),
      'Please tell why $4.00 less is paid for Mar 2026 than before. 12 % after 16 %.',
    ],
    [
      'a missing true-up, as a question',
      row('2026-04', [['TRUE_UP_MISSING', 347, 'info']]),
      "Please tell whether 2026 is the member's first year",
    ],
  ])('suggests a text for %s', (_, one, words) => {
    expect(memberClaims([one], [])[0]?.ask).toContain(words);
  });

  test('names the month that a late payment is for beside its statement', () => {
    const [claim] = memberClaims([underpaid('2026-03', 10)], [line('2026-03', 40, '2026-02')]);
    expect(claim?.ask).toBe(
      'Please pay the $10.00 missing for Feb 2026 on the Mar 2026 statement: $40.00 was paid, and $50.00 is due by the contracted rate.',
    );
  });

  describe('the coverages of one policy in a claim', () => {
    const of = (productType: string | null, more: Partial<ClaimLine> = {}) => ({ productType, ...more });

    test('are named with the paid amount of each', () => {
      const paid = [line('2026-02', 96, null, of('MED')), line('2026-02', 10, null, of('DEN'))];
      expect(memberClaims([underpaid('2026-02', 4)], paid)[0]?.ask).toBe(
        'Please pay the $4.00 missing for Feb 2026 by the contracted rate: MED $96.00 and DEN $10.00 were paid, and each coverage is due by itself.',
      );
    });

    test('are named with the taken back amount of each', () => {
      const lines = [
        line('2026-03', 50),
        line('2026-03', -30, '2026-01', of('MED')),
        line('2026-03', -20, '2026-01', of('DEN')),
      ];
      expect(memberClaims([row('2026-03', [['CHARGEBACK_ON_ACTIVE', 50]])], lines)[0]?.ask).toContain(
        'charged back in Mar 2026 (MED $30.00 and DEN $20.00), ',
      );
    });

    test('are named by plan if the product type is the same, and limited in number', () => {
      const plans = Array.from({ length: 8 }, (_, at) =>
        line('2026-02', 5, null, of('MED', { planName: `Plan ${at}` })),
      );
      expect(memberClaims([underpaid('2026-02', 4)], plans)[0]?.ask).toContain(
        ': Plan 0 $5.00, Plan 1 $5.00, Plan 2 $5.00, Plan 3 $5.00, Plan 4 $5.00, Plan 5 $5.00 and 2 other coverages were paid',
      );
    });

    test('are not named for two policies with one coverage each, which are added up', () => {
      const lines = [
        line('2026-02', 36, null, of('MED', { policyRefId: 'one' })),
        line('2026-02', 10, null, of('DEN', { policyRefId: 'two' })),
      ];
      expect(memberClaims([underpaid('2026-02', 4)], lines)[0]?.ask).toContain(': $46.00 was paid, and $50.00 is due');
    });

    test('are not named if all lines may be of one coverage', () => {
      const lines = [line('2026-02', 30, null, of('MED')), line('2026-02', 10, null, of(null)), line('2026-02', 6)];
      expect(memberClaims([underpaid('2026-02', 4)], lines)[0]?.ask).toContain(': $46.00 was paid, and $50.00 is due');
    });
  });

  describe('the sums of claims', () => {
    test('adds up whole cents, as claims are shown, by how sure they are', () => {
      const sums = recoverableSums();
      const claims = [
        ...memberClaims([underpaid('2026-02', 10.005), underpaid('2026-03', 10.005)], []),
        ...memberClaims([underpaid('2026-02', 7, { owedEstimated: true }, 'info')], []),
      ];
      for (const [index, claim] of claims.entries()) sums.add({ ...claim, disputeId: index === 1 ? 'd-1' : null });
      expect(sums.totals()).toEqual({
        recoverable: 20.02,
        estimated: 7,
        likely: 7,
        toCheck: 0,
        asked: 10.01,
        claims: 3,
        byKind: [
          { kind: 'underpaid', certainty: 'certain', claims: 2, amount: 20.02 },
          { kind: 'underpaid', certainty: 'likely', claims: 1, amount: 7 },
        ],
        byCarrier: [
          {
            carrierId: 'summit',
            carrierName: 'Summit',
            claims: 3,
            recoverable: 20.02,
            estimated: 7,
            likely: 7,
            toCheck: 0,
          },
        ],
      });
    });
  });
});
