import { fieldOf, type ModelLine, type ModelRecord, memberMonth, normalised } from '../../support/book-model-record.ts';
import {
  type AliasState,
  type Answer,
  addLinks,
  bookOf,
  filesOf,
  type Link,
  load,
  mayBeTwoPeople,
  periodsOf,
  periodsSince,
  removeLinks,
  retract,
  type Upload,
} from './alias-model.ts';

/** Models proposals for members who return under another id, accepted and undone as in docs/howto/join-two-ids-of-a-member.md. */

export interface Proposal {
  readonly member: string;
  readonly alias: string;
  readonly matchedBy: 'effective_date' | 'policy_number' | 'amount' | 'next_term';
}

/** GET /v1/members/alias-proposals. */
export function proposalsOf(state: AliasState, period: string) {
  const rows = bookOf(state).periods.get(period)?.rows ?? [];
  const missing = rows.filter(({ flags }) => flags.includes('DROPPED')).map(({ member }) => member);
  const newcomers = rows.filter(({ status }) => status === 'new').map(({ member }) => member);
  const free = newcomers.filter((id) => !wasLinked(state, id));
  return {
    missing: missing.length,
    // A following term alone is no question.
    proposals: matches(state, period, { absent: missing, newcomers: free, named: rows }).filter(
      ({ matchedBy }) => matchedBy !== 'next_term',
    ),
  };
}

/** POST /v1/files, and the warnings of its job, which finds the blocks of its and later months anew. */
export function loadAndContinue(state: AliasState, period: string, upload: Upload) {
  const answer = load(state, period, upload);
  if (answer.status !== 202) return { answer, warnings: [] };
  const blocks = findBlocks(state, period);
  const { proposals } = proposalsOf(state, period);
  const isReturning = hasMoved(state, period) && proposals.length > 0;
  return {
    answer,
    warnings: [...blocks.map(() => 'members_continued'), ...(isReturning ? ['members_returning'] : [])],
  };
}

/** DELETE /v1/files/{fileId}. */
export function retractAndContinue(state: AliasState, period: string): void {
  retract(state, period);
  findBlocks(state, period);
}

/** Replaces the links that blocks made in this month and later. Returns the months that have a block. */
function findBlocks(state: AliasState, from: string): readonly string[] {
  state.links = state.links.filter(({ source, period }) => source !== 'relayout' || (period ?? '') < from);
  return periodsOf(state).filter((period) => {
    if (period < from) return false;
    const links = blockOf(state, period).filter(({ alias }) => !wasLinked(state, alias));
    addLinks(state, links);
    return links.length > 0;
  });
}

function blockOf(state: AliasState, period: string): readonly Link[] {
  const baseline = periodsOf(state).findLast((one) => one < period);
  if (baseline === undefined) return [];
  const before = (bookOf(state).periods.get(baseline)?.rows ?? []).map(({ member }) => member);
  const now = idsOf(state, (one) => one === period);
  const lines = filesOf(state).find((file) => file.period === period)?.lines ?? [];
  const earlier = idsOf(state, (one) => one < period);
  const isPaid = (id: string) => lines.some(({ member, amount }) => member === id && Number(amount) >= 0);
  const newcomers = now.filter((id) => !earlier.includes(id) && isPaid(id));
  const namesBefore = before.map((member) => {
    const record = latestRecord(state, baseline, member);
    return { member, memberName: record === undefined ? null : fieldOf(record, 'memberName') };
  });
  const absent = before.filter((id) => !now.includes(id));
  const pairs = matches(state, period, { absent, newcomers, named: [...namesBefore, ...lines] });
  const weak = pairs.filter(({ matchedBy }) => matchedBy === 'amount' || matchedBy === 'next_term');
  const strong = pairs.filter((pair) => !weak.includes(pair));
  const isBlock = strong.length >= 5 || followsBlock(state, period);
  const isWeakBlock = weak.length >= 5 && weak.length * 10 >= newcomers.length;
  return [...(isBlock ? strong : []), ...(isWeakBlock ? weak : [])].map(linkOf(period, 'relayout'));
}

const followsBlock = (state: AliasState, period: string) =>
  state.links.some(
    ({ source, period: made }) =>
      source === 'relayout' &&
      made !== null &&
      made < period &&
      made >= `${Number(period.slice(0, 4)) - 1}${period.slice(4)}`,
  );

/** True if somebody left and somebody is new. */
function hasMoved(state: AliasState, period: string): boolean {
  const rollup = bookOf(state).periods.get(period)?.rollup;
  return rollup !== undefined && rollup.red > 0 && rollup.new > 0;
}

/** The members with a line in these months. */
function idsOf(state: AliasState, isAsked: (period: string) => boolean): readonly string[] {
  const lines = filesOf(state).flatMap((file) => (isAsked(file.period) ? file.lines : []));
  return [...new Set(lines.map(({ member }) => member))];
}

const linkOf =
  (period: string, source: Link['source']) =>
  ({ alias, member }: Proposal): Link => ({ alias, member, source, period });

