import type { BookKey } from '../../core/book-key.ts';
import type { StatementLine } from '../../core/statement/line.ts';
import { memberRefs, policyRefOf } from '../../core/statement/member-key.ts';
import type { BookLine } from './book-store.ts';

/** Collects the lines of a file in the order in which they are read, each with its file id, member id and policy id. */
export interface LineCollector {
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
export function filedUnder(line: BookLine, memberRefId: string): BookLine {
  const policyRef = policyRefOf(memberRefId, line.policyNumber);
  return { ...line, memberRefId, ownMemberRefId: line.ownMemberRefId ?? line.memberRefId, policyRefId: policyRef };
}
