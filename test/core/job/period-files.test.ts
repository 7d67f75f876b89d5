import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NamedMonth, otherMonth } from '../../../core/infer/named-months.ts';
import { decidePeriodFiles, otherMonthWarnings, type PeriodOperation } from '../../../core/job/period-files.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Guarantee: the files of a period depend on the accepted operations that succeeded, and not on the order in which jobs ended. */
describe('period files', () => {
  /**
   * Makes operations from words such as "a:ingest b:replace!", in order of acceptance. A word with "!" has not succeeded, "b:replace=a"
   * replaces only file a, and "b:replace@z" is in archive z.
   */
  function operations(text: string): PeriodOperation[] {
    return text.split(' ').map((word, position) => {
      const [alone = '', archiveId = null] = word.replace('!', '').split('@');
      const [fileId = '', mode = '', onlyFileId = null] = alone.split(/[:=]/);
      if (mode !== 'ingest' && mode !== 'append' && mode !== 'replace' && mode !== 'retract') throw new Error(word);
      return { fileId, mode, onlyFileId, archiveId, position, succeeded: !word.endsWith('!') };
    });
  }

  describe('the files of a period', () => {
    it.each([
      ['one upload', 'a:ingest', 'a', '', ''],
      ['an upload under way', 'a:ingest!', '', '', ''],
      ['an appended file stays beside the first, in order of acceptance', 'b:ingest a:append', 'b a', '', ''],
      ['an append to nothing', 'a:append', 'a', '', ''],
      ['an append whose first file failed', 'a:ingest! b:append', 'b', '', ''],
      ['a replacement ends all before it', 'a:ingest b:append c:replace', 'c', 'a b', ''],
      ['a replacement of nothing', 'a:replace', 'a', '', ''],
      ['a replacement that failed or is under way ends nothing', 'a:ingest b:replace!', 'a', '', ''],
      ['several replacements leave the last accepted one', 'a:ingest b:replace c:replace', 'c', 'a b', ''],
      ['several replacements leave the last one that succeeded', 'a:ingest b:replace c:replace!', 'b', 'a', ''],
      ['an append after a replacement', 'a:ingest b:replace c:append', 'b c', 'a', ''],
      ['a retraction ends all before it', 'a:ingest b:append a:retract', '', '', 'a b'],
      ['a retraction under way ends nothing', 'a:ingest a:retract!', 'a', '', ''],
      ['a retraction does not reach a later upload', 'a:ingest a:retract b:ingest', 'b', '', 'a'],
      ['a retraction of a file whose job failed', 'a:ingest! a:retract', '', '', ''],
      ['replaced files stay replaced when their successor is retracted', 'a:ingest b:replace b:retract', '', 'a', 'b'],
      [
        'retracted files stay retracted when another is replaced',
        'a:ingest a:retract b:ingest c:replace',
        'c',
        'b',
        'a',
      ],
      ['a retraction of a replacement that failed leaves the month', 'a:ingest b:replace! b:retract', 'a', '', ''],
      ['a retraction of a file that was replaced before', 'a:ingest b:replace a:retract', 'b', 'a', ''],
      ['a replacement of one file leaves the others', 'a:ingest b:append c:replace=a', 'b c', 'a', ''],
      ['a replacement of one file that failed ends nothing', 'a:ingest! b:append c:replace=a', 'b c', '', ''],
      ['a replacement of one file ends nothing if it failed itself', 'a:ingest b:append c:replace=a!', 'a b', '', ''],
      ['a replacement of one file, and then one of all', 'a:ingest b:append c:replace=a d:replace', 'd', 'a b c', ''],
      [
        'a replacement of all, and then one of a file that was replaced before',
        'a:ingest c:replace d:replace=a',
        'c d',
        'a',
        '',
      ],
      ['a retraction of one file leaves the others', 'a:ingest b:append a:retract=a', 'b', '', 'a'],
      ['a retraction of one file, and then one of the month', 'a:ingest b:append a:retract=a b:retract', '', '', 'a b'],
      [
        'a retraction of one file that was replaced before',
        'a:ingest b:append c:replace=a a:retract=a',
        'b c',
        'a',
        '',
      ],
      ['files of an archive do not replace each other', 'a:ingest b:replace@z c:replace@z', 'b c', 'a', ''],
      ['an archive whose first file failed', 'a:ingest b:replace@z! c:replace@z', 'c', 'a', ''],
      ['an archive after another', 'a:replace@y b:replace@y c:replace@z d:replace@z', 'c d', 'a b', ''],
      ['a retraction ends all files of an archive', 'a:ingest b:append@z c:append@z c:retract@z', '', '', 'a b c'],
      ['two retractions', 'a:ingest a:retract a:retract', '', '', 'a'],
    ])('%s', (_case, text, active, replaced, retracted) => {
      const files = decidePeriodFiles(operations(text));
      const told = [files.active, files.replaced, files.retracted].map((ids) => ids.join(' '));
      expect(told).toEqual([active, replaced, retracted]);
    });

    it('name what each successful upload took the place of, and nothing for one that failed', () => {
      const { supersededBy } = decidePeriodFiles(operations('a:ingest b:append c:replace d:replace! e:replace=c'));
      expect([...supersededBy]).toEqual([
        ['a', []],
        ['b', []],
        ['c', ['a', 'b']],
        ['e', ['c']],
      ]);
    });

    it('are none without operations', () => {
      expect(decidePeriodFiles([])).toMatchObject({ active: [], replaced: [], retracted: [] });
    });
  });

  /** Makes uploads of different files. A retraction names an earlier file or none. */
  const history: fc.Arbitrary<PeriodOperation[]> = fc
    .array(
      fc.record({
        mode: fc.constantFrom('ingest', 'append', 'replace', 'retract'),
        succeeded: fc.boolean(),
        named: fc.nat(9),
        only: fc.option(fc.nat(9)),
      }),
      { maxLength: 10 },
    )
    .map((entries) =>
      entries.map(({ mode, succeeded, named, only }, index) => ({
        mode,
        succeeded,
        position: index * 3 - 5,
        fileId: `file ${mode === 'retract' ? named % (index + 1) : index}`,
        onlyFileId: onlyOf({ mode, only, named: named % (index + 1), index }),
      })),
    );

  /** Returns the one file that a retraction or a replacement names: its own file, or an earlier one. */
  function onlyOf({ mode, only, named, index }: { mode: string; only: number | null; named: number; index: number }) {
    if (only === null || (mode !== 'retract' && mode !== 'replace')) return null;
    return `file ${mode === 'retract' ? named : only % (index + 1)}`;
  }

  describe('random histories of a period', () => {
    it('depend on the order of acceptance of successful operations, not on their order in the list', () => {
      const listed = history.chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
      );
      fc.assert(
        fc.property(listed, ([all, shuffled]) => {
          const succeeded = all.filter((operation) => operation.succeeded);
          expect(decidePeriodFiles(shuffled)).toEqual(decidePeriodFiles(succeeded));
        }),
        { numRuns: propertyRuns(2000) },
      );
    });

    it('end each file at the first later upload of the whole period or retraction', () => {
      fc.assert(
        fc.property(history, (all) => {
          const done = all.filter((operation) => operation.succeeded);
          const uploadOf = (fileId: string) =>
            done.find((upload) => upload.mode !== 'retract' && upload.fileId === fileId);
          /** Returns the operation that ends an upload. A retraction counts only if its own file had not ended before. */
          const endOf = (upload: PeriodOperation): PeriodOperation | undefined =>
            done.find((later) => {
              if (later.position <= upload.position || later.mode === 'append') return false;
              if (later.onlyFileId !== null && later.onlyFileId !== upload.fileId) return false;
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
          const files = decidePeriodFiles(all);
          expect(files.active).toEqual(idsOf('active'));
          // A file may be superseded before an older file, so the order of superseded files is not compared.
          expect(files.replaced.toSorted()).toEqual(idsOf('replace', 'ingest').sort());
          expect(files.retracted.toSorted()).toEqual(idsOf('retract').sort());
        }),
        { numRuns: propertyRuns(2000) },
      );
    });

    it('leave their input unchanged', () => {
      const all = operations('a:ingest b:replace').reverse();
      decidePeriodFiles(all);
      expect(all.map(({ fileId }) => fileId)).toEqual(['b', 'a']);
    });
  });
});

/** Guarantee: a job warns if its file surely names another month than that of the upload. */
describe('other month', () => {
  const month = (period: string, foundIn: NamedMonth['foundIn'], kind: NamedMonth['kind'] = 'statement') => ({
    ...{ period, foundIn, kind },
    text: '9 of 9 rows are for coverage in Apr 2026.',
  });

  describe('the other month of a file', () => {
    it('is that of the surest place', () => {
      const title = month('2026-04', 'title');
      expect(otherMonth([month('2026-05', 'file_name'), title], '2026-05')).toBe(title);
      expect(otherMonth([month('2026-04', 'file_name'), month('2026-05', 'title')], '2026-05')).toBeNull();
    });

    it('is none when nothing names a month, or a surer place names the month among others', () => {
      expect(otherMonth([], '2026-05')).toBeNull();
      const sheets = [month('2026-04', 'sheet_name'), month('2026-05', 'sheet_name')];
      expect(otherMonth([...sheets, month('2026-04', 'file_name')], '2026-05')).toBeNull();
      const others = [month('2026-03', 'sheet_name'), month('2026-04', 'sheet_name')];
      expect(otherMonth([...others, month('2026-04', 'file_name')], '2026-05')).toMatchObject({ foundIn: 'file_name' });
    });
  });

  describe('the warning about another month', () => {
    const warn = (named: NamedMonth, earlier: Parameters<typeof otherMonthWarnings>[2] = null) =>
      otherMonthWarnings('2026-05', named, earlier);

    it('says which month was found where, and what to do', () => {
      expect(warn(month('2026-04', 'file_name'))).toEqual([
        {
          code: 'other_month',
          detail:
            "The file's name says Apr 2026. The statement was uploaded for May 2026. If that is the wrong month, retract the file and upload it for Apr 2026.",
        },
      ]);
      expect(warn(month('2026-04', 'rows', 'coverage'))[0]?.detail).toMatch(
        /^9 of 9 rows are for coverage in Apr 2026\. .* no warning\.$/,
      );
    });

    it('is absent for a payment in the month after, a title about the coverage before, and numbers that are no months', () => {
      expect(warn(month('2026-06', 'rows', 'payment'))).toEqual([]);
      expect(warn(month('2026-04', 'title', 'coverage'))).toEqual([]);
      expect(warn(month('2099-04', 'file_name'))).toEqual([]);
      expect(warn(month('2026-04', 'rows', 'payment'))).toHaveLength(1);
      expect(warn(month('2026-03', 'title', 'coverage'))).toHaveLength(1);
      expect(warn(month('2026-06', 'rows', 'coverage'))).toHaveLength(1);
      expect(warn(month('2021-05', 'file_name'))).toHaveLength(1);
      expect(warn(month('2021-04', 'file_name'))).toEqual([]);
    });

    it('is absent when the rows of an earlier statement are as far away', () => {
      const rows = (coverageMonth: string) => [{ coverageMonth, paidDate: null }];
      const named = month('2026-04', 'rows', 'coverage');
      expect(warn(named, { period: '2026-04', rows: rows('2026-03') })).toEqual([]);
      expect(warn(named, { period: '2026-04', rows: rows('2026-04') })).toHaveLength(1);
      expect(warn(month('2026-04', 'title'), { period: '2026-04', rows: rows('2026-03') })).toHaveLength(1);
      const paidBefore = [{ coverageMonth: null, paidDate: '2026-03-15' }];
      expect(warn(named, { period: '2026-04', rows: paidBefore })).toHaveLength(1);
      const both = [{ coverageMonth: '2026-03', paidDate: '2026-04-15' }];
      expect(warn(named, { period: '2026-04', rows: both })).toEqual([]);
    });
  });
});
