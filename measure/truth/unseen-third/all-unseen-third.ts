import type { ManyBook } from '../drawn/records.ts';
import { unseenBook } from '../unseen/description.ts';
import { KEYSTONE, SALTMARSH, SUMMIT_FIELD } from './employers-and-agencies.ts';
import { BRIGHTWATER, GOOD_NEIGHBOR, PRAIRIE_SKY } from './health-and-dental.ts';
import { EVERGREEN, HOMESTEAD, TRI_COUNTY } from './life-and-property.ts';
import { LAKEMONT, MILLRACE, TRAILHEAD } from './medicare.ts';

const DESCRIPTIONS = [
  ...[LAKEMONT, TRAILHEAD, MILLRACE, PRAIRIE_SKY, BRIGHTWATER, GOOD_NEIGHBOR],
  ...[HOMESTEAD, EVERGREEN, TRI_COUNTY, KEYSTONE, SALTMARSH, SUMMIT_FIELD],
];

/** The books of measure/truth/unseen-third: everyday carriers, also written without a look at what the service answers. */
export const UNSEEN_THIRD_BOOKS: readonly (() => ManyBook)[] = DESCRIPTIONS.map((one) => () => unseenBook(one));
