import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { addMonths } from '../core/period.ts';
import { endOf, type PlayedStory } from './play-story.ts';
import type { ServiceClient } from './service-client.ts';
import { dollars, type Say, table, whole } from './tell.ts';

/**
 * The questions of an agency's owner about the statements: whether a file is of the month that it claims, which carrier is worst, and which
 * money to claim.
 */

const accepted = z.object({ jobId: z.string() });
const quality = z.object({
  overall: z.string(),
  carriers: z.array(z.object({ carrierName: z.string(), level: z.string(), reason: z.string() })),
  missing: z.array(z.object({ carrierName: z.string(), lastPeriod: z.string() })),
});
const scorecards = z.object({
  data: z.array(
    z.object({
      carrierName: z.string(),
      grade: z.string(),
      score: z.number(),
      commissionOwed: z.number(),
      commissionOwedEstimated: z.number(),
      chargebackAmount: z.number(),
      dropRatePct: z.number(),
      periodsReported: z.number(),
      periodsExpected: z.number(),
    }),
  ),
});
const worksheet = z.object({
  totals: z.object({ memberMonths: z.number(), difference: z.number() }),
  data: z.array(
    z.object({
      period: z.string(),
      memberName: z.string().nullable(),
      carrierName: z.string(),
      expected: z.number(),
      actual: z.number(),
      difference: z.number(),
      evidence: z.array(z.object({ fileName: z.string(), rowNumbers: z.array(z.number()) })),
    }),
  ),
});
const ROWS_SHOWN = 5;

/** Sends a carrier's first statement again as next month's, shows how the service detects it, and retracts it. */
export async function tellWrongMonth(say: Say, { agency, carrierIds, played }: PlayedStory): Promise<void> {
  const receiver = await receiveWebhooks(agency);
  const last = played
    .map(({ statement }) => statement.period)
    .sort()
    .at(-1);
  if (last === undefined) throw new Error('The story has no statements');
  const next = addMonths(last, 1);
  const wrong = played.find(({ carrier }) => carrier.slug === WRONG_CARRIER);
  if (wrong === undefined) throw new Error(`The story has no ${WRONG_CARRIER}`);
  const { carrier, statement } = wrong;
  say(`\nSomebody sends ${statement.fileName} (${statement.period}) again, as ${carrier.name}'s statement of ${next}:`);
  const { jobId, fileId } = await agency.upload({
    carrierId: carrierIds.get(carrier) ?? '',
    period: next,
    fileName: statement.fileName,
    bytes: statement.bytes(),
    mode: 'ingest',
  });
  const job = await endOf(agency, jobId, () => undefined);
  for (const { code, detail } of job.warnings) say(`  ! ${code}: ${detail}`);
  const found = await agency.get(`/v1/reports/data-quality?period=${next}`, quality);
  say(`\nStatement quality of ${next}: ${found.overall}`);
  for (const { carrierName, level, reason } of found.carriers) say(`  ${level}: ${carrierName}. ${reason}`);
  for (const { carrierName, lastPeriod } of found.missing)
    say(`  missing: ${carrierName} (last statement: ${lastPeriod})`);
  const retracted = await agency.delete(`/v1/files/${fileId}`, accepted);
  await endOf(agency, retracted.jobId, () => undefined);
  say('  The file is retracted; every figure is as before.');
  say('\nThe agency received both events by webhook, and verified each signature:');
  for (const { event, mode, period, status, isGenuine } of await receiver.take(2)) {
    say(`  ${event}: ${mode} of ${period} ${status}; signature ${isGenuine ? 'verified' : 'NOT GENUINE'}`);
  }
  await receiver.close();
}

/** The carrier whose statement is sent for a wrong month. Its members often change plans, so its books differ most after five months. */
const WRONG_CARRIER = 'blue-ridge';

