import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type CommissionClient, createCommissionClient } from '../commission-client.ts';
import { CommandFailure, NOT_SIGNED_IN } from './command-failure.ts';
import type { Terminal } from './terminal.ts';

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

export async function storeLogin(terminal: Terminal, stored: Login): Promise<string> {
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
  return createCommissionClient({
    baseUrl: url,
    token,
    retries: { attemptsMax: ATTEMPTS_MAX, onWaiting: tellSilenceOnce(terminal, url) },
  });
}

/** Makes the function that says once that the service does not answer, so that nobody takes the wait for a program that hangs. */
export function tellSilenceOnce(terminal: Pick<Terminal, 'tell'>, url: string): () => void {
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
