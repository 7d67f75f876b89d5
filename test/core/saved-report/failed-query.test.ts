import { expect, test } from 'vitest';
import { refuseFailedQuery, tooSlow } from '../../../core/saved-report/failed-query.ts';

/** Guarantee: a query that was stopped for its time is not called too slow, because the machine may have been busy. */

test('names a busy machine first, and then what a query can do', () => {
  const stopped = { state: '57014', message: 'canceling statement due to statement timeout', position: null };
  const refused = refuseFailedQuery(stopped, { statement: 'select 1', seconds: 5, prefixLength: 0 });
  expect(refused).toEqual(tooSlow(5));
  expect(refused?.refused).toMatchObject({ code: 'query_limit' });
  expect(refused?.refused.detail).toMatch(
    /^The query did not end within 5 seconds and was stopped\. The machine may be busy: run the query again\. If it never ends in time, make it smaller\./,
  );
});
