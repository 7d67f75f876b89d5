import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SESEvent, SESReceiptStatus } from 'aws-lambda';
import { z } from 'zod';
import { openDiskDropStore } from '../../../adapters/object-store/disk-drop-store.ts';
import type { MailCounts, MailIntake } from '../../../app/intake/receive-mail.ts';
import type { MailMessage } from '../../../app/platform/mail.ts';
import type { DropStore } from '../../../app/platform/object-store.ts';
import type { MailCheck } from '../../../core/intake/judge-mail.ts';
import { addMonths, periodOfDate } from '../../../core/period.ts';
import { createReceiveMail } from '../../../lambdas/email/mail-handler.ts';
import { createMailIntake } from '../../../lambdas/runtime/mail-intake.ts';
import { inProcess } from '../../support/in-process.ts';
import { STATEMENT_CONFIG, startService, type TestAccount, type TestService } from '../../support/service.ts';

export const DOMAIN = 'inbound.example.com';
export const SENDER = 'pay@acme.example';

/** The service with its mail function, and the mail that it has sent. */
export interface MailRoom {
  readonly service: TestService;
  readonly drops: DropStore;
  readonly intake: MailIntake;
  readonly mails: MailMessage[];
  /** Stores the message like SES and calls the function like SES. */
  deliver(message: string | Uint8Array, to: readonly string[], more?: Delivery): Promise<MailCounts>;
  /** Makes an Enterprise account with a carrier that allows `SENDER`, and an address for it. */
  openMailbox(config?: object): Promise<Mailbox>;
  close(): Promise<void>;
}

export interface Delivery {
  readonly id?: string;
  readonly source?: string;
  readonly verdicts?: Partial<Record<MailCheck, SESReceiptStatus['status']>>;
  /** A function to use instead of the room's own. */
  readonly by?: MailIntake;
}

export interface Mailbox {
  readonly account: TestAccount;
  readonly carrierId: string;
  readonly id: string;
  readonly address: string;
  /** The items, newest first. */
  items(): Promise<readonly Item[]>;
}

const item = z.looseObject({
  outcome: z.string(),
  fileName: z.string(),
  origin: z.string(),
  period: z.string().nullable(),
  reason: z.string().nullable(),
  jobId: z.string().nullable(),
});
export type Item = z.output<typeof item>;

const created = z.object({ id: z.string(), address: z.string() });

export async function startMailRoom(): Promise<MailRoom> {
  const directory = await mkdtemp(join(tmpdir(), 'mail-'));
  const drops = await openDiskDropStore(directory);
  const service = await startService();
  const mails: MailMessage[] = [];
  const mailer = { send: async (message: MailMessage) => void mails.push(message) };
  const { database, services } = service;
  const intake = createMailIntake(
    { database, dropStore: drops, mailer, log: () => {}, domain: DOMAIN, runIsolated: inProcess },
    services.intake,
  );
  let delivered = 0;
  return {
    service,
    drops,
    intake,
    mails: mails,
    async deliver(message, to, { id, source = SENDER, verdicts = {}, by = intake } = {}) {
      delivered += 1;
      const messageId = id ?? `delivery-${delivered}`;
      await drops.put(`mail/${messageId}`, typeof message === 'string' ? Buffer.from(message) : message);
      let counts: MailCounts | undefined;
      const receive = createReceiveMail({ intake: by, onReceived: (received) => (counts = received) });
      await receive(receiptEvent(messageId, to, { source, verdicts }));
      if (counts === undefined) throw new Error('Nothing was received');
      return counts;
    },
    async openMailbox(config = {}) {
      const account = await service.createAccount({ tier: 'enterprise' });
      const email = { allowedSenders: [SENDER] };
      const carrierId = await service.createCarrier({ account, config: { ...STATEMENT_CONFIG, email, ...config } });
      const { status, json } = await account.call('POST', '/v1/email/addresses', { json: { carrierId } });
      if (status !== 201) throw new Error(`No address: ${status}`);
      return { account, carrierId, ...created.parse(json), items: () => itemsOf(account) };
    },
    async close() {
      await service.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export async function itemsOf({ call }: TestAccount): Promise<readonly Item[]> {
  const { json } = await call('GET', '/v1/intake?limit=200');
  return z.object({ data: z.array(item) }).parse(json).data;
}

/** The event with which SES calls a function. */
export function receiptEvent(
  messageId: string,
  to: readonly string[],
  { source, verdicts }: Required<Pick<Delivery, 'source' | 'verdicts'>>,
): SESEvent {
  const timestamp = new Date().toISOString();
  const verdict = (check: MailCheck): SESReceiptStatus => ({ status: verdicts[check] ?? 'PASS' });
  return {
    Records: [
      {
        eventSource: 'aws:ses',
        eventVersion: '1.0',
        ses: {
          mail: {
            timestamp,
            source,
            messageId,
            destination: [...to],
            headersTruncated: false,
            headers: [],
            commonHeaders: { returnPath: source, date: timestamp, messageId },
          },
          receipt: {
            timestamp,
            processingTimeMillis: 1,
            recipients: [...to],
            spamVerdict: verdict('spam'),
            virusVerdict: verdict('virus'),
            spfVerdict: verdict('spf'),
            dkimVerdict: verdict('dkim'),
            dmarcVerdict: verdict('dmarc'),
            action: { type: 'Lambda', functionArn: 'arn:aws:lambda:x', invocationType: 'Event' },
          },
        },
      },
    ],
  };
}

/** The previous month, which is recent enough to be accepted without a question, whenever the test runs. */
export const PERIOD = addMonths(periodOfDate(new Date().toISOString()), -1);

export interface Attached {
  readonly name?: string;
  readonly content: string | Uint8Array;
  readonly type?: string;
  readonly disposition?: string;
}

/** A message in the form of an ordinary mail program. */
export function mail(attached: readonly Attached[], headers: Readonly<Record<string, string | null>> = {}): string {
  const boundary = 'b-1';
  const top = {
    From: `Acme <${SENDER}>`,
    To: 'x@y.example',
    Date: new Date().toUTCString(),
    'Message-ID': `<${Math.random().toString(36).slice(2)}@acme.example>`,
    Subject: 'Commission statement',
    'MIME-Version': '1.0',
    'Content-Type': `multipart/mixed; boundary="${boundary}"`,
    ...headers,
  };
  const parts = [
    'Content-Type: text/plain; charset=utf-8\r\n\r\nPlease find the statement attached.',
    ...attached.map(attachmentPart),
  ];
  return [
    ...Object.entries(top).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`])),
    '',
    ...parts.map((part) => `--${boundary}\r\n${part}`),
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

function attachmentPart({
  name = `acme-${PERIOD}.csv`,
  content,
  type = 'text/csv',
  disposition = 'attachment',
}: Attached) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
  const lines = bytes.toString('base64').match(/.{1,76}/g) ?? [];
  return [
    `Content-Type: ${type}`,
    `Content-Disposition: ${disposition}; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    ...lines,
  ].join('\r\n');
}
