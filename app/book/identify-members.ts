import type { BookKey } from '../../core/book-key.ts';
import { type Join, joinBySecondId, joinNextTerm, type Newcomer } from '../../core/identity/join-next-term.ts';
import { continuedSentences, mayHaveNewIds, returningSentence } from '../../core/identity/match-returning.ts';
import type { Period } from '../../core/period.ts';
import type { PriorRow } from '../../core/scoring/scored-row.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import type { StatementLine, StatementWarning } from '../../core/statement/line.ts';
import {
  earlierForms,
  followsMonths,
  followsTerm,
  memberKeyOf,
  memberRefs,
  policyRefOf,
} from '../../core/statement/member-key.ts';
import type { BookLine, JobBook, KnownIdentities, NewAlias } from './book-store.ts';
import type { RebuiltPeriod } from './rebuild-book.ts';

/** Finds the members of a statement's lines that have another id than before (docs/adr/0033-ids-of-a-member.md). */

/** A statement that was read, before its lines are stored. */
export interface StatementToIdentify {
  readonly key: BookKey;
  readonly period: Period;
  readonly rule: StatementConfig['memberId'];
  /** True when the carrier pays for the term of a policy. */
  readonly isPolicyTerm: boolean;
  /** Lines under the ids that the statement shows. */
  readonly lines: readonly BookLine[];
  /** Other active files of the month, which stay. */
  readonly staying: readonly string[];
  /** Files of the month whose lines are removed. */
  readonly replaced: readonly string[];
  /** False when the file itself has already been replaced. The book then learns no ids from it. */
  readonly counts: boolean;
}

export interface FiledStatement {
  readonly lines: readonly BookLine[];
  readonly warnings: readonly StatementWarning[];
}

type BookAndIdentities = Pick<JobBook, 'book' | 'identities'>;

/**
 * Files the lines of a statement under their members. Known aliases come first. Unknown ids are then looked up as second ids, in earlier
 * forms, and as next terms of policies. Scoring finds members who got new ids together (rebuild-book.ts).
 */
export async function identifyMembers(
  jobBook: BookAndIdentities,
  statement: StatementToIdentify,
): Promise<FiledStatement> {
  const { identities } = jobBook;
  const known = await identities.load(statement.period);
  if (known.hasFoundSince) await identities.separateFoundSince(statement.period);
  const lines = underAliases(statement.lines, known.aliases);
  if (!statement.counts) return { lines, warnings: [] };
  const found = await findJoins(jobBook, { ...statement, lines }, known);
  if (found.aliases.length > 0) await identities.saveAliases(statement.period, found.aliases);
  const joined = new Map(found.aliases.map(({ aliasRefId, memberRefId }) => [aliasRefId, memberRefId]));
  const filed = underAliases(lines, joined);
  await identities.saveSecondIds(secondIdsOf(filed, statement.rule));
  return { lines: filed, warnings: continuedWarnings(found) };
}

function underAliases(lines: readonly BookLine[], aliases: ReadonlyMap<string, string>): readonly BookLine[] {
  if (aliases.size === 0) return lines;
  return lines.map((line) => {
    const memberRefId = aliases.get(line.memberRefId);
    return memberRefId === undefined ? line : filedUnder(line, memberRefId);
  });
}

interface FoundJoins {
  readonly aliases: readonly NewAlias[];
  /** Members on the statement of the baseline's month who have no line this month under a known id. */
  readonly missing: number;
  /** Members of `missing` who are on the statement under another id. */
  readonly continued: number;
  /** Members who are on the statement with two terms of their policy, each under its own id. */
  readonly besideTerm: number;
}

const NOTHING_FOUND: FoundJoins = { aliases: [], missing: 0, continued: 0, besideTerm: 0 };

