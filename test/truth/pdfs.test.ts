import { expect, test } from 'vitest';
import { DRAWN_STATEMENTS } from '../../truth/pdf/drawn-statements.ts';
import { isSilentlyWrong, measurePdf } from '../../truth/pdf/measure-pdfs.ts';

test.each(DRAWN_STATEMENTS)('a drawn PDF is read whole: $name', async (statement) => {
  const measured = await measurePdf(statement);
  expect(measured).toMatchObject({ right: measured.printed, wrong: 0, failed: 0, isConfirmed: true, refusal: null });
  expect(isSilentlyWrong(measured)).toBe(false);
});
