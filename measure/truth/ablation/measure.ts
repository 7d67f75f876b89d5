// Measures drawn books in memory and prints one line of figures as JSON. measure/truth/run.ts runs it with and without a rule.
import { createHash } from 'node:crypto';
import { figuresOf, type MeasuredMany } from '../drawn/figures.ts';
import { judgeMany } from '../drawn/judge-many.ts';
import { drawnBooks } from '../drawn/run-many.ts';
import { scoreInMemory } from './score-in-memory.ts';

const [count, seed] = process.argv.slice(2).map(Number);
const hash = createHash('sha256');
const measured: MeasuredMany[] = [];
for (const make of drawnBooks(count ?? 0, seed ?? 0)) {
  const book = make();
  const told = await scoreInMemory(book);
  hash.update(JSON.stringify([told.rows, told.events]));
  measured.push({ book, format: told.format, failures: told.failures, judgement: judgeMany(book.truth, told) });
}
process.stdout.write(`${JSON.stringify({ figures: figuresOf(measured), digest: hash.digest('hex') })}\n`);
