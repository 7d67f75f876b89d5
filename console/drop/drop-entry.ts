import { useQuery } from '@tanstack/react-query';
import { answerOf, type CommissionClient } from '../../client/commission-client.ts';
import type { components } from '../../client/generated/api-types.ts';
import { identifyStatement, type StatementUpload, uploadStatement, waitForJob } from '../../client/upload-statement.ts';
import { useApi } from '../api/api.ts';
import { inOwnersWords, LOST_IDS, LOST_IDS_TITLE, saysLost } from '../layout/role-labels.ts';

/** A statement that was sent. A ZIP archive has several. */
export interface SentFile {
  readonly fileName: string;
  readonly jobId: string;
  readonly fileId: string;
}

/** A statement that counts, or will when it has been read. */
export type StoredFile = Pick<components['schemas']['File'], 'originalFilename' | 'carrierName' | 'period'>;

/** The calls to the service that the queue of dropped files makes. Every call throws `ProblemError`. */
export interface DropCalls {
  readonly identify: (file: File) => Promise<Identified>;
  /** Returns the statements that a month of a carrier has. */
  readonly present: (carrierId: string, period: string) => Promise<readonly StoredFile[]>;
  /** Returns the statements with these bytes, of whatever carrier and month. */
  readonly sameBytes: (checksumSha256: string) => Promise<readonly StoredFile[]>;
  readonly send: (
    statement: StatementUpload & { readonly file: File },
    onPercent: (percent: number) => void,
  ) => Promise<readonly SentFile[]>;
  /** Waits until a job has ended, with whatever result. */
  readonly follow: (jobId: string, onPercent: (percent: number) => void) => Promise<Job>;
  /** Retracts one statement, and returns the job that does it. `withLayout`: also the layout that no other file was read with. */
  readonly takeBack: (fileId: string, withLayout: boolean) => Promise<string>;
  /** Returns how many files a month of the carrier has; null when nobody knows. */
  readonly expectedFiles: (carrierId: string) => Promise<number | null>;
  /** Called when the stored statements have changed. */
  readonly onChanged: () => void;
}

export function createDropCalls(client: CommissionClient, onChanged: () => void): DropCalls {
  const { api } = client;
  const stored = async (query: { carrierId: string; period: string } | { checksumSha256: string }) => {
    const { data } = await answerOf(api.GET('/v1/files', { params: { query: { ...query, limit: 20 } } }));
    return data.filter(({ status }) => status === 'pending' || status === 'active');
  };
  return {
    identify: (file) => identifyStatement(client, file),
    present: (carrierId, period) => stored({ carrierId, period }),
    sameBytes: (checksumSha256) => stored({ checksumSha256 }),
    expectedFiles: async (carrierId) => {
      const params = { path: { carrierId } };
      return (await answerOf(api.GET('/v1/carriers/{carrierId}', { params }))).expectedFiles;
    },
    send: async (statement, onPercent) => {
      const { jobId, fileId, files } = await uploadStatement(client, statement, {
        onProgress: ({ sentBytes, totalBytes }) => onPercent(Math.floor((100 * sentBytes) / Math.max(1, totalBytes))),
      });
      return files ?? [{ fileName: statement.file.name, jobId, fileId }];
    },
    follow: (jobId, onPercent) => waitForJob(client, jobId, { onProgress: ({ percent }) => onPercent(percent) }),
    takeBack: async (fileId, withLayout) => {
      const params = { path: { fileId }, query: { only: true, ...(withLayout && { withLayout }) } };
      return (await answerOf(api.DELETE('/v1/files/{fileId}', { params }))).jobId;
    },
    onChanged,
  };
}

/** The carriers whose statements can be read, by name. */
export function useCarriers() {
  const api = useApi();
  return useQuery({
    queryKey: ['carriers', 'readable'],
    queryFn: async () => {
      const { data } = await answerOf(api.GET('/v1/carriers', { params: { query: { withConfig: true } } }));
      return data.toSorted((a, b) => a.name.localeCompare(b.name));
    },
    staleTime: 60_000,
  });
}

export type Identified = components['schemas']['IdentifiedStatement'];
export type IdentifiedCarrier = components['schemas']['IdentifiedCarrier'];
export type Job = components['schemas']['Job'];

/** The way a statement enters a month that may have statements already. */
export type Mode = 'new' | 'replace' | 'append';

