import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openDiskObjectStore } from '../../../adapters/object-store/disk-object-store.ts';
import { STATEMENT_ROWS_MAX } from '../../../core/limits/statement-limits.ts';
import { accept, createBook, createEngine } from '../../support/engine.ts';
import { findJob } from '../../support/engine-tables.ts';

/**
 * Guarantee: the largest allowed statement is scored to the cent by a worker with a quarter of its memory on AWS, in the month after a
 * statement of the same size.
 */

const HEADER = 'Member,Amount,Policy,Premium,Plan code,Plan,Agent no,Agent,Name,Email,State,Effective,Term,Product';
const HEAP_MEGABYTES = 512;
const directory = await mkdtemp(join(tmpdir(), 'large-statement-'));
const engine = await createEngine({ objects: { ...(await openDiskObjectStore(directory)), stored: new Map() } });
afterAll(async () => {
  await engine.close();
  await rm(directory, { recursive: true, force: true });
});

/** The cents differ from row to row, and every fortieth row is a chargeback. */
const centsOf = (row: number, first: number) => (row % 40 === 0 ? -1 : 1) * (first + (row % 997));

function largeCsv(first: number, from: number): { readonly csv: string; readonly total: number } {
  const rows: string[] = [HEADER];
  let total = 0;
  for (let row = 0; row < STATEMENT_ROWS_MAX; row += 1) {
    const cents = centsOf(row, first);
    const member = from + row;
    total += cents;
    rows.push(
      `M${member},${(cents / 100).toFixed(2)},P${member},1200.50,MA-${row % 20},"Gold Plan, ${row % 20}",AG${row % 300},"Lee, Ann ${row % 300}","Doe, Jane ${member}",m${member}@example.com,FL,2025-06-01,,MA`,
    );
  }
  return { csv: rows.join('\r\n'), total };
}

async function workInChild(jobId: string): Promise<unknown> {
  const child = fork(new URL('../../support/statement-child.ts', import.meta.url), {
    execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`],
  });
  child.send({ address: engine.address, objectDirectory: directory, jobId });
  const ended = once(child, 'exit');
  const answer = once(child, 'message');
  const [first] = await Promise.race([answer, ended.then(([code]) => [`exit ${code}`])]);
  await ended;
  return first;
}

it('scores forty thousand rows after forty thousand rows in half a gigabyte', async () => {
  const book = await createBook(engine);
  // Ten thousand members of the first month are gone in the second, and as many are new.
  const months = [largeCsv(5_000, 0), largeCsv(5_001, 10_000)];
  for (const [index, { csv, total }] of months.entries()) {
    const { jobId } = await accept(engine, book, { period: `2026-0${index + 1}`, csv });
    expect(await workInChild(jobId)).toEqual({ kind: 'done' });
    expect(await findJob(engine.database, book, jobId)).toMatchObject({
      status: 'completed',
      attempts: 1,
      stats: {
        rowsTotal: STATEMENT_ROWS_MAX,
        rowsIngested: STATEMENT_ROWS_MAX,
        rowsFailed: 0,
        rowWarnings: 0,
        commissionTotal: total / 100,
      },
    });
  }
  const [second] = await engine.database.system(
    (sql) => sql`
      select member_count, new, red, line_count, chargeback_count, gross_amount - chargeback_amount as net from rollups
      where workspace_id = ${book.workspaceId} and period = '2026-02'`,
  );
  expect(second).toEqual({
    member_count: STATEMENT_ROWS_MAX,
    new: 10_000,
    red: 10_000,
    line_count: STATEMENT_ROWS_MAX,
    chargeback_count: 1_000,
    net: `${((months[1]?.total ?? 0) / 100).toFixed(2)}00`,
  });
});
