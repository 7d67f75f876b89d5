import { z } from '@hono/zod-openapi';
import { offsetPage } from '../../../core/page.ts';
import type { Refused } from '../../../core/problem.ts';
import { refuse } from '../../../core/refuse.ts';
import type { RowExport } from '../../../core/row-export.ts';
import { createApp, type HttpDeps } from '../../../lambdas/http/app.ts';
import { csvFile } from '../../../lambdas/http/export.ts';
import { offsetList, offsetQuery } from '../../../lambdas/http/paging.ts';
import { CSV_TYPE } from '../../../lambdas/http/reply.ts';
import { accountRoute } from '../../../lambdas/http/route.ts';
import { type HttpServer, startHttpServer } from '../../../lambdas/http/server.ts';
import { sampleDeps } from './sample-service.ts';

/** Starts a service with one list that can be exported, and shows the state of its exports. */

export interface Exports {
  opened: number;
  closed: number;
  /** The number of rows that all exports have read. */
  readRows: number;
  /** Resolves when this many exports have been closed. */
  whenClosed(count: number): Promise<void>;
  whenOpened(count: number): Promise<void>;
}

const row = z.object({ id: z.int(), note: z.string() }).openapi('Numbered');
const NOTE = 'a note, "quoted" and as long as it takes to fill some buffers, '.repeat(4);
export const rowOf = (id: number) => ({ id, note: `${NOTE}${id}` });
export const BATCH = 500;

export interface SampleList {
  readonly rows: number;
  /** The batch, counted from 0, at which reading fails. */
  readonly failsAt?: number;
  readonly refused?: boolean;
}

export function exportApp({ rows, failsAt, refused }: SampleList, overrides: Partial<HttpDeps> = {}) {
  const { exports, changed } = watchedExports();
  const exported = (offset: number): RowExport<z.output<typeof row>> | Refused => {
    if (refused === true) return refuse('not_found');
    exports.opened += 1;
    changed();
    const close = closeOnce(() => {
      exports.closed += 1;
      changed();
    });
    const batches = async function* () {
      for (let start = offset; start < rows; start += BATCH) {
        if ((start - offset) / BATCH === failsAt) throw new Error('The connection to secret.internal was lost');
        const batch = Array.from({ length: Math.min(BATCH, rows - start) }, (_, index) => rowOf(start + index));
        exports.readRows += batch.length;
        yield batch;
      }
    };
    return { head: null, batches: batches(), close };
  };
  const route = accountRoute({
    tag: 'Rows',
    summary: 'A sample',
    description: 'A sample of its kind.',
    access: 'account:read',
    method: 'get',
    path: '/v1/rows',
    operationId: 'listRows',
    request: { query: z.strictObject(offsetQuery) },
    responses: {
      200: {
        description: 'A page.',
        schema: offsetList(row),
        example: { data: [rowOf(1)], pagination: { limit: 50, offset: 0, hasMore: false }, total: 1 },
      },
    },
    csv: { columns: ['id', 'note'], rows: ({ data }) => data },
  }).handle(
    ({ query: { limit, offset } }) => {
      const count = Math.max(0, Math.min(limit + 1, rows - offset));
      const page = Array.from({ length: count }, (_, index) => rowOf(offset + index));
      return { status: 200, body: offsetPage(page, { limit, offset }) };
    },
    {
      [CSV_TYPE]: async ({ query: { offset } }) => {
        const found = exported(offset);
        return 'refused' in found ? found : csvFile(['id', 'note'], found);
      },
    },
  );
  return { app: createApp({ ...sampleDeps, ...overrides }, [route]), exports };
}

export async function startExportService(
  list: SampleList,
  overrides: Partial<HttpDeps> = {},
): Promise<HttpServer & { readonly exports: Exports }> {
  const { app, exports } = exportApp(list, overrides);
  return { ...(await startHttpServer({ app, host: '127.0.0.1', port: 0, closeGraceMs: 0 })), exports };
}

function closeOnce(close: () => void): () => Promise<void> {
  let isClosed = false;
  return async () => {
    if (!isClosed) close();
    isClosed = true;
  };
}

function watchedExports() {
  const waiting = new Set<() => void>();
  const changed = () => {
    for (const look of waiting) look();
  };
  const when = (isSo: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!isSo()) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  const exports: Exports = {
    opened: 0,
    closed: 0,
    readRows: 0,
    whenClosed: (count) => when(() => exports.closed >= count),
    whenOpened: (count) => when(() => exports.opened >= count),
  };
  return { exports, changed };
}