/** The progress of one dropped file. */
export type Stage =
  | { readonly kind: 'reading' }
  /** The person has to confirm carrier and month, or to choose them. */
  | { readonly kind: 'question'; readonly isEditing?: boolean }
  /** No known format reads the file. */
  | { readonly kind: 'unknown-layout' }
  /** Exactly this file counts already. A file of several months may be sent for another one. */
  | { readonly kind: 'here'; readonly stored: StoredFile }
  /** The month of the carrier has statements already, named in `names`. */
  | { readonly kind: 'taken'; readonly names: readonly string[]; readonly fault: string | null }
  | { readonly kind: 'sending'; readonly percent: number }
  | { readonly kind: 'working'; readonly percent: number }
  /** The statement was added. A ZIP archive has several `fileIds`, and its last job is shown. */
  | { readonly kind: 'done'; readonly fileIds: readonly string[]; readonly job: Job }
  /** `again`: what the person can do about it. Nothing is stored where the answer is not null. */
  | { readonly kind: 'failed'; readonly sentence: string; readonly again: 'read' | 'send' | 'change' | 'layout' | null }
  | { readonly kind: 'undoing' }
  | { readonly kind: 'undone' };

export interface DropEntry {
  readonly id: string;
  /** When it was dropped, in milliseconds. */
  readonly droppedAt: number;
  readonly file: File;
  readonly identified: Identified | null;
  readonly carrier: Pick<IdentifiedCarrier, 'carrierId' | 'name'> | null;
  /** The month as `YYYY-MM`; null until it is known or chosen. */
  readonly period: string | null;
  readonly mode: Mode;
  /** How many files a month of the carrier has, and how many of them were here before; null when nobody knows. */
  readonly usual: { readonly expected: number; readonly present: number } | null;
  /** True when the person chose the carrier of files that look alike, or said that several files of a month all count. */
  readonly isChosen: boolean;
  /** The workspace to which it was sent; null before, and in an account of one workspace. */
  readonly workspaceId: string | null;
  /** The key under which the service recognises a repeated upload of this entry. */
  readonly key: string;
  readonly stage: Stage;
  /** The layout that was saved for this file, which goes when the file is taken back; null without one. */
  readonly layout: { readonly carrierId: string; readonly version: number } | null;
}

/** Files of one drop get times a part of a millisecond apart, so that a kept list has their order. */
const FILES_OF_A_DROP = 1000;

/** Returns the entry of a new file. */
export function newEntry(file: File, index: number): DropEntry {
  const id = crypto.randomUUID();
  const nothing = {
    identified: null,
    carrier: null,
    period: null,
    layout: null,
    usual: null,
    workspaceId: null,
  } as const;
  const fresh = { mode: 'new', isChosen: false, stage: { kind: 'reading' } } as const;
  return { id, file, droppedAt: Date.now() + index / FILES_OF_A_DROP, ...nothing, ...fresh, key: crypto.randomUUID() };
}

/** Adds to the entry what the service found out about the file. */
export function withIdentity(entry: DropEntry, identified: Identified): DropEntry {
  const { best, ranked, period } = identified;
  return {
    ...entry,
    mode: 'new',
    usual: null,
    isChosen: false,
    identified,
    carrier: best ?? ranked[0] ?? null,
    period,
    stage: stageOf(identified),
  };
}

const NO_ROWS = 'The file has names of columns and no rows below them. Ask the carrier for the whole statement.';

const ROSTER =
  'It looks like a roster: it lists members and has no column of amounts. Add the carrier’s commission statement instead.';

/** Says that exactly this file was stored before. */
export function hereAlready(entry: DropEntry, { originalFilename, carrierName, period }: StoredFile): DropEntry {
  return { ...entry, stage: { kind: 'here', stored: { originalFilename, carrierName, period } } };
}

function stageOf({ best, ranked, inferred }: Identified): Stage {
  return best !== null || ranked.length > 0 ? { kind: 'question' } : stageWithoutCarrier(inferred);
}

/** The facts about a file of no known carrier that decide what a person can do about it. */
interface Proposal {
  readonly headerRow: number | null;
  readonly sampledRows: number;
  readonly preview: readonly unknown[];
  readonly notes: readonly string[];
  readonly config: {
    readonly columns?: { readonly member_external_id?: unknown; readonly commission_amount?: unknown } | undefined;
  };
}

/** Returns the stage of a file that no known format reads. `proposal`: the format that was inferred from it; null without one. */
export function stageWithoutCarrier(proposal: Proposal | null): Stage {
  if (proposal === null || proposal.headerRow === null || proposal.preview.length > 0)
    return { kind: 'unknown-layout' };
  if (proposal.notes.some(saysLost)) return { kind: 'failed', sentence: `${LOST_IDS_TITLE}. ${LOST_IDS}`, again: null };
  if (proposal.sampledRows === 0) return { kind: 'failed', sentence: NO_ROWS, again: null };
  const { member_external_id: id, commission_amount: amount } = proposal.config.columns ?? {};
  const isRoster = id !== undefined && amount === undefined;
  return isRoster ? { kind: 'failed', sentence: ROSTER, again: 'layout' } : { kind: 'unknown-layout' };
}

