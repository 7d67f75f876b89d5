import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createPayRunStore } from '../../../adapters/postgres/agent-pay/pay-run-store.ts';
import { markRunPaid } from '../../../app/agent-pay/pay-runs.ts';
import { payRunEvent } from '../../../lambdas/http/openapi-webhooks.ts';
import {
  act,
  approve,
  halfForAgents,
  JANUARY,
  of,
  open,
  payAgency,
  read,
  runLines,
  setUp,
  wholeRun,
} from '../../support/pay-agency.ts';
import { peopleForTests } from '../../support/person-browser.ts';
import { sharedService, startService, statement } from '../../support/service.ts';

/** Guarantee: what carriers paid is paid on by the agreed rules, once, and whatever changes later is an adjustment of the next run. */
describe('pay runs', async () => {
  const service = await startService({ people: (database) => peopleForTests(database, () => service.url) });
  afterAll(() => service.close());

  const agency = () => payAgency(service);

  describe('a pay run', () => {
    test('pays each line by the plan, keeps the rest for the house and holds what has no agent', async () => {
      const one = await agency();
      await setUp(one);
      const run = await read(one, await open(one, ['2026-01']));
      // Dana: 50 + 25.125, of which the half cent is rounded up before Lee's; Lee: 40, and 10 % of Dana's lines.
      expect(run.sums).toEqual({ received: 240.25, people: 130.15, house: 100.1, held: 10, paid: 130.15 });
      expect(run.agents.map(({ agentName, paid }) => [agentName, paid]).sort()).toEqual([
        ['Dana Whitfield', 75.13],
        ['Lee Park', 55.02],
      ]);
      expect(run['agentSums']).toMatchObject({ earned: 130.15, takenBack: 0, paid: 130.15, after: { debt: 0 } });
      expect(run.heldLines).toEqual([{ why: 'Held: no agent is known for this line', lines: 1, amount: 10 }]);
      const shown = runLines.parse(
        (await one.owner.call('GET', `/v1/pay-runs/${run.id}/lines?party=${one.dana}`)).json,
      ).data;
      expect(shown.map(({ memberExternalId, amount, why }) => [memberExternalId, amount, why])).toEqual([
        ['M1', 50, '50 % by plan Senior'],
        ['M2', 25.13, '50 % by plan Senior'],
      ]);
    });

    test('pays the agent whose row the line is, also after a spelling was separated at one carrier', async () => {
      const one = await agency();
      await setUp(one);
      const names = z.object({ names: z.array(z.looseObject({ nameId: z.string(), text: z.string() })) });
      const path = `/v1/agents/${one.dana}/names`;
      const known = names.parse((await one.owner.call('GET', `/v1/agents/${one.dana}`)).json).names;
      for (const { nameId } of known) await one.owner.call('DELETE', `${path}/${nameId}`);
      const { carrierId } = one;
      const joined = await one.owner.call('POST', path, { kind: 'name', text: 'Dana Whitfield', carrierId });
      expect(joined.status, joined.body).toBe(201);
      const [own] = names.parse(joined.json).names;
      expect((await one.owner.call('DELETE', `${path}/${own?.nameId}`)).status).toBeLessThan(300);
      expect((await one.owner.call('POST', path, { kind: 'name', text: 'Dana Whitfield' })).status).toBe(201);
      const run = await read(one, await open(one, ['2026-01']));
      const list = z.object({ data: z.array(z.looseObject({ memberExternalId: z.string() })) });
      const rows = list.parse((await one.owner.call('GET', '/v1/members?agent=Dana%20Whitfield')).json);
      const paid = runLines.parse((await one.owner.call('GET', `/v1/pay-runs/${run.id}/lines?party=${one.dana}`)).json);
      expect(paid.data.map((line) => line.memberExternalId)).toEqual(rows.data.map((row) => row.memberExternalId));
    });

    test('leaves the share of one agent alone when the other agent of the same policy becomes known', async () => {
      const one = await agency();
      const more = { carrierId: one.carrierId, period: '2026-02' };
      await one.account.load({
        file: statement([
          ['M5', 60, of('Zoe Roe')],
          ['M5', 40, of('Dana Whitfield')],
        ]),
        ...more,
      });
      await setUp(one, { firstMonth: '2026-02' });
      expect((await act(one, await open(one, ['2026-02']), 'approve')).status).toBe(200);
      const [senior] = one.setup.plans;
      const rules = [{ ruleId: 'all', pay: { by: 'commission', percent: 55 } }];
      await setUp(one, { firstMonth: '2026-02', plans: [{ ...senior, rules }] }, 1);
      await one.owner.call('POST', `/v1/agents/${one.lee}/names`, { kind: 'name', text: 'Zoe Roe' });
      const { agents } = await read(one, await open(one, ['2026-02']));
      expect(agents.map(({ agentName, earned, takenBack }) => [agentName, earned, takenBack])).toEqual([
        ['Lee Park', 33, 0],
      ]);
    });

    test('leaves a paid line alone when a later file has another line for the same policy and month', async () => {
      const one = await agency();
      await setUp(one);
      expect((await act(one, await open(one, ['2026-01']), 'approve')).status).toBe(200);
      const rules = [{ ruleId: 'all', pay: { by: 'commission', percent: 55 } }];
      await setUp(one, { plans: one.setup.plans.map((plan) => ({ ...plan, rules })) }, 1);
      const late = statement([['M1', 160, of('Lee Park')]]);
      await one.account.load({ file: late, carrierId: one.carrierId, period: '2026-01', append: true });
      const { agents } = await read(one, await open(one, ['2026-01']));
      expect(agents.map(({ agentName, earned, takenBack }) => [agentName, earned, takenBack])).toEqual([
        ['Lee Park', 88, 0],
      ]);
    });

    test('does not change once it is approved; a correction is an adjustment of the next run', async () => {
      const one = await agency();
      await setUp(one);
      const first = await open(one, ['2026-01']);
      expect((await act(one, first, 'review')).status).toBe(200);
      const approved = await act(one, first, 'approve');
      expect(approved.status, approved.body).toBe(200);
      expect((await act(one, first, 'approve')).status).toBe(409);
      expect((await one.owner.call('DELETE', `/v1/pay-runs/${first}`)).status).toBe(409);
      // The statement is replaced: M1 is corrected to 90, M2 stays, M3 is gone.
      const replaced = await one.account.load({
        file: statement([
          ['M1', 90, of('WHITFIELD, DANA')],
          ['M2', 50.25, of('Dana Whitfield')],
          ['M4', 10, of('Nobody Known')],
        ]),
        carrierId: one.carrierId,
        period: '2026-01',
        replace: true,
      });
      expect(replaced.fileId).not.toBe(one.january.fileId);
      expect((await read(one, first)).sums.people).toBe(130.15);
      const next = await read(one, await open(one, ['2026-01']));
      expect(next.sums).toMatchObject({ received: -90, people: -46, held: 0, house: -44 });
      const byName = new Map(next.agents.map((agent) => [agent.agentName, agent]));
      expect(byName.get('Dana Whitfield')).toMatchObject({ earned: 0, takenBack: -5, paid: 0, after: { debt: 5 } });
      expect(byName.get('Lee Park')).toMatchObject({ earned: 0, takenBack: -41, paid: 0, after: { debt: 41 } });
      const why = runLines.parse(
        (await one.owner.call('GET', `/v1/pay-runs/${next.id}/lines?party=${one.lee}`)).json,
      ).data;
      expect(why.map((line) => line.why)).toContain('No longer on a statement: $40.00 is taken back');
    });

    test('is open once, and is paid once', async () => {
      const one = await agency();
      await setUp(one);
      const id = await open(one, ['2026-01']);
      expect(
        (await one.owner.call('POST', '/v1/pay-runs', { payDate: '2026-03-15', months: ['2026-01'] })).status,
      ).toBe(409);
      const paid = { paidOn: '2026-03-15', method: 'ACH', reference: 'B-7' };
      expect((await act(one, id, 'paid', paid)).status).toBe(409);
      expect((await act(one, id, 'approve')).status).toBe(200);
      expect(
        z.looseObject({ state: z.string(), reference: z.string() }).parse((await act(one, id, 'paid', paid)).json),
      ).toMatchObject({
        ...{ state: 'paid', reference: 'B-7' },
      });
      const corrected = await act(one, id, 'paid', { ...paid, paidOn: '2026-03-16' });
      expect(z.looseObject({ paidOn: z.string() }).parse(corrected.json).paidOn).toBe('2026-03-16');
      for (const paidOn of ['2025-03-01', '2027-04-01', '0206-03-15']) {
        const refused = await act(one, id, 'paid', { ...paid, paidOn });
        expect(refused.status).toBe(422);
        expect(refused.body).toContain('must be within a year of the pay date, 2026-03-15');
      }
      const trail = z.object({ data: z.array(z.looseObject({ action: z.string(), meta: z.unknown() })) });
      const { data } = trail.parse((await one.owner.call('GET', '/v1/audit')).json);
      expect(data.filter(({ action }) => action === 'pay_run.paid').map(({ meta }) => meta)).toMatchObject([
        { paidOn: '2026-03-16', method: 'ACH', reference: 'B-7' },
        { paidOn: '2026-03-15' },
      ]);
    });

    test('counts for form 1099 in the year in which it was paid, and not before', async () => {
      const one = await agency();
      await setUp(one);
      const opened = await one.owner.call('POST', '/v1/pay-runs', { payDate: '2025-12-31', months: ['2026-01'] });
      const id = z.object({ id: z.string() }).parse(opened.json).id;
      expect((await act(one, id, 'approve')).status).toBe(200);
      const year = async (of: number) => (await one.owner.call('GET', `/v1/reports/agent-pay?year=${of}`)).json;
      const own = async () => (await one.owner.call('GET', `/v1/agents/${one.lee}/pay`)).json;
      expect([await year(2025), await year(2026)]).toMatchObject([{ data: [] }, { data: [] }]);
      expect(await own()).toMatchObject({ years: [{ year: 2025, paid: 55.02 }] });
      await act(one, id, 'paid', { paidOn: '2026-01-02', method: 'ACH', reference: null });
      expect(await year(2025)).toMatchObject({ data: [] });
      expect(await year(2026)).toMatchObject({ data: [{ paid: 75.13 }, { agentName: 'Lee Park', paid: 55.02 }] });
      expect(await own()).toMatchObject({ years: [{ year: 2026, paid: 55.02 }] });
    });

    test('is reviewed again after it changed, and approved by an owner, a second person where the agency wants it', async () => {
      const one = await agency();
      await setUp(one, { approval: 'second_person' });
      const id = await open(one, ['2026-01']);
      expect((await act(one, id, 'approve')).status).toBe(409);
      expect((await act(one, id, 'review')).status).toBe(200);
      const adjusted = await act(one, id, 'adjustments', { agentId: one.dana, kind: 'fee', amount: -5, reason: 'E&O' });
      expect(adjusted.status, adjusted.body).toBe(201);
      expect(wholeRun.parse(adjusted.json).hasChangedSinceReview).toBe(true);
      const other = { ...one, owner: await one.signIn('owner') };
      expect((await act(other, id, 'approve')).status).toBe(409);
      const staff = { ...one, owner: await one.signIn('staff') };
      expect((await act(staff, id, 'review')).status).toBe(200);
      expect((await act(staff, id, 'approve')).status).toBe(403);
      const approved = await act(other, id, 'approve');
      expect(approved.status, approved.body).toBe(200);
      expect(wholeRun.parse(approved.json).sums.paid).toBe(125.15);
    });
  });

  test('pages of an approved run are those of the draft it was', async () => {
    const one = await agency();
    await setUp(one);
    const id = await open(one, ['2026-01']);
    const paged = async () =>
      Promise.all(
        ['limit=2', 'limit=2&offset=6', `party=${one.dana}`, 'party=house&offset=1&limit=1', 'party=held'].map(
          async (query) => page.parse((await one.owner.call('GET', `/v1/pay-runs/${id}/lines?${query}`)).json),
        ),
      );
    // Only approved lines have numbers.
    const page = z.looseObject({
      total: z.number(),
      data: z.array(z.looseObject({ number: z.unknown().transform(() => null) })),
    });
    const draft = await paged();
    expect((await act(one, id, 'approve')).status).toBe(200);
    expect(await paged()).toEqual(draft);
    expect(draft.map(({ total }) => total)).toEqual([9, 9, 2, 3, 1]);
  });

  test('the journal is balanced, and has the columns that QuickBooks and Xero import', async () => {
    const one = await agency();
    await setUp(one);
    const id = await open(one, ['2026-01']);
    const take = async (query: string) =>
      (await one.account.call('GET', `/v1/pay-runs/${id}/journal${query}`, { headers: { accept: 'text/csv' } })).body;
    for (const paper of ['journal', 'payments'])
      expect((await one.account.call('GET', `/v1/pay-runs/${id}/${paper}`)).status).toBe(409);
    expect((await act(one, id, 'approve')).status).toBe(200);
    const [short] = id.split('-');
    expect((await take('')).replaceAll(id, 'RUN')).toBe(
      [
        'date,account,debit,credit,name,memo,reference',
        '2026-03-15,Commissions received,10,0,Aetna,"No agent, plan or rule yet",RUN',
        '2026-03-15,Held commissions,0,10,Aetna,"No agent, plan or rule yet",RUN',
        '2026-03-15,Commissions received,230.25,0,Aetna,Commission,RUN',
        '2026-03-15,Commission income,0,230.25,Aetna,Commission,RUN',
        '2026-03-15,Agent commissions,75.13,0,Dana Whitfield,Aetna,RUN',
        '2026-03-15,Agent commissions payable,0,75.13,Dana Whitfield,Aetna,RUN',
        '2026-03-15,Agent commissions,55.02,0,Lee Park,Aetna,RUN',
        '2026-03-15,Agent commissions payable,0,55.02,Lee Park,Aetna,RUN',
        '',
      ].join('\r\n'),
    );
    expect((await take('?program=quickbooks')).split('\r\n').slice(0, 3)).toEqual([
      'JournalNo,JournalDate,AccountName,Debits,Credits,Description,Name',
      `PAY-20260315-${short},03/15/2026,Commissions received,10,,"No agent, plan or rule yet",Aetna`,
      `PAY-20260315-${short},03/15/2026,Held commissions,,10,"No agent, plan or rule yet",Aetna`,
    ]);
    expect((await take('?program=xero')).split('\r\n').slice(0, 3)).toEqual([
      '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount',
      `Agent pay 2026-03-15 (${short}),15/03/2026,"Aetna: No agent, plan or rule yet",Commissions received,Tax Exempt,10`,
      `Agent pay 2026-03-15 (${short}),15/03/2026,"Aetna: No agent, plan or rule yet",Held commissions,Tax Exempt,-10`,
    ]);
  });

  test('an exception of a member stays when the member’s id is joined with another', async () => {
    const one = await agency();
    await one.load([['N1', 100, { ...of('Dana Whitfield'), Policy: 'P-9' }]], '2026-02');
    const members = z.object({
      data: z.array(z.looseObject({ memberExternalId: z.string(), memberRefId: z.string() })),
    });
    const refOf = async (id: string, period: string) =>
      members
        .parse((await one.owner.call('GET', `/v1/members?period=${period}`)).json)
        .data.find(({ memberExternalId }) => memberExternalId === id)?.memberRefId;
    const [plan] = one.setup.plans;
    const rules = [
      ...(plan?.rules ?? []),
      { ruleId: 'own', memberRefId: await refOf('N1', '2026-02'), pay: { by: 'commission', percent: 80 } },
    ];
    await setUp(one, { plans: [{ ...plan, rules }] });
    const id = await open(one, ['2026-02']);
    expect((await read(one, id)).sums.people).toBe(80);
    const path = `/v1/members/${await refOf('M1', '2026-01')}/aliases`;
    const joined = await one.account.call('POST', path, { json: { externalId: 'N1' } });
    expect(joined.status, joined.body).toBeLessThan(300);
    expect((await read(one, id)).sums.people).toBe(80);
  });

  test('lines from before the first month are in no run, but count for tiers and can be taken back', async () => {
    const one = await agency();
    await one.load(
      [
        ['M1', -100, of('Dana Whitfield')],
        ['M7', 100, of('Lee Park')],
      ],
      '2026-02',
    );
    const [plan] = one.setup.plans;
    const tiers = { measure: 'commission', reach: 'next_line', steps: [{ reached: 80, percent: 60 }] };
    const rules = [{ ruleId: 'all', pay: { by: 'commission', percent: 50 }, tiers }];
    await setUp(one, { firstMonth: '2026-02', plans: [{ ...plan, rules }] });
    const run = await read(one, await open(one, ['2026-02']));
    expect(run.sums).toMatchObject({ received: 0, people: 10 });
    expect(run.agents.map(({ agentName, earned, takenBack }) => [agentName, earned, takenBack]).sort()).toEqual([
      ['Dana Whitfield', 0, -50],
      ['Lee Park', 60, 0],
    ]);
  });

  test('a bonus without a member goes by the rule for bonuses', async () => {
    const one = await agency();
    await one.load(
      [
        ['M1', 100, of('Dana Whitfield')],
        ['', 500, { Agent: 'Dana Whitfield', Plan: 'Bonus' }],
      ],
      '2026-02',
    );
    const [plan] = one.setup.plans;
    const bonus = { ruleId: 'bonus', payClass: 'bonus', pay: { by: 'commission', percent: 30 } };
    await setUp(one, { plans: [{ ...plan, rules: [...(plan?.rules ?? []), bonus] }] });
    // 150 of the bonus, 50 of the line, and 10 for Lee above.
    expect((await read(one, await open(one, ['2026-02']))).sums).toMatchObject({ received: 600, people: 210 });
  });

  test('a statement does not name the agent who had the member before', async () => {
    const one = await agency();
    await setUp(one);
    await one.load(
      JANUARY.map(([member, amount]) => [member, amount, of('Lee Park')]),
      '2026-02',
    );
    const id = await open(one, ['2026-01', '2026-02']);
    const { body } = await one.owner.call('GET', `/v1/pay-runs/${id}/lines?party=${one.lee}`);
    expect(body).toContain('Lee Park');
    expect(body).toContain('"finding":"');
    expect(body).not.toContain('Dana');
  });

  describe('the setup', () => {
    test('says what is wrong in it, and is changed from the revision in force only', async () => {
      const one = await agency();
      const wrong = await one.owner.call('PUT', '/v1/pay-setup', {
        revision: 0,
        setup: { ...one.setup, agents: [{ agentId: one.dana, plans: [{ from: '2026-01', planId: 'gold' }] }] },
      });
      expect(wrong.status).toBe(422);
      expect(wrong.body).toContain('is no plan of this setup');
      await setUp(one);
      expect((await one.owner.call('PUT', '/v1/pay-setup', { revision: 0, setup: one.setup })).status).toBe(409);
      expect((await one.owner.call('GET', '/v1/pay-setup')).json).toMatchObject({ revision: 1 });
    });

    test('reaches lines that were paid only when a run says so', async () => {
      const one = await agency();
      await setUp(one);
      const first = await open(one, ['2026-01']);
      expect((await act(one, first, 'approve')).status).toBe(200);
      const [plan] = one.setup.plans;
      await setUp(one, { plans: [{ ...plan, rules: [{ ruleId: 'all', pay: { by: 'commission', percent: 60 } }] }] }, 1);
      const unchanged = await open(one, ['2026-01']);
      expect((await read(one, unchanged)).sums).toMatchObject({ received: 0, people: 0, house: 0 });
      expect((await one.owner.call('DELETE', `/v1/pay-runs/${unchanged}`)).status).toBe(204);
      const again = await one.owner.call('POST', '/v1/pay-runs', {
        payDate: '2026-03-15',
        months: ['2026-01'],
        reapplyFrom: '2026-01',
      });
      const run = await read(one, z.object({ id: z.string() }).parse(again.json).id);
      // 60 % of 150.25 for Dana is 90.15 instead of 75.13; Lee loses the overrides of 15.02 and gets 48 instead of 40.
      expect(run.sums).toMatchObject({ received: 0, people: 8, house: -8 });
    });

    test('and the records of agents that a run used stay those of the lines that it paid', async () => {
      const one = await agency();
      await setUp(one);
      expect((await act(one, await open(one, ['2026-01']), 'approve')).status).toBe(200);
      const changed = await one.owner.call('PATCH', `/v1/agents/${one.dana}`, { uplineId: null });
      expect(changed.status, changed.body).toBe(200);
      await one.load([['M1', 100, of('Dana Whitfield')]], '2026-02');
      const next = await read(one, await open(one, ['2026-02']));
      expect(next.sums).toMatchObject({ received: 100, people: 50, house: 50 });
      expect(next.agents.map(({ agentName }) => agentName)).toEqual(['Dana Whitfield']);
    });

    test('may not begin after a month that was paid', async () => {
      const one = await agency();
      await setUp(one);
      expect((await act(one, await open(one, ['2026-01']), 'approve')).status).toBe(200);
      const later = await one.owner.call('PUT', '/v1/pay-setup', {
        revision: 1,
        setup: { ...one.setup, firstMonth: '2026-02' },
      });
      expect(later.status).toBe(422);
      expect(later.body).toContain('must not be after 2026-01, which a pay run names');
    });
  });
});

