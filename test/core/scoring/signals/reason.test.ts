import { describe, expect, it } from 'vitest';
import { REASON_MAX } from '../../../../core/scoring/reason.ts';
import { a, FLAT_50, file, line } from '../../../support/book-model-cases.ts';
import { casesOf } from '../../../support/months-table.ts';
import { lastReason, reasonIn, score, signalIn } from '../../../support/scored-book-cases.ts';

/**
 * Guarantee: a row has exactly the listed sentence, which names the cause of a change, if there is one. Each case has the months of member
 * A's lines, and the sentence of the last month.
 */

const SENTENCES = casesOf(
  `
  Apr 50 => New in Apr 2026: first paid $50.00.
  Apr 1234567.5 => New in Apr 2026: first paid $1,234,567.50.
  Apr 0 => New in Apr 2026, but paid nothing so far.
  Apr -50 effectiveDate=2026-04-01
    => New in Apr 2026 with a chargeback of $50.00 only. Charged back $50.00, but no statement loaded shows a payment for this member.
  Apr 30 effectiveDate=2026-04-01 + -50
    => New in Apr 2026 with a net chargeback of $20.00. Charged back $50.00 in all, which is $20.00 more than the $30.00 paid.
  Apr 40 [CONTRACTED] => New in Apr 2026: first paid $40.00. Underpaid by $10.00 by the contracted rate: paid $40.00, expected $50.00.
  Mar 50 | Apr 50 => Paid $50.00, as in Mar 2026.
  Mar 50 | Apr 50.01 => Paid $50.01, within the tolerance of $50.00 in Mar 2026.
  Mar 0 | Apr 0 => Paid nothing, as in Mar 2026.
  Mar 40 | Apr 60 => Paid $20.00 more than in Mar 2026 ($40.00 → $60.00).
  Apr 72 lives=4 | May 54 lives=3 => Paid $18.00 less than in Apr 2026 ($72.00 → $54.00): 3 lives instead of 4.
  Apr 50 rate=0.05 | May 40 rate=0.04 => Paid $10.00 less than in Apr 2026 ($50.00 → $40.00): rate 5 % → 4 %.
  Apr 50 premium=500 | May 40 premium=400 => Paid $10.00 less than in Apr 2026 ($50.00 → $40.00): premium $500.00 → $400.00.
  Apr 50 planName=Gold | May 40 planName=Tin => Paid $10.00 less than in Apr 2026 ($50.00 → $40.00): plan "Gold" → "Tin".
  Apr 50 | May 50 + 50
    => Paid $50.00 more than in Apr 2026 ($50.00 → $100.00): $50.00 is paid by lines that repeat another line of this statement.
  Mar 50 | Apr 0 => Paid nothing; was paid $50.00 in Mar 2026.
  Mar 50 | Apr 0 carrierStatus=Delinquent => Paid nothing; was paid $50.00 in Mar 2026; the carrier says "Delinquent".
  Mar 0 carrierStatus=Delinquent | Apr 0 carrierStatus=Delinquent => Paid nothing, as in Mar 2026; the carrier says "Delinquent".
  Apr 0 carrierStatus=" Not  appointed " => New in Apr 2026, but paid nothing so far; the carrier says "Not appointed".
  Mar 50 | Apr 0 carrierStatus=Lapsed => Paid nothing; was paid $50.00 in Mar 2026; the carrier says "Lapsed".
  Mar 50 | Apr -50 => Chargeback of $50.00: the net is -$50.00, after $50.00 in Mar 2026.
  Mar 50 | Apr 50 + -50
    => Chargeback of $50.00: nothing is left, after $50.00 in Mar 2026. Charged back $50.00 while the member is still being paid ($50.00).
  Apr 50 | May => Not on the May 2026 statement; was paid $50.00 in Apr 2026.
  Apr 0 | May => Not on the May 2026 statement; was paid nothing in Apr 2026.
  Mar 50 | Apr -50 | May => Gone since April's $50.00 chargeback.
  Apr 50 termDate=2026-04-30 | May
    => Not on the May 2026 statement; was paid $50.00 in Apr 2026; terminated, covered until Apr 30, 2026.
  Apr 50 termDate=2026-05-01 | May
    => Not on the May 2026 statement; was paid $50.00 in Apr 2026; terminated, covered until Apr 30, 2026.
  Apr 50 | May | Jul -50 => Chargeback of $50.00 after the member dropped; last paid in Apr 2026.
  Apr 0 effectiveDate=2026-04-01 | May | Jul -50
    => Chargeback of $50.00 after the member dropped. Charged back $50.00, but no statement loaded shows a payment for this member.
  Apr 50 | May 40 termDate=2026-05-01 => Paid $10.00 less than in Apr 2026 ($50.00 → $40.00): terminated, covered until Apr 30, 2026.
  Jan 50 | Feb | Mar 100 => Paid again in March: $100.00 instead of $50.00; pays for 1 missed month (Feb 2026) as well.
  Jan 50 | Feb 0 | Mar 100 => Paid $100.00 more than in Feb 2026 ($0.00 → $100.00): pays for 1 missed month (Feb 2026) as well.
  Jan 50 | Feb | Mar 600 YEAR [LUMP]
    => Paid again in March: $600.00 for 12 months ($50.00 each, as before). February ($50.00) was not paid: ask the carrier.
  Jan 50 | Feb | Mar 540 YEAR [LUMP]
    => Paid again in March: $540.00 instead of $600.00 for equally many months. February ($50.00) was not paid: ask the carrier.
  Jan 50 | Feb | Mar | Apr 45
    => Paid again in April: $45.00 instead of $50.00. February and March ($100.00) were not paid: ask the carrier.
  Jan 50 | Feb | Mar 0 => Back on the Mar 2026 statement: paid nothing instead of $50.00 (last seen in Jan 2026).
  Apr 600 YEAR | May [LUMP] => Nothing due in May 2026: the $600.00 paid in Apr 2026 reaches through Mar 2027.
  Apr 600 YEAR | May 5 [LUMP] => Paid $5.00 in a month that was paid ahead through Mar 2027.
  Apr 600 YEAR | May 5 | Jun [LUMP] => Nothing due in Jun 2026: the $600.00 paid before reaches through Mar 2027.
  Apr 600 YEAR | May 5 | Apr27 [LUMP] => Not on the Apr 2027 statement; was paid $600.00 before for the months through Mar 2027.
  Apr 600 YEAR | May 5 | Apr27 40 [LUMP] => Paid $10.00 less than before ($50.00 → $40.00, for equally many months).
  Apr 600 YEAR | Apr27 50 [LUMP] => Paid $50.00 for a month; the $600.00 paid in Apr 2026 was for 12 months.
  Apr 600 YEAR | Apr27 40 [LUMP] => Paid $10.00 less than in Apr 2026 ($50.00 → $40.00, for equally many months).
  Apr 600 YEAR | Apr27 [LUMP] => Not on the Apr 2027 statement; was paid $600.00 in Apr 2026 for the months through Mar 2027.
  Dec25 3 rate=0.05 premium=60 effectiveDate=2023-01-01 | Jan 2.40 rate=0.04 premium=60 effectiveDate=2023-01-01
    => Paid $0.60 less than in Dec 2025 ($3.00 → $2.40): policy year 4 begins.
  Dec25 3 rate=0.05 premium=60 effectiveDate=2023-07-01 | Jan 2.40 rate=0.04 premium=60 effectiveDate=2023-07-01
    => Paid $0.60 less than in Dec 2025 ($3.00 → $2.40): rate 5 % → 4 %.
  Dec25 3 rate=0.05 premium=60 effectiveDate=2023-01-01 | Jan 2 rate=0.04 premium=60 effectiveDate=2023-01-01
    => Paid $1.00 less than in Dec 2025 ($3.00 → $2.00): rate 5 % → 4 %. Underpaid by $0.40 by the statement's own rate: paid $2.00, expected $2.40.
  Dec25 3 rate=0.05 premium=60 effectiveDate=2024-01-01 | Jan 2 rate=0.04 premium=50 effectiveDate=2024-01-01
    => Paid $1.00 less than in Dec 2025 ($3.00 → $2.00): policy year 3 begins.
  Dec25 57 rate=0.95 premium=60 | Jan 2.40 rate=0.04 premium=60
    => Paid $54.60 less than in Dec 2025 ($57.00 → $2.40): rate 95 % → 4 %.
  Jun 35.17 | Jul -35.17 | Aug 35.17 => Paid $35.17 again; the $35.17 taken back in July is still missing.
  Jun 35.17 | Jul -35.17 | Aug 70.34 => Paid $70.34 again, with the $35.17 taken back in July.
  Jun 35.17 | Jul | Aug 35.17 => Paid again in August: $35.17, as before. July ($35.17) was not paid: ask the carrier.
  Sep 36 carrierStatus=Active | Oct -36 carrierStatus=Terminated | Nov
    => Gone since October's $36.00 chargeback; the carrier says "Terminated".
  Apr 50 LONG | May 40 planName=Tin => Paid $10.00 less than in Apr 2026 ($50.00 → $40.00): plan "PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP…" → "Tin".
  Dec25 57 rate=0.95 premium=60 effectiveDate=2025-01-01 + P:4.80 YEAR_2 + Q:4.80 YEAR_2 | Jan 2.40 rate=0.04 premium=60 effectiveDate=2025-01-01 + P:4.80 YEAR_2 + Q:4.80 YEAR_2
    => Paid $2.40, was $57.00: policy year 2, paid 4 % of premium as 2 others are.
  # the cause of a change
  # The sentence compares the lives of the paying lines, if both are known and above zero.
  Apr 36 lives=2 | May 18 lives=1 => Paid $18.00 less than in Apr 2026 ($36.00 → $18.00): 1 life instead of 2.
  Apr 72 lives=4 | May -18 lives=-1 + 54 lives=3 => Paid $36.00 less than in Apr 2026 ($72.00 → $36.00): 3 lives instead of 4.
  Apr 72 lives=4 | May 0 lives=4 + 4 + 50 lives=3 => Paid $18.00 less than in Apr 2026 ($72.00 → $54.00): 3 lives instead of 4.
  Apr 36 lives=2 | May 18 lives=0 => Paid $18.00 less than in Apr 2026 ($36.00 → $18.00).
  Apr 36 lives=0 | May 18 lives=2 => Paid $18.00 less than in Apr 2026 ($36.00 → $18.00).
  Apr 36 lives=2 | May 18 lives= => Paid $18.00 less than in Apr 2026 ($36.00 → $18.00).
  Apr 36 lives= | May 18 lives=2 => Paid $18.00 less than in Apr 2026 ($36.00 → $18.00).
  # A chargeback explains less pay, not more.
  Mar 50 | Apr 100 + -20
    => Paid $30.00 more than in Mar 2026 ($50.00 → $80.00). Charged back $20.00 while the member is still being paid ($100.00).
  Mar 50 | Apr 50 + -20
    => Paid $20.00 less than in Mar 2026 ($50.00 → $30.00): a chargeback of $20.00 is in it. Charged back $20.00 while the member is still being paid ($50.00).
  Feb 50 | Mar -50 | Apr 50 + -10
    => Paid $90.00 more than in Mar 2026 (-$50.00 → $40.00). The $50.00 taken back in March is still missing.
  Feb 50 | Mar -20 | Apr -20 => Charged back $20.00 net, as in Mar 2026.
  # The sentence asks for missing money once.
  Jun 35.17 | Jul -35.17 | Aug 35.17 | Sep 35.17 => Paid $35.17, as in Aug 2026.
  # A gone coverage explains no rise, and no repaid sum.
  Apr 72 policy=P1 productType=MED + 10 policy=P1 productType=DEN | May 90 policy=P1 productType=MED
    => Paid $8.00 more than in Apr 2026 ($82.00 → $90.00).
  Mar 72 policy=P1 productType=MED + 10 policy=P1 productType=DEN | Apr | May 72 policy=P1 productType=MED
    => Paid again in May: $72.00 instead of $82.00; the DEN line ($10.00) is not on this statement. April ($82.00) was not paid: ask the carrier.
  Feb 50 | Mar 40 + 30 transactionType=Bonus [BONUS]
    => Paid $10.00 less than in Feb 2026 ($50.00 → $40.00, without $30.00 that is paid once).
  # The sentence names the likeliest of several causes.
  Apr 50 rate=0.05 premium=1000 planName=Gold | May 32 rate=0.04 premium=800 planName=Tin
    => Paid $18.00 less than in Apr 2026 ($50.00 → $32.00): rate 5 % → 4 %.
  Apr 50 premium=1000 planName=Gold | May 32 premium=800 planName=Tin
    => Paid $18.00 less than in Apr 2026 ($50.00 → $32.00): plan "Gold" → "Tin".
  Apr 50 policy=P1 premium=1000 | May 40 policy=P2 premium=800 termDate=2026-05-01
    => Paid $10.00 less than in Apr 2026 ($50.00 → $40.00): premium $1,000.00 → $800.00.
  Apr 50 policy=P1 | May 40 policy=P2 termDate=2026-05-01 => Paid $10.00 less than in Apr 2026 ($50.00 → $40.00): policy "P1" → "P2".
  Apr 50 agentId=X | May 50 agentId=Y => Paid $50.00, as in Apr 2026. Agent "X" → "Y".
  # The second sentence, about underpaid money, is left out if it does not fit.
  Apr 50 planName=GGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGGG | May 40 planName=TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT [CONTRACTED]
    => Paid $10.00 less than in Apr 2026 ($50.00 → $40.00): plan "GGGGGGGGGGGGGGGGGGGGGGGGGGGGGGG…" → "TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT…".
  Apr 600 YEAR | May 0 [LUMP] => Paid nothing; the month was paid ahead through Mar 2027.
  # Only a cancellation that takes money back, without pay beside it, is called a cancellation.
  Jan 120 policy=P1 effectiveDate=2026-01-01 paidThrough=2026-06-30 transactionType=NEW | Mar 0 policy=P1 effectiveDate=2026-01-01 paidThrough=2026-06-30 transactionType=CAN [AUTO]
    => Paid nothing; the month was within the policy term to Jun 2026.
  Jan 120 policy=P1 effectiveDate=2026-01-01 paidThrough=2026-06-30 transactionType=NEW | Mar -60 policy=P1 effectiveDate=2026-01-01 paidThrough=2026-06-30 transactionType=ADJ [AUTO]
    => Charged back $60.00 net in a month that was within the policy term to Jun 2026.
  Jan 120 policy=P1 effectiveDate=2026-01-01 paidThrough=2026-06-30 transactionType=NEW | Mar 80 policy=P1 effectiveDate=2026-01-01 paidThrough=2026-06-30 transactionType=NEW + -60 policy=P1 effectiveDate=2026-01-01 paidThrough=2026-06-30 transactionType=CAN [AUTO]
    => Paid $20.00 in a month that was within the policy term to Jun 2026. Charged back $60.00 while the member is still being paid ($80.00).
  Jan 600 YEAR | Mar -300 transactionType=Cancel [LUMP] => Charged back $300.00 net in a month that was paid ahead through Dec 2026.
  # A term paid by the month is not renewed late.
  Jan 20 | Feb | Mar 20 [AUTO] => Paid again in March: $20.00, as before. February ($20.00) was not paid: ask the carrier.
  Jan25 600 YEAR | Jan | Feb 600 YEAR [LUMP]
    => Paid again in February: $600.00, as before. January ($50.00) was not paid: ask the carrier.
  Mar 50 | Apr 30 + -50 | May => Not on the May 2026 statement; had a net of -$20.00 in Apr 2026.
  # A later end of coverage explains no absence.
  Apr 50 termDate=2026-12-31 | May => Not on the May 2026 statement; was paid $50.00 in Apr 2026.
  Sep 36 | Oct -36 termDate=2026-09-30 carrierStatus=Terminated | Nov
    => Gone since October's $36.00 chargeback; terminated, covered until Sep 30, 2026.
  # In a month without pay a row of 0 is no payment, even if the month before was not paid. Other amounts are mentioned.
  Jun 50 | Jul 0 | Aug 0 | Sep 50 [SUMMER] => Paid $50.00, as in Jun 2026.
  Jun 50 | Jul 0 | Aug | Sep [SUMMER] => Not on the Sep 2026 statement; was paid $50.00 in Jun 2026.
  Jun 50 | Jul 0 [SUMMER] => Nothing due in Jul 2026: the carrier does not pay this month.
  May 50 | Jun | Jul 0 [SUMMER] => Nothing due in Jul 2026: the carrier does not pay this month.
  Jun 50 | Jul 50 [SUMMER] => Paid $50.00, as in Jun 2026.
  Jun 50 | Jul 50 + -50 [SUMMER]
    => Chargeback of $50.00: nothing is left, after $50.00 in Jun 2026. Charged back $50.00 while the member is still being paid ($50.00).
  Jun 600 YEAR | Jul [SUMMER LUMP] => Nothing due in Jul 2026: the $600.00 paid in Jun 2026 reaches through May 2027.
  Jun 0 | Jul => Not on the Jul 2026 statement; was paid nothing in Jun 2026.
  Jan 600 YEAR | Mar -50 | Jan27 600 YEAR [LUMP] => Paid $600.00, as in Jan 2026.
  Jan 150 paidThrough=2026-03-31 | Apr 600 paidThrough=2027-03-31 => Paid $600.00, as much a month as the $150.00 in Jan 2026.
  Jan 400 YEAR | Jan27 33.33 [LUMP] => Paid $33.33 for a month; the $400.00 paid in Jan 2026 was for 12 months.
  Jan 347 MA | Feb | Mar 50 MA + 300 MA transactionType=True-Up [MEDICARE]
    => Paid $350.00 in a month that was paid ahead through Dec 2026; true-up of $300.00 received. $697.00 paid for 2026 passes the CMS initial maximum of $694.00.
  Jan 347 MA YEAR | Feb 10 MA + 300 MA transactionType=True-Up [MEDICARE LUMP]
    => Paid $310.00 in a month that was paid ahead through Dec 2026; true-up of $300.00 received.
`,
  {
    fields: {
      YEAR: { transactionType: 'Advance' },
      MA: { productType: 'MA', state: 'TX', effectiveDate: '2026-01-01' },
      LONG: { planName: 'P'.repeat(500) },
      // A member in the second policy year, who is paid 4 % of the premium.
      YEAR_2: { rate: '0.04', premium: '120', effectiveDate: '2024-06-01' },
    },
    settings: {
      CONTRACTED: { rates: [FLAT_50] },
      LUMP: { cadence: { default: 'monthly', advance: 12 } },
      MEDICARE: { productLine: 'medicare' },
      SUMMER: { unpaidMonths: [{ months: [7, 8] }] },
      AUTO: { policyTerm: true, lineKinds: [{ kind: 'adjustment', patterns: ['/^end/i'] }] },
      BONUS: { lineKinds: [{ kind: 'bonus', patterns: ['/bonus/i'] }] },
    },
  },
);

