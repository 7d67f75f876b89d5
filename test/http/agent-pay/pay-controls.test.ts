import { afterAll, describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { z } from 'zod';
import { act, of, open, payAgency, read, runLines, setUp } from '../../support/pay-agency.ts';
import { peopleForTests } from '../../support/person-browser.ts';
import { startService } from '../../support/service.ts';

/** Guarantee: a run is controlled by two people where the agency wants it, its changes can be traced, and no wrong setup is stored. */

const service = await startService({ people: (database) => peopleForTests(database, () => service.url) });
afterAll(() => service.close());

const agency = () => payAgency(service);
const auditTrail = z.object({ data: z.array(z.looseObject({ action: z.string(), meta: z.unknown() })) });

test('a second person is a person: a token does not review, and a change of who approves needs another review', async () => {
  const one = await agency();
  await setUp(one, { approval: 'second_person' });
  const id = await open(one, ['2026-01']);
  const byToken = await one.account.call('POST', `/v1/pay-runs/${id}/review`, { json: {} });
  expect(byToken.status, byToken.body).toBe(409);
  expect((await act(one, id, 'review')).status).toBe(200);
  const turned = { revision: 1, setup: { ...one.setup, approval: 'owner' } };
  expect((await one.account.call('PUT', '/v1/pay-setup', { json: turned })).status).toBe(403);
  expect((await (await one.signIn('staff')).call('PUT', '/v1/pay-setup', turned)).status).toBe(403);
  expect((await one.owner.call('PUT', '/v1/pay-setup', turned)).status).toBe(200);
  expect((await read(one, id)).hasChangedSinceReview).toBe(true);
  expect((await act(one, id, 'approve')).status).toBe(409);
});

test('who switches the second person off needs one for the next run all the same, also for a new draft of it', async () => {
  const one = await agency();
  await setUp(one, { approval: 'second_person' });
  await open(one, ['2026-01']);
  await setUp(one, { approval: 'owner' }, 1);
  const [first] = z
    .object({ data: z.array(z.looseObject({ id: z.string() })) })
    .parse((await one.owner.call('GET', '/v1/pay-runs')).json).data;
  expect((await one.owner.call('DELETE', `/v1/pay-runs/${first?.id}`)).status).toBe(204);
  const id = await open(one, ['2026-01']);
  expect((await act(one, id, 'approve')).json).toMatchObject({
    detail: 'The run must be reviewed first, by another person.',
  });
  const byToken = await one.account.call('POST', `/v1/pay-runs/${id}/review`, { json: {} });
  expect(byToken.status, byToken.body).toBe(409);
  expect((await act(one, id, 'review')).status).toBe(200);
  expect((await act(one, id, 'approve')).json).toMatchObject({
    detail: 'Another person than the reviewer approves the run.',
  });
  expect((await (await one.signIn('staff')).call('POST', `/v1/pay-runs/${id}/review`, {})).status).toBe(200);
  expect((await act(one, id, 'approve')).status).toBe(200);
  // Two people have approved a run since, so the owner is enough.
  expect((await act(one, await open(one, ['2026-01']), 'approve')).status).toBe(200);
});

test('what a person changes by hand is in the audit trail, and earlier revisions of the setup stay', async () => {
  const one = await agency();
  await setUp(one);
  const id = await open(one, ['2026-01']);
  const fee = { agentId: one.dana, kind: 'fee', amount: -5, reason: 'E&O' };
  const made = z.looseObject({ adjustments: z.array(z.looseObject({ id: z.string() })) });
  const { adjustments } = made.parse((await act(one, id, 'adjustments', fee)).json);
  await one.owner.call('DELETE', `/v1/pay-runs/${id}/adjustments/${adjustments[0]?.id}`);
  await setUp(one, { plans: [], agents: [{ agentId: one.dana }] }, 1);
  const { data } = auditTrail.parse((await one.owner.call('GET', '/v1/audit')).json);
  const metaOf = (action: string) => data.find((one) => one.action === action)?.meta;
  expect([metaOf('pay_run.adjust'), metaOf('pay_run.remove_adjustment')]).toEqual([fee, fee]);
  expect(metaOf('pay_setup.update')).toEqual({
    ...{ revision: 2, plans: 0, agents: 1, hasOtherMoves: false, hasOtherCases: false },
    ...{ changedPlans: ['senior'], changedAgents: [one.dana, one.lee] },
  });
  const revision = async (number: number) => one.owner.call('GET', `/v1/pay-setup?revision=${number}`);
  expect((await revision(1)).json).toMatchObject({ revision: 1, setup: { plans: [{ planId: 'senior' }] } });
  expect((await revision(3)).status).toBe(404);
});

test('what an approved statement says was paid in the year stays when a later run has its pay date', async () => {
  const one = await agency();
  await setUp(one);
  const id = await open(one, ['2026-01']);
  expect((await act(one, id, 'approve')).status).toBe(200);
  const summary = async (runId = id) => {
    const path = `/v1/pay-runs/${runId}/agents/${one.dana}/statement`;
    const reply = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${one.account.token}` } });
    const sheet = XLSX.read(Buffer.from(await reply.arrayBuffer())).Sheets['Summary'] ?? {};
    return XLSX.utils.sheet_to_csv(sheet);
  };
  const before = await summary();
  expect(before).toContain('Paid this year,$75.13');
  const later = await open(one, ['2026-01']);
  await act(one, later, 'adjustments', { agentId: one.dana, kind: 'bonus', amount: 7, reason: 'Well done' });
  expect((await act(one, later, 'approve')).status).toBe(200);
  expect(await summary()).toBe(before);
  expect(await summary(later)).toContain('Paid this year,$82.13');
  // From here on the first run counts for the next year, as on form 1099.
  const paid = { paidOn: '2027-01-04', method: 'ach', reference: null };
  expect((await act(one, id, 'paid', paid)).status).toBe(200);
  expect(await summary(later)).toContain('Paid this year,$7.00');
  expect(await summary()).toBe(before);
});

test('money that is no longer held is called released, and the register has a row for each agent', async () => {
  const one = await agency();
  await setUp(one);
  expect((await act(one, await open(one, ['2026-01']), 'approve')).status).toBe(200);
  await one.owner.call('POST', `/v1/agents/${one.lee}/names`, { kind: 'name', text: 'Nobody Known' });
  const id = await open(one, ['2026-01']);
  const held = runLines.parse((await one.owner.call('GET', `/v1/pay-runs/${id}/lines?party=held`)).json).data;
  expect(held.map(({ amount, why }) => [amount, why])).toEqual([[-10, 'Released: $10.00 was held']]);
  const register = await one.account.call('GET', `/v1/pay-runs/${id}`, { headers: { accept: 'text/csv' } });
  expect(register.body).toBe(
    [
      'agentId,agentName,earned,takenBack,adjustments,advance,heldBack,released,recovered,paid,waiting,holdback,debt',
      `${one.lee},Lee Park,5,0,0,0,0,0,0,5,0,0,0`,
      '',
    ].join('\r\n'),
  );
});

describe('the months of a run', () => {
  test('names no month before the first one of the setup, and none without a statement', async () => {
    const one = await agency();
    await one.load([['M9', 30, of('Lee Park')]], '2025-12');
    await setUp(one);
    const months = ['2025-12', '2026-01', '2026-02'];
    const refused = await one.owner.call('POST', '/v1/pay-runs', { payDate: '2026-03-15', months });
    expect(refused.status).toBe(422);
    expect(refused.body).toContain('2025-12 is before 2026-01, the first month of the setup; 2026-02 has no statement');
  });

  test('may not begin after a month that an open run names', async () => {
    const one = await agency();
    await setUp(one);
    await open(one, ['2026-01']);
    const later = { revision: 1, setup: { ...one.setup, firstMonth: '2026-02' } };
    expect((await one.owner.call('PUT', '/v1/pay-setup', later)).status).toBe(422);
  });
});

describe('a setup', () => {
  test('names carriers and members of the account, and moves no book to its own agent', async () => {
    const one = await agency();
    const id = '00000000-0000-4000-8000-000000000001';
    const move = { from: '2026-01', agentId: one.dana, toAgentId: one.dana, carrierId: id, memberRefId: id };
    const wrong = await one.owner.call('PUT', '/v1/pay-setup', { revision: 0, setup: { ...one.setup, moves: [move] } });
    expect(wrong.status).toBe(422);
    for (const text of ['moves[0].carrierId', 'moves[0].memberRefId', 'is the agent who has the book'])
      expect(wrong.body).toContain(text);
    await setUp(one, { moves: [{ ...move, toAgentId: one.lee, carrierId: one.carrierId, memberRefId: null }] });
  });

  test('gives nobody two plans, uplines, moves or cases from one month, nor more than the commission', async () => {
    const one = await agency();
    const [from, planId] = ['2026-01', 'much'];
    const twice = <Of>(value: Of) => [value, value];
    const shares = [one.lee, one.dana].map((agentId) => ({ agentId, percent: 50 }));
    const pay = { by: 'commission', percent: 80 };
    const steps = { reach: 'year', steps: [{ reached: 1, percent: 90 }] };
    const level = (...percents: number[]) => ({ by: 'level', percents });
    const wrong = {
      ...one.setup,
      plans: [
        {
          ...{ planId, name: planId },
          rules: [
            { ruleId: 'whole', pay, overrides: level(15, 5) },
            { ruleId: 'more', pay, overrides: level(15, 5.0001) },
            { ruleId: 'with tiers', pay, tiers: steps, overrides: level(10.5) },
            { ruleId: 'of premium', pay: { by: 'premium', percent: 80 }, overrides: level(60, 40) },
          ],
        },
      ],
      agents: [{ agentId: one.dana, plans: twice({ from, planId }), uplines: twice({ from, agentId: one.lee }) }],
      moves: twice({ from, agentId: one.dana, toAgentId: one.lee }),
      cases: ['p1', ' P1 '].map((policy) => ({ from, policy, shares })),
    };
    const refused = await one.owner.call('PUT', '/v1/pay-setup', { revision: 0, setup: wrong });
    expect(refused.status, refused.body).toBe(422);
    const fields = z.object({ errors: z.array(z.object({ field: z.string() })) }).parse(refused.json).errors;
    expect(fields.map(({ field }) => field)).toEqual([
      ...['plans[0].rules[1].overrides', 'plans[0].rules[2].overrides'],
      ...['agents[0].plans[1].from', 'agents[0].uplines[1].from', 'moves[1].from', 'cases[1].from'],
    ]);
    for (const text of ['more than 100 %', 'is the month of another plan', 'is the month of another case'])
      expect(refused.body).toContain(text);
  });

  test('compares policies without case and surrounding spaces', async () => {
    const one = await agency();
    const shares = [one.lee, one.dana].map((agentId) => ({ agentId, percent: 50 }));
    await setUp(one, { cases: [{ from: '2026-01', policy: ' p-1 ', shares }] });
    const run = await read(one, await open(one, ['2026-01']));
    // Without the case the line of nobody would be held.
    expect(run.heldLines).toEqual([]);
  });

  test('keeps the opening balance of an agent with whom a run has settled', async () => {
    const one = await agency();
    await setUp(one);
    expect((await act(one, await open(one, ['2026-01']), 'approve')).status).toBe(200);
    const agents = one.setup.agents.map((terms) => ({ ...terms, opening: { debt: 5 } }));
    const changed = { revision: 1, setup: { ...one.setup, agents } };
    const refused = await one.owner.call('PUT', '/v1/pay-setup', changed);
    expect(refused.status, refused.body).toBe(422);
    expect(refused.body).toContain('agents[0].opening');
    await setUp(one, {}, 1);
  });

  test('and its runs keep the agents that they name from deletion', async () => {
    const one = await agency();
    const made = await one.owner.call('POST', '/v1/agents', { name: 'Opal Newby' });
    const { agentId } = z.object({ agentId: z.string() }).parse(made.json);
    const owing = { agentId, opening: { debt: 500 } };
    const remove = () => one.owner.call('DELETE', `/v1/agents/${agentId}`);
    await setUp(one, { agents: [...one.setup.agents, owing] });
    expect((await remove()).json).toMatchObject({
      detail: 'Plans, terms, moves or shared cases of pay refer to the agent; it can not be deleted.',
    });
    const id = await open(one, ['2026-01']);
    await setUp(one, {}, 1);
    const bonus = { agentId, kind: 'bonus', amount: 5, reason: 'Welcome' };
    expect((await act(one, id, 'adjustments', bonus)).status).toBe(201);
    expect((await remove()).json).toMatchObject({ detail: 'Pay runs refer to the agent; it can not be deleted.' });
    expect((await one.owner.call('DELETE', `/v1/pay-runs/${id}`)).status).toBe(204);
    expect((await remove()).status).toBe(204);
  });
});

test('a release pays at most what was held back before the run', async () => {
  const one = await agency();
  const agents = [{ agentId: one.dana, opening: { holdback: 5 } }];
  await setUp(one, { agents });
  const id = await open(one, ['2026-01']);
  const release = (amount: number) =>
    act(one, id, 'adjustments', { agentId: one.dana, kind: 'release', amount, reason: 'Year end' });
  expect((await release(2)).status).toBe(201);
  const refused = await release(3.01);
  expect(refused.status, refused.body).toBe(422);
  expect(refused.body).toContain('must be at most $3.00, which is held back and not released');
  expect((await release(3)).status).toBe(201);
  expect((await act(one, id, 'approve')).status).toBe(200);
  const next = await open(one, ['2026-01']);
  const late = await act(one, next, 'adjustments', { agentId: one.dana, kind: 'release', amount: 1, reason: 'Late' });
  expect(late.status, late.body).toBe(422);
});
