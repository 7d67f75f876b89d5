import { describe, expect, test } from 'vitest';
import {
  type AttachmentResult,
  attachmentProblem,
  type MailAttachment,
  mailRefusalText,
  replyToSender,
  type SniffedBytes,
} from '../../../core/intake/mail-reply.ts';
import { refuse } from '../../../core/refuse.ts';

const ACCEPTED: AttachmentResult = { name: 'a.csv', outcome: 'accepted', period: '2026-03', reason: null };

describe('the answer reports the result of every attachment', () => {
  test('in one message', () => {
    const { subject, text } = replyToSender(
      [
        ACCEPTED,
        { name: 'b.csv', outcome: 'rejected', period: null, reason: 'The name of the file has no month in it.' },
        { name: 'c.csv', outcome: 'duplicate', period: '2026-03', reason: null },
        { name: 'd.csv', outcome: 'held', period: '2019-01', reason: '2019-01 is long ago.' },
      ],
      null,
    );
    expect(subject).toBe('1 of 4 attachments were taken in');
    expect(text.split('\n\n')).toEqual([
      'a.csv: taken in for 2026-03.',
      'b.csv: not taken in. The name of the file has no month in it.',
      'c.csv: the same file was received before; nothing was changed.',
      'd.csv: not taken in. 2019-01 is long ago.',
      'This message was written by a program, and nobody reads answers to it.\n',
    ]);
  });

  test.each([
    [[ACCEPTED], null, 'Your statement was taken in'],
    [[ACCEPTED, ACCEPTED], null, '2 of 2 attachments were taken in'],
    [[], 'The message is cut off.', 'No statement was taken in'],
  ])('in the subject too', (results, problem, subject) => {
    expect(replyToSender(results, problem).subject).toBe(subject);
  });

  test('or why the message could not be read', () => {
    expect(replyToSender([], 'The message has no attachment.').text).toMatch(
      /^Nothing was taken in. The message has no attachment\./,
    );
  });

  test('with any file name on one line', () => {
    const [line] = replyToSender([{ ...ACCEPTED, name: '😀'.repeat(120) }], null).text.split('\n');
    expect(line).toBe(`${'😀'.repeat(50)}…: taken in for 2026-03.`);
  });
});

describe('an attachment that is no statement', () => {
  const CSV: MailAttachment = { name: 'a.csv', mediaType: 'text/csv', bytes: new Uint8Array(), fault: null };
  const TEXT = { mayBeStatement: true, words: 'a text file such as CSV' };

  test.each<readonly [string, Partial<MailAttachment>, SniffedBytes, RegExp]>([
    ['a PDF', {}, { mayBeStatement: false, words: 'a PDF document' }, /a PDF document/],
    ['damaged', { fault: 'damaged' }, TEXT, /damaged/],
    ['of two names', { fault: 'unclear-name' }, TEXT, /several names/],
    ['encoded in its own way', { fault: 'unknown-encoding' }, TEXT, /encoded in a way/],
    ['wrapped by Outlook', { mediaType: 'application/ms-tnef' }, TEXT, /Outlook/],
    [
      'wrapped by Outlook, by its name',
      { name: 'WINMAIL.DAT', mediaType: 'application/octet-stream' },
      TEXT,
      /Outlook/,
    ],
    ['a message', { mediaType: 'message/rfc822' }, TEXT, /message inside/],
    ['a web page', { mediaType: 'text/html' }, TEXT, /not a table/],
    ['an invitation', { name: 'invite.ics', mediaType: 'application/octet-stream' }, TEXT, /not a table/],
    ['a file that a mail gateway appended', { name: 'ATT00001.txt', mediaType: 'text/plain' }, TEXT, /not a table/],
    ['a signature', { name: 'x', mediaType: 'application/pgp-signature' }, TEXT, /not a table/],
  ])('is recognised: %s', (_, attachment, sniffed, reason) => {
    expect(attachmentProblem({ ...CSV, ...attachment }, sniffed)).toMatch(reason);
  });

  test.each(['text/csv', 'text/plain', 'application/vnd.ms-excel', 'application/octet-stream', 'application/pdf'])(
    'is recognised by its bytes, not by its declared type: %s',
    (mediaType) => {
      expect(attachmentProblem({ ...CSV, mediaType }, TEXT)).toBeNull();
    },
  );
});

test('reports a month that has a statement without naming the other file', () => {
  const { refused } = refuse('period_exists', {
    title: 'It has 50 members',
    detail: '2026-03 already has secret-name.csv',
  });
  expect(mailRefusalText(refused)).not.toMatch(/secret-name|50/);
  expect(mailRefusalText(refuse('not_found', 'There is no carrier.').refused)).toBe('There is no carrier.');
});
