import { describe, expect, test } from 'vitest';
import { DRAWN_STATEMENTS } from '../../truth/pdf/drawn-statements.ts';
import { isSilentlyWrong, measurePdf } from '../../truth/pdf/measure-pdfs.ts';
import { ODD_STATEMENTS } from '../../truth/pdf/odd-statements.ts';

test.each(DRAWN_STATEMENTS)('a drawn PDF is read whole: $name', async (statement) => {
  const measured = await measurePdf(statement);
  expect(measured).toMatchObject({ right: measured.printed, wrong: 0, failed: 0, isConfirmed: true, refusal: null });
  expect(isSilentlyWrong(measured)).toBe(false);
});

describe('an odd PDF is read whole, or known to be in doubt', () => {
  /** Oddities that the reader can't read, or not for certain. */
  const doubtful = new Set([
    'two amounts with 34 points for the second',
    'records of two lines',
    'a name in a text field',
    'marks of footnotes',
    'a name that goes on over the page',
    'ids that are wrapped',
    'a total that is another one',
    'no total',
    'letters far apart',
  ]);

  test.each(ODD_STATEMENTS)('$name', async (statement) => {
    const measured = await measurePdf(statement);
    if (doubtful.has(statement.name)) expect(measured.confidence).toBeLessThan(0.8);
    else expect(measured).toMatchObject({ right: measured.printed, wrong: 0, failed: 0, confidence: 0.96 });
  });
});
