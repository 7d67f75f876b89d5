import { type Finding, type JudgedFact, precision } from '../judging/judge.ts';
import { DROPPED, EXPLAINING } from '../judging/told.ts';
import { COUNTED_EVENTS, type ManyJudgement } from './judge-many.ts';
import type { ManyBook } from './records.ts';

/** The figures of a set of books: how many findings are right, how many facts are told, and the dollars. */

export interface MeasuredMany {
  readonly book: ManyBook;
  readonly format: string;
  readonly failures: readonly string[];
  readonly judgement: ManyJudgement;
}

export interface Share {
  readonly precision: number | null;
  readonly recall: number | null;
}

export interface Figures {
  readonly books: number;
  readonly drops: Share;
  readonly warnings: Share;
  readonly all: Share;
  readonly certainDollars: number;
  readonly certainFalse: number;
  readonly recoverable: number;
  readonly foundCertain: number;
  readonly foundLikely: number;
  readonly atRiskOff: number;
  readonly booksBelow: number;
}

const LOSSES: ReadonlySet<string> = new Set(['lost', 'unpaid']);
const LEAST = 0.85;

interface Counted {
  readonly told: boolean;
}

function recallOf(counted: readonly Counted[]): number | null {
  return counted.length === 0 ? null : counted.filter(({ told }) => told).length / counted.length;
}

function shareOf(
  measured: readonly MeasuredMany[],
  isFinding: (finding: Finding) => boolean,
  isFact: (fact: JudgedFact) => boolean,
  hasEvents: boolean,
): Share {
  const facts = measured.flatMap(({ judgement }) => judgement.facts).filter(({ kind }) => !EXPLAINING.has(kind));
  const events = measured
    .flatMap(({ judgement }) => judgement.events)
    .filter(({ kind }) => hasEvents && COUNTED_EVENTS.has(kind));
  return {
    precision: precision(measured.flatMap(({ judgement }) => judgement.findings).filter(isFinding)),
    recall: recallOf([...facts.filter(isFact), ...events]),
  };
}

function allOf(measured: readonly MeasuredMany[]): Share {
  return shareOf(
    measured,
    () => true,
    () => true,
    true,
  );
}

/** Returns whether a book is below the least precision or recall of all findings. */
function isBelow(one: MeasuredMany): boolean {
  const { precision: right, recall } = allOf([one]);
  return (right ?? 1) < LEAST || (recall ?? 1) < LEAST;
}

export function figuresOf(measured: readonly MeasuredMany[]): Figures {
  const sum = (of: (one: MeasuredMany) => number): number => measured.reduce((total, one) => total + of(one), 0);
  const outside = sum(({ judgement }) => judgement.atRisk.outside);
  const base = sum(({ judgement: { atRisk } }) => (atRisk.error > 0 ? atRisk.outside / atRisk.error : atRisk.must));
  return {
    books: measured.length,
    drops: shareOf(
      measured,
      ({ code }) => code === DROPPED,
      ({ kind }) => LOSSES.has(kind),
      false,
    ),
    warnings: shareOf(
      measured,
      ({ code }) => code !== DROPPED,
      ({ kind }) => !LOSSES.has(kind),
      true,
    ),
    all: allOf(measured),
    certainDollars: sum(({ judgement }) => judgement.claims.certainShown) / 100,
    certainFalse: sum(({ judgement }) => judgement.claims.certainFalse) / 100,
    recoverable: sum(({ judgement }) => judgement.claims.must) / 100,
    foundCertain: sum(({ judgement }) => judgement.claims.foundCertain) / 100,
    foundLikely: sum(({ judgement }) => judgement.claims.foundLikely) / 100,
    atRiskOff: base === 0 ? 0 : outside / base,
    booksBelow: measured.filter(isBelow).length,
  };
}

export interface DimensionFigures {
  readonly dimension: string;
  readonly value: string;
  readonly figures: Figures;
}

/** Returns the figures of the books that share a value of a dimension. */
export function figuresByDimension(measured: readonly MeasuredMany[]): DimensionFigures[] {
  const names = [...new Set(measured.flatMap(({ book }) => Object.keys(book.dimensions)))];
  return names.flatMap((dimension) =>
    [...Map.groupBy(measured, ({ book }) => book.dimensions[dimension] ?? '')]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([value, list]) => ({ dimension, value, figures: figuresOf(list) })),
  );
}

/** Lists each false finding and each missed fact of a book, and the files that the service refused. */
export function faultsOf({ book, format, failures, judgement }: MeasuredMany): string[] {
  const idOf = (member: number): string => book.truth.ids[member]?.join('/') ?? '';
  const traits = Object.values(book.dimensions).join(' ');
  return [
    `${book.name} (${traits}; ${format})`,
    ...failures.map((failure) => `  failed  ${failure}`),
    ...judgement.sumsOff.map((sum) => `  sum     ${sum}`),
    ...judgement.findings.flatMap(({ right, memberExternalId, period, code, detail }) =>
      right ? [] : [`  false   ${memberExternalId} ${period} ${code}: ${detail}`],
    ),
    ...judgement.facts.flatMap(({ told, member, period, kind }) =>
      told || EXPLAINING.has(kind) || member === null ? [] : [`  missed  ${idOf(member)} ${period} ${kind}`],
    ),
    ...judgement.events.flatMap(({ told, kind, period, members }) =>
      told || !COUNTED_EVENTS.has(kind) ? [] : [`  missed  ${members.length} members ${period} ${kind}`],
    ),
  ];
}
