import type { ManyBook } from '../drawn/records.ts';
import { unseenBook } from '../unseen/description.ts';
import { COPPERFIELD, GRANITE, IRONWOOD } from './groups-and-payroll.ts';
import { CEDAR_HOLLOW, MERIDIAN, NORTHGATE } from './life-and-care.ts';
import { COASTAL, REDWOOD, SUNFIELD } from './medicare-and-exchange.ts';
import { BELLWETHER, HAWTHORNE, PINNACLE } from './terms-and-contracts.ts';

const DESCRIPTIONS = [
  ...[NORTHGATE, CEDAR_HOLLOW, MERIDIAN, REDWOOD, SUNFIELD, COASTAL],
  ...[IRONWOOD, COPPERFIELD, GRANITE, PINNACLE, HAWTHORNE, BELLWETHER],
];

/** The books of measure/truth/unseen-second: other kinds of carriers, also written without a look at what the service answers. */
export const UNSEEN_SECOND_BOOKS: readonly (() => ManyBook)[] = DESCRIPTIONS.map((one) => () => unseenBook(one));