/** Finds unknown ids of the statement that belong to known members. Returns early, without a query, when no line can have another id. */
async function findJoins(
  { book, identities }: BookAndIdentities,
  statement: StatementToIdentify,
  known: KnownIdentities,
): Promise<FoundJoins> {
  const { baselinePeriod, hasSecondIds, undone } = known;
  if (baselinePeriod === null) return NOTHING_FOUND;
  const { period, lines, staying, replaced, rule, key, isPolicyTerm } = statement;
  if (!hasSecondIds && !isPolicyTerm && !lines.some(mayHaveSecondId)) return NOTHING_FOUND;
  const baseline = await book.rows(baselinePeriod);
  const newcomers = newcomersOf(lines, baseline, rule);
  const seen = await identities.findKnown(
    newcomers.map(({ memberRefId }) => memberRefId),
    { period, replaced },
  );
  const withOtherIds = new Set(known.aliases.values());
  const unknown = newcomers.filter(
    ({ memberRefId }) => !seen.has(memberRefId) && !undone.has(memberRefId) && !withOtherIds.has(memberRefId),
  );
  if (unknown.length === 0) return NOTHING_FOUND;
  const linesByMember = Map.groupBy(lines, ({ memberRefId }) => memberRefId);
  const refOf = memberRefs(key);
  const keys = new Set(unknown.flatMap(({ memberKey, alternateKeys }) => [memberKey, ...alternateKeys]));
  const ids = Array.from(keys, (id) => ({ key: id, memberRefId: known.aliases.get(refOf(id)) ?? refOf(id) }));
  const owners = await identities.findOwners(ids, period, (id) => memberKeyOf(id, rule));
  const others = await identities.listPresent(period, staying);
  const present = new Set([...lines, ...others].map(({ memberRefId }) => memberRefId));
  const linesFor = (memberRefId: string) => linesByMember.get(memberRefId) ?? [];
  const isAnotherMember = (memberRefId: string, newcomer: Newcomer) =>
    present.has(memberRefId) && !isNextTerm(linesFor(newcomer.memberRefId), linesFor(memberRefId));
  const byId = joinBySecondId(unknown, owners, isAnotherMember);
  const joins = isPolicyTerm ? [...byId, ...nextTerms({ baseline, lines, unknown, joined: byId, present })] : byId;
  const missing = new Set(
    baseline
      .filter(({ memberRefId, lastPresentPeriod }) => lastPresentPeriod === baselinePeriod && !present.has(memberRefId))
      .map(({ memberRefId }) => memberRefId),
  );
  const besideTerm = joins.filter(({ memberRefId }) => present.has(memberRefId)).length;
  return {
    aliases: aliasesOf(joins),
    missing: missing.size,
    continued: joins.filter(({ memberRefId }) => missing.has(memberRefId)).length,
    besideTerm,
  };
}

/** Joins newcomers whose policy continues the term of a missing member's policy. */
function nextTerms({
  baseline,
  lines,
  unknown,
  joined,
  present,
}: {
  readonly baseline: readonly PriorRow[];
  readonly lines: readonly BookLine[];
  readonly unknown: readonly Newcomer[];
  readonly joined: readonly Join[];
  readonly present: ReadonlySet<string>;
}): readonly Join[] {
  const newcomers = new Set(unknown.map(({ memberRefId }) => memberRefId));
  for (const { aliasRefId } of joined) newcomers.delete(aliasRefId);
  return joinNextTerm({ baseline, lines, newcomers }).filter(({ memberRefId }) => !present.has(memberRefId));
}

/** Returns whether lines are for the next term of the policy that other lines of the same statement are for. */
function isNextTerm(lines: readonly BookLine[], linesBefore: readonly BookLine[]): boolean {
  const forms = lines.flatMap(({ memberKey }) => earlierForms(memberKey, true));
  if (!linesBefore.every(({ memberKey }) => forms.includes(memberKey))) return false;
  const months = (own: readonly BookLine[]) => own.map(({ coverageMonth }) => coverageMonth);
  return followsTerm(firstDays(lines), firstDays(linesBefore)) || followsMonths(months(lines), months(linesBefore));
}

const firstDays = (lines: readonly BookLine[]) =>
  lines.flatMap(({ effectiveDate }) => (effectiveDate === null ? [] : [effectiveDate]));

/** Returns whether a line has a second id, or an id that may have had an earlier form, such as one without leading zeros. */
function mayHaveSecondId({ alternateMemberId, memberKey, memberName }: BookLine): boolean {
  return alternateMemberId !== null || earlierForms(memberKey, memberName !== null).length > 0;
}

const aliasesOf = (joins: readonly Join[]): readonly NewAlias[] =>
  joins.map(({ aliasRefId, aliasExternalId, memberRefId }) => ({
    aliasRefId,
    externalId: aliasExternalId,
    memberRefId,
    source: 'alternate_id',
  }));

