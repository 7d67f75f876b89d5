import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { defineCommand } from 'citty';
import { z } from 'zod';
import { answerOf, type CommissionClient, createCommissionClient } from '../client/commission-client.ts';
import {
  CommandFailure,
  isAddress,
  NOT_SIGNED_IN,
  refuseUnknownWords,
  type Terminal,
  WRONG_USAGE,
} from './terminal.ts';

const login = z.object({ url: z.url(), token: z.string() });
export type Login = z.infer<typeof login>;

/** The mode of the file. Only its owner may read and write it, because the token in it opens the account. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** The most attempts of a request. They take about half a minute, in which a service can restart. */
const ATTEMPTS_MAX = 7;

/** Returns the path of the login file below `$XDG_CONFIG_HOME`, by default `~/.config`. */
function loginFile({ environment }: Terminal): string {
  const base = environment['XDG_CONFIG_HOME'] || join(environment['HOME'] ?? homedir(), '.config');
  return join(base, 'commission-statements', 'login.json');
}

async function storeLogin(terminal: Terminal, stored: Login): Promise<string> {
  const file = loginFile(terminal);
  await mkdir(dirname(file), { recursive: true, mode: FOLDER_MODE });
  await writeFile(file, `${JSON.stringify(stored)}\n`, { mode: FILE_MODE });
  // The mode that a new file gets does not change an existing file.
  await chmod(file, FILE_MODE);
  return file;
}

/**
 * Returns a client with the stored login. The variables `COMMISSION_STATEMENTS_URL` and `COMMISSION_STATEMENTS_TOKEN` take precedence.
 * Fails with NOT_SIGNED_IN when there is no login.
 */
export async function signedInClient(terminal: Terminal): Promise<CommissionClient> {
  const stored = await readLogin(loginFile(terminal));
  const url = terminal.environment['COMMISSION_STATEMENTS_URL'] || stored?.url;
  const token = terminal.environment['COMMISSION_STATEMENTS_TOKEN'] || stored?.token;
  if (url === undefined || token === undefined) {
    throw new CommandFailure(NOT_SIGNED_IN, 'You are not signed in. Run "commission-statements login" first.');
  }
  return clientOf(terminal, { url, token });
}

/** Makes a client whose requests end when the person presses Ctrl-C. */
function clientOf(terminal: Terminal, { url, token }: Login): CommissionClient {
  refuseOtherThanAddress(url);
  const retries = { attemptsMax: ATTEMPTS_MAX, onWaiting: tellSilenceOnce(terminal, url) };
  const client = createCommissionClient({ baseUrl: url, token, retries });
  client.api.use({ onRequest: ({ request }) => new Request(request, { signal: terminal.signal }) });
  return client;
}

function refuseOtherThanAddress(url: string): void {
  if (!isAddress(url)) throw new CommandFailure(WRONG_USAGE, `"${url}" is not an address such as ${LOCAL_URL}.`);
}

/** Returns the address of the service, without a token. Fails with NOT_SIGNED_IN when none is known. */
export async function serviceAddress(terminal: Terminal): Promise<string> {
  const url = terminal.environment['COMMISSION_STATEMENTS_URL'] || (await readLogin(loginFile(terminal)))?.url;
  if (url === undefined) {
    throw new CommandFailure(NOT_SIGNED_IN, 'Set COMMISSION_STATEMENTS_URL, or run "commission-statements login".');
  }
  refuseOtherThanAddress(url);
  return url;
}

/** Makes the function that says once that the service does not answer, so that nobody takes the wait for a program that hangs. */
function tellSilenceOnce(terminal: Pick<Terminal, 'tell'>, url: string): () => void {
  let hasTold = false;
  return () => {
    if (!hasTold) terminal.tell(`${url} has not answered yet. Trying for up to half a minute …`);
    hasTold = true;
  };
}

async function readLogin(file: string): Promise<Login | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  const read = login.safeParse(parseJson(text));
  if (!read.success) throw new CommandFailure(NOT_SIGNED_IN, `${file} is damaged. Run "commission-statements login".`);
  return read.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const LOCAL_URL = 'http://127.0.0.1:3000';

/** Asks for address and token, checks them by a call, and stores them. */
export const loginCommand = (terminal: Terminal) =>
  defineCommand({
    meta: { name: 'login', description: 'Store the address of the service and an access token.' },
    args: {
      url: { type: 'string', description: 'Address of the service', valueHint: LOCAL_URL },
      token: { type: 'string', description: 'Access token; better asked for, or in COMMISSION_STATEMENTS_TOKEN' },
      json: { type: 'boolean', description: 'Print JSON' },
    },
    setup: refuseUnknownWords,
    async run({ args }) {
      const asked = { message: 'Address of the service', proposal: LOCAL_URL };
      const url = args.url ?? terminal.environment['COMMISSION_STATEMENTS_URL'] ?? (await ask(terminal, asked));
      refuseOtherThanAddress(url);
      const token =
        args.token ??
        terminal.environment['COMMISSION_STATEMENTS_TOKEN'] ??
        (await ask(terminal, { message: 'Access token', isSecret: true }));
      const account = await answerOf(clientOf(terminal, { url, token }).api.GET('/v1/me'));
      const file = await storeLogin(terminal, { url, token });
      terminal.tell(`The login is stored in ${file}.`);
      terminal.print(args.json ? JSON.stringify({ url, ...account }) : `Signed in to ${account.name}.`);
    },
  });

async function ask(terminal: Terminal, question: Parameters<Terminal['ask']>[0]): Promise<string> {
  if (terminal.isInteractive) return terminal.ask(question);
  throw new CommandFailure(WRONG_USAGE, `${question.message} is missing: add --url and --token.`);
}
