import { createHmac } from 'node:crypto';
import { answerOf, type CommissionClient, type Schema } from '../commission-client.ts';

/** The largest number of carrier events in a webhook. */
const CARRIER_EVENTS = 8;

/**
 * Makes the event of an ended job from the present answer of the API about the job. It has every field of the service's own event, but
 * never the value `final` of `month.absence`, which only the service knows.
 */
export async function eventOf({ api }: CommissionClient, job: Schema<'Job'>): Promise<Schema<'JobEvent'>> {
  const { jobId, fileId, carrierId, workspaceId, period, mode, warnings, _links } = job;
  const isCompleted = job.status === 'completed';
  const query = { carrierId, workspaceId, period };
  const carrierEvents = isCompleted ? (await answerOf(api.GET('/v1/carrier-events', { params: { query } }))).data : [];
  return {
    ...(job.status === 'completed'
      ? { event: 'job.completed', status: 'completed', stats: job.stats }
      : { event: 'job.failed', status: 'failed', stats: job.stats }),
    jobId,
    fileId,
    carrierId,
    period,
    mode,
    warnings,
    error: isCompleted ? null : job.error,
    carrierEvents: summariesOf(carrierEvents),
    ...(job.month === null
      ? {}
      : { month: { ...job.month, absence: job.month.state === 'open' ? ('provisional' as const) : null } }),
    _links: { ..._links, job: _links.self },
  };
}

/** Summarises carrier events: the largest first, with pay increases last. */
function summariesOf(events: readonly Schema<'CarrierEvent'>[]): Schema<'CarrierEventSummary'>[] {
  const isIncrease = ({ kind }: Schema<'CarrierEvent'>) => Number(kind === 'pay_increased');
  return events
    .toSorted((a, b) => isIncrease(a) - isIncrease(b) || b.amount - a.amount)
    .slice(0, CARRIER_EVENTS)
    .map(({ id, kind, scope, scopeValue, members, compared, changePercent, amount, detail }) => ({
      id,
      kind,
      scope,
      scopeValue,
      members,
      compared,
      changePercent,
      amount,
      detail,
    }));
}

interface Signing {
  readonly secret: string;
  /** The id of the delivery. */
  readonly id: string;
  readonly now: Date;
  readonly event: string;
  readonly body: string;
}

/** Makes the headers of a webhook as docs/reference/webhooks.md#signatures describes them. */
export function signedHeaders({ secret, id, now, event, body }: Signing): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000);
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'Content-Type': 'application/json',
    'X-Service-Event': event,
    'X-Service-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}
