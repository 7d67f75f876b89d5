import { expect, test } from 'vitest';
import {
  type FoundCandidate,
  matchContacts,
  nameForms,
  type RosterRow,
  readRoster,
} from '../../../core/roster/read-roster.ts';
import type { StatementSource } from '../../../core/statement/source.ts';

const sheet = (...rows: string[][]): StatementSource => ({
  fileType: 'csv',
  sheets: [{ name: '', hidden: false, rows: () => rows.map((cells, at) => ({ row: at + 1, cells })) }],
});

test('reads a list below its titles, by the usual names of columns, and says what is wrong with a row', () => {
  const read = readRoster(
    sheet(
      ['Clients of 2026'],
      ['First Name', 'LAST NAME', 'Member #', 'Cell', 'E-mail'],
      ['Jane', 'Doe', '', '555 0100', ''],
      ['', '', 'M-2', '', 'not an address'],
      ['', '', '', '', ''],
      ['', '', '', '555 0101', ''],
    ),
  );
  expect(read).toMatchObject([
    { row: 3, name: 'Jane Doe', memberId: null, phone: '555 0100', email: null, fault: null },
    { row: 4, memberId: 'M-2', fault: 'has an email that is none: "not an address"' },
    { row: 6, fault: 'names nobody' },
  ]);
});

test('refuses a file whose columns have no names, and one without a row', () => {
  expect(readRoster(sheet(['Jane', '555']))).toMatchObject({ refused: { code: 'validation_error' } });
  expect(readRoster(sheet(['Name', 'Phone']))).toMatchObject({ refused: { code: 'validation_error' } });
});

test('a name has the forms in which statements write it', () => {
  expect(nameForms('Ana Maria Ruiz')).toEqual(['Ana Maria Ruiz', 'Ruiz, Ana Maria', 'Ruiz Ana Maria']);
  expect(nameForms('Ruiz, Ana')).toEqual(['Ruiz, Ana', 'Ana Ruiz', 'Ruiz Ana']);
  expect(nameForms('Cher')).toEqual(['Cher']);
});

const row = (more: Partial<RosterRow>): RosterRow => ({
  ...{ row: 2, name: null, memberId: null, policyNumber: null, phone: '555 0100', email: null, fault: null },
  ...more,
});
const member = (id: string, more: Partial<FoundCandidate> = {}): FoundCandidate => ({
  ...{ at: 0, by: 'name', label: null, foundId: id, memberRefId: id, memberName: 'Jane Doe', memberExternalId: id },
  ...{ carrierId: 'summit', carrierName: 'Summit', phone: null, email: null, ...more },
});
const states = (rows: readonly RosterRow[], found: readonly FoundCandidate[]) =>
  matchContacts(rows, found).map(({ state, toSet }) => [state, toSet.map(({ memberRefId }) => memberRefId)]);

test('the number decides before the name', () => {
  const found = [member('1'), member('2', { by: 'word' })];
  expect(states([row({ name: 'Jane Doe', memberId: ' 2 ' })], found)).toEqual([['new', ['2']]]);
});

test('a policy is a person only together with the name, or when it has one person', () => {
  const found = [member('1', { by: 'policy', label: 'P-1' }), member('2', { by: 'policy', label: 'P-1' }), member('2')];
  expect(states([row({ name: 'Jane Doe', policyNumber: 'p-1' })], found)).toEqual([['new', ['2']]]);
  expect(states([row({ policyNumber: 'P-1' })], found)).toEqual([['several', []]]);
  expect(states([row({ policyNumber: 'P-1' })], found.slice(0, 1))).toEqual([['new', ['1']]]);
});

test('a name is one member of each carrier, and unclear when a carrier has two', () => {
  const elsewhere = member('2', { carrierId: 'zenith' });
  expect(states([row({ name: 'Jane Doe' })], [member('1'), elsewhere])).toEqual([['new', ['1', '2']]]);
  expect(states([row({ name: 'Jane Doe' })], [member('1'), member('2')])).toEqual([['several', []]]);
});

test('two rows of one member are both unclear', () => {
  const rows = [row({ name: 'Jane Doe' }), row({ name: 'Jane Doe', phone: '555 0199' })];
  expect(states(rows, [member('1'), member('1', { at: 1 })])).toEqual([
    ['several', []],
    ['several', []],
  ]);
});

test('a blank cell leaves what is known, and what is known already is not written again', () => {
  const known = member('1', { phone: '555 0100', email: 'jane@doe.example' });
  expect(states([row({ name: 'Jane Doe' })], [known])).toEqual([['same', []]]);
  expect(matchContacts([row({ name: 'Jane Doe', phone: '555 0199' })], [known])).toMatchObject([
    { state: 'changed', toSet: [{ memberRefId: '1', phone: '555 0199', email: 'jane@doe.example' }] },
  ]);
});
