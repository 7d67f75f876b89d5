import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CARRIER_BRANDS, CATALOGUE_VERSION, SHARED_CARRIERS } from '../../../core/catalogue/shared-carriers.ts';

/**
 * The digest of each released catalogue version. A changed catalogue needs the next number and a line here. A released line never
 * changes, because databases that loaded that version would not update.
 */
const DIGESTS: Readonly<Record<number, string>> = {
  1: '48dcc4d49e570e08',
  2: 'd424502759333daf',
  3: 'e38360224db192d2',
};

const digest = createHash('sha256')
  .update(JSON.stringify([CARRIER_BRANDS, SHARED_CARRIERS]))
  .digest('hex')
  .slice(0, 16);

test('needs the next version after a change, so that an older release does not publish old formats', () => {
  expect(Object.keys(DIGESTS).map(Number)).toEqual(Array.from({ length: CATALOGUE_VERSION }, (_, index) => index + 1));
  expect(digest, `raise CATALOGUE_VERSION and add ${CATALOGUE_VERSION + 1}: '${digest}'`).toBe(
    DIGESTS[CATALOGUE_VERSION],
  );
});