export async function tellScorecards(say: Say, { agency }: PlayedStory): Promise<void> {
  const { data } = await agency.get('/v1/reports/carrier-scorecards', scorecards);
  say('\nCarriers, worst first:');
  say(
    table(
      ['Carrier', 'Grade', 'Score', 'Statements', 'Drop rate', 'Owed', 'Clawed back'],
      data.map((row) => [
        row.carrierName,
        row.grade,
        row.score.toFixed(2),
        `${row.periodsReported} of ${row.periodsExpected}`,
        `${row.dropRatePct.toFixed(2)} %`,
        dollars(row.commissionOwed - row.commissionOwedEstimated),
        dollars(row.chargebackAmount),
      ]),
      ['left', 'left', 'right', 'right', 'right', 'right', 'right'],
    ),
  );
}

export async function tellWorksheet(say: Say, { agency }: PlayedStory): Promise<void> {
  const { totals, data } = await agency.get('/v1/reports/owed-worksheet', worksheet);
  say(
    `\nMoney to claim: ${dollars(totals.difference)} (${whole(totals.memberMonths)} months of members were underpaid). The largest amounts, with the evidence:`,
  );
  say(
    table(
      ['Member', 'Carrier', 'Month', 'Expected', 'Paid', 'Short', 'Evidence'],
      data
        .slice(0, ROWS_SHOWN)
        .map((row) => [
          row.memberName ?? '',
          row.carrierName,
          row.period,
          dollars(row.expected),
          dollars(row.actual),
          dollars(row.difference),
          row.evidence.map(({ fileName, rowNumbers }) => `${fileName}, row ${rowNumbers.join(', ')}`).join('; '),
        ]),
      ['left', 'left', 'left', 'right', 'right', 'right', 'left'],
    ),
  );
  say('The same address returns CSV with Accept: text/csv, and a workbook with the media type of XLSX.');
}

/** A received delivery, as an agency's own server sees it. */
interface ReceivedEvent {
  readonly event: string;
  readonly status: string;
  readonly period: string;
  readonly mode: string;
  readonly isGenuine: boolean;
}

interface WebhookReceiver {
  /** Waits for the next events and returns each once. */
  take(count: number): Promise<readonly ReceivedEvent[]>;
  close(): Promise<void>;
}

const created = z.object({ id: z.string(), secret: z.string() });
const event = z.object({ event: z.string(), status: z.string(), period: z.string(), mode: z.string() });

/**
 * Starts a server on this machine, registers it with the service, and checks every delivery's signature before it trusts the delivery.
 */
async function receiveWebhooks(agency: ServiceClient): Promise<WebhookReceiver> {
  const received: ReceivedEvent[] = [];
  const ids = new Set<unknown>();
  let secret = '';
  let wake = () => {};
  const receive = ({ headers }: IncomingMessage, body: string) => {
    // A delivery may arrive twice, always with the same id.
    if (ids.has(headers['webhook-id'])) return;
    ids.add(headers['webhook-id']);
    const isGenuine = isSigned(body, headers['x-service-signature'], secret);
    received.push({ ...event.parse(JSON.parse(body)), isGenuine });
    wake();
  };
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        receive(request, body);
        response.writeHead(204).end();
      },
      // The request was interrupted. The service sends it again.
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port');
  const url = `http://127.0.0.1:${address.port}/commissions`;
  const webhook = await agency.post('/v1/webhooks', { url, events: ['job.completed', 'job.failed'] }, created);
  secret = webhook.secret;
  return {
    async take(count) {
      while (received.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return received.splice(0, count);
    },
    async close() {
      // The webhook is deleted because its server closes.
      await agency.delete(`/v1/webhooks/${webhook.id}`, z.undefined());
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Compares signatures of the received bytes in constant time, so that the time does not show where two signatures differ. */
function isSigned(body: string, signature: string | string[] | undefined, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const signatureBytes = Buffer.from(typeof signature === 'string' ? signature : '');
  return signatureBytes.length === expected.length && timingSafeEqual(signatureBytes, expected);
}
