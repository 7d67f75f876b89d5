import { hash } from 'node:crypto';
import { posix } from 'node:path';
import type { DiskDropStore } from '../adapters/object-store/disk-drop-store.ts';
import type { IsDiskFull } from '../app/operations/check-readiness.ts';
import type { DroppedObject } from '../app/platform/object-store.ts';
import { fileNameProblem, withEnding } from '../core/intake/find-period.ts';
import { folderPrefix, isReasonName, SFTP_FOLDERS, type SftpFolderName } from '../core/intake/sftp-folder.ts';
import type { AccountUploads } from './connection-limits.ts';
import { SftpUpload, type UploadDraft, type UploadRoom, type UploadStart } from './sftp-upload.ts';

/** A client's path, resolved within its home. Dots and slashes cannot lead out of it. */
export type SftpPath =
  | { readonly kind: 'root' }
  | { readonly kind: 'folder'; readonly folder: SftpFolderName }
  /** A file or folder. Below /processed, `name` may contain one slash, between the month and the file. */
  | { readonly kind: 'entry'; readonly folder: SftpFolderName; readonly name: string }
  | { readonly kind: 'nowhere' };

/** The longest accepted path in bytes. Every valid path, of a folder, a month and a name, is shorter. */
export const PATH_BYTES_MAX = 4_096;

/** The path as clients see it. */
export function absolutePath(path: string): string {
  return posix.normalize(`/${path}`).replace(/(?<=.)\/$/, '');
}

export function readSftpPath(path: string): SftpPath {
  if (Buffer.byteLength(path) > PATH_BYTES_MAX) return { kind: 'nowhere' };
  const [, first = '', ...rest] = absolutePath(path).split('/');
  if (first === '') return { kind: 'root' };
  const folder = SFTP_FOLDERS.find((name) => name === first);
  if (folder === undefined) return { kind: 'nowhere' };
  const name = rest.join('/');
  if (name === '') return { kind: 'folder', folder };
  const isTooDeep = rest.length > (folder === 'processed' ? 2 : 1);
  return isTooDeep || /[\p{Cc}\\]/u.test(name) ? { kind: 'nowhere' } : { kind: 'entry', folder, name };
}

/** The most files that one /incoming may have, more than any sweep leaves behind. */
const INCOMING_FILES_MAX = 1_000;
/** The size of the largest file that may be read as the reason for a rejection: room for a few sentences with a file name. */
const REASON_BYTES_MAX = 16 * 1024;

export interface SftpEntry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly byteSize: number;
  readonly changedAt: Date;
}

/** An upload in progress: the folder shows nothing of it before it is finished. */
export interface OpenUpload {
  readonly name: string;
  readonly upload: SftpUpload;
}

export interface HowToOpen {
  readonly how: UploadStart['how'];
  readonly onlyNew: boolean;
}

/** A forbidden action or a missing file; the text is for the client. */
export class SftpRefusal extends Error {
  readonly reason: 'missing' | 'denied' | 'failed';

