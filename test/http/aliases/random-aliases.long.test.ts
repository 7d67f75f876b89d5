import fc from 'fast-check';
import { test } from 'vitest';
import type { ModelLine } from '../../support/book-model-record.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { sharedService } from '../../support/service.ts';
import { compareBook, linkAndUndo, type Operation, perform, startBook } from './alias-book.ts';
import type { Upload } from './alias-model.ts';

/** Guarantee: after any requests every answer about a book with aliases equals the model's. fast-check prints the seed of a failure. */

const service = await sharedService();

const IDS = ['A1', 'B2', 'C3', 'D4', 'E5'] as const;
const PERIODS = ['2025-11', '2026-01', '2026-02', '2026-03', '2026-05'] as const;

function load(period: string, lines: readonly ModelLine[], more: Partial<Upload> = {}): Operation {
  return { kind: 'load', period, upload: { lines, layout: 'old', replace: false, ...more } };
}

const id = fc.constantFrom(...IDS);
/** Prefers A1 and B2 as the member's id, and D4 and E5 as the other id, so that requests often concern an existing link. */
const member = fc.constantFrom('A1', 'A1', 'B2', 'B2', ...IDS);
const spelled = fc
  .constantFrom('D4', 'D4', 'E5', 'E5', ...IDS)
  .chain((one) => fc.constantFrom(one, one.toLowerCase(), `${one.slice(0, 1)} ${one.slice(1)}`));
/** The policy of each id: some people keep theirs under another id. */
const OWN_POLICY = { A1: 'P-A', B2: 'P-B', C3: 'P-C', D4: 'P-A', E5: 'P-B' } as const;
const line: fc.Arbitrary<ModelLine> = fc
  .record({
    own: id,
    spelling: fc.constantFrom('as is', 'lower'),
    policy: fc.constantFrom('own', 'own', 'own', 'P1', 'none'),
    amount: fc.constantFrom('50', '50', '50', '45', '60', '0', '-20', '-50'),
  })
  .map(({ own, spelling, policy, amount }) => ({
    member: spelling === 'lower' ? own.toLowerCase() : own,
    policy: policy === 'own' ? OWN_POLICY[own] : policy === 'none' ? null : policy,
    amount,
  }));
const lines = fc.array(line, { minLength: 1, maxLength: 4 });
const period = fc.constantFrom(...PERIODS);

const firstMonths: fc.Arbitrary<readonly Operation[]> = fc
  .tuple(
    fc.shuffledSubarray([...PERIODS], { minLength: 2, maxLength: 4 }),
    fc.array(lines, { minLength: 4, maxLength: 4 }),
  )
  .map(([periods, months]) => periods.map((one, at): Operation => load(one, months[at] ?? [])));
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('link' as const), member, externalId: spelled }), weight: 6 },
  { arbitrary: fc.record({ kind: fc.constant('unlink' as const), member, externalId: spelled }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant('unlinkMade' as const), at: fc.nat(4) }), weight: 2 },
  {
    arbitrary: fc.tuple(period, lines, fc.boolean()).map(([one, ofMonth, replace]) => load(one, ofMonth, { replace })),
    weight: 2,
  },
  { arbitrary: fc.record({ kind: fc.constant('retract' as const), period }), weight: 1 },
);

test('answers as the model does after every request', async () => {
  await fc.assert(
    fc.asyncProperty(firstMonths, fc.array(operation, { minLength: 4, maxLength: 10 }), async (months, operations) => {
      const book = await startBook(service);
      for (const one of [...months, ...operations]) await perform(book, one);
      await compareBook(book);
    }),
    { numRuns: propertyRuns(20), endOnFailure: true },
  );
});

test('restores every answer byte by byte when a link is undone', async () => {
  await fc.assert(
    fc.asyncProperty(firstMonths, fc.uniqueArray(id, { minLength: 5, maxLength: 5 }), async (months, ids) => {
      const book = await startBook(service);
      for (const one of months) await perform(book, one);
      for (const [at, member] of ids.entries()) {
        // The first pair that can be linked is enough for a book.
        if (await linkAndUndo(book, member, ids[(at + 1) % ids.length] ?? '')) break;
      }
    }),
    { numRuns: propertyRuns(10), endOnFailure: true },
  );
});

/** Seven people with the ids that an old and a new layout give them. */
const PEOPLE = ['Ann', 'Bo', 'Cy', 'Dee', 'Eli', 'Flo', 'Gus'].map((name, at) => ({
  name: `${name} Moss`,
  ids: { old: `L${at}`, new: `N${at}` },
  effectiveDate: `2019-0${at + 1}-01`,
}));

