import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookType, CFB, utils, write } from 'xlsx';
import { type PrintedColumn, type PrintedRow, printStatement } from '../../measure/truth/pdf/print-statement.ts';
import { openConsole } from '../../server/console/open-console.ts';
import { zipBytes } from '../adapters/statement-file/workbook-bytes.ts';
import { openPage, sharedBrowser } from '../support/browser.ts';
import { drawn, onePage } from '../support/raw-pdf.ts';
import { type OwnService, startService } from '../support/service.ts';

/** Guarantee: the console accepts every kind of file that a carrier may send, or says why not. */

const CARRIER = 'Summit Senior Life';
const COLUMNS = { member_external_id: 'Member ID', member_name: 'Member Name', commission_amount: 'Commission' };

let service: OwnService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService({ console: await openConsole() }), sharedBrowser()]);
  await service.createCarrier({ name: CARRIER, config: { fileType: 'auto', columns: COLUMNS } });
});
afterAll(async () => {
  await service?.close();
});

const HEAD = Object.values(COLUMNS);
const ROWS = [
  ['M-1', 'Ada Doe', '40.00'],
  ['M-2', 'Bob Roe', '30.00'],
];

function workbook(bookType: BookType): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([HEAD, ...ROWS]), 'Detail');
  return Buffer.from(write(book, { type: 'buffer', bookType }));
}

async function printed(): Promise<Buffer> {
  const columns = HEAD.map((header, at): PrintedColumn => ({ header: [header], left: 40 + 150 * at, width: 120 }));
  const rows = ROWS.map((cells): PrintedRow => ({ kind: 'data', cells }));
  const total: PrintedRow = { kind: 'total', label: 'Total', amount: '70.00', column: 2 };
  return Buffer.from(await printStatement([{ columns, rows: [...rows, total] }]));
}

function protectedWorkbook(): Buffer {
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, '/EncryptionInfo', Buffer.alloc(248, 1));
  CFB.utils.cfb_add(file, '/EncryptedPackage', Buffer.alloc(8_000, 2));
  return Buffer.from(CFB.write(file, { type: 'buffer' }));
}

const PICTURE = 'q 600 0 0 700 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \0 EI Q';

test('drops of every kind are read or refused with the reason', async () => {
  const account = await service.createAccount();
  const opened = await openPage(browser, service.url, { token: account.token });
  const { page } = opened;
  const csv = [HEAD, ...ROWS].map((cells) => cells.join(',')).join('\n');
  const taken: readonly (readonly [name: string, buffer: Buffer])[] = [
    [`${CARRIER} 2026-01.xls`, workbook('biff8')],
    [`${CARRIER} 2026-02.xls`, workbook('xlml')],
    [`${CARRIER} 2026-03.xls`, workbook('html')],
    [`${CARRIER} 2026-04.xlsb`, workbook('xlsb')],
    [`${CARRIER} 2026-05.ods`, workbook('ods')],
    [`${CARRIER} 2026-06.zip`, zipBytes([{ name: 'a.csv', data: csv }])],
    [`${CARRIER} 2026-07.pdf`, await printed()],
  ];
  const refused: readonly (readonly [name: string, buffer: Buffer, reason: RegExp])[] = [
    ['locked.xlsx', protectedWorkbook(), /protected by a password\. Remove the password/],
    ['scanned.pdf', onePage({ content: PICTURE }), /pages of the PDF are pictures/],
    ['hostile.pdf', onePage({ content: '['.repeat(100_000) }), /has no text/],
    ['cut.pdf', onePage({ content: drawn([[50, 700, 'M-1']]) }).subarray(0, 200), /damaged or was cut off/],
  ];
  await page.goto('/drop');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  const files = [...taken, ...refused].map(([name, buffer]) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer,
  }));
  await (await choosing).setFiles(files);
  const line = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  for (const [name] of taken) await line(name).getByText('Ready').waitFor();
  for (const [name, , reason] of refused) await line(name).getByText(reason).waitFor();
  await page.getByRole('button', { name: `Add all ${taken.length} statements` }).click();
  let done = 0;
  await expect.poll(async () => (done += await service.runJobs())).toBeGreaterThanOrEqual(taken.length);
  for (const [name] of taken) await line(name).getByText('$70.00').waitFor();
  await page.getByText(`${taken.length} added`).waitFor();
  const jobs = await account.call('GET', '/v1/jobs?limit=50');
  expect(jobs.body.match(/"status":"completed"/g)).toHaveLength(taken.length);
  expect(opened.faults).toEqual([]);
  await opened.close();
});
