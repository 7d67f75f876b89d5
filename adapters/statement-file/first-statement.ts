import { type StatementSource, UnreadableFile } from '../../core/statement/source.ts';
import { openStatementArchive } from './statement-archive.ts';

interface FirstStatement {
  readonly bytes: Uint8Array;
  readonly archive?: NonNullable<StatementSource['archive']>;
}

/** Returns the first statement of a ZIP archive, and any other file itself. Throws UnreadableFile for an archive that can't be opened. */
export async function firstStatement(bytes: Uint8Array): Promise<FirstStatement> {
  const content = await openStatementArchive(bytes);
  if (content.kind === 'unreadable') throw new UnreadableFile(content.reason);
  if (content.kind === 'file') return { bytes };
  const [first] = content.files;
  if (first === undefined) throw new UnreadableFile('The ZIP archive has no files in it.');
  return { bytes: first.unpack(), archive: { files: content.files.length, fileName: first.fileName } };
}
