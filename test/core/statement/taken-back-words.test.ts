import { describe, expect, test } from 'vitest';
import { directionOf, lineKindOf } from '../../../core/statement/line-kind.ts';
import { configOf, csv, mapped, sheet, table, workbook } from './statements.ts';

/** Guarantee: a word that says that money goes back is never read as pay without a word. */

const BACK = `
  Refund | Refunded | Premium Refund | Return Premium | Return of Premium | Returned Premium | RTN PREM | Return Commission
  | Commission Return | Cancellation | Canceled | CXL | Flat Cancel | Void | Voided | NSF | NSF Check | Insufficient Funds
  | Returned Payment | Recovery | Advance Recovery | Recovered | Unearned Commission | Unearned | Credit Note | Credit Memo
  | Debit Memo | Debit | Charge Back | CHARGE-BACK | Charge_Back | chargeback | Charged Back | CHGBCK | C/B | CB | Claw Back
  | Clawback | Claw-back | Recoup | Recoupment | Take-Back | Takeback | Reversal | Reversed | Reversal of Commission | Rescission
  | Rescinded | Lapse | Lapsed | Termination | Terminated | Not Taken | Free Look | Disenrollment | Overpayment
  | Deduction | Offset | Negative Adjustment | Commission Chargeback | RENEWALCHARGEBACK | Chargeback/Reversal
  | Reinstatement Reversal | Refund for Cancellation | Charge\u00ADback | Repayment | Back Out | Retraction | Decommission
  | Chg Back | Chg-Bk | Chrg Back | Recapture | Over payment | Over-paid | Debit Balance | Owed to carrier | Due Company | Cncl
  | Canx | CXLD | NTU | Freelook | Dis-enrolled | Withdrawal | Deduct | Write-off | Forfeited | Penalty | Levy | Retro Term
  | Dropped | Non-pay | Nonpayment | Disallowed | Decrease | Downgrade | DR | Giveback`
  .split('|')
  .map((text) => text.trim());

const NOT_BACK = `
  Commission | Renewal | First Year | Credit | Bonus | Override | Adjustment | Reversal of chargeback | Recovery of chargeback
  | Chargeback Reversal | Chargeback reversed | Refund of Charge Back | Voided chargeback | Waived Chargeback | Reinstatement
  | Cancellation reinstated | Reinstated after lapse | Lapse recovery bonus | Persistency Bonus | Reversal of cancellation
  | Return of Premium Term | Term 20 Return of Premium Rider | Term Life | Recovery Care | Non-Cancelable | Reversionary bonus
  | Cancer | Revenue | Returning member | Part B Giveback Plan | Levyson`
  .split('|')
  .map((text) => text.trim());

describe('a transaction type', () => {
  test.each(BACK)('"%s" says that money goes back', (text) => {
    expect(directionOf(text, 'type')).toBe('back');
  });

  test.each(NOT_BACK)('"%s" does not', (text) => {
    expect(directionOf(text, 'type')).toBeNull();
  });

  test.each(['Cancellation Reversal', 'Lapse reversed', 'Reversal - Termination'])(
    '"%s" contradicts itself',
    (text) => {
      expect(directionOf(text, 'type')).toBe('unclear');
    },
  );
});

describe('a description', () => {
  test.each(['Refund of commission for the policy of 2024', 'Cancellation', 'Commission lapsed'])(
    '"%s" says it',
    (text) => {
      expect(directionOf(text, 'description')).toBe('back');
    },
  );

  test.each(['Return of Premium', 'Renewal, the old policy of the husband lapsed in May'])('"%s" does not', (text) => {
    expect(directionOf(text, 'description')).toBeNull();
  });
});

