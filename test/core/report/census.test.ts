import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PaidMember, reconcileCensus } from '../../../core/report/census.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const money = (dollars: number) => Math.round(dollars * 10_000);
const roster = (...ids: readonly string[]) =>
  ids.map((memberExternalId) => ({ memberExternalId, name: null, planName: null }));

function paid(memberExternalId: string, dollars: number, more: Partial<PaidMember> = {}): PaidMember {
  return {
    memberRefId: `ref-${memberExternalId}`,
    memberExternalId,
    memberName: null,
    status: 'green',
    commission: money(dollars),
    chargeback: 0,
    ...more,
  };
}

test('treats ids that differ in case, white space and width as one member', () => {
  const { matched, unpaid, unrostered } = reconcileCensus(roster(' a b1 ', 'Ｃ２'), [paid('AB1', 5), paid('c2', 5)]);
  expect([matched, unpaid, unrostered]).toEqual([2, [], []]);
});

test('ignores leading zeros on the roster if the carrier’s ids ignore them', () => {
  const members = [paid('00123', 50), paid('777', 50)];
  const report = reconcileCensus(roster('123', '00123', '777'), members, { stripLeadingZeros: true });
  expect(report).toMatchObject({ censusTotal: 2, matched: 2, unpaid: [], unrostered: [], duplicateRosterIds: ['123'] });
  expect(reconcileCensus(roster('123', '777'), members)).toMatchObject({ matched: 1, estimatedUnpaidAmount: 50 });
});

test('matches a member by each of its ids, and counts it once', () => {
  const rule = { stripLeadingZeros: false, aliases: [{ externalId: 'new-1', memberExternalId: 'A' }] };
  const members = [paid('A', 50), paid('B', 50)];
  const report = reconcileCensus(roster('NEW-1', 'a', 'B'), members, rule);
  expect(report).toMatchObject({ censusTotal: 2, matched: 2, unpaid: [], unrostered: [] });
  expect(reconcileCensus(roster('NEW-1'), members)).toMatchObject({ matched: 0 });
});

test('matches a member by its own id where its row shows another id, which was seen first', () => {
  const refsOf = (key: string) => [`other book ${key}`, key === 'C-1' ? 'ref-A' : key];
  const rule = { stripLeadingZeros: false, aliases: [{ externalId: 'a', memberExternalId: 'A' }], refsOf };
  const report = reconcileCensus(roster('c-1', 'A', 'B'), [paid('A', 50), paid('B', 50)], rule);
  expect(report).toMatchObject({ censusTotal: 2, matched: 2, unpaid: [], unrostered: [] });
  const elsewhere = paid('c-1', -50, { chargeback: money(50) });
  expect(reconcileCensus(roster('C-1'), [paid('A', 50), elsewhere], rule)).toMatchObject({
    matched: 0,
    unpaid: [{ reason: 'charged_back' }],
    unrostered: [],
  });
});

test('lists a member that is not on the roster once, with the sum of the workspaces', () => {
  const members = [
    paid('m', 20),
    paid('A', 50),
    paid('a', -30, { chargeback: money(30) }),
    paid('M', 20),
    paid('Z', -5),
  ];
  expect(reconcileCensus([], members).unrostered).toEqual([
    { memberRefId: 'ref-M', memberExternalId: 'M', memberName: null, commissionAmount: 40 },
    { memberRefId: 'ref-A', memberExternalId: 'A', memberName: null, commissionAmount: 20 },
  ]);
});

test.each([
  ['no row at all', [], 'not_on_statement'],
  ['dropped this period', [paid('A', 0, { status: 'red' })], 'not_on_statement'],
  ['paid zero', [paid('A', 0)], 'zero_paid'],
  ['as much taken back as paid', [paid('A', 0, { chargeback: 1 })], 'charged_back'],
  ['less than was taken back', [paid('A', -20, { chargeback: money(70) })], 'charged_back'],
  ['taken back after the drop', [paid('A', -50, { status: 'red', chargeback: money(50) })], 'charged_back'],
  [
    'in two workspaces, 50 paid and 50 taken back',
    [paid('A', 50), paid('a', -50, { chargeback: money(50) })],
    'charged_back',
  ],
])('calls a member unpaid: %s', (_, members, reason) => {
  expect(reconcileCensus(roster('A'), members)).toMatchObject({ matched: 0, unpaid: [{ reason }] });
});

test('calls a member paid if more was paid than taken back, or if it is paid ahead without a line this month', () => {
  const members = [paid('A', 30, { chargeback: money(20) }), paid('B', 0, { status: 'carried' }), paid('C', 0.0001)];
  const report = reconcileCensus(roster('A', 'B', 'C', 'D'), members);
  // The median of this month's payments, 30 and 0.0001, is 15.00005, for one unpaid member. B's advance belongs to another month.
  expect(report).toMatchObject({ matched: 3, estimatedUnpaidAmount: 15 });
});

