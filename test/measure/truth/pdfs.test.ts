import { describe, expect, test } from 'vitest';
import { DRAWN_STATEMENTS } from '../../../measure/truth/pdf/drawn-statements.ts';
import { isSilentlyWrong, KEPT_STATEMENTS, measurePdf } from '../../../measure/truth/pdf/measure-pdfs.ts';
import { ODD_STATEMENTS } from '../../../measure/truth/pdf/odd-statements.ts';

test.each(DRAWN_STATEMENTS)('a drawn PDF is read whole: $name', async (statement) => {
  const measured = await measurePdf(statement);
  expect(measured).toMatchObject({ right: measured.printed, wrong: 0, failed: 0, isConfirmed: true, refusal: null });
  expect(isSilentlyWrong(measured)).toBe(false);
});

describe('an odd PDF is read whole, or known to be in doubt', () => {
  /** The oddities that the reader cannot read, or cannot read for certain. */
  const doubtful = new Set([
    'two amounts with 34 points for the second',
    'records of two lines',
    'a name in a text field',
    'marks of footnotes',
    'a name that goes on over the page',
    'ids that are wrapped',
    'a total that is another one',
    'no total',
  ]);

  test.each(ODD_STATEMENTS)('$name', async (statement) => {
    const measured = await measurePdf(statement);
    if (doubtful.has(statement.name)) expect(measured.confidence).toBeLessThan(0.8);
    else expect(measured).toMatchObject({ right: measured.printed, wrong: 0, failed: 0, confidence: 0.96 });
  });
});

describe('a PDF of another program is read whole, or known to be in doubt', () => {
  const doubtful = new Set([
    'spanning headers, CR and DB',
    'a report in two columns of a page',
    'Hebrew, Arabic and Latin names',
    'words spread by word spacing',
    'drawn letters without names',
  ]);

  test.each(KEPT_STATEMENTS)('$name, $generator', async (statement) => {
    const measured = await measurePdf(statement);
    if (doubtful.has(statement.name)) expect(measured.confidence).toBeLessThan(0.8);
    else expect(measured).toMatchObject({ right: measured.printed, wrong: 0, failed: 0, confidence: 0.96 });
  });
});
