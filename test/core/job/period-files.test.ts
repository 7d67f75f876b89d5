import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decidePeriodFiles, type PeriodOperation } from '../../../core/job/period-files.ts';

/** Which files make up a period, whatever order its jobs ended in. */

/** "a:ingest b:replace!" — in order of acceptance; "!" has not succeeded. */
function operations(text: string): PeriodOperation[] {
  return text.split(' ').map((word, position) => {
    const [fileId = '', mode = ''] = word.replace('!', '').split(':');
    if (mode !== 'ingest' && mode !== 'append' && mode !== 'replace' && mode !== 'retract') throw new Error(word);
    return { fileId, mode, position, succeeded: !word.endsWith('!') };
  });
}

describe('the files of a period', () => {
  it.each([
    ['one upload', 'a:ingest', 'a', '', ''],
    ['an upload under way', 'a:ingest!', '', '', ''],
    ['an append stays beside, in order of acceptance', 'b:ingest a:append', 'b a', '', ''],
    ['an append to nothing', 'a:append', 'a', '', ''],
    ['an append whose first file failed', 'a:ingest! b:append', 'b', '', ''],
    ['a replacement ends all before it', 'a:ingest b:append c:replace', 'c', 'a b', ''],
    ['a replacement of nothing', 'a:replace', 'a', '', ''],
    ['a replacement that failed or is under way ends nothing', 'a:ingest b:replace!', 'a', '', ''],
    ['of several replacements the last accepted', 'a:ingest b:replace c:replace', 'c', 'a b', ''],
    ['of several replacements the last that succeeded', 'a:ingest b:replace c:replace!', 'b', 'a', ''],
    ['an append after a replacement', 'a:ingest b:replace c:append', 'b c', 'a', ''],
    ['a retraction ends all before it', 'a:ingest b:append a:retract', '', '', 'a b'],
    ['a retraction under way ends nothing', 'a:ingest a:retract!', 'a', '', ''],
    ['a retraction does not reach a later upload', 'a:ingest a:retract b:ingest', 'b', '', 'a'],
    ['a retraction of a file whose job failed', 'a:ingest! a:retract', '', '', ''],
    ['replaced files stay replaced when their successor is retracted', 'a:ingest b:replace b:retract', '', 'a', 'b'],
    ['retracted files stay retracted when another is replaced', 'a:ingest a:retract b:ingest c:replace', 'c', 'b', 'a'],
    ['a retraction of a replacement that failed leaves the month', 'a:ingest b:replace! b:retract', 'a', '', ''],
    ['a retraction of a file that was replaced before', 'a:ingest b:replace a:retract', 'b', 'a', ''],
    ['two retractions', 'a:ingest a:retract a:retract', '', '', 'a'],
  ])('%s', (_case, text, active, replaced, retracted) => {
    const files = decidePeriodFiles(operations(text));
    const told = [files.active, files.replaced, files.retracted].map((ids) => ids.join(' '));
    expect(told).toEqual([active, replaced, retracted]);
  });

  it('of nothing are none', () => {
    expect(decidePeriodFiles([])).toEqual({ active: [], replaced: [], retracted: [] });
  });
});

/** Uploads of different files; a retraction names one that came before it, or none. */
const history: fc.Arbitrary<PeriodOperation[]> = fc
  .array(
    fc.record({
      mode: fc.constantFrom('ingest', 'append', 'replace', 'retract'),
      succeeded: fc.boolean(),
      named: fc.nat(9),
    }),
    { maxLength: 10 },
  )
  .map((entries) =>
    entries.map(({ mode, succeeded, named }, index) => ({
      mode,
      succeeded,
      position: index * 3 - 5,
      fileId: `file ${mode === 'retract' ? named % (index + 1) : index}`,
    })),
  );

describe('random histories', () => {
  it('depend on the order of acceptance of what succeeded, not on the order in which it is listed', () => {
    const listed = history.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(listed, ([all, shuffled]) => {
        const succeeded = all.filter((operation) => operation.succeeded);
        expect(decidePeriodFiles(shuffled)).toEqual(decidePeriodFiles(succeeded));
      }),
      { numRuns: 2000 },
    );
  });

  it('end as the first later upload of a whole period, or retraction, of each file says', () => {
    fc.assert(
      fc.property(history, (all) => {
        const done = all.filter((operation) => operation.succeeded);
        const uploadOf = (fileId: string) =>
          done.find((upload) => upload.mode !== 'retract' && upload.fileId === fileId);
        /** What ends an upload; of retractions, those whose own file nothing has ended before. */
        const endOf = (upload: PeriodOperation): PeriodOperation | undefined =>
          done.find((later) => {
            if (later.position <= upload.position || later.mode === 'append') return false;
            if (later.mode !== 'retract') return true;
            const own = uploadOf(later.fileId);
            if (own === undefined || own.position > later.position) return false;
            return own === upload || (endOf(own)?.position ?? later.position) >= later.position;
          });
        const stateOf = (upload: PeriodOperation) => endOf(upload)?.mode ?? 'active';
        const idsOf = (...states: readonly string[]) =>
          done
            .filter((upload) => upload.mode !== 'retract' && states.includes(stateOf(upload)))
            .map(({ fileId }) => fileId);
        expect(decidePeriodFiles(all)).toEqual({
          active: idsOf('active'),
          replaced: idsOf('replace', 'ingest'),
          retracted: idsOf('retract'),
        });
      }),
      { numRuns: 2000 },
    );
  });

  it('do not change what they were given', () => {
    const all = operations('a:ingest b:replace').reverse();
    decidePeriodFiles(all);
    expect(all.map(({ fileId }) => fileId)).toEqual(['b', 'a']);
  });
});
