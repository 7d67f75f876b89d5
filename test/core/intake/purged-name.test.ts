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
])('%s becomes %s: only an ending that says the kind of file is kept', (name, neutral) => {
  expect(purgedName(name)).toBe(neutral);
});
