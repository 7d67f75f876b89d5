import type { ManyBook } from '../drawn/records.ts';
import { unseenBook } from '../unseen/description.ts';
import { PRAIRIE_GATE, ROADRUNNER, TIDEWATER } from './farms-and-roads.ts';
import { ASTER, COBALT, MOSSWOOD } from './groups-and-exchange.ts';
import { GREENLEAF, LODESTAR, SEXTANT } from './life-and-savings.ts';
import { GRANGER, OSPREY, SNOWDROP } from './terms-and-seniors.ts';

const DESCRIPTIONS = [
  ...[PRAIRIE_GATE, TIDEWATER, ROADRUNNER, SNOWDROP, GRANGER, OSPREY],
  ...[COBALT, MOSSWOOD, ASTER, LODESTAR, GREENLEAF, SEXTANT],
];

/** The books of measure/truth/unseen-fifth: carriers whose habits look like faults, also written without a look at the answers. */
export const UNSEEN_FIFTH_BOOKS: readonly (() => ManyBook)[] = DESCRIPTIONS.map((one) => () => unseenBook(one));
