import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';

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
export async function useSameLetters(page: Page): Promise<void> {
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
export async function screenshotFault(page: Page, path: string): Promise<string | null> {
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
