import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { defineCommand } from 'citty';
import { answerOf, type CommissionClient, type Schema } from '../client/commission-client.ts';
import { hasEnded } from '../client/upload-statement.ts';
import { signedInClient } from './login.ts';
import { monthName, WORKSPACE_OPTION, workspaceNamed } from './named-carrier.ts';
import { CommandFailure, refuseUnknownOptions, type Terminal, WRONG_USAGE } from './terminal.ts';

/** The largest number of carrier events in a webhook. */
const CARRIER_EVENTS = 8;

/**
 * Makes the event of an ended job from the present answer of the API about the job. It has every field of the service's own event, but
 * never the value `final` of `month.absence`, which only the service knows.
 */
async function eventOf({ api }: CommissionClient, job: Schema<'Job'>): Promise<Schema<'JobEvent'>> {
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
function signedHeaders({ secret, id, now, event, body }: Signing): Record<string, string> {
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

const POLL_MS = 2000;
const ANSWER_MS = 10_000;
/** The number of newest jobs that a poll looks at, which is one page. */
const JOBS = 200;

/**
 * Sends the events of jobs to a receiver on this machine. The service cannot reach a machine behind a router, so the command asks for
 * jobs that ended, and makes and signs their events itself.
 */
export const listenCommand = (terminal: Terminal) =>
  defineCommand({
    meta: { name: 'listen', description: 'Send the events of jobs to a webhook receiver on this machine.' },
    args: {
      'forward-to': {
        type: 'string',
        required: true,
        description: 'Receiver',
        valueHint: 'http://localhost:4000/hooks',
      },
      secret: { type: 'string', description: 'Secret that signs; by default a new one', valueHint: 'whsec_…' },
      ...WORKSPACE_OPTION,
      count: { type: 'string', description: 'End after so many events' },
      json: { type: 'boolean', description: 'Print each event as a line of JSON' },
    },
    setup: refuseUnknownOptions,
    async run({ args }) {
      const receiver = args['forward-to'];
      if (!URL.canParse(receiver)) throw new CommandFailure(WRONG_USAGE, `"${receiver}" is not an address.`);
      const countMax = Number(args.count ?? Number.POSITIVE_INFINITY);
      if (!(countMax >= 1)) throw new CommandFailure(WRONG_USAGE, '--count must be a number from 1 on.');
      const secret = args.secret ?? `whsec_${randomBytes(32).toString('base64')}`;
      const client = await signedInClient(terminal);
      const workspace = await workspaceNamed(client, args.workspace);
      const seen = new Set((await endedJobs(client, workspace)).map(endOf));
      terminal.tell(`Listening. Events go to ${receiver} and are signed with ${secret}`);
      for (let count = 0; count < countMax; ) {
        await client.wait(POLL_MS, terminal.signal);
        const ended = (await endedJobs(client, workspace)).filter((job) => !seen.has(endOf(job)));
        for (const job of ended.toReversed()) {
          seen.add(endOf(job));
          const event = await eventOf(client, job);
          const result = await forward(receiver, secret, event);
          const line = `${event.event}, ${monthName(event.period)}: ${result}`;
          terminal.print(args.json ? JSON.stringify({ result, event }) : line);
          count += 1;
          if (count >= countMax) return;
        }
      }
    },
  });

/** Identifies one end of a job. A job that is retried ends again. */
const endOf = ({ jobId, status, completedAt }: Schema<'Job'>): string => `${jobId} ${status} ${completedAt}`;

async function endedJobs(
  { api }: CommissionClient,
  workspace: { readonly workspaceId?: string },
): Promise<readonly Schema<'Job'>[]> {
  const { data } = await answerOf(api.GET('/v1/jobs', { params: { query: { ...workspace, limit: JOBS } } }));
  return data.filter(({ status }) => hasEnded(status) && status !== 'canceled');
}

/** Sends an event to the receiver once. Returns its status, or the reason why there is no answer. */
async function forward(receiver: string, secret: string, event: Schema<'JobEvent'>): Promise<string> {
  const body = JSON.stringify(event);
  const headers = signedHeaders({ secret, id: randomUUID(), now: new Date(), event: event.event, body });
  try {
    const request = { method: 'POST', headers, body, signal: AbortSignal.timeout(ANSWER_MS) };
    const answer = await fetch(receiver, { ...request, redirect: 'manual' });
    await answer.body?.cancel();
    return String(answer.status);
  } catch {
    return 'no answer';
  }
}
