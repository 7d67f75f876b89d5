import {
  type Finding,
  type JudgedDollars,
  type JudgedFact,
  type Judgement,
  precision,
  recall,
} from './judging/judge.ts';
import { DROPPED, EXPLAINING, type Told } from './judging/told.ts';
import type { TruthBook } from './judging/truth.ts';

/** A book, the service's answers about it, and the judgement of these answers. */
export interface Measured {
  readonly book: TruthBook;
  readonly told: Told;
  readonly judgement: Judgement;
}

export interface Bar {
  readonly name: string;
  readonly least: string;
  readonly overall: string;
  readonly isMet: boolean;
  /** True for a bar of one code or fact, whose counts the page has in a table. */
  readonly isOfOne: boolean;
}

const SHARE_LEAST = 0.95;
const BOOKS_LEAST = 0.9;
const AT_RISK_MOST = 0.05;
const OWED_MOST = 0.02;
const RECOVERABLE_MOST = 0.05;

/** Returns the bars. Each must be met over all books together and by nine of ten books. */
export function bars(measured: readonly Measured[]): Bar[] {
  const findings = measured.flatMap(({ judgement }) => judgement.findings);
  const facts = measured.flatMap(({ judgement }) => judgement.facts);
  const shares = (name: string, all: number | null, each: readonly (number | null)[]) =>
    barOf(name, `≥ ${SHARE_LEAST}`, (share) => share === null || share >= SHARE_LEAST, { all, each, show: shareText });
  const errors = (name: string, most: number, of: (one: Judgement) => JudgedDollars, books = measured) =>
    barOf(name, `within ${percentText(most)}`, (error) => error !== null && error <= most, {
      all: errorOverAll(books.map(({ judgement }) => of(judgement))),
      each: books.map(({ judgement }) => of(judgement).error),
      show: (error) => (error === null ? '–' : percentText(error)),
    });
  const drops = (list: readonly Finding[]) => precision(list.filter(({ code }) => code === DROPPED));
  const losses = (list: readonly JudgedFact[]) =>
    recall(list.filter(({ kind }) => kind === 'lost' || kind === 'unpaid'));
  const exact = measured.filter(({ judgement }) => judgement.sumsOff.length === 0).length;
  return [
    shares(
      'Precision of drops',
      drops(findings),
      measured.map(({ judgement }) => drops(judgement.findings)),
    ),
    shares(
      'Recall of drops',
      losses(facts),
      measured.map(({ judgement }) => losses(judgement.facts)),
    ),
    shares(
      'Precision of all findings',
      precision(findings),
      measured.map(({ judgement }) => precision(judgement.findings)),
    ),
    shares(
      'Recall of all facts',
      recall(facts),
      measured.map(({ judgement }) => recall(judgement.facts)),
    ),
    errors('At risk', AT_RISK_MOST, ({ atRisk }) => atRisk),
    errors('Owed by contracted rates', OWED_MOST, ({ owed }) => owed, measured.filter(hasContractedRates)),
    errors('Recoverable', RECOVERABLE_MOST, ({ recoverable }) => recoverable),
    {
      name: 'Sums and form 1099',
      least: 'to the cent',
      overall: `${exact} of ${measured.length} books`,
      isMet: exact === measured.length,
      isOfOne: false,
    },
    ...barsOfCodes(findings),
    ...barsOfKinds(facts),
  ];
}

export function hasContractedRates({ book }: Measured): boolean {
  return book.contractedRates.length > 0;
}

interface BarValues {
  readonly all: number | null;
  readonly each: readonly (number | null)[];
  readonly show: (value: number | null) => string;
}

function barOf(
  name: string,
  least: string,
  meets: (value: number | null) => boolean,
  { all, each, show }: BarValues,
): Bar {
  const met = each.filter(meets).length;
  const isMet = each.length === 0 || (meets(all) && met >= BOOKS_LEAST * each.length);
  return { name, least, overall: `${show(all)}; met by ${met} of ${each.length} books`, isMet, isOfOne: false };
}

function barsOfCodes(findings: readonly Finding[]): Bar[] {
  return byCode(findings)
    .filter(({ code }) => code !== DROPPED)
    .map(({ code, right, wrong }) => {
      const share = right / (right + wrong);
      return {
        name: `Precision of ${code}`,
        least: `≥ ${SHARE_LEAST}`,
        overall: shareText(share),
        isMet: share >= SHARE_LEAST,
        isOfOne: true,
      };
    });
}

function barsOfKinds(facts: readonly JudgedFact[]): Bar[] {
  return byKind(facts.filter(({ kind }) => !EXPLAINING.has(kind))).map(({ kind, told, missed }) => {
    const share = told / (told + missed);
    return {
      name: `Recall of ${kind}`,
      least: `≥ ${SHARE_LEAST}`,
      overall: shareText(share),
      isMet: share >= SHARE_LEAST,
      isOfOne: true,
    };
  });
}

/** Returns the error over all books: their dollars outside, as a share of the sum of all bases. */
function errorOverAll(judged: readonly JudgedDollars[]): number | null {
  const base = judged.reduce((sum, { error, outside, must }) => sum + (error > 0 ? outside / error : must), 0);
  const outside = judged.reduce((sum, one) => sum + one.outside, 0);
  if (judged.length === 0) return null;
  return base === 0 ? 0 : outside / base;
}

export interface CodeCount {
  readonly code: string;
  readonly right: number;
  readonly wrong: number;
}

export function byCode(findings: readonly Finding[]): CodeCount[] {
  return [...Map.groupBy(findings, ({ code }) => code)]
    .map(([code, list]) => ({
      code,
      right: list.filter(({ right }) => right).length,
      wrong: list.filter(({ right }) => !right).length,
    }))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

export interface KindCount {
  readonly kind: string;
  readonly told: number;
  readonly missed: number;
}

export function byKind(facts: readonly JudgedFact[]): KindCount[] {
  return [...Map.groupBy(facts, ({ kind }) => kind)]
    .map(([kind, list]) => ({
      kind,
      told: list.filter(({ told }) => told).length,
      missed: list.filter(({ told }) => !told).length,
    }))
    .toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
}

export function shareText(share: number | null): string {
  return share === null ? '–' : share.toFixed(3);
}

export function percentText(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

export function dollarsText(cents: number): string {
  return (cents / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',');
}
