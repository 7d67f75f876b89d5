import { PATTERN_LIMITS } from '../limits/statement-limits.ts';
import { type PatternUse, patternCost, patternProblem } from './pattern.ts';

/** A pattern with its path in a configuration. */
interface PlacedPattern {
  readonly path: readonly (string | number)[];
  readonly text: string;
  readonly use: PatternUse;
}

/** A fault of a pattern, for the person who submits the configuration. */
export interface PatternFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The parts of a configuration that contain patterns. */
interface ConfigWithPatterns {
  /** By column name. Only columns taken from group rows have a pattern. */
  readonly columns: Readonly<Record<string, unknown>>;
  readonly transactionTypes: { readonly chargeback: readonly string[]; readonly ignore: readonly string[] };
  readonly skipRows: { readonly patterns: readonly string[] };
  readonly memberId: { readonly pattern: string | null };
  readonly lineKinds: readonly { readonly patterns: readonly string[] }[];
  /** A list of entries with patterns, or the older map by exact transaction type, which has no patterns. */
  readonly cadence: Readonly<Record<string, unknown>> | readonly CadencePatterns[];
  readonly unpaidMonths?: readonly Pick<CadencePatterns, 'productType'>[] | undefined;
}

interface CadencePatterns {
  readonly type?: readonly string[] | undefined;
  readonly productType?: readonly string[] | undefined;
}

/**
 * Returns the faults of a configuration's patterns. The total cost is estimated from the texts first, so that oversized
 * patterns are never compiled; only then is each pattern checked.
 */
export function patternFaults(config: ConfigWithPatterns): readonly PatternFault[] {
  const patterns = patternsOf(config);
  const totalFault = totalCostFault(patterns);
  if (totalFault !== null) return [totalFault];
  return patterns.flatMap(({ path, text, use }) => {
    const message = patternProblem(text, use);
    return message === null ? [] : [{ path, message }];
  });
}

/** Returns all patterns that rows are matched with. Patterns of file names are in core/intake/file-pattern.ts. */
function patternsOf(config: ConfigWithPatterns): readonly PlacedPattern[] {
  const { columns, transactionTypes, skipRows, memberId, lineKinds, cadence, unpaidMonths = [] } = config;
  const listed = (path: PlacedPattern['path'], texts: readonly string[]) =>
    texts.map((text, at): PlacedPattern => ({ path: [...path, at], text, use: 'test' }));
  const groupRows = Object.entries(columns).flatMap(([name, source]): PlacedPattern[] => {
    const isGroupRow = typeof source === 'object' && source !== null && 'groupRow' in source;
    if (!isGroupRow || typeof source.groupRow !== 'string') return [];
    return [{ path: ['columns', name, 'groupRow'], text: source.groupRow, use: 'capture' }];
  });
  return [
    ...groupRows,
    ...listed(['transactionTypes', 'chargeback'], transactionTypes.chargeback),
    ...listed(['transactionTypes', 'ignore'], transactionTypes.ignore),
    ...listed(['skipRows', 'patterns'], skipRows.patterns),
    ...lineKinds.flatMap((entry, at) => listed(['lineKinds', at, 'patterns'], entry.patterns)),
    ...cadenceLists(cadence).flatMap(({ type = [], productType = [] }, at) => [
      ...listed(['cadence', at, 'type'], type),
      ...listed(['cadence', at, 'productType'], productType),
    ]),
    ...unpaidMonths.flatMap(({ productType = [] }, at) => listed(['unpaidMonths', at, 'productType'], productType)),
    ...(memberId.pattern === null
      ? []
      : [{ path: ['memberId', 'pattern'], text: memberId.pattern, use: 'capture' } satisfies PlacedPattern]),
  ];
}

function cadenceLists(cadence: ConfigWithPatterns['cadence']): readonly CadencePatterns[] {
  return Array.isArray(cadence) ? cadence : [];
}

/** Measures of cost, each with its words in a message and its limit. */
const MEASURES = [
  { measure: 'expressions', words: 'regular expressions', most: PATTERN_LIMITS.expressionsOfConfig },
  {
    measure: 'instructions',
    words: 'steps with their repetitions written out',
    most: PATTERN_LIMITS.instructionsOfConfig,
  },
  {
    measure: 'unicodeClasses',
    words: String.raw`Unicode classes such as \pL`,
    most: PATTERN_LIMITS.unicodeClassesOfConfig,
  },
] as const;

/** Returns a fault when all patterns together cost too much, at the path of the most expensive pattern. */
function totalCostFault(patterns: readonly PlacedPattern[]): PatternFault | null {
  const costs = patterns.map(({ path, text, use }) => ({ path, ...patternCost(text, use) }));
  for (const { measure, words, most } of MEASURES) {
    const total = costs.reduce((sum, cost) => sum + cost[measure], 0);
    const [largest] = costs.toSorted((a, b) => b[measure] - a[measure]);
    if (total <= most || largest === undefined) continue;
    const own = measure === 'expressions' ? '' : ` (this one has ${largest[measure]})`;
    const message = `is too much: all patterns of the configuration together have ${total} ${words}, at most ${most} are allowed${own}`;
    return { path: largest.path, message };
  }
  return null;
}
