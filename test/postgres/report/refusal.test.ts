import { expect, test } from 'vitest';
import { refusalOf } from '../../../adapters/postgres/saved-reports/report-refusal.ts';

const query = { statement: 'select 1', seconds: 5, prefixLength: null };

/** As the driver throws what the server says. */
function serverError(code: string, message: string): Error {
  return Object.assign(new Error(message), { name: 'PostgresError', code });
}

test.each([
  ['XX000', 'invalid memory alloc request size 1600000000', 'larger than a report may hold'],
  ['54023', 'cannot pass more than 100 arguments to a function', 'more arguments than it can take'],
  ['54023', 'GROUPING must have fewer than 32 arguments', 'more arguments than it can take'],
  ['54000', 'requested length too large', 'larger than a report may hold'],
  ['54001', 'stack depth limit exceeded', 'nested too deeply'],
])('%s, %s: a limit of the query, in words', (code, message, words) => {
  expect(refusalOf(serverError(code, message), query)).toMatchObject({
    refused: { code: 'query_limit', detail: expect.stringContaining(words) },
  });
});

test('any other fault of the server is none of the query', () => {
  expect(refusalOf(serverError('XX000', 'could not open relation with OID 1'), query)).toBeNull();
});
