import { hash } from 'node:crypto';
import type { StatementConfig } from './config.ts';
import { readId } from './displayed-text.ts';
import { compileCapture } from './pattern.ts';
import type { Cell } from './source.ts';
import { UNLIMITED, type WorkBudget } from './work-budget.ts';

/**
 * What makes two spellings one member (docs/reference/requests.md#ids): the normalised id, and the ids of members and
 * policies made from it. They are the same for ever: a file read again, or years later, finds the same members.
 */

export type MemberIdReading =
  | { readonly ok: true; readonly memberExternalId: string; readonly memberKey: string }
  | { readonly ok: false; readonly problem: string };

const NORMAL_ALREADY = /^[\x21-\x60\x7b-\x7e]*$/;

/** All of Unicode's, with the byte order mark, which was a space without width once. */
const WHITE_SPACE = /[\s\u0085]+/g;

/** Unicode NFKC, all white space removed, upper case. */
export function normaliseId(id: string): string {
  if (NORMAL_ALREADY.test(id)) return id;
  return id.normalize('NFKC').replace(WHITE_SPACE, '').toUpperCase();
}

/** What two spellings of a member's id have in common by a carrier's rule. */
export function memberKeyOf(id: string, { stripLeadingZeros }: Pick<StatementConfig['memberId'], 'stripLeadingZeros'>) {
  const normal = normaliseId(id);
  return stripLeadingZeros ? normal.replace(/^0+(?=.)/, '') : normal;
}

/** The id without punctuation and then without leading zeros: for suggestions to people, never for matching. */
export function looseIdKey(id: string): string {
  return normaliseId(id)
    .replace(/[\p{P}\p{S}]/gu, '')
    .replace(/^0+(?=.)/, '');
}

/**
 * A reader of member ids by a carrier's rule. The pattern's first group is the id; leading zeros count for the key only,
 * so the id is displayed as the carrier writes it.
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

/** The ids of a book's members: one for each account, workspace, carrier and key. */
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

/** The id of one member. */
export function memberRefId(member: {
  readonly accountId: string;
  readonly workspaceId: string;
  readonly carrierId: string;
  readonly memberKey: string;
}): string {
  return memberRefs(member)(member.memberKey);
}

/** The id of a member's policy. The number is normalised as ids are. */
export function policyRefId(memberRef: string, normalisedPolicyNumber: string): string {
  return uuidOf(`policy${part(memberRef)}${part(normalisedPolicyNumber)}`);
}

/** The id of the policy that a line's number names; null for lines without one. */
export function policyRefOf(memberRef: string, policyNumber: string | null): string | null {
  return policyNumber === null ? null : policyRefId(memberRef, normaliseId(policyNumber));
}

/** Its length before each part: without it ("AB", "C") and ("A", "BC") would be one member. */
function part(text: string): string {
  return `${text.length}:${text}`;
}

const HEX = Buffer.from('0123456789abcdef');
/** The dashes are always in the same places, so one piece of memory serves for all ids. */
const uuid = Buffer.alloc(36, '-');

/**
 * The first 122 free bits of SHA-256 as a UUID of version 8 (RFC 9562), the one for layouts of one's own. Written byte by
 * byte: every line of a statement has two, and cutting and joining texts takes as long again as the hash.
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
