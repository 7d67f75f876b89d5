import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CATALOGUE_VERSION } from '../../../core/catalogue/catalogue-version.ts';
import { CARRIER_BRANDS, SHARED_CARRIERS } from '../../../core/catalogue/shared-carriers.ts';

/**
 * What each released version of the catalogue held. A change of the catalogue needs the next number and a line here; a line that is
 * released never changes, because databases that loaded it would keep what they have.
 */
const DIGESTS: Readonly<Record<number, string>> = {
  1: '48dcc4d49e570e08',
  2: 'd424502759333daf',
};

const digest = createHash('sha256')
  .update(JSON.stringify([CARRIER_BRANDS, SHARED_CARRIERS]))
  .digest('hex')
  .slice(0, 16);

test('a catalogue that changed has the next version, so that going back a release does not publish old formats', () => {
  expect(Object.keys(DIGESTS).map(Number)).toEqual(Array.from({ length: CATALOGUE_VERSION }, (_, index) => index + 1));
  expect(digest, `raise CATALOGUE_VERSION and add ${CATALOGUE_VERSION + 1}: '${digest}'`).toBe(
    DIGESTS[CATALOGUE_VERSION],
  );
});
