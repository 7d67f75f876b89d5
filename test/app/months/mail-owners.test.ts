import { expect, test } from 'vitest';
import { mailOwners, type OwnerNewsStore } from '../../../app/months/manage-months.ts';
import { mailPerson, personMailBody, readPersonMail } from '../../../app/people/mail-person.ts';
import type { MailMessage } from '../../../app/platform/mail.ts';
import type { NewsKey } from '../../../core/report/owner-news.ts';
import type { GridFacts } from '../../../core/report/statement-grid.ts';

/** Guarantee: each owner gets one mail with the facts that nobody was mailed before, and no placeholder gets any. */

const BOOK = {
  workspaceId: 'main',
  workspaceName: 'Main',
  carrierName: 'Acme',
  firstPeriod: '2026-01',
  lastPeriod: '2026-10',
};
const FIGURES = { memberCount: 5, paidNet: 4000, paidGross: 5000, chargebacks: 1000 };
const MONTH = { expected: null, isOpen: false, closedAt: null, closedBy: null, signedBy: null, leftOpen: null };

/** An account whose carriers each took back $1,000 in October 2026. */
const facts = (carriers: number): GridFacts => {
  const ids = Array.from({ length: carriers }, (_, index) => `carrier-${index + 1}`);
  return {
    latest: '2026-10',
    books: ids.map((carrierId) => ({ ...BOOK, carrierId })),
    files: [],
    months: ids.map((carrierId) => ({ ...MONTH, workspaceId: 'main', carrierId, period: '2026-10', current: FIGURES })),
    deposits: [],
  };
};

interface Mailing {
  readonly carriers?: number;
  readonly emails?: readonly string[];
  /** Lets each fact be claimed. */
  readonly claim?: (news: readonly NewsKey[]) => readonly NewsKey[];
}

async function mail({ carriers = 1, emails = ['noor@lakeview.example'], claim = (news) => news }: Mailing) {
  const mails: MailMessage[] = [];
  const order: string[] = [];
  const news: OwnerNewsStore = {
    takeDue: async () => [{ accountId: 'lakeview', accountName: 'Lakeview', emails }],
    claim: async (_, found) => {
      order.push('claim');
      return claim(found);
    },
  };
  const sending = {
    team: { countLink: async () => false },
    signIn: { makeLink: async () => '' },
    mailer: { send: async (message: MailMessage) => void mails.push(message) },
    publicUrl: () => 'https://lakeview.example',
  };
  const count = await mailOwners({
    news,
    statements: { grid: async () => facts(carriers) },
    clock: () => new Date('2026-11-17T23:00:00Z'),
    // The mail passes through JSON, like through a queue.
    mailPerson: async (one) => {
      order.push('mail');
      const read = readPersonMail(personMailBody(one));
      if (read !== null) await mailPerson(sending, read);
    },
  });
  return { count, mails, order };
}

test('mails each owner after the claim, with the figures and one link', async () => {
  const { count, mails, order } = await mail({ emails: ['noor@lakeview.example', 'tomas@lakeview.example'] });
  expect([count, order]).toEqual([2, ['claim', 'mail', 'mail']]);
  expect(mails.map(({ to }) => to)).toEqual(['noor@lakeview.example', 'tomas@lakeview.example']);
  const fact = 'Acme took back $1,000.00 in October 2026, and paid $5,000.00 before that.';
  expect(mails[0]).toEqual({
    to: 'noor@lakeview.example',
    subject: `Lakeview: ${fact}`,
    text: `${fact}\n\nSee it here: https://lakeview.example/months/2026-10\n\nAn owner can turn these mails off under Settings, Team.\n`,
  });
});

test('mails only the facts that it claimed, and nothing without one', async () => {
  const { mails } = await mail({
    carriers: 3,
    claim: (news) => news.filter(({ carrierId }) => carrierId !== 'carrier-2'),
  });
  expect(mails.map(({ subject }) => subject)).toEqual(['Lakeview: 2 facts about your statements']);
  expect((await mail({ claim: () => [] })).mails).toEqual([]);
});

test('lists twenty facts and counts the others', async () => {
  const [message] = (await mail({ carriers: 23 })).mails;
  expect(message?.subject).toBe('Lakeview: 23 facts about your statements');
  expect(message?.text.match(/took back/g)).toHaveLength(20);
  expect(message?.text).toContain('\nAnd 3 more.\n');
});

test('claims and mails nothing where the only owner is a placeholder', async () => {
  expect(await mail({ emails: ['owner@people.invalid'] })).toEqual({ count: 0, mails: [], order: [] });
});
