import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  earlierForms,
  followsMonths,
  followsTerm,
  memberIdReader,
  memberRefId,
  normaliseId,
  policyRefId,
} from '../../../core/statement/member-key.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { number, serial } from './statements.ts';

const PLAIN = { stripLeadingZeros: false, pattern: null };

describe('normalising', () => {
  test.each([
    ['abc123', 'ABC123'],
    [' A 1\u00a02 ', 'A12'],
    ['A\t1\n2', 'A12'],
    ['\uff21\uff11', 'A1'],
    ['1eg4-te5-mk73', '1EG4TE5MK73'],
    ['12-345-678', '12-345-678'],
    ['7731204.0', '7731204'],
    ['7731204.00', '7731204'],
    ['7,731,204', '7731204'],
    ['7,731,204.00', '7731204'],
    ['007731204.0', '007731204'],
    ['7731204.', '7731204'],
    ['7731204,00', '7731204'],
    ['7.731.204', '7731204'],
    ['7.731.204,00', '7731204'],
    ["7'731'204", '7731204'],
    ['7\u2019731\u2019204.00', '7731204'],
    ['"7731204"', '7731204'],
    ['\u201c7,731,204\u201d', '7731204'],
    ["'ab-12'", 'AB-12'],
    ['"1eg4-te5-mk73"', '1EG4TE5MK73'],
    ['1,000', '1000'],
    ['731.204', '731.204'],
    ['7.731.20', '7.731.20'],
    ["O'Neil7", "O'NEIL7"],
    ["7731204'", '7731204'],
    ['"', '"'],
    ['7731204.01', '7731204.01'],
    ['77,31', '77,31'],
    ['A1.0', 'A1.0'],
    ['.0', '.0'],
    ['QR\u20107\u20111\u22122\u00ad-3', 'QR-7-1-2-3'],
    ['straße', 'STRASSE'],
    ['00123', '00123'],
    ['\ufb01', 'FI'],
    ['\ufeffA\u2028\u00851', 'A1'],
    ['a\u200bb', 'AB'],
    ['a\u00ad\u2060b', 'AB'],
  ])('turns %j into %j', (id, key) => {
    expect(normaliseId(id)).toBe(key);
  });

  test('never makes two members of one by spaces and case', () => {
    const spaced = fc.array(fc.constantFrom(...'abcXYZ0189-"\'.,'), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(spaced, fc.constantFrom(' ', '\u00a0', '\u2009', '\t', ''), (letters, gap) => {
        const written = letters.join(gap);
        expect(normaliseId(written.toLowerCase())).toBe(normaliseId(letters.join('').toUpperCase()));
        expect(normaliseId(normaliseId(written))).toBe(normaliseId(written));
      }),
      { seed: 20260306, numRuns: propertyRuns(500) },
    );
  });
});

describe('member ids', () => {
  test('are shown as written and stored as a normalised key', () => {
    expect(memberIdReader(PLAIN)(' ab 12 ')).toEqual({ ok: true, memberExternalId: 'ab 12', memberKey: 'AB12' });
    expect(memberIdReader(PLAIN)(number(123, '00000'))).toMatchObject({
      memberExternalId: '00123',
      memberKey: '00123',
    });
  });

  test('ignore leading zeros in the key only', () => {
    const read = memberIdReader({ stripLeadingZeros: true, pattern: null });
    expect(read('00123')).toEqual({ ok: true, memberExternalId: '00123', memberKey: '123' });
    expect(read('0000')).toMatchObject({ memberKey: '0' });
    expect(read('A001')).toMatchObject({ memberKey: 'A001' });
  });

  test('are the first group of the pattern', () => {
    const policy = memberIdReader({ stripLeadingZeros: false, pattern: '/^(\\w+?)(?:_(?:HMO|PPO|PDP))?$/i' });
    expect(policy('N123A_hmo')).toMatchObject({ memberExternalId: 'N123A', memberKey: 'N123A' });
    expect(policy('N123A')).toMatchObject({ memberKey: 'N123A' });
    const bare = memberIdReader({ stripLeadingZeros: false, pattern: '^(\\d+) \\d\\d$' });
    expect(bare('2033396050 00')).toMatchObject({ memberExternalId: '2033396050' });
    expect(bare('n/a')).toEqual({ ok: false, problem: 'is blank' });
    expect(bare('Fee')).toEqual({ ok: false, problem: 'does not fit the pattern of member ids' });
  });

  test('that differ in what nobody sees are one member, each shown as it came', () => {
    const written = ['ab', 'a\u202eb', 'a\u200bb', 'a\u2060b', 'a\u00adb', 'a\u00a0b'];
    const readings = written.map((id) => memberIdReader(PLAIN)(id));
    expect(readings.map((reading) => reading.ok && reading.memberExternalId)).toEqual(written);
    expect(new Set(readings.map((reading) => reading.ok && reading.memberKey)).size).toBe(1);
  });

  const EXCEL = 'was lost in Excel: the id has been turned into ';
  test.each([
    [serial(46_093), 'a date or a time'],
    [number(0.12, '0%'), 'a percentage'],
    [number(0.25, '# ?/?'), 'a fraction'],
    ['TRUE', 'a truth value'],
    ['12-Mar', 'a date'],
    ['May-26', 'a date'],
    ['3/12/2026', 'a date'],
    ['2026-03-12', 'a date'],
    ['12:30', 'a time'],
    ['12%', 'a percentage'],
    ['12-345', null],
    ['3-12', null],
    ['MARTIN-26', null],
    ['MAR-2604', null],
    ['2026-14-01', null],
    ['13/13/2026', null],
    ['20/31', null],
    ['A12:30', null],
  ])('turned by Excel into something else are refused: %j is %s', (cell, turnedInto) => {
    const expected = turnedInto === null ? { ok: true } : { ok: false, problem: EXCEL + turnedInto };
    expect(memberIdReader(PLAIN)(cell)).toMatchObject(expected);
  });

  test('are refused if blank or lost', () => {
    expect(memberIdReader(PLAIN)('  ')).toEqual({ ok: false, problem: 'is blank' });
    expect(memberIdReader(PLAIN)('1.23457E+11')).toMatchObject({
      ok: false,
      problem: expect.stringContaining('Excel'),
    });
  });
});

