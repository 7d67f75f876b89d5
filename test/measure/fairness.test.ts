import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import cdk from '../../cdk.json' with { type: 'json' };
import { SHARED_WORKERS, UPLOAD_SCORED_SECONDS, WEBHOOK_ACCOUNT_CONCURRENCY } from '../../core/limits/job-limits.ts';
import {
  ACCOUNT_RATE_FACTOR,
  FORMS_AT_ONCE,
  FORMS_OF_ACCOUNT_IN_ONE_OF_MANY,
  LARGE_REQUESTS_OF_ACCOUNT_MAX,
} from '../../core/limits/request-limits.ts';
import { readStage } from '../../lib/stage.ts';
import { EventClock, SHIPPED_LIMITS } from '../../measure/fairness/service-model.ts';
import { BACKFILL, fairnessTable, QUIET, simulate } from '../../measure/fairness/simulate.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** Guarantee: with the templates' figures, an agency that misbehaves keeps no other from its objective (docs/fairness.md). */

const leavesOthers = (seed: number) => () => {
  const [quiet, beside] = [simulate(QUIET, { seed }), simulate(BACKFILL, { seed })];
  expect(beside.its.stored).toBeGreaterThan(3_000);
  expect(beside.its.requests).toBeGreaterThan(100_000);
  expect(beside.scored.count).toBe(quiet.scored.count);
  expect(beside.scored.p99).toBeLessThan(UPLOAD_SCORED_SECONDS);
  expect(beside.scored.p99).toBeLessThan(1.1 * quiet.scored.p99);
  expect(beside.answered.p99).toBeLessThan(1);
};
test("a backfill and its requests leave others' 99 of 100 within the objective", leavesOthers(18));
test('it does so with other draws too', { tags: ['long'] }, leavesOthers(7));

test('the simulation shows each limit that is missing', { tags: ['long'] }, () => {
  const jobs = simulate(BACKFILL, { limits: { ...SHIPPED_LIMITS, jobsAtOnce: Infinity, lockWaitSeconds: 20 } });
  expect(jobs.scored.p99).toBeGreaterThan(UPLOAD_SCORED_SECONDS);
  const connections = { ...BACKFILL, connections: 40 };
  const large = simulate(connections, { limits: { ...SHIPPED_LIMITS, largeAtOnce: Infinity } });
  expect(large.answered.p99).toBeGreaterThan(60);
});

test('docs/fairness.md has the rows that `npm run fairness` prints', { tags: ['long'] }, () => {
  expect(readFileSync('docs/fairness.md', 'utf8')).toContain(fairnessTable());
});

test('docs/fairness.md has the limits of production', () => {
  const { concurrency, requestsASecond, tokenRequestsAMinute } = readStage('prod', cdk.context.stages.prod);
  const ofAccount = (ACCOUNT_RATE_FACTOR * tokenRequestsAMinute) / 60;
  const page = readFileSync('docs/fairness.md', 'utf8');
  for (const row of [
    `| workers of statements | ${concurrency.statements} | ${SHARED_WORKERS.ofAccountMax}; `,
    `| functions that answer requests | ${concurrency.requests} | ${LARGE_REQUESTS_OF_ACCOUNT_MAX} for `,
    `| requests a second at API Gateway | ${requestsASecond} | ${ofAccount}, `,
    `| senders of webhooks | ${concurrency.webhooks} | ${WEBHOOK_ACCOUNT_CONCURRENCY}; `,
    `| places of containers for uploads | ${concurrency.uploadTasksMin * FORMS_AT_ONCE} | ${concurrency.uploadTasksMin * FORMS_OF_ACCOUNT_IN_ONE_OF_MANY}; `,
  ])
    expect(page).toContain(row);
});

test('events happen by time, and those of one moment in the order in which they were planned', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 })), (delays) => {
      const clock = new EventClock();
      const happened: (readonly [number, number])[] = [];
      for (const [order, delay] of delays.entries()) clock.after(delay, () => happened.push([clock.now, order]));
      clock.runUntil(() => false);
      const expected = delays.map((delay, order) => [delay, order] as const);
      expect(happened).toEqual(expected.toSorted((one, other) => one[0] - other[0] || one[1] - other[1]));
    }),
    { numRuns: propertyRuns(200) },
  );
});
