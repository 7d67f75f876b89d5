import { afterAll, expect, it } from 'vitest';
import { openBook } from '../../../adapters/postgres/book/load-book.ts';
import { bulkWriter } from '../../../adapters/postgres/records/stored-record.ts';
import { addMonths } from '../../../core/period.ts';
import { memberRefs } from '../../../core/statement/member-key.ts';
import { accept, createBook, createEngine, drain } from '../../support/engine.ts';
import { asOwner, rowsReadFrom, stopAutovacuum } from '../../support/postgres.ts';

/**
 * Guarantee: the row with which a member dropped is found by two look-ups, however long the member was away, even without table
 * statistics. A look-up month by month made the 36th statement of a book a tenth slower than the second.
 */

const engine = await createEngine();
await asOwner(engine.address, (sql) => stopAutovacuum(sql, 'scored_rows'));
afterAll(() => engine.close());

const MONTHS_AWAY = 8;
const period = (month: number) => addMonths('2026-01', month);
const members = (prefix: string) => Array.from({ length: 300 }, (_, at) => `${prefix}${at}`);
const csv = (ids: readonly string[]) => ['Member,Amount', ...ids.map((id) => `${id},50`)].join('\n');

it('finds each returning member by two look-ups, and reads no row for a new member', async () => {
  const book = await createBook(engine);
  const [away, staying, dropsTwice] = [members('A'), members('S'), 'TWICE'];
  await accept(engine, book, { period: period(0), csv: csv([...away, ...staying, dropsTwice]) });
  for (let month = 1; month <= MONTHS_AWAY; month += 1) {
    const isBack = month === 3;
    await accept(engine, book, { period: period(month), csv: csv([...staying, ...(isBack ? [dropsTwice] : [])]) });
  }
  await drain(engine);
  const refOf = memberRefs(book);

  const { found, fetched } = await engine.database.tenant(book.accountId, async (sql) => {
    const opened = openBook({ sql, key: book, jobId: null, writer: bulkWriter(sql) });
    const before = await rowsReadFrom(sql, 'scored_rows');
    const wanted = [...away, dropsTwice, ...members('N')].map(refOf);
    const rows = await opened.earlierRows(period(MONTHS_AWAY), wanted);
    return { found: rows, fetched: (await rowsReadFrom(sql, 'scored_rows')) - before };
  });

  expect(found.map((row) => row.memberExternalId).toSorted()).toEqual([...away, dropsTwice].toSorted());
  expect(new Set(found.map((row) => `${row.status} ${row.lastPresentPeriod}`))).toEqual(
    new Set([`red ${period(0)}`, `red ${period(3)}`]),
  );
  // The row with which the member dropped, and its first one.
  expect(fetched).toBe(2 * (away.length + 1));
});

it('finds the latest month of a member who was only paid once, and then once again', async () => {
  const columns = { member_external_id: 'Member', commission_amount: 'Amount', transaction_type: 'Type' };
  const book = await createBook(engine, { config: { fileType: 'csv', columns } });
  const statement = (bonus: string) => `Member,Amount,Type\nS,50,Commission\n${bonus}`;
  const bonusIn = new Map([0, 4].map((month) => [month, 'B,25,Bonus\n']));
  for (let month = 0; month < 7; month += 1) {
    await accept(engine, book, { period: period(month), csv: statement(bonusIn.get(month) ?? '') });
  }
  await drain(engine);

  const rows = await engine.database.tenant(book.accountId, (sql) =>
    openBook({ sql, key: book, jobId: null, writer: bulkWriter(sql) }).earlierRows(period(7), [memberRefs(book)('B')]),
  );

  expect(rows).toMatchObject([{ lastPresentPeriod: period(4), history: { paidTotal: 500_000 } }]);
});