  constructor(reason: SftpRefusal['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface SftpHomeParts {
  readonly store: DiskDropStore;
  readonly username: string;
  /** The uploads of the user's account. */
  readonly uploads: AccountUploads;
  /** Records how many bytes are in /incoming. */
  readonly noteIncoming: (bytes: number) => Promise<void>;
  /** Records a rejected upload, for the account and for its sender. */
  readonly reject: (upload: { readonly name: string; readonly byteSize: number }, reason: string) => Promise<void>;
  readonly isDiskFull: IsDiskFull;
}

/**
 * One user's three folders in the bucket of drop-offs, with the rights of a session at Transfer Family: write, rename and remove in
 * /incoming; list names elsewhere; read the reasons for rejections (docs/reference/drop-offs.md#sftp-users).
 */
export class SftpHome {
  readonly #store: DiskDropStore;
  readonly #username: string;
  readonly #uploads: AccountUploads;
  readonly #noteIncoming: SftpHomeParts['noteIncoming'];
  readonly #reject: SftpHomeParts['reject'];
  readonly #isDiskFull: IsDiskFull;

  constructor({ store, username, uploads, noteIncoming, reject, isDiskFull }: SftpHomeParts) {
    this.#store = store;
    this.#username = username;
    this.#uploads = uploads;
    this.#noteIncoming = noteIncoming;
    this.#reject = reject;
    this.#isDiskFull = isDiskFull;
  }

  async list(path: string): Promise<readonly SftpEntry[]> {
    const at = readSftpPath(path);
    if (at.kind === 'root') return SFTP_FOLDERS.map(folderEntry);
    if (at.kind === 'nowhere') throw missing();
    const prefix = folderPrefix(this.#username, at.folder);
    if (at.kind === 'folder') return this.#listBelow(prefix);
    const entries = MONTH.test(at.name) ? await this.#listBelow(`${prefix}${at.name}/`) : [];
    if (entries.length === 0) throw missing();
    return entries;
  }

  async stat(path: string): Promise<SftpEntry> {
    const at = readSftpPath(path);
    if (at.kind === 'nowhere') throw missing();
    if (at.kind !== 'entry') return folderEntry(at.kind === 'root' ? '/' : at.folder);
    const [name = '', month] = at.name.split('/').toReversed();
    const entries = await this.list(month === undefined ? at.folder : `${at.folder}/${month}`);
    const find = (wanted: string) => entries.find((entry) => entry.name === wanted);
    // An interrupted upload is shown under its own name, even if a complete file has that name, because a client would resume the upload.
    const found = (at.folder === 'incoming' ? find(nameOfCut(name)) : undefined) ?? find(name);
    if (found === undefined) throw missing();
    return { ...found, name };
  }

  /** Reads only the files that give the reason for a rejection. */
  async read(path: string): Promise<Uint8Array> {
    const at = readSftpPath(path);
    if (at.kind !== 'entry' || at.folder !== 'rejected' || !isReasonName(at.name)) {
      throw new SftpRefusal('denied', 'Only the .reason.txt files in /rejected can be read.');
    }
    // A user can give a statement such a name too, and a statement can have any size.
    if ((await this.stat(path)).byteSize > REASON_BYTES_MAX) throw missing();
    const bytes = await this.#store.get(`${folderPrefix(this.#username, 'rejected')}${at.name}`);
    if (bytes === null) throw missing();
    return bytes;
  }

  /**
   * Starts an upload from the beginning, or at the end of an interrupted upload with this name. It never appends to a complete file,
   * which is another statement.
   */
  async open(path: string, { how, onlyNew }: HowToOpen): Promise<OpenUpload> {
    const name = incomingName(path);
    await this.#requireDisk();
    const entries = await this.list('incoming');
    const isThere = entries.some((entry) => entry.name === name);
    if (onlyNew && isThere) throw new SftpRefusal('failed', 'There is a file of this name already.');
    if (!isThere && entries.length >= INCOMING_FILES_MAX) {
      throw new SftpRefusal(
        'failed',
        `There are ${INCOMING_FILES_MAX} files in /incoming; wait until they have been taken in.`,
      );
    }
    const room = await this.#uploads.open(0);
    if (typeof room === 'string') {
      await this.#reject({ name, byteSize: 0 }, room);
      throw new SftpRefusal('failed', room);
    }
    try {
      return { name, upload: await this.#begin(name, { how, isThere }, room) };
    } catch (error) {
      room.release();
      throw error;
    }
  }

  async #begin(
    name: string,
    { how, isThere }: { readonly how: UploadStart['how']; readonly isThere: boolean },
    room: UploadRoom,
  ): Promise<SftpUpload> {
    const cutKey = this.#incoming(nameOfCut(name));
    if (how === 'anew') {
      // The old part is deleted at once, so that a later upload cannot resume from an earlier one.
      await this.#store.delete(cutKey);
      return new SftpUpload({ how }, this.#draft(), room);
    }
    const cut = await this.#store.draftOf(cutKey);
    if (how === 'on' && cut === null && isThere) {
      throw new SftpRefusal('failed', 'The file of this name is whole: nothing can be added to it. Put it again.');
    }
    const { draft = this.#draft(), byteSize: cutBytes = 0 } = cut ?? {};
    const upload = new SftpUpload({ how, cutBytes }, draft, room);
    const problem = room.growTo(cutBytes);
    if (problem === null) return upload;
    await upload.discard();
    throw new SftpRefusal('failed', problem);
  }

  /** A full disk is no rejection of the file: nothing is recorded, and the client can put the file again. */
  async #requireDisk(): Promise<void> {
    if (await this.#isDiskFull()) {
      throw new SftpRefusal('failed', 'The disk of the service is full. Put the file again later.');
    }
  }

  /** The draft file is created with the first piece, so that an opened but unused upload takes no file. */
  #draft(): UploadDraft {
    let made: ReturnType<DiskDropStore['draft']> | undefined;
    const draft = () => {
      made ??= this.#store.draft();
      return made;
    };
    return {
      write: async (offset, bytes) => {
        await this.#requireDisk();
        await (await draft()).write(offset, bytes);
      },
      keepAs: async (key, byteSize) => (await draft()).keepAs(key, byteSize),
      discard: async () => (await made)?.discard(),
    };
  }

  /** The client closes the upload: the file appears in the folder, if no part of it is missing. */
  async finish(open: OpenUpload): Promise<void> {
    const { name, upload } = open;
    if (upload.endedBecause !== null) {
      await this.cut(open);
      throw new SftpRefusal('failed', upload.endedBecause);
    }
    // The client may have meant to continue, so an untouched interrupted upload does not count as complete.
    if (upload.isUntouched) {
      await upload.discard();
      if (upload.byteSize === 0) return;
      throw new SftpRefusal('failed', 'Nothing was added to the upload that was cut. Put the file again.');
    }
    const bytes = upload.wholeBytes;
    if (bytes === null) {
      await this.cut(open);
      throw new SftpRefusal('failed', 'A piece of the file is missing. Put it again.');
    }
    const problem = await this.#keep(open, name, bytes);
    if (problem !== null) throw new SftpRefusal('failed', problem);
  }

  /** The connection ended first: the received part is kept under a name that the sweep ignores, so that the client can resume it. */
  async cut(open: OpenUpload): Promise<void> {
    const { name, upload } = open;
    // A sweep finds no file to reject, so the rejection is recorded here.
    if (upload.endedBecause !== null) {
      return this.#reject({ name, byteSize: upload.receivedBytes }, upload.endedBecause);
    }
    const bytes = upload.beginningBytes;
    if (bytes === 0) return upload.discard();
    await this.#keep(open, nameOfCut(name), bytes);
  }

  /** Returns a sentence for the client when the account has no room for the upload; the upload is then discarded. */
  async #keep({ name, upload }: OpenUpload, as: string, bytes: number): Promise<string | null> {
    try {
      const problem = await this.#uploads.inTurn(async () => {
        const lying = await this.#listIncoming();
        const [cutKey, key] = [this.#incoming(nameOfCut(name)), this.#incoming(as)];
        const others = lying.filter((object) => object.key !== cutKey && object.key !== key);
        const noRoom = await this.#uploads.refuse(bytes - (bytesOf(lying) - bytesOf(others)));
        if (noRoom !== null) return noRoom;
        // The order matters: a crash in between leaves no part that a later upload could resume by mistake.
        if (cutKey !== key) await this.#store.delete(cutKey);
        await upload.keepAs(key, bytes);
        await this.#noteIncoming(bytesOf(others) + bytes);
        return null;
      });
      if (problem !== null) await this.#reject({ name, byteSize: bytes }, problem);
      return problem;
    } finally {
      await upload.discard();
    }
  }

  async rename(from: string, to: string): Promise<void> {
    const [oldName, newName] = [incomingName(from), incomingName(to)];
    const objects = await this.#listIncoming();
    const find = (name: string) => objects.find(({ key }) => key === this.#incoming(name));
    const object = find(oldName);
    if (object === undefined) throw missing();
    if (find(newName) !== undefined) throw new SftpRefusal('failed', 'There is a file of that name already.');
    if (!(await this.#store.move(object, this.#incoming(newName)))) throw missing();
    // The name now has a complete file, so an interrupted upload under it is obsolete.
    await this.#store.delete(this.#incoming(nameOfCut(newName)));
  }

  async remove(path: string): Promise<void> {
    const name = incomingName(path);
    await this.stat(path);
    await this.#uploads.inTurn(async () => {
      await this.#store.delete(this.#incoming(name));
      await this.#store.delete(this.#incoming(nameOfCut(name)));
      await this.#noteIncoming(bytesOf(await this.#listIncoming()));
    });
  }

  #listIncoming(): Promise<readonly DroppedObject[]> {
    return this.#store.list(folderPrefix(this.#username, 'incoming'));
  }

  #incoming(name: string): string {
    return `${folderPrefix(this.#username, 'incoming')}${name}`;
  }