/** POST /v1/members/alias-proposals/accept. */
export function accept(state: AliasState, period: string): Answer {
  const apart = proposalsOf(state, period).proposals.filter((proposal) => !mayBeTwoPeople(state, proposal));
  return changed(state, apart.map(linkOf(period, 'manual')), addLinks);
}

/** POST /v1/members/alias-proposals/undo. */
export function undo(state: AliasState, period: string): Answer {
  return changed(
    state,
    state.links.filter((link) => link.period === period),
    removeLinks,
  );
}

/** POST /v1/members/alias-proposals/redo. */
export function redo(state: AliasState, period: string): Answer {
  const ofMonth = state.undone.filter((link) => link.period === period);
  const latest = Math.max(...ofMonth.map((link) => link.undo));
  const isFree = ({ alias, member }: Link) =>
    !state.links.some((other) => other.member === alias || other.alias === alias || other.alias === member);
  const again = ofMonth
    .filter((link) => link.undo === latest && !mayBeTwoPeople(state, link) && isFree(link))
    .map(({ undo: _, ...link }) => link);
  return changed(state, again, addLinks);
}

function changed(
  state: AliasState,
  links: readonly Link[],
  change: (state: AliasState, links: readonly Link[]) => void,
): Answer {
  const ids = links.map(({ alias }) => alias);
  change(state, links);
  return { status: 200, members: links.length, rescoredPeriods: periodsSince(state, ids) };
}

type Named = Pick<ModelLine, 'member' | 'memberName'>;

/** True for an id that was ever linked, and for a member with other ids. */
const wasLinked = (state: AliasState, id: string) =>
  [...state.links, ...state.undone].some(({ alias }) => alias === id) ||
  state.links.some(({ member }) => member === id);

interface Candidates {
  readonly absent: readonly string[];
  readonly newcomers: readonly string[];
  /** All members of the compared months. A name that two of them have matches nobody. */
  readonly named: readonly Named[];
}

function matches(state: AliasState, period: string, candidates: Candidates): readonly Proposal[] {
  const { absent, newcomers, named } = candidates;
  const records = new Map([...absent, ...newcomers].map((id) => [id, latestRecord(state, period, id)]));
  const fieldOfMember = (id: string, field: 'memberName' | 'policy' | 'effectiveDate') => {
    const record = records.get(id);
    return record === undefined ? null : fieldOf(record, field);
  };
  const nameOf = (id: string) => normalised(fieldOfMember(id, 'memberName') ?? '');
  const isOneOf = (people: readonly string[], id: string) =>
    people.filter((other) => nameOf(other) === nameOf(id)).length === 1;
  const isOfAnother = (id: string) =>
    named.some(({ member, memberName }) => !records.has(member) && normalised(memberName ?? '') === nameOf(id));
  return absent
    .filter((id) => nameOf(id) !== '' && isOneOf(absent, id) && !isOfAnother(id))
    .flatMap((member) =>
      newcomers
        .filter((alias) => nameOf(alias) === nameOf(member) && isOneOf(newcomers, alias))
        .flatMap((alias): Proposal[] => {
          const isSame = (field: 'policy' | 'effectiveDate') =>
            fieldOfMember(member, field) !== null && fieldOfMember(member, field) === fieldOfMember(alias, field);
          if (isSame('policy')) return [{ member, alias, matchedBy: 'policy_number' }];
          if (isSame('effectiveDate')) return [{ member, alias, matchedBy: 'effective_date' }];
          const amount = latestAmount(state, period, member);
          const isPaid = amount > 0 && amount === latestAmount(state, period, alias);
          if (isPaid) return [{ member, alias, matchedBy: 'amount' }];
          const [before, now] = [member, alias].map((id) => fieldOfMember(id, 'effectiveDate'));
          return isWholeTerms(before ?? null, now ?? null) ? [{ member, alias, matchedBy: 'next_term' }] : [];
        }),
    );
}

/** True where the second date is on the day of the first, half a year or more such terms later. */
function isWholeTerms(before: string | null, now: string | null): boolean {
  if (before === null || now === null || before.slice(8) !== now.slice(8)) return false;
  const months = (date: string) => 12 * Number(date.slice(0, 4)) + Number(date.slice(5, 7));
  const apart = months(now) - months(before);
  return apart > 0 && apart % 6 === 0;
}

/** The record that describes a member in the latest month up to the period. */
const latestRecord = (state: AliasState, period: string, id: string): ModelRecord | undefined =>
  filesOf(state)
    .filter((file) => file.period <= period)
    .flatMap((file) => memberMonth([file], file.period, id)?.principal ?? [])
    .at(-1);

/** The sum of a member's lines in the latest month up to the period that has any, in cents. */
function latestAmount(state: AliasState, period: string, id: string): number {
  const latest = filesOf(state).findLast(
    (file) => file.period <= period && file.lines.some(({ member }) => member === id),
  );
  const own = latest?.lines.filter(({ member }) => member === id) ?? [];
  return own.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
}
