import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAllowedSender, readSender } from '../../../core/intake/drop-off-settings.ts';
import {
  type AddressRules,
  type CheckResult,
  isAutomatic,
  judgeMail,
  MAIL_CHECKS,
  type MailHead,
  type MailVerdicts,
  messageIdOf,
  referencesOf,
  verdictProblem,
} from '../../../core/intake/judge-mail.ts';
import {
  type AttachmentResult,
  attachmentProblem,
  type MailAttachment,
  mailRefusalText,
  replyToSender,
  type SniffedBytes,
} from '../../../core/intake/mail-reply.ts';
import { refuse } from '../../../core/refuse.ts';
import { propertyRuns } from '../../support/property-runs.ts';

describe('mail judgement', () => {
  const NOW = new Date('2026-04-10T12:00:00Z');
  const PROVEN: MailVerdicts = { spam: 'PASS', virus: 'PASS', spf: 'PASS', dkim: 'PASS', dmarc: 'PASS' };
  const ORDINARY = {
    from: 'pay@acme.example',
    date: 'Fri, 10 Apr 2026 11:00:00 +0000',
    'message-id': '<1@acme.example>',
  };
  const ACCOUNT = { accountId: 'a', status: 'active', tier: 'enterprise' } as const;
  const RULES: AddressRules = { account: ACCOUNT, allowedSenders: ['@acme.example'] };

  function head(fields: Readonly<Record<string, string | readonly string[]>>): MailHead {
    const headers = Object.entries({ ...ORDINARY, ...fields }).flatMap(([name, values]) =>
      [values].flat().map((value) => ({ name, value })),
    );
    return { headers, subject: '' };
  }

  const judged = (fields: Parameters<typeof head>[0], rules = RULES, verdicts = PROVEN) =>
    judgeMail({ verdicts, head: head(fields), now: NOW }, rules);

  describe('a message is accepted', () => {
    test('if it is verified, allowed and recent, and the account accepts mail', () => {
      expect(judged({})).toEqual({ outcome: 'let-in', sender: 'pay@acme.example' });
    });

    test.each([
      ['exactly seven days old', 'Fri, 03 Apr 2026 12:00:00 +0000'],
      ['of another time zone', 'Fri, 10 Apr 2026 23:00:00 +1400'],
      ['a day ahead', 'Sat, 11 Apr 2026 12:00:00 +0000'],
      ['with the zone in a comment', 'Fri, 10 Apr 2026 04:00:00 -0700 (PDT)'],
    ])('%s', (_, date) => {
      expect(judged({ date }).outcome).toBe('let-in');
    });
  });

  describe('a message is stopped', () => {
    test.each([
      ['older than seven days', 'Fri, 03 Apr 2026 11:59:59 +0000'],
      ['from the future', 'Sat, 11 Apr 2026 12:00:01 +0000'],
      ['without a readable date', 'yesterday'],
      ['with an empty date', ''],
    ])('and waits for a person: %s', (_, date) => {
      expect(judged({ date })).toMatchObject({ outcome: 'held', sender: 'pay@acme.example' });
    });

    test.each([
      ['from somebody else', { from: 'pay@evil.example' }, RULES],
      ['from nobody', { from: [] }, RULES],
      ['from two', { from: ['pay@acme.example', 'pay@acme.example'] }, RULES],
      ['with two dates', { date: ['Fri, 10 Apr 2026 11:00:00 +0000', 'Fri, 10 Apr 2026 11:00:00 +0000'] }, RULES],
      ['with two ids', { 'message-id': ['<1@a>', '<2@a>'] }, RULES],
      ['with two subjects', { subject: ['2026-01', '2026-02'] }, RULES],
      ['of a carrier that allows nobody', {}, { ...RULES, allowedSenders: [] }],
      ['of an account of the standard tier', {}, { ...RULES, account: { ...ACCOUNT, tier: 'standard' as const } }],
      ['of a suspended account', {}, { ...RULES, account: { ...ACCOUNT, status: 'suspended' as const } }],
    ])('and rejected: %s', (_, fields, rules) => {
      expect(judged(fields, rules).outcome).toBe('rejected');
    });

    test('by earlier findings about it before its own content', () => {
      expect(judged({ from: 'x' }, RULES, { ...PROVEN, virus: 'FAIL' })).toMatchObject({
        reason: expect.stringMatching(/infected/),
      });
      expect(judged({}, RULES, { ...PROVEN, dmarc: 'GRAY' }).outcome).toBe('held');
    });
  });

  describe('an automatic message is not answered', () => {
    const ADDRESSES = { envelopeSender: 'pay@acme.example', sender: 'pay@acme.example' };

    test.each([
      ['Auto-Submitted', { 'auto-submitted': 'auto-replied' }, {}],
      ['Auto-Submitted with a parameter', { 'auto-submitted': 'auto-generated; owner-email="x"' }, {}],
      ['Precedence', { precedence: 'Bulk' }, {}],
      ['a mailing list', { 'list-id': '<news.acme.example>' }, {}],
      ['a newsletter', { 'list-unsubscribe': '<https://acme.example>' }, {}],
      ['a header of Outlook that asks for no answer', { 'x-auto-response-suppress': 'All' }, {}],
      ['the null sender', {}, { envelopeSender: '' }],
      ['the null sender in brackets', {}, { envelopeSender: '<>' }],
      ['the null sender as return path', { 'return-path': '<>' }, {}],
      ['a mail system', {}, { sender: 'mailer-daemon@acme.example' }],
      ['no-reply', {}, { sender: 'no-reply@acme.example' }],
      ['donotreply', {}, { sender: 'donotreply@acme.example' }],
    ])('%s', (_, fields, addresses) => {
      expect(isAutomatic(head(fields), { ...ADDRESSES, ...addresses })).toBe(true);
    });

    test.each([
      ['an ordinary message', {}],
      ['a message that says it is not automatic', { 'auto-submitted': 'no' }],
      ['a message that says it is not automatic, with a comment', { 'auto-submitted': 'No (person)' }],
    ])('but a person is answered: %s', (_, fields) => {
      expect(isAutomatic(head(fields), ADDRESSES)).toBe(false);
      expect(isAutomatic(head(fields), { ...ADDRESSES, sender: 'noreplacement@acme.example' })).toBe(false);
    });
  });

  test('ignores an unsafe message id; keeps references in order, up to the last', () => {
    expect(messageIdOf(head({}))).toBe('<1@acme.example>');
    for (const id of ['', 'x', '<a> <b>', '<a\r\nBcc: x@y>', `<${'a'.repeat(998)}>`, '<ü@x>'])
      expect(messageIdOf(head({ 'message-id': id }))).toBeNull();
    expect(referencesOf(head({ references: '<a@x> junk  <b@x>\t<c@x>' }))).toEqual(['<a@x>', '<b@x>', '<c@x>']);
    expect(referencesOf(head({ 'in-reply-to': '<a@x>' }))).toEqual(['<a@x>']);
    const many = Array.from({ length: 500 }, (_, index) => `<${index}@x>`).join(' ');
    expect(referencesOf(head({ references: many }))).toHaveLength(20);
  });

  /** The four results of each check. Five checks have 4^5 = 1,024 combinations. */
  const RESULTS = ['PASS', 'FAIL', 'GRAY', 'PROCESSING_FAILED'] as const satisfies readonly CheckResult[];
  const COMBINATIONS: readonly MailVerdicts[] = MAIL_CHECKS.reduce<readonly MailVerdicts[]>(
    (combinations, check) =>
      combinations.flatMap((verdicts) => RESULTS.map((result) => ({ ...verdicts, [check]: result }))),
    [PROVEN],
  );

  const nameOf = ({ spam, virus, spf, dkim, dmarc }: MailVerdicts) => [spam, virus, spf, dkim, dmarc].join(' ');
  const outcomeOf = (verdicts: MailVerdicts) => verdictProblem(verdicts)?.outcome ?? 'let in';

  describe('of all 1,024 combinations', () => {
    test('exactly those are accepted in which spam, virus and DMARC passed, and SPF or DKIM', () => {
      expect(new Set(COMBINATIONS.map(nameOf)).size).toBe(1024);
      const letIn = COMBINATIONS.filter((verdicts) => verdictProblem(verdicts) === null).map(nameOf);
      expect(letIn.toSorted()).toEqual(
        [
          'PASS PASS PASS PASS PASS',
          'PASS PASS PASS FAIL PASS',
          'PASS PASS PASS GRAY PASS',
          'PASS PASS PASS PROCESSING_FAILED PASS',
          'PASS PASS FAIL PASS PASS',
          'PASS PASS GRAY PASS PASS',
          'PASS PASS PROCESSING_FAILED PASS PASS',
        ].toSorted(),
      );
    });

    test('those that failed spam, virus, DMARC, or both SPF and DKIM are rejected; all others wait', () => {
      // Combinations without a failure: 3 results each of spam, virus and DMARC, and 16 − 1 = 15 pairs of SPF and DKIM make 27 × 15 = 405.
      // Of these, 7 are accepted, so 398 wait, and 1,024 − 405 = 619 are rejected.
      const counts = Map.groupBy(COMBINATIONS, outcomeOf);
      expect([...counts].map(([outcome, some]) => [outcome, some.length]).toSorted()).toEqual([
        ['held', 398],
        ['let in', 7],
        ['rejected', 619],
      ]);
    });
  });

  test.each(['spam', 'virus'] as const)('treats a disabled check as no proof: %s', (check) => {
    expect(outcomeOf({ ...PROVEN, [check]: 'DISABLED' })).toBe('held');
  });

  const address = (from: readonly string[]) => {
    const reading = readSender(from);
    return reading.ok ? reading.address : null;
  };

  describe('a From header in its plain forms', () => {
    test.each([
      ['pay@acme.example', 'pay@acme.example'],
      ['<pay@acme.example>', 'pay@acme.example'],
      ['Acme Commissions <Pay@ACME.example>', 'pay@acme.example'],
      ['"Doe, Jane (Acme)" <jane.doe+pay@mail.acme.example>', 'jane.doe+pay@mail.acme.example'],
      ['"Pay@acme.example" <pay@acme.example>', 'pay@acme.example'],
      ["  O'Neil & Sons  <o'neil@acme.example> ", "o'neil@acme.example"],
      ['"" <pay@acme.example>', 'pay@acme.example'],
    ])('is read: %s', (from, expected) => {
      expect(address([from])).toBe(expected);
    });
  });

  describe('an ambiguous or invalid From header', () => {
    test.each([
      ['no header', []],
      ['two headers', ['pay@acme.example', 'pay@acme.example']],
      ['a list', ['pay@acme.example, x@evil.example']],
      ['a list in brackets', ['<pay@acme.example>, <x@evil.example>']],
      ['a group', ['Acme: pay@acme.example;']],
      ['an empty group', ['undisclosed recipients:;']],
      ['an encoded name', ['=?utf-8?Q?J=C3=BCrgen?= <pay@acme.example>']],
      ['an address in an encoded word', ['=?utf-8?Q?pay=40acme.example?=']],
      ['an encoded word that hides another address', ['=?utf-8?Q?x=40evil.example=2C?= <pay@acme.example>']],
      ['a quoted encoded word', ['"=?utf-8?Q?x?=" <pay@acme.example>']],
      ['another address as the name', ['"x@evil.example" <pay@acme.example>']],
      ['another address before', ['x@evil.example <pay@acme.example>']],
      ['two addresses in brackets', ['<x@evil.example> <pay@acme.example>']],
      ['text behind', ['<pay@acme.example> x@evil.example']],
      ['a comment', ['pay@acme.example (x@evil.example)']],
      ['a comment inside', ['pay(x)@acme.example']],
      ['a route', ['<@evil.example:pay@acme.example>']],
      ['a quoted local part', ['"pay"@acme.example']],
      ['a quoted @', ['"pay@acme.example"@evil.example']],
      ['an escaped quote', ['"a\\" <x@evil.example>" <pay@acme.example>']],
      ['a cyrillic a', ['pay@\u0430cme.example']],
      ['a full-width @', ['pay\uFF20acme.example']],
      ['a zero-width space', ['pay@acme\u200B.example']],
      ['a NUL', ['pay@acme.example\0.evil.example']],
      ['a line break', ['pay@acme.example\r\nX: y']],
      ['no domain', ['pay']],
      ['a domain of one label', ['pay@localhost']],
      ['an address literal', ['pay@[127.0.0.1]']],
      ['two dots', ['pay@acme..example']],
      ['a dot at the end', ['pay@acme.example.']],
      ['a hyphen at the end of a label', ['pay@acme-.example']],
      ['an unclosed bracket', ['Acme <pay@acme.example']],
      ['a local part of 65 characters', [`${'a'.repeat(65)}@acme.example`]],
      ['255 characters', [`pay@${'a.'.repeat(122)}example`]],
      ['an empty header', ['']],
    ])('names nobody: %s', (_, from) => {
      expect(address(from)).toBeNull();
    });

    test('is refused in time proportional to its length', () => {
      for (const part of ['a', '.', '"', '<', ' ', 'a@', '=?', 'a.', '\\"']) {
        expect(address([`${part.repeat(200_000)}<`])).toBeNull();
      }
    });
  });

  test('reads at most one address of plain characters from any header', () => {
    const piece = fc.constantFrom(
      'pay',
      '@',
      'acme.example',
      '<',
      '>',
      '"',
      ',',
      ' ',
      '=?',
      ':',
      ';',
      '(',
      ')',
      '\\',
      'é',
      '.',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const read = address([pieces.join('')]);
        if (read !== null) expect(read).toMatch(/^[a-z0-9.]+@[a-z0-9.]+$/);
      }),
      { seed: 20_260_601, numRuns: propertyRuns(5_000) },
    );
  });

  describe('the allowed senders of a format', () => {
    test.each([
      ['its address', ['pay@acme.example'], true],
      ['its address in another case, with space around', [' Pay@Acme.Example '], true],
      ['its domain', ['@acme.example'], true],
      ['nobody', [], false],
      ['another address of the domain', ['billing@acme.example'], false],
      ['the domain above', ['@example'], false],
      ['a domain below', ['@mail.acme.example'], false],
      ['the end of the domain', ['@cme.example', 'cme.example', 'acme.example'], false],
      ['everybody, by a wildcard', ['*', '@*', '@', ''], false],
    ])('%s', (_, allowed, expected) => {
      expect(isAllowedSender('pay@acme.example', allowed)).toBe(expected);
    });

    test('include exactly a domain, not a longer domain with the same end', () => {
      expect(isAllowedSender('x@evil-acme.example', ['@acme.example'])).toBe(false);
      expect(isAllowedSender('x@sub.acme.example', ['@acme.example'])).toBe(false);
    });
  });
});

describe('mail reply', () => {
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
    ])('is recognized: %s', (_, attachment, sniffed, reason) => {
      expect(attachmentProblem({ ...CSV, ...attachment }, sniffed)).toMatch(reason);
    });

    test.each(['text/csv', 'text/plain', 'application/vnd.ms-excel', 'application/octet-stream', 'application/pdf'])(
      'is recognized by its bytes, not by its declared type: %s',
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
});
