import type { BookLine } from '../../../app/book/book-store.ts';
import type { MemberHistory } from '../../../core/scoring/member-history.ts';
import type { MemberProfile, ScorableLine } from '../../../core/scoring/member-month.ts';
import { MEMBER_PARTS, type PayDifference } from '../../../core/scoring/period-sums.ts';
import { type FieldDelta, MEMBER_STATUSES, type PriorRow, type ScoredRow } from '../../../core/scoring/scored-row.ts';
import { SIGNAL_CODES } from '../../../core/scoring/signal.ts';
import type { UnassignedLine } from '../../../core/statement/unassigned-line.ts';
import { statementLines, unassignedLines } from '../../../schema/book.ts';
import { deltas, payDifferences, type scoredRows, scoredRows as stored } from '../../../schema/scores.ts';
import {
  boolean,
  date,
  exactOrNull,
  hundredths,
  integer,
  json,
  millionths,
  money,
  oneOf,
  smallint,
  text,
  texts,
  textsOrNull,
  uuid,
} from '../records/column-types.ts';
import {
  optional,
  required,
  type StoredFields,
  storedAs,
  storedRecord,
  written,
  writtenRecord,
} from '../records/stored-record.ts';

/** Returns the fields of a member's profile, which a line and a scored row have alike. */
function profileFields(stored: typeof statementLines | typeof scoredRows): StoredFields<MemberProfile> {
  return {
    memberName: optional(stored.memberName, text),
    email: optional(stored.email, text),
    policyRefId: optional(stored.policyRefId, uuid),
    policyNumber: optional(stored.policyNumber, text),
    planName: optional(stored.planName, text),
    planCode: optional(stored.planCode, text),
    productType: optional(stored.productType, text),
    premium: optional(stored.premium, money),
    lives: optional(stored.lives, hundredths),
    agentId: optional(stored.agentId, text),
    agentName: optional(stored.agentName, text),
    effectiveDate: optional(stored.effectiveDate, date),
    termDate: optional(stored.termDate, date),
    state: optional(stored.state, text),
    county: optional(stored.county, text),
    carrierStatus: optional(stored.carrierStatus, text),
  };
}

const NO_CUT = { amount: null, period: null };

const cutFrom = storedAs<MemberHistory['cutFrom'], { amount: number | null; period: string | null }>(
  storedRecord({ amount: optional(stored.fullPay, money), period: optional(stored.fullPayPeriod, text) }),
  {
    to: (cut) => cut ?? NO_CUT,
    from: ({ amount, period }) => (amount === null || period === null ? null : { amount, period }),
  },
);

const NONE_OPEN = { since: null, months: null };

const missedOpen = storedAs<MemberHistory['missedOpen'], { since: string | null; months: number | null }>(
  storedRecord({ since: optional(stored.missedSince, text), months: optional(stored.missedMonths, smallint) }),
  {
    to: (missed) => missed ?? NONE_OPEN,
    from: ({ since, months }) => (since === null || months === null ? null : { since, months }),
  },
);

const history = storedRecord<MemberHistory>({
  paidMonths: required(stored.paidMonths, smallint),
  rate: optional(stored.rate, millionths),
  paidTotal: required(stored.paidTotal, money),
  clawedTotal: required(stored.clawedTotal, money),
  clawedOpen: required(stored.clawedOpen, money),
  lastPaidPeriod: optional(stored.lastPaidPeriod, text),
  lastPaidAmount: required(stored.lastPaidAmount, money),
  extraMonths: required(stored.extraMonths, smallint),
  extraAmount: required(stored.extraAmount, money),
  unpaidSince: optional(stored.unpaidSince, text),
  planYear: optional(stored.planYear, smallint),
  planYearPaid: required(stored.planYearPaid, money),
  notNewYear: optional(stored.notNewYear, smallint),
  cutFrom,
  missedOpen,
  chargebacksSeen: required(stored.chargebacksSeen, texts),
  partsPaid: required(stored.partsPaid, textsOrNull),
  rapidToldFor: optional(stored.rapidToldFor, date),
  soldIn: optional(stored.soldIn, text),
  paidIn: required(stored.paidIn, smallint),
});

const PRIOR_FIELDS: StoredFields<Omit<PriorRow, 'commissionAmount'>> = {
  memberRefId: required(stored.memberRefId, uuid),
  memberExternalId: required(stored.memberExternalId, text),
  status: required(stored.status, oneOf([...MEMBER_STATUSES, 'carried'])),
  profile: storedRecord(profileFields(stored)),
  firstSeenPeriod: required(stored.firstSeenPeriod, text),
  lastPresentPeriod: required(stored.lastPresentPeriod, text),
  lastPresentAmount: required(stored.lastPresentAmount, money),
  paidThrough: optional(stored.paidThrough, date),
  history,
};

