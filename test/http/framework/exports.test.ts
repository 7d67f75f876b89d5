import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { afterEach, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { z } from 'zod';
import { writeWorkbook } from '../../../adapters/workbook/write-workbook.ts';
import type { SheetCell, WorkbookSheet } from '../../../core/report/workbook-sheet.ts';
import type { HttpDeps } from '../../../lambdas/http/app.ts';
import { limitedRoom, withinRoom } from '../../../lambdas/http/export.ts';
import { ExportPlaces } from '../../../lambdas/http/request-places.ts';
import { sendExport } from '../../../lambdas/http/send-export.ts';
import type { HttpServer } from '../../../lambdas/http/server.ts';
import { BATCH, type Exports, rowOf, type SampleList, startExportService } from './sample-export.ts';
import { TOKENS } from './sample-service.ts';

/** Guarantees: a file has every row or is visibly broken; a client that does not read costs a bounded time and memory. */

const services: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

const ROWS = 20_000;
const CSV = { Authorization: `Bearer ${TOKENS.good}`, Accept: 'text/csv', 'Accept-Encoding': 'identity' };

async function start(list: SampleList, overrides?: Partial<HttpDeps>): Promise<HttpServer & { exports: Exports }> {
  const service = await startExportService(list, overrides);
  services.push(service);
  return service;
}

const fetchCsv = (service: HttpServer, query = '', headers: object = {}) =>
  fetch(`${service.url}/v1/rows${query}`, { headers: { ...CSV, ...headers } });

const record = z.object({ id: z.coerce.number(), note: z.string() });
const rowsIn = (text: string) => z.array(record).parse(parse(text, { columns: true, record_delimiter: '\r\n' }));
const expected = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => rowOf(from + index));

/** Opens a client that reads the headers, and then nothing until the test resumes it. */
async function silentClient(service: HttpServer): Promise<IncomingMessage> {
  const request = get(`${service.url}/v1/rows`, { headers: CSV });
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (response === undefined) throw new Error('There is no response.');
  return response;
}

/** Returns how the transfer of a body ended, with the received part. */
async function readToEnd(response: IncomingMessage): Promise<{ readonly isComplete: boolean; readonly text: string }> {
  let text = '';
  response.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  const ended = new Promise<void>((resolve) => response.once('close', resolve));
  response.on('error', () => {});
  await ended;
  return { isComplete: response.complete, text };
}

test('streams every row without a limit, and closes the export', async () => {
  const service = await start({ rows: ROWS });
  const response = await fetchCsv(service);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-length')).toBeNull();
  expect(response.headers.get('x-truncated')).toBeNull();
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="rows.csv"');
  expect(rowsIn(await response.text())).toEqual(expected(0, ROWS));
  await service.exports.whenClosed(1);
});

test('returns the rest from an offset', async () => {
  const service = await start({ rows: ROWS });
  expect(rowsIn(await (await fetchCsv(service, '?offset=19000')).text())).toEqual(expected(19_000, ROWS));
  expect(await (await fetchCsv(service, '?offset=20000')).text()).toBe('id,note\r\n');
});

test('returns one page with a limit, and says when more rows follow', async () => {
  const service = await start({ rows: ROWS });
  const first = await fetchCsv(service, '?limit=200&offset=100');
  expect(rowsIn(await first.text())).toEqual(expected(100, 300));
  expect(first.headers.get('x-truncated')).toBe('true');
  expect(first.headers.get('link')).toBe(`<${service.url}/v1/rows?limit=200&offset=300>; rel="next"`);
  const last = await fetchCsv(service, '?limit=200&offset=19900');
  expect(rowsIn(await last.text())).toEqual(expected(19_900, ROWS));
  expect(last.headers.get('x-truncated')).toBeNull();
  expect(service.exports.opened).toBe(0);
});

