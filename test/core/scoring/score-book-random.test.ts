import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookArbitrary, estimatedBookArbitrary } from '../../support/book-arbitraries.ts';
import { type ModelInput, modelBook } from '../../support/book-model.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { scoredBook } from '../../support/scored-book.ts';
import { viewOfModel, viewOfScored } from '../../support/scored-book-view.ts';

/** Guarantee: scoring equals the book model in every row, flag, delta, total and estimate of random books. */

async function expectAsModelled(input: ModelInput): Promise<void> {
  expect(viewOfScored(await scoredBook(input))).toEqual(viewOfModel(modelBook(input)));
}

describe('a random book is scored like the model', () => {
  it('with contracted rates and tolerances of all kinds', async () => {
    await fc.assert(fc.asyncProperty(bookArbitrary, expectAsModelled), { numRuns: propertyRuns(2500) });
  });

  it('with estimated rates', async () => {
    await fc.assert(fc.asyncProperty(estimatedBookArbitrary, expectAsModelled), { numRuns: propertyRuns(1500) });
  });
});