/** Guarantee: approving and paying a run each store one event, which becomes a delivery for each webhook that asked for it. */
describe('pay events', async () => {
  const service = await sharedService();
  const created = z.object({ id: z.string() });
  const page = z.object({
    data: z.array(z.object({ id: z.string(), event: z.string(), jobId: z.string().nullable() })),
  });

  test('a run that is approved and paid tells each webhook that asked for it, once', async () => {
    const account = await service.createAccount();
    const carrierId = await service.createCarrier({ account });
    const { runId } = await halfForAgents({ account, carrierId });
    const hook = async (events: readonly string[]) => {
      const json = { url: `https://agency.example/${events.length}`, events };
      const added = await account.call('POST', '/v1/webhooks', { json });
      expect(added.status, added.body).toBe(201);
      return created.parse(added.json).id;
    };
    const both = await hook(['pay_run.approved', 'pay_run.paid']);
    const jobsOnly = await hook(['job.completed']);
    await approve(service.database, account, runId);
    const origin = { actor: 'person:owner@harbor.example', ip: null, requestId: 'pay' };
    const order = {
      key: { accountId: account.accountId, runId },
      paidOn: '2026-02-16',
      method: 'ACH',
      reference: 'B-7',
    };
    await markRunPaid(createPayRunStore(service.database), order, origin);
    // Any later change relays the outbox.
    await account.call('POST', `/v1/webhooks/${jobsOnly}/test`);
    const deliveries = page.parse((await account.call('GET', `/v1/webhooks/${both}/deliveries`)).json).data;
    expect(deliveries.map(({ event, jobId }) => [event, jobId]).sort()).toEqual([
      ['pay_run.approved', null],
      ['pay_run.paid', null],
    ]);
    const others = page.parse((await account.call('GET', `/v1/webhooks/${jobsOnly}/deliveries`)).json).data;
    expect(others.map(({ event }) => event).sort()).toEqual(['job.completed', 'webhook.test']);
    const bodies = await service.database.system(
      (sql) => sql<{ body: string }[]>`
      select body from webhook_deliveries where webhook_id = ${both} order by position`,
    );
    const parsed = bodies.map(({ body }) => payRunEvent.parse(JSON.parse(body)));
    // The description has exactly the fields that are sent. Half of 230.25 is 115.12, and the house has the rest.
    expect(parsed).toEqual(bodies.map(({ body }) => JSON.parse(body)));
    expect(parsed[1]).toMatchObject({
      ...{ event: 'pay_run.paid', runId, months: ['2026-01'], agents: 2, paidOn: '2026-02-16', method: 'ACH' },
      sums: { received: 230.25, people: 115.12, house: 115.13, held: 0, paid: 115.12 },
    });
  });
});

