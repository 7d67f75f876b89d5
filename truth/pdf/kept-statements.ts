import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { PrintedStatement } from './printed-statement.ts';

/** Statements that were printed once, by programs that are not among the packages of this project, and kept with their lines. */

const FOLDER = new URL('kept/', import.meta.url);

const indexSchema = z.array(z.object({ file: z.string(), name: z.string(), generator: z.string() }));
const linesSchema = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    plan: z.string(),
    effective: z.string(),
    cents: z.coerce.number().int(),
  }),
);

const textOf = (file: string) => readFileSync(new URL(file, FOLDER), 'utf8');

function membersOf(file: string): PrintedStatement['members'] {
  const lines = linesSchema.parse(parse(textOf(`${file}.csv`), { columns: true }));
  return lines.map(({ cents, ...member }) => ({ ...member, amount: cents }));
}

export const KEPT_STATEMENTS: readonly PrintedStatement[] = indexSchema
  .parse(JSON.parse(textOf('index.json')))
  .map(({ file, name, generator }) => ({
    name,
    generator,
    members: membersOf(file),
    print: () => readFile(new URL(`${file}.pdf`, FOLDER)),
  }));
