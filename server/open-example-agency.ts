import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createAccountStore } from '../adapters/postgres/accounts/account-store.ts';
import { createTokenStore } from '../adapters/postgres/accounts/token-store.ts';
import type { Database } from '../adapters/postgres/connection/database.ts';
import { createTeamStore } from '../adapters/postgres/people/team-store.ts';
import { createExampleAgency, type ExampleAgency, type OnProgress } from '../app/people/example-agency.ts';
import type { SignIn } from '../app/people/people.ts';
import type { Log } from '../lambdas/runtime/log.ts';

const PROGRAM = fileURLToPath(new URL('../demo/send-example.ts', import.meta.url));

const news = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), sent: z.number(), statements: z.number() }),
  z.object({ kind: z.literal('done'), agency: z.string() }),
]);

export interface ExampleParts {
  readonly database: Database;
  readonly signIn: SignIn;
  readonly log: Log;
  /** The address that this service listens on. The statements are sent there, as an agency's program would. */
  readonly url: () => string;
}

/** The example agency of one machine, with the statements of the demo. `close` ends a program that still sends them. */
export function openExampleAgency({ database, signIn, log, url }: ExampleParts): {
  readonly example: ExampleAgency;
  readonly close: () => Promise<void>;
} {
  const stopping = new AbortController();
  const example = createExampleAgency({
    accounts: createAccountStore(database),
    tokens: createTokenStore(database),
    clock: () => new Date(),
    team: createTeamStore(database),
    signIn,
    sendStatements: (token, onProgress) => sendDemo({ url: url(), token }, { onProgress, signal: stopping.signal }),
    onFailed: (error) => {
      if (!stopping.signal.aborted) log('error', 'example_agency_failed', { error });
    },
  });
  return { example, close: async () => stopping.abort() };
}

/** Runs the program that sends the statements, and returns the agency's name. */
function sendDemo(
  order: { readonly url: string; readonly token: string },
  { onProgress, signal }: { readonly onProgress: OnProgress; readonly signal: AbortSignal },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = fork(PROGRAM, [], { signal, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.on('message', (message) => {
      const told = news.parse(message);
      if (told.kind === 'progress') onProgress(told.sent, told.statements);
      else resolve(told.agency);
    });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`The program that sends the example's statements ended with ${code}`)));
    child.send(order);
  });
}
