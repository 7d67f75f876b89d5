import { expect, test } from 'vitest';
import { z } from 'zod';
import { createPayRunStore } from '../../../adapters/postgres/agent-pay/pay-run-store.ts';
import { markRunPaid } from '../../../app/agent-pay/pay-runs.ts';
import { payRunEvent } from '../../../lambdas/http/openapi-webhooks.ts';
import { approve, halfForAgents } from '../../support/paid-agency.ts';
import { sharedService } from '../../support/service.ts';

/** Guarantee: approving and paying a run each store one event, which becomes a delivery for each webhook that asked for it. */

const service = await sharedService();
const created = z.object({ id: z.string() });
const page = z.object({ data: z.array(z.object({ id: z.string(), event: z.string(), jobId: z.string().nullable() })) });

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
  const order = { key: { accountId: account.accountId, runId }, paidOn: '2026-02-16', method: 'ACH', reference: 'B-7' };
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
