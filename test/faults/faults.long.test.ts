import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { PROPERTY_RUNS } from '../support/property-runs.ts';
import { type MatrixRun, runMatrix } from './fault-matrix.ts';
import { FAULT_KINDS } from './fault-plan.ts';
import { recordJobTrail } from './oracle.ts';
import { serverAt } from './server.ts';

/**
 * Guarantee: whatever happens to any process at any step, nothing is lost, nothing exists twice, every total follows from the files, and
 * every job ends once along docs/reference/uploads-and-jobs.md#states.
 */

/** Another seed gives the same faults at other moments. `npm run faults` takes a new one each time. */
const SEED = 20_260_501;

let created: TestDatabase;
beforeAll(async () => {
  created = await createTestDatabase();
  await recordJobTrail(created.address);
});
afterAll(() => created.drop());

/** A push gives each step one kind of fault, `npm run test:long` all of them. */
const SHARE = Math.min(PROPERTY_RUNS, 1);

describe('every step suffers its share of the faults', () => {
  it('and every book ends as its files determine', { timeout: 900_000 }, async () => {
    const wrong: MatrixRun[] = [];
    const { steps, struck, runs } = await runMatrix(serverAt(created.address), {
      seed: SEED,
      runs: null,
      share: SHARE,
      onRun: (run) => {
        if (run.report.wrong.length > 0) wrong.push(run);
      },
    });
    expect(wrong, `npm run faults -- --seed ${SEED}`).toEqual([]);
    expect([...struck].filter(([, times]) => times === 0).map(([pair]) => pair)).toEqual([]);
    expect(new Set([...struck.keys()].map((pair) => pair.split(' ')[0]))).toEqual(new Set(FAULT_KINDS));
    // A minimum, so that the test fails if the steps are no longer counted.
    expect(steps.length).toBeGreaterThan(75);
    expect(struck.size).toBeGreaterThan(Math.max(75, 450 * SHARE));
    const jobs = runs.reduce((sum, { report }) => sum + report.jobs, 0);
    expect(jobs).toBeGreaterThan(Math.max(75, 150 * SHARE));
  });
});
