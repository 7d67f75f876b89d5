import { readFileSync } from 'node:fs';

/** Returns the anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(path: string): readonly string[] {
  return [...readFileSync(path, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
