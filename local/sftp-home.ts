import { hash } from 'node:crypto';
import type { DropStore } from '../app/intake-ports.ts';
import { fileNameProblem, withEnding } from '../core/intake/file-name.ts';
import { folderPrefix, isReasonName, SFTP_FOLDERS } from '../core/intake/sftp-folder.ts';
import { FILE_BYTES_MAX } from '../core/limits.ts';
import { readSftpPath } from './sftp-path.ts';
import { SftpUpload, type UploadStart } from './sftp-upload.ts';

/** Files in one /incoming: more than any sweep leaves behind. */
const INCOMING_FILES_MAX = 1_000;

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
  readonly store: DropStore;
  readonly username: string;
  /** Writes down an upload that was ended, for the account and for whoever sent it. */
  readonly reject: (upload: { readonly name: string; readonly byteSize: number }, reason: string) => Promise<void>;
}

/**
 * One user's three folders in the bucket of drops, with the rights that its session at Transfer Family has: put, rename and
 * remove in /incoming; see names elsewhere; read why something was rejected (goal ING-7).
 */
export class SftpHome {
  readonly #store: DropStore;
  readonly #username: string;
  readonly #reject: SftpHomeParts['reject'];

  constructor({ store, username, reject }: SftpHomeParts) {
    this.#store = store;
    this.#username = username;
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
    const cutKey = this.#incoming(nameOfCut(name));
    if (how === 'anew') {
      // Gone at once: what is cut next must not be taken up from an upload before it.
      await this.#store.delete(cutKey);
      return { name, upload: new SftpUpload({ how }) };
    }
    const cut = await this.#store.get(cutKey);
    if (how === 'on' && cut === null && isThere) {
      throw new SftpRefusal('failed', 'The file of this name is whole: nothing can be added to it. Put it again.');
    }
    return { name, upload: new SftpUpload({ how, cut: cut ?? new Uint8Array() }) };
  }

  /** The client says that it is done: now the file is in the folder, if nothing of it is missing. */
  async finish(open: OpenUpload): Promise<void> {
    if (open.upload.isTooLarge) {
      await this.cut(open);
      throw tooLarge();
    }
    // Its client may have been about to go on, so what was cut is not whole by that.
    if (open.upload.isUntouched && open.upload.byteSize > 0) {
      throw new SftpRefusal('failed', 'Nothing was added to the upload that was cut. Put the file again.');
    }
    if (open.upload.isUntouched) return;
    const bytes = open.upload.whole();
    if (bytes === null) {
      await this.cut(open);
      throw new SftpRefusal('failed', 'A piece of the file is missing. Put it again.');
    }
    // In this order: a crash in between leaves nothing that a later upload could be taken up from by mistake.
    await this.#store.delete(this.#incoming(nameOfCut(open.name)));
    await this.#store.put(this.#incoming(open.name), bytes);
  }

  /** The connection ended first: what came is kept under a name that is never taken in, to be resumed. */
  async cut({ name, upload }: OpenUpload): Promise<void> {
    // There is no file for a sweep to reject.
    if (upload.isTooLarge) return this.#reject({ name, byteSize: upload.byteSize }, tooLarge().message);
    const bytes = upload.beginning();
    if (bytes.byteLength > 0) await this.#store.put(this.#incoming(nameOfCut(name)), bytes);
  }

  async rename(from: string, to: string): Promise<void> {
    const [oldName, newName] = [incomingName(from), incomingName(to)];
    const objects = await this.#store.list(folderPrefix(this.#username, 'incoming'));
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
    await this.#store.delete(this.#incoming(name));
    await this.#store.delete(this.#incoming(nameOfCut(name)));
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
export const tooLarge = () =>
  new SftpRefusal(
    'failed',
    `A statement has at most ${FILE_BYTES_MAX} bytes; the upload was ended when it passed that.`,
  );
const missing = () => new SftpRefusal('missing', 'There is no such file or folder.');

/** Of temporary names too, which a client could rename otherwise, as if they were whole. Long names that would be cut keep what tells them apart. */
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
