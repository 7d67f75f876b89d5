import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REPORT_MAIL_LIMITS } from '../../../core/limits/saved-report-limits.ts';
import {
  type Cadence,
  failureMail,
  type MailedReport,
  nextDueAt,
  reportCsv,
  resultMail,
} from '../../../core/saved-report/report-mail.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Guarantee: no text of a statement or an analyst runs in a mail program or a spreadsheet, and the subject reveals no content. */

const REPORT: MailedReport = { name: 'Dropped members', question: 'Who left?', cadence: 'weekly', openMonths: [] };
const table = (columns: readonly string[], rows: readonly (readonly unknown[])[], truncated = false) => ({
  columns,
  rows,
  truncated,
  asOf: '2026-04-06',
});

const HOSTILE = '<script>alert(1)</script><img src=x onerror="f(\'y\')">&amp;';
const ESCAPED = '&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&quot;f(&#39;y&#39;)&quot;&gt;&amp;amp;';

test('writes cells, column names, the name and the question as text in HTML, in every place', () => {
  const mail = resultMail({ ...REPORT, name: HOSTILE, question: HOSTILE }, table([HOSTILE], [[HOSTILE]]));
  expect(mail.html.split(ESCAPED)).toHaveLength(5);
  expect(mail.html).not.toContain('<script');
  expect(mail.html).not.toContain('<img');
  const failed = failureMail({ ...REPORT, name: HOSTILE }, HOSTILE);
  expect(failed.html.split(ESCAPED)).toHaveLength(3);
});

test('neutralises formula cells in the attachment, including the header; numbers stay numbers', () => {
  const cells = [
    '=cmd|calc',
    '+1',
    '-5.25',
    '@x',
    '\tx',
    '\uff1dx',
    -5.25,
    '12345678901234567890',
    null,
    true,
    [1, '=x'],
    { a: 1 },
  ];
  const [attachment] = resultMail(REPORT, table(['=h'], [cells])).attachments;
  expect(attachment).toMatchObject({ filename: 'report-2026-04-06.csv' });
  expect(attachment?.content).toBe(
    `'=h\r\n'=cmd|calc,'+1,-5.25,'@x,'\tx,'\uff1dx,-5.25,12345678901234567890,,true,"[1,""'=x""]","{""a"":1}"\r\n`,
  );
});

test('keeps the cells of each of several columns with one name', () => {
  expect(reportCsv({ columns: ['n', 'n', '__proto__'], rows: [[1, 2, 3]] })).toBe('n,n,__proto__\r\n1,2,3\r\n');
});

test('names months that wait for files, so that nobody takes an absence for a drop', () => {
  const mailOf = (...openMonths: string[]) => resultMail({ ...REPORT, openMonths }, table(['a'], [[1]]));
  const one = 'Aug 2026 still waits for files of a carrier: who is missing there is missing provisionally.';
  expect(mailOf('2026-08').text).toContain(one);
  expect(mailOf('2026-08').html).toContain(one);
  expect(mailOf('2026-08', '2026-07').text).toContain('Jul 2026, Aug 2026 still wait for files');
  expect(mailOf().text).not.toContain('provisionally');
});

test('says through which month rows are archived', () => {
  const mail = resultMail({ ...REPORT, archivedThrough: '2023-12' }, table(['a'], [[1]]));
  expect(mail.text).toContain('Some rows up to Dec 2023 are archived: the report does not contain them.');
  expect(resultMail(REPORT, table(['a'], [[1]])).text).not.toContain('archived');
});

test('has the same subject for every report', () => {
  const secret = {
    name: 'Jane Roe\r\nBcc: thief@evil.example',
    question: 'x',
    cadence: 'monthly',
    openMonths: [],
  } as const;
  expect(resultMail(secret, table(['a'], [])).subject).toBe('Your monthly report');
  expect(failureMail(secret, 'Jane Roe').subject).toBe('Your monthly report failed');
});

test('says how many rows there are, as of when, and where they are', () => {
  expect(resultMail(REPORT, table(['a'], [[1]])).text).toBe(
    'Dropped members\nWho left?\n\n1 row as of 2026-04-06 (UTC).\nAll of them are in the attached CSV file.\n',
  );
  const without = resultMail({ ...REPORT, question: null }, table(['a'], [[1], [2]], true));
  expect(without.text).toMatch(/^Dropped members\n\n2 rows as of 2026-04-06 \(UTC\)\.\nThere are more: /);
});

test('says that a report has 0 rows, and attaches a CSV with only the header', () => {
  const mail = resultMail(REPORT, table(['a', 'b'], []));
  expect(mail.text).toBe('Dropped members\nWho left?\n\n0 rows as of 2026-04-06 (UTC).\n');
  expect(mail.attachments[0]?.content).toBe('a,b\r\n');
});

test('limits rows, columns and characters of the table, and names what it omits; the attachment has everything', () => {
  const { rows, columns, cellCharacters } = REPORT_MAIL_LIMITS;
  const row = Array.from({ length: columns + 1 }, () => '\u{1F600}'.repeat(cellCharacters + 1));
  const names = row.map((_cell, index) => `c${index + 1}.`);
  const full = resultMail(
    REPORT,
    table(
      names.slice(1),
      Array.from({ length: rows }, () => row.slice(1)),
    ),
  );
  expect(full.html).not.toContain('Shown here');
  const wide = resultMail(
    REPORT,
    table(
      names,
      Array.from({ length: rows + 1 }, () => row),
    ),
  );
  expect(wide.html).toContain(
    `Shown here: the first ${rows} of ${rows + 1} rows and the first ${columns} of ${columns + 1} columns.`,
  );
  expect(wide.html).not.toContain(`c${columns + 1}.`);
  expect(wide.html.split('<tr>')).toHaveLength(1 + 1 + rows);
  // The text is cut between characters, never through one.
  expect(wide.html.split(`>${'\u{1F600}'.repeat(cellCharacters)}…<`)).toHaveLength(1 + rows * columns);
  expect(wide.attachments[0]?.content.split('\r\n')).toHaveLength(1 + 1 + rows + 1);
});

