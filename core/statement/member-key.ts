import { hash } from 'node:crypto';
import { addMonths, monthIndex, type Period, periodOfDate } from '../period.ts';
import type { StatementConfig } from './config.ts';
import { readId } from './displayed-text.ts';
import { compileCapture } from './pattern.ts';
import type { Cell } from './source.ts';
import { UNLIMITED, type WorkBudget } from './work-budget.ts';

/**
 * Normalises member ids and derives the ids of members and policies (docs/reference/requests.md#ids). The result must
 * never change: a file read again years later has to find the same members.
 */

/** The id of a member as written and its key, or the problem of the cell in words. */
export type MemberIdReading =
  | { readonly ok: true; readonly memberExternalId: string; readonly memberKey: string }
  | { readonly ok: false; readonly problem: string };

const NORMAL_ALREADY = /^[\x21-\x60\x7b-\x7e]*$/;

/** Matches white space of Unicode and characters that nobody sees. `\s` lacks the control character for a next line (U+0085). */
const UNSEEN = /[\s\u0085\p{Cf}]+/gu;
/** Matches hyphens and dashes that look like the one of ASCII. */
const HYPHENS = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
const QUOTES = new Set('"\'\u2018\u2019\u201c\u201d');
/** Matches ids that may be quoted, or whole numbers with marks. */
const MARKED = /["'.,\u2018\u2019\u201c\u201d]/;
/**
 * Matches a whole number as a program or a spreadsheet writes it, in the order in which they are tried: "4,480,037.00", "4'480'037",
 * "4.480.037,00", "4480037.0", "4480037,00", "4480037.". A single group behind a point may be a suffix.
 */
const WRITTEN_NUMBER =
  /^(?<whole>\d{1,3}(?:(?:,\d{3})+|(?:['\u2019]\d{3})+)(?=\.0*$|$)|\d{1,3}(?:\.\d{3}){2,}(?=,0*$|$)|\d+(?=[.,]0+$|\.$))/;
/** Matches a Medicare Beneficiary Identifier with the dashes of the card. Its form is strict, so the dashes say nothing. */
const DASHED_MBI =
  /^[1-9][AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y]\d-[AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y]\d-[AC-HJKMNP-RT-Y]{2}\d{2}$/;

/**
 * Normalises an id: Unicode NFKC, upper case, without white space, unseen characters and quotes around it, with one kind of hyphen.
 * Numbers lose the decimals and separators that a program has added. It reads nothing but the id, so that the order of uploads changes
 * no member.
 */
export function normaliseId(id: string): string {
  if (NORMAL_ALREADY.test(id)) return withoutMarks(id);
  return withoutMarks(
    id.replace(HYPHENS, '-').normalize('NFKC').replace(HYPHENS, '-').replace(UNSEEN, '').toUpperCase(),
  );
}

function withoutMarks(quotable: string): string {
  const isMarked = MARKED.test(quotable);
  const id = isMarked ? withoutQuotes(quotable) : quotable;
  if (id.includes('-')) return DASHED_MBI.test(id) ? id.replaceAll('-', '') : id;
  const whole = isMarked ? WRITTEN_NUMBER.exec(id)?.groups?.['whole'] : undefined;
  return whole === undefined ? id : whole.replace(/\D/g, '');
}

/** Returns an id without quotes at its ends, as an export of quoted texts leaves them; an id of quotes alone unchanged. */
function withoutQuotes(id: string): string {
  let [start, end] = [0, id.length];
  while (start < end && QUOTES.has(id.charAt(start))) start += 1;
  while (end > start && QUOTES.has(id.charAt(end - 1))) end -= 1;
  return start === end ? id : id.slice(start, end);
}

/** Returns the key that equivalent spellings of a member's id share, by a carrier's rule. */
export function memberKeyOf(id: string, { stripLeadingZeros }: Pick<StatementConfig['memberId'], 'stripLeadingZeros'>) {
  const normal = normaliseId(id);
  return stripLeadingZeros ? normal.replace(/^0+(?=.)/, '') : normal;
}

/** Returns the id without punctuation and leading zeros, for suggestions only. */
export function looseIdKey(id: string): string {
  return normaliseId(id)
    .replace(/[\p{P}\p{S}]/gu, '')
    .replace(/^0+(?=.)/, '');
}

/**
 * Returns a reader of member ids by a carrier's rule; the first group of its pattern is the id. Leading zeros are
 * stripped from the key only, so ids are displayed as the carrier writes them.
 */
export function memberIdReader(
  rule: StatementConfig['memberId'],
  budget: WorkBudget = UNLIMITED,
): (cell: Cell) => MemberIdReading {
  const capture = rule.pattern === null ? null : compileCapture(rule.pattern, budget);
  return (cell) => {
    const reading = readId(cell);
    if (!reading.ok) return reading;
    if (reading.id === '') return { ok: false, problem: 'is blank' };
    const memberExternalId = capture === null ? reading.id : (capture(reading.id)?.trim() ?? '');
    if (memberExternalId === '') return { ok: false, problem: 'does not fit the pattern of member ids' };
    const memberKey = memberKeyOf(memberExternalId, rule);
    return memberKey === '' ? { ok: false, problem: 'is blank' } : { ok: true, memberExternalId, memberKey };
  };
}

/** Returns a function from member key to member id, within one account, workspace and carrier. */
export function memberRefs({
  accountId,
  workspaceId,
  carrierId,
}: {
  readonly accountId: string;
  readonly workspaceId: string;
  readonly carrierId: string;
}): (memberKey: string) => string {
  const book = `member${part(accountId)}${part(workspaceId)}${part(carrierId)}`;
  return (memberKey) => uuidOf(`${book}${memberKey.length}:${memberKey}`);
}

/** Returns the id of one member. */
export function memberRefId(member: {
  readonly accountId: string;
  readonly workspaceId: string;
  readonly carrierId: string;
  readonly memberKey: string;
}): string {
  return memberRefs(member)(member.memberKey);
}

/** Returns the id of a member's policy. The number must be normalised by `normaliseId`. */
export function policyRefId(memberRef: string, normalisedPolicyNumber: string): string {
  return uuidOf(`policy${part(memberRef)}${part(normalisedPolicyNumber)}`);
}

/** Returns the policy id for a line's policy number; null without a number. */
export function policyRefOf(memberRef: string, policyNumber: string | null): string | null {
  return policyNumber === null ? null : policyRefId(memberRef, normaliseId(policyNumber));
}

/** Prefixes a part with its length. Otherwise ("AB", "C") and ("A", "BC") would give the same id. */
function part(text: string): string {
  return `${text.length}:${text}`;
}

const HEX = Buffer.from('0123456789abcdef');
/** Reused buffer of a UUID, whose dashes never move. */
const uuid = Buffer.alloc(36, '-');

/**
 * Returns the first bytes of SHA-256 as a UUID of version 8 (RFC 9562). It writes bytes, because slicing and joining texts
 * would take as long as the hash, and every line needs two ids.
 */
function uuidOf(text: string): string {
  const digest = hash('sha256', text, 'binary');
  let to = 0;
  for (let at = 0; at < 16; at += 1) {
    const byte = digest.charCodeAt(at);
    const kept = at === 6 ? (byte & 0x0f) | 0x80 : at === 8 ? (byte & 0x3f) | 0x80 : byte;
    if (at === 4 || at === 6 || at === 8 || at === 10) to += 1;
    uuid[to] = HEX[kept >> 4] ?? 0;
    uuid[to + 1] = HEX[kept & 0x0f] ?? 0;
    to += 2;
  }
  return uuid.toString('latin1');
}

/**
 * Matches a number whose leading zeros a spreadsheet would lose. At least four digits must be left, because a shorter number may be another
 * member's id.
 */
const PADDED = /^0+([1-9]\d{3,})$/;

/** Matches an id with the number of a policy term at its end. */
const WITH_TERM = /^(.*\w{5})([-/])(\d\d)$/;

/** Number of earlier terms whose ids are looked up, because the last terms may be on no statement. */
const TERMS_BACK = 3;

/** Possible lengths of a policy's term, in months. */
const TERM_MONTHS: readonly number[] = [6, 12];

/**
 * Returns the forms that an id may have had earlier, likeliest first: without leading zeros, without the number of a policy term, or with
 * the number of an earlier term. Such a number may also distinguish people of a household, so its forms need `hasName`, which promises that
 * the caller compares names. `key` is a normalised id.
 */
export function earlierForms(key: string, hasName: boolean): readonly string[] {
  const bare = PADDED.exec(key)?.[1];
  if (bare !== undefined) return [bare];
  const [, stem, separator, digits] = WITH_TERM.exec(key) ?? [];
  if (!hasName || stem === undefined || separator === undefined) return [];
  const before: string[] = [];
  for (let term = Number(digits) - 1; term >= 1 && before.length < TERMS_BACK; term--)
    before.push(`${stem}${separator}${String(term).padStart(2, '0')}`);
  return [stem, ...before];
}

/** Returns the form of a policy number that all terms of the policy share. It is unique only within one member's records. */
export function policyOfTerm(number: string): string {
  const key = normaliseId(number);
  return earlierForms(key, true)[0] ?? key;
}

/** Returns whether the first days of two terms are one term apart. Each list has the first days of one term's lines, all equal. */
export function followsTerm(firstDays: readonly string[], firstDaysBefore: readonly string[]): boolean {
  const [begins, ...others] = [...new Set(firstDays)];
  const [began, ...othersBefore] = [...new Set(firstDaysBefore)];
  if (begins === undefined || began === undefined || others.length + othersBefore.length > 0) return false;
  return TERM_MONTHS.includes(monthIndex(periodOfDate(begins)) - monthIndex(periodOfDate(began)));
}

/** Returns whether the paid months of a term begin right after the paid months of the term before it. False when a month is unknown. */
export function followsMonths(months: readonly (Period | null)[], monthsBefore: readonly (Period | null)[]): boolean {
  const [first = null] = months.toSorted();
  const last = monthsBefore.toSorted().at(-1) ?? null;
  return first !== null && last !== null && !months.concat(monthsBefore).includes(null) && addMonths(last, 1) === first;
}
