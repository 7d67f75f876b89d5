import type { ManyBook } from '../drawn/records.ts';
import { unseenBook } from '../unseen/description.ts';
import { FERNCLIFF, JUNIPER, KESTREL } from './exchange-and-employers.ts';
import { CALISTOGA, FAIRMEADOW, QUARRYSTONE } from './medicare-and-agencies.ts';
import { ANVIL, LEDGERWOOD, PINECONE } from './property-and-plans.ts';
import { CHALKLINE, EVERSTONE, WINDROSE } from './worksites-and-contracts.ts';

const DESCRIPTIONS = [
  ...[JUNIPER, FERNCLIFF, KESTREL, FAIRMEADOW, CALISTOGA, QUARRYSTONE],
  ...[CHALKLINE, WINDROSE, EVERSTONE, ANVIL, PINECONE, LEDGERWOOD],
];

/** The books of measure/truth/unseen-sixth: carriers of every line, half of them ordinary, also written without a look at the answers. */
export const UNSEEN_SIXTH_BOOKS: readonly (() => ManyBook)[] = DESCRIPTIONS.map((one) => () => unseenBook(one));
