import { getTableColumns } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { SCORED_ROW } from '../../../adapters/postgres/book/book-records.ts';
import { openBook } from '../../../adapters/postgres/book/load-book.ts';
import { encodeRow } from '../../../adapters/postgres/book/period-scores.ts';
import { bulkWriter } from '../../../adapters/postgres/records/stored-record.ts';
import { addMonths } from '../../../core/period.ts';
import type { MemberHistory } from '../../../core/scoring/member-history.ts';
import { NO_PROFILE } from '../../../core/scoring/member-month.ts';
import type { ScoredRow } from '../../../core/scoring/scored-row.ts';
import { memberRefs } from '../../../core/statement/member-key.ts';
import { scoredRows } from '../../../schema/scores.ts';
import { accept, createBook, createEngine, drain } from '../../support/engine.ts';
import { asOwner, rowsReadFrom, stopAutovacuum } from '../../support/postgres.ts';

/** Guarantee: no field of a score can change without its fingerprint, including fields of a later version. */
describe('changed rows', () => {
  /** No field is null, so that each can get another value of its type. */
  const HISTORY: MemberHistory = {
    paidMonths: 1,
    rate: 50_000,
    paidTotal: 1,
    clawedTotal: 2,
    clawedOpen: 3,
    lastPaidPeriod: '2025-01',
    lastPaidAmount: 4,
    extraMonths: 5,
    extraAmount: 6,
    unpaidSince: '2025-02',
    planYear: 2025,
    planYearPaid: 7,
    notNewYear: 2024,
    cutFrom: { amount: 8, period: '2025-01' },
    missedOpen: { since: '2025-01', months: 9 },
    chargebacksSeen: ['file/1'],
    partsPaid: ['GOLD'],
    rapidToldFor: '2025-01-31',
    soldIn: '2025-01',
    paidIn: 5,
  };

  const ROW: ScoredRow = {
    memberRefId: '0b6f2a51-6c1a-4b2e-9c55-6d5e1c2f7a10',
    memberExternalId: 'M-1',
    status: 'green',
    counted: true,
    flags: ['COMMISSION_CHANGED'],
    signals: [],
    reason: 'Paid 20.00 of 25.00.',
    commissionAmount: 200_000,
    prevCommissionAmount: 210_000,
    comparedAgainstPeriod: '2025-01',
    expectedAmount: 250_000n,
    commissionOwed: 50_000n,
    owedEstimated: false,
    chargebackAmount: 0,
    profile: {
      ...NO_PROFILE,
      memberName: 'Łukasz Nguyễn',
      email: 'a@example.com',
      policyRefId: '9c6f2a51-6c1a-4b2e-9c55-6d5e1c2f7a10',
      policyNumber: 'P-1',
      planName: 'Gold',
      planCode: 'GOLD',
      productType: 'MA',
      premium: 1_000,
      lives: 100,
      agentId: '7',
      agentName: 'Ann',
      effectiveDate: '2025-01-01',
      termDate: '2025-12-31',
      state: 'FL',
      county: 'Miami-Dade',
      carrierStatus: 'Active',
    },
    firstSeenPeriod: '2025-01',
    lastPresentPeriod: '2025-02',
    lastPresentAmount: 200_000,
    paidThrough: '2025-03-31',
    history: HISTORY,
    fileId: '5d0f1f0c-8a54-4f83-8a53-d3f7bb4f2e11',
    deltas: [],
  };
  const fingerprintOf = (row: ScoredRow): string => encodeRow(row).fingerprint;
  const FINGERPRINT = fingerprintOf(ROW);

  /** Each field of the row, of its profile and of its history, changed alone. */
  const CHANGED: readonly (readonly [string, ScoredRow])[] = [
    ...changedFields(ROW, 'profile', 'history'),
    ...changedFields(ROW.profile).map(([field, profile]) => [`profile.${field}`, { ...ROW, profile }] as const),
    ...changedFields(HISTORY, 'cutFrom').map(([field, history]) => [`history.${field}`, { ...ROW, history }] as const),
    ['history.cutFrom', { ...ROW, history: { ...HISTORY, cutFrom: { amount: 9, period: '2025-01' } } }],
    ['the month of history.cutFrom', { ...ROW, history: { ...HISTORY, cutFrom: { amount: 8, period: '2025-02' } } }],
  ];

  function changedFields<T extends object>(value: T, ...except: readonly string[]): readonly (readonly [string, T])[] {
    return Object.entries(value)
      .filter(([field]) => !except.includes(field))
      .map(([field, before]) => [field, { ...value, [field]: another(before) }]);
  }

  function another(value: unknown): unknown {
    if (typeof value === 'bigint') return value + 1n;
    if (typeof value === 'number') return value + 1;
    if (typeof value === 'boolean') return !value;
    return Array.isArray(value) ? [...value, 'another'] : `${String(value)}.`;
  }

  describe('the fingerprint', () => {
    it.each(CHANGED)('changes with %s', (_, changed) => {
      expect(fingerprintOf(changed)).not.toBe(FINGERPRINT);
    });
    it('distinguishes nothing owed from an unknown amount', () => {
      expect(fingerprintOf({ ...ROW, commissionOwed: 0n })).not.toBe(fingerprintOf({ ...ROW, commissionOwed: null }));
    });
  });

  it('is the same for the same row', () => {
    expect(fingerprintOf(structuredClone(ROW))).toBe(FINGERPRINT);
  });

  /** Fields with a column of another name, with two columns, or with none. */
  const NAMED_OTHERWISE = ['profile.premium', 'history.cutFrom', 'history.missedOpen', 'deltas'];

  /** Reading rows back would not show that two columns are swapped. */
  describe('the stored row', () => {
    const columns = new Map(Object.entries(getTableColumns(scoredRows)).map(([field, { name }]) => [field, name]));
    const named = CHANGED.filter(([name]) => !NAMED_OTHERWISE.some((other) => name.endsWith(other)));

    it.each(named)('has %s in the column of that name', (name, changed) => {
      const [before, after] = [encodeRow(ROW), encodeRow(changed)];
      const written = SCORED_ROW.columns.filter((_, index) => before.cells[index] !== after.cells[index]);
      expect(written.map((column) => column.name)).toEqual([columns.get(name.split('.').at(-1) ?? '')]);
    });
  });
});

/**
 * Guarantee: the row with which a member dropped is found by two look-ups, however long the member was away, even without table
 * statistics. A look-up month by month made the 36th statement of a book a tenth slower than the second.
 */
describe('prior rows', async () => {
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
      openBook({ sql, key: book, jobId: null, writer: bulkWriter(sql) }).earlierRows(period(7), [
        memberRefs(book)('B'),
      ]),
    );

    expect(rows).toMatchObject([{ lastPresentPeriod: period(4), history: { paidTotal: 500_000 } }]);
  });
});