/** True when the file was read with the format of the carrier that is chosen, so that its totals are right. */
export function hasTotals({ identified, carrier }: DropEntry): boolean {
  if (identified?.statement?.readWith !== 'carrier') return false;
  return carrier?.carrierId === (identified.best ?? identified.ranked[0])?.carrierId;
}

/** Sentences about what to check before the file is stored. There are none without the totals of the chosen carrier. */
export function warningsOf(entry: DropEntry): readonly string[] {
  return hasTotals(entry)
    ? (entry.identified?.statement?.warnings ?? []).map(({ detail }) => inOwnersWords(detail))
    : [];
}

/** True when one press of a button may add the file, because nothing is left to choose and there is no warning. */
export function isCertain(entry: DropEntry): boolean {
  const { identified, carrier, period, stage } = entry;
  if (stage.kind !== 'question' || carrier === null || period === null) return false;
  if (identified === null || identified.periodQuestion !== null) return false;
  const isRanked = identified.ranked.slice(1).some(({ carrierId }) => carrierId === carrier.carrierId);
  const isKnown = entry.isChosen || (!identified.ambiguous && (hasTotals(entry) || isRanked));
  return isKnown && warningsOf(entry).length === 0;
}

/** Returns an earlier file of the list that looks like the same statement; null without one. Both together would count twice. */
export function twinOf(entry: DropEntry, entries: readonly DropEntry[]): DropEntry | null {
  const earlier = entries.slice(0, entries.indexOf(entry));
  return earlier.find((other) => isAlike(entry, other) && other.stage.kind !== 'undone') ?? null;
}

const ON_ITS_WAY: ReadonlySet<Stage['kind']> = new Set(['question', 'sending', 'working']);

/** The files of the list for the same month of the same carrier that are not in yet, in their order. Copies are not among them. */
export function sameMonth({ carrier, period }: DropEntry, entries: readonly DropEntry[]): readonly DropEntry[] {
  if (carrier === null || period === null) return [];
  return entries.filter(
    (other) =>
      ON_ITS_WAY.has(other.stage.kind) &&
      other.carrier?.carrierId === carrier.carrierId &&
      other.period === period &&
      twinOf(other, entries) === null,
  );
}

/** The number of the file among those of its month, as in "this is the second". Null when one file a month is usual. */
export function placeOf(entry: DropEntry, entries: readonly DropEntry[]): number | null {
  if (entry.usual === null) return null;
  return entry.usual.present + sameMonth(entry, entries).indexOf(entry) + 1;
}

/** Returns the file of the list that completes the month of an added file, because it was compared after it; null for the last one. */
export function laterOfMonth(entry: DropEntry, entries: readonly DropEntry[]): DropEntry | null {
  const isLater = (other: DropEntry) => isOfMonth(other, entry) && comparedAt(other) > comparedAt(entry);
  return entries.filter(isLater).reduce<DropEntry | null>(laterOf, null);
}

const laterOf = (a: DropEntry | null, b: DropEntry): DropEntry => (a !== null && comparedAt(a) > comparedAt(b) ? a : b);

/** The time at which a file was compared with the month before: in the future while it is being added, never for other files. */
function comparedAt({ stage }: DropEntry): string {
  if (stage.kind === 'sending' || stage.kind === 'working') return '9999';
  return stage.kind === 'done' ? (stage.job.completedAt ?? '') : '';
}

const isOfMonth = (a: DropEntry, b: DropEntry): boolean =>
  a.carrier !== null && a.carrier.carrierId === b.carrier?.carrierId && a.period === b.period && a.mode !== 'replace';

/** True when several files are of one month, and nobody knows yet that the carrier sends so many. */
export function isUnsettled(entry: DropEntry, entries: readonly DropEntry[]): boolean {
  if (entry.isChosen) return false;
  const same = sameMonth(entry, entries);
  const expected = entry.usual?.expected ?? 1;
  return same.length > 1 && (entry.usual?.present ?? 0) + same.length > expected;
}

/** The way in which a file is sent: files of one month after the first are added to it. */
export function modeOf(entry: DropEntry, entries: readonly DropEntry[]): Mode {
  const isLater = sameMonth(entry, entries).indexOf(entry) > 0;
  return entry.mode === 'new' && (isLater || (entry.usual?.present ?? 0) > 0) ? 'append' : entry.mode;
}

function isAlike(one: DropEntry, other: DropEntry): boolean {
  const [a, b] = [one.identified?.statement, other.identified?.statement];
  if (!a || !b || one.file.size !== other.file.size) return false;
  return a.members === b.members && a.commissionTotal === b.commissionTotal && one.period === other.period;
}

/** True while the browser must not be closed. */
export function isUnderWay({ stage }: DropEntry): boolean {
  return stage.kind === 'sending' || stage.kind === 'undoing';
}
