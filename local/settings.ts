import { z } from 'zod';
import { ACCOUNT_RATE_FACTOR, RATE_LIMIT_PER_MINUTE_DEFAULT } from '../core/limits.ts';

const port = z.coerce.number<string>().int().min(0).max(65_535);

/** The environment of `npm start`. Empty variables count as unset, as shells and service files write them. */
const settingsSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  DATA_DIR: z.string().default('.data'),
  ADMIN_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  SFTP_PORT: port.optional(),
  SMTP_PORT: port.optional(),
  EMAIL_DOMAIN: z.hostname().toLowerCase().default('inbound.localhost'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  WEBHOOK_LOCALHOST: z.enum(['allow', 'refuse']).default('refuse'),
  RATE_LIMIT_PER_MINUTE: z.coerce.number<string>().int().min(1).default(RATE_LIMIT_PER_MINUTE_DEFAULT),
});

export interface Settings {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  readonly dataDirectory: string;
  /** Null: one is made at the first start and shown by it; the data directory keeps its hash. */
  readonly adminToken: string | null;
  /** Null: the PostgreSQL that comes with the service. */
  readonly databaseUrl: string | null;
  /** Where statements can be dropped by SFTP; 0 takes any free port, null is nowhere. */
  readonly sftpPort: number | null;
  /** Where statements can be mailed to; 0 takes any free port, null is nowhere. */
  readonly smtpPort: number | null;
  /** Of the addresses they are mailed to. */
  readonly emailDomain: string;
  /** Null: links use the address a request was sent to. */
  readonly publicUrl: string | null;
  readonly rateLimitPerMinute: number;
  /** Webhooks may lead to programs on this machine. */
  readonly webhookLocalhost: boolean;
}

/** Throws SettingsError, which names every variable that is wrong. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) {
    throw new SettingsError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
  }
  const values = parsed.data;
  return {
    host: values.HOST,
    port: values.PORT,
    dataDirectory: values.DATA_DIR,
    adminToken: values.ADMIN_TOKEN ?? null,
    databaseUrl: values.DATABASE_URL ?? null,
    sftpPort: values.SFTP_PORT ?? null,
    smtpPort: values.SMTP_PORT ?? null,
    emailDomain: values.EMAIL_DOMAIN,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    webhookLocalhost: values.WEBHOOK_LOCALHOST === 'allow',
  };
}

/** A variable that can't be used; the message is for the person who set it. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

export const SETTINGS_HELP = `The service on one machine.

  npm start              serve until Ctrl-C
  npm start -- --help    this text

Environment:
  PORT                   where it listens (3000; 0 takes a free one)
  HOST                   on which address (127.0.0.1: this machine only)
  DATA_DIR               where database and statements are kept (.data)
  ADMIN_TOKEN            the operator's token (made and shown at the first start; DATA_DIR keeps only its hash)
  DATABASE_URL           your own PostgreSQL 17 instead of the built-in one
  SFTP_PORT              where statements can be dropped by SFTP, on the same address (nowhere; 0 takes a free port)
  SMTP_PORT              where statements can be mailed to, on the same address (nowhere; 0 takes a free port)
  EMAIL_DOMAIN           domain of the addresses they are mailed to (inbound.localhost)
  PUBLIC_URL             the address clients use, when it isn't the one they connect to
  WEBHOOK_LOCALHOST      allow: webhooks may lead to http://localhost:<port>, for whoever develops a receiver (refuse)
  RATE_LIMIT_PER_MINUTE  requests a minute for one token; all of an account send ${ACCOUNT_RATE_FACTOR} times as many (${RATE_LIMIT_PER_MINUTE_DEFAULT})
  POWERTOOLS_LOG_LEVEL   DEBUG, INFO, WARN or ERROR (WARN)
`;