describe('ids of members and policies', () => {
  const member = { accountId: 'a', workspaceId: 'w', carrierId: 'c', memberKey: 'M1' };

  test('never change, because they are stored', () => {
    expect(memberRefId(member)).toBe('c6ee1ff0-f6a6-841d-8780-76c034b9facd');
    expect(policyRefId(memberRefId(member), 'P1')).toBe('f9d332e1-4a1b-8bfe-8c43-a4661fadd194');
  });

  test('are UUIDs of version 8', () => {
    fc.assert(
      fc.property(fc.string(), (memberKey) => {
        const id = memberRefId({ ...member, memberKey });
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      }),
      { seed: 20260307, numRuns: propertyRuns(300) },
    );
  });

  test('differ if any part differs, wherever the parts are cut', () => {
    const part = fc.stringMatching(/^[a1:]{0,4}$/);
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(part, part, part, part, (accountId, workspaceId, carrierId, memberKey) => {
        const tuple = JSON.stringify([accountId, workspaceId, carrierId, memberKey]);
        const id = memberRefId({ accountId, workspaceId, carrierId, memberKey });
        expect(seen.get(id) ?? tuple).toBe(tuple);
        seen.set(id, tuple);
      }),
      { seed: 20260308, numRuns: propertyRuns(5000) },
    );
    expect(policyRefId('ab', 'c')).not.toBe(policyRefId('a', 'bc'));
  });
});

/** Guarantee: an id is looked up in another form only where that form is likely to be of the same member. */

it.each([
  ['a number that a spreadsheet would cut', '004487297', ['4487297']],
  ['the second term of a policy', 'TM4487297-02', ['TM4487297', 'TM4487297-01']],
  ['the tenth term, behind a slash', '4487297/10', ['4487297', '4487297/09', '4487297/08', '4487297/07']],
  ['the first term', 'TM4487297-01', ['TM4487297']],
])('finds the forms of %s', (_case, id, forms) => {
  expect(earlierForms(id, true)).toEqual(forms);
});

it.each([
  ['short numbers', '00142'],
  ['zeros alone', '000000000'],
  ['zeros before letters', '00A448729'],
  ['numbers without zeros in front', '4487297'],
  ['short ids before a term', 'A12-02'],
  ['three digits at the end', 'TM4487297-002'],
])('counter-case: finds no other form of %s', (_case, id) => {
  expect(earlierForms(id, true)).toEqual([]);
});

it('counter-case: keeps the number at the end where no name shows that the person is the same', () => {
  expect(earlierForms('TM4487297-02', false)).toEqual([]);
  expect(earlierForms('004487297', false)).toEqual(['4487297']);
});

it.each([
  ['a year after the other', ['2026-03-01'], ['2025-03-01'], true],
  ['half a year after the other, on several lines', ['2026-03-10', '2026-03-10'], ['2025-09-10'], true],
  ['counter-case: on the same day', ['2026-03-01'], ['2026-03-01'], false],
  ['counter-case: three months after the other', ['2026-03-01'], ['2025-12-01'], false],
  ['counter-case: before the other', ['2025-03-01'], ['2026-03-01'], false],
  ['counter-case: on two days', ['2026-03-01', '2026-04-01'], ['2025-03-01'], false],
  ['counter-case: on no day that is known', ['2026-03-01'], [], false],
])('a term follows another if it begins %s', (_case, days, daysBefore, follows) => {
  expect(followsTerm(days, daysBefore)).toBe(follows);
});

it.each([
  ['begin right after those of the term before', ['2026-03'], ['2026-02'], true],
  ['follow several months of arrears', ['2026-04', '2026-03'], ['2026-01', '2026-02'], true],
  ['counter-case: are paid beside those of the other term', ['2026-02', '2026-03'], ['2026-01', '2026-02'], false],
  ['counter-case: begin a month later', ['2026-04'], ['2026-02'], false],
  ['counter-case: lie before those of the other term', ['2026-02'], ['2026-03'], false],
  ['counter-case: are not all known', ['2026-03', null], ['2026-02'], false],
  ['counter-case: follow months that are not all known', ['2026-03'], [null, '2026-02'], false],
  ['counter-case: are on no line', [], [], false],
])('a term follows another if its months %s', (_case, months, monthsBefore, follows) => {
  expect(followsMonths(months, monthsBefore)).toBe(follows);
});