test('omits an attachment that is too large for an email, and says how to get it', () => {
  // The header "a\r\n" is 3 bytes; a cell and its line end make the rest.
  const fits = 'x'.repeat(REPORT_MAIL_LIMITS.attachmentBytes - 3 - 2);
  expect(resultMail(REPORT, table(['a'], [[fits]])).attachments).toHaveLength(1);
  const tooLarge = resultMail(REPORT, table(['a'], [[`${fits}x`]]));
  expect(tooLarge.attachments).toEqual([]);
  expect(tooLarge.text).toContain('too large for an email');
});

test('describes a failure without an attachment', () => {
  const mail = failureMail(REPORT, 'The query took longer than 60 seconds.');
  expect(mail.attachments).toEqual([]);
  expect(mail.text).toContain('The query took longer than 60 seconds.');
});

/** Guarantee: weekly is Mondays 08:00 UTC, monthly the 1st 08:00 UTC, and the next date is always later than the given moment. */

const TABLE: readonly (readonly [why: string, cadence: Cadence, after: string, due: string])[] = [
  // 2026-01-05 was a Monday.
  ['a Monday, one millisecond before', 'weekly', '2026-01-05T07:59:59.999Z', '2026-01-05T08:00:00.000Z'],
  ['a Monday, exactly then: a week later', 'weekly', '2026-01-05T08:00:00.000Z', '2026-01-12T08:00:00.000Z'],
  ['a Monday, one millisecond after', 'weekly', '2026-01-05T08:00:00.001Z', '2026-01-12T08:00:00.000Z'],
  ['a Tuesday', 'weekly', '2026-01-06T00:00:00.000Z', '2026-01-12T08:00:00.000Z'],
  ['a Sunday evening', 'weekly', '2026-01-11T23:59:59.999Z', '2026-01-12T08:00:00.000Z'],
  ['a Monday at midnight', 'weekly', '2026-01-12T00:00:00.000Z', '2026-01-12T08:00:00.000Z'],
  ['over the end of a month', 'weekly', '2026-01-28T12:00:00.000Z', '2026-02-02T08:00:00.000Z'],
  ['over the end of a year', 'weekly', '2025-12-30T12:00:00.000Z', '2026-01-05T08:00:00.000Z'],
  ['over 29 February', 'weekly', '2028-02-28T08:00:00.000Z', '2028-03-06T08:00:00.000Z'],
  // Summer time begins on Sunday 2026-03-08 in New York and on 2026-03-29 in Berlin. UTC has no summer time.
  ['over summer time in America', 'weekly', '2026-03-07T12:00:00.000Z', '2026-03-09T08:00:00.000Z'],
  ['over summer time in Europe', 'weekly', '2026-03-28T12:00:00.000Z', '2026-03-30T08:00:00.000Z'],
  ['the 1st, one millisecond before', 'monthly', '2026-04-01T07:59:59.999Z', '2026-04-01T08:00:00.000Z'],
  ['the 1st, exactly then: a month later', 'monthly', '2026-04-01T08:00:00.000Z', '2026-05-01T08:00:00.000Z'],
  ['the 31st: February is not skipped', 'monthly', '2026-01-31T12:00:00.000Z', '2026-02-01T08:00:00.000Z'],
  ['29 February', 'monthly', '2028-02-29T23:59:59.999Z', '2028-03-01T08:00:00.000Z'],
  ['28 February of a year without a 29th', 'monthly', '2026-02-28T23:59:59.999Z', '2026-03-01T08:00:00.000Z'],
  ['over the end of a year', 'monthly', '2026-12-01T08:00:00.001Z', '2027-01-01T08:00:00.000Z'],
];

test.each(TABLE)('gives the next date %s', (_why, cadence, after, due) => {
  expect(nextDueAt(cadence, after)).toBe(due);
});

test('is never due while a report is off', () => {
  expect(nextDueAt('off', '2026-01-05T08:00:00.000Z')).toBeNull();
});

const moments = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

describe('at any moment of a century', () => {
  test('weekly is a later Monday at 08:00, at most seven days later', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const due = new Date(nextDueAt('weekly', moment.toISOString()) ?? '');
        expect(due.getUTCDay()).toBe(1);
        expect(due.toISOString()).toMatch(/T08:00:00\.000Z$/);
        const laterMs = due.getTime() - moment.getTime();
        expect(laterMs).toBeGreaterThan(0);
        expect(laterMs).toBeLessThanOrEqual(7 * 24 * 3_600_000);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  test('monthly is a later 1st at 08:00, with no other in between', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        const due = new Date(nextDueAt('monthly', moment.toISOString()) ?? '');
        expect(due.toISOString()).toMatch(/-01T08:00:00\.000Z$/);
        expect(due.getTime()).toBeGreaterThan(moment.getTime());
        const before = new Date(due);
        before.setUTCMonth(before.getUTCMonth() - 1);
        expect(before.getTime()).toBeLessThanOrEqual(moment.getTime());
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});
