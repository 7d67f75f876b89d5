import { randomBytes } from 'node:crypto';
import type { Attributes, FileEntry, SFTPWrapper } from 'ssh2';
import ssh2 from 'ssh2';
import { z } from 'zod';
import { type Reading, RequestQueue } from './event-source.ts';
import {
  absolutePath,
  incomingName,
  type OpenUpload,
  PATH_BYTES_MAX,
  type SftpEntry,
  type SftpHome,
  SftpRefusal,
} from './sftp-home.ts';

export interface KeyExchangeLimits {
  /** The number of key exchanges that a client may start at once. */
  readonly atOnce: number;
  /** The seconds after which the client may start one more. */
  readonly secondsEach: number;
}

/**
 * Limits how often a client starts a key exchange on one connection (a token bucket). An exchange takes milliseconds of this process,
 * including the API, and ssh2 sets no limit.
 */
export class KeyExchangeLimit {
  readonly #limits: KeyExchangeLimits;
  readonly #now: () => number;
  #left: number;
  #countedAt: number;

  /** `now` returns milliseconds of a monotonic clock. */
  constructor(limits: KeyExchangeLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
    this.#left = limits.atOnce;
    this.#countedAt = now();
  }

  /** Counts one exchange; returns false when it exceeds the limit. */
  allow(): boolean {
    const { atOnce, secondsEach } = this.#limits;
    const nowMs = this.#now();
    const earned = (nowMs - this.#countedAt) / (secondsEach * 1000);
    this.#left = Math.min(atOnce, this.#left + earned) - 1;
    this.#countedAt = nowMs;
    return this.#left >= 0;
  }
}

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;

/** The number of files and folders that one connection may have open at a time. */
const HANDLES_MAX = 8;
/** The most folders among the open files and folders, because an open folder holds its names in memory. */
const FOLDERS_MAX = 2;
/** The most entries of a folder that are listed. The newest come first. */
const LISTED_MAX = 2_000;

/** The limits of waiting requests: a few pieces of 32 KB, or one packet of the largest size. */
const QUEUE_LIMITS = { requests: 16, bytes: 256 * 1024 };
/** The bytes of unread answers at which the connection is dropped: room for a few answers of the largest kind. */
const UNREAD_BYTES_MAX = 256 * 1024;

/** The number of names in one answer. With names of 255 bytes, each twice, so many fit the 256 KiB packets that clients accept. */
const NAMES_AT_ONCE = 100;

export interface SftpSessionParts {
  readonly home: SftpHome;
  /** Called for every request except single pieces: a session ends when its user loses the key that opened it. */
  readonly isStillAllowed: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
  /** Pauses and resumes reading from the connection. */
  readonly reading: Reading;
  /** Ends the connection at once. */
  readonly drop: () => void;
  /** Called for every request, because it shows that the connection is in use. */
  readonly touch: () => void;
  /** Registers the session, which ends once its interrupted uploads have been kept. */
  readonly keep: (session: Promise<void>) => void;
}

type Handle =
  | { readonly kind: 'upload'; readonly open: OpenUpload }
  | { readonly kind: 'text'; readonly bytes: Uint8Array }
  | { readonly kind: 'folder'; readonly left: SftpEntry[] };

/** Answers the SFTP requests (version 3) of one signed-in client from its home. ssh2 refuses every request that has no handler here. */
export function serveSftp(sftp: SFTPWrapper, parts: SftpSessionParts): void {
  const { home } = parts;
  const session = new SftpSession(sftp, parts);
  const stat = (id: number, path: string) =>
    session.answerAllowed(id, async () => sftp.attrs(id, attributesOf(await home.stat(path))));
  const done = (id: number) => sftp.status(id, STATUS_CODE.OK);
  const deny = (id: number) =>
    session.answer(id, () => {
      throw new SftpRefusal('denied', 'The three folders are all there is.');
    });
  sftp
    .on('OPEN', (id, path, flags) => session.answerAllowed(id, () => session.open(id, path, flags)))
    .on('WRITE', (id, handle, offset, piece) =>
      session.answer(id, () => session.write(id, { handle, offset, piece }), piece.byteLength),
    )
    .on('READ', (id, handle, offset, length) => session.answer(id, () => session.read(id, handle, offset, length)))
    .on('CLOSE', (id, handle) => session.answerAllowed(id, () => session.close(id, handle)))
    .on('OPENDIR', (id, path) => session.answerAllowed(id, () => session.openFolder(id, path)))
    .on('READDIR', (id, handle) => session.answer(id, () => session.readFolder(id, handle)))
    .on('FSTAT', (id, handle) => session.answer(id, () => session.statHandle(id, handle)))
    .on('STAT', stat)
    .on('LSTAT', stat)
    .on('REALPATH', (id, path) =>
      session.answer(id, () => {
        if (Buffer.byteLength(path) > PATH_BYTES_MAX) throw new SftpRefusal('failed', 'The path is too long.');
        const filename = absolutePath(path);
        sftp.name(id, [{ filename, longname: filename, attrs: attributesOf(NO_ENTRY) }]);
      }),
    )
    .on('RENAME', (id, from, to) => session.answerAllowed(id, () => home.rename(from, to).then(() => done(id))))
    .on('REMOVE', (id, path) => session.answerAllowed(id, () => home.remove(path).then(() => done(id))))
    .on('SETSTAT', (id, path, { size }) => session.answer(id, () => session.setSizeAt(id, path, size)))
    .on('FSETSTAT', (id, handle, { size }) => session.answer(id, () => session.setSize(id, handle, size)))
    .on('MKDIR', deny)
    .on('RMDIR', deny)
    .on('SYMLINK', deny)
    .on('READLINK', deny)
    .on('end', () => session.end());
  parts.keep(new Promise((resolve) => sftp.on('close', () => resolve(session.cut()))));
}

class SftpSession {
  readonly #sftp: SFTPWrapper;
  readonly #parts: SftpSessionParts;
  readonly #handles = new Map<string, Handle>();
  readonly #queue: RequestQueue;
  #isOver = false;