test.each([
  ['the middle of an odd number of payments', [10, 30, 20], 1, 20],
  ['the mean of the middle two of an even number', [10, 20, 30, 100], 1, 25],
  ['a mean with half a cent, rounded up', [10, 10.01], 1, 10.01],
  ['a mean that is rounded after multiplying: 10.005 × 2', [10, 10.01], 2, 20.01],
  ['a mean that keeps half of the last place: 0.00015 × 300', [0.0001, 0.0002], 300, 0.05],
  ['one payment', [12.34], 3, 37.02],
  ['nothing if nobody matched', [], 5, 0],
])('estimates the unpaid amount: %s', (_, amounts, unpaidCount, expected) => {
  const members = amounts.map((dollars, index) => paid(`P${index}`, dollars));
  const unknown = Array.from({ length: unpaidCount }, (__, index) => `U${index}`);
  const ids = [
    ...members.filter(({ commission }) => commission > 0).map(({ memberExternalId }) => memberExternalId),
    ...unknown,
  ];
  expect(reconcileCensus(roster(...ids), members).estimatedUnpaidAmount).toBe(expected);
});

test('counts a repeated roster id once and names it in its first spelling', () => {
  const report = reconcileCensus(roster('b', 'A', 'B', 'a ', 'C', 'b'), [paid('A', 5)]);
  expect(report).toMatchObject({ censusTotal: 3, matched: 1, duplicateRosterIds: ['b', 'A'] });
  expect(report.unpaid.map(({ memberExternalId }) => memberExternalId)).toEqual(['b', 'C']);
});

test('lists only paid members as unrostered, the largest commission first', () => {
  const members = [
    paid('A', 5),
    paid('B', 7),
    paid('C', 0),
    paid('D', -5, { chargeback: money(5) }),
    paid('E', 0, { status: 'red' }),
  ];
  expect(
    reconcileCensus(roster('X'), members).unrostered.map((row) => [row.memberExternalId, row.commissionAmount]),
  ).toEqual([
    ['B', 7],
    ['A', 5],
  ]);
});

test.each([
  ['leading zeros', '00123', '123', true],
  ['zeros on the statement', '123', '000123', true],
  ['hyphens and dots', '12-3.4', '1234', true],
  ['a leading hyphen before zeros', '-0012', '12', true],
  ['zeros inside are digits', 'A0012', 'A12', false],
  ['zeros at the end are digits', '120', '12', false],
  ['nothing but zeros is one zero', '000', '0', true],
  ['nothing but punctuation is like nothing', '--', '..', false],
])('suggests a possible match or not: %s', (_, rosterId, statementId, isPossible) => {
  const report = reconcileCensus(roster(rosterId), [paid(statementId, 9)]);
  expect(report.possibleMatches.length).toBe(Number(isPossible));
  // A suggestion never counts as a match.
  expect(report).toMatchObject({ censusTotal: 1, matched: 0, estimatedUnpaidAmount: 0 });
  expect(report.unrostered).toHaveLength(1);
});

test('never suggests a member that the roster names elsewhere, and suggests the first of several spellings', () => {
  const report = reconcileCensus(roster('0-7', '7'), [paid('7', 5)]);
  expect(report.possibleMatches).toEqual([]);
  const several = reconcileCensus(roster('7'), [paid('07', 5), paid('007', 6)]);
  expect(several.possibleMatches).toMatchObject([{ memberExternalId: '7', statementMemberExternalId: '007' }]);
});

test('matches or reports unpaid every roster entry, and lists nobody as both matched and unrostered', () => {
  const id = fc.constantFrom('a', 'A', ' a', 'b', 'B-', '0b', 'c', '00C', 'd', 'e');
  const status = fc.constantFrom('green', 'yellow', 'red', 'new', 'reappeared', 'carried');
  const member = fc
    .record({ memberExternalId: id, status, commission: fc.integer({ min: -9, max: 9 }), chargeback: fc.nat(9) })
    .map((one) => paid(one.memberExternalId, 0, one));
  fc.assert(
    fc.property(fc.array(id, { minLength: 1, maxLength: 12 }), fc.array(member, { maxLength: 12 }), (ids, members) => {
      const report = reconcileCensus(roster(...ids), members);
      const distinct = new Set(ids.map((one) => one.trim().toUpperCase()));
      expect(report.censusTotal).toBe(distinct.size);
      expect(report.matched + report.unpaid.length).toBe(distinct.size);
      for (const { memberExternalId } of report.unrostered) {
        expect(distinct.has(memberExternalId.trim().toUpperCase())).toBe(false);
      }
    }),
    { numRuns: propertyRuns(100) },
  );
});
