import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SIGNAL_CODES } from '../../../../core/scoring/signal.ts';
import { FLAT_50, file, line } from '../../../support/book-model-cases.ts';
import { casesOf } from '../../../support/months-table.ts';
import { score, signalIn, signalsIn } from '../../../support/scored-book-cases.ts';

/**
 * Guarantee: each code of docs/reference/signals.md is found in its cases, and not in similar ones. Each case has the months of member A's
 * lines, and the finding of the last month, or `nothing`. The first case of most codes is in finding-words.test.ts, with its words.
 */

const CASES = casesOf(
  `
  # COMMISSION_INCREASED
  back with more: Jan 40 | Feb | Mar 60 => COMMISSION_INCREASED 20
  a cent, which the tolerance allows: Jan 40 | Feb 40.01 => COMMISSION_INCREASED nothing
  new: Jan 40 => COMMISSION_INCREASED nothing
  # COMMISSION_REDUCED
  less than the month before: Jan 72 | Feb 54 => COMMISSION_REDUCED 18
  a cent, which the tolerance allows: Jan 40 | Feb 39.99 => COMMISSION_REDUCED nothing
  a month after a year paid at once: Jan 600 ADVANCE | Jan27 50 [LUMP] => COMMISSION_REDUCED nothing
  # ZERO_COMMISSION
  not on the statement: Jan 50 | Feb => ZERO_COMMISSION nothing
  # NEGATIVE_NET
  taken back less than paid: Jan 50 | Feb 50 + -20 => NEGATIVE_NET nothing
  of a chargeback after the drop: Jan 50 | Feb | Mar -50 => NEGATIVE_NET nothing
  # PLAN_CHANGED
  another name, no codes: Jan 50 planName=Gold | Feb 50 planName=Tin => PLAN_CHANGED
  the name is rephrased, the code stays: Jan 50 planCode=H1 planName=Gold | Feb 50 planCode=H1 planName="Gold 26"
    => PLAN_CHANGED nothing
  no longer shown: Jan 50 planCode=H1 | Feb 50 => PLAN_CHANGED nothing
  the other of two policies is the larger now: Jan 50 policy=P1 planCode=H1 + 40 policy=P2 planCode=H2 | Feb 50 policy=P1 planCode=H1 + 60 policy=P2 planCode=H2
    => PLAN_CHANGED nothing
  # POLICY_CHANGED
  another spelling: Jan 50 policy=P1 | Feb 50 policy="p 1" => POLICY_CHANGED nothing
  a second policy, the first goes on: Jan 50 policy=P1 | Feb 50 policy=P1 + 60 policy=P2 => POLICY_CHANGED nothing
  # PREMIUM_CHANGED
  less than a cent: Jan 50 premium=500 | Feb 50 premium=500.004 => PREMIUM_CHANGED nothing
  the sign of a chargeback: Jan 50 premium=500 | Feb -50 premium=-500 => PREMIUM_CHANGED nothing
  the month after a chargeback: Jan -50 premium=-400 | Feb 50 premium=500 => PREMIUM_CHANGED nothing
  another one of two chargebacks: Jan -50 premium=-400 | Feb -50 premium=-500 => PREMIUM_CHANGED 100
  no longer shown: Jan 50 premium=500 | Feb 50 => PREMIUM_CHANGED nothing
  # AGENT_CHANGED
  another agent: Jan 50 agentId=7 | Feb 50 agentId=8 => AGENT_CHANGED
  agent and agency in the other order: Jan 40 agentId=7 + 10 agentId=9 | Feb 10 agentId=9 + 40 agentId=7 => AGENT_CHANGED nothing
  another spelling: Jan 50 agentName="Ann Lee" | Feb 50 agentName="ANN  LEE" => AGENT_CHANGED nothing
  # RATE_CHANGED
  seen again after a month without: Jan 5 rate=0.05 | Feb 5 | Mar 5 rate=0.06 => RATE_CHANGED
  another policy meanwhile: Jan 5 policy=1 rate=0.05 | Feb 5 policy=2 | Mar 5 policy=2 rate=0.06 => RATE_CHANGED nothing
  the same rate: Jan 50 rate=0.05 | Feb 40 rate=0.050 => RATE_CHANGED nothing
  after a chargeback of months at another rate: Jan 40 rate=0.04 | Feb -50 rate=0.05 | Mar 40 rate=0.04 => RATE_CHANGED nothing
  of another policy: Jan 50 policy=1 rate=0.05 | Feb 40 policy=2 rate=0.04 => RATE_CHANGED nothing
  # UNDERPAID
  a cent less: Jan 49.99 [CONTRACTED] => UNDERPAID nothing
  only a chargeback: Jan -50 [CONTRACTED] => UNDERPAID nothing
  cents that the rounded estimate makes: Jan 18 P420 + B:18 P420 + C:18 P420 + D:18 P420 + E:18 P420 [ESTIMATES] => UNDERPAID nothing
  less than the estimate: Jan 21 P420 + B:21 P420 + C:21 P420 + D:21 P420 + E:21 P420 | Feb 20 P420 [ESTIMATES] => UNDERPAID 1
  # OVERPAID
  more than the estimated rate: Jan 50 + B:50 + C:50 | Feb 60 [ESTIMATES] => OVERPAID nothing
  for two months: Jan 100 monthsPaid=2 [CONTRACTED] => OVERPAID nothing
  a missed month is caught up: Jan 50 | Feb | Mar 100 [CONTRACTED] => OVERPAID nothing
  # RATE_MISSING
  no premium for a percentage: Jan 50 [SHARE] => RATE_MISSING
  the carrier has no rate at all: Jan 50 => RATE_MISSING nothing
  # ABOVE_CMS_MAX
  the year adds up: Jan 500 MA | Feb 300 MA [MEDICARE] => ABOVE_CMS_MAX 106
  a drug plan: Jan 150 MA productType=PDP [MEDICARE] => ABOVE_CMS_MAX 36
  the maximum, with the cents of rounding: Jan 694.08 MA [MEDICARE] => ABOVE_CMS_MAX nothing
  the year before does not count: Dec25 400 MA effectiveDate=2025-02-01 | Jan 300 MA effectiveDate=2025-02-01 [MEDICARE]
    => ABOVE_CMS_MAX nothing
  no state, so the highest maximum that may hold: Jan 800 MA state= [MEDICARE] => ABOVE_CMS_MAX nothing
  an override for the agency: Jan 694 MA + 200 MA transactionType=Override [MEDICARE] => ABOVE_CMS_MAX nothing
  a share for the agency: Jan 500 MA agentId=1 + 300 MA agentId=2 [MEDICARE] => ABOVE_CMS_MAX nothing
  a supplement: Jan 800 MA productType="Med Supp" [MEDICARE] => ABOVE_CMS_MAX nothing
  another product line: Jan 800 MA [ANCILLARY] => ABOVE_CMS_MAX nothing
  after a chargeback: Jan 694 MA | Feb -694 MA | Mar 694 MA [MEDICARE] => ABOVE_CMS_MAX nothing
  # PAID_AHEAD
  a month of a year paid at once: Jan 600 ADVANCE | Jun [LUMP] => PAID_AHEAD
  paid to a date: Jan 150 paidThrough=2026-03-31 => PAID_AHEAD
  three months, each on its line: Jan 50 coverageMonth=2026-01 + 50 coverageMonth=2026-02 => PAID_AHEAD
  billed one month ahead: Jan 50 paidThrough=2026-02-28 => PAID_AHEAD nothing
  months paid that may be arrears: Jan 150 monthsPaid=3 => PAID_AHEAD nothing
  another type of line: Jan 50 transactionType=Renewal [LUMP] => PAID_AHEAD nothing
  # CATCH_UP_PAYMENT
  by coverage month: Jan 50 | Feb | Mar 50 coverageMonth=2026-02 + 50 coverageMonth=2026-03 => CATCH_UP_PAYMENT 50
  by months paid: Jan 50 | Feb | Mar 90 monthsPaid=2 => CATCH_UP_PAYMENT 45
  by the amount: Jan 50 | Feb 0 | Mar 100 => CATCH_UP_PAYMENT 50
  no month was missed: Jan 50 | Feb 100 => CATCH_UP_PAYMENT nothing
  an amount that is no multiple: Jan 50 | Feb | Mar 80 => CATCH_UP_PAYMENT nothing
  # MISSED_MONTHS
  one of two was caught up: Jan 50 | Feb | Mar | Apr 100 => MISSED_MONTHS 50
  caught up: Jan 50 | Feb | Mar 100 => MISSED_MONTHS nothing
  no statement of the month was loaded: Jan 50 | Mar 50 => MISSED_MONTHS nothing
  paid ahead meanwhile: Jan 600 ADVANCE | Feb | Mar 5 [LUMP] => MISSED_MONTHS nothing
  # TERMINATED
  dropped after a term date: Jan 50 termDate=2026-02-01 | Feb => TERMINATED
  still to come: Jan 50 | Feb 50 termDate=2026-12-31 => TERMINATED nothing
  known since the month before: Jan 50 termDate=2026-01-31 | Feb 50 termDate=2026-01-31 => TERMINATED nothing
  dropped without a word: Jan 50 | Feb => TERMINATED nothing
  # RETRO_TERMINATION
  told in the month after: Mar 50 | Apr -50 termDate=2026-03-31 => RETRO_TERMINATION nothing
  nothing was paid since: Jan 50 | Feb 0 | Apr 0 termDate=2026-01-31 => RETRO_TERMINATION nothing
  # RAPID_DISENROLLMENT
  four months: Jan 50 MA | Apr -50 MA termDate=2026-04-30 [MEDICARE] => RAPID_DISENROLLMENT nothing
  the last months of a year: Dec25 50 MA effectiveDate=2025-10-01 | Jan -50 MA effectiveDate=2025-10-01 termDate=2026-01-01 [MEDICARE]
    => RAPID_DISENROLLMENT nothing
  no Medicare: Jan 50 MA | Feb => RAPID_DISENROLLMENT nothing
  a supplement: Jan 50 MA productType=AARPMODMEDSUP | Feb [MEDICARE] => RAPID_DISENROLLMENT nothing
  a drug plan: Jan 9 MA productType=PDP | Feb [MEDICARE] => RAPID_DISENROLLMENT 9
  not renewed after a year paid at once: Jan 694 MA ADVANCE | Jun | Jan27 [MEDICARE LUMP] => RAPID_DISENROLLMENT nothing
  # DUPLICATE_PAYMENT
  twice for a coverage month: Jan 50 coverageMonth=2026-01 + 50 coverageMonth=2026-01 => DUPLICATE_PAYMENT 50
  two every month: Jan 25 + 25 | Feb 25 + 25 => DUPLICATE_PAYMENT nothing
  two lines when new: Jan 25 + 25 => DUPLICATE_PAYMENT nothing
  agent and agency: Jan 25 coverageMonth=2026-01 agentId=1 + 25 coverageMonth=2026-01 agentId=2 => DUPLICATE_PAYMENT nothing
  two months: Jan 50 | Feb 50 coverageMonth=2026-01 + 50 coverageMonth=2026-02 => DUPLICATE_PAYMENT nothing
  two types: Jan 50 | Feb 50 + 50 transactionType=Bonus => DUPLICATE_PAYMENT nothing
  two policies: Jan 50 policy=1 | Feb 50 policy=1 + 50 policy=2 => DUPLICATE_PAYMENT nothing
  # CHARGEBACK_DUPLICATE
  a coverage month again: Jan 50 + 50 | Feb -50 coverageMonth=2026-01 | Mar -50 coverageMonth=2026-01 => CHARGEBACK_DUPLICATE 50
  for several months: Jan 50 | Feb 50 | Mar -50 + -50 => CHARGEBACK_DUPLICATE nothing
  paid again in between: Jan 50 | Feb -50 coverageMonth=2026-01 | Mar 50 coverageMonth=2026-01 | Apr -50 coverageMonth=2026-01
    => CHARGEBACK_DUPLICATE nothing
  # CHARGEBACK_UNMATCHED
  only zeros were paid: Jan 0 | Feb -50 => CHARGEBACK_UNMATCHED 50
  paid months ago: Jan 50 | Feb | Mar | Jun -50 => CHARGEBACK_UNMATCHED nothing
  # CHARGEBACK_EXCEEDS_PAID
  more than was ever paid: Jan 50 | Feb -80 => CHARGEBACK_EXCEEDS_PAID 30
  in two parts: Jan 50 | Feb -30 | Mar -40 => CHARGEBACK_EXCEEDS_PAID 20
  all that was paid: Jan 50 | Feb 50 | Mar -100 => CHARGEBACK_EXCEEDS_PAID nothing
  # CHARGEBACK_ON_ACTIVE
  terminated: Jan 50 | Feb 20 + -50 termDate=2026-01-31 => CHARGEBACK_ON_ACTIVE nothing
  only charged back: Jan 50 | Feb -50 => CHARGEBACK_ON_ACTIVE nothing
  one policy paid, the other charged back: Jan 50 | Feb 50 policy=1 + -50 policy=2 => CHARGEBACK_ON_ACTIVE nothing
  taken back and paid anew: Jan 50 | Feb -50 coverageMonth=2026-01 + 55 coverageMonth=2026-01 => CHARGEBACK_ON_ACTIVE nothing
  # REINSTATED_NOT_REPAID
  back after a chargeback: Jan 50 | Feb -50 | Mar | Apr 50 => REINSTATED_NOT_REPAID 50
  repaid: Jan 50 | Feb -50 | Mar 100 => REINSTATED_NOT_REPAID nothing
  a new enrollment: Jan 50 MA | Feb -50 MA | Apr 50 MA effectiveDate=2026-04-01 => REINSTATED_NOT_REPAID nothing
  never charged back: Jan 50 | Feb | Mar 50 => REINSTATED_NOT_REPAID nothing
  # TRUE_UP
  from April on: Apr 260.25 MA effectiveDate=2026-04-01 | Jun 260.25 MA effectiveDate=2026-04-01 [MEDICARE] => TRUE_UP 260.25
  monthly pay: Jan 57.83 MA | Feb 57.83 MA [MEDICARE] => TRUE_UP nothing
  a later year: Jan 347 MA effectiveDate=2024-01-01 | Mar 347 MA effectiveDate=2024-01-01 [MEDICARE] => TRUE_UP nothing
  # TRUE_UP_MISSING
  not due yet: Jan 347 MA ADVANCE | Mar [MEDICARE LUMP] => TRUE_UP_MISSING nothing
  paid: Jan 347 MA ADVANCE | Feb 347 MA | Apr [MEDICARE LUMP] => TRUE_UP_MISSING nothing
  the initial amount of six months: Jul 347 MA ADVANCE effectiveDate=2026-07-01 | Nov [MEDICARE LUMP] => TRUE_UP_MISSING nothing
`,
  {
    fields: {
      ADVANCE: { transactionType: 'Advance' },
      // An enrollment of this year, in a state with the national CMS rates: 694 in the first year, 347 after it.
      MA: { productType: 'MA', state: 'TX', effectiveDate: '2026-01-01' },
      P420: { premium: '420' },
    },
    settings: {
      CONTRACTED: { rates: [FLAT_50] },
      OTHER_PLAN: { rates: [{ ...FLAT_50, planCode: 'H1' }] },
      SHARE: { rates: [{ rateType: 'percent_of_premium', rateValue: '0.1' }] },
      ESTIMATES: { estimates: true },
      MEDICARE: { productLine: 'medicare' },
      ANCILLARY: { productLine: 'ancillary' },
      LUMP: { cadence: { default: 'monthly', advance: 'calendar_year' } },
    },
  },
).map((one) => ({ ...one, code: one.expected.replace(/ .*/, '') }));

it.each(CASES)('$code: $title', async ({ code, months, expected, settings }) => {
  // Member Z keeps every month's statement from being empty.
  const book = await score(
    Object.entries(months).map(([period, lines]) => file(period, ...lines, line('Z', '1'))),
    settings,
  );
  const last = Object.keys(months).sort().at(-1) ?? '';
  const found = signalsIn(book, last).filter((text) => text.split(' ')[0] === code);
  expect(found).toEqual(expected.endsWith(' nothing') ? [] : [expected]);
  const signal = SIGNAL_CODES.find((one) => one === code);
  expect(signal).toBeDefined();
  if (signal !== undefined) expect(signalIn(book, last, signal)?.detail ?? 'Nothing.').toMatch(/^[A-Z$].{1,160}\.$/);
});

it('has a row for every code in docs/reference/signals.md, in this order', () => {
  const rows = readFileSync(new URL('../../../../docs/reference/signals.md', import.meta.url), 'utf8').matchAll(
    /^\| ([A-Z_]+) \|/gm,
  );
  expect([...rows].map(([, code]) => code)).toEqual([...SIGNAL_CODES]);
});
