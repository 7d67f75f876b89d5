import type { SQSEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import { mailPerson, type PersonMail, personMailBody, readPersonMail } from '../../../app/people/mail-person.ts';
import type { MailMessage } from '../../../app/platform/mail.ts';
import { INVITATION_MAILS_A_DAY_MAX } from '../../../core/limits/account-limits.ts';
import { createMailPeople } from '../../../lambdas/queue/people-mail-handler.ts';

/** Guarantee: a queued mail holds no link, and only a known address gets one. */

const KNOWN = 'noor@lakeview.example';
const link = (email: string): PersonMail => ({ kind: 'link', email });
const invitation = (recentToAddress: number, inviterName: string | null = 'Noor'): PersonMail => ({
  kind: 'invitation',
  email: 'tomas@lakeview.example',
  accountId: 'account-of-lakeview',
  accountName: 'Lakeview',
  inviterName,
  recentToAddress,
});

function mailing() {
  const mails: MailMessage[] = [];
  const made: string[] = [];
  const deps = {
    team: { countLink: async (email: string) => email === KNOWN },
    signIn: {
      makeLink: async (email: string) => {
        made.push(email);
        return 'https://lakeview.example/sign-in?token=secret';
      },
    },
    mailer: {
      send: async (mail: MailMessage) => {
        mails.push(mail);
      },
    },
    publicUrl: () => 'https://lakeview.example',
  };
  return { mails, made, send: (mail: PersonMail) => mailPerson(deps, mail) };
}

const event = (...bodies: readonly string[]): SQSEvent => ({
  Records: bodies.map((body, index) => ({
    body,
    messageId: `message-${index}`,
    receiptHandle: '',
    attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: '0',
      SenderId: '',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: '',
    eventSourceARN: '',
    awsRegion: '',
  })),
});

test('makes a link for a known address only, in lower case, and for no address of the service itself', async () => {
  const { mails, made, send } = mailing();
  for (const email of ['NOOR@lakeview.example', 'stranger@lakeview.example', 'somebody@people.invalid'])
    await send(link(email));
  expect(made).toEqual([KNOWN]);
  expect(mails.map(({ to, text }) => [to, text.includes('token=secret')])).toEqual([[KNOWN, true]]);
});

test('mails an invitation with the address of the sign-in page, until the address got too many in a day', async () => {
  const { mails, send } = mailing();
  await send(invitation(INVITATION_MAILS_A_DAY_MAX - 1));
  await send(invitation(INVITATION_MAILS_A_DAY_MAX));
  expect(mails.map(({ to }) => to)).toEqual(['tomas@lakeview.example']);
  expect(mails[0]?.text).toContain('https://lakeview.example/sign-in');
});

test('an invitation says how the person joins: by accepting, or at once when the operator adds the person', async () => {
  const { mails, send } = mailing();
  await send(invitation(0));
  await send(invitation(0, null));
  const [byColleague = '', byOperator = ''] = mails.map(({ text }) => text);
  expect(byColleague).toContain('You join the agency only when you accept there.');
  expect(byOperator).toContain('You are in the agency as soon as you sign in.');
  expect(byOperator).not.toContain('accept');
});

test('the message of a link holds the address and nothing else', () => {
  expect(JSON.parse(personMailBody(link(KNOWN)))).toEqual({ kind: 'link', email: KNOWN });
  expect(readPersonMail(personMailBody(invitation(2)))).toEqual(invitation(2));
});

test('the function of the queue sends each mail, reports what it cannot read, and leaves a failed mail in the queue', async () => {
  const { mails, send } = mailing();
  const unreadable: string[] = [];
  const onUnreadable = (messageId: string) => unreadable.push(messageId);
  const handle = createMailPeople({ mailPerson: send, onUnreadable });
  const bodies = ['no JSON', JSON.stringify({ kind: 'letter' }), personMailBody(link(KNOWN))];
  expect(await handle(event(...bodies))).toEqual({ batchItemFailures: [] });
  expect([unreadable, mails.length]).toEqual([['message-0', 'message-1'], 1]);
  const failing = createMailPeople({ mailPerson: () => Promise.reject(new Error('no mail server')), onUnreadable });
  await expect(failing(event(personMailBody(link(KNOWN))))).rejects.toThrow('no mail server');
});
