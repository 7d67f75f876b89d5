import { connectReports } from '../../../adapters/postgres/saved-reports/report-runner.ts';
import type { ReportResult, ReportRunner, RunLimits } from '../../../app/saved-reports/run-saved-report.ts';
import type { BookKey } from '../../../core/book-key.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { accept, createBook, createEngine, drain, type Engine } from '../../support/engine.ts';
import { asOwner } from '../../support/postgres.ts';

/** Two agencies that work with the same carrier. Every text of the other agency contains this word. */
export const SECRET = 'BSECRET';

export interface TwoAgencies {
  readonly engine: Engine;
  readonly ours: BookKey;
  readonly theirs: BookKey;
  readonly runner: ReportRunner;
  /** Runs as our agency, within the limits of a manual run. */
  run(statement: string, more?: Partial<RunLimits> & { readonly isOrdered?: boolean }): Promise<ReportResult | Refused>;
  /** Runs a query that must succeed, and returns its rows. */
  rows(statement: string, more?: { readonly isOrdered?: boolean }): Promise<ReportResult['rows']>;
  close(): Promise<void>;
}

export const LIMITS: RunLimits = { seconds: 5, rows: 1_000, bytes: 4 * 1024 * 1024 };

/** A month's lines as `member amount`. */
const MONTHS: Readonly<Record<string, readonly string[]>> = {
  '2026-01': ['A 50', 'B 50', 'C 50', 'D 50'],
  '2026-02': ['A 50', 'B 40', 'D -50', 'E 50'],
  '2026-03': ['A 50.01', 'B 40', 'E 0'],
  '2026-04': ['A 50', 'B 60', 'C 45'],
};

export async function createTwoAgencies(): Promise<TwoAgencies> {
  const engine = await createEngine();
  const ours = await createBook(engine);
  const theirs = await createBook(engine, { carrierId: ours.carrierId });
  for (const [period, lines] of Object.entries(MONTHS)) {
    await accept(engine, ours, { period, csv: statement(lines, '') });
    await accept(engine, theirs, { period, csv: statement(lines, SECRET) });
  }
  await drain(engine);
  await engine.database.system(async (sql) => {
    await sql`update workspaces set name = ${SECRET} where account_id = ${theirs.accountId}`;
    await sql`update files set original_filename = ${SECRET} where account_id = ${theirs.accountId}`;
    await sql`
      insert into carriers (carrier_id, account_id, name, slug)
      values (gen_random_uuid(), ${theirs.accountId}, ${SECRET}, 'own'), (gen_random_uuid(), ${ours.accountId}, 'Own carrier', 'own')`;
  });
  // The migrations revoke pg_sleep from everybody. Tests need a query of a given duration that can be ended.
  await asOwner(engine.address, (sql) => sql`grant execute on function pg_sleep(double precision) to cas_report`);
  const runner = connectReports({ database: engine.database, administrator: engine.address });
  const run: TwoAgencies['run'] = (text, { isOrdered = false, ...limits } = {}) =>
    runner.run(ours.accountId, { statement: text, isOrdered }, { ...LIMITS, ...limits });
  return {
    engine,
    ours,
    theirs,
    runner,
    run,
    async rows(text, more) {
      const result = await run(text, more);
      if (isRefused(result)) throw new Error(`Refused: ${result.refused.detail}`);
      return result.rows;
    },
    close: () => engine.close(),
  };
}

function statement(lines: readonly string[], mark: string): string {
  const rows = lines.map((line) => {
    const [member, amount] = line.split(' ');
    return [member, amount, `POL-${member}${mark}`, `Name ${member}${mark}`, `Gold${mark}`, `Agent${mark}`].join(',');
  });
  return ['Member,Amount,Policy,Name,Plan,Agent', ...rows].join('\n');
}

/** The code and the detail of a refusal. */
export function refusalText(result: ReportResult | Refused): string {
  return isRefused(result) ? `${result.refused.code}: ${result.refused.detail ?? ''}` : 'not refused';
}
