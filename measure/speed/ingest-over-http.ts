import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { forkWorker } from './api-worker.ts';
import { pairedRatio } from './figures.ts';
import { createBookWith, type StatementBook } from './ingest-book.ts';
import { periodOf, statementBytes } from './ingest-statement.ts';
import { milliseconds, type Outcome } from './outcome.ts';

const RUNS = 7;
const BAR = 1.3;

const accepted = z.object({ jobId: z.string() });
const jobRow = z.object({ status: z.string(), elapsed_ms: z.number().nullable() });

/** Compares the time from the POST to a completed job, by HTTP and a worker process, with that of the job alone. */
export async function measureOverHttp(
  service: StatementBook['service'],
  plan: StatementBook['plan'],
): Promise<Outcome> {
  const book = await createBookWith(service, plan, 1);
  const worker = forkWorker(service);
  try {
    let month = 1;
    let jobMs = 0;
    const postToCompleted = async () => {
      const bytes = statementBytes({ ...plan, month });
      const started = performance.now();
      jobMs = await completed(book, await post(book, month++, bytes));
      return performance.now() - started;
    };
    // The first job of a worker compiles the code that later jobs run.
    await postToCompleted();
    const found = await pairedRatio(RUNS, postToCompleted, async () => jobMs);
    return {
      what: `${plan.fileType.toUpperCase()} from POST to completed`,
      measured: milliseconds(found.measured),
      compared: `${milliseconds(found.compared)}, the job in it`,
      ratio: found.ratio,
      barMax: BAR,
    };
  } finally {
    await worker.close();
  }
}

async function post({ service, carrierId, token, plan }: StatementBook, month: number, bytes: Uint8Array) {
  const [year, monthOfYear] = periodOf({ month }).split('-');
  const form = new FormData();
  form.set('carrierId', carrierId);
  form.set('periodYear', String(year));
  form.set('periodMonth', String(Number(monthOfYear)));
  form.set('file', new Blob([new Uint8Array(bytes)]), `statement.${plan.fileType}`);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${service.url}/v1/files`, { method: 'POST', headers, body: form });
  const body: unknown = await response.json();
  if (response.status !== 202) throw new Error(`The upload was not accepted: ${JSON.stringify(body)}`);
  return accepted.parse(body).jobId;
}

/** Waits for the end of the job, and returns the time since its claim by the database's clock. */
async function completed({ service: { owner } }: StatementBook, jobId: string): Promise<number> {
  for (;;) {
    const [row] = await owner`
      select status, extract(epoch from completed_at - started_at)::float8 * 1000 as elapsed_ms from jobs where job_id = ${jobId}`;
    const { status, elapsed_ms } = jobRow.parse(row);
    if (status === 'completed' && elapsed_ms !== null) return elapsed_ms;
    if (status === 'failed') throw new Error('The job did not complete');
    await delay(5);
  }
}
