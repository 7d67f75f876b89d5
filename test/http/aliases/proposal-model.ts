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
  type Upload,
} from './alias-model.ts';

/** Models proposals for members who return under another id, accepted and undone as in docs/howto/join-two-ids-of-a-member.md. */

export interface Proposal {
  readonly member: string;
  readonly alias: string;
  readonly matchedBy: 'effective_date' | 'policy_number';
}

/** GET /v1/members/alias-proposals. */
export function proposalsOf(state: AliasState, period: string) {
  const rows = bookOf(state).periods.get(period)?.rows ?? [];
  const missing = rows.filter(({ flags }) => flags.includes('DROPPED')).map(({ member }) => member);
  const newcomers = rows.filter(({ status }) => status === 'new').map(({ member }) => member);
  return { missing: missing.length, proposals: matches(state, period, { absent: missing, newcomers, named: rows }) };
}

/** POST /v1/files, and the warnings of its job: a statement of another layout continues the members who return on it. */
export function loadAndContinue(state: AliasState, period: string, upload: Upload) {
  const answer = load(state, period, upload);
  if (answer.status !== 202) return { answer, warnings: [] };
  const continued = continuedBy(state, period, upload);
  addLinks(state, continued);
  const { proposals } = proposalsOf(state, period);
  const isReturning = hasMoved(state, period) && proposals.length > 0;
  return {
    answer,
    warnings: [...(continued.length > 0 ? ['members_continued'] : []), ...(isReturning ? ['members_returning'] : [])],
  };
}

function continuedBy(state: AliasState, period: string, { layout }: Upload): readonly Link[] {
  const baseline = periodsOf(state).findLast((one) => one < period);
  if (baseline === undefined || state.months.get(baseline)?.layout === layout) return [];
  const before = idsOf(state, (one) => one === baseline);
  const now = idsOf(state, (one) => one === period);
  const known = idsOf(state, (one) => one < period);
  const elsewhere = idsOf(state, (one) => one !== period);
  const absent = known.filter((id) => !now.includes(id));
  const newcomers = now.filter((id) => !elsewhere.includes(id));
  const lines = filesOf(state).find((file) => file.period === period)?.lines ?? [];
  const namesBefore = known.map((member) => {
    const record = latestRecord(state, baseline, member);
    return { member, memberName: record === undefined ? null : fieldOf(record, 'memberName') };
  });
  const proposals = matches(state, period, { absent, newcomers, named: [...namesBefore, ...lines] });
  const missing = before.filter((id) => !now.includes(id));
  const matched = proposals.filter(({ member }) => missing.includes(member)).length;
  return missing.length >= 5 && matched >= 0.9 * missing.length ? proposals.map(linkOf(period)) : [];
}

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
  (period: string) =>
  ({ alias, member }: Proposal): Link => ({ alias, member, source: 'relayout', period });

/** POST /v1/members/alias-proposals/accept. */
export function accept(state: AliasState, period: string): Answer {
  const apart = proposalsOf(state, period).proposals.filter((proposal) => !mayBeTwoPeople(state, proposal));
  return changed(state, apart.map(linkOf(period)), addLinks);
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

interface Candidates {
  readonly absent: readonly string[];
  readonly newcomers: readonly string[];
  /** All members of the compared months. A name that two of them have matches nobody. */
  readonly named: readonly Named[];
}

function matches(state: AliasState, period: string, candidates: Candidates): readonly Proposal[] {
  const { absent, named } = candidates;
  const wasLinked = (id: string) =>
    [...state.links, ...state.undone].some(({ alias }) => alias === id) ||
    state.links.some(({ member }) => member === id);
  const newcomers = candidates.newcomers.filter((id) => !wasLinked(id));
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
          return isSame('effectiveDate') ? [{ member, alias, matchedBy: 'effective_date' }] : [];
        }),
    );
}

/** The record that describes a member in the latest month up to the period. */
const latestRecord = (state: AliasState, period: string, id: string): ModelRecord | undefined =>
  filesOf(state)
    .filter((file) => file.period <= period)
    .flatMap((file) => memberMonth([file], file.period, id)?.principal ?? [])
    .at(-1);
