import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { writeLetterPdf } from '../../../adapters/letter/write-letter-pdf.ts';

/** Guarantee: a letter in print says what its text says, also where the font lacks a character. */

test('an arrow and letters of other alphabets are written with the characters of the font', async () => {
  const text = await printed('Rate 20 % → 15 %\nŁukasz Đorđević, Søren Müller, Zoë Çelik\n漢');
  expect(text).toContain('Rate 20 % to 15 %');
  expect(text).toContain('Lukasz Dordevic, Søren Müller, Zoë Çelik');
  expect(text).toContain('?');
});

/** Returns the texts that the pages draw. */
async function printed(letter: string): Promise<string> {
  const bytes = Buffer.from(await writeLetterPdf(letter));
  const streams = bytes.toString('latin1').split(/stream\r?\n/);
  return streams
    .flatMap((stream) => {
      const content = Buffer.from(stream.split(/\r?\nendstream/)[0] ?? '', 'latin1');
      return content[0] === 0x78 ? [inflateSync(content).toString('latin1')] : [];
    })
    .flatMap((content) => [...content.matchAll(/<([\dA-F]+)> Tj/g)])
    .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
    .join('\n');
}
