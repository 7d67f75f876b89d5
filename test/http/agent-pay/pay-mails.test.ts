import { afterAll, describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { z } from 'zod';
import type { MailMessage } from '../../../app/platform/mail.ts';
import { act, approve, halfForAgents, of, open, payAgency, setUp } from '../../support/pay-agency.ts';
import { peopleForTests } from '../../support/person-browser.ts';
import { startService } from '../../support/service.ts';

/** Guarantee: each agent of an approved run is mailed the own statement, once, and again only on demand. */
describe('pay mails', async () => {
  const mails: MailMessage[] = [];
  const refused = new Set<string>();
  const service = await startService({
    letterMailer: {
      send: async (mail) => {
        if (refused.has(mail.to)) throw new Error('550 unknown');
        mails.push(mail);
      },
    },
  });
  afterAll(() => service.close());

  const listed = z.object({
    canSend: z.boolean(),
    data: z.array(z.object({ agentName: z.string(), email: z.string().nullable(), sentTo: z.string().nullable() })),
  });

  async function agency(name: string) {
    const account = await service.createAccount({ name });
    const carrierId = await service.createCarrier({ account, name: 'Aetna' });
    const run = await halfForAgents({ account, carrierId });
    const path = `/v1/pay-runs/${run.runId}/statement-mails`;
    const email = (agentId: string, to: string) =>
      account.call('PATCH', `/v1/agents/${agentId}`, { json: { email: to } });
    const send = async (json: object = {}) => account.call('POST', path, { json });
    const list = async () => listed.parse((await account.call('GET', path)).json);
    return { account, ...run, path, email, send, list };
  }

  describe('statements by mail', () => {
    test('go to each agent with an address, once; those without one are listed first', async () => {
      const { account, runId, dana, lee, path, email, send, list } = await agency('Harbor Benefits');
      expect((await account.call('GET', path)).status).toBe(404);
      expect((await send()).status).toBe(404);
      await approve(service.database, account, runId);
      await email(lee, 'lee@harbor.example');
      expect((await list()).data.map(({ agentName, email: to }) => [agentName, to])).toEqual([
        ['Dana Whitfield', null],
        ['Lee Park', 'lee@harbor.example'],
      ]);
      expect((await send()).json).toEqual({ sent: 1, left: 0, failed: [] });
      expect((await send()).json).toEqual({ sent: 0, left: 0, failed: [] });
      const [mail, ...more] = mails.filter(({ to }) => to === 'lee@harbor.example');
      expect(more).toEqual([]);
      expect(mail?.subject).toBe('Commission statement of 2026-02-15: Harbor Benefits');
      expect(mail?.text).toMatch(/Earned +\$40\.00/);
      expect(mail?.text).not.toContain('Dana');
      const [pdf, workbook] = mail?.attachments ?? [];
      expect(pdf?.filename).toBe('commission-lee-park-2026-02-15.pdf');
      expect(
        Buffer.from(pdf?.content ?? '')
          .subarray(0, 4)
          .toString(),
      ).toBe('%PDF');
      const lines = XLSX.read(Buffer.from(workbook?.content ?? '')).Sheets['Lines'] ?? {};
      expect(XLSX.utils.sheet_to_csv(lines)).toContain('Cy Doe');
      expect(XLSX.utils.sheet_to_csv(lines)).not.toContain('Ada Doe');
      await email(dana, 'dana@harbor.example');
      expect((await send()).json).toEqual({ sent: 1, left: 0, failed: [] });
      expect((await list()).data.map(({ sentTo }) => sentTo)).toEqual(['dana@harbor.example', 'lee@harbor.example']);
    });

    test('are sent again on demand, to the address of now', async () => {
      const { account, runId, lee, email, send, list } = await agency('Again');
      await approve(service.database, account, runId);
      await email(lee, 'first@again.example');
      await send();
      await email(lee, 'second@again.example');
      expect((await send({ agentId: lee })).json).toEqual({ sent: 0, left: 0, failed: [] });
      expect((await send({ isAgain: true })).status).toBe(422);
      expect((await send({ agentId: lee, isAgain: true })).json).toEqual({ sent: 1, left: 0, failed: [] });
      expect((await list()).data.at(-1)?.sentTo).toBe('second@again.example');
    });

    test('name the agent whose mail was not taken, and try it again at the next request', async () => {
      const { account, runId, dana, lee, email, send } = await agency('Refusing');
      await approve(service.database, account, runId);
      await email(dana, 'gone@refusing.example');
      await email(lee, 'lee@refusing.example');
      refused.add('gone@refusing.example');
      expect((await send()).json).toEqual({ sent: 1, left: 0, failed: ['Dana Whitfield'] });
      refused.clear();
      expect((await send()).json).toEqual({ sent: 1, left: 0, failed: [] });
    });

    test('of two requests at once are sent by one of them', async () => {
      const { account, runId, lee, email, send } = await agency('Twice');
      await approve(service.database, account, runId);
      await email(lee, 'lee@twice.example');
      await Promise.all([send(), send(), send()]);
      expect(mails.filter(({ to }) => to === 'lee@twice.example')).toHaveLength(1);
    });
  });

  test('without a mail server nothing is sent, and the answer says so', async () => {
    const other = await startService();
    try {
      const account = await other.createAccount();
      const carrierId = await other.createCarrier({ account });
      const { runId } = await halfForAgents({ account, carrierId });
      await approve(other.database, account, runId);
      const path = `/v1/pay-runs/${runId}/statement-mails`;
      expect(listed.parse((await account.call('GET', path)).json).canSend).toBe(false);
      expect((await account.call('POST', path, { json: {} })).body).toContain('No mail server is set up here.');
    } finally {
      await other.close();
    }
  });
});

/** Guarantee: the list of payables says to the cent what each agent is owed by approved runs, until they are paid. */
describe('payables', async () => {
  const service = await startService({ people: (database) => peopleForTests(database, () => service.url) });
  afterAll(() => service.close());

  const PATH = '/v1/reports/agent-payables';

  test('payables are what approved runs owe, with what waits, is held back and is owed by agents', async () => {
    const one = await payAgency(service);
    const read = async () => (await one.owner.call('GET', PATH)).json;
    const terms = (agentId: string, more: object) => ({
      ...{ agentId, plans: [{ from: '2026-01', planId: 'senior' }] },
      ...more,
    });
    const opening = { waiting: 4, holdback: 0, debt: 0 };
    await setUp(one, {
      agents: [terms(one.dana, { holdbackPercent: 10 }), terms(one.lee, { minimum: 500, opening })],
    });
    const nobodyElse = { due: 0, waiting: 4, holdback: 0, debt: 0, total: 4 };
    expect(await read()).toEqual({
      data: [{ agentId: one.lee, agentName: 'Lee Park', ...nobodyElse, dueSince: null }],
      totals: nobodyElse,
    });

    // A draft owes nothing; the approved run does until it is paid. Dana has 75.13, less 10 %; Lee 55.02 below the smallest payment.
    const id = await open(one, ['2026-01']);
    expect(await read()).toMatchObject({ totals: { total: 4 } });
    expect((await act(one, id, 'approve')).status).toBe(200);
    expect(await read()).toEqual({
      data: [
        {
          ...{ agentId: one.dana, agentName: 'Dana Whitfield', due: 67.62, waiting: 0, holdback: 7.51, debt: 0 },
          ...{ total: 75.13, dueSince: '2026-03-15' },
        },
        {
          ...{ agentId: one.lee, agentName: 'Lee Park', due: 0, waiting: 59.02, holdback: 0, debt: 0, total: 59.02 },
          dueSince: null,
        },
      ],
      totals: { due: 67.62, waiting: 59.02, holdback: 7.51, debt: 0, total: 134.15 },
    });
    const csv = await one.account.call('GET', PATH, { headers: { accept: 'text/csv' } });
    expect(csv.body).toBe(
      [
        'agentId,agentName,due,waiting,holdback,debt,total,dueSince',
        `${one.dana},Dana Whitfield,67.62,0,7.51,0,75.13,2026-03-15`,
        `${one.lee},Lee Park,0,59.02,0,0,59.02,`,
        '',
      ].join('\r\n'),
    );
    const accept = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const reply = await fetch(`${service.url}${PATH}`, {
      headers: { accept, authorization: `Bearer ${one.account.token}` },
    });
    const sheet = XLSX.read(Buffer.from(await reply.arrayBuffer())).Sheets['Owed to agents'] ?? {};
    expect(XLSX.utils.sheet_to_csv(sheet)).toContain('Dana Whitfield');

    await act(one, id, 'paid', { paidOn: '2026-03-15', method: 'ACH', reference: null });
    expect(await read()).toMatchObject({ totals: { due: 0, total: 66.53 } });

    // All that Dana wrote is taken back: what she owes is below zero, less what is held back.
    await one.load([['M1', -100, of('Dana Whitfield')]], '2026-02');
    expect((await act(one, await open(one, ['2026-02']), 'approve')).status).toBe(200);
    expect(await read()).toMatchObject({
      data: [
        { agentName: 'Lee Park', waiting: 49.02, total: 49.02 },
        { agentName: 'Dana Whitfield', holdback: 7.51, debt: 50, total: -42.49 },
      ],
      totals: { total: 6.53 },
    });
  });
});
