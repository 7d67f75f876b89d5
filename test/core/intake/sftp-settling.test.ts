import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dropId } from '../../../core/intake/drop-id.ts';
import { periodOutOfWindow } from '../../../core/intake/find-period.ts';
import { intakeRefusal } from '../../../core/intake/intake-account.ts';
import { refusalText } from '../../../core/intake/mail-reply.ts';
import { processedKeys, reasonKey, rejectedKeys, settlingOf } from '../../../core/intake/sftp-folder.ts';
import { PROBLEM_CODES } from '../../../core/problem.ts';
import { refuse } from '../../../core/refuse.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const HOUR = 3600;

test.each([
  ['a.csv', 10, 59.9, 'leave'],
  ['a.csv', 10, 60, 'take'],
  ['a.csv', 10, 90 * 24 * HOUR, 'take'],
  ['a.csv', 0, 60, 'leave'],
  ['a.csv', 0, 24 * HOUR, 'report'],
  ['a.csv.filepart', 10, 24 * HOUR - 1, 'leave'],
  ['a.csv.part', 10, 24 * HOUR, 'report'],
  ['.a.csv', 10, 72 * HOUR - 1, 'report'],
  ['a.tmp', 10, 72 * HOUR, 'reject'],
  // The clock of the disk may be slightly ahead of the clock of the database.
  ['a.csv', 10, -5, 'leave'],
] as const)('handles %s of %i bytes that last changed %d s ago: %s', (name, byteSize, ageSeconds, expected) => {
  expect(settlingOf({ name, byteSize }, ageSeconds)).toBe(expected);
});

test('accepts the last 36 months, this month and the next without a question', () => {
  const today = '2026-07-15';
  for (const period of ['2023-07', '2026-07', '2026-08']) expect(periodOutOfWindow(period, today)).toBeNull();
  for (const period of ['2023-06', '2026-09', '1999-12']) {
    expect(periodOutOfWindow(period, today)).toMatch(/Jul 2023 to Aug 2026/);
  }
});

test('accepts drop-offs of active accounts on the Enterprise tier only', () => {
  expect(intakeRefusal({ status: 'active', tier: 'enterprise' })).toBeNull();
  expect(intakeRefusal({ status: 'active', tier: 'standard' })).toMatchObject({ refused: { code: 'tier_required' } });
  for (const status of ['pending', 'suspended'] as const) {
    expect(intakeRefusal({ status, tier: 'enterprise' })).toMatchObject({
      refused: { code: 'account_not_provisioned' },
    });
  }
});

test('gives different lists of parts different drop-off ids', () => {
  const ids = [['a', 'b'], ['ab'], ['a,b'], ['a', null], ['a', 'null'], ['a'], ['a', '']].map(dropId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(dropId(['a', 'b'])).toBe(dropId(['a', 'b']));
});

test('has words for every refusal, without the names of form fields', () => {
  for (const code of PROBLEM_CODES) {
    for (const refusal of [
      { code },
      { code, detail: 'It is so.' },
      { code, errors: [{ field: 'file', detail: 'The file is a PDF.' }] },
    ]) {
      expect(refusalText(refusal)).toMatch(/^\p{Lu}(?!.*\.\.).*\.$/su);
      expect(refusalText(refusal)).not.toMatch(/\b(\w+) (?:the )?\1\b/i);
    }
  }
  const exists = refuse('period_exists', { title: 'There are 4 members on file', detail: 'Send replace=true.' });
  expect(refusalText(exists.refused)).toMatch(/^There are 4 members on file\. .*to replace or append/);
  const fields = { code: 'validation_error', errors: [{ field: 'file', detail: 'is empty' }] } as const;
  expect(refusalText(fields)).toBe('The file is empty.');
  const fault = (field: string, detail: string) =>
    refusalText({ code: 'validation_error', errors: [{ field, detail }] });
  expect(fault('file', 'The file is a PDF document. Send a CSV.')).toBe('The file is a PDF document. Send a CSV.');
  expect(fault('periodMonth', 'must be 1 to 12')).toBe('periodMonth must be 1 to 12.');
});

const ID = dropId(['x']);
const TWELVE = ID.slice(0, 12);

test("keeps keys in the folder of their user for any name: the plain name first, then with the drop-off's id", () => {
  const drop = { name: 'a.csv', dropId: ID, receivedOn: '2026-03-31T23:59:59.000Z' };
  expect(processedKeys('lake', drop)).toEqual([
    'sftp/lake/processed/2026-03/a.csv',
    `sftp/lake/processed/2026-03/${TWELVE}-a.csv`,
  ]);
  expect(rejectedKeys('lake', { ...drop, name: '../../../other/rejected/a.csv' })).toEqual([
    'sftp/lake/rejected/a.csv',
    `sftp/lake/rejected/${TWELVE}-a.csv`,
  ]);
  expect(reasonKey('sftp/lake/rejected/a.csv')).toBe('sftp/lake/rejected/a.csv.reason.txt');
});

test("never uses the plain name if it could be another file's reason, or leaves no room for the name of a reason", () => {
  const nameOf = (key: string | undefined) => key?.split('/').at(-1);
  for (const name of ['a.csv.reason.txt', 'a'.repeat(255), 'ü'.repeat(123)]) {
    const keys = rejectedKeys('lake', { name, dropId: ID });
    expect(keys).toHaveLength(1);
    expect(nameOf(keys[0])).toMatch(new RegExp(`^${TWELVE}-`));
    expect(Buffer.byteLength(nameOf(keys[0]) ?? '')).toBeLessThanOrEqual(255);
    expect(Buffer.byteLength(nameOf(reasonKey(keys[0] ?? '')) ?? '')).toBeLessThanOrEqual(255);
  }
  expect(rejectedKeys('lake', { name: 'ü'.repeat(122), dropId: ID })).toHaveLength(2);
});

test('stores the files and reasons of any two names in different places', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom('a', 'a.reason.txt', 'a.reason.txt.reason.txt', 'é'.repeat(127), 'é'.repeat(128)),
  );
  fc.assert(
    fc.property(name, name, (one, two) => {
      const plainOf = (file: string, id: string) => rejectedKeys('lake', { name: file, dropId: dropId([id]) });
      const [first, second] = [plainOf(one, '1'), plainOf(two, '2')];
      // The second file gets a free place.
      const [a = '', b = ''] = [first[0], second.find((key) => key !== first[0])];
      expect(new Set([a, reasonKey(a), b, reasonKey(b)]).size).toBe(4);
    }),
    { numRuns: propertyRuns(100) },
  );
});
