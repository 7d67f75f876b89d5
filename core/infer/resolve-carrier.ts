import type { ProductLine } from '../product-line.ts';
import { chooseSheets } from '../statement/choose-sheets.ts';
import { boundIndexes, isBlank } from '../statement/column-binding.ts';
import type { StatementConfig } from '../statement/config.ts';
import { legibleText } from '../statement/displayed-text.ts';
import { locateHeader } from '../statement/locate-header.ts';
import type { StatementSource } from '../statement/source.ts';
import type { ProcessorClock } from '../statement/work-budget.ts';
import { sampleRows } from './find-table.ts';
import { tryConfig } from './try-config.ts';

/** A member of a brand that a file may be of. */
export interface CarrierCandidate {
  readonly carrierId: string;
  readonly name: string;
  readonly slug: string;
  readonly productLine: ProductLine | null;
  /** Null when the carrier has no configuration. */
  readonly config: StatementConfig | null;
}

export interface RankedCarrier {
  readonly carrierId: string;
  readonly name: string;
  readonly slug: string;
  readonly productLine: ProductLine | null;
  /** 0 to 1. */
  readonly confidence: number;
  readonly reason: string;
}

/** Which members of a brand a file may be of, best first (docs/reference/carriers-and-formats.md#carriers). */
export interface CarrierRanking {
  /** True when the best is no better than the next, or no good at all. */
  readonly ambiguous: boolean;
  /** The carrier to upload for; null when it is ambiguous or none fits. */
  readonly best: RankedCarrier | null;
  readonly ranked: readonly RankedCarrier[];
}

/** Two candidates nearer than this can't be told apart. */
const MARGIN = 0.05;
/** A best candidate below this reads too little of the file. */
const CONFIDENT = 0.6;
/** Shares of the confidence: columns of the format the file has, columns of the file the format names, rows it can read. */
const WEIGHTS = { columns: 0.5, file: 0.2, rows: 0.2 } as const;
/** What the contents say for one product line and against the others. */
const PRODUCT_LINE_BONUS = 0.1;

/**
 * Reads the file with each candidate's own configuration, as far as its first rows, and ranks them by how much of the
 * format and of the file fit each other. A candidate that could not ingest the file has confidence 0 and says why.
 */
export function rankCarriers(
  source: StatementSource,
  candidates: readonly CarrierCandidate[],
  clock?: ProcessorClock,
): CarrierRanking {
  const line = productLineOf(source);
  const ranked = candidates
    .map((candidate) => rank({ source, clock }, candidate, line))
    .sort((a, b) => b.confidence - a.confidence || (a.slug < b.slug ? -1 : 1));
  const [best, next] = ranked;
  const isWeak = best === undefined || best.confidence < CONFIDENT;
  const isClose =
    best !== undefined && next !== undefined && best.confidence - next.confidence < MARGIN && next.confidence > 0;
  const fits = ranked.some(({ confidence }) => confidence > 0);
  const ambiguous = isClose || (isWeak && fits);
  return { ambiguous, best: ambiguous || isWeak ? null : best, ranked };
}

function rank(
  { source, clock }: { readonly source: StatementSource; readonly clock: ProcessorClock | undefined },
  { config, ...carrier }: CarrierCandidate,
  line: ProductLine | null,
): RankedCarrier {
  const refused = (reason: string): RankedCarrier => ({ ...carrier, confidence: 0, reason });
  if (config === null) return refused('The carrier has no statement format.');
  if (config.fileType !== 'auto' && config.fileType !== source.fileType) {
    return refused(
      `The file is ${source.fileType.toUpperCase()}, the carrier's format is ${config.fileType.toUpperCase()}.`,
    );
  }
  const choice = chooseSheets(source, config, null);
  if (choice.kind === 'missing') return refused(choice.detail);
  const searches = choice.sheets.map((sheet) => locateHeader(sampleRows(sheet), config));
  const found = searches.find((search) => search.kind === 'found');
  if (found === undefined) {
    const [missing] = searches;
    return refused(missing?.kind === 'missing' ? missing.detail : 'The file is empty.');
  }
  const { bound, header } = found;
  const trial = tryConfig(
    source,
    config,
    choice.sheets.map((sheet) => ({ sheet })),
    clock,
  );
  if (trial.lines.length === 0) return refused(trial.notes.join(' ') || 'None of its rows can be read.');
  const wanted = bound.matches + bound.absent.length;
  const columns = wanted === 0 ? 0.5 : bound.matches / wanted;
  const names = header.names.filter((name) => name !== '').length;
  const used = Math.min(1, boundIndexes(bound).size / Math.max(1, names));
  const fit = WEIGHTS.columns * columns + WEIGHTS.file * used + WEIGHTS.rows * (1 - trial.failedShare);
  // Without a word on the product line half of the bonus: no evidence either way.
  const hint = line === null || carrier.productLine === null ? 0.5 : line === carrier.productLine ? 1 : 0;
  const confidence = Math.round(100 * (fit + PRODUCT_LINE_BONUS * hint)) / 100;
  const parts = [
    `${bound.matches} of ${wanted} columns of the format are there`,
    `${Math.round(100 * (1 - trial.failedShare))} % of the sampled rows can be read`,
  ];
  if (line !== null && carrier.productLine !== null) {
    parts.push(`the plans look like ${line}${line === carrier.productLine ? '' : `, not ${carrier.productLine}`}`);
  }
  return { ...carrier, confidence, reason: `${parts.join('; ')}.` };
}

/** Words of plans and products by the line they are of. */
const LINE_WORDS: readonly (readonly [ProductLine, RegExp])[] = [
  ['med_supp', /\bmed(?:icare)?[ -]?supp|medigap|\bMODMEDSUP|\bAARPMOD|supplement plan|\bplan [A-N]\b/i],
  ['medicare', /\b(?:MAPD|MA-?PD|PDP|D-?SNP|C-?SNP|SNP|PART ?D|medicare advantage)\b|\b[HRS]\d{4}-\d{3}\b/i],
  ['ancillary', /\b(?:dental|vision|hearing|DVH|hospital indemnity|accident|critical illness|final expense)\b/i],
  ['major_medical', /\b(?:bronze|silver|gold|platinum|catastrophic|marketplace|exchange|IFP|ACA)\b/i],
  ['group', /\b(?:small group|large group|employer group|group medical)\b/i],
];
/** One line's words must be seen on this share of rows, and twice as often as any other's. */
const LINE_SHARE_MIN = 0.2;
const HINT_ROWS = 100;

/** The product line the rows speak of, or null when they don't or speak of several. */
function productLineOf(source: StatementSource): ProductLine | null {
  const texts = source.sheets
    .filter(({ hidden }) => !hidden)
    .flatMap((sheet) => sampleRows(sheet).slice(0, HINT_ROWS))
    .map(({ cells }) =>
      cells
        .filter((cell) => !isBlank(cell))
        .map(legibleText)
        .join(' | '),
    );
  const counts = LINE_WORDS.map(([line, words]) => ({ line, count: texts.filter((text) => words.test(text)).length }));
  counts.sort((a, b) => b.count - a.count);
  const [most, next] = counts;
  if (most === undefined || most.count < LINE_SHARE_MIN * texts.length) return null;
  return most.count >= 2 * (next?.count ?? 0) ? most.line : null;
}