/** Makes a person's lines in a month, mostly with the id of the layout. `both` is the weight of lines with both ids. */
const shown = (both: number) =>
  fc.record({
    id: fc.oneof(
      { arbitrary: fc.constant('layout' as const), weight: 20 },
      { arbitrary: fc.constantFrom('old' as const, 'new' as const, 'none' as const), weight: 2 },
      { arbitrary: fc.constant('both' as const), weight: both },
    ),
    name: fc.oneof(
      { arbitrary: fc.constant('own'), weight: 20 },
      { arbitrary: fc.constantFrom('Ann Moss', ''), weight: 1 },
    ),
    hasDate: fc.oneof({ arbitrary: fc.constant(true), weight: 6 }, { arbitrary: fc.constant(false), weight: 1 }),
    policy: fc.constantFrom('own', 'own', 'by id', 'none'),
    amount: fc.constantFrom('50', '50', '45', '0'),
  });
type Shown = ReturnType<typeof shown> extends fc.Arbitrary<infer T> ? T : never;

function linesOf(people: readonly Shown[], layout: 'old' | 'new'): readonly ModelLine[] {
  return PEOPLE.flatMap((person, at) => {
    const { id: which = 'layout', name, hasDate, policy, amount = '50' } = people[at] ?? {};
    const ids = { layout: [person.ids[layout]], both: Object.values(person.ids), none: [] };
    const all = which === 'old' || which === 'new' ? [person.ids[which]] : ids[which];
    return all.map((member) => ({
      member,
      amount,
      policy: policy === 'none' ? null : policy === 'own' ? `P-${at}` : `P-${member}`,
      memberName: name === 'own' ? person.name : (name ?? null),
      effectiveDate: hasDate === true ? person.effectiveDate : null,
    }));
  });
}

const shownMonth = (both: number) => fc.array(shown(both), { minLength: 7, maxLength: 7 });
const IN_ORDER: number[] = [0, 1, 2, 3];

/** A person in each of the months, with the ids of the old layout at first and of the new one later. */
const returningMonths: fc.Arbitrary<readonly Operation[]> = fc
  .record({
    months: fc.tuple(shownMonth(1), shownMonth(1), shownMonth(1), shownMonth(5)),
    changesHeaders: fc.boolean(),
    order: fc.oneof(fc.constant(IN_ORDER), fc.shuffledSubarray(IN_ORDER, { minLength: 3 })),
  })
  .map(({ months, changesHeaders, order }) =>
    order.map((at) => {
      const layout = at < 2 ? 'old' : 'new';
      const month = linesOf(months[at] ?? [], layout);
      return load(PERIODS[at] ?? '', month, { layout: changesHeaders ? layout : 'old' });
    }),
  );
const person = fc.constantFrom(...PEOPLE);
const monthOperation: fc.Arbitrary<Operation> = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constantFrom('accept' as const, 'undo' as const, 'redo' as const),
      period: fc.constantFrom(PERIODS[2], PERIODS[2], PERIODS[3]),
    }),
    weight: 6,
  },
  {
    arbitrary: fc
      .tuple(fc.constantFrom('link' as const, 'unlink' as const), person)
      .map(([kind, { ids }]): Operation => ({ kind, member: ids.old, externalId: ids.new })),
    weight: 3,
  },
  { arbitrary: fc.record({ kind: fc.constant('retract' as const), period }), weight: 1 },
);

/** Links are undone in two steps and then restored; or undone before their month is loaded again as the latest. */
const monthOperations: fc.Arbitrary<readonly Operation[]> = fc.oneof(
  { arbitrary: monthOperation.map((one) => [one]), weight: 5 },
  {
    arbitrary: fc.nat(6).map((at): Operation[] => {
      const ofMonth = { period: PERIODS[2] };
      return [
        { kind: 'accept', ...ofMonth },
        { kind: 'unlinkMade', at },
        { kind: 'undo', ...ofMonth },
        { kind: 'redo', ...ofMonth },
      ];
    }),
    weight: 1,
  },
  {
    arbitrary: shownMonth(1).map((month): Operation[] => [
      { kind: 'retract', period: PERIODS[3] },
      { kind: 'accept', period: PERIODS[2] },
      { kind: 'undo', period: PERIODS[2] },
      load(PERIODS[2], linesOf(month, 'new'), { layout: 'new', replace: true }),
    ]),
    weight: 1,
  },
);

test('proposes, links, undoes and links again the members who return under another id as the model does', async () => {
  await fc.assert(
    fc.asyncProperty(
      returningMonths,
      fc.array(monthOperations, { minLength: 3, maxLength: 6 }).map((all) => all.flat()),
      async (months, operations) => {
        const book = await startBook(service);
        for (const one of [...months, ...operations]) await perform(book, one);
        await compareBook(book);
      },
    ),
    { numRuns: propertyRuns(20), endOnFailure: true },
  );
});
