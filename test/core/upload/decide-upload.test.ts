import { describe, expect, it, test } from 'vitest';
import type { FileStatus, JobMode } from '../../../core/job/period-files.ts';
import { STORAGE_BYTES_MAX } from '../../../core/limits/account-limits.ts';
import { OPEN_JOBS_MAX, PERIOD_FILES_MAX } from '../../../core/limits/job-limits.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import type { StorageUse } from '../../../core/storage-quota.ts';
import {
  decidePurge,
  decideRescore,
  decideRetract,
  decideRetry,
  type RetrySituation,
} from '../../../core/upload/decide-files.ts';
import {
  continuedBook,
  decideUpload,
  type EarlierBook,
  type ExistingJob,
  type PeriodFile,
  type UploadContext,
  type UploadDecision,
  type UploadRequest,
} from '../../../core/upload/decide-upload.ts';

/** Guarantee: an upload gets exactly one answer, and of several faults the first one in the order of checks. */
describe('decide upload', () => {
  const REQUEST: UploadRequest = {
    accountId: 'account',
    carrierId: 'carrier',
    period: '2026-01',
    workspaceId: null,
    fileName: 'new.csv',
    byteSize: 10,
    checksumSha256: 'new',
    statedTotal: null,
    webhookUrl: null,
    replace: false,
    append: false,
    replaceFileId: null,
    idempotencyKey: null,
    fingerprint: 'print',
    source: 'api',
  };
  const MAIN = { workspaceId: 'main', isDefault: true };
  const BRANCH = { workspaceId: 'branch', isDefault: false };
  const EMPTY: StorageUse = {
    statementBytes: 0,
    incomingBytes: 0,
    originalBytes: 0,
    exceptionBytes: 0,
    noteBytes: 0,
    openJobs: 0,
    tier: 'standard',
    storageBytesMax: null,
  };
  const FULL: StorageUse = { ...EMPTY, originalBytes: STORAGE_BYTES_MAX.standard };
  const CONTEXT: UploadContext = {
    carrier: { name: 'Acme', fileType: 'csv' },
    workspaces: [MAIN],
    jobOfKey: null,
    periodFiles: [],
    earlierBooks: [],
    storage: EMPTY,
  };
  const JOB: ExistingJob = {
    jobId: 'job',
    fileId: 'file',
    fileName: 'old.csv',
    carrierName: 'Acme',
    period: '2026-01',
    status: 'completed',
    mode: 'ingest',
    fingerprint: 'print',
    checksumSha256: 'sum of the key',
    ofArchive: null,
  };
  const FILE: PeriodFile = {
    fileId: 'old',
    workspaceId: 'main',
    status: 'active',
    checksumSha256: 'old',
    fileName: 'old.csv',
    memberCount: 42,
    replacementPending: false,
  };
  const SECOND: PeriodFile = { ...FILE, fileId: 'second', checksumSha256: 'other', fileName: 'second.csv' };

  interface Case {
    readonly request?: Partial<UploadRequest>;
    readonly context?: Partial<UploadContext>;
    readonly problem?: string;
  }

  function decide({ request, context, problem }: Case): UploadDecision {
    return decideUpload({ ...REQUEST, ...request }, { ...CONTEXT, ...context }, () => problem ?? null);
  }

  /** Describes a decision as "accept ingest main", as "already-have", or by the code of the refusal. */
  function told(decision: UploadDecision): string {
    if (isRefused(decision)) return decision.refused.code;
    return decision.kind === 'accept' ? `accept ${decision.mode} ${decision.workspaceId}` : decision.kind;
  }

  const append = { append: true };
  const replace = { replace: true };
  const replaceOld = { replace: true, replaceFileId: 'old' };
  const has = (...periodFiles: PeriodFile[]) => ({ periodFiles });

  describe('an upload', () => {
    it.each<[string, Case, string]>([
      ['into a free period', {}, 'accept ingest main'],
      ['into a free period with append', { request: append }, 'accept append main'],
      ['into a free period with replace', { request: replace }, 'accept replace main'],
      ['into a taken period', { context: has(FILE) }, 'period_exists'],
      ['into a taken period with append', { request: append, context: has(FILE) }, 'accept append main'],
      ['into a taken period with replace', { request: replace, context: has(FILE) }, 'accept replace main'],
      [
        'of the same bytes with append',
        { request: { ...append, checksumSha256: 'old' }, context: has(FILE) },
        'period_exists',
      ],
      [
        'of the same bytes as the second file with append',
        { request: append, context: has(FILE, { ...FILE, checksumSha256: 'new' }) },
        'period_exists',
      ],
      [
        'of the same bytes with replace',
        { request: { ...replace, checksumSha256: 'old' }, context: has(FILE) },
        'accept replace main',
      ],
      ['where a file is still being read', { context: has({ ...FILE, status: 'pending' }) }, 'period_exists'],
      [
        'where only another workspace has a file',
        { context: has({ ...FILE, workspaceId: 'branch' }) },
        'accept ingest main',
      ],
      [
        'of bytes another workspace has, with append',
        { request: append, context: has(FILE, { ...FILE, workspaceId: 'branch', checksumSha256: 'new' }) },
        'accept append main',
      ],
      ['in place of one of two files', { request: replaceOld, context: has(FILE, SECOND) }, 'accept replace main'],
      [
        'in place of the file of the same bytes',
        { request: { ...replaceOld, checksumSha256: 'old' }, context: has(FILE) },
        'accept replace main',
      ],
      [
        'in place of a file, with the bytes of another',
        { request: { ...replaceOld, checksumSha256: 'other' }, context: has(FILE, SECOND) },
        'period_exists',
      ],
      [
        'in place of a file the period does not have',
        { request: replaceOld, context: has(SECOND) },
        'validation_error',
      ],
      ['in place of a file of an empty period', { request: replaceOld }, 'validation_error'],
      [
        'in place of a file of another workspace',
        { request: replaceOld, context: has({ ...FILE, workspaceId: 'branch' }) },
        'validation_error',
      ],
      [
        'in place of a file that has not been read',
        { request: replaceOld, context: has({ ...FILE, status: 'pending' }) },
        'conflict',
      ],
      [
        'in place of a file that another is about to replace',
        { request: replaceOld, context: has({ ...FILE, replacementPending: true }) },
        'conflict',
      ],
      ['for an unknown carrier', { context: { carrier: null } }, 'not_found'],
      [
        'for a carrier without a format',
        { context: { carrier: { name: 'Acme', fileType: null } } },
        'carrier_not_configured',
      ],
      ['without a workspace where there are two', { context: { workspaces: [MAIN, BRANCH] } }, 'workspace_required'],
      [
        'into one of two workspaces',
        { request: { workspaceId: 'branch' }, context: { workspaces: [MAIN, BRANCH] } },
        'accept ingest branch',
      ],
      ['into the only workspace by its name', { request: { workspaceId: 'main' } }, 'accept ingest main'],
      ['into an unknown workspace', { request: { workspaceId: 'other' } }, 'not_found'],
      ['of bytes of another type', { problem: 'This is not a CSV file.' }, 'validation_error'],
      ['under a key that has been used', { context: { jobOfKey: JOB } }, 'already-have'],
    ])('%s', (_case, input, expected) => {
      expect(told(decide(input))).toBe(expected);
    });

    it('that replaces files names them, except those that another one is about to replace', () => {
      const both = has(FILE, SECOND);
      expect(decide({ request: replace, context: both })).toMatchObject({ replaces: ['old.csv', 'second.csv'] });
      expect(decide({ request: replaceOld, context: both })).toMatchObject({ replaces: ['old.csv'] });
      const replacing = has({ ...FILE, replacementPending: true }, SECOND);
      expect(decide({ request: replace, context: replacing })).toMatchObject({ replaces: ['second.csv'] });
    });

    it('is checked against the configured file type', () => {
      const context: UploadContext = { ...CONTEXT, carrier: { name: 'Acme', fileType: 'xlsx' } };
      const asked: string[] = [];
      decideUpload(REQUEST, context, (fileType) => {
        asked.push(fileType);
        return null;
      });
      expect(asked).toEqual(['xlsx']);
    });

    it('under a used key gets the existing job, with a warning for other content', () => {
      const repeated = { context: { jobOfKey: JOB, ...has(FILE) } };
      expect(decide(repeated)).toEqual({ kind: 'already-have', job: JOB, mismatch: null });
      expect(decide({ ...repeated, request: { fingerprint: 'other' } })).toMatchObject({ job: JOB, mismatch: 'file' });
      const sameBytes = { fingerprint: 'other', checksumSha256: 'sum of the key' };
      expect(decide({ ...repeated, request: sameBytes })).toMatchObject({ job: JOB, mismatch: 'fields' });
      const unknown = { jobOfKey: { ...JOB, fingerprint: null } };
      expect(decide({ context: unknown })).toMatchObject({ mismatch: 'file' });
    });
  });

  describe('the order of checks', () => {
    /** Lists the reported faults. The first request has all faults, and each step corrects the reported one. */
    const steps: readonly (readonly [string, Case])[] = [
      ['not_found', { context: { carrier: null } }],
      ['workspace_required', { context: { carrier: { name: 'Acme', fileType: null } } }],
      ['carrier_not_configured', { context: { workspaces: [MAIN] } }],
      ['validation_error', { context: { carrier: { name: 'Acme', fileType: 'csv' } } }],
      ['already-have', {}],
      ['period_exists', { context: { jobOfKey: null } }],
      ['storage_quota_exceeded', { context: has() }],
      ['accept ingest main', { context: { storage: EMPTY } }],
    ];

    it('is carrier, workspace, configuration, content, key, period, room', () => {
      let context: UploadContext = {
        ...CONTEXT,
        workspaces: [MAIN, BRANCH],
        jobOfKey: JOB,
        periodFiles: [FILE],
        storage: FULL,
      };
      const answers = steps.map(([code, mended]) => {
        context = { ...context, ...mended.context };
        const isContentRead = [
          'already-have',
          'period_exists',
          'storage_quota_exceeded',
          'accept ingest main',
        ].includes(code);
        return told(decideUpload(REQUEST, context, () => (isContentRead ? null : 'Not a CSV file.')));
      });
      expect(answers).toEqual(steps.map(([code]) => code));
    });
  });

  describe('room for an upload', () => {
    const storage = (use: Partial<StorageUse>, request: Partial<UploadRequest> = {}): Case => ({
      request,
      context: { storage: { ...EMPTY, storageBytesMax: 100, ...use } },
    });

    it.each([
      ['the last byte fits', storage({ statementBytes: 90 }), 'accept ingest main'],
      ['one byte more does not fit', storage({ statementBytes: 91 }), 'storage_quota_exceeded'],
      [
        'bytes of every kind count',
        storage({ statementBytes: 30, incomingBytes: 30, originalBytes: 20, exceptionBytes: 1, noteBytes: 10 }),
        'storage_quota_exceeded',
      ],
      [
        'bytes in /incoming do not count for a file from /incoming',
        storage({ incomingBytes: 91 }, { source: 'sftp' }),
        'accept ingest main',
      ],
      [
        'the limit of the tier holds where the operator has set no limit',
        { context: { storage: FULL } },
        'storage_quota_exceeded',
      ],
      [
        'an Enterprise account has more',
        { context: { storage: { ...FULL, tier: 'enterprise' as const } } },
        'accept ingest main',
      ],
      ['as many open jobs as allowed leave no room', storage({ openJobs: OPEN_JOBS_MAX }), 'conflict'],
      ['one open job fewer leaves room', storage({ openJobs: OPEN_JOBS_MAX - 1 }), 'accept ingest main'],
    ])('%s', (_, input, answer) => {
      expect(told(decide(input))).toBe(answer);
    });

    it('is limited to a number of files per period', () => {
      const files = Array.from({ length: PERIOD_FILES_MAX }, (_, n) => ({ ...FILE, checksumSha256: `old ${n}` }));
      expect(told(decide({ request: append, context: has(...files) }))).toBe('conflict');
      expect(told(decide({ request: append, context: has(...files.slice(1)) }))).toBe('accept append main');
      expect(told(decide({ request: replace, context: has(...files) }))).toBe('accept replace main');
    });
  });

  describe('a refusal', () => {
    const refusalOf = (input: Case) => {
      const decision = decide(input);
      if (!isRefused(decision)) throw new Error('This was not refused.');
      return decision.refused;
    };

    it('for lack of room states the stored, allowed and needed bytes, and how to make room', () => {
      const { detail } = refusalOf({ context: { storage: { ...EMPTY, exceptionBytes: 95, storageBytesMax: 100 } } });
      expect(detail).toMatch(/stored 95 of at most 100 bytes, and this needs 10 more/);
      expect(detail).toMatch(/purge.*a day after.*a week.*\/v1\/account\/usage/);
    });

    it('of a taken period names its members and its file', () => {
      const { title, detail } = refusalOf({ context: has(FILE, { ...FILE, fileName: 'second.csv' }) });
      expect(title).toBe('This period already has a statement with 42 members on file');
      expect(detail).toContain('2026-01 already has old.csv');
      expect(refusalOf({ context: has({ ...FILE, memberCount: 1 }) }).title).toMatch(/ 1 member on file$/);
      expect(refusalOf({ context: has({ ...FILE, status: 'pending' }) }).title).toContain('still being read');
    });

    it('of the same bytes names the file that has them', () => {
      const second = { ...FILE, fileName: 'second.csv', checksumSha256: 'new' };
      expect(refusalOf({ request: append, context: has(FILE, second) }).detail).toContain('second.csv');
    });

    it('of bytes of another type names the field', () => {
      expect(refusalOf({ problem: 'This is not a CSV file.' }).errors).toEqual([
        { field: 'file', detail: 'This is not a CSV file.' },
      ]);
    });
  });

  describe('the book that an upload continues', () => {
    const BOOK: EarlierBook = {
      workspaceId: 'east',
      carrierId: 'before',
      carrierName: 'Before',
      hasEarlierMonths: true,
      isContinued: false,
      isGoingOn: false,
      isNamedInUse: false,
    };

    test.each<readonly [string, readonly EarlierBook[], string | null]>([
      ['a book with earlier months that ended is continued', [BOOK], 'before'],
      ['a carrier without a book continues none', [], null],
      ['a book whose months are all later is not continued', [{ ...BOOK, hasEarlierMonths: false }], null],
      ['a book that has the month in its own layout is not continued', [{ ...BOOK, isGoingOn: true }], null],
      ["another workspace's book is not continued", [{ ...BOOK, workspaceId: 'west' }], null],
      ['neither of two equal books is continued', [BOOK, { ...BOOK, carrierId: 'other' }], null],
      ['a book is not continued if the named carrier has files of its own', [{ ...BOOK, isNamedInUse: true }], null],
      [
        'a book that was continued before goes on, whatever came since',
        [
          { ...BOOK, carrierId: 'other' },
          { ...BOOK, hasEarlierMonths: false, isContinued: true, isGoingOn: true, isNamedInUse: true },
        ],
        'before',
      ],
      [
        'of two books, the one that ended is continued',
        [BOOK, { ...BOOK, carrierId: 'other', isGoingOn: true }],
        'before',
      ],
    ])('%s', (_, books, expected) => {
      expect(continuedBook(books, 'east')?.carrierId ?? null).toBe(expected);
    });
  });
});

