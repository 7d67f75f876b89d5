import { type ModelBook, modelBook } from '../../support/book-model.ts';
import { CENT, FLAT_50 } from '../../support/book-model-cases.ts';
import { type ModelFile, type ModelLine, normalised } from '../../support/book-model-record.ts';

/**
 * A second implementation of docs/reference/members-and-comparisons.md#several-ids, written from the pages alone: a book with aliases is
 * the book that its statements would make if each line had the id of its member. It shares no code with the service.
 */

export interface AliasState {
  /** The statement of each month. */
  readonly months: Map<string, Statement>;
  /** The links, in the order in which they were made. */
  links: readonly Link[];
  /** Links that were undone and not made again, each with the number of its undo. */
  undone: readonly (Link & { readonly undo: number })[];
}

export interface Statement {
  readonly lines: readonly ModelLine[];
  /** Statements of one layout have the same headers. */
  readonly layout: 'old' | 'new';
}

/** Ids are normalised. `period` is the month that brought the link; null for a link made by hand. */
export interface Link {
  readonly alias: string;
  readonly member: string;
  readonly source: 'manual' | 'relayout';
  readonly period: string | null;
}

/** A refusal's status and code, or the status and what matters of the answer. */
export interface Answer {
  readonly status: number;
  readonly code?: string;
  readonly rescoredPeriods?: number;
  /** Ids linked, or unlinked. */
  readonly members?: number;
}

const NOT_FOUND: Answer = { status: 404, code: 'not_found' };
const CONFLICT: Answer = { status: 409, code: 'conflict' };
const INVALID: Answer = { status: 422, code: 'validation_error' };

export const newState = (): AliasState => ({ months: new Map(), links: [], undone: [] });

/** POST /v1/files. */
export function load(state: AliasState, period: string, { replace, ...statement }: Upload): Answer {
  if (state.months.has(period) && !replace) return { status: 409, code: 'period_exists' };
  state.months.set(period, statement);
  return { status: 202 };
}

export interface Upload extends Statement {
  readonly replace: boolean;
}

/** DELETE /v1/files/{fileId}. */
export function retract(state: AliasState, period: string): void {
  state.months.delete(period);
}

/** POST /v1/members/{memberRefId}/aliases. */
export function link(state: AliasState, member: string, externalId: string): Answer {
  const alias = normalised(externalId);
  if (alias === '') return INVALID;
  if (!membersOf(state).includes(member)) return NOT_FOUND;
  if (alias === member) return INVALID;
  const known = state.links.find((one) => one.alias === alias);
  if (known !== undefined) return known.member === member ? { status: 201, rescoredPeriods: 0 } : CONFLICT;
  if (state.links.some((one) => one.member === alias)) return CONFLICT;
  if (mayBeTwoPeople(state, { alias, member })) return CONFLICT;
  const rescoredPeriods = periodsSince(state, [alias]);
  addLinks(state, [{ alias, member, source: 'manual', period: null }]);
  return { status: 201, rescoredPeriods };
}

/** DELETE /v1/members/{memberRefId}/aliases/{externalId}, also while the member has no statement. */
export function unlink(state: AliasState, member: string, externalId: string): Answer {
  const alias = normalised(externalId);
  const known = state.links.filter((one) => one.alias === alias && one.member === member);
  if (known.length === 0) return NOT_FOUND;
  removeLinks(state, known);
  return { status: 204 };
}

export function addLinks(state: AliasState, links: readonly Link[]): void {
  const isNew = ({ alias }: Link) => links.some((one) => one.alias === alias);
  state.links = [...state.links, ...links];
  state.undone = state.undone.filter((one) => !isNew(one));
}

export function removeLinks(state: AliasState, links: readonly Link[]): void {
  const undo = Math.max(0, ...state.undone.map((one) => one.undo)) + 1;
  state.links = state.links.filter((one) => !links.includes(one));
  state.undone = [...state.undone, ...links.map((one) => ({ ...one, undo }))];
}

/** The number of months from the first one with a line of these ids. */
export function periodsSince(state: AliasState, ids: readonly string[]): number {
  const hasLine = (period: string) =>
    printedLines(state, period).some(({ member }) => ids.includes(normalised(member)));
  const first = periodsOf(state).find(hasLine);
  return first === undefined ? 0 : periodsOf(state).filter((period) => period >= first).length;
}

/** The member's other ids, oldest first. */
export const aliasesOf = (state: AliasState, member: string) =>
  state.links.filter((one) => one.member === member).map(({ alias, source, period }) => ({ alias, source, period }));

/** The members who have lines, by the id of their own, in the order of ids. */
export const membersOf = (state: AliasState): readonly string[] =>
  [...new Set(periodsOf(state).flatMap((period) => linesOf(state, period).map(({ member }) => member)))].sort();

/** The scored book, in which each line has its member's own id. */
export function bookOf(state: AliasState): ModelBook {
  return modelBook({ files: filesOf(state), rates: [FLAT_50], estimates: false, config: CENT });
}

export const filesOf = (state: AliasState): readonly ModelFile[] =>
  periodsOf(state).map((period) => ({ period, lines: linesOf(state, period) }));

/** Returns the lines as the carrier sent them. */
export const printedLines = (state: AliasState, period: string): readonly ModelLine[] =>
  state.months.get(period)?.lines ?? [];

export const periodsOf = (state: AliasState): readonly string[] => [...state.months.keys()].sort();

function linesOf(state: AliasState, period: string): readonly ModelLine[] {
  return printedLines(state, period).map((line) => ({ ...line, member: memberOf(state, line) }));
}

function memberOf(state: AliasState, line: ModelLine): string {
  const own = normalised(line.member);
  return state.links.find((one) => one.alias === own)?.member ?? own;
}

type Pair = Pick<Link, 'alias' | 'member'>;

/** "Two ids on one month's statement: 409, unless every line has a policy number and the two ids share none." */
export const mayBeTwoPeople = (state: AliasState, pair: Pair): boolean =>
  periodsOf(state).some((period) => areTwoPeople(linesOf(state, period), pair));

function areTwoPeople(lines: readonly ModelLine[], { alias, member }: Pair): boolean {
  const policiesOf = (id: string) =>
    lines.filter((line) => line.member === id).map(({ policy }) => normalised(policy ?? ''));
  const [ofAlias, ofMember] = [policiesOf(alias), policiesOf(member)];
  if (ofAlias.length === 0 || ofMember.length === 0) return false;
  return [...ofAlias, ...ofMember].includes('') || ofAlias.some((policy) => ofMember.includes(policy));
}
