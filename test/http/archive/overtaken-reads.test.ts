import { afterAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { gzipPacking } from '../../../adapters/archive/compressed-files.ts';
import { createArchiveRows } from '../../../adapters/postgres/operations/archive-store.ts';
import { archiveMonths } from '../../../app/operations/archive-months.ts';
import { ARCHIVE_SETTLE_SECONDS } from '../../../core/account/decide-archive.ts';
import { createHttpApp } from '../../../lambdas/runtime/http-app.ts';
import { startService, statement } from '../../support/service.ts';

/** Guarantee: a read whose body comes so slowly that months are archived meanwhile does not answer with what is left of them. */

const service = await startService({ hasReports: true });
afterAll(() => service.close());

const app = createHttpApp({
  database: service.database,
  services: service.services,
  log: () => {},
  settings: {
    publicUrl: 'https://api.example.com',
    operatorTokenHashes: () => [],
    rateLimitPerMinute: 10_000,
    thisMachine: null,
    proxyHops: 0,
  },
});
const answerSchema = z.object({ rows: z.array(z.array(z.int())).optional(), code: z.string().optional() });

test('it is refused, and answered with the archived months when it is repeated', async () => {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier();
  for (const period of ['2023-10', '2023-11', '2023-12', '2024-01', '2024-02', '2024-03']) {
    const cells = { Name: 'Quiet', Policy: 'P' };
    await account.load({ carrierId, period, file: statement([['Q', 50, cells]]) });
  }
  const body = new TextEncoder().encode(JSON.stringify({ sql: 'select count(*) as kept from commission_lines' }));
  /** Sends the body in two parts; `between` is done after the first, when the request is admitted. */
  const ask = async (between: () => Promise<unknown>) => {
    let parts = 0;
    const stream = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          parts += 1;
          if (parts === 2) await between();
          controller.enqueue(parts === 1 ? body.slice(0, 5) : body.slice(5));
          if (parts === 2) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const headers = {
      authorization: `Bearer ${account.token}`,
      'content-type': 'application/json',
      'content-length': String(body.byteLength),
    };
    const request = new Request('https://api.example.com/v1/reports/run', {
      ...{ method: 'POST', headers, body: stream },
      duplex: 'half',
    });
    return answerSchema.parse(await (await app.fetch(request)).json());
  };
  const archive = {
    accountId: account.accountId,
    rows: createArchiveRows(service.database, account.accountId),
    objects: service.objects,
    packing: gzipPacking,
    pause: async (seconds: number) => void vi.advanceTimersByTime(seconds * 1_000 + 1),
    report: () => {},
  };
  expect(await ask(async () => {})).toEqual({ rows: [[6]] });
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const overtaken = await ask(async () => {
      expect(await archiveMonths(archive, 1)).toMatchObject({ books: 1, refused: [] });
    });
    expect(overtaken).toMatchObject({ code: 'month_archived' });
    vi.advanceTimersByTime(ARCHIVE_SETTLE_SECONDS * 1_000);
  } finally {
    vi.useRealTimers();
  }
  const repeated = await ask(async () => {});
  expect(repeated.rows?.[0]?.[0]).toBeLessThan(6);
});
