import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ArchiveFacts, archiveThrough, refuseArchive } from '../../../core/account/decide-archive.ts';
import { readExactCsv, writeExactCsv } from '../../../core/account/exact-csv.ts';
import { addMonths } from '../../../core/period.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Guarantee: whole calendar years leave, the newest months stay, each reason is told, and a file gives every cell back. */

it('ends the archive with a December that leaves at least the months to keep', () => {
  expect(archiveThrough('2026-06', 24)).toBe('2023-12');
  expect(archiveThrough('2025-12', 24)).toBe('2023-12');
  expect(archiveThrough('2025-11', 24)).toBe('2022-12');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 24, max: 200 }), (month, kept) => {
      const latest = addMonths('2010-01', month);
      const through = archiveThrough(latest, kept);
      expect(through.endsWith('-12')).toBe(true);
      expect(addMonths(through, kept) <= latest).toBe(true);
      expect(addMonths(through, kept + 12) > latest).toBe(true);
    }),
    { numRuns: propertyRuns(500) },
  );
});

const NONE: ArchiveFacts = {
  openJobs: 0,
  filesWithYearTotals: 0,
  secondIds: 0,
  joinedIds: 0,
  disputedClaims: 0,
  payOfMonths: 0,
};

it('refuses a book for each fact by itself, with a sentence of its own', () => {
  const months = { last: '2023-12', held: '2024-01' };
  expect(refuseArchive(NONE, months)).toEqual([]);
  expect(refuseArchive(NONE, { ...months, held: '2024-12' })).toEqual([]);
  expect(refuseArchive(NONE, { ...months, held: '2025-01' })).toEqual([expect.stringContaining('without statements')]);
  const reasons = Object.keys(NONE).map((fact) => refuseArchive({ ...NONE, [fact]: 1 }, months));
  expect(reasons.every((one) => one.length === 1)).toBe(true);
  expect(new Set(reasons.flat()).size).toBe(Object.keys(NONE).length);
});

it('gives every text and every null back', () => {
  const cell = fc.option(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '"', '""', ',', '\n', 'null')));
  const records = fc
    .integer({ min: 1, max: 5 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width })));
  fc.assert(
    fc.property(records, (cells) => {
      expect(readExactCsv(writeExactCsv(cells))).toEqual(cells);
    }),
    { numRuns: propertyRuns(500) },
  );
});

it('refuses a text that was cut off or written otherwise', () => {
  for (const text of ['"a', '"a",', 'a\n', '"a"b\n'])
    expect(() => readExactCsv(text)).toThrow('Not a CSV of the archive');
});
