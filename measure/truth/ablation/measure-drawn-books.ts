// Measures drawn books in memory and prints one line of figures as JSON. measure/truth/run.ts runs it with and without a rule.
import { createHash } from 'node:crypto';
import { openAnyStatement } from '../../../adapters/statement-file/read-statement-file.ts';
import { inferConfig } from '../../../core/infer/infer-config.ts';
import { exactToDollars, moneyToDollars } from '../../../core/money.ts';
import type { Period } from '../../../core/period.ts';
import { cadenceOf, EVERY_MONTH_PAID } from '../../../core/scoring/cadence.ts';
import { estimateRates } from '../../../core/scoring/estimate-rates.ts';
import type { CarrierEvent } from '../../../core/scoring/events/carrier-event.ts';
import type { FindingTally } from '../../../core/scoring/events/shared-findings.ts';
import type { ExpectedRate } from '../../../core/scoring/expected.ts';
import type { ScorableLine } from '../../../core/scoring/member-month.ts';
import { periodMembers } from '../../../core/scoring/period-members.ts';
import { netTotal, type PeriodScores, scorePeriod } from '../../../core/scoring/score-period.ts';
import type { PriorRow, ScoredRow } from '../../../core/scoring/scored-row.ts';
import { toleranceOf } from '../../../core/scoring/tolerance.ts';
import { type StatementConfig, statementConfigSchema } from '../../../core/statement/config.ts';
import { lineKindOf } from '../../../core/statement/line-kind.ts';
import { type Mapping, mapStatement } from '../../../core/statement/map-statement.ts';
import { figuresOf, type MeasuredMany } from '../drawn/figures.ts';
import { judgeMany, type ToldEvent, type ToldMany } from '../drawn/judge-many.ts';
import { drawnBooks } from '../drawn/run-many.ts';
import { CERTAIN, columnsByHand } from '../judging/take-in.ts';
import type { ToldPeriod, ToldRow } from '../judging/told.ts';
import type { TruthBook } from '../judging/truth.ts';

/**
 * Scores a book by core alone, a hundred times faster than over HTTP, for comparing two versions of a rule. Members who get a new id stay
 * two members, because identities need the stores; claims and sums of years are left empty.
 */
async function scoreInMemory(book: TruthBook): Promise<ToldMany> {
  const { months, config, failures, format } = await readStatements(book);
  if (config === null) return { ...NOTHING, failures, format };
  const productLine = 'slug' in book.carrier ? null : book.carrier.productLine;
  const periods = [...months.keys()].sort();
  const latest = new Map<string, PriorRow>();
  const rows: ToldRow[] = [];
  const told: ToldPeriod[] = [];
  const events: CarrierEvent[] = [];
  const tallies: FindingTally[] = [];
  let estimates: readonly ExpectedRate[] = [];
  let baselinePeriod: Period | null = null;
  for (const period of periods) {
    const lines = months.get(period) ?? [];
    if (baselinePeriod === null && book.contractedRates.length === 0)
      estimates = estimateRates(periodMembers([], lines).months(), { period, productLine });
    const scores: PeriodScores = scorePeriod(
      {
        period,
        firstPeriod: periods[0] ?? period,
        baselinePeriod,
        rates: [...book.contractedRates.map(contracted), ...estimates],
        tolerance: toleranceOf(config),
        newestFileId: NEWEST,
        cadence: cadenceOf(config),
        kindOf: lineKindOf(config),
        isUnpaidMonth: EVERY_MONTH_PAID,
        isPolicyTerm: config.policyTerm === true,
        productLine,
        earlierEvents: [...events],
        earlierTallies: [...tallies],
      },
      latest.values(),
      lines,
    );
    for (const row of scores.rows) latest.set(row.memberRefId, row);
    rows.push(...scores.rows.map((row) => toldRow(row, period)));
    events.push(...scores.events);
    tallies.push(scores.tally);
    told.push(toldPeriod(period, scores, lines));
    baselinePeriod = period;
  }
  return { ...NOTHING, rows, periods: told, events: events.map(toldEvent), failures, format };
}

