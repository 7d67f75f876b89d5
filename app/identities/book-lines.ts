import type { StatementLine } from '../../core/statement/line.ts';
import { memberRefs, policyRefOf } from '../../core/statement/member-key.ts';
import type { BookLine } from '../book/book-ports.ts';
import type { BookKey } from '../jobs/job-ports.ts';

/** Takes the lines of a file one by one, as they are read, and gives each its file and the ids it is stored under. */
export interface LineFiler {
  readonly lines: readonly BookLine[];
  file(line: StatementLine): BookLine;
}

/** Most members have one line, so nothing is remembered between lines. */
export function lineFiler(book: BookKey, fileId: string): LineFiler {
  const refOf = memberRefs(book);
  const lines: BookLine[] = [];
  return {
    lines,
    file(line) {
      const memberRef = refOf(line.memberKey);
      const policyRef = policyRefOf(memberRef, line.policyNumber);
      const filed = filedLine(line, { memberRefId: memberRef, ownMemberRefId: null, policyRefId: policyRef, fileId });
      lines.push(filed);
      return filed;
    },
  };
}

/** The same line under the id of the member that its own id is an alias of. */
export function filedUnder(line: BookLine, memberRefId: string): BookLine {
  const policyRef = policyRefOf(memberRefId, line.policyNumber);
  return filedLine(line, {
    memberRefId,
    ownMemberRefId: line.ownMemberRefId ?? line.memberRefId,
    policyRefId: policyRef,
    fileId: line.fileId,
  });
}

type FiledIds = Pick<BookLine, 'memberRefId' | 'ownMemberRefId' | 'policyRefId' | 'fileId'>;

/** Field by field: spreading an object of so many fields into a larger one takes ten times as long, of every line. */
function filedLine(line: StatementLine, ids: FiledIds): BookLine {
  return {
    memberRefId: ids.memberRefId,
    ownMemberRefId: ids.ownMemberRefId,
    policyRefId: ids.policyRefId,
    fileId: ids.fileId,
    sheet: line.sheet,
    row: line.row,
    memberKey: line.memberKey,
    memberExternalId: line.memberExternalId,
    amount: line.amount,
    policyNumber: line.policyNumber,
    memberName: line.memberName,
    email: line.email,
    planName: line.planName,
    planCode: line.planCode,
    productType: line.productType,
    premium: line.premium,
    lives: line.lives,
    rate: line.rate,
    effectiveDate: line.effectiveDate,
    termDate: line.termDate,
    termReason: line.termReason,
    coverageMonth: line.coverageMonth,
    paidDate: line.paidDate,
    paidThrough: line.paidThrough,
    monthsPaid: line.monthsPaid,
    transactionType: line.transactionType,
    agentId: line.agentId,
    agentName: line.agentName,
    state: line.state,
    carrierStatus: line.carrierStatus,
    renewalDate: line.renewalDate,
    description: line.description,
    split: line.split,
    alternateMemberId: line.alternateMemberId,
  };
}
