import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sparticuz from '@sparticuz/chromium';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { z } from 'zod';
import { openConsole } from '../../server/console/open-console.ts';
import { openPage, startBrowser } from '../../test/support/browser.ts';
import { forkWorker } from './api-uploads.ts';
import { startBenchService } from './bench-service.ts';
import { periodOf, statementBytes } from './bench-statement.ts';
import { createBookWith, type StatementBook } from './ingest-book.ts';
import { median, milliseconds, type Outcome, type Section } from './section.ts';

const RUNS = 7;
const KIBIBYTES_MAX = 280;
const INTERACTIVE_MS_MAX = 1300;
/** The factor by which the processor is slowed down, as Lighthouse does for a phone. */
const PROCESSOR_SLOWDOWN = 4;
const bytesASecond = (megabits: number) => (megabits * 1_000_000) / 8;

interface Network {
  readonly name: string;
  readonly latency: number;
  readonly downloadThroughput: number;
  readonly uploadThroughput: number;
}

/** The networks that the developer tools of Chromium call "Fast 4G" and "Slow 4G". */
const FAST_4G: Network = {
  name: 'Fast 4G',
  latency: 165,
  downloadThroughput: bytesASecond(8.1),
  uploadThroughput: bytesASecond(1.35),
};
const SLOW_4G: Network = {
  name: 'Slow 4G',
  latency: 562,
  downloadThroughput: bytesASecond(1.44),
  uploadThroughput: bytesASecond(0.675),
};

/** The script that records when the button of the first screen appeared, and when the last long task ended. */
const WATCH = `window.firstView = { shownMs: null, lastTaskMs: 0 };
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) window.firstView.lastTaskMs = startTime + duration;
}).observe({ type: 'longtask', buffered: true });
new MutationObserver((_, observer) => {
  if (!document.body?.textContent.includes('Choose files')) return;
  observer.disconnect();
  requestAnimationFrame(() => { window.firstView.shownMs = performance.now(); });
}).observe(document, { subtree: true, childList: true, characterData: true });`;

const firstView = z.object({ shownMs: z.number(), lastTaskMs: z.number() });

interface View {
  readonly bytes: number;
  readonly interactiveMs: number;
}

/** Measures the first view of the console with an empty cache: its compressed bytes, and the time until it accepts a click. */
export async function measureFirstView({ runs = RUNS }: { readonly runs?: number }): Promise<Section> {
  const [service, browser] = await Promise.all([
    startBenchService({ console: await openConsole() }),
    startBrowser(() => sparticuz.executablePath()),
  ]);
  try {
    const { token } = await service.createAccount('First view');
    const views: Record<string, View[]> = {};
    for (const network of [FAST_4G, SLOW_4G]) {
      views[network.name] = [];
      for (let run = 0; run < runs; run += 1) {
        views[network.name]?.push(await viewOnce(browser, { url: service.url, token, network }));
      }
    }
    const all = Object.entries(views);
    return {
      title: 'First view',
      about: `The home of a new account in Chromium, with an empty cache and a processor slowed down ${PROCESSOR_SLOWDOWN} times, on the networks that its developer tools offer. It takes a click when its "Choose files" is painted and no task of more than 50 ms runs; bytes are those until then. Medians of ${runs} runs.`,
      outcomes: [sizeOf(all.flatMap(([, of]) => of)), ...all.map(([name, of]) => interactiveOn(name, of))],
    };
  } finally {
    await browser.close();
    await service.close();
  }
}

function sizeOf(views: readonly View[]): Outcome {
  const kibibytes = median(views.map(({ bytes }) => bytes)) / 1024;
  return {
    what: 'Compressed bytes',
    measured: `${Math.round(kibibytes)} KiB`,
    compared: `${KIBIBYTES_MAX} KiB`,
    ratio: kibibytes / KIBIBYTES_MAX,
    barMax: 1,
  };
}

function interactiveOn(name: string, views: readonly View[]): Outcome {
  const interactiveMs = median(views.map((view) => view.interactiveMs));
  return {
    what: `Takes a click on ${name}`,
    measured: milliseconds(interactiveMs),
    compared: milliseconds(INTERACTIVE_MS_MAX),
    ratio: interactiveMs / INTERACTIVE_MS_MAX,
    barMax: name === FAST_4G.name ? 1 : null,
  };
}

interface Visit {
  readonly url: string;
  readonly token: string;
  readonly network: Network;
}

async function viewOnce(browser: Browser, { url, token, network }: Visit): Promise<View> {
  const { page, close } = await openPage(browser, url, { token });
  const devices = await page.context().newCDPSession(page);
  const { name: _, ...conditions } = network;
  await devices.send('Network.enable');
  await devices.send('Network.emulateNetworkConditions', { offline: false, ...conditions });
  await devices.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN });
  await page.addInitScript({ content: WATCH });
  const received = receivedBytes(devices);
  await page.goto('/');
  await page.getByRole('button', { name: 'Choose files' }).waitFor();
  const bytes = received();
  await page.waitForFunction('window.firstView.shownMs !== null');
  await page.waitForLoadState('networkidle');
  const { shownMs, lastTaskMs } = await timesOf(page);
  await close();
  return { bytes, interactiveMs: Math.max(shownMs, lastTaskMs) };
}

/** Counts the bytes of the answers with their headers, as they cross the network. */
function receivedBytes(devices: CDPSession): () => number {
  let bytes = 0;
  devices.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => bytes;
}

async function timesOf(page: Page) {
  return firstView.parse(await page.evaluate('window.firstView'));
}

const DROP_TO_SCREEN_RUNS = 5;
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
    const views: DropToScreenView[] = [];
    for (let run = 0; run < DROP_TO_SCREEN_RUNS; run += 1) {
      month += 1;
      const seen = await seeMonth(page, book, { month, folder });
      views.push({ ...seen, jobMs: await jobMsOf(book, month) });
    }
    return {
      title: 'From drop to screen',
      about: `A CSV statement of ${lines.toLocaleString('en')} lines, chosen in Chromium on this machine: until the page asks whether carrier, month and total are right, and from the answer until the month is shown. Compared with the job alone, from its claim to its commit. Medians of ${DROP_TO_SCREEN_RUNS} pairs.`,
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

function outcomeOf(
  what: string,
  views: readonly DropToScreenView[],
  timeOf: (view: DropToScreenView) => number,
): Outcome {
  const jobMs = median(views.map((view) => view.jobMs));
  return {
    what,
    measured: milliseconds(median(views.map(timeOf))),
    compared: `${milliseconds(jobMs)}, the job in it`,
    ratio: median(views.map((view) => timeOf(view) / view.jobMs)),
    barMax: BAR,
  };
}

interface DropToScreenView extends Seen {
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
