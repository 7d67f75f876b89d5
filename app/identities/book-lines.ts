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
      const filed = { ...line, memberRefId: memberRef, ownMemberRefId: null, policyRefId: policyRef, fileId };
      lines.push(filed);
      return filed;
    },
  };
}

/** Returns the line under the id of the member that the line's own id is an alias of. */
export function filedUnder(line: BookLine, memberRefId: string): BookLine {
  const policyRef = policyRefOf(memberRefId, line.policyNumber);
  return { ...line, memberRefId, ownMemberRefId: line.ownMemberRefId ?? line.memberRefId, policyRefId: policyRef };
}