describe('the reason of a row', () => {
  it.each(SENTENCES)('$title', async ({ months, expected, settings }) => {
    expect(await lastReason(months, settings)).toBe(expected);
    expect(expected.length).toBeLessThanOrEqual(REASON_MAX);
  });

  it("has the carrier's words about a zero line in its finding too, but not those about a chargeback", async () => {
    const blocked = { carrierStatus: 'Delinquent' };
    const book = await score([
      file('2026-03', a('50'), line('B', '50')),
      file('2026-04', a('0', blocked), line('B', '50', blocked), line('B', '-50', blocked)),
    ]);
    const detailOf = (member: string) => signalIn(book, '2026-04', 'ZERO_COMMISSION', member)?.detail;
    expect(detailOf('A')).toBe('On the statement, but paid nothing; the carrier says "Delinquent".');
    expect(detailOf('B')).toBe('A chargeback takes back all of the $50.00 on this statement.');
  });

  it.each([
    ['0', 'Paid nothing; was paid $50.00 in Jan 2026.'],
    // Counter-case: the reason of a member who is paid a part names the usual pay of this carrier.
    ['40', /^Paid \$10\.00 less .* Less than this carrier paid in Jan 2026 \(\$50\.00\); no contract rate on file\.$/],
  ])('has no meaningless estimate for a member who is paid %s', async (amount, reason) => {
    const others = Array.from({ length: 9 }, (_, n) => line(`Z${n}`, '50'));
    const files = [file('2026-01', a('50'), ...others), file('2026-02', a(amount), ...others)];
    const book = await score(files, { estimates: true });
    expect(reasonIn(book, '2026-02')).toMatch(reason);
    expect(reasonIn(book, '2026-02')?.includes('no contract rate')).toBe(amount !== '0');
  });
});