/** Guarantee: only these commands are allowed on a file or a job in each of its states. */
describe('decide file command', () => {
  const told = (refused: Refused | null): string => refused?.refused.code ?? 'allowed';

  const ALONE = { retractAccepted: false, replacementPending: false };

  describe('a command on a file', () => {
    it.each<[FileStatus, string, string, string]>([
      ['pending', 'allowed', 'nothing_to_rescore', 'conflict'],
      ['active', 'allowed', 'allowed', 'allowed'],
      ['failed', 'conflict', 'nothing_to_rescore', 'allowed'],
      ['canceled', 'conflict', 'nothing_to_rescore', 'allowed'],
      ['replaced', 'already_retracted', 'nothing_to_rescore', 'allowed'],
      ['retracted', 'already_retracted', 'nothing_to_rescore', 'allowed'],
    ])('that is %s: allows retract %s, rescore %s, purge %s', (status, retract, rescore, purge) => {
      const file = { status, ...ALONE };
      expect([decideRetract(file), decideRescore(file), decidePurge(file)].map(told)).toEqual([
        retract,
        rescore,
        purge,
      ]);
    });

    it.each<FileStatus>(['pending', 'active', 'failed', 'canceled', 'replaced', 'retracted'])(
      'that is %s, under an accepted retraction: refuses another retraction as done',
      (status) => {
        expect(told(decideRetract({ status, ...ALONE, retractAccepted: true }))).toBe('already_retracted');
      },
    );

    it.each<[FileStatus, string]>([
      ['pending', 'conflict'],
      ['active', 'conflict'],
      ['failed', 'conflict'],
      ['replaced', 'already_retracted'],
      ['retracted', 'already_retracted'],
    ])('that is %s, while its replacement is read: allows retract %s', (status, code) => {
      expect(told(decideRetract({ status, ...ALONE, replacementPending: true }))).toBe(code);
      expect(told(decideRetract({ status, retractAccepted: true, replacementPending: true }))).toBe(
        'already_retracted',
      );
    });

    it.each<[FileStatus, string]>([
      ['failed', 'The job of this file failed'],
      ['canceled', 'The job of this file was canceled'],
    ])('that is %s: says why there is nothing to retract', (status, detail) => {
      expect(decideRetract({ status, ...ALONE })?.refused.detail).toContain(detail);
    });
  });

  describe('a retry', () => {
    const failed: RetrySituation = {
      jobStatus: 'failed',
      mode: 'ingest',
      rawPurged: false,
      superseded: false,
      retractAccepted: false,
      identical: false,
      target: 'none',
    };
    const MODES: readonly JobMode[] = ['ingest', 'append', 'replace', 'retract', 'rescore'];

    it.each(MODES)('of a failed %s is allowed', (mode) => {
      expect(told(decideRetry({ ...failed, mode }))).toBe('allowed');
    });

    it.each(['queued', 'processing', 'completed', 'canceled'])('of a job that is %s is always refused', (jobStatus) => {
      const refused = decideRetry({ ...failed, jobStatus, rawPurged: true, superseded: true, identical: true });
      expect([refused?.refused.code, refused?.refused.detail]).toEqual([
        'conflict',
        `Only a failed job can be tried again; this one is ${jobStatus}.`,
      ]);
    });

    it('needs the bytes if it reads them', () => {
      const withoutBytes = MODES.map((mode) => told(decideRetry({ ...failed, mode, rawPurged: true })));
      expect(withoutBytes).toEqual(['conflict', 'conflict', 'conflict', 'allowed', 'allowed']);
    });

    it('is refused once a later file holds the period, which would supersede this one at once', () => {
      const withAnother = MODES.map((mode) => told(decideRetry({ ...failed, mode, superseded: true })));
      expect(withAnother).toEqual(['conflict', 'conflict', 'conflict', 'allowed', 'allowed']);
    });

    it('is refused once its period was retracted, which would remove its lines at once', () => {
      const retracted = MODES.map((mode) => told(decideRetry({ ...failed, mode, retractAccepted: true })));
      expect(retracted).toEqual(['conflict', 'conflict', 'conflict', 'allowed', 'allowed']);
    });

    it('of an append is refused while the period has the same bytes, which would count twice', () => {
      const withItself = MODES.map((mode) => told(decideRetry({ ...failed, mode, identical: true })));
      expect(withItself).toEqual(['allowed', 'conflict', 'allowed', 'allowed', 'allowed']);
    });

    it('of a replacement of one file needs that file, and refuses the bytes of another that stays', () => {
      const ofOne = { ...failed, mode: 'replace' } as const;
      expect(told(decideRetry({ ...ofOne, target: 'counts' }))).toBe('allowed');
      expect(decideRetry({ ...ofOne, target: 'gone' })?.refused).toMatchObject({
        code: 'conflict',
        detail: expect.stringContaining('no longer counts'),
      });
      expect(told(decideRetry({ ...ofOne, target: 'counts', identical: true }))).toBe('conflict');
    });

    it('names the missing bytes before the taken period', () => {
      expect(decideRetry({ ...failed, rawPurged: true, superseded: true })?.refused.detail).toContain(
        'no longer stored',
      );
      expect(decideRetry({ ...failed, superseded: true })?.refused.detail).toContain('Another file');
    });
  });
});