  constructor(sftp: SFTPWrapper, parts: SftpSessionParts) {
    this.#sftp = sftp;
    this.#parts = parts;
    this.#queue = new RequestQueue(QUEUE_LIMITS, parts.reading);
  }

  /** Runs the request, or sends the reason for its failure, after all earlier requests. `bytes` is the memory that the request holds. */
  answer(id: number, work: () => Promise<void> | void, bytes = 0): void {
    this.#parts.touch();
    this.#queue.add(bytes, async () => {
      try {
        await work();
      } catch (error) {
        this.#refuse(id, error);
      }
      if (bufferedAnswers(this.#sftp) > UNREAD_BYTES_MAX) this.#parts.drop();
    });
  }

  #refuse(id: number, error: unknown): void {
    if (error instanceof SftpRefusal) return void this.#sftp.status(id, CODES[error.reason], error.message);
    this.#parts.onError(error);
    this.#sftp.status(id, STATUS_CODE.FAILURE, 'Something went wrong on our side; try again.');
  }

  /** Answers like `answer`, if the session is still allowed. If not, the session ends and its open uploads are discarded. */
  answerAllowed(id: number, work: () => Promise<void> | void): void {
    this.answer(id, async () => {
      if (await this.#parts.isStillAllowed()) return work();
      await this.#discardAll();
      throw new SftpRefusal('denied', "The key of this session is not its user's any more.");
    });
  }

  /** The client has no more requests. OpenSSH's client waits until this side has closed too, and without a status scp fails. */
  end(): void {
    this.#queue.idle
      .then(() => {
        if (!this.#isOver) sendExitStatus(this.#sftp, 0);
      })
      .catch(this.#parts.onError)
      .finally(() => this.#sftp.end());
  }

  async open(id: number, path: string, flags: number): Promise<void> {
    this.#requireFreeHandle();
    const { home } = this.#parts;
    const has = (mode: number) => (flags & mode) !== 0;
    if (!has(OPEN_MODE.WRITE)) return this.#give(id, { kind: 'text', bytes: await home.read(path) });
    const onlyNew = has(OPEN_MODE.EXCL);
    const how = has(OPEN_MODE.TRUNC) || onlyNew ? 'anew' : has(OPEN_MODE.APPEND) ? 'on' : 'over';
    this.#give(id, { kind: 'upload', open: await home.open(path, { how, onlyNew }) });
  }

  async write(
    id: number,
    { handle, offset, piece }: { readonly handle: Buffer; readonly offset: number; readonly piece: Buffer },
  ): Promise<void> {
    const { open } = this.#take(handle, 'upload');
    const problem = await open.upload.write(offset, piece);
    if (problem !== null) throw new SftpRefusal('failed', problem);
    this.#sftp.status(id, STATUS_CODE.OK);
  }

  /**
   * Sets the size of an upload in progress; a client that writes a shorter file over a longer one ends with this call. Times and modes
   * are ignored.
   */
  setSize(id: number, handle: Buffer, byteSize: number | undefined): void {
    if (byteSize !== undefined) shorten([this.#take(handle, 'upload').open], byteSize);
    this.#sftp.status(id, STATUS_CODE.OK);
  }

  setSizeAt(id: number, path: string, byteSize: number | undefined): void {
    if (byteSize !== undefined) {
      const name = incomingName(path);
      const named = this.#uploads().filter((open) => open.name === name);
      shorten(named, byteSize);
    }
    this.#sftp.status(id, STATUS_CODE.OK);
  }

  read(id: number, handle: Buffer, offset: number, length: number): void {
    const piece = this.#take(handle, 'text').bytes.subarray(offset, offset + length);
    if (piece.byteLength === 0) this.#sftp.status(id, STATUS_CODE.EOF);
    else this.#sftp.data(id, Buffer.from(piece));
  }

  async close(id: number, handle: Buffer): Promise<void> {
    const found = this.#handles.get(handle.toString('latin1'));
    if (found === undefined) throw notOpen();
    this.#handles.delete(handle.toString('latin1'));
    if (found.kind === 'upload') await this.#parts.home.finish(found.open);
    this.#sftp.status(id, STATUS_CODE.OK);
  }

  async openFolder(id: number, path: string): Promise<void> {
    this.#requireFreeHandle();
    const folders = [...this.#handles.values()].filter((handle) => isKind(handle, 'folder'));
    if (folders.length >= FOLDERS_MAX) throw new SftpRefusal('failed', 'Too many folders are open at once.');
    const left = (await this.#parts.home.list(path)).slice(-LISTED_MAX);
    this.#give(id, { kind: 'folder', left });
  }

  readFolder(id: number, handle: Buffer): void {
    const folder = this.#take(handle, 'folder');
    const some = folder.left.splice(0, NAMES_AT_ONCE);
    if (some.length === 0) this.#sftp.status(id, STATUS_CODE.EOF);
    else this.#sftp.name(id, some.map(listed));
  }

  statHandle(id: number, handle: Buffer): void {
    const found = this.#handles.get(handle.toString('latin1'));
    if (found === undefined) throw notOpen();
    const byteSize = found.kind === 'upload' ? found.open.upload.byteSize : 0;
    this.#sftp.attrs(
      id,
      attributesOf({ name: '', isFolder: found.kind === 'folder', byteSize, changedAt: new Date() }),
    );
  }

  /** The connection has ended, so its open uploads are incomplete. */
  async cut(): Promise<void> {
    const { home, isStillAllowed, onError } = this.#parts;
    this.#isOver = true;
    await this.#queue.idle;
    const uploads = this.#uploads();
    if (uploads.length === 0) return;
    const isAllowed = await isStillAllowed().catch(onError);
    if (isAllowed !== true) return this.#discardAll();
    this.#handles.clear();
    await Promise.all(uploads.map((open) => home.cut(open).catch(onError)));
  }

  async #discardAll(): Promise<void> {
    const uploads = this.#uploads();
    this.#handles.clear();
    await Promise.all(uploads.map(({ upload }) => upload.discard().catch(this.#parts.onError)));
  }

  #uploads(): readonly OpenUpload[] {
    return [...this.#handles.values()].filter((handle) => isKind(handle, 'upload')).map(({ open }) => open);
  }

  /** Throws when the connection has all its handles open. Call it before anything is opened that would have to be closed again. */
  #requireFreeHandle(): void {
    if (this.#handles.size >= HANDLES_MAX) throw new SftpRefusal('failed', 'Too many files are open at once.');
  }

  #give(id: number, handle: Handle): void {
    const name = randomBytes(8).toString('hex');
    this.#handles.set(name, handle);
    this.#sftp.handle(id, Buffer.from(name));
  }

  #take<Kind extends Handle['kind']>(handle: Buffer, kind: Kind): Extract<Handle, { kind: Kind }> {
    const found = this.#handles.get(handle.toString('latin1'));
    if (found === undefined || !isKind(found, kind)) throw notOpen();
    return found;
  }
}

const isKind = <Kind extends Handle['kind']>(handle: Handle, kind: Kind): handle is Extract<Handle, { kind: Kind }> =>
  handle.kind === kind;

function shorten(uploads: readonly OpenUpload[], byteSize: number): void {
  if (uploads.length > 0 && uploads.every(({ upload }) => upload.shorten(byteSize))) return;
  throw new SftpRefusal('failed', 'Only a file that is being written can be made shorter, and none longer.');
}

const notOpen = () => new SftpRefusal('failed', 'Nothing of that kind is open there.');

const CODES: Readonly<Record<SftpRefusal['reason'], number>> = {
  missing: STATUS_CODE.NO_SUCH_FILE,
  denied: STATUS_CODE.PERMISSION_DENIED,
  failed: STATUS_CODE.FAILURE,
};

const NO_ENTRY: SftpEntry = { name: '', isFolder: true, byteSize: 0, changedAt: new Date(0) };

const FOLDER_MODE = 0o040_700;
const FILE_MODE = 0o100_600;

function attributesOf({ isFolder, byteSize, changedAt }: SftpEntry): Attributes {
  const seconds = Math.floor(changedAt.getTime() / 1000);
  return { mode: isFolder ? FOLDER_MODE : FILE_MODE, uid: 0, gid: 0, size: byteSize, atime: seconds, mtime: seconds };
}

/** Makes the entry of a list of files. The long name is the line that `ls -l` shows. */
function listed(entry: SftpEntry): FileEntry {
  const day = entry.changedAt.toISOString().slice(0, 10);
  const longname = `${entry.isFolder ? 'drwx------' : '-rw-------'} 1 - - ${String(entry.byteSize).padStart(10)} ${day} ${entry.name}`;
  return { filename: entry.name, longname, attrs: attributesOf(entry) };
}

/** Answers that ssh2 buffers until the client reads more. ssh2 sets no limit for them. */
const waiting = z.object({ _buffer: z.array(z.instanceof(Uint8Array)) });

/** The bytes of answers that the client has not read yet. */
function bufferedAnswers(sftp: SFTPWrapper): number {
  return waiting.parse(sftp)._buffer.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** The parts of ssh2 by which an exit status is sent. ssh2's other channels offer that, and its file channel does not. */
const channel = z.object({
  outgoing: z.object({ id: z.number(), state: z.string() }),
  _protocol: z.custom<{ exitStatus(channelId: number, status: number): void }>(
    (protocol) =>
      typeof protocol === 'object' &&
      protocol !== null &&
      'exitStatus' in protocol &&
      typeof protocol.exitStatus === 'function',
  ),
});

/** Sends the exit status that the client's ssh shows. Without it scp reports a failure although its file has arrived. */
function sendExitStatus(sftp: SFTPWrapper, status: number): void {
  const { outgoing, _protocol } = channel.parse(sftp);
  if (outgoing.state === 'open') _protocol.exitStatus(outgoing.id, status);
}
