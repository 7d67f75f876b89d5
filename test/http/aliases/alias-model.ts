import { type ModelBook, modelBook } from '../../support/book-model.ts';
import { CENT, FLAT_50 } from '../../support/book-model-cases.ts';
import { type ModelFile, type ModelLine, normalised } from '../../support/book-model-record.ts';

/**
 * A second implementation of docs/reference/members-and-comparisons.md#several-ids, written from the pages alone: a book with aliases is
 * the book that its statements would make if each line had the id of its member. It shares no code with the service.
 */

export interface AliasState {
  /** The statement of each month. */
  readonly months: Map<string, readonly ModelLine[]>;
  /** In the order in which they were made. Ids are normalised. */
  links: readonly Link[];
}

export interface Link {
  readonly alias: string;
  readonly member: string;
}

/** A refusal's status and code, or the status and what matters of the answer. */
export interface Answer {
  readonly status: number;
  readonly code?: string;
  readonly rescoredPeriods?: number;
}

const NOT_FOUND: Answer = { status: 404, code: 'not_found' };
const CONFLICT: Answer = { status: 409, code: 'conflict' };
const INVALID: Answer = { status: 422, code: 'validation_error' };

export const newState = (): AliasState => ({ months: new Map(), links: [] });

/** POST /v1/files. */
export function load(
  state: AliasState,
  { period, lines }: ModelFile,
  { replace }: { readonly replace: boolean },
): Answer {
  if (state.months.has(period) && !replace) return { status: 409, code: 'period_exists' };
  state.months.set(period, lines);
  return { status: 202 };
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
  if ([...state.months.values()].some((lines) => areTwoPeople(state, lines, { alias, member }))) return CONFLICT;
  const first = periodsOf(state).find((period) => linesOf(state, period).some((line) => line.member === alias));
  state.links = [...state.links, { alias, member }];
  return {
    status: 201,
    rescoredPeriods: first === undefined ? 0 : periodsOf(state).filter((one) => one >= first).length,
  };
}

/** DELETE /v1/members/{memberRefId}/aliases/{externalId}. */
export function unlink(state: AliasState, member: string, externalId: string): Answer {
  const alias = normalised(externalId);
  if (!membersOf(state).includes(member)) return NOT_FOUND;
  if (!state.links.some((one) => one.alias === alias && one.member === member)) return NOT_FOUND;
  state.links = state.links.filter((one) => one.alias !== alias);
  return { status: 204 };
}

/** The member's other ids, oldest first. */
export const aliasesOf = (state: AliasState, member: string): readonly string[] =>
  state.links.filter((one) => one.member === member).map(({ alias }) => alias);

/** The members who have lines, by the id of their own, in the order of ids. */
export const membersOf = (state: AliasState): readonly string[] =>
  [...new Set(periodsOf(state).flatMap((period) => linesOf(state, period).map(({ member }) => member)))].sort();

/** Every line as the member's whose line it is. */
export function bookOf(state: AliasState): ModelBook {
  return modelBook({ files: filesOf(state), rates: [FLAT_50], estimates: false, config: CENT });
}

export const filesOf = (state: AliasState): readonly ModelFile[] =>
  periodsOf(state).map((period) => ({ period, lines: linesOf(state, period) }));

/** Returns the lines as the carrier sent them. */
export const printedLines = (state: AliasState, period: string): readonly ModelLine[] => state.months.get(period) ?? [];

const periodsOf = (state: AliasState): readonly string[] => [...state.months.keys()].sort();

function linesOf(state: AliasState, period: string): readonly ModelLine[] {
  return printedLines(state, period).map((line) => ({ ...line, member: memberOf(state, line) }));
}

function memberOf(state: AliasState, line: ModelLine): string {
  const own = normalised(line.member);
  return state.links.find((one) => one.alias === own)?.member ?? own;
}

/** "Two ids on one month's statement: 409, unless every line has a policy number and the two ids share none." */
function areTwoPeople(state: AliasState, lines: readonly ModelLine[], { alias, member }: Link): boolean {
  const policiesOf = (id: string) =>
    lines.filter((line) => memberOf(state, line) === id).map(({ policy }) => normalised(policy ?? ''));
  const [ofAlias, ofMember] = [policiesOf(alias), policiesOf(member)];
  if (ofAlias.length === 0 || ofMember.length === 0) return false;
  return [...ofAlias, ...ofMember].includes('') || ofAlias.some((policy) => ofMember.includes(policy));
}
