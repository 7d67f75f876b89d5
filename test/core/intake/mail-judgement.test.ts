import { describe, expect, test } from 'vitest';
import {
  type AddressRules,
  isAutomatic,
  judgeMail,
  type MailHead,
  type MailVerdicts,
  messageIdOf,
  referencesOf,
} from '../../../core/intake/judge-mail.ts';

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
