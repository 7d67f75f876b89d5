import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, the slowest first. A missing or new file does no harm. */
const LONGEST = [
  'test/postgres/connection/embedded-postgres.long.test.ts',
  'test/journeys/backup.long.test.ts',
  'test/journeys/npm-start.test.ts',
  'test/journeys/bundled-lambdas.test.ts',
  'test/faults/whole-process.long.test.ts',
  'test/journeys/one-machine.long.test.ts',
  'test/journeys/going-back.long.test.ts',
  'test/hostile/whole-path.long.test.ts',
  'test/faults/black-holes.long.test.ts',
  'test/hostile/naughty.long.test.ts',
  'test/journeys/backup.long.test.ts',
  'test/postgres/report/limits.long.test.ts',
  'test/server/worker-supervisor.long.test.ts',
  'test/faults/faults.long.test.ts',
  'test/postgres/report/corpus.long.test.ts',
  'test/postgres/engine/failing-writes.long.test.ts',
  'test/faults/webhooks.long.test.ts',
  'test/infra/application.test.ts',
  'test/console/serving.test.ts',
  'test/adapters/isolation/isolated-processes.test.ts',
  'test/console/people.long.test.ts',
  'test/http/framework/reference-page.long.test.ts',
  'test/console/home.long.test.ts',
  'test/journeys/one-machine.long.test.ts',
];

/** Starts with the slowest files, so that none of them runs alone at the end. A new checkout has no cache of durations for Vitest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = new Map(LONGEST.map((path, index) => [path, index]));
    const rankOf = ({ moduleId }: TestSpecification) =>
      rank.get(relative(this.ctx.config.root, moduleId).replaceAll('\\', '/')) ?? LONGEST.length;
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
