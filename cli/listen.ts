import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { defineCommand } from 'citty';
import { answerOf, type CommissionClient, type Schema } from '../client/commission-client.ts';
import { monthName, WORKSPACE_OPTION, workspaceNamed } from './carriers.ts';
import { signedInClient } from './login.ts';
import { CommandFailure, isAddress, refuseUnknownWords, type Terminal, WRONG_USAGE } from './terminal.ts';

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
/** The largest page. */
const PAGE_ROWS = 200;
/** The time before the start whose events are passed over. It covers clocks that differ. */
const OVERLAP_MS = 60 * 60 * 1000;

/**
 * Sends the events of the account to a receiver on this machine. The service cannot reach a machine behind a router, so the command asks
 * for new events, and signs their bodies itself.
 */
export const listenCommand = (terminal: Terminal) =>
  defineCommand({
    meta: { name: 'listen', description: 'Send the events of the account to a webhook receiver on this machine.' },
    args: {
      'forward-to': {
        type: 'string',
        required: true,
        description: 'Receiver',
        valueHint: 'http://localhost:4000/hooks',
      },
      secret: { type: 'string', description: 'Secret that signs; by default a new one', valueHint: 'whsec_…' },
      since: { type: 'string', description: 'Also events from then on, of 30 days at most', valueHint: '2026-05-01' },
      ...WORKSPACE_OPTION,
      count: { type: 'string', description: 'End after so many events' },
      json: { type: 'boolean', description: 'Print each event as a line of JSON' },
    },
    setup: refuseUnknownWords,
    async run({ args }) {
      const receiver = args['forward-to'];
      if (!isAddress(receiver)) throw new CommandFailure(WRONG_USAGE, `"${receiver}" is not an address.`);
      const countMax = Number(args.count ?? Number.POSITIVE_INFINITY);
      if (!(countMax >= 1)) throw new CommandFailure(WRONG_USAGE, '--count must be a number from 1 on.');
      const since = args.since === undefined ? null : timeOf(args.since);
      const secret = args.secret ?? `whsec_${randomBytes(32).toString('base64')}`;
      if (!/^whsec_[A-Za-z\d+/]+=*$/.test(secret)) {
        throw new CommandFailure(WRONG_USAGE, 'A --secret is whsec_ and base64, as the service shows it.');
      }
      const client = await signedInClient(terminal);
      const { workspaceId = null } = await workspaceNamed(client, args.workspace);
      let page: EventQuery = since === null ? await endOfEvents(client) : { since };
      terminal.tell(`Listening. Events go to ${receiver} and are signed with ${secret}`);
      for (let count = 0; ; ) {
        const { data, pagination } = await eventsAfter(client, page);
        page = { ...page, cursor: pagination.nextCursor };
        for (const event of data) {
          if (workspaceId !== null && (await workspaceOf(client, event)) !== workspaceId) continue;
          const result = await forward(receiver, secret, event);
          const body: unknown = JSON.parse(event.body);
          terminal.print(
            args.json ? JSON.stringify({ result, event: body }) : `${summaryOf(event.event, body)}: ${result}`,
          );
          count += 1;
          if (count >= countMax) return;
        }
        if (!pagination.hasMore) await client.wait(POLL_MS, terminal.signal);
      }
    },
  });

function timeOf(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new CommandFailure(WRONG_USAGE, `"${text}" is not a time such as 2026-05-01.`);
  return time.toISOString();
}

interface EventQuery {
  readonly since?: string;
  readonly cursor?: number;
}

const eventsAfter = ({ api }: CommissionClient, page: EventQuery) =>
  answerOf(api.GET('/v1/events', { params: { query: { ...page, limit: PAGE_ROWS } } }));

/** Returns the position behind the newest event. */
async function endOfEvents(client: CommissionClient): Promise<EventQuery> {
  const since = new Date(Date.now() - OVERLAP_MS).toISOString();
  for (let page: EventQuery = { since }; ; ) {
    const { pagination } = await eventsAfter(client, page);
    page = { since, cursor: pagination.nextCursor };
    if (!pagination.hasMore) return page;
  }
}

/** Returns the workspace of the event's job; null for an event that is not about a job. */
async function workspaceOf({ api }: CommissionClient, { jobId }: Schema<'Event'>): Promise<string | null> {
  if (jobId === null) return null;
  return (await answerOf(api.GET('/v1/jobs/{jobId}', { params: { path: { jobId } } }))).workspaceId;
}

/** Names the event, and its month where it has one. */
function summaryOf(event: string, body: unknown): string {
  const period = typeof body === 'object' && body !== null && 'period' in body ? body.period : null;
  return typeof period === 'string' ? `${event}, ${monthName(period)}` : event;
}

/** Sends an event to the receiver once. Returns its status, or the reason why there is no answer. */
async function forward(receiver: string, secret: string, { event, body }: Schema<'Event'>): Promise<string> {
  const headers = signedHeaders({ secret, id: randomUUID(), now: new Date(), event, body });
  try {
    const request = { method: 'POST', headers, body, signal: AbortSignal.timeout(ANSWER_MS) };
    const answer = await fetch(receiver, { ...request, redirect: 'manual' });
    await answer.body?.cancel();
    return String(answer.status);
  } catch {
    return 'no answer';
  }
}
