import { describe, expect, it } from 'vitest';
import type { FileStatus, JobMode } from '../../../core/job/period-files.ts';
import type { Refused } from '../../../core/problem.ts';
import {
  decidePurge,
  decideRescore,
  decideRetract,
  decideRetry,
  type RetrySituation,
} from '../../../core/upload/decide-files.ts';

/** Guarantee: only these commands are allowed on a file or a job in each of its states. */

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
    expect([decideRetract(file), decideRescore(file), decidePurge(file)].map(told)).toEqual([retract, rescore, purge]);
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
    expect(told(decideRetract({ status, retractAccepted: true, replacementPending: true }))).toBe('already_retracted');
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
    expect(decideRetry({ ...failed, rawPurged: true, superseded: true })?.refused.detail).toContain('no longer stored');
    expect(decideRetry({ ...failed, superseded: true })?.refused.detail).toContain('Another file');
  });
});
