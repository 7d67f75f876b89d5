import { z } from 'zod';
import { PRODUCT_LINES, type ProductLine } from '../catalogue/shared-carrier.ts';
import { chooseSheets } from '../statement/choose-sheets.ts';
import { boundIndexes, isBlank } from '../statement/column-binding.ts';
import type { StatementConfig } from '../statement/config.ts';
import { legibleText } from '../statement/displayed-text.ts';
import { locateHeader } from '../statement/locate-header.ts';
import type { SourceSheet, StatementSource } from '../statement/source.ts';
import type { ProcessorClock } from '../statement/work-budget.ts';
import { sampleRows } from './find-table.ts';
import { tryConfig } from './infer-config.ts';

/** A carrier of a brand that a file may belong to. */
export interface CarrierCandidate {
  readonly carrierId: string;
  readonly name: string;
  readonly slug: string;
  readonly productLine: ProductLine | null;
  /** Null when the carrier has no configuration. */
  readonly config: StatementConfig | null;
}

/** A candidate with its confidence, from 0 to 1, and the reason for it. */
const rankedCarrier = z.object({
  carrierId: z.string(),
  name: z.string(),
  slug: z.string(),
  productLine: z.enum(PRODUCT_LINES).nullable(),
  confidence: z.number().min(0).max(1),
  reason: z.string(),
});
export type RankedCarrier = Readonly<z.output<typeof rankedCarrier>>;

/** The carriers of a brand that a file may belong to, best first (docs/reference/carriers-and-formats.md#carriers). */
export const carrierRanking = z.object({
  ambiguous: z.boolean().describe('Two fit alike, or the best does not fit well.'),
  best: rankedCarrier.nullable(),
  ranked: z.array(rankedCarrier).readonly(),
});
export type CarrierRanking = Readonly<z.output<typeof carrierRanking>>;

/** Minimum difference of the confidences of two candidates. Candidates with nearer confidences can't be distinguished. */
const MARGIN = 0.05;
/** Minimum confidence of the best candidate. Below it, the format reads too little of the file. */
const CONFIDENT_MIN = 0.6;
/** Weights of the confidence: the format's columns in the file, the file's columns in the format, readable rows. */
const WEIGHTS = { columns: 0.5, file: 0.2, rows: 0.2 } as const;
/** Bonus when the contents fit the carrier's product line. */
const PRODUCT_LINE_BONUS = 0.1;

/**
 * Reads the first rows of the file with each candidate's configuration, and ranks the candidates by how well format and file match. A
 * candidate that could not ingest the file has confidence 0 and a reason. A carrier with several layouts is several candidates, the active
 * layout first. The first layout whose columns the file has counts, as in a job.
 */
export function rankCarriers(
  source: StatementSource,
  candidates: readonly CarrierCandidate[],
  clock?: ProcessorClock,
): CarrierRanking {
  const file = { source, clock, productLine: productLineOf(source) };
  const layouts = new Map<string, CarrierCandidate[]>();
  for (const candidate of candidates)
    layouts.set(candidate.carrierId, [...(layouts.get(candidate.carrierId) ?? []), candidate]);
  const ranked = [...layouts.values()]
    .flatMap((ofCarrier) => rankFirstReadable(file, ofCarrier))
    .sort((a, b) => b.confidence - a.confidence || (a.slug < b.slug ? -1 : 1));
  return { ...chooseBest(ranked, { confident: CONFIDENT_MIN, margin: MARGIN }), ranked };
}

/** Chooses the first of the ranked carriers, unless its confidence is below `confident` or within `margin` of the next. */
export function chooseBest<Ranked extends { readonly confidence: number }>(
  [best, next]: readonly Ranked[],
  { confident, margin }: { readonly confident: number; readonly margin: number },
): { readonly ambiguous: boolean; readonly best: Ranked | null } {
  if (best === undefined || best.confidence === 0) return { ambiguous: false, best: null };
  const isWeak = best.confidence < confident;
  const isClose = next !== undefined && best.confidence - next.confidence < margin && next.confidence > 0;
  return { ambiguous: isClose || isWeak, best: isClose || isWeak ? null : best };
}

/** The file that formats are ranked for. */
export interface RankedFile {
  readonly source: StatementSource;
  readonly clock: ProcessorClock | undefined;
  /** The product line that the rows show; null when they show none or several. */
  readonly productLine: ProductLine | null;
}

/** A format whose columns were found in the file. */
export interface FormatMatch<Carrier extends CarrierCandidate> {
  readonly candidate: Carrier;
  readonly config: StatementConfig;
  readonly sheets: readonly SourceSheet[];
  /** Number of the format's columns that the file has. */
  readonly found: number;
  /** Number of the format's columns. */
  readonly wanted: number;
  /** Share of the file's columns that the format reads, from 0 to 1. */
  readonly used: number;
}

