import { describe, expect, test } from 'vitest';
import { CELL_CHARACTERS_MAX } from '../../../core/limits/statement-limits.ts';
import { shortened } from '../../../core/statement/displayed-text.ts';
import { amountsOf, configOf, csv, mapped, sheet, skippedOf, workbook } from './statements.ts';

/** Guarantee: a text above the cell limit does no harm in an unread column. In a column that is read it fails its row only. */

const longest = 'x'.repeat(CELL_CHARACTERS_MAX);
const LONG = shortened(`${longest}y`);
const HEADER = ['Member ID', 'Commission', 'Name', 'Notes', 'Carrier', 'Type'];
const NAMED = { member_external_id: 'Member ID', commission_amount: 'Commission', member_name: 'Name' };
const rowsWith = (cells: readonly string[]) => [HEADER, ['M1', '5'], cells, ['M3', '7']];

test('ignores an unread note, even the longest that is read completely', () => {
  for (const note of [longest, LONG]) {
    const statement = mapped(csv(rowsWith(['M2', '6', 'Ann', note])), configOf({ columns: NAMED }));
    expect(amountsOf(statement)).toEqual([
      ['M1', 5],
      ['M2', 6],
      ['M3', 7],
    ]);
    expect(statement.failures).toEqual([]);
  }
});

test.each([
  ['the name', ['M2', '6', LONG], 'member_name is longer than 32,767 characters'],
  ['the id', [LONG, '6', 'Ann'], 'member_external_id is longer than 32,767 characters'],
  ['the amount', ['M2', LONG, 'Ann'], 'commission_amount is longer than 32,767 characters'],
])('fails only the row for a text in %s', (_, cells, error) => {
  for (const source of [csv(rowsWith(cells)), workbook(sheet('S', rowsWith(cells)))]) {
    const statement = mapped(source, configOf({ fileType: source.fileType, columns: NAMED }));
    expect(amountsOf(statement)).toEqual([
      ['M1', 5],
      ['M3', 7],
    ]);
    expect(statement.failures).toMatchObject([{ row: 3, errors: [error] }]);
  }
});

test('treats a part of a joined name like the name', () => {
  const columns = { ...NAMED, member_name: { concat: ['Name', 'Notes'], separator: ' ' } };
  const statement = mapped(csv(rowsWith(['M2', '6', 'Ann', LONG])), configOf({ columns }));
  expect(statement.failures).toMatchObject([{ row: 3, errors: ['member_name is longer than 32,767 characters'] }]);
});

describe('an incompletely read text sets nothing aside', () => {
  test('by a filter', () => {
    const filtered = configOf({ columns: NAMED, filter: [{ column: 'Carrier', equals: 'Acme' }] });
    const rows = [HEADER, ['M1', '5', '', '', 'Acme'], ['M2', '6', '', '', LONG], ['M3', '7', '', '', 'Other']];
    const statement = mapped(csv(rows), filtered);
    expect(statement.failures).toMatchObject([
      { row: 3, errors: ['the column of the filter is longer than 32,767 characters'] },
    ]);
    expect(skippedOf(statement)).toEqual({ filtered: 1 });
  });

  test('by an ignored type', () => {
    const config = configOf({
      columns: { ...NAMED, transaction_type: 'Type' },
      transactionTypes: { ignore: ['/x/'] },
    });
    const statement = mapped(csv(rowsWith(['M2', '6', '', '', '', LONG])), config);
    expect(statement.failures).toMatchObject([
      { row: 3, errors: ['transaction_type is longer than 32,767 characters'] },
    ]);
  });
});

test('carries neither a part of a longer text nor the text of the block above down to the rows below', () => {
  const config = configOf({ columns: { ...NAMED, agent_name: 'Notes' }, carryDown: ['agent_name'] });
  const rows = [HEADER, ['M1', '5', '', 'Ann'], ['M2', '6', '', LONG], ['M3', '7'], ['M4', '8', '', 'Bo'], ['M5', '9']];
  const statement = mapped(csv(rows), config);
  expect(statement.lines.map(({ memberKey, agentName }) => [memberKey, agentName])).toEqual([
    ['M1', 'Ann'],
    ['M3', null],
    ['M4', 'Bo'],
    ['M5', 'Bo'],
  ]);
});