describe('a format with the default types', () => {
  const columns = {
    member_external_id: 'Id',
    commission_amount: 'Paid',
    transaction_type: 'Type',
    description: 'Note',
  };
  const rows = (lines: string) => csv(table(`Id | Paid | Type | Note\n${lines}`));
  const codes = (lines: string, config = {}) =>
    mapped(rows(lines), configOf({ columns, ...config })).warnings.map(({ code }) => code);

  test('warns about each word beside a positive amount, and keeps the amount', () => {
    const { lines, warnings } = mapped(
      rows('A1 | 50.00 | Renewal |\nA2 | 20.00 | Refund |\nA3 | 9.00 | Void |'),
      configOf({ columns }),
    );
    expect(lines.map(({ amount }) => amount)).toEqual([500_000, 200_000, 90_000]);
    expect(warnings).toEqual([
      {
        code: 'chargeback_sign_ambiguous',
        detail: expect.stringContaining('2 rows say that money goes back ("Refund", "Void") beside a positive amount'),
      },
    ]);
  });

  test.each([
    ['the word is in the description', 'A1 | 50.00 | Commission | Refund'],
    ['two words contradict each other', 'A1 | 50.00 | Cancellation reversal |'],
    ['the money belongs to no member', 'A1 | 50.00 | Renewal |\n | 20.00 | Chargeback |'],
    ['a refund has a minus on another row', 'A1 | -50.00 | Refund |\nA2 | 20.00 | Refund |'],
  ])('warns where %s', (_, lines) => {
    expect(codes(lines)).toContain('chargeback_sign_ambiguous');
  });

  test.each([
    ['the amount has its minus', 'A1 | 50.00 | Renewal |\nA2 | -20.00 | Refund |'],
    ['the total adds the amount', 'A1 | 50.00 | Renewal |\nA2 | 20.00 | Recovery |\nTotal | 70.00 | |'],
    ['the statement prints the event with a minus too', 'A1 | -50.00 | Lapse |\nA2 | 20.00 | Lapse |'],
    ['a chargeback is paid again', 'A1 | 50.00 | Reversal of chargeback |'],
    ['the plan is called so', 'A1 | 50.00 | Renewal | Return of Premium'],
  ])('does not warn where %s', (_, lines) => {
    expect(codes(lines)).toEqual([]);
  });

  const doubts = (name: string, content: string) => {
    const source = workbook(sheet('Paid', table('Id | Paid\nA1 | 50.00')), sheet(name, table(content)));
    const { member_external_id, commission_amount } = columns;
    const config = configOf({ fileType: 'xlsx', sheets: 'all', columns: { member_external_id, commission_amount } });
    return mapped(source, config).warnings.filter(({ code }) => code === 'chargeback_sign_ambiguous');
  };

  test.each([
    ['a sheet', 'Chargebacks', 'Id | Paid\nA2 | 20.00', 'Chargebacks'],
    ['a caption between lines', 'More', 'Id | Paid\nA3 | 5.00\nReversals |\nA2 | 20.00', 'Reversals'],
    ['a caption above the header', 'More', 'Recoupments |\nId | Paid\nA2 | 20.00', 'Recoupments'],
  ])('warns about positive amounts under the name of %s', (_, name, content, heading) => {
    expect(doubts(name, content)).toMatchObject([
      { detail: expect.stringContaining(`1 row says that money goes back ("${heading}") beside a positive amount`) },
    ]);
  });

  test.each([
    ['an amount has a minus', 'Chargebacks', 'Id | Paid\nA2 | -20.00\nA3 | 1.00'],
    ['another block begins', 'More', 'Id | Paid\nReversals |\nA2 | -20.00\nRenewals |\nA3 | 5.00'],
    ['the caption is the line of a summary', 'More', 'Chargebacks | 20.00\nId | Paid\nA3 | 5.00'],
    ['the total adds the amounts', 'Chargebacks', 'Id | Paid\nA2 | 20.00\nTotal | 70.00'],
  ])('does not warn about a sheet or a block where %s', (_, name, content) => {
    expect(doubts(name, content)).toEqual([]);
  });

  const marked = (lines: string, header = 'Id | Paid | Type | Note') =>
    mapped(workbook(sheet('Lines', table(`${header}\n${lines}`))), configOf({ fileType: 'xlsx', columns })).warnings;

  test('warns about marks of debits in a column without a header', () => {
    const lines = 'A1 | 50.00 | | | CR\nA2 | 20.00 | | | DR\nA3 | 9.00 | | |';
    const warning = {
      code: 'chargeback_sign_ambiguous',
      detail: expect.stringContaining('1 row says that money goes back ("DR")'),
    };
    expect(marked(lines)).toEqual([warning]);
    expect(marked(lines, 'Id | Paid | Type | Note |')).toEqual([warning]);
    expect(marked('A1 | 50.00 | | | +\nA2 | 20.00 | | | -')).toMatchObject([{ code: 'chargeback_sign_ambiguous' }]);
  });

  test.each([
    ['the amount has its minus', 'A1 | 50.00 | | | CR\nA2 | -20.00 | | | DR'],
    ['the column has other texts', 'A1 | 50.00 | | | CR\nA2 | 20.00 | | | DR\nA3 | 5.00 | | | MD'],
    ['the total adds the amounts', 'A1 | 50.00 | | | CR\nA2 | 20.00 | | | DR\nTotal | 70.00'],
  ])('does not warn about such a column where %s', (_, lines) => {
    expect(marked(lines)).toEqual([]);
  });

  test('takes all of them back with `by_type`', () => {
    const { lines, warnings } = mapped(
      rows('A1 | 50.00 | Renewal |\nA2 | 20.00 | Refund |\nA3 | 9.00 | Reversal of chargeback |'),
      configOf({ columns, sign: 'by_type' }),
    );
    expect(lines.map(({ amount }) => amount)).toEqual([500_000, -200_000, 90_000]);
    expect(warnings).toEqual([]);
  });

  test('gives way to a list of its own', () => {
    const own = { transactionTypes: { chargeback: ['Taken off'] } };
    expect(codes('A1 | 50.00 | Refund |', own)).toEqual([]);
    expect(codes('A1 | 50.00 | taken off |', own)).toEqual(['chargeback_sign_ambiguous']);
  });
});

/** Guarantee: pay beside the agent's commission is recognized by its words, and a configuration takes precedence. */

const words = (transactionType: string | null, description: string | null = null) => ({ transactionType, description });

test.each([
  ['Renewal', null, 'commission'],
  [null, null, 'commission'],
  ['Override', null, 'override'],
  ['OW Placed Adv', null, 'override'],
  ['Renewal', 'Override', 'override'],
  ['Placed Adv', null, 'advance'],
  ['HRA Bonus', null, 'bonus'],
  ['Admin Fee', null, 'fee'],
  ['True-Up', null, 'true_up'],
  ['Adjustment', null, 'adjustment'],
  ['Advantage Plus', null, 'commission'],
  ['Feesville Renewal', null, 'commission'],
])('reads %s, %s as %s', (type, description, kind) => {
  expect(lineKindOf(configOf({}))(words(type, description))).toBe(kind);
});

test('takes the first matching entry for the type or the description, before the usual words', () => {
  const kindOf = lineKindOf(
    configOf({
      lineKinds: [
        { kind: 'true_up', patterns: ['MED2'] },
        { kind: 'override', patterns: ['Service Fee'] },
        { kind: 'bonus', patterns: ['/^HA\\b/i'] },
      ],
    }),
  );
  expect(kindOf(words('MED2'))).toBe('true_up');
  expect(kindOf(words('Renewal', 'Service Fee'))).toBe('override');
  expect(kindOf(words('HA payment'))).toBe('bonus');
  expect(kindOf(words('ARCM', 'Broker Level'))).toBe('commission');
});
