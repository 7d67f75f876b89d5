import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sparticuz from '@sparticuz/chromium';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { openConsole } from '../../server/console/open-console.ts';
import { openPage, startBrowser } from '../../test/support/browser.ts';
import { forkWorker } from './api-uploads.ts';
import { startBenchService } from './bench-service.ts';
import { median, milliseconds, type Outcome, type Section } from './figures.ts';
import { createBookWith, type StatementBook } from './ingest-book.ts';
import { periodOf, statementBytes } from './ingest-statement.ts';

const RUNS = 5;
const BAR = 1.4;

/** Compares the time from a dropped file to its month on the screen, in a browser, with that of the job in it. */
export async function measureDropToScreen({
  lines,
  seed,
}: {
  readonly lines: number;
  readonly seed: number;
}): Promise<Section> {
  const [service, browser] = await Promise.all([
    startBenchService({ console: await openConsole() }),
    startBrowser(() => sparticuz.executablePath()),
  ]);
  const worker = forkWorker(service);
  const folder = await mkdtemp(join(tmpdir(), 'drop-to-screen-'));
  try {
    const book = await createBookWith(service, { seed, lines, fileType: 'csv' }, 1);
    const { page } = await openPage(browser, service.url, { token: book.token });
    let month = 1;
    // The first job of a worker compiles the code that later jobs run.
    await seeMonth(page, book, { month, folder });
    const views: View[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      month += 1;
      const seen = await seeMonth(page, book, { month, folder });
      views.push({ ...seen, jobMs: await jobMsOf(book, month) });
    }
    return {
      title: 'From drop to screen',
      about: `A CSV statement of ${lines.toLocaleString('en')} lines, chosen in Chromium on this machine: until the page asks whether carrier, month and total are right, and from the answer until the month is shown. Compared with the job alone, from its claim to its commit. Medians of ${RUNS} pairs.`,
      outcomes: [
        outcomeOf('From drop to its month on the screen', views, ({ askedMs, shownMs }) => askedMs + shownMs),
        { ...outcomeOf('Until the page asks', views, ({ askedMs }) => askedMs), barMax: null },
        { ...outcomeOf('From the answer to the month', views, ({ shownMs }) => shownMs), barMax: null },
      ],
    };
  } finally {
    await worker.close();
    await browser.close();
    await service.close();
    await rm(folder, { recursive: true });
  }
}

function outcomeOf(what: string, views: readonly View[], timeOf: (view: View) => number): Outcome {
  const jobMs = median(views.map((view) => view.jobMs));
  return {
    what,
    measured: milliseconds(median(views.map(timeOf))),
    compared: `${milliseconds(jobMs)}, the job in it`,
    ratio: median(views.map((view) => timeOf(view) / view.jobMs)),
    barMax: BAR,
  };
}

interface View extends Seen {
  readonly jobMs: number;
}

interface DroppedMonth {
  readonly month: number;
  readonly folder: string;
}

interface Seen {
  readonly askedMs: number;
  readonly shownMs: number;
}

/** Drops the statement of a month from a folder and opens it, as a person does. */
async function seeMonth(page: Page, { plan }: StatementBook, { month, folder }: DroppedMonth): Promise<Seen> {
  const period = periodOf({ month });
  const path = join(folder, `Carrier ${period}.csv`);
  await writeFile(path, statementBytes({ ...plan, month }));
  await page.goto('/drop');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  const chooser = await choosing;
  const dropped = performance.now();
  await chooser.setFiles(path);
  const answer = page.getByRole('button', { name: /^Add it/ });
  await answer.waitFor({ timeout: 120_000 });
  const asked = performance.now();
  await answer.click();
  const link = page.getByRole('link', { name: /^See / });
  await link.waitFor({ timeout: 120_000 });
  await link.click();
  await page.getByRole('link', { name: 'See all changes' }).waitFor({ timeout: 120_000 });
  return { askedMs: asked - dropped, shownMs: performance.now() - asked };
}

const jobRow = z.object({ elapsed_ms: z.number() });

/** Returns the time of the month's job since its claim by the database's clock. */
async function jobMsOf({ service: { owner }, carrierId }: StatementBook, month: number): Promise<number> {
  const [row] = await owner`
    select extract(epoch from completed_at - started_at)::float8 * 1000 as elapsed_ms
    from jobs where carrier_id = ${carrierId} and period = ${periodOf({ month })}`;
  return jobRow.parse(row).elapsed_ms;
}
