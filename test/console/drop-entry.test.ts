import { expect, test } from 'vitest';
import { stageWithoutCarrier } from '../../console/drop/drop-entry.ts';
import { inOwnersWords, LOST_IDS, LOST_IDS_TITLE } from '../../console/layout/role-labels.ts';
import { inferConfig } from '../../core/infer/infer-config.ts';
import { configOf, csv, mapped, sheet, table, workbook } from '../core/statement/statements.ts';

/** Guarantee: the card of a dropped file that cannot be added says what is wrong with the file. */

const stageOf = (text: string) => stageWithoutCarrier(inferConfig(csv(table(text))));
const sentence = (text: string) => {
  const stage = stageOf(text);
  return stage.kind === 'failed' ? stage.sentence : stage.kind;
};

test.each([
  ['a rounded number', '4.48E+06', '4.49E+06'],
  ['a date without a year', '12-Mar', '5-Apr'],
  ['a whole date', '2026-03-12', '2026-04-05'],
  ['a date with slashes', '3/12/2026', '4/5/2026'],
  ['a percentage', '50%', '12%'],
  ['a time', '12:30', '8:15'],
  ['a truth value', 'TRUE', 'FALSE'],
])('names Excel when it has made each id %s', (_form, one, other) => {
  const file = `Member Number | Name | Commission\n${one} | Ann Lee | 10.50\n${other} | Bo Kim | 12.00`;
  expect(sentence(file)).toBe(`${LOST_IDS_TITLE}. ${LOST_IDS}`);
});

test('names other faults as they are', () => {
  expect(sentence('Member Number | Name | Commission')).toMatch(/no rows below them/);
  expect(sentence('Member Number | Name\nM-1 | Ann Lee\nM-2 | Bo Kim')).toMatch(/roster/);
  expect(stageOf('Member Number | Name | Commission\nM-1 | Ann Lee | 10.50')).toEqual({ kind: 'unknown-layout' });
});

test('leaves out where an integrator finds the pairs that the card asks about', () => {
  const sentence = '1 of the 2 missing return under another id, by name and date, policy, id, plan or amount.';
  expect(inOwnersWords(`${sentence} See /v1/members/alias-proposals.`)).toBe(
    '1 of the 2 missing return under another number.',
  );
});

test('tells the warnings of a workbook without the words of a format', () => {
  const columns = { member_external_id: 'Member ID', commission_amount: 'Paid', coverage_month: 'Coverage Month' };
  const source = workbook(
    sheet('Paid', table('Member ID | Paid | Month\nM-1 | 10.50 | 2026-03')),
    sheet('Bonus', table('Member ID | Name | Paid\nM-2 | Bo Kim | 7.00')),
    sheet('Chargebacks', table('Member ID | Name | Paid\nM-2 | Bo Kim | 7.00')),
  );
  const said = (sheets: 'first' | string[]) =>
    mapped(source, configOf({ fileType: 'xlsx', sheets, columns })).warnings.map(({ detail }) => inOwnersWords(detail));
  expect(said('first').join(' ')).toMatch(
    /^Sheet "Bonus" has the columns of lines, and is not read\. If it has pay, choose it among the sheets to read: 1 row/,
  );
  expect(said('first').join(' ')).toContain('No column for "Month that is paid for" (looked for "Coverage Month")');
  expect(said(['Paid', 'Bonus', 'Chargebacks']).join(' ')).toContain('If they were taken back, the total is too high');
  expect([...said('first'), ...said(['Paid', 'Chargebacks'])].join(' ')).not.toMatch(/_|configuration|by.type/);
});
