import { expect, test } from 'vitest';
import { SHARED_CARRIERS, SUCCESSIONS } from '../../../core/catalogue/shared-carriers.ts';

const carrierOf = (slug: string) => SHARED_CARRIERS.find((carrier) => carrier.slug === slug);

test.each(SUCCESSIONS)(
  '$slug and $continues are of one brand and scored alike, so that one book can hold both',
  ({ slug, continues }) => {
    const [later, earlier] = [carrierOf(slug), carrierOf(continues)];
    expect(later?.groupSlug).toBe(earlier?.groupSlug);
    expect(later?.productLine).toBe(earlier?.productLine);
    // The file type is checked before the layout is known.
    expect(later?.config.fileType).toBe(earlier?.config.fileType);
    expect(later?.config.cadence).toEqual(earlier?.config.cadence);
    expect(later?.config.tolerance).toEqual(earlier?.config.tolerance);
    expect(later?.config.memberId).toEqual(earlier?.config.memberId);
  },
);

test('never continues a carrier that continues another one', () => {
  const later = new Set(SUCCESSIONS.map(({ slug }) => slug));
  expect(SUCCESSIONS.filter(({ continues }) => later.has(continues))).toEqual([]);
});
