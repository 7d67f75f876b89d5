import { expect, test } from 'vitest';
import { faultSentence } from '../../core/problem.ts';

test.each([
  ['limit', 'must be at least 1', 'The field limit must be at least 1.'],
  ['body', 'is required', 'The body is required.'],
  ['Idempotency-Key', 'is too long', 'The header Idempotency-Key is too long.'],
  ['row 3, column "Rate"', 'is there twice', 'Row 3, column "Rate" is there twice.'],
  ['file', 'The file is a PDF.', 'The file is a PDF.'],
  ['config', '"abc" has no group', '"abc" has no group.'],
])('%s: %s', (field, detail, sentence) => {
  expect(faultSentence({ field, detail })).toBe(sentence);
});
