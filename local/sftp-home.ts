import { hash } from 'node:crypto';
import type { DiskDropStore } from '../adapters/object-store/disk-drop-store.ts';
import type { DroppedObject } from '../app/intake/intake-ports.ts';
import { fileNameProblem, withEnding } from '../core/intake/file-name.ts';
import { folderPrefix, isReasonName, SFTP_FOLDERS } from '../core/intake/sftp-folder.ts';
import type { AccountUploads } from './account-uploads.ts';
import { readSftpPath } from './sftp-path.ts';
import { SftpUpload, type UploadDraft, type UploadRoom, type UploadStart } from './sftp-upload.ts';

/** Files in one /incoming: more than any sweep leaves behind. */
const INCOMING_FILES_MAX = 1_000;
/** A sentence or two, and a name. */
const REASON_BYTES_MAX = 16 * 1024;

export interface SftpEntry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly byteSize: number;
  readonly changedAt: Date;
}

/** An upload under way: nothing of it is in the folder before it is finished. */
export interface OpenUpload {
  readonly name: string;
  readonly upload: SftpUpload;
}

export interface HowToOpen {
  readonly how: UploadStart['how'];
  readonly onlyNew: boolean;
}

/** What a user may not do, or what is not there; the text is for its client. */
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
  /** Of the user's account. */
  readonly uploads: AccountUploads;
  /** Writes down how many bytes lie in /incoming. */
  readonly noteIncoming: (bytes: number) => Promise<void>;
  /** Writes down an upload that was ended, for the account and for whoever sent it. */
  readonly reject: (upload: { readonly name: string; readonly byteSize: number }, reason: string) => Promise<void>;
}

/**
 * One user's three folders in the bucket of drops, with the rights that its session at Transfer Family has: put, rename and
 * remove in /incoming; see names elsewhere; read why something was rejected (docs/reference/drop-offs.md#sftp-users).
 */
export class SftpHome {
  readonly #store: DiskDropStore;
  readonly #username: string;
  readonly #uploads: AccountUploads;
  readonly #noteIncoming: SftpHomeParts['noteIncoming'];
  readonly #reject: SftpHomeParts['reject'];

  constructor({ store, username, uploads, noteIncoming, reject }: SftpHomeParts) {
    this.#store = store;
    this.#username = username;
    this.#uploads = uploads;
    this.#noteIncoming = noteIncoming;
    this.#reject = reject;
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
    // An upload that was cut is shown under its own name, even before a whole file, as it is what a client would take up again.
    const found = (at.folder === 'incoming' ? find(nameOfCut(name)) : undefined) ?? find(name);
    if (found === undefined) throw missing();
    return { ...found, name };
  }

  /** Only what tells why a file was rejected. */
  async read(path: string): Promise<Uint8Array> {
    const at = readSftpPath(path);
    if (at.kind !== 'entry' || at.folder !== 'rejected' || !isReasonName(at.name)) {
      throw new SftpRefusal('denied', 'Only the .reason.txt files in /rejected can be read.');
    }
    // A file that somebody gave such a name can be there too, and is a statement of any size.
    if ((await this.stat(path)).byteSize > REASON_BYTES_MAX) throw missing();
    const bytes = await this.#store.get(`${folderPrefix(this.#username, 'rejected')}${at.name}`);
    if (bytes === null) throw missing();
    return bytes;
  }

  /** Begins anew, or where a cut upload of this name ended; never at the end of a whole file, which is another statement. */
  async open(path: string, { how, onlyNew }: HowToOpen): Promise<OpenUpload> {
    const name = incomingName(path);
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
      // Gone at once: what is cut next must not be taken up from an upload before it.
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

  /** Made with the first piece: what is only opened takes up no file. */
  #draft(): UploadDraft {
    let made: ReturnType<DiskDropStore['draft']> | undefined;
    const draft = () => {
      made ??= this.#store.draft();
      return made;
    };
    return {
      write: async (offset, bytes) => (await draft()).write(offset, bytes),
      keepAs: async (key, byteSize) => (await draft()).keepAs(key, byteSize),
      discard: async () => (await made)?.discard(),
    };
  }

  /** The client says that it is done: now the file is in the folder, if nothing of it is missing. */
  async finish(open: OpenUpload): Promise<void> {
    const { name, upload } = open;
    if (upload.endedBecause !== null) {
      await this.cut(open);
      throw new SftpRefusal('failed', upload.endedBecause);
    }
    // Its client may have been about to go on, so what was cut is not whole by that.
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

  /** The connection ended first: what came is kept under a name that is never taken in, to be resumed. */
  async cut(open: OpenUpload): Promise<void> {
    const { name, upload } = open;
    // There is no file for a sweep to reject.
    if (upload.endedBecause !== null) {
      return this.#reject({ name, byteSize: upload.receivedBytes }, upload.endedBecause);
    }
    const bytes = upload.beginningBytes;
    if (bytes === 0) return upload.discard();
    await this.#keep(open, nameOfCut(name), bytes);
  }

  /** A sentence for the client when the account has no room for it; then nothing of it is left. */
  async #keep({ name, upload }: OpenUpload, as: string, bytes: number): Promise<string | null> {
    try {
      const problem = await this.#uploads.inTurn(async () => {
        const lying = await this.#listIncoming();
        const [cutKey, key] = [this.#incoming(nameOfCut(name)), this.#incoming(as)];
        const others = lying.filter((object) => object.key !== cutKey && object.key !== key);
        const noRoom = await this.#uploads.refuse(bytes - (bytesOf(lying) - bytesOf(others)));
        if (noRoom !== null) return noRoom;
        // In this order: a crash in between leaves nothing that a later upload could be taken up from by mistake.
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
    // The name has a whole file now: what was cut under it is over.
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
 * Of temporary names too, which a client could rename otherwise, as if they were whole. Long names that would be cut
 * keep what tells them apart.
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
