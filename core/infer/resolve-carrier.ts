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

/** A carrier of a brand that a file may belong to. */
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
  /** From 0 to 1. */
  readonly confidence: number;
  readonly reason: string;
}

/** The carriers of a brand that a file may belong to, best first (docs/reference/carriers-and-formats.md#carriers). */
export interface CarrierRanking {
  /** True when the best carrier is not clearly better than the next, or reads too little. */
  readonly ambiguous: boolean;
  /** The carrier to upload for; null when it is ambiguous or none fits. */
  readonly best: RankedCarrier | null;
  readonly ranked: readonly RankedCarrier[];
}

/** Two candidates closer than this can't be distinguished. */
const MARGIN = 0.05;
/** A best candidate below this reads too little of the file. */
const CONFIDENT = 0.6;
/** Weights of the confidence: the format's columns in the file, the file's columns in the format, readable rows. */
const WEIGHTS = { columns: 0.5, file: 0.2, rows: 0.2 } as const;
/** Bonus when the contents fit the carrier's product line. */
const PRODUCT_LINE_BONUS = 0.1;

/**
 * Reads the first rows of the file with each candidate's configuration, and ranks the candidates by how well format and file match. A
 * candidate that could not ingest the file has confidence 0 and a reason.
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
  // Without evidence about the product line the candidate gets half of the bonus.
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

/** Words for plans and products by product line. */
const LINE_WORDS: readonly (readonly [ProductLine, RegExp])[] = [
  ['med_supp', /\bmed(?:icare)?[ -]?supp|medigap|\bMODMEDSUP|\bAARPMOD|supplement plan|\bplan [A-N]\b/i],
  ['medicare', /\b(?:MAPD|MA-?PD|PDP|D-?SNP|C-?SNP|SNP|PART ?D|medicare advantage)\b|\b[HRS]\d{4}-\d{3}\b/i],
  ['ancillary', /\b(?:dental|vision|hearing|DVH|hospital indemnity|accident|critical illness|final expense)\b/i],
  ['major_medical', /\b(?:bronze|silver|gold|platinum|catastrophic|marketplace|exchange|IFP|ACA)\b/i],
  ['group', /\b(?:small group|large group|employer group|group medical)\b/i],
];
/** Minimum share of rows with words of one product line, which must also be twice that of any other. */
const LINE_SHARE_MIN = 0.2;
const HINT_ROWS = 100;

/** Returns the product line that the rows show; null when they show none or several. */
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