/** Finds the columns of a candidate's format. Returns the reason when the file can't be in this format. */
export function matchFormat<Carrier extends CarrierCandidate>(
  source: StatementSource,
  candidate: Carrier,
): FormatMatch<Carrier> | { readonly reason: string } {
  const { config } = candidate;
  if (config === null) return { reason: 'The carrier has no statement format.' };
  if (config.fileType !== 'auto' && config.fileType !== source.fileType) {
    const [ofFile, ofFormat] = [source.fileType.toUpperCase(), config.fileType.toUpperCase()];
    return { reason: `The file is ${ofFile}, the carrier's format is ${ofFormat}.` };
  }
  const choice = chooseSheets(source, config, null);
  if (choice.kind === 'missing') return { reason: choice.detail };
  const searches = choice.sheets.map((sheet) => locateHeader(sampleRows(sheet), config));
  const search = searches.find(({ kind }) => kind === 'found');
  if (search?.kind !== 'found') {
    const [missing] = searches;
    return { reason: missing?.kind === 'missing' ? missing.detail : 'The file is empty.' };
  }
  const { bound, header } = search;
  const names = header.names.filter((name) => name !== '').length;
  return {
    candidate,
    config,
    sheets: choice.sheets,
    found: bound.matches,
    wanted: bound.matches + bound.absent.length,
    used: Math.min(1, boundIndexes(bound).size / Math.max(1, names)),
  };
}

/**
 * Weighs the columns of a match, from 0 to the sum of the two weights. A format that reads columns by position gets half of the first
 * weight.
 */
export function columnFit({ found, wanted, used }: Pick<FormatMatch<CarrierCandidate>, 'found' | 'wanted' | 'used'>) {
  return WEIGHTS.columns * (wanted === 0 ? 0.5 : found / wanted) + WEIGHTS.file * used;
}

/** Reads the sampled rows with a matched format. Returns the confidence from 0 to 1, and the reason; 0 when no row can be read. */
export function rankMatch(
  { source, clock, productLine }: RankedFile,
  match: FormatMatch<CarrierCandidate>,
): Pick<RankedCarrier, 'confidence' | 'reason'> {
  const { candidate, config, found, wanted } = match;
  const trial = tryConfig(
    source,
    config,
    match.sheets.map((sheet) => ({ sheet })),
    clock,
  );
  if (trial.lines.length === 0) {
    return { confidence: 0, reason: trial.notes.join(' ') || 'None of its rows can be read.' };
  }
  const fit = columnFit(match) + WEIGHTS.rows * (1 - trial.failedShare);
  // Without evidence about the product line the candidate gets half of the bonus.
  const isProductLineKnown = productLine !== null && candidate.productLine !== null;
  const bonusShare = !isProductLineKnown ? 0.5 : productLine === candidate.productLine ? 1 : 0;
  const confidence = Math.round(100 * (fit + PRODUCT_LINE_BONUS * bonusShare)) / 100;
  const parts = [
    `${found} of ${wanted} columns of the format are there`,
    `${Math.round(100 * (1 - trial.failedShare))} % of the sampled rows can be read`,
  ];
  if (isProductLineKnown) {
    const others = productLine === candidate.productLine ? '' : `, not ${candidate.productLine}`;
    parts.push(`the plans look like ${productLine}${others}`);
  }
  return { confidence, reason: `${parts.join('; ')}.` };
}

function rankFirstReadable(file: RankedFile, layouts: readonly CarrierCandidate[]): readonly RankedCarrier[] {
  const tried = layouts.map((candidate) => ({ candidate, match: matchFormat(file.source, candidate) }));
  const chosen = tried.find(({ match }) => !('reason' in match)) ?? tried[0];
  if (chosen === undefined) return [];
  const { config: _, ...carrier } = chosen.candidate;
  const { match } = chosen;
  return [{ ...carrier, ...('reason' in match ? { confidence: 0, reason: match.reason } : rankMatch(file, match)) }];
}

/** Words for plans and products by product line. */
const PRODUCT_LINE_WORDS: readonly (readonly [ProductLine, RegExp])[] = [
  ['med_supp', /\bmed(?:icare)?[ -]?supp|medigap|\bMODMEDSUP|\bAARPMOD|supplement plan|\bplan [A-N]\b/i],
  ['medicare', /\b(?:MAPD|MA-?PD|PDP|D-?SNP|C-?SNP|SNP|PART ?D|medicare advantage)\b|\b[HRS]\d{4}-\d{3}\b/i],
  ['ancillary', /\b(?:dental|vision|hearing|DVH|hospital indemnity|accident|critical illness|final expense)\b/i],
  ['major_medical', /\b(?:bronze|silver|gold|platinum|catastrophic|marketplace|exchange|IFP|ACA)\b/i],
  ['group', /\b(?:small group|large group|employer group|group medical)\b/i],
];
/** Minimum share of rows with words of a product line. */
const PRODUCT_LINE_SHARE_MIN = 0.2;
/** Number of rows of each sheet that are searched for these words. */
const PRODUCT_LINE_ROWS = 100;

/** Returns the product line that at least twice as many rows show as any other; null when the rows show none or several. */
export function productLineOf(source: StatementSource): ProductLine | null {
  const texts = source.sheets
    .filter(({ hidden }) => !hidden)
    .flatMap((sheet) => sampleRows(sheet).slice(0, PRODUCT_LINE_ROWS))
    .map(({ cells }) =>
      cells
        .filter((cell) => !isBlank(cell))
        .map(legibleText)
        .join(' | '),
    );
  const counts = PRODUCT_LINE_WORDS.map(([productLine, words]) => ({
    productLine,
    count: texts.filter((text) => words.test(text)).length,
  }));
  counts.sort((a, b) => b.count - a.count);
  const [most, next] = counts;
  if (most === undefined || most.count < PRODUCT_LINE_SHARE_MIN * texts.length) return null;
  return most.count >= 2 * (next?.count ?? 0) ? most.productLine : null;
}
