import type { BookLine } from '../../../app/book/book-store.ts';
import type { ScorableLine } from '../../../core/scoring/member-month.ts';
import type { UnassignedLine } from '../../../core/statement/unassigned-line.ts';
import { statementLines as stored, unassignedLines } from '../../../schema/book.ts';
import {
  boolean,
  date,
  hundredths,
  integer,
  millionths,
  money,
  smallint,
  text,
  uuid,
} from '../records/column-types.ts';
import { optional, required, type StoredFields, written, writtenRecord } from '../records/stored-record.ts';
import { profileFields } from './score-records.ts';

/** The fields of a line that scoring reads. All lines of a file have the same `fileId`. */
export const SCORABLE_LINE_FIELDS: StoredFields<Omit<ScorableLine, 'fileId'>> = {
  memberRefId: required(stored.memberRefId, uuid),
  memberExternalId: required(stored.memberExternalId, text),
  amount: required(stored.amount, money),
  ...profileFields(stored),
  monthsPaid: optional(stored.monthsPaid, hundredths),
  rate: optional(stored.rate, millionths),
  coverageMonth: optional(stored.coverageMonth, text),
  paidThrough: optional(stored.paidThrough, date),
  transactionType: optional(stored.transactionType, text),
  description: optional(stored.description, text),
  split: optional(stored.split, millionths),
};

/** The place of a line in its file. */
export const LINE_PLACE = {
  sheet: required(stored.sheet, smallint),
  row: required(stored.rowNumber, integer),
};

/** A line of a file. The columns of the book and the file are the same in all lines. */
export const LINE = writtenRecord<Omit<BookLine, 'fileId' | 'memberKey'>>({
  ...LINE_PLACE,
  ...SCORABLE_LINE_FIELDS,
  termReason: optional(stored.termReason, text),
  paidDate: optional(stored.paidDate, date),
  renewalDate: optional(stored.renewalDate, date),
  alternateMemberId: optional(stored.alternateMemberId, text),
  ownMemberRefId: optional(stored.ownMemberRefId, uuid),
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