/** Finds members of the lines who are not in the baseline. */
function newcomersOf(
  lines: readonly BookLine[],
  baseline: readonly PriorRow[],
  rule: StatementConfig['memberId'],
): readonly Newcomer[] {
  const before = new Set(baseline.map(({ memberRefId }) => memberRefId));
  const linesOf = new Map<string, BookLine[]>();
  for (const line of lines) {
    if (before.has(line.memberRefId)) continue;
    const own = linesOf.get(line.memberRefId);
    if (own === undefined) linesOf.set(line.memberRefId, [line]);
    else own.push(line);
  }
  return Array.from(linesOf.values(), (own) => newcomerOf(own, rule)).flat();
}

/** Makes a newcomer from the lines of a member. The list is empty for a known member, whose line was filed under an alias. */
function newcomerOf(lines: readonly BookLine[], rule: StatementConfig['memberId']): readonly Newcomer[] {
  const [first] = lines;
  if (first === undefined || first.ownMemberRefId !== null) return [];
  const values = (value: (line: BookLine) => string | null) => [
    ...new Set(lines.map(value).filter((each) => each !== null)),
  ];
  const names = values(({ memberName }) => memberName);
  return [
    {
      memberRefId: first.memberRefId,
      memberExternalId: first.memberExternalId,
      memberKey: first.memberKey,
      memberName: names.length === 1 ? (names[0] ?? null) : null,
      alternateKeys: [
        ...values((line) => secondKeyOf(line, rule)),
        ...earlierForms(first.memberKey, names.length === 1),
      ],
    },
  ];
}

/** Returns null when the line has no second id, or when the second id equals the first. */
function secondKeyOf(line: BookLine, rule: StatementConfig['memberId']): string | null {
  if (line.alternateMemberId === null) return null;
  const key = memberKeyOf(line.alternateMemberId, rule);
  return key === '' || key === line.memberKey ? null : key;
}

function secondIdsOf(lines: readonly BookLine[], rule: StatementConfig['memberId']) {
  const ids = new Map<string, { readonly key: string; readonly memberRefId: string }>();
  for (const line of lines) {
    const key = secondKeyOf(line, rule);
    if (key !== null) ids.set(`${line.memberRefId} ${key}`, { key, memberRefId: line.memberRefId });
  }
  return [...ids.values()];
}

function continuedWarnings({ aliases, missing, continued, besideTerm }: FoundJoins): readonly StatementWarning[] {
  if (aliases.length === 0) return [];
  const detail = [
    ...continuedSentences({ missing, continued, others: aliases.length - continued - besideTerm }),
    ...(besideTerm > 0
      ? [`${besideTerm} ${besideTerm === 1 ? 'policy has' : 'policies have'} two terms on the statement: joined.`]
      : []),
  ].join(' ');
  return [{ code: 'members_continued', detail }];
}

/** Warns about members who seem to return under another id. Reads the database only for months in which somebody left and
 * somebody is new. */
export async function returningWarnings(
  { identities }: Pick<JobBook, 'identities'>,
  own: RebuiltPeriod | undefined,
): Promise<readonly StatementWarning[]> {
  if (own === undefined || !mayHaveNewIds(own.rollup)) return [];
  const count = await identities.loadReturning(own.period);
  if (count.returning === 0) return [];
  const detail = `${returningSentence(count)} See /v1/members/alias-proposals.`;
  return [{ code: 'members_returning', detail }];
}

/** Collects the lines of a file in the order in which they are read, each with its file id, member id and policy id. */
interface LineCollector {
  readonly lines: readonly BookLine[];
  collect(line: StatementLine): BookLine;
}

/** Makes a collector of lines. It keeps no map of members, because most members have one line. */
export function lineCollector(book: BookKey, fileId: string): LineCollector {
  const refOf = memberRefs(book);
  const lines: BookLine[] = [];
  return {
    lines,
    collect(line) {
      const memberRef = refOf(line.memberKey);
      const policyRef = policyRefOf(memberRef, line.policyNumber);
      const filed = { ...line, memberRefId: memberRef, ownMemberRefId: null, policyRefId: policyRef, fileId };
      lines.push(filed);
      return filed;
    },
  };
}

/** Returns the line under another member, of whom the line's own id is an alias. `ownMemberRefId` keeps the member made from that id. */
function filedUnder(line: BookLine, memberRefId: string): BookLine {
  const policyRef = policyRefOf(memberRefId, line.policyNumber);
  return { ...line, memberRefId, ownMemberRefId: line.ownMemberRefId ?? line.memberRefId, policyRefId: policyRef };
}
