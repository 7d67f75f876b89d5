import { DROPS_DATABASE } from '../session/use-session.ts';
import type { DropEntry } from './drop-entry.ts';

/**
 * Keeps the dropped files of a person in the browser, so that the list is there after a reload and on another day. They leave the browser
 * at sign-out, when they are removed from the list, and after two weeks.
 */
export interface KeptDrops {
  readonly load: () => Promise<readonly DropEntry[]>;
  /** Stores what differs from the list before. */
  readonly save: (entries: readonly DropEntry[], before: readonly DropEntry[]) => void;
}

const [FILES, LINES] = ['files', 'lines'];
const KEPT_MS = 14 * 24 * 60 * 60 * 1000;

interface KeptLine {
  readonly id: string;
  readonly owner: string;
  readonly keptAt: number;
  readonly line: Omit<DropEntry, 'file'>;
}

interface KeptFile {
  readonly id: string;
  readonly file: File;
}

/** Keeps the files of one person in one agency. A browser that refuses to store anything keeps them only until the page is left. */
export function keptDrops(owner: string): KeptDrops {
  const opened = openDatabase().catch(() => null);
  return {
    load: async () => {
      const database = await opened;
      return database === null ? [] : readAll(database, owner).catch(() => []);
    },
    save: (entries, before) => {
      const changed = entries.filter((entry) => !before.includes(entry) && isWorthKeeping(entry, before));
      const gone = before.filter(({ id }) => !entries.some((entry) => entry.id === id));
      if (changed.length === 0 && gone.length === 0) return;
      void opened.then((database) => database && writeAll(database, owner, { changed, gone }));
    },
  };
}

/** Progress is not kept, and a file that is being taken back stays as it was until that has ended. */
function isWorthKeeping({ id, stage }: DropEntry, before: readonly DropEntry[]): boolean {
  const earlier = before.find((entry) => entry.id === id);
  const isProgress = stage.kind === 'sending' || stage.kind === 'working';
  return stage.kind !== 'undoing' && !(isProgress && earlier?.stage.kind === stage.kind);
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DROPS_DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(FILES, { keyPath: 'id' });
      request.result.createObjectStore(LINES, { keyPath: 'id' });
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      // A sign-out in another tab deletes the database, which waits for all connections.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
  });
}

async function readAll(database: IDBDatabase, owner: string): Promise<readonly DropEntry[]> {
  const transaction = database.transaction([FILES, LINES], 'readwrite');
  const [lines, files] = await Promise.all([
    allOf<KeptLine>(transaction.objectStore(LINES)),
    allOf<KeptFile>(transaction.objectStore(FILES)),
  ]);
  const isCurrent = ({ keptAt }: KeptLine) => Date.now() - keptAt < KEPT_MS;
  for (const { id } of lines.filter((line) => !isCurrent(line) || personOf(line.owner) !== personOf(owner)))
    for (const store of [FILES, LINES]) transaction.objectStore(store).delete(id);
  const byId = new Map(files.map(({ id, file }) => [id, file]));
  return lines
    .filter((line) => line.owner === owner && isCurrent(line))
    .toSorted((a, b) => a.keptAt - b.keptAt)
    .flatMap(({ id, line }) => {
      const file = byId.get(id);
      return file === undefined ? [] : [{ ...line, file }];
    });
}

/** The person of `identityOf`. Another agency of the same person keeps its list. */
const personOf = (owner: string) => owner.split(' ')[1] ?? '';

function allOf<Kept>(store: IDBObjectStore): Promise<readonly Kept[]> {
  return new Promise((resolve, reject) => {
    const request: IDBRequest<Kept[]> = store.getAll();
    request.onerror = () => reject(request.error);
    request.onsuccess = () => resolve(request.result);
  });
}

function writeAll(
  database: IDBDatabase,
  owner: string,
  { changed, gone }: Readonly<Record<'changed' | 'gone', readonly DropEntry[]>>,
): void {
  try {
    const transaction = database.transaction([FILES, LINES], 'readwrite');
    // A full disk aborts the transaction; the page goes on without what was to be kept.
    transaction.onabort = () => {};
    const [files, lines] = [transaction.objectStore(FILES), transaction.objectStore(LINES)];
    for (const { id } of gone) for (const store of [files, lines]) store.delete(id);
    for (const { file, ...line } of changed) {
      lines.put({ id: line.id, owner, keptAt: line.droppedAt, line } satisfies KeptLine);
      // The bytes of a statement that was added are with the service.
      files.put({ id: line.id, file: line.stage.kind === 'done' ? withoutBytes(file) : file } satisfies KeptFile);
    }
  } catch {
    // The database was deleted by a sign-out in another tab.
  }
}

const withoutBytes = (file: File) => new File([], file.name, { type: file.type });
