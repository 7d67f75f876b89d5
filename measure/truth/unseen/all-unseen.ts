import type { ManyBook } from '../drawn/records.ts';
import { OLD_MILL, RIDGELINE, SILVERTON, STONEBRIDGE } from './advances-and-years.ts';
import { unseenBook } from './description.ts';
import { BAYFIELD, HARBORLIGHT, LARKSPUR, TWO_RIVERS } from './groups-and-households.ts';
import { BLUEBIRD, CLEARWATER, CRESTLINE, UNION_BAY } from './month-by-month.ts';

const DESCRIPTIONS = [
  ...[RIDGELINE, OLD_MILL, STONEBRIDGE, SILVERTON, HARBORLIGHT, TWO_RIVERS],
  ...[LARKSPUR, BAYFIELD, BLUEBIRD, UNION_BAY, CRESTLINE, CLEARWATER],
];

/** The books of measure/truth/unseen. They were written from the rules of the trade, without a look at what the service answers. */
export const UNSEEN_BOOKS: readonly (() => ManyBook)[] = DESCRIPTIONS.map((one) => () => unseenBook(one));