test('sends a short list with its length, and an empty one with its header', async () => {
  const few = await fetchCsv(await start({ rows: 3 }));
  const text = await few.text();
  expect(rowsIn(text)).toEqual(expected(0, 3));
  expect(few.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  expect(await (await fetchCsv(await start({ rows: 0 }))).text()).toBe('id,note\r\n');
});

test.each([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
])('compresses while sending: %s', async (coding, unpack) => {
  const service = await start({ rows: ROWS });
  const request = get(`${service.url}/v1/rows`, { headers: { ...CSV, 'Accept-Encoding': coding } });
  const [response]: IncomingMessage[] = await once(request, 'response');
  const pieces: Buffer[] = [];
  for await (const piece of response ?? []) pieces.push(piece);
  expect(response?.headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' });
  expect(rowsIn(unpack(Buffer.concat(pieces)).toString())).toEqual(expected(0, ROWS));
  await service.exports.whenClosed(1);
});

test('opens no export for HEAD and for a refusal', async () => {
  const service = await start({ rows: ROWS });
  const head = await fetch(`${service.url}/v1/rows`, { method: 'HEAD', headers: CSV });
  expect([head.status, service.exports.opened]).toEqual([200, 0]);
  const refused = await start({ rows: ROWS, refused: true });
  for (let time = 0; time < 10; time += 1) expect((await fetchCsv(refused)).status).toBe(404);
});

test('answers with a problem document when the first rows fail', async () => {
  const service = await start({ rows: ROWS, failsAt: 0 });
  for (let time = 0; time < 10; time += 1) {
    const response = await fetchCsv(service);
    expect([response.status, await response.json()]).toMatchObject([500, { code: 'internal_error' }]);
  }
  await service.exports.whenClosed(10);
});

test('breaks the transfer when a list fails in the middle, and only logs the reason', async () => {
  for (const coding of ['identity', 'gzip']) {
    const logged: string[] = [];
    const service = await start(
      { rows: ROWS, failsAt: 30 },
      { log: (level, action) => logged.push(`${level} ${action}`) },
    );
    const request = get(`${service.url}/v1/rows`, { headers: { ...CSV, 'Accept-Encoding': coding } });
    const [response]: IncomingMessage[] = await once(request, 'response');
    if (response === undefined) throw new Error('There is no response.');
    const { isComplete, text } = await readToEnd(response);
    expect({ coding, isComplete }).toEqual({ coding, isComplete: false });
    expect(text).not.toContain('secret.internal');
    await service.exports.whenClosed(1);
    expect(logged).toContain('error export_broken');
  }
});

test('reads a bounded number of rows for a client that pauses, and sends all when it continues', async () => {
  const rows = 200_000;
  const service = await start({ rows });
  const response = await silentClient(service);
  // The other request is answered meanwhile; by then the data in transit has filled the buffers.
  expect((await fetchCsv(service, '?limit=200')).status).toBe(200);
  const whenSilent = service.exports.readRows;
  expect(whenSilent).toBeLessThan(rows / 2);
  const { isComplete, text } = await readToEnd(response);
  expect([isComplete, text.split('\r\n').length]).toEqual([true, rows + 2]);
  expect(service.exports.readRows).toBe(rows);
  await service.exports.whenClosed(1);
});

test.each(['stallMs', 'totalMs'])(
  'cuts off a client that does not read, without the end of the file: %s',
  async (time) => {
    const logged: string[] = [];
    const service = await start(
      { rows: 1_000_000 },
      { exports: { [time]: 100 }, log: (level, action) => logged.push(`${level} ${action}`) },
    );
    const response = await silentClient(service);
    await service.exports.whenClosed(1);
    expect(service.exports.readRows).toBeLessThan(500_000);
    expect((await readToEnd(response)).isComplete).toBe(false);
    expect(logged).toContain('info export_broken');
  },
);

test('ends the export when the client leaves', async () => {
  const service = await start({ rows: 1_000_000 });
  (await silentClient(service)).destroy();
  await service.exports.whenClosed(1);
  expect(service.exports.readRows).toBeLessThan(500_000);
});

test('runs two exports of an account at a time; the next waits', async () => {
  const service = await start({ rows: 1_000_000 });
  const [first] = [await silentClient(service), await silentClient(service)];
  const third = silentClient(service);
  const stranger = { ...CSV, Authorization: `Bearer ${TOKENS.other}` };
  const other = await fetch(`${service.url}/v1/rows?offset=999990`, { headers: stranger });
  expect(rowsIn(await other.text())).toHaveLength(10);
  expect(service.exports.opened).toBe(3);
  first?.destroy();
  await third;
  expect(service.exports.opened).toBe(4);
});

test('sends the whole file to a request whose own body is not complete', async () => {
  const service = await start({ rows: 5 * BATCH });
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const head = Object.entries({ ...CSV, Host: hostname, 'Content-Length': '10' }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.write(`GET /v1/rows HTTP/1.1\r\n${head.join('')}\r\n12345`);
  let text = '';
  for await (const piece of socket) {
    text += String(piece);
    if (text.endsWith('\r\n0\r\n\r\n')) break;
  }
  expect(text).toContain(
    `${rowOf(5 * BATCH - 1)
      .note.slice(-20)
      .replaceAll('"', '""')}`,
  );
});

/** Guarantee: slow clients of several accounts together cannot keep another account from its export. */

const LIMITS = { count: 4, ofOwner: 2, waitMs: 5_000, lookMs: 1, settledMs: 10_000, yieldsBelowBytesPerSecond: 100 };

/** Gives each owner a place with a client of this speed. Returns the owners whose clients were cut off. */
async function busy(places: ExportPlaces, owners: readonly string[], bytesPerSecond: number) {
  const cut: string[] = [];
  for (const owner of owners) {
    const place = await places.take(owner);
    if (place === null) throw new Error(`${owner} has no place`);
    const leave = place.reading({
      pace: { waitedMs: 10_000, bytesPerSecond },
      cut() {
        cut.push(owner);
        leave();
        place.free();
      },
    });
  }
  return cut;
}

test('gives an account without exports the place of a slow client, first of the account that has two', async () => {
  const places = new ExportPlaces(LIMITS);
  const cut = await busy(places, ['a', 'a', 'b', 'c'], 10);
  expect(await places.take('d')).not.toBeNull();
  expect(await places.take('e')).not.toBeNull();
  expect([cut.at(0), cut.length]).toEqual(['a', 2]);
});

test('cuts off no client with a good speed', async () => {
  const places = new ExportPlaces({ ...LIMITS, waitMs: 50 });
  const cut = await busy(places, ['a', 'a', 'b', 'c'], 100);
  expect([await places.take('d'), cut]).toEqual([null, []]);
});

test('makes an account with exports wait for its own', async () => {
  const places = new ExportPlaces({ ...LIMITS, waitMs: 50 });
  const cut = await busy(places, ['a', 'a', 'b', 'c'], 10);
  expect([await places.take('b'), places.hasAny('b'), cut]).toEqual([null, true, []]);
});

/** Guarantee: a workbook that cannot be streamed is complete, readable and below the limit, and reports missing rows. */

/** Makes batches of rows that hardly compress. */
async function* batchesOf(rows: number): AsyncGenerator<readonly (readonly SheetCell[])[]> {
  for (let start = 0; start < rows; start += 500)
    yield Array.from({ length: Math.min(500, rows - start) }, (_, index) => [
      Array.from({ length: 8 }, () => crypto.randomUUID()).join(''),
      start + index,
    ]);
}

async function sendRows(rows: number, limits: { readonly bytes: number; readonly seconds: number }) {
  let closed = 0;
  const { response, isStreamed } = await sendExport(
    {
      pieces: (room) => {
        const sheet: WorkbookSheet = {
          name: 'Rows',
          columns: [
            { title: 'Text', width: 10, format: 'text' },
            { title: 'Number', width: 10, format: 'whole' },
          ],
          batches: () => withinRoom(batchesOf(rows), room),
        };
        return writeWorkbook([sheet]);
      },
      close: async () => {
        closed += 1;
      },
    },
    {
      headers: new Headers(),
      settings: { inOnePiece: limits },
      nextHref: (count) => `/rows?offset=${count}`,
      cutOff: undefined,
      onBroken: () => {},
    },
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  const workbook = XLSX.read(bytes, { type: 'buffer' });
  const found = XLSX.utils.sheet_to_json<unknown[]>(workbook.Sheets['Rows'] ?? {}, { header: 1 }).slice(1);
  return { found, headers: response.headers, bytes: bytes.length, isStreamed, closed };
}

test('ends a workbook before the size limit, so that it is readable', async () => {
  const limits = { bytes: 3_000_000, seconds: 3_600 };
  const cut = await sendRows(20_000, limits);
  expect(cut).toMatchObject({ isStreamed: false, closed: 1 });
  expect(cut.bytes).toBeLessThan((limits.bytes / 4) * 3);
  expect(cut.headers.get('x-truncated')).toBe('true');
  expect(cut.headers.get('link')).toBe(`</rows?offset=${cut.found.length}>; rel="next"`);
  expect(cut.found.map((row) => row[1])).toEqual(Array.from({ length: cut.found.length }, (_, row) => row));
  expect(cut.found.length).toBeGreaterThan(1_000);
});

test('includes every row if the workbook fits', async () => {
  const whole = await sendRows(2_000, { bytes: 3_000_000, seconds: 3_600 });
  expect([whole.found.length, whole.headers.get('x-truncated'), whole.headers.get('link')]).toEqual([
    2_000,
    null,
    null,
  ]);
});

test('counts a text as it is carried inside JSON', () => {
  const room = limitedRoom({ bytes: 12, seconds: 3_600 });
  // Four characters, of which two take two bytes, and the quotation marks of the JSON.
  expect([room.takes('a"\r\n'), room.takes('a'), room.takes('a')]).toEqual([true, true, false]);
  expect([room.rows, room.isCut]).toEqual([2, true]);
});
