import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openPage } from '../support/browser.ts';
import { OPERATOR_TOKEN } from '../support/http-service.ts';
import { statement, type TestAccount } from '../support/service.ts';
import { type ConsoleSession, startConsoleSession } from './console-session.ts';

/** The folder for the pictures of a failed comparison. */
const FAILED = '.cache/screenshots';
/** `npm run screenshots` writes the pictures anew instead of comparing. */
const RENEWS = process.env['RENEW_SCREENSHOTS'] === '1';
/**
 * Other versions of Chromium round the edges of letters differently, which changes single pixels everywhere. An element that is missing or
 * in another place changes many pixels next to each other.
 */
const WINDOW_PIXELS = 24;
const CHANGED_IN_WINDOW_MAX = 90;
const THRESHOLD = 0.25;
/** The number of shades, which keeps a picture below 60 KB. */
const SHADES = 16;
/** The most pictures taken until two in a row are equal, because nothing moves any more. */
const SHOTS_MAX = 20;

const fontOf = async (file: string) =>
  (await readFile(createRequire(import.meta.url).resolve(`pdfjs-dist/standard_fonts/${file}`))).toString('base64');

/** Gives a page the fonts of a package, because the fonts of machines differ. The page needs `bypassCSP`. */
async function useSameLetters(page: Page): Promise<void> {
  const faces = await Promise.all(
    [
      ['LiberationSans-Regular.ttf', '100 500'],
      ['LiberationSans-Bold.ttf', '501 900'],
    ].map(
      async ([file = '', weights]) =>
        `@font-face { font-family: Same; font-weight: ${weights}; src: url(data:font/ttf;base64,${await fontOf(file)}); }`,
    ),
  );
  const everywhere = '* { font-family: Same !important; caret-color: transparent !important; }';
  await page.addStyleTag({ content: [...faces, everywhere].join('\n') });
  await page.evaluate('document.fonts.ready');
}

/** Returns null when the page looks as in the stored picture, else a sentence that names the pictures to look at. */
async function screenshotFault(page: Page, path: string): Promise<string | null> {
  const now = inFewShades(PNG.sync.read(await pictureAtRest(page)));
  const taken = PNG.sync.write(now, { colorType: 2, deflateLevel: 9, deflateStrategy: 0, filterType: 0 });
  if (RENEWS || !existsSync(path)) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, taken);
    return RENEWS ? null : `${path} did not exist. It has been written: look at it.`;
  }
  const before = PNG.sync.read(await readFile(path));
  const { width, height } = before;
  if (now.width !== width || now.height !== height) return `${path} has another size.`;
  const difference = new PNG({ width, height });
  const options = { threshold: THRESHOLD, windowSize: WINDOW_PIXELS };
  const changed = pixelmatch(before.data, now.data, difference.data, width, height, options);
  if (changed <= CHANGED_IN_WINDOW_MAX) return null;
  const name = join(FAILED, path.replaceAll('/', '-'));
  await mkdir(FAILED, { recursive: true });
  await writeFile(name, taken);
  await writeFile(name.replace('.png', '.difference.png'), PNG.sync.write(difference));
  return `The page differs from ${path} by ${changed} pixels in one place: compare ${name}. "npm run screenshots" renews the pictures.`;
}

function inFewShades(picture: PNG): PNG {
  const step = 255 / (SHADES - 1);
  for (const [index, value] of picture.data.entries())
    picture.data[index] = Math.round(Math.round(value / step) * step);
  return picture;
}

async function pictureAtRest(page: Page): Promise<Buffer> {
  let before = await page.screenshot({ animations: 'disabled' });
  for (let shot = 1; shot < SHOTS_MAX; shot += 1) {
    const now = await page.screenshot({ animations: 'disabled' });
    if (now.equals(before)) return now;
    before = now;
  }
  throw new Error('The page does not come to rest.');
}

const email = 'dana@harbor.example';

/** Guarantee: the main screens look like the approved pictures. `npm run screenshots` renews the pictures. */

let session: ConsoleSession;
let account: TestAccount;
let memberPath: string;
beforeAll(async () => {
  session = await startConsoleSession();
  account = await session.service.createAccount({ name: 'Harbor Benefits' });
  const carriers = ['Summit Senior Life', 'Lakeside Health'];
  for (const [index, name] of carriers.entries()) {
    const carrierId = await session.service.createCarrier({ name });
    await account.call('POST', '/v1/expected-rates', {
      json: { carrierId, rateType: 'flat_per_member', rateValue: 40, effectiveFrom: '2026-01-01' },
    });
    for (const [period, rows] of Object.entries(MONTHS)) {
      // No two amounts and no two differences are the same, so that every list has one order.
      const own = rows.map(([id, amount, more]) => [`${index}${id}`, (amount * (100 + index)) / 100, more] as const);
      await account.upload({ file: statement(own), fileName: `${name} ${period}.csv`, carrierId, period });
    }
  }
  await session.service.runJobs();
  const added = await fetch(`${session.service.url}/v1/admin/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ accountId: account.accountId, email, name: 'Dana Reyes', role: 'owner' }),
  });
  expect(added.status).toBe(201);
  const found = await account.call('GET', '/v1/members?q=0M2');
  const members = z.object({ data: z.array(z.object({ memberRefId: z.string() })) }).parse(found.json).data;
  memberPath = `/members/${members[0]?.memberRefId}`;
});
afterAll(() => session?.close());

const of = (Name: string, Agent: string) => ({ Name, Agent, Policy: `P-${Name.length}`, Plan: 'Gold' });
const [ANA, LEE] = ['Ana Rivera', 'Lee Park'];
type Row = readonly [memberId: string, commission: number, more: Readonly<Record<string, string>>];
const MONTHS: Readonly<Record<string, readonly Row[]>> = {
  '2026-02': [
    ['M1', 40, of('Ada Doe', ANA)],
    ['M2', 42, of('Walter Birch', LEE)],
    ['M3', 43, of('Cleo Marsh', ANA)],
  ],
  '2026-03': [
    ['M1', 40, of('Ada Doe', ANA)],
    ['M2', 42, of('Walter Birch', LEE)],
    ['M3', 43, of('Cleo Marsh', ANA)],
    ['M4', 45, of('Dirk Stone', LEE)],
  ],
  '2026-04': [
    ['M1', 40, of('Ada Doe', ANA)],
    ['M2', 15, of('Walter Birch', LEE)],
    ['M5', 47, of('Elsa Ford', ANA)],
  ],
};

const SCREENS = [
  ['home', () => '/'],
  ['month', () => '/months/2026-03'],
  ['changes', () => '/changes'],
  ['member', () => memberPath],
  ['ask', () => '/ask'],
  ['members', () => '/members?q=0M'],
  ['rates', () => '/rates'],
  ['settings', () => '/settings'],
] as const;

describe.each([
  ['wide', { width: 1100, height: 800 }],
  ['phone', { width: 360, height: 740 }],
] as const)('on a %s screen', (size, viewport) => {
  test.each(SCREENS)('%s looks as before', async (name, path) => {
    const { page, close } = await openPage(session.browser, session.url, {
      ...{ viewport, bypassCSP: true, deviceScaleFactor: 1, colorScheme: 'light', locale: 'en-US', timezoneId: 'UTC' },
    });
    await page.goto(await session.people.signIn.makeLink(email));
    await page.getByRole('button', { name: 'Dana Reyes', exact: true }).waitFor();
    await page.goto(path());
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await useSameLetters(page);
    expect(await screenshotFault(page, `test/console/screenshots/${name}-${size}.png`)).toBeNull();
    await close();
  });
});