/** Guarantee: the purge of a file removes the names of its members from approved runs, and changes no amount. */
describe('purged names', async () => {
  const service = await sharedService();
  const lines = z.object({
    data: z.array(z.object({ memberName: z.string().nullable(), memberExternalId: z.string(), amount: z.number() })),
  });

  test('a purged file leaves ids and amounts in the lines of an approved run, and no names', async () => {
    const account = await service.createAccount();
    const carrierId = await service.createCarrier({ account });
    const { fileId, runId, lee, dana } = await halfForAgents({ account, carrierId });
    await approve(service.database, account, runId);
    const read = async (agentId: string) => {
      const { data } = lines.parse((await account.call('GET', `/v1/pay-runs/${runId}/lines?party=${agentId}`)).json);
      return data.map(({ memberName, memberExternalId, amount }) => [memberName, memberExternalId, amount]);
    };
    expect(await read(lee)).toEqual([['Cy Doe', 'M3', 40]]);
    const purged = await account.call('POST', `/v1/files/${fileId}/purge`);
    expect(purged.status, purged.body).toBe(200);
    expect(await read(lee)).toEqual([[null, 'M3', 40]]);
    expect(await read(dana)).toEqual([
      [null, 'M1', 50],
      [null, 'M2', 25.12],
    ]);
  });
});
