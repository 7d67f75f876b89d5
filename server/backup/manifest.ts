// The description of a backup: what it holds, and a digest of everything in it.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { CopiedFile } from './copied-folder.ts';
import { BackupFailed } from './operate-backups.ts';

/** The folder of a backup that holds the files of the data directory. */
export const DATA = 'data';
const MANIFEST = 'manifest.json';
/** A line for each file in the form of `sha256sum`, relative to the backup, so that an operator can check it without this program. */
const DIGESTS = 'files.sha256';
const FORMAT_VERSION = 1;

const manifestSchema = z.object({
  formatVersion: z.literal(FORMAT_VERSION),
  /** The version of the service in package.json. */
  serviceVersion: z.string(),
  /** The end of the backup: the moment that a restored service continues from. */
  takenAt: z.iso.datetime(),
  /** The place of the database: in the backup, or on a server that the operator backs up. */
  database: z.enum(['included', 'external']),
  /** The major version of the included PostgreSQL. */
  postgresMajor: z.string().nullable(),
  newestMigration: z.string().nullable(),
  files: z.int().min(0),
  bytes: z.int().min(0),
  /** All folders below the data directory, relative to it. Empty folders matter to PostgreSQL, and some ways of copying lose them. */
  folders: z.array(z.string()),
  /** The SHA-256 of the list of files. */
  digestOfFiles: z.string(),
});

export type Manifest = z.output<typeof manifestSchema>;
export type BackupDescription = Omit<Manifest, 'formatVersion' | 'files' | 'bytes' | 'digestOfFiles'>;

export interface Backup {
  readonly manifest: Manifest;
  /** Paths relative to the data directory. */
  readonly digests: ReadonlyMap<string, string>;
}

/** Writes the list of files, then the manifest: a backup without a manifest is not complete. */
export async function writeManifest(
  folder: string,
  description: BackupDescription,
  files: readonly CopiedFile[],
): Promise<Manifest> {
  const unwritable = files.find(({ path }) => /[\\\n\r]/.test(path));
  if (unwritable !== undefined)
    throw new BackupFailed(`The file name ${JSON.stringify(unwritable.path)} can't be listed. Rename or remove it.`);
  const list = files.map(({ path, sha256 }) => `${sha256}  ${DATA}/${path}\n`).join('');
  await writeFile(join(folder, DIGESTS), list, { mode: 0o600, flush: true });
  const manifest: Manifest = {
    formatVersion: FORMAT_VERSION,
    ...description,
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    digestOfFiles: sha256Hex(list),
  };
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  return manifest;
}

/** Reads the manifest. Throws `BackupFailed` for a folder that is no complete backup, or one of a later format. */
export async function readManifest(folder: string): Promise<Backup> {
  const manifest = parseManifest(folder, await read(folder, MANIFEST));
  const list = await read(folder, DIGESTS);
  if (sha256Hex(list) !== manifest.digestOfFiles)
    throw new BackupFailed(`The backup ${folder} is damaged: ${DIGESTS} is not the list that the manifest describes.`);
  const digests = new Map<string, string>();
  for (const line of list.split('\n').slice(0, -1)) {
    const [, sha256, path] = /^([0-9a-f]{64}) {2}data\/(.+)$/.exec(line) ?? [];
    if (sha256 === undefined || path === undefined || isOutside(path))
      throw new BackupFailed(`The backup ${folder} is damaged: ${DIGESTS} has the line "${line}".`);
    digests.set(path, sha256);
  }
  return { manifest, digests };
}

const versionSchema = z.object({ formatVersion: z.int() });

function parseManifest(folder: string, text: string): Manifest {
  const value = parseJson(text);
  const version = versionSchema.safeParse(value);
  if (version.success && version.data.formatVersion > FORMAT_VERSION)
    throw new BackupFailed(
      `The backup ${folder} was taken by a newer version of the service (format ${version.data.formatVersion}; this one reads ${FORMAT_VERSION}). Restore it with that version.`,
    );
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success || parsed.data.folders.some(isOutside))
    throw new BackupFailed(`The backup ${folder} is damaged: ${MANIFEST} can't be read.`);
  return parsed.data;
}

const isOutside = (path: string) => path.startsWith('/') || path.split('/').includes('..');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function read(folder: string, name: string): Promise<string> {
  try {
    return await readFile(join(folder, name), 'utf8');
  } catch (error) {
    throw new BackupFailed(`${folder} is no complete backup: ${name} can't be read.`, error);
  }
}

const sha256Hex = (text: string) => createHash('sha256').update(text).digest('hex');
