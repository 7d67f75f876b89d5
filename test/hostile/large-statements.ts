import { FILE_BYTES_MAX } from '../../core/limits/statement-limits.ts';
import { PROPERTY_RUNS } from '../support/property-runs.ts';
import { oddFiles } from './mutations.ts';
import { CONFIGS, readStatement } from './read-statement.ts';

/**
 * Reads files of the largest allowed size, one after another, in a process of its own with little memory. Its exit code is the result.
 */

const HEADER = 'Member ID,Commission,Name\r\n';

/** Repeats a piece as often as the largest file holds it. */
function filled(start: string, piece: string): Buffer {
  const head = Buffer.from(start);
  const bytes = Buffer.alloc(FILE_BYTES_MAX, piece);
  head.copy(bytes);
  return bytes;
}

const LARGE: readonly Buffer[] = [
  filled(HEADER, 'M-1,12.50,Ann Lee\r\n'),
  filled(HEADER, '\r\n'),
  filled(HEADER, ','),
  filled(HEADER, '"'),
  filled(HEADER, 'M-1,"12.50\r\n'),
  filled(HEADER, `${'x,'.repeat(400)}\r\n`),
  filled(HEADER, 'M-1,abc,Ann Lee\r\n'),
  filled('\ufeff', 'a'),
  filled('PK\x03\x04', 'PK\x01\x02'),
];

let read = 0;
for (const bytes of LARGE) {
  // A push reads each file in one format, `npm run test:long` in all of them.
  const configs = CONFIGS.filter((_, index) => PROPERTY_RUNS >= 1 || index === read % CONFIGS.length);
  for (const config of configs) readStatement(bytes, config);
  read += 1;
}
for (const { bytes } of oddFiles()) for (const config of CONFIGS) readStatement(bytes, config);
process.stdout.write(`read: ${read}\n`);
