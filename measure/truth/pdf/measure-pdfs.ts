import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { readStatementFile } from '../../../adapters/statement-file/read-statement-file.ts';
import { inferConfig } from '../../../core/infer/infer-config.ts';
import { mapStatement } from '../../../core/statement/map-statement.ts';
import type { StatementSource } from '../../../core/statement/source.ts';
import type { PrintedStatement } from './draw-pages.ts';
import { DRAWN_STATEMENTS } from './drawn-statements.ts';
import { ODD_STATEMENTS } from './odd-statements.ts';
import type { PrintedMember } from './printed-members.ts';
import { browserStatements, hasOffice, officeStatements, openBrowser } from './program-statements.ts';

/** The result of reading one printed statement with the format that is inferred from it. */
export interface MeasuredPdf {
  readonly name: string;
  readonly generator: string;
  readonly printed: number;
  /** The number of lines with the id, the name and the amount that were printed. */
  readonly right: number;
  /** The number of lines that were read and that the statement does not print. */
  readonly wrong: number;
  readonly failed: number;
  readonly confidence: number;
  /** True when the printed sum equals that of the rows. */
  readonly isConfirmed: boolean;
  /** The reason why nothing was read, or null. */
  readonly refusal: string | null;
}

/** Prints, reads and compares a statement. */
export async function measurePdf(statement: PrintedStatement): Promise<MeasuredPdf> {
  const { name, generator, members } = statement;
  const source = await readStatementFile(await statement.print(), {
    fileType: 'auto',
    encoding: 'auto',
    delimiter: 'auto',
  });
  return { name, generator, printed: members.length, ...compare(members, source) };
}

function compare(members: readonly PrintedMember[], source: StatementSource) {
  const { config, confidence } = inferConfig(source);
  const mapping = mapStatement(source, config, { period: '2026-01' });
  if (mapping.kind === 'rejected')
    return { right: 0, wrong: 0, failed: 0, confidence, isConfirmed: false, refusal: mapping.rejection.detail };
  const { lines, failures, warnings } = mapping.statement;
  const missing = new Map<string, number>();
  for (const { id, name, amount } of members) {
    const key = keyOf(id, name, 100 * amount);
    missing.set(key, (missing.get(key) ?? 0) + 1);
  }
  let right = 0;
  for (const { memberExternalId, memberName, amount } of lines) {
    const key = keyOf(memberExternalId, memberName ?? '', amount);
    const left = missing.get(key) ?? 0;
    if (left === 0) continue;
    missing.set(key, left - 1);
    right += 1;
  }
  return {
    right,
    wrong: lines.length - right,
    failed: failures.length,
    confidence,
    isConfirmed: !warnings.some(({ code }) => code === 'total_not_printed'),
    refusal: null,
  };
}

const keyOf = (id: string, name: string, amount: number) => `${id}|${name}|${amount}`;

/** True for a statement that was read wrongly although the service was confident, which must not happen. */
export const isSilentlyWrong = ({ printed, right, wrong, confidence }: MeasuredPdf) =>
  confidence >= 0.8 && (right < printed || wrong > 0);

/** Measures every statement of the corpus: drawn, kept, printed by a browser, and printed by LibreOffice where it is installed. */
export async function measurePdfs(): Promise<readonly MeasuredPdf[]> {
  const browser = await openBrowser();
  try {
    const measured: MeasuredPdf[] = [];
    const ofOffice = (await hasOffice()) ? officeStatements() : [];
    for (const statement of [
      ...DRAWN_STATEMENTS,
      ...ODD_STATEMENTS,
      ...KEPT_STATEMENTS,
      ...browserStatements(await browser.newPage()),
      ...ofOffice,
    ])
      measured.push(await measurePdf(statement));
    return measured;
  } finally {
    await browser.close();
  }
}

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
