import { expect, it } from 'vitest';
import { SIGNAL_CODES } from '../../../../core/scoring/signal.ts';
import { FLAT_50 } from '../../../support/book-model-cases.ts';
import { casesOf } from '../../../support/months-table.ts';
import { lastFinding } from '../../../support/scored-book-cases.ts';

/**
 * Guarantee: findings have the severity, amount and words that docs/reference/signals.md describes. Each case has the months of member A's
 * lines, and the finding of the last month, or `nothing`.
 */

const CASES = casesOf(
  `
  Jan 40 | Feb 60 => COMMISSION_INCREASED info 20: Paid $20.00 more ($40.00 → $60.00).
  Jan 60 | Feb 40 => COMMISSION_REDUCED warn 20: Paid $20.00 less ($60.00 → $40.00).
  Jan 60 premium=600 | Feb 40 premium=400
    => COMMISSION_REDUCED info 20: Paid $20.00 less ($60.00 → $40.00): premium $600.00 → $400.00.
  Jan 60 premium=600 | Feb 39 premium=400
    => COMMISSION_REDUCED warn 21: Paid $21.00 less ($60.00 → $39.00): 9.75 % of the premium, was 10 %.
  Jan 60 premium=600 policy=P1 | Feb 40 premium=400 policy=P2
    => COMMISSION_REDUCED info 20: Paid $20.00 less ($60.00 → $40.00): premium $600.00 → $400.00.
  Jan 50 | Feb 50 + 50 | Mar 50
    => COMMISSION_REDUCED info 50: Paid $50.00 less ($100.00 → $50.00): a part of the payment before came only once.
  Jan 50 | Feb 50.02 + 50.02 | Mar 50.01
    => COMMISSION_REDUCED info 50.03: Paid $50.03 less ($100.04 → $50.01): a part of the payment before came only once.
  Jan 50 | Feb | Mar 100 | Apr 50
    => COMMISSION_REDUCED info 50: Paid $50.00 less ($100.00 → $50.00): the payment before was for 2 months.
  Jan 50 | Feb | Mar 100 | Apr 40 => COMMISSION_REDUCED warn 60: Paid $60.00 less ($100.00 → $40.00).
  Jan 50 | Feb | Mar 100 | Apr 0 | May 50 => COMMISSION_REDUCED nothing
  Jan 60 premium=400 | Feb 40 premium=600
    => COMMISSION_REDUCED warn 20: Paid $20.00 less ($60.00 → $40.00): 6.67 % of the premium, was 15 %.
  Jan 60 premium=400 | Feb 40 premium=0 => COMMISSION_REDUCED warn 20: Paid $20.00 less ($60.00 → $40.00).
  Jan 50 | Feb 20 + -50 => NEGATIVE_NET warn 30: Chargebacks of $50.00 exceed the $20.00 paid on this statement.
  Jan 50 | Feb -50 => NEGATIVE_NET warn 50: $50.00 taken back, nothing paid on this statement.
  Jan 120 TERM | Mar -5 TERM transactionType=END [AUTO]
    => NEGATIVE_NET info 5: An endorsement took back $5.00 of the pay for the policy term.
  Jan 120 TERM | Mar -5 TERM transactionType=END + -60 TERM transactionType=CAN [AUTO]
    => NEGATIVE_NET warn 65: $65.00 taken back, nothing paid on this statement.
  Jan 50 | Feb 0 => ZERO_COMMISSION warn no amount: On the statement, but paid nothing.
  Jan 8 premium=80 | Feb 0 premium=0 => ZERO_COMMISSION info no amount: On the statement, but paid nothing.
  Jan 8 premium=80 | Feb 0 premium=0 => COMMISSION_REDUCED info 8: Paid $8.00 less ($8.00 → $0.00): premium $80.00 → $0.00.
  Jan 50 | Feb 50 + -50 => ZERO_COMMISSION warn no amount: A chargeback takes back all of the $50.00 on this statement.
  Jan 0 => ZERO_COMMISSION warn no amount: On the statement, but paid nothing.
  Jan 600 YEAR | Feb 0 [LUMP] => ZERO_COMMISSION nothing
  Jan 50 paidThrough=2026-02-28 | Feb 0 => ZERO_COMMISSION warn no amount: On the statement, but paid nothing.
  Jan 694 MA | Feb 0 MA [MEDICARE] => ZERO_COMMISSION nothing
  Jan 50 planCode=H1 | Feb 50 planCode=H2 => PLAN_CHANGED info no amount: Plan "H1" → "H2".
  Jan 50 planCode=H1 planName=Gold | Feb 50 planCode=H2 planName=Tin => PLAN_CHANGED info no amount: Plan "Gold" → "Tin".
  Jan 50 planCode=H1 planName=Gold | Feb 50 planName=Tin => PLAN_CHANGED info no amount: Plan "Gold" → "Tin".
  Jan 50 planName=" gold  plan" | Feb 50 planName="Gold Plan" => PLAN_CHANGED nothing
  Jan 50 planName=GoldPlan | Feb 50 planName="Gold Plan" => PLAN_CHANGED info no amount: Plan "GoldPlan" → "Gold Plan".
  Jan 50 planName=Gold | Feb | Mar 50 planName=Tin => PLAN_CHANGED info no amount: Plan "Gold" → "Tin".
  Jan 50 policy=P1 | Feb 50 policy=P2 => POLICY_CHANGED info no amount: Policy "P1" → "P2".
  Jan 50 policy=P1 | Feb 50 => POLICY_CHANGED nothing
  Jan 50 premium=500 | Feb 50 premium=480 => PREMIUM_CHANGED info 20: Premium $500.00 → $480.00.
  Jan 50 premium=0 | Feb 50 premium=480 => PREMIUM_CHANGED info 480: Premium $0.00 → $480.00.
  Jan 50 agentId=7 agentName="Ann Lee" | Feb 50 agentId=8 agentName="Bo Day"
    => AGENT_CHANGED warn no amount: Agent "Ann Lee" → "Bo Day".
  Jan 50 agentId=7 agentName="Ann Lee" | Feb 50 agentName="Bo Day" => AGENT_CHANGED warn no amount: Agent "Ann Lee" → "Bo Day".
  Jan 50 agentId=7 agentName="Ann Lee" | Feb 50 agentName="ANN LEE" => AGENT_CHANGED nothing
  Jan 50 agentId=7 | Feb 50 agentName="Bo Day" => AGENT_CHANGED nothing
  Jan 50 agentId=7 agentName="Ann Lee" | Feb 50 => AGENT_CHANGED nothing
  Jan 40 agentId=7 + 10 agentId=8 | Feb 50 agentId=7
    => AGENT_CHANGED info no amount: The line of agent "8" ($10.00) is not on this statement.
  Jan 50 rate=0.05 | Feb 40 rate=0.04 => RATE_CHANGED info no amount: Rate 5 % → 4 %.
  Jan 40 rate=0.04 | Feb 50 rate=0.05 => RATE_CHANGED info no amount: Rate 4 % → 5 %.
  Jan 18 rate=18 | Feb 16 rate=16 => RATE_CHANGED info no amount: Rate 18 → 16.
  Jan 60 rate=1 premium=60 | Feb 72 rate=1.2 premium=60 => RATE_CHANGED info no amount: Rate 100 % → 120 %.
  Jan 40 [CONTRACTED] => UNDERPAID warn 10: Underpaid by $10.00 by the contracted rate: paid $40.00, expected $50.00.
  Jan 40 policy=P1 planCode=M + 20 policy=P1 planCode=D [COVERAGES]
    => UNDERPAID warn 10: Underpaid by $10.00 by the contracted rate: one coverage is short, and another makes up for it in the sum.
  Jan B:50 + C:50 + D:50 + E:50 | Feb 40 + B:50 + C:50 + D:50 + E:50 [ESTIMATES]
    => UNDERPAID info 10: Less than this carrier paid in Jan 2026 ($50.00); no contract rate on file.
  Jan 49.98 [CONTRACTED] => UNDERPAID warn 0.02: Underpaid by $0.02 by the contracted rate: paid $49.98, expected $50.00.
  Jan 60 [CONTRACTED] => OVERPAID info 10: Paid $10.00 more than the contracted rate gives: paid $60.00, expected $50.00.
  Jan 40 policy=P1 planCode=M + 30 policy=P1 planCode=D [COVERAGES] => OVERPAID nothing
  Jan 50.01 [CONTRACTED] => OVERPAID nothing
  Jan 50.02 [CONTRACTED] => OVERPAID info 0.02: Paid $0.02 more than the contracted rate gives: paid $50.02, expected $50.00.
  Jan 60 rate=0.05 premium=1000 => OVERPAID nothing
  Jan 50 planCode=H2 [OTHER_PLAN]
    => RATE_MISSING info no amount: No expected rate fits this member, so what is owed could not be told.
  Jan 800 MA [MEDICARE] => ABOVE_CMS_MAX warn 106: $800.00 paid for 2026 passes the CMS initial maximum of $694.00.
  Jan 400 MA effectiveDate=2024-01-01 [MEDICARE]
    => ABOVE_CMS_MAX warn 53: $400.00 paid for 2026 passes the CMS renewal maximum of $347.00.
  Jan 800 MA | Feb 10 MA [MEDICARE] => ABOVE_CMS_MAX nothing
  Dec25 800 MA effectiveDate=2026-01-01 [MEDICARE]
    => ABOVE_CMS_MAX warn 106: $800.00 paid for 2026 passes the CMS initial maximum of $694.00.
  Jan 600 MA agentId=1 + 200 MA agentId=1 [MEDICARE]
    => ABOVE_CMS_MAX warn 106: $800.00 paid for 2026 passes the CMS initial maximum of $694.00.
  Jan 694 MA + 200 MA coverageMonth=2025-12 [MEDICARE] => ABOVE_CMS_MAX nothing
  Jan 694 MA + 200 MA transactionType=Bonus [MEDICARE] => ABOVE_CMS_MAX nothing
  Jan 694 MA | Feb -100 MA | Mar 200 MA [MEDICARE]
    => ABOVE_CMS_MAX warn 100: $794.00 paid for 2026 passes the CMS initial maximum of $694.00.
  Jan 500 MA policy=P1 + 400 MA policy=P2 [MEDICARE] => ABOVE_CMS_MAX nothing
  Jan 600 YEAR [LUMP] => PAID_AHEAD info no amount: Paid ahead through Dec 2026.
  Jan 120 TERM [AUTO] => PAID_AHEAD info no amount: Policy term to Jun 2026.
  Jan 120 policy=P1 effectiveDate=2026-01-01 transactionType=NEW [AUTO] => PAID_AHEAD nothing
  Jan 600 YEAR | Feb [LUMP] => PAID_AHEAD info no amount: Paid ahead through Dec 2026.
  Jan 600 YEAR | Feb 5 [LUMP] => PAID_AHEAD nothing
  May 150 paidThrough=2026-03-31 monthsPaid=3 => PAID_AHEAD nothing
  Jan 50 | Feb | Mar 100 => CATCH_UP_PAYMENT info 50: Pays for 1 missed month (Feb 2026) as well.
  Jan 50 | Feb | Mar | Apr | May 100 => CATCH_UP_PAYMENT info 50: Pays for 1 of 3 missed months (Feb to Apr 2026) as well.
  Jan 50 | Feb | Mar 50 => MISSED_MONTHS warn 50: February ($50.00) was not paid: ask the carrier.
  Jan 50 | Feb | Mar | Apr 50 => MISSED_MONTHS warn 100: February and March ($100.00) were not paid: ask the carrier.
  Jan 50 | Feb | Mar | Apr | May 50 => MISSED_MONTHS warn 150: February to April ($150.00) were not paid: ask the carrier.
  Jan 50 | Feb | Mar | Apr | May 100
    => MISSED_MONTHS warn 100: Still not paid for 2 of 3 missed months (Feb to Apr 2026), about $100.00: ask the carrier.
  Dec25 0 | Jan 0 | Feb 50 => MISSED_MONTHS warn no amount: December and January were not paid: ask the carrier.
  Nov25 50 MA | Dec25 | Jan | Feb 60 MA [MEDICARE]
    => MISSED_MONTHS warn 110: December and January ($110.00) were not paid: ask the carrier.
  Nov25 50 | Dec25 | Jan | Feb 60 => MISSED_MONTHS warn 100: December and January ($100.00) were not paid: ask the carrier.
  Jan 120 TERM | Feb -100 TERM transactionType=CAN | Mar | Apr 20 TERM transactionType=NEW [AUTO] => MISSED_MONTHS nothing
  Jan 347 MA | Mar 300 MA transactionType=True-Up [MEDICARE] => TRUE_UP info 300: True-up of $300.00 received.
  Jan 347 MA | Mar 347 MA [MEDICARE] => TRUE_UP info 347: True-up of $347.00 received: first year now paid in full ($694.00).
  Jan 347 MA | Feb | Mar 347 MA transactionType=True-Up [MEDICARE]
    => TRUE_UP info 347: True-up of $347.00 received: first year now paid in full ($694.00).
  Jan 347 MA | Mar 347 MA => TRUE_UP nothing
  Jan 347 MA YEAR | Apr [MEDICARE LUMP]
    => TRUE_UP_MISSING info 347: Paid $347.00, the renewal amount; if this is the member's first enrollment, a true-up is due.
  Jan 347 MA YEAR | Apr | May [MEDICARE LUMP] => TRUE_UP_MISSING nothing
  Jan 347 MA transactionType="Initial - NOT New to CMS" | Apr 0 MA [MEDICARE LUMP] => TRUE_UP_MISSING nothing
  Jan 347 MA transactionType=Initial | Apr 0 MA [MEDICARE LUMP]
    => TRUE_UP_MISSING info 347: Paid $347.00, the renewal amount; if this is the member's first enrollment, a true-up is due.
  Jan 347 MA transactionType="Like Plan Change" | Apr 0 MA [MEDICARE LUMP] => TRUE_UP_MISSING nothing
  Jan 347 MA transactionType="Unlike Plan Change" | Apr 0 MA [MEDICARE LUMP]
    => TRUE_UP_MISSING info 347: Paid $347.00, the renewal amount; if this is the member's first enrollment, a true-up is due.
  Jan 347 MA transactionType=Non-New | Apr 0 MA [MEDICARE LUMP] => TRUE_UP_MISSING nothing
  Jan 694 MA + 106 MA transactionType="Admin Fee" [FEES] => ABOVE_CMS_MAX nothing
  Jan 694 MA + 106 MA transactionType=Bonus [BONUSES] => ABOVE_CMS_MAX nothing
  Jan 694 MA + 106 MA transactionType=Renewal [MEDICARE]
    => ABOVE_CMS_MAX warn 106: $800.00 paid for 2026 passes the CMS initial maximum of $694.00.
  Feb 694 MA + 106 MA coverageMonth=2026-01 [MEDICARE]
    => ABOVE_CMS_MAX warn 106: $800.00 paid for 2026 passes the CMS initial maximum of $694.00.
  Jan 700 MA agentId=1 + 100 MA agentId=1 + 300 MA agentId=2 [MEDICARE]
    => ABOVE_CMS_MAX warn 106: $800.00 paid for 2026 passes the CMS initial maximum of $694.00.
  Dec25 347 MA effectiveDate=2025-11-01 | Jan 347 MA effectiveDate=2025-11-01 [MEDICARE] => ABOVE_CMS_MAX nothing
  # repeated pay, chargebacks and the end of coverage
  Jan 50 | Feb 50 termDate=2026-02-28 => TERMINATED info no amount: Terminated, covered until Feb 28, 2026.
  Jan 50 | Feb 50 carrierStatus="Pending term" => TERMINATED nothing
  Mar 50 | Apr -50 termDate=2026-01-31
    => RETRO_TERMINATION warn 50: Terminated back to Jan 31, 2026, told in Apr 2026; $50.00 was charged back.
  Mar 50 | Apr 50 termDate=2026-01-31 => RETRO_TERMINATION warn no amount: Terminated back to Jan 31, 2026, told in Apr 2026.
  Feb 50 | Apr 0 termDate=2026-01-31 => RETRO_TERMINATION nothing
  Apr -50 termDate=2026-01-31
    => RETRO_TERMINATION info 50: Terminated back to Jan 31, 2026, told in Apr 2026; $50.00 was charged back.
  Apr -50 coverageMonth=2026-01 => NEGATIVE_NET info 50: $50.00 taken back, nothing paid on this statement.
  Mar 50 termDate=2026-01-31 | Apr => RETRO_TERMINATION nothing
  Jan 50 MA | Apr -50 MA termDate=2026-03-31 [MEDICARE]
    => RAPID_DISENROLLMENT warn 50: Left Mar 31 after 3 months: the whole first-year pay of $50.00 was taken back.
  Jan 50 MA | Apr -20 MA termDate=2026-03-31 [MEDICARE]
    => RAPID_DISENROLLMENT warn 20: Left Mar 31 after 3 months: $20.00 of the $50.00 paid was taken back.
  Apr -20 MA termDate=2026-03-31 [MEDICARE] => RAPID_DISENROLLMENT warn 20: Left Mar 31 after 3 months: $20.00 was taken back.
  Jan 50 MA | Feb [MEDICARE] => RAPID_DISENROLLMENT info 50: Left Jan 31 after 1 month: the $50.00 paid may be taken back.
  Jan 50 MA | Feb -50 MA | Mar [MEDICARE]
    => RAPID_DISENROLLMENT warn no amount: Left Feb 28 after 2 months: the whole first-year pay of $50.00 was taken back.
  Jan 50 MA | Feb 50 MA + -20 MA [MEDICARE] => RAPID_DISENROLLMENT nothing
  Jan 0 MA | Feb [MEDICARE] => RAPID_DISENROLLMENT nothing
  Jan 50 MA termDate=2026-02-28 | Feb 50 MA termDate=2026-02-28 | Mar [MEDICARE]
    => RAPID_DISENROLLMENT warn 100: Left Feb 28 after 2 months: the $100.00 paid may be taken back.
  Jan 50 MA | Feb 50 MA termDate=2026-02-28 | Mar -100 MA termDate=2026-02-28 [MEDICARE] => RAPID_DISENROLLMENT nothing
  Jan 50 | Feb 50 + 50 => DUPLICATE_PAYMENT warn 50: $50.00 is paid by lines that repeat another line of this statement.
  Jan 50 NEW | Feb -50 + -50 => CHARGEBACK_DUPLICATE critical 50: $50.00 is charged back that was charged back before.
  Jan 50 | Feb -50 + -50
    => CHARGEBACK_DUPLICATE info 50: $50.00 is charged back as before; it names no month, so whether it is the same money cannot be told.
  Jan 30 OLD | Feb -90 | Mar -90 => CHARGEBACK_DUPLICATE critical 90: $90.00 is charged back that was charged back before.
  Jan 30 OLD | Feb -70 termDate=2025-12-31 | Mar -70 termDate=2025-12-31
    => CHARGEBACK_DUPLICATE critical 70: $70.00 is charged back that was charged back before.
  Jan 30 OLD | Feb -70 | Mar -70
    => CHARGEBACK_DUPLICATE info 70: $70.00 is charged back as before; it names no month, so whether it is the same money cannot be told.
  Jan -50 NEW => CHARGEBACK_UNMATCHED warn 50: Charged back $50.00, but no statement loaded shows a payment for this member.
  Jan | Feb -50 coverageMonth=2026-01
    => CHARGEBACK_UNMATCHED warn 50: Charged back $50.00, but no statement loaded shows a payment for this member.
  Jan | Feb -50 OLD coverageMonth=2026-01
    => CHARGEBACK_UNMATCHED info 50: The chargeback of $50.00 may take back pay from before the first statement: whether it is right cannot be told.
  Jan -50
    => CHARGEBACK_UNMATCHED info 50: The chargeback of $50.00 may take back pay from before the first statement: whether it is right cannot be told.
  Jan 50 NEW | Feb -80 => CHARGEBACK_EXCEEDS_PAID critical 30: Charged back $80.00 in all, which is $30.00 more than the $50.00 paid.
  Jan 50 OLD | Feb -80 coverageMonth=2026-01
    => CHARGEBACK_EXCEEDS_PAID critical 30: Charged back $80.00 in all, which is $30.00 more than the $50.00 paid.
  Jan 50 | Feb -80 coverageMonth=2025-12
    => CHARGEBACK_EXCEEDS_PAID info 30: The chargeback of $80.00 takes back months that no loaded statement covers: whether it is right cannot be told.
  Jan 50 | Feb -80 termDate=2025-11-30
    => CHARGEBACK_EXCEEDS_PAID info 30: The chargeback of $80.00 takes back months that no loaded statement covers: whether it is right cannot be told.
  Jan 50 OLD | Feb -80
    => CHARGEBACK_EXCEEDS_PAID info 30: The chargeback of $80.00 may take back pay from before the first statement: whether it is right cannot be told.
  Jan 50 | Feb 50 + -50 coverageMonth=2025-12
    => CHARGEBACK_ON_ACTIVE info 50: Charged back $50.00 while the member is still being paid; it takes back months that no loaded statement covers: whether it is right cannot be told.
  Jan 50 OLD | Feb -50 | Mar 50 => REINSTATED_NOT_REPAID warn 50: The $50.00 taken back in February is still missing.
  Jan 50 OLD | Feb -150 | Mar 50 => REINSTATED_NOT_REPAID info 150: The $150.00 taken back in February is still missing.
  Jan 50 | Feb 50 + -50 => CHARGEBACK_ON_ACTIVE warn 50: Charged back $50.00 while the member is still being paid ($50.00).
  Jan 50 | Feb 50 termDate=2026-12-31 + -50 termDate=2026-12-31
    => CHARGEBACK_ON_ACTIVE warn 50: Charged back $50.00 while the member is still being paid ($50.00).
  Jan 50 termDate=2026-01-31 | Feb 20 termDate=2026-01-31 + -50 termDate=2026-01-31 => CHARGEBACK_ON_ACTIVE nothing
  Jan 50 | Feb 50 coverageMonth=2026-02 + -20 coverageMonth=2026-01
    => CHARGEBACK_ON_ACTIVE warn 20: Charged back $20.00 while the member is still being paid ($50.00).
  Jan 50 | Feb 30 coverageMonth=2026-02 + -20 coverageMonth=2026-01 => CHARGEBACK_ON_ACTIVE nothing
  Jan 72 lives=4 | Feb 54 lives=3 + -18 lives=1 => CHARGEBACK_ON_ACTIVE nothing
  Jan 72 lives=4 | Feb 72 lives=4 + -20 lives=1
    => CHARGEBACK_ON_ACTIVE warn 20: Charged back $20.00 while the member is still being paid ($72.00).
  Jan 72 lives=4 | Feb 72 lives=4 + -18
    => CHARGEBACK_ON_ACTIVE warn 18: Charged back $18.00 while the member is still being paid ($72.00).
  Jan 72 lives=4 | Feb 60 lives=3 + -18 => CHARGEBACK_ON_ACTIVE nothing
  Jan 50 premium=500 | Feb 50 premium=500 + -30 premium=-300
    => CHARGEBACK_ON_ACTIVE warn 30: Charged back $30.00 while the member is still being paid ($50.00).
  Jan 50 | Feb -50 | Mar 50 => REINSTATED_NOT_REPAID warn 50: The $50.00 taken back in February is still missing.
  Jan 50 | Feb -50 | Mar 80 => REINSTATED_NOT_REPAID warn 20: $20.00 of the $50.00 taken back in February is still missing.
  Jan 50 | Feb -50 | Mar 0 => REINSTATED_NOT_REPAID nothing
  Jan 50 + 50 | Feb -50 coverageMonth=2026-01 | Mar 50 coverageMonth=2026-03 | Apr -50 coverageMonth=2026-01
    => CHARGEBACK_DUPLICATE critical 50: $50.00 is charged back that was charged back before.
  Jan 50 + 50 | Feb -50 coverageMonth=2026-01 | Mar 0 coverageMonth=2026-01 | Apr -50 coverageMonth=2026-01
    => CHARGEBACK_DUPLICATE critical 50: $50.00 is charged back that was charged back before.
  Jan 100 | Feb -50 paidThrough=2026-01-31 | Mar -50 paidThrough=2026-01-31
    => CHARGEBACK_DUPLICATE critical 50: $50.00 is charged back that was charged back before.
  Jan 50 policy=1 + 50 policy=2 | Feb -50 policy=1 coverageMonth=2026-01 + -50 policy=2 coverageMonth=2026-01
    => CHARGEBACK_DUPLICATE nothing
  Jan 50 termDate=2026-02-28 | Feb 50 termDate=2026-02-28 + -50 termDate=2026-02-28 => CHARGEBACK_ON_ACTIVE nothing
  Jan 50 | Feb 30 + -20 => CHARGEBACK_ON_ACTIVE warn 20: Charged back $20.00 while the member is still being paid ($30.00).
  Jan 50 productType=MED + 10 productType=DEN | Feb 50 productType=MED + -10 productType=DEN => CHARGEBACK_ON_ACTIVE nothing
  Jan 50 productType=MED | Feb 50 productType=MED + -10
    => CHARGEBACK_ON_ACTIVE warn 10: Charged back $10.00 while the member is still being paid ($50.00).
  Jan 72 lives=4 | Feb 72 lives=4 + -18 lives=1 => CHARGEBACK_ON_ACTIVE nothing
  Jan 72 lives=4 | Feb 72 lives=4 + -0.02 lives=1
    => CHARGEBACK_ON_ACTIVE warn 0.02: Charged back $0.02 while the member is still being paid ($72.00).
  Jan 72 lives=4 | Feb 72 lives=4 + -0.01 lives=1
    => CHARGEBACK_ON_ACTIVE warn 0.01: Charged back $0.01 while the member is still being paid ($72.00).
  Jan 72 lives=4 productType=MED + 20 lives=4 productType=DEN | Feb 72 lives=4 productType=MED + 20 lives=4 productType=DEN + -18 lives=1 productType=DEN
    => CHARGEBACK_ON_ACTIVE warn 18: Charged back $18.00 while the member is still being paid ($92.00).
  Jan 600 YEAR | Mar -550 | Jan27 | Feb27 100 [LUMP]
    => REINSTATED_NOT_REPAID warn 450: $450.00 of the $550.00 taken back in March is still missing.
`,
  {
    fields: {
      YEAR: { transactionType: 'Advance' },
      TERM: { policy: 'P1', effectiveDate: '2026-01-01', paidThrough: '2026-06-30' },
      MA: { productType: 'MA', state: 'TX', effectiveDate: '2026-01-01' },
      // Policies that began with the book and before it.
      NEW: { effectiveDate: '2026-01-01' },
      OLD: { effectiveDate: '2021-01-01' },
    },
    settings: {
      CONTRACTED: { rates: [FLAT_50] },
      COVERAGES: {
        rates: [
          { ...FLAT_50, planCode: 'M' },
          { ...FLAT_50, rateValue: '10', planCode: 'D' },
        ],
      },
      OTHER_PLAN: { rates: [{ ...FLAT_50, planCode: 'H1' }] },
      ESTIMATES: { estimates: true },
      MEDICARE: { productLine: 'medicare' },
      LUMP: { cadence: { default: 'monthly', advance: 12 } },
      AUTO: { policyTerm: true, lineKinds: [{ kind: 'adjustment', patterns: ['/^end/i'] }] },
      FEES: { productLine: 'medicare', lineKinds: [{ kind: 'fee', patterns: ['/fee/i'] }] },
      BONUSES: { productLine: 'medicare', lineKinds: [{ kind: 'bonus', patterns: ['/bonus/i'] }] },
    },
  },
);

it.each(CASES)('$title', async ({ months, expected, settings }) => {
  const code = SIGNAL_CODES.find((one) => expected.startsWith(`${one} `));
  if (code === undefined) throw new Error(`No code: ${expected}`);
  const found = await lastFinding(months, code, settings);
  expect(`${code} ${found ?? 'nothing'}`).toBe(expected);
});
