import { z } from 'zod';
import { shownSums } from '../agent-pay/shown-sums.ts';
import { type JobEvent, jobEventBody } from './event-body.ts';

/** Events about pay runs (docs/reference/webhooks.md#pay-runs). They name no agent and no member. */

export const PAY_RUN_EVENTS = ['pay_run.approved', 'pay_run.paid'] as const;

const amount = z.int();

/** Change of a run, as stored in the transaction that made it. Amounts are ten-thousandths of a dollar. */
export const payRunEventSchema = z.object({
  event: z.enum(PAY_RUN_EVENTS),
  runId: z.string(),
  payDate: z.string(),
  months: z.array(z.string()).readonly(),
  sums: z.object({ received: amount, people: amount, house: amount, held: amount, paid: amount }),
  agents: z.int(),
  approvedAt: z.string(),
  paidOn: z.string().nullable(),
  method: z.string().nullable(),
  reference: z.string().nullable(),
});
export type PayRunEvent = z.output<typeof payRunEventSchema>;

export type ServiceEvent = JobEvent | PayRunEvent;

/** Returns the body of an event, the same bytes for the same event. */
export function eventBody(event: ServiceEvent, publicUrl: string): string {
  return 'runId' in event ? payRunEventBody(event, publicUrl) : jobEventBody(event, publicUrl);
}

function payRunEventBody({ sums, ...event }: PayRunEvent, publicUrl: string): string {
  const { runId, payDate, months, agents, approvedAt, paidOn, method, reference } = event;
  const run = `${publicUrl}/v1/pay-runs/${runId}`;
  const { received, people, house, held, paid } = shownSums(sums);
  return JSON.stringify({
    event: event.event,
    ...{ runId, payDate, months },
    sums: { received, people, house, held, paid },
    ...{ agents, approvedAt, paidOn, method, reference },
    _links: {
      self: { href: run },
      lines: { href: `${run}/lines` },
      payments: { href: `${run}/payments` },
      journal: { href: `${run}/journal` },
    },
  });
}
