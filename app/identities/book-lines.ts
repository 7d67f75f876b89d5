import type { StatementLine } from '../../core/statement/line.ts';
import { memberRefs, policyRefOf } from '../../core/statement/member-key.ts';
import type { BookLine } from '../book/book-ports.ts';
import type { BookKey } from '../jobs/job-ports.ts';

/** Adds the file id, member id and policy id to each line of a file, in the order in which the lines are read. */
export interface LineFiler {
  readonly lines: readonly BookLine[];
  file(line: StatementLine): BookLine;
}

/** Makes a line filer. It keeps no map of members, because most members have one line. */
export function lineFiler(book: BookKey, fileId: string): LineFiler {
  const refOf = memberRefs(book);
  const lines: BookLine[] = [];
  return {
    lines,
    file(line) {
      const memberRef = refOf(line.memberKey);
      const policyRef = policyRefOf(memberRef, line.policyNumber);
      const filed = { ...line, memberRefId: memberRef, ownMemberRefId: null, policyRefId: policyRef, fileId };
      lines.push(filed);
      return filed;
    },
  };
}

/** Returns the line under another member, of whom the line's own id is an alias. `ownMemberRefId` keeps the member made from that id. */
export function filedUnder(line: BookLine, memberRefId: string): BookLine {
  const policyRef = policyRefOf(memberRefId, line.policyNumber);
  return { ...line, memberRefId, ownMemberRefId: line.ownMemberRefId ?? line.memberRefId, policyRefId: policyRef };
}
