import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { ServiceClient } from './service-client.ts';

/** A received delivery, as an agency's own server sees it. */
export interface ReceivedEvent {
  readonly event: string;
  readonly status: string;
  readonly period: string;
  readonly mode: string;
  readonly isGenuine: boolean;
}

export interface WebhookReceiver {
  /** Waits for the next events and returns each once. */
  take(count: number): Promise<readonly ReceivedEvent[]>;
  close(): Promise<void>;
}

const created = z.object({ id: z.string(), secret: z.string() });
const event = z.object({ event: z.string(), status: z.string(), period: z.string(), mode: z.string() });

/**
 * Starts a server on this machine, registers it with the service, and checks every delivery's signature before it trusts the delivery.
 */
export async function receiveWebhooks(agency: ServiceClient): Promise<WebhookReceiver> {
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
