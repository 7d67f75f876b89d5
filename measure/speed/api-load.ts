import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);
const PROGRAM = createRequire(import.meta.url).resolve('autocannon/autocannon.js');
/** The number of connections that send requests, equal to the database connections: further requests would only wait for one. */
const CONNECTIONS = 10;

/** The result of a load: a program in a process of its own that repeats requests over kept connections. */
export interface Load {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
}

const found = z.object({
  requests: z.object({ average: z.number().positive() }),
  latency: z.object({ p99: z.number() }),
  errors: z.literal(0),
  timeouts: z.literal(0),
  non2xx: z.literal(0),
});

/** Sends requests for some seconds. Throws when any request fails. */
export async function askRepeatedly(url: string, seconds: number, token: string): Promise<Load> {
  const options = ['--json', '--no-progress', '--connections', String(CONNECTIONS), '--duration', String(seconds)];
  const { stdout } = await run(process.execPath, [PROGRAM, ...options, '-H', `authorization=Bearer ${token}`, url]);
  const { requests, latency } = found.parse(JSON.parse(stdout));
  return { requestsPerSecond: requests.average, p99Ms: latency.p99 };
}
