import { expect, test } from 'vitest';
import { REPORT_MAIL_LIMITS } from '../../../core/limits/saved-report-limits.ts';
import { failureMail, type MailedReport, reportCsv, resultMail } from '../../../core/saved-report/report-mail.ts';

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