  async #listBelow(prefix: string): Promise<readonly SftpEntry[]> {
    const entries = new Map<string, SftpEntry>();
    for (const { key, byteSize, lastModified } of await this.#store.list(prefix)) {
      const [name = '', ...deeper] = key.slice(prefix.length).split('/');
      const entry = { name, isFolder: false, byteSize, changedAt: lastModified };
      entries.set(name, deeper.length > 0 ? folderEntry(name) : entry);
    }
    return [...entries.values()];
  }
}

/** The folders of /processed. */
const MONTH = /^\d{4}-\d{2}$/;

const folderEntry = (name: string): SftpEntry => ({ name, isFolder: true, byteSize: 0, changedAt: new Date(0) });
const bytesOf = (objects: readonly DroppedObject[]) => objects.reduce((sum, { byteSize }) => sum + byteSize, 0);
const missing = () => new SftpRefusal('missing', 'There is no such file or folder.');

/**
 * The name of an interrupted upload. A temporary name gets the ending too; otherwise a client could rename the part as if it were
 * complete. A long name that has to be shortened keeps a hash that makes it unique.
 */
function nameOfCut(name: string): string {
  const cutName = withEnding(name, '.part');
  return cutName.startsWith(name) ? cutName : withEnding(name, `.${hash('sha256', name).slice(0, 12)}.part`);
}

/** The name of a file in /incoming that may be written, renamed or removed. */
export function incomingName(path: string): string {
  const at = readSftpPath(path);
  if (at.kind !== 'entry' || at.folder !== 'incoming') {
    throw new SftpRefusal('denied', 'Files can be put into /incoming only.');
  }
  const problem = fileNameProblem(at.name);
  if (problem !== null) throw new SftpRefusal('failed', problem);
  return at.name;
}
