import { expect, test } from 'vitest';
import { purgedName } from '../../../core/intake/file-name.ts';

test.each([
  ['Jane Doe.csv', 'purged.csv'],
  ['JANE.XLSX', 'purged.xlsx'],
  ['a.csv.xlsm', 'purged.xlsm'],
  ['statement.JaneDoe', 'purged'],
  ['Jane Doe', 'purged'],
  ['', 'purged'],
  ['purged.csv', 'purged.csv'],
])('renames %s to %s, and keeps only an ending that names the kind of file', (name, neutral) => {
  expect(purgedName(name)).toBe(neutral);
});
