import type { ManyBook } from '../drawn/records.ts';
import { unseenBook } from '../unseen/description.ts';
import { RIVERBEND, TWIN_OAKS } from './agencies-and-advances.ts';
import { BLUE_HERON, OLD_FERRY, STERLING_VALE, TALLOW_CREEK } from './employers.ts';
import { CLOVER_COAST, COMPASS_ROSE, LARK_AND_FERN } from './individuals.ts';
import { HARVEST_MOON, LINDEN, SABLE_POINT } from './medicare-and-care.ts';

const DESCRIPTIONS = [
  ...[HARVEST_MOON, LINDEN, SABLE_POINT, CLOVER_COAST, LARK_AND_FERN, COMPASS_ROSE],
  ...[TALLOW_CREEK, STERLING_VALE, BLUE_HERON, OLD_FERRY, RIVERBEND, TWIN_OAKS],
];

/** The books of measure/truth/unseen-fourth: a mixed agency's month, also written without a look at what the service answers. */
export const UNSEEN_FOURTH_BOOKS: readonly (() => ManyBook)[] = DESCRIPTIONS.map((one) => () => unseenBook(one));
