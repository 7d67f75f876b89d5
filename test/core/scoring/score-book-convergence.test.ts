import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookArbitrary, estimatedBookArbitrary, operationsArbitrary } from '../../support/book-arbitraries.ts';
import { type ModelInput, modelBook } from '../../support/book-model.ts';
import { CENT } from '../../support/book-model-cases.ts';
import { historyOf, type ModelOperation, reachedBy } from '../../support/book-model-operations.ts';
import type { ModelFile } from '../../support/book-model-record.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { type BookJob, type MemoryBook, memoryBook, scoredBook, uploadsOf } from '../../support/scored-book.ts';
import { type BookView, FEW_LEFT_OUT, viewOfModel, viewOfScored } from '../../support/scored-book-view.ts';

/** Guarantee: equal active files make equal books, after any uploads, replacements and retractions in any order. */

const anyBook: fc.Arbitrary<ModelInput> = fc.oneof(bookArbitrary, estimatedBookArbitrary);

async function runAll(book: MemoryBook, jobs: readonly BookJob[]): Promise<void> {
  for (const job of jobs) {
    book.accept(job);
    await book.run(job);
  }
}

describe('the same files end in the same book', () => {
  it('in any order of uploading the periods', async () => {
    const reordered = anyBook.chain((input) => fc.tuple(fc.constant(input), anyOrderOfPeriods(input.files)));
    await fc.assert(
      fc.asyncProperty(reordered, async ([input, order]) => {
        const first = memoryBook(input);
        await runAll(first, uploadsOf(input.files));
        const second = memoryBook(input);
        await runAll(second, order);
        expect(second.state()).toEqual(first.state());
      }),
      { numRuns: propertyRuns(600) },
    );
  });

  it('when any period is scored again', async () => {
    await fc.assert(
      fc.asyncProperty(anyBook, fc.nat(), async (input, pick) => {
        const book = memoryBook(input);
        await runAll(book, uploadsOf(input.files));
        const before = book.state();
        await book.rebuild(input.files[pick % input.files.length]?.period ?? '2000-01');
        expect(book.state()).toEqual(before);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('when a period is replaced and replaced back', async () => {
    await fc.assert(
      fc.asyncProperty(onePerPeriod(anyBook), bookArbitrary, fc.nat(), async (input, other, pick) => {
        const book = memoryBook(input);
        const uploads = uploadsOf(input.files);
        await runAll(book, uploads);
        const before = viewOfScored(book.state());
        const chosen = uploads[pick % uploads.length];
        const lines = other.files[0]?.lines ?? [];
        if (chosen === undefined || chosen.mode === 'retract') throw new Error('All were uploads.');
        await runAll(book, [{ ...chosen, mode: 'replace', fileId: 'other', lines }]);
        const changed = input.files.map((file) => (file.period === chosen.period ? { ...file, lines } : file));
        expect(viewOfScored(book.state())).toEqual(viewOfScored(await scoredBook({ ...input, files: changed })));
        await runAll(book, [{ ...chosen, mode: 'replace', fileId: 'back' }]);
        expect(viewOfScored(book.state())).toEqual(before);
      }),
      { ...FEW_LEFT_OUT, numRuns: propertyRuns(300) },
    );
  });

  it('when a period is retracted and uploaded again', async () => {
    await fc.assert(
      fc.asyncProperty(onePerPeriod(anyBook), fc.nat(), async (input, pick) => {
        const book = memoryBook(input);
        const uploads = uploadsOf(input.files);
        await runAll(book, uploads);
        const before = viewOfScored(book.state());
        const chosen = uploads[pick % uploads.length];
        if (chosen === undefined) throw new Error('There is at least one file.');
        await runAll(book, [{ mode: 'retract', period: chosen.period, fileId: chosen.fileId }]);
        const left = input.files.filter((file) => file.period !== chosen.period);
        const without = await scoredBook({ ...input, files: left });
        expect(inUse(viewOfScored(book.state()))).toEqual(inUse(viewOfScored(without)));
        await runAll(book, [{ ...chosen, fileId: 'anew' }]);
        expect(viewOfScored(book.state())).toEqual(before);
      }),
      { ...FEW_LEFT_OUT, numRuns: propertyRuns(300) },
    );
  });
});

describe('a sequence of uploads, appends, replacements and retractions', () => {
  const settings = { rates: [], estimates: true, config: CENT };
  const sequences = operationsArbitrary.map((operations) => ({ operations, history: historyOf(operations) }));

  it('leaves the book of the files that are active at the end', async () => {
    await fc.assert(
      fc.asyncProperty(sequences, async ({ operations, history }) => {
        const book = memoryBook(settings);
        for (const { job, succeeds } of acceptedJobs(operations)) {
          book.accept(job);
          if (succeeds) await book.run(job);
        }
        const modelled = modelBook({ ...settings, files: history.files });
        expect(inUse(viewOfScored(book.state()))).toEqual(inUse(viewOfModel(modelled)));
        expect([...book.state().activeFiles.values()].flat().length).toBe(history.files.length);
      }),
      { ...FEW_LEFT_OUT, numRuns: propertyRuns(400) },
    );
  });

  it('leaves the same book in any order of its jobs', async () => {
    const shuffled = sequences.chain(({ operations }) => {
      const jobs = acceptedJobs(operations);
      return fc.tuple(fc.constant(jobs), fc.shuffledSubarray(jobs, { minLength: jobs.length }));
    });
    await fc.assert(
      fc.asyncProperty(shuffled, async ([accepted, order]) => {
        const inOrder = memoryBook(settings);
        const outOfOrder = memoryBook(settings);
        for (const { job } of accepted) {
          inOrder.accept(job);
          outOfOrder.accept(job);
        }
        for (const { job, succeeds } of accepted) if (succeeds) await inOrder.run(job);
        for (const { job, succeeds } of order) if (succeeds) await outOfOrder.run(job);
        const [expected, told] = [inOrder.state(), outOfOrder.state()];
        expect([told.periods, told.activeFiles]).toEqual([expected.periods, expected.activeFiles]);
        expect(inUse(viewOfScored(told))).toEqual(inUse(viewOfScored(expected)));
      }),
      { ...FEW_LEFT_OUT, numRuns: propertyRuns(400) },
    );
  });
});

/** Leaves out the estimates of a book without periods, because nothing is scored with them. */
function inUse(view: BookView): BookView {
  return view.periods.length === 0 ? { ...view, estimates: [] } : view;
}

/** Returns the accepted operations as jobs. */
function acceptedJobs(operations: readonly ModelOperation[]): { job: BookJob; succeeds: boolean }[] {
  const { outcomes } = historyOf(operations);
  /** Returns the active files before an operation, in order of acceptance. */
  const activeBefore = (period: string, before: number) => {
    const { outcomes: then } = historyOf(operations.slice(0, before));
    return operations
      .slice(0, before)
      .flatMap((operation, at) =>
        operation.kind !== 'retract' && operation.file.period === period && then[at] === 'active' ? [`file ${at}`] : [],
      );
  };
  return operations.flatMap((operation, index) => {
    const outcome = outcomes[index];
    if (outcome === 'refused') return [];
    const fileId = `file ${index}`;
    const active = activeBefore(operation.kind === 'retract' ? operation.period : operation.file.period, index);
    const onlyFileId = operation.one === undefined ? null : (reachedBy(operation, active)[0] ?? null);
    const job: BookJob =
      operation.kind === 'retract'
        ? { mode: 'retract', period: operation.period, fileId: onlyFileId ?? active.at(-1) ?? '', onlyFileId }
        : { ...operation.file, mode: operation.kind === 'upload' ? 'ingest' : operation.kind, fileId, onlyFileId };
    return [{ job, succeeds: outcome !== 'failed' }];
  });
}

/** Makes uploads of the files in any order. The files of one period keep theirs, because it decides which line of a record is the first. */
function anyOrderOfPeriods(files: readonly ModelFile[]): fc.Arbitrary<BookJob[]> {
  const uploads = uploadsOf(files);
  return fc.shuffledSubarray(uploads, { minLength: uploads.length }).map((order) => {
    const queues = new Map<string, BookJob[]>();
    for (const job of uploads) queues.set(job.period, [...(queues.get(job.period) ?? []), job]);
    return order.flatMap(({ period }) => queues.get(period)?.shift() ?? []);
  });
}

function onePerPeriod(books: fc.Arbitrary<ModelInput>): fc.Arbitrary<ModelInput> {
  return books.map((input) => ({
    ...input,
    files: input.files.filter((file, index) => input.files.findIndex((one) => one.period === file.period) === index),
  }));
}
