import { BlockList, isIP, isIPv6 } from 'node:net';
import { z } from 'zod';
import type { IdentityProvider } from '../adapters/sign-in/identity-providers.ts';
import type { ThisMachine } from '../adapters/webhook-http/public-address.ts';
import { ACCOUNT_RATE_FACTOR, RATE_LIMIT_PER_MINUTE_DEFAULT } from '../core/limits/request-limits.ts';
import type { ProxyHops } from '../lambdas/http/http-env.ts';
import {
  identityProvidersOf,
  missingProviderVariables,
  type ProviderVariables,
  providerVariables,
} from '../lambdas/runtime/provider-settings.ts';

/**
 * Believes the last entry of X-Forwarded-For only on connections from the given addresses and networks. On other connections the client
 * itself wrote the header, and its address is that of the connection.
 */
export function trustProxies(networks: readonly string[]): ProxyHops {
  if (networks.length === 0) return 0;
  const trusted = new BlockList();
  for (const network of networks) {
    const [address = '', length] = network.split('/');
    const family = familyOf(address);
    trusted.addSubnet(address, length === undefined ? { ipv4: 32, ipv6: 128 }[family] : Number(length), family);
  }
  return (peer) => {
    // A server that listens on IPv6 shows IPv4 clients in this form.
    const address = peer.replace(/^::ffff:(?=\d+\.)/i, '');
    return trusted.check(address, familyOf(address)) ? 1 : 0;
  };
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

const UNUSABLE = 2;

/**
 * Reads the command line of one of our programs. `--help` and `-h` print the text and end the program. Words and options that `read` does
 * not know end it with a sentence and exit code 2, even beside `--help`; a missing word does not. `read` is a strict `parseArgs` of
 * `node:util`, followed by checks of the values.
 */
export function readOptions<Options>(help: string, read: (words: string[]) => Options): Options {
  const args = process.argv.slice(2);
  const words = args.filter((word) => word !== '--help' && word !== '-h');
  if (args.length > 0 && words.length === 0) return printHelp(help);
  try {
    const options = read(words);
    if (words.length === args.length) return options;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // The end of the message is removed, because it gives advice that fits none of these programs.
    process.stderr.write(`${error.message.split('. To specify')[0]}\n\n${help}`);
    process.exit(UNUSABLE);
  }
  return printHelp(help);
}

function printHelp(help: string): never {
  process.stdout.write(help);
  process.exit(0);
}

/** Returns an address as people copy it. An IPv6 address stands in brackets, because its colons would look like a port. */
export function printedAddress(protocol: string, host: string, port: number): string {
  return `${protocol}://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** The ports of this machine that belong to the service, so that no webhook reaches them. */
export interface OwnPorts extends ThisMachine {
  /** Adds the port of a server that has started. */
  add(port: number): void;
}

const POSTGRES_PORT = 5432;

/**
 * Makes the list of own ports: the configured ports, and those of an external database and of a proxy in front of the service. Ports that
 * the system chooses are added later.
 */
export function createOwnPorts({ port, sftpPort, smtpPort, metricsPort, databaseUrl, publicUrl }: Settings): OwnPorts {
  const ports = new Set([port, sftpPort, smtpPort, metricsPort, databasePort(databaseUrl), proxyPort(publicUrl)]);
  return {
    isOwnPort: (asked) => ports.has(asked),
    add: (taken) => {
      ports.add(taken);
    },
  };
}

/** Returns the port of an external database. Its host does not matter, because the same port of this machine may lead to it. */
function databasePort(databaseUrl: string | null): number | null {
  if (databaseUrl === null) return null;
  const { port } = new URL(databaseUrl);
  return port === '' ? POSTGRES_PORT : Number(port);
}

function proxyPort(publicUrl: string | null): number | null {
  if (publicUrl === null) return null;
  const { port, protocol } = new URL(publicUrl);
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

/** The highest rate limit that can be set, above any rate that a machine can serve. */
const RATE_LIMIT_SETTABLE_MAX = 1_000_000_000;

const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error));
};
const port = whole(0, 65_535);
/** The levels that the logger accepts, in upper or lower case. */
const LOG_LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'CRITICAL', 'SILENT'] as const;

/** An address, or a name whose last label is not a number: the system would take 999.1.1.1 for a name and ask DNS for it. */
const isHost = (text: string) => isIP(text) !== 0 || /^([\w-]+\.)*(?!\d+$)[\w-]+$/.test(text);

/** An address, or an address with the length of its network: 10.0.0.0/8. */
const isNetwork = (text: string) => {
  const [address = '', length, more] = text.split('/');
  const bitsMax = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (more !== undefined || bitsMax < 0) return false;
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bitsMax);
};

/** `smtp://user:password@host:587`, with a host and nothing after the port. */
const isRelay = (text: string) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(text);
  const isWhole = hostname !== '' && ['', '/'].includes(pathname) && search === '' && hash === '';
  return /^smtps?:$/.test(protocol) && isWhole && [username, password].every(isDecodable);
};

const isDecodable = (text: string) => {
  try {
    return decodeURIComponent(text) !== null;
  } catch {
    return false;
  }
};

/** The environment of `npm start`. Empty variables count as unset, because shells and service files write them that way. */
const settingsSchema = z.object({
  HOST: z.string().refine(isHost, 'must be an IP address or a host name').default('127.0.0.1'),
  PORT: port.default(3000),
  DATA_DIR: z.string().default('.data'),
  ADMIN_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  NEW_DATABASE: z.enum(['allow', 'refuse'], 'must be allow or refuse').default('refuse'),
  SFTP_PORT: port.optional(),
  SMTP_PORT: port.optional(),
  EMAIL_DOMAIN: z.hostname('must be a domain name').toLowerCase().default('inbound.localhost'),
  SMTP_RELAY_URL: z
    .string()
    .refine(isRelay, 'must be like smtp://user:password@mail.example.org:587 or smtps://…:465')
    .optional(),
  MAIL_FROM: z.email('must be an email address').optional(),
  ...providerVariables,
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }).optional(),
  METRICS_PORT: port.optional(),
  ACCESS_LOG: z.enum(['stdout', 'off'], 'must be stdout or off').default('off'),
  TRUSTED_PROXY: z
    .string()
    .transform((text) => text.split(',').map((entry) => entry.trim()))
    .refine((entries) => entries.every(isNetwork), 'must be IP addresses or networks like 10.0.0.0/8, between commas')
    .default([]),
  EXAMPLE_AGENCY: z.enum(['on', 'off'], 'must be on or off').default('on'),
  WEBHOOK_LOCALHOST: z.enum(['allow', 'refuse'], 'must be allow or refuse').default('refuse'),
  RATE_LIMIT_PER_MINUTE: whole(1, RATE_LIMIT_SETTABLE_MAX).default(RATE_LIMIT_PER_MINUTE_DEFAULT),
  POWERTOOLS_LOG_LEVEL: z
    .string()
    .toUpperCase()
    .pipe(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`))
    .default('WARN'),
});

/** Settings whose values must not appear in terminals and logs. */
const SECRET_SETTINGS = new Set([
  'ADMIN_TOKEN',
  'DATABASE_URL',
  'SMTP_RELAY_URL',
  'GOOGLE_CLIENT_SECRET',
  'MICROSOFT_CLIENT_SECRET',
]);

export interface Settings {
  readonly host: string;
  /** The port of the API. 0 takes any free port. */
  readonly port: number;
  readonly dataDirectory: string;
  /** The operator's token. Null makes the first start create a token and print it; the data directory keeps its hash. */
  readonly adminToken: string | null;
  /** The address of an external PostgreSQL. Null uses the bundled PostgreSQL. */
  readonly databaseUrl: string | null;
  /** True when the service may begin with an empty database although the data directory had one. */
  readonly newDatabase: boolean;
  /** The port for SFTP drop-offs; 0 takes any free port, null turns them off. */
  readonly sftpPort: number | null;
  /** The port for email drop-offs; 0 takes any free port, null turns them off. */
  readonly smtpPort: number | null;
  /** The domain of the inbound addresses. */
  readonly emailDomain: string;
  /** The mail server that passes messages on, and the sender's address. Null keeps messages as files. */
  readonly mailRelay: { readonly url: string; readonly from: string } | null;
  /** The providers that people can sign in with, beside links by mail and passkeys. */
  readonly providers: readonly IdentityProvider[];
  /** The address that links begin with. Null makes links use the address of the request. */
  readonly publicUrl: string | null;
  /** The port for metrics; 0 takes any free port, null turns them off. */
  readonly metricsPort: number | null;
  /** True when a line about each request goes to the standard output. */
  readonly accessLog: boolean;
  /** Addresses and networks of the reverse proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  readonly rateLimitPerMinute: number;
  /** True when people may look around in an agency with invented statements. */
  readonly exampleAgency: boolean;
  /** True when webhooks may lead to programs on this machine. */
  readonly webhookLocalhost: boolean;
}

/** The settings of the process, beside those of the service in it. */
export interface ProcessSettings extends Settings {
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** Reads the settings. Throws SettingsError, which names every invalid variable. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): ProcessSettings {
  const variables = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = settingsSchema.safeParse(variables);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path: [name], message }) =>
      wrongSetting(String(name), variables, message),
    );
    throw new SettingsError([...new Set(lines)].join('\n'));
  }
  const values = parsed.data;
  return {
    host: values.HOST,
    port: values.PORT,
    dataDirectory: values.DATA_DIR,
    adminToken: values.ADMIN_TOKEN ?? null,
    databaseUrl: values.DATABASE_URL ?? null,
    newDatabase: values.NEW_DATABASE === 'allow',
    sftpPort: values.SFTP_PORT ?? null,
    smtpPort: values.SMTP_PORT ?? null,
    emailDomain: values.EMAIL_DOMAIN,
    mailRelay: mailRelayOf(values.SMTP_RELAY_URL, values.MAIL_FROM),
    providers: providersOf(values),
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    metricsPort: values.METRICS_PORT ?? null,
    accessLog: values.ACCESS_LOG === 'stdout',
    trustedProxies: values.TRUSTED_PROXY,
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    exampleAgency: values.EXAMPLE_AGENCY === 'on',
    webhookLocalhost: values.WEBHOOK_LOCALHOST === 'allow',
    logLevel: values.POWERTOOLS_LOG_LEVEL,
  };
}

function mailRelayOf(url: string | undefined, from: string | undefined): Settings['mailRelay'] {
  if (url === undefined) return null;
  if (from === undefined)
    throw new SettingsError(
      'MAIL_FROM: must be set with SMTP_RELAY_URL, to an address that the relay lets you send from',
    );
  return { url, from };
}

function providersOf(variables: ProviderVariables): Settings['providers'] {
  const missing = missingProviderVariables(variables);
  if (missing.length > 0)
    throw new SettingsError(missing.map((name) => `${name}: must be set with the others of its provider`).join('\n'));
  return identityProvidersOf(variables);
}

function wrongSetting(name: string, variables: Readonly<Record<string, string | undefined>>, message: string): string {
  return SECRET_SETTINGS.has(name)
    ? `${name}: ${message} (its value is not shown)`
    : `${name} "${variables[name]}": ${message}`;
}

/** An invalid variable; the message is for the person who set it. */
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
  NEW_DATABASE           allow: begin with an empty database although DATA_DIR had one (refuse)
  SFTP_PORT              where statements can be dropped by SFTP, on the same address (nowhere; 0 takes a free port)
  SMTP_PORT              where statements can be mailed to, on the same address (nowhere; 0 takes a free port)
  EMAIL_DOMAIN           domain of the addresses they are mailed to (inbound.localhost)
  SMTP_RELAY_URL         mail server for outgoing mail, smtp://user:password@host:587 or smtps://…:465 (files in DATA_DIR/mail)
  MAIL_FROM              the address it is sent from; needed with SMTP_RELAY_URL
  GOOGLE_CLIENT_ID       people sign in with Google too, through this registration (nobody)
  GOOGLE_CLIENT_SECRET   its secret
  MICROSOFT_CLIENT_ID    people sign in with Microsoft too, through this registration (nobody)
  MICROSOFT_CLIENT_SECRET  its secret
  MICROSOFT_DIRECTORY_ID  the directory (tenant) whose people may
  METRICS_PORT           where /metrics is served, on the same address and without a token (nowhere; 0 takes a free port)
  ACCESS_LOG             stdout: a JSON line about each request, with the client's address (off)
  TRUSTED_PROXY          addresses or networks of your reverse proxy, whose X-Forwarded-For is believed (none)
  PUBLIC_URL             the address clients use, when it isn't the one they connect to
  EXAMPLE_AGENCY         off: nobody may look around in an agency with invented statements (on)
  WEBHOOK_LOCALHOST      allow: webhooks may lead to http://localhost:<port>, for whoever develops a receiver (refuse)
  RATE_LIMIT_PER_MINUTE  requests a minute for one token; all of an account send ${ACCOUNT_RATE_FACTOR} times as many (${RATE_LIMIT_PER_MINUTE_DEFAULT})
  POWERTOOLS_LOG_LEVEL   ${LOG_LEVELS.join(', ')} (WARN)
`;