const NOTHING: ToldMany = {
  rows: [],
  periods: [],
  years: [],
  recoverable: 0,
  format: '',
  failures: [],
  events: [],
  claims: [],
};
const NEWEST = 'file';

interface ReadStatements {
  readonly months: ReadonlyMap<Period, readonly ScorableLine[]>;
  /** The format of the latest statement; null when none could be read. */
  readonly config: StatementConfig | null;
  readonly failures: readonly string[];
  readonly format: string;
}

/** Reads all statements. A statement that the format can't read gets the format that the service proposes, as over HTTP. */
async function readStatements({ carrier, deliveries }: TruthBook): Promise<ReadStatements> {
  const months = new Map<Period, readonly ScorableLine[]>();
  const failures: string[] = [];
  const formats: string[] = [];
  let config: StatementConfig | null = null;
  for (const [index, { bytes, fileName, mode, period }] of deliveries.entries()) {
    const { source } = await openAnyStatement(bytes);
    let mapping: Mapping | null = config === null ? null : mapStatement(source, config, { period });
    if (mapping?.kind !== 'mapped') {
      const inferred = inferConfig(source, { fileName });
      const byHand = inferred.confidence < CERTAIN ? columnsByHand(carrier, period) : {};
      config = statementConfigSchema.parse({
        ...inferred.config,
        columns: { ...inferred.config.columns, ...byHand },
      });
      formats.push(`${period} inferred at ${inferred.confidence.toFixed(2)}`);
      mapping = mapStatement(source, config, { period });
    }
    if (mapping.kind === 'rejected') {
      failures.push(`${fileName}: ${mapping.rejection.detail}`);
      continue;
    }
    const lines = mapping.statement.lines.map((line) => ({
      ...line,
      memberRefId: line.memberKey,
      policyRefId: line.policyNumber,
      fileId: `${NEWEST} ${index}`,
    }));
    months.set(period, mode === 'replace' ? lines : [...(months.get(period) ?? []), ...lines]);
  }
  return { months, config, failures, format: formats.join(', ') };
}

const MILLION = 1_000_000;

function contracted({ rateType, rateValue }: TruthBook['contractedRates'][number]): ExpectedRate {
  const rateMillionths = Math.round(rateValue * MILLION);
  return {
    ...{ source: 'contracted', rateType, rateMillionths, planCode: null },
    ...{ tier: null, state: null, effectiveFrom: null, effectiveTo: null },
  };
}

function toldRow(row: ScoredRow, period: Period): ToldRow {
  const { memberExternalId, status, flags, signals, reason } = row;
  return {
    ...{ memberExternalId, period, status, flags, reason },
    signals: signals.map(({ code, severity, detail }) => ({ code, severity, detail })),
    commissionAmount: moneyToDollars(row.commissionAmount),
    prevCommissionAmount: moneyToDollars(row.prevCommissionAmount),
    commissionOwed: row.commissionOwed === null ? 0 : exactToDollars(row.commissionOwed),
  };
}

function toldPeriod(period: Period, { rollup }: PeriodScores, lines: readonly ScorableLine[]): ToldPeriod {
  return {
    period,
    atRisk: moneyToDollars(rollup.commissionDropped + rollup.commissionReduced),
    owed: 0,
    owedEstimated: false,
    net: moneyToDollars(netTotal(lines)),
    takenBack: moneyToDollars(rollup.chargebackAmount),
  };
}

function toldEvent({ kind, period, scope, shared, detail }: CarrierEvent): ToldEvent {
  const scopeValue = scope.field === 'carrier' ? null : scope.value;
  return { kind, period, scope: scope.field, scopeValue, code: shared?.code ?? null, detail };
}

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
