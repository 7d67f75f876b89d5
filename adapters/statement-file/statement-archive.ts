import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { PackedFile, UploadContent } from '../../app/files/accept-upload.ts';
import { storableName } from '../../core/intake/find-period.ts';
import { ARCHIVE_LIMITS, FILE_BYTES_MAX } from '../../core/limits/statement-limits.ts';
import { UnreadableFile } from '../../core/statement/source.ts';
import { kindProblem, sniffFileType } from './sniff-file-type.ts';
import { readZipDirectory, unzipEntry, type ZipEntry, type ZipRules } from './zip-directory.ts';

const RULES: ZipRules = {
  subject: 'The ZIP archive',
  entry: 'file',
  entries: ARCHIVE_LIMITS.entries,
  expandedBytes: ARCHIVE_LIMITS.expandedBytes,
  entryBytes: FILE_BYTES_MAX,
  ratio: ARCHIVE_LIMITS.ratio,
  whenDamaged: (detail) =>
    `The ZIP archive is damaged or was cut off on its way (${detail}). Make it again, or send its files one by one.`,
  whenEncrypted: 'The ZIP archive is protected by a password. Send its files without a password.',
};

/** Files that operating systems add to archives. */
const ADDED_BY_SYSTEMS = /^(?:\.ds_store|thumbs\.db|desktop\.ini|\._.*)$/i;

/**
 * Opens uploaded bytes. A ZIP archive that is neither a workbook nor another document is a list of statements. Sizes are checked before
 * anything is unpacked, and other requests go on between two files.
 */
export async function openStatementArchive(bytes: Uint8Array): Promise<UploadContent> {
  if (sniffFileType(bytes).kind !== 'zip') return { kind: 'file' };
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const entries = [...readZipDirectory(archive, RULES).values()].filter(isFile);
    if (entries.length === 0) throw new UnreadableFile('The ZIP archive has no files in it.');
    if (entries.length > ARCHIVE_LIMITS.files) {
      throw new UnreadableFile(
        `The ZIP archive has ${entries.length} files, and may have ${ARCHIVE_LIMITS.files}. Send them in several archives.`,
      );
    }
    const files: PackedFile[] = [];
    for (const { entry, fileName } of withNames(entries)) {
      files.push(openEntry(archive, entry, fileName));
      await setImmediate();
    }
    return { kind: 'archive', files };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { kind: 'unreadable', reason: error.message };
  }
}

function isFile({ name }: ZipEntry): boolean {
  if (name.endsWith('/') || /^__macosx\//i.test(name)) return false;
  return !ADDED_BY_SYSTEMS.test(lastPart(name));
}

const lastPart = (name: string) => name.slice(name.lastIndexOf('/') + 1);

/** Names each file by its own name, or with its folders where several files have the same name. */
function withNames(entries: readonly ZipEntry[]): readonly { readonly entry: ZipEntry; readonly fileName: string }[] {
  const sameNames = Map.groupBy(entries, ({ name }) => lastPart(name).toLowerCase());
  return entries.map((entry) => {
    const own = lastPart(entry.name);
    const isUnique = sameNames.get(own.toLowerCase())?.length === 1;
    return { entry, fileName: storableName(isUnique ? own : entry.name.replaceAll('/', ' - ')) };
  });
}

function openEntry(archive: Buffer, entry: ZipEntry, fileName: string): PackedFile {
  const unpack = () => unzipEntry(archive, entry, { rules: RULES });
  const bytes = unpack();
  const found = sniffFileType(bytes);
  if (found.kind === 'zip') {
    throw new UnreadableFile(`"${fileName}" in the ZIP archive is another ZIP archive. Send its files themselves.`);
  }
  return {
    fileName,
    byteSize: bytes.byteLength,
    checksumSha256: createHash('sha256').update(bytes).digest('hex'),
    contentProblem: (fileType) => kindProblem(found, fileType),
    unpack,
  };
}
