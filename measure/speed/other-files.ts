import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type PrintedRow, printStatement } from '../truth/pdf/print-statement.ts';
import { type BenchService, startBenchService } from './bench-service.ts';
import { createBookWith, ingestBytes, ingestMonth, useFormat } from './ingest-book.ts';
import { median, milliseconds, type Outcome, pairedRatio, type Section } from './section.ts';

const run = promisify(execFile);
const RUNS = 5;
/**
 * The number of lines of old workbooks. Their library takes gigabytes of memory for 40,000 lines, so the two kinds are compared with fewer.
 */
const OLD_WORKBOOK_LINES = 10_000;
const BARS = { xls: 3, pdfSeconds: 10, pdfMebibytes: 512 };

/** Measures jobs on files that a library reads in an isolated process. */
export async function measureOtherFiles({
  lines,
  printed,
  seed,
}: {
  readonly lines: number;
  /** The number of lines of the PDF. */
  readonly printed: number;
  readonly seed: number;
}): Promise<Section> {
  const oldLines = Math.min(lines, OLD_WORKBOOK_LINES);
  const service = await startBenchService();
  try {
    const outcomes = [
      await measureOldWorkbook(service, { lines: oldLines, seed }),
      ...(await measurePdf(service, printed)),
    ];
    return {
      title: 'Other files',
      about: `A job of ${oldLines.toLocaleString('en')} lines in an old workbook (.xls), compared with the job of the same lines in XLSX; medians of ${RUNS} paired runs. A job of a PDF with ${printed.toLocaleString('en')} lines, and a process that only reads it and maps its rows, compared with what they may take; medians of ${RUNS} runs.`,
      outcomes,
    };
  } finally {
    await service.close();
  }
}

async function measureOldWorkbook(
  service: BenchService,
  plan: { readonly lines: number; readonly seed: number },
): Promise<Outcome> {
  const old = await createBookWith(service, { ...plan, fileType: 'xls' }, 2);
  const xlsx = await createBookWith(service, { ...plan, fileType: 'xlsx' }, 2);
  const months = { old: 2, xlsx: 2 };
  const found = await pairedRatio(
    RUNS,
    async () => (await ingestMonth(old, months.old++)).elapsedMs,
    async () => (await ingestMonth(xlsx, months.xlsx++)).elapsedMs,
  );
  return {
    what: 'XLS into PostgreSQL',
    measured: milliseconds(found.measured),
    compared: `${milliseconds(found.compared)}, XLSX`,
    ratio: found.ratio,
    barMax: BARS.xls,
  };
}

const FORMAT = {
  fileType: 'pdf',
  columns: { member_external_id: 'Member ID', member_name: 'Member Name', commission_amount: 'Commission' },
};
const COLUMNS = [
  { header: ['Member ID'], left: 40, width: 70 },
  { header: ['Member Name'], left: 120, width: 140 },
  { header: ['Plan'], left: 270, width: 80 },
  { header: ['Effective Date'], left: 360, width: 70 },
  { header: ['Commission'], left: 480, width: 80, align: 'right' as const },
];

async function measurePdf(service: BenchService, printed: number): Promise<readonly Outcome[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cas-pdf-'));
  try {
    const book = await createBookWith(service, { seed: 1, lines: 1, fileType: 'csv' }, 0);
    await useFormat(book, FORMAT);
    const elapsedMs: number[] = [];
    const readings: Reading[] = [];
    for (let month = 0; month < RUNS; month++) {
      const bytes = await printedMonth(printed, month);
      elapsedMs.push((await ingestBytes(book, month, bytes)).elapsedMs);
      const path = join(folder, 'statement.pdf');
      await writeFile(path, bytes);
      readings.push(await readAlone(path, printed));
    }
    const seconds = median(elapsedMs) / 1000;
    const mebibytes = median(readings.map(({ peakKibibytes }) => peakKibibytes)) / 1024;
    const cpuMs = median(readings.map((reading) => reading.cpuMs));
    return [
      {
        what: `PDF of ${printed.toLocaleString('en')} lines into PostgreSQL`,
        measured: milliseconds(median(elapsedMs)),
        compared: `${BARS.pdfSeconds} s`,
        ratio: seconds / BARS.pdfSeconds,
        barMax: 1,
      },
      {
        what: 'The same PDF, processor time of reading',
        measured: milliseconds(cpuMs),
        compared: `${BARS.pdfSeconds} s`,
        ratio: cpuMs / 1000 / BARS.pdfSeconds,
        barMax: 1,
      },
      {
        what: 'The same PDF, peak memory',
        measured: `${mebibytes.toFixed(0)} MiB`,
        compared: `${BARS.pdfMebibytes} MiB`,
        ratio: mebibytes / BARS.pdfMebibytes,
        barMax: 1,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Prints the statement of a month. A tenth of the amounts differ from month to month. */
function printedMonth(lines: number, month: number): Promise<Uint8Array<ArrayBuffer>> {
  let cents = 0;
  const rows = Array.from({ length: lines }, (_, at): PrintedRow => {
    const amount = 1_050 + ((at * 137) % 4_000) + (at % 10 === month % 10 ? 100 : 0);
    cents += amount;
    const cells = [`M${100_000 + at}`, `Ana Ruiz ${at}`, `Gold PPO ${at % 7}`, '01/01/2025', dollars(amount)];
    return { kind: 'data', cells };
  });
  const total: PrintedRow = { kind: 'total', label: 'Total', amount: dollars(cents), column: 4 };
  return printStatement([{ columns: COLUMNS, rows: [...rows, total] }], { titles: ['Northwind Health Plan'] });
}

const dollars = (cents: number) => `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;

const reading = z.object({ lines: z.number(), peakKibibytes: z.number(), cpuMs: z.number() });
type Reading = z.infer<typeof reading>;

/** Reads the PDF in a process of its own. */
async function readAlone(path: string, lines: number): Promise<Reading> {
  const program = fileURLToPath(new URL('./pdf-memory.ts', import.meta.url));
  const { stdout } = await run(process.execPath, [program, path, JSON.stringify(FORMAT)]);
  const found = reading.parse(JSON.parse(stdout));
  if (found.lines !== lines) throw new Error(`The PDF has ${lines} lines, and ${found.lines} were read`);
  return found;
}
