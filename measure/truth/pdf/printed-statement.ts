import type { PrintedMember } from './members.ts';

/** A statement as a PDF, with the lines that it prints. */
export interface PrintedStatement {
  readonly name: string;
  /** The programs that made the statement. */
  readonly generator: string;
  readonly members: readonly PrintedMember[];
  print(): Promise<Uint8Array>;
}
