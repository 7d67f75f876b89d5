import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import sparticuz from '@sparticuz/chromium';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { z } from 'zod';
import { madeOnce } from './made-once.ts';

/** The places where systems keep their Chromium. */
const SYSTEM_CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome-stable'];
/**
 * Options of the package that people's browsers do not have. A browser of a single process ends with its first context on some machines;
 * one without web security sends no Origin, so that the service refuses every change of a signed-in person.
 */
const UNLIKE_PEOPLE = ['--single-process', '--disable-web-security', '--allow-running-insecure-content'];
/** The time for an action. A busy machine takes longer than Playwright expects. */
const ACTION_MS = 45_000;

let ofThisWorker: Promise<Browser> | null = null;

/**
 * Returns the real browser that all files of this test worker share. It starts with the first file and ends with the process. Each opened
 * page has its own context, with its own storage and cookies.
 */
export function sharedBrowser(): Promise<Browser> {
  ofThisWorker ??= startBrowser();
  return ofThisWorker;
}

/**
 * Starts a real browser: the Chromium of the system, else that of the npm package, which needs no libraries of a desktop. `unpack` returns
 * the path of the package's Chromium.
 */
export async function startBrowser(unpack: () => Promise<string> = unpackedChromium): Promise<Browser> {
  const system = SYSTEM_CHROMIUM.find((path) => existsSync(path));
  const executablePath = system ?? (await unpack());
  // Pages have no 3D graphics, and a software renderer for 3D would also draw the rest of the page, slowly.
  sparticuz.setGraphicsMode = false;
  const own = sparticuz.args.filter((arg) => !UNLIKE_PEOPLE.includes(arg));
  const args =
    system === undefined
      ? own
      : ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'];
  return chromium.launch({ executablePath, args, headless: true, timeout: ACTION_MS });
}

/** Unpacks the package into the folder for temporary files, once, because no process may start a file that is being written. */
async function unpackedChromium(): Promise<string> {
  await madeOnce('chromium-is-unpacked', async () => {
    await sparticuz.executablePath();
  });
  return sparticuz.executablePath();
}

export interface OpenedPage {
  readonly page: Page;
  /** The script errors and the refusals of the Content-Security-Policy since the page was opened. */
  readonly faults: readonly string[];
  readonly close: () => Promise<void>;
}

export interface PageOptions extends BrowserContextOptions {
  /** Signs in with this access token before the page loads. */
  readonly token?: string | undefined;
}

/** Opens a page in a context of its own, as a person with an own browser. */
export async function openPage(browser: Browser, url: string, { token, ...context }: PageOptions = {}) {
  const own = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', ...context });
  own.setDefaultTimeout(ACTION_MS);
  const page = await own.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) faults.push(message.text());
  });
  if (token !== undefined) {
    // A reload after the session ended must not sign in again.
    const write = `sessionStorage.setItem('commission-statements-token', ${JSON.stringify(token)})`;
    await page.addInitScript(`if (window.name !== 'opened') ${write}; window.name = 'opened';`);
  }
  return { page, faults, close: () => own.close() } satisfies OpenedPage;
}

const findings = z.array(
  z.object({
    id: z.string(),
    help: z.string(),
    nodes: z.array(z.object({ html: z.string(), failureSummary: z.string() })),
  }),
);

/** Returns what axe finds on the page, one line for each element; none when the page is accessible. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  const path = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  await page.evaluate(await readFile(path, 'utf8'));
  const found = findings.parse(await page.evaluate('axe.run().then(({ violations }) => violations)'));
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/** Returns true when the page is not wider than the window, so that nobody has to scroll sideways. */
export async function fitsItsWidth(page: Page): Promise<boolean> {
  return z.boolean().parse(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'));
}

const texts = z.array(z.string());

/** Returns the texts of buttons that are cut at an edge, other than those that end with an ellipsis on purpose. */
export async function cutButtons(page: Page): Promise<readonly string[]> {
  return texts.parse(
    await page.evaluate(`[...document.querySelectorAll('.mantine-Button-label')]
      .filter((label) => label.scrollWidth > label.clientWidth + 1 && getComputedStyle(label).textOverflow !== 'ellipsis')
      .map((label) => label.textContent)`),
  );
}

/** Returns the ids of fields that are wider than people write into them. */
export async function wideFields(page: Page): Promise<readonly string[]> {
  return texts.parse(
    await page.evaluate(`[...document.querySelectorAll('main .mantine-Input-input')]
      .filter((field) => field.clientWidth > 36 * Number.parseFloat(getComputedStyle(field).fontSize))
      .map((field) => field.id)`),
  );
}
