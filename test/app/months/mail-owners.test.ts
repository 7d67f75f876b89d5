import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createOwnerMailSettings, createOwnerNewsStore } from '../../../adapters/postgres/months/month-store.ts';
import { mailOwners, type OwnerNewsStore } from '../../../app/months/manage-months.ts';
import { redeliverWebhooks } from '../../../app/operations/scheduled-tasks.ts';
import { mailPerson, type PersonMail, personMailBody, readPersonMail } from '../../../app/people/mail-person.ts';
import type { MailMessage } from '../../../app/platform/mail.ts';
import { addMonths, periodOfDate } from '../../../core/period.ts';
import type { NewsKey } from '../../../core/report/owner-news.ts';
import type { GridFacts } from '../../../core/report/statement-grid.ts';
import { fullMonthName } from '../../../core/wording.ts';
import { createOwnerMailing } from '../../../lambdas/runtime/single-stores.ts';
import { createBook, createEngine, drain, type EngineProcess, upload } from '../../support/engine.ts';

/** Guarantee: each owner gets one mail with the facts that nobody was mailed before, and no placeholder gets any. */
describe('mail owners', () => {
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
      months: ids.map((carrierId) => ({
        ...MONTH,
        workspaceId: 'main',
        carrierId,
        period: '2026-10',
        current: FIGURES,
      })),
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
});

/** Guarantee: of two processes one takes an account and claims a fact. Accounts are taken with a signed-in owner and mails on. */
describe('owner news store', async () => {
  const engine = await createEngine();
  const other = engine.start();
  afterAll(() => engine.close());
  const [one, two] = [createOwnerNewsStore(engine.database), createOwnerNewsStore(other.database)];
  const settings = createOwnerMailSettings(engine.database);
  const ORIGIN = { actor: 'person:noor@lakeview.example', ip: null, requestId: 'request' };

  interface Account {
    readonly status?: 'active' | 'suspended';
    /** Roles of the people; those who have signed in, and those who have not. */
    readonly joined?: readonly string[];
    readonly invited?: readonly string[];
  }

  async function addAccount({ status = 'active', joined = ['owner'], invited = [] }: Account = {}): Promise<string> {
    const accountId = randomUUID();
    await engine.database.system(async (sql) => {
      await sql`insert into accounts (account_id, name, tier, status) values (${accountId}, 'Lakeview', 'standard', ${status})`;
      const people = [
        ...joined.map((role) => ({ role, isJoined: true })),
        ...invited.map((role) => ({ role, isJoined: false })),
      ];
      for (const [index, { role, isJoined }] of people.entries()) {
        const personId = randomUUID();
        await sql`
        insert into people (person_id, name, email, email_verified, created_at, updated_at)
        values (${personId}, 'Noor', ${`${role}-${index}@${accountId}.example`}, true, now(), now())`;
        await sql`
        insert into team_members (account_id, person_id, role, invited_by, joined_at)
        values (${accountId}, ${personId}, ${role}, 'operator', ${isJoined ? sql`now()` : null})`;
      }
    });
    return accountId;
  }

  const LATE: NewsKey = { kind: 'late', workspaceId: randomUUID(), carrierId: randomUUID(), period: '2026-10' };
  const COMPLETE: NewsKey = { kind: 'complete', workspaceId: null, carrierId: null, period: '2026-10' };

  test('two processes take each account once, and again after an hour', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => addAccount()));
    const taken = (await Promise.all([one.takeDue(), two.takeDue(), one.takeDue(), two.takeDue()])).flat();
    expect(taken.map(({ accountId }) => accountId).toSorted()).toEqual(ids.toSorted());
    expect(await one.takeDue()).toEqual([]);
    const [first = ''] = ids;
    await engine.database.system(
      (sql) => sql`
      update accounts set owner_mails_checked_at = clock_timestamp() - interval '61 minutes' where account_id = ${first}`,
    );
    expect((await one.takeDue()).map(({ accountId }) => accountId)).toEqual([first]);
  });

  test('takes only active accounts with an owner who signed in and mails on, with the addresses of those owners', async () => {
    const mailed = await addAccount({ joined: ['owner', 'staff'], invited: ['owner'] });
    const off = await addAccount();
    await settings.set(off, false, ORIGIN);
    await addAccount({ status: 'suspended' });
    await addAccount({ joined: ['staff'], invited: ['owner'] });
    expect(await one.takeDue()).toEqual([
      { accountId: mailed, accountName: 'Lakeview', emails: [`owner-0@${mailed}.example`] },
    ]);
  });

  test('two processes claim each fact once, also a fact about all carriers; another account claims its own', async () => {
    const [accountId, neighbour] = [await addAccount(), await addAccount()];
    const claims = await Promise.all([one, two, one, two].map((store) => store.claim(accountId, [LATE, COMPLETE])));
    expect(claims.flat().toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toEqual([COMPLETE, LATE]);
    expect(await two.claim(accountId, [LATE, { ...LATE, period: '2026-11' }])).toEqual([
      { ...LATE, period: '2026-11' },
    ]);
    expect(await one.claim(neighbour, [COMPLETE])).toEqual([COMPLETE]);
  });

  test('claims nothing where mails were turned off, which leaves the facts for later', async () => {
    const accountId = await addAccount();
    await settings.set(accountId, false, ORIGIN);
    expect(await one.claim(accountId, [LATE])).toEqual([]);
    await settings.set(accountId, true, ORIGIN);
    expect(await one.claim(accountId, [LATE])).toEqual([LATE]);
  });

  test('mails are on by default only where an owner has signed in', async () => {
    expect(await settings.find(await addAccount({ joined: ['owner', 'owner'] }))).toEqual({ isOn: true, owners: 2 });
    const programs = await addAccount({ joined: ['staff'], invited: ['owner'] });
    expect(await settings.find(programs)).toEqual({ isOn: false, owners: 0 });
    expect(await settings.set(programs, true, ORIGIN)).toEqual({ isOn: true, owners: 0 });
  });

  test('the task mails figures of stored statements once, whichever process runs it', async () => {
    const accountId = await addAccount();
    const book = await createBook(engine, { accountId });
    const period = periodOfDate(new Date().toISOString());
    const before = addMonths(period, -1);
    await upload(engine, book, { period: before, csv: 'Member,Amount\nA,900\nB,1600' });
    await upload(engine, book, { period, csv: 'Member,Amount\nA,900\nB,-750.5' });
    await drain(engine);
    const mails: PersonMail[] = [];
    const run = ({ database, services, queue }: EngineProcess) =>
      redeliverWebhooks({
        ...{ redelivery: services.tasks.redelivery, queue },
        ownerMails: createOwnerMailing(database, async (mail) => void mails.push(mail)),
      });
    const counts = await Promise.all([run(engine), run(other)]);
    expect(counts.map(({ ownersMailed = 0 }) => ownersMailed).toSorted()).toEqual([0, 1]);
    expect(mails).toEqual([
      {
        ...{ kind: 'news', email: `owner-0@${accountId}.example`, accountId, accountName: 'Lakeview' },
        facts: [
          `Carrier took back $750.50 in ${fullMonthName(period)}, and paid $900.00 before that.`,
          `${fullMonthName(period)} is complete: 1 statement, and $149.50 paid.`,
        ],
        ...{ more: 0, path: `/months/${period}` },
      },
    ]);
    await engine.database.system((sql) => sql`update accounts set owner_mails_checked_at = null`);
    expect(await run(other)).toEqual({ webhooksRedelivered: 0 });
  });
});
