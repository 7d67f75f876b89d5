import fc from 'fast-check';
import { operationsArbitrary } from '../support/book-arbitraries.ts';
import type { ModelFile } from '../support/book-model-record.ts';

/** Makes the requests of one run from a seed: a sequence for each book. */

export type Request =
  | {
      readonly kind: 'ingest' | 'append' | 'replace';
      readonly file: ModelFile;
      /** The bytes cannot be read until the job has failed for good and is retried by hand. */
      readonly isOutOfReach?: boolean;
    }
  | { readonly kind: 'retract' | 'rescore'; readonly period: string };

/** The first book uses every function of the service, the others a random selection. */
export function historiesOf(seed: number): readonly (readonly Request[])[] {
  const random = fc
    .sample(operationsArbitrary, { seed, numRuns: 4 })
    .map((operations) =>
      operations.map(
        (operation): Request =>
          operation.kind === 'retract'
            ? operation
            : { kind: operation.kind === 'upload' ? 'ingest' : operation.kind, file: operation.file },
      ),
    );
  const [first = [], second = [], third = [], fourth = []] = random;
  return [everything(seed), [...first, ...second].slice(0, RANDOM_MAX), [...third, ...fourth].slice(0, RANDOM_MAX)];
}

const RANDOM_MAX = 4;

function everything(seed: number): Request[] {
  const cents = Math.abs(seed % 1_000);
  const file = (period: string, members: string): ModelFile => ({
    period,
    lines: [...members].map((member, index) => ({ member, policy: null, amount: `${40 + index}.${100 + cents}` })),
  });
  return [
    { kind: 'ingest', file: file('2026-01', 'ABC') },
    { kind: 'ingest', file: file('2026-02', 'ABD') },
    { kind: 'append', file: file('2026-01', 'XY') },
    { kind: 'ingest', file: { period: '2026-04', lines: [] } },
    { kind: 'ingest', file: file('2026-05', 'AB'), isOutOfReach: true },
    { kind: 'replace', file: file('2026-02', 'ACE') },
    { kind: 'ingest', file: file('2026-03', 'AC') },
    { kind: 'retract', period: '2026-03' },
    { kind: 'rescore', period: '2026-02' },
  ];
}

export function periodOf(request: Request): string {
  return 'file' in request ? request.file.period : request.period;
}