/** The fields of an earlier row that scoring reads. */
export const PRIOR_ROW = storedRecord<PriorRow>({
  ...PRIOR_FIELDS,
  commissionAmount: required(stored.commissionAmount, money),
});

export const SCORED_ROW = writtenRecord<Omit<ScoredRow, 'deltas'>>({
  ...PRIOR_FIELDS,
  counted: written(stored.counted, boolean),
  flags: required(stored.flags, texts),
  signals: written(stored.signals, json),
  reason: optional(stored.reason, text),
  commissionAmount: required(stored.commissionAmount, money),
  prevCommissionAmount: required(stored.prevCommissionAmount, money),
  comparedAgainstPeriod: optional(stored.comparedAgainstPeriod, text),
  expectedAmount: written(stored.expectedAmount, exactOrNull),
  commissionOwed: written(stored.commissionOwed, exactOrNull),
  owedEstimated: written(stored.owedEstimated, boolean),
  chargebackAmount: required(stored.chargebackAmount, money),
  fileId: required(stored.fileId, uuid),
});

/** A delta with the member it belongs to. */
export interface MemberDelta extends FieldDelta {
  readonly memberRefId: string;
}

export const DELTA = writtenRecord<MemberDelta>({
  memberRefId: required(deltas.memberRefId, uuid),
  field: required(deltas.field, text),
  prevValue: optional(deltas.prevValue, text),
  currValue: optional(deltas.currValue, text),
  changeType: required(deltas.changeType, text),
});

/** A difference with the fields of the member by which the list of the bridge is filtered, grouped and ordered. */
type StoredDifference = Omit<PayDifference, 'profile' | 'event'> &
  Pick<MemberProfile, 'memberName' | 'policyNumber' | 'planName' | 'agentId' | 'agentName'> & {
    readonly eventKey: string | null;
  };

export const PAY_DIFFERENCE = writtenRecord<StoredDifference>({
  memberRefId: required(payDifferences.memberRefId, uuid),
  memberExternalId: required(payDifferences.memberExternalId, text),
  memberName: optional(payDifferences.memberName, text),
  policyNumber: optional(payDifferences.policyNumber, text),
  planName: optional(payDifferences.planName, text),
  agentId: optional(payDifferences.agentId, text),
  agentName: optional(payDifferences.agentName, text),
  part: required(payDifferences.part, oneOf(MEMBER_PARTS)),
  before: required(payDifferences.before, money),
  now: required(payDifferences.now, money),
  code: optional(payDifferences.code, oneOf(SIGNAL_CODES)),
  eventKey: optional(payDifferences.eventKey, text),
});

/** The fields of a line that scoring reads. All lines of a file have the same `fileId`. */
export const SCORABLE_LINE_FIELDS: StoredFields<Omit<ScorableLine, 'fileId'>> = {
  memberRefId: required(statementLines.memberRefId, uuid),
  memberExternalId: required(statementLines.memberExternalId, text),
  amount: required(statementLines.amount, money),
  ...profileFields(statementLines),
  monthsPaid: optional(statementLines.monthsPaid, hundredths),
  rate: optional(statementLines.rate, millionths),
  coverageMonth: optional(statementLines.coverageMonth, text),
  paidThrough: optional(statementLines.paidThrough, date),
  transactionType: optional(statementLines.transactionType, text),
  description: optional(statementLines.description, text),
  split: optional(statementLines.split, millionths),
};

/** The place of a line in its file. */
export const LINE_PLACE = {
  sheet: required(statementLines.sheet, smallint),
  row: required(statementLines.rowNumber, integer),
};

/** A line of a file. The columns of the book and the file are the same in all lines. */
export const LINE = writtenRecord<Omit<BookLine, 'fileId' | 'memberKey'>>({
  ...LINE_PLACE,
  ...SCORABLE_LINE_FIELDS,
  termReason: optional(statementLines.termReason, text),
  paidDate: optional(statementLines.paidDate, date),
  renewalDate: optional(statementLines.renewalDate, date),
  alternateMemberId: optional(statementLines.alternateMemberId, text),
  ownMemberRefId: optional(statementLines.ownMemberRefId, uuid),
});

/** Money of a file that is no member's. */
export const UNASSIGNED_LINE = writtenRecord<UnassignedLine>({
  sheet: required(unassignedLines.sheet, smallint),
  row: required(unassignedLines.rowNumber, integer),
  amount: required(unassignedLines.amount, money),
  kind: required(unassignedLines.kind, text),
  text: required(unassignedLines.description, text),
  isCounted: written(unassignedLines.isCounted, boolean),
  agentId: optional(unassignedLines.agentId, text),
  agentName: optional(unassignedLines.agentName, text),
  coverageMonth: optional(unassignedLines.coverageMonth, text),
});
