import { expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { writeWorkbook } from '../../../adapters/workbook/write-workbook.ts';
import type { SheetCell, WorkbookSheet } from '../../../core/report/workbook-sheet.ts';
import { limitedRoom, withinRoom } from '../../../lambdas/http/export.ts';
import { sendExport } from '../../../lambdas/http/send-export.ts';

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
