import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, the slowest first (seconds of a run with two workers). A missing or new file does no harm. */
const LONGEST = [
  'test/journeys/copied-data.test.ts',
  'test/faults/faults.test.ts',
  'test/journeys/npm-start.test.ts',
  'test/faults/webhooks.test.ts',
  'test/journeys/one-machine.test.ts',
  'test/faults/whole-process.test.ts',
  'test/journeys/going-back.test.ts',
  'test/postgres/connection/embedded-postgres.test.ts',
  'test/faults/black-holes.test.ts',
  'test/journeys/sftp-races.test.ts',
  'test/journeys/bundled-lambdas.test.ts',
  'test/adapters/isolation/isolated-processes.test.ts',
  'test/local/worker-supervisor.test.ts',
  'test/postgres/report/limits.test.ts',
  'test/hostile/naughty-requests.test.ts',
  'test/postgres/report/ordinary-queries.test.ts',
  'test/postgres/report/corpus.test.ts',
  'test/postgres/engine/failing-writes.test.ts',
  'test/http/policies/replace-policies.test.ts',
  'test/http/expected-rates/rate-changes.test.ts',
  'test/hostile/mutated-statements.test.ts',
  'test/demo/agency-story.test.ts',
];

/** Starts with the slowest files, so that none of them runs alone at the end. A fresh checkout has no cache that tells Vitest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = new Map(LONGEST.map((path, index) => [path, index]));
    const rankOf = ({ moduleId }: TestSpecification) =>
      rank.get(relative(this.ctx.config.root, moduleId).replaceAll('\\', '/')) ?? LONGEST.length;
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
