import type { StatementLine } from '../../core/statement/line.ts';
import { memberRefs, policyRefOf } from '../../core/statement/member-key.ts';
import type { BookLine } from '../book/book-ports.ts';
import type { BookKey } from '../jobs/job-ports.ts';

/** Takes the lines of a file one by one, as they are read, and adds the file's id and the ids that each line is stored under. */
export interface LineFiler {
  readonly lines: readonly BookLine[];
  file(line: StatementLine): BookLine;
}

/** Makes a line filer. It remembers nothing between lines, because most members have one line. */
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

/** Returns the line under the id of the member that the line's own id is an alias of. */
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

/** The fields are copied one by one, because spreading a large object into a larger one is ten times slower. */
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
