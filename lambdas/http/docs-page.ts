import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { START_SOURCE } from './docs-start.ts';

/** The page of Swagger UI. All its files come from the package swagger-ui-dist, so the page loads nothing from other hosts. */

const STYLE = 'swagger-ui.css';
const SCRIPT = 'swagger-ui-bundle.js';
const START = 'start.js';

export const docsPage = {
  html: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Commission statement analysis: reference</title>
    <link rel="stylesheet" href="docs/${STYLE}">
  </head>
  <body>
    <div id="reference"></div>
    <script src="docs/${SCRIPT}"></script>
    <script src="docs/${START}"></script>
  </body>
</html>
`,
  headers: {
    // Swagger UI writes style attributes and loads its icons from data: URLs.
    'Content-Security-Policy':
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    'Cache-Control': 'no-cache',
  },
} as const;

const MEDIA_TYPES = new Map([
  [STYLE, 'text/css; charset=utf-8'],
  [SCRIPT, 'text/javascript; charset=utf-8'],
]);

/** Returns one of the page's assets, or null. The name is looked up in a list and never used as a path. */
export async function docsAsset(
  name: string,
): Promise<{ readonly mediaType: string; readonly bytes: Uint8Array } | null> {
  if (name === START) return { mediaType: 'text/javascript; charset=utf-8', bytes: Buffer.from(START_SOURCE) };
  const mediaType = MEDIA_TYPES.get(name);
  if (mediaType === undefined) return null;
  const path = createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);
  return { mediaType, bytes: await readFile(path) };
}
