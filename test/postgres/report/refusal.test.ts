import { expect, test } from 'vitest';
import { refusalOf } from '../../../adapters/postgres/saved-reports/report-query.ts';

const query = { statement: 'select 1', seconds: 5, prefixLength: null };

/** The driver's error for a server message. */
function serverError(code: string, message: string): Error {
  return Object.assign(new Error(message), { name: 'PostgresError', code });
}

test.each([
  ['XX000', 'invalid memory alloc request size 1600000000', 'larger than a report may hold'],
  ['54023', 'cannot pass more than 100 arguments to a function', 'more arguments than it can take'],
  ['54023', 'GROUPING must have fewer than 32 arguments', 'more arguments than it can take'],
  ['54000', 'requested length too large', 'larger than a report may hold'],
  ['54001', 'stack depth limit exceeded', 'nested too deeply'],
])('turns %s, %s into a sentence about a limit of the query', (code, message, words) => {
  expect(refusalOf(serverError(code, message), query)).toMatchObject({
    refused: { code: 'query_limit', detail: expect.stringContaining(words) },
  });
});

test('does not blame the query for other errors of the server', () => {
  expect(refusalOf(serverError('XX000', 'could not open relation with OID 1'), query)).toBeNull();
});
