import type { BookLine } from '../../app/book/book-store.ts';
import { moneyFromDecimal, scaleDecimal } from '../../core/money.ts';
import type { ExpectedRate } from '../../core/scoring/expected.ts';
import { memberRefId, normaliseId, policyRefId } from '../../core/statement/member-key.ts';
import type { ModelRate } from './book-model-owed.ts';
import type { ModelLine } from './book-model-record.ts';
import { PLAIN_LINE } from './plain-inputs.ts';

/** Converts the book model's lines and rates to those of core. */

/** Returns the lines of a file, with the ids under which they are stored. */
export function bookLines(fileId: string, lines: readonly ModelLine[]): BookLine[] {
  return lines.map((line, index) => bookLine(fileId, line, index));
}

function bookLine(fileId: string, line: ModelLine, index: number): BookLine {
  const memberKey = normaliseId(line.member);
  const memberRef = memberRefId({ ...BOOK, memberKey });
  const policyKey = normaliseId(line.policy ?? '');
  return {
    ...PLAIN_LINE,
    ownMemberRefId: null,
    fileId,
    sheet: 0,
    row: index + 2,
    memberKey,
    memberExternalId: line.member,
    memberRefId: memberRef,
    policyRefId: policyKey === '' ? null : policyRefId(memberRef, policyKey),
    policyNumber: policyKey === '' ? null : line.policy,
    amount: money(line.amount),
    premium: optional(line.premium, money),
    lives: optional(line.lives, hundredths),
    monthsPaid: optional(line.monthsPaid, hundredths),
    planCode: line.planCode ?? null,
    planName: line.planName ?? null,
    agentId: line.agentId ?? null,
    agentName: line.agentName ?? null,
    memberName: line.memberName ?? null,
    email: line.email ?? null,
    state: line.state ?? null,
    county: line.county ?? null,
    effectiveDate: line.effectiveDate ?? null,
    termDate: line.termDate ?? null,
    carrierStatus: line.carrierStatus ?? null,
    productType: line.productType ?? null,
    rate: optional(line.rate, (text) => scaled(text, 6)),
    split: optional(line.split, (text) => scaled(text, 6)),
    coverageMonth: line.coverageMonth ?? null,
    paidThrough: line.paidThrough ?? null,
    transactionType: line.transactionType ?? null,
  };
}

const BOOK = { accountId: 'account', workspaceId: 'workspace', carrierId: 'carrier' } as const;

export function contractedRate(rate: ModelRate): ExpectedRate {
  return {
    source: 'contracted',
    planCode: rate.planCode ?? null,
    rateType: rate.rateType,
    rateMillionths: scaled(rate.rateValue, 6),
    tier: rate.tier ?? null,
    state: rate.state ?? null,
    effectiveFrom: rate.effectiveFrom ?? null,
    effectiveTo: rate.effectiveTo ?? null,
    maxLives: rate.maxLives ?? null,
    fromPolicyMonth: rate.fromPolicyMonth ?? null,
    toPolicyMonth: rate.toPolicyMonth ?? null,
    fromLives: rate.fromLives ?? null,
    toLives: rate.toLives ?? null,
  };
}

function money(text: string): number {
  const amount = moneyFromDecimal(text);
  if (amount === null) throw new RangeError(`Not an amount: "${text}"`);
  return amount;
}

const hundredths = (text: string): number => scaled(text, 2);

function scaled(text: string, places: number): number {
  const value = scaleDecimal(text, places);
  if (value === null) throw new RangeError(`Not plain decimal text: "${text}"`);
  return Number(value);
}

function optional(text: string | null | undefined, read: (text: string) => number): number | null {
  return text === null || text === undefined ? null : read(text);
}
