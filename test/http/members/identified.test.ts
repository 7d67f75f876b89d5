import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createAliasStore } from '../../../adapters/postgres/members/alias-store.ts';
import { findReturning } from '../../../core/identity/match-returning.ts';
import { rowsReadFrom } from '../../support/postgres.ts';
import { sharedService, statement, type TestAccount } from '../../support/service.ts';
import {
  found,
  GREEN,
  type IdentifiedBook,
  NAMES,
  NEW,
  newRows,
  OLD,
  oldConfig,
  oldRows,
  openIdentifiedBook,
  type Row,
  renumbered,
  withoutSecond,
} from './identified-book.ts';

/** Guarantee: a statement's lines are stored under the members they belong to, and under nobody else in case of doubt. */

let account: TestAccount;
let carrierId: string;
let load: IdentifiedBook['load'];
let relay: IdentifiedBook['relay'];
let retract: IdentifiedBook['retract'];
let statuses: IdentifiedBook['statuses'];
const service = await sharedService();
beforeEach(async () => {
  ({ account, carrierId, load, relay, retract, statuses } = await openIdentifiedBook(service));
});

describe('identification by another form of the id', () => {
  const row = (id: string, name: string, effective = '2025-01-01'): Row => [id, '', name, effective, '50'];

  test('continues a policy in its next term, and numbers whose zeros a spreadsheet had cut', async () => {
    await load('2026-01', OLD, [row('TM44872-01', 'Ada Low'), row('4487297', 'Ben Moss')]);
    const { said } = await load('2026-02', OLD, [row('TM44872-02', 'Ada Low'), row('004487297', 'Ben Moss')]);
    expect(said).toEqual(['2 of the 2 missing members return under another id: continued.']);
    expect(await statuses('2026-02')).toEqual(['4487297 green', 'TM44872-01 green']);
    await load('2026-03', OLD, [row('TM44872-03', 'Ada Low'), row('004487297', 'Ben Moss')]);
    expect(await statuses('2026-03')).toEqual(['4487297 green', 'TM44872-01 green']);
  });

  test('continues a policy that has two terms on one statement, and one whose term before was on none', async () => {
    await load('2026-01', OLD, [row('TM44872-01', 'Ada Low'), row('TM55872-01', 'Cy Nash')]);
    const terms = [row('TM44872-01', 'Ada Low'), row('TM44872-02', 'Ada Low', '2026-01-01')];
    const { said } = await load('2026-02', OLD, [...terms, row('TM55872-03', 'Cy Nash')]);
    expect(said).toEqual([
      '1 of the 1 missing members return under another id: continued. 1 policy has two terms on the statement: joined.',
    ]);
    expect(await statuses('2026-02')).toEqual(['TM44872-01 green', 'TM55872-01 green']);
    await load('2026-03', OLD, [row('TM44872-02', 'Ada Low', '2026-01-01'), row('TM55872-03', 'Cy Nash')]);
    expect(await statuses('2026-03')).toEqual(['TM44872-01 yellow', 'TM55872-01 green']);
  });

  test('continues a policy whose arrears and next term have months that follow each other', async () => {
    await load('2026-01', OLD, [row('TM44872-01', 'Ada Low'), row('TM55872-01', 'Cy Nash')]);
    const withMonths = { ...oldConfig, columns: { ...oldConfig.columns, coverage_month: 'Month' } };
    await service.addConfig(carrierId, withMonths, account);
    await load(
      '2026-03',
      [...OLD, 'Month'],
      [
        [...row('TM44872-01', 'Ada Low'), '2026-02'],
        [...row('TM44872-02', 'Ada Low'), '2026-03'],
        [...row('TM55872-01', 'Cy Nash'), '2026-03'],
        [...row('TM55872-02', 'Cy Nash'), '2026-03'],
      ],
    );
    expect(await statuses('2026-03')).toEqual(['TM44872-01 green', 'TM55872-01 green', 'TM55872-02 new']);
  });

  test('counter-case: tells two people of a household apart, and two policies that are paid side by side', async () => {
    await load('2026-01', OLD, [row('TM44872-01', 'Ada Low'), row('TM55872-01', 'Cy Nash')]);
    const { said } = await load('2026-02', OLD, [
      row('TM44872-02', 'Ben Low'),
      ...[row('TM55872-01', 'Cy Nash'), row('TM55872-02', 'Cy Nash')],
    ]);
    expect(said).toEqual([]);
    expect(await statuses('2026-02')).toEqual([
      'TM44872-01 red',
      'TM44872-02 new',
      'TM55872-01 green',
      'TM55872-02 new',
    ]);
  });
});

describe('identification of a renewal under another number', () => {
  const TERMS = ['Policy', 'Insured', 'Line', 'Start', 'End', 'Commission'];
  const columns = {
    member_external_id: 'Policy',
    member_name: 'Insured',
    product_type: 'Line',
    effective_date: 'Start',
    paid_through: 'End',
    commission_amount: 'Commission',
  };
  const first = (id: string, name: string, line: string): Row => [id, name, line, '2025-07-15', '2026-01-15', '50'];
  const next = (id: string, name: string, line: string): Row => [id, name, line, '2026-01-15', '2026-07-15', '52'];

  test('continues the policy, also after months that its term has paid for', async () => {
    await service.addConfig(carrierId, { fileType: 'csv', columns, policyTerm: true }, account);
    await load('2025-07', TERMS, [first('118', 'Ada Low', 'Auto'), first('119', 'Cy Nash', 'Auto')]);
    await load('2025-12', TERMS, [first('77', 'Di Orr', 'Auto')]);
    const { said } = await load('2026-01', TERMS, [next('905', 'Low, Ada', 'Auto'), next('906', 'Cy Nash', 'Home')]);
    expect(said).toEqual(['1 member who was missing before return under another id: continued.']);
    expect(await statuses('2026-01')).toEqual(['118 green', '119 red', '77 red', '906 new']);
  });

  test('counter-case: joins none of a carrier that pays by the month', async () => {
    await service.addConfig(carrierId, { fileType: 'csv', columns }, account);
    await load('2025-07', TERMS, [first('118', 'Ada Low', 'Auto')]);
    await load('2026-01', TERMS, [next('905', 'Ada Low', 'Auto')]);
    expect(await statuses('2026-01')).toEqual(['905 new']);
  });
});

describe('identification by a second id', () => {
  test('continues every member in a layout that shows only the second id', async () => {
    await load('2026-01', OLD, oldRows());
    await relay();
    const { said } = await load(
      '2026-02',
      NEW,
      newRows((i) => ` s${i}`),
    );
    expect(said).toEqual(['6 of the 6 missing members return under another id: continued.']);
    expect(await statuses('2026-02')).toEqual(GREEN);
    await load(
      '2026-03',
      NEW,
      newRows((i) => `S${i}`),
    );
    expect(await statuses('2026-03')).toEqual(GREEN);
  });

  test("continues one member of a normal month who gets another id after a month's absence", async () => {
    const [ada = [], ...others] = oldRows();
    await load('2026-01', OLD, oldRows());
    await load('2026-02', OLD, others);
    const { said } = await load('2026-03', OLD, [['X9', ...ada.slice(1)], ...others]);
    expect(said).toEqual(['1 member who was missing before return under another id: continued.']);
    expect(await statuses('2026-03')).toContain('M0 reappeared');
    expect(await statuses('2026-03')).toHaveLength(6);
  });

  test('ignores a file that was retracted since', async () => {
    const [ada = [], ...others] = oldRows();
    await load('2026-01', OLD, [[ada[0] ?? '', '', ...ada.slice(2)], ...others]);
    const { fileId } = await load('2026-02', OLD, [ada, ...others]);
    await account.call('DELETE', `/v1/files/${fileId}`);
    await service.runJobs();
    const { said } = await load('2026-02', OLD, [['X9', ...ada.slice(1)], ...others]);
    expect(said).toEqual([expect.stringContaining('1 of the 1 missing returns')]);
    expect(await statuses('2026-02')).toContain('M0 red');
  });

  test("stores the lines of a month's correction under the same members", async () => {
    await load('2026-01', OLD, oldRows());
    await relay();
    await load(
      '2026-02',
      NEW,
      newRows((i) => `S${i}`),
    );
    await load('2026-02', NEW, newRows((i) => `S${i}`).slice(1), { replace: 'true' });
    expect(await statuses('2026-02')).toEqual(['M0 red', ...GREEN.slice(1)]);
  });
});

describe('proposed identifications of a month', () => {
  /** Fewer than a block. */
  const FEW = NAMES.slice(0, 4);
  const OTHERS = renumbered(FEW);
  const FEW_GREEN = GREEN.slice(0, 4);
  const proposals = z.object({
    missing: z.int(),
    returning: z.int(),
    data: z.array(z.unknown()),
    proposals: z.array(z.object({ memberExternalId: z.string(), externalId: z.string(), matchedBy: z.string() })),
  });
  const listed = async () => {
    const { status, json } = await account.call('GET', `/v1/members/alias-proposals?carrierId=${carrierId}`);
    expect(status).toBe(200);
    return proposals.parse(json);
  };
  const quality = z.object({ carriers: z.array(z.object({ reason: z.string() })) });
  const reason = async () =>
    quality.parse((await account.call('GET', '/v1/reports/data-quality?period=2026-02')).json).carriers[0]?.reason ??
    '';
  const all = (what: 'accept' | 'undo' | 'redo', of = account) =>
    of.call('POST', `/v1/members/alias-proposals/${what}`, { json: { carrierId, period: '2026-02' } });
  const linkToX0 = async () => {
    const { data } = found.parse((await account.call('GET', '/v1/members?period=2026-02')).json);
    const reference = data.find(({ memberExternalId }) => memberExternalId === 'X0')?.memberRefId;
    const json = { externalId: 'Y0' };
    expect((await account.call('POST', `/v1/members/${reference}/aliases`, { json })).status).toBe(201);
  };
  const RED_AND_NEW = [0, 1, 2, 3].flatMap((i) => [`M${i} red`, `X${i} new`]).sort();

  beforeEach(async () => {
    await load('2026-01', OLD, withoutSecond(oldRows(FEW)));
  });

  test('appear in the job and the data quality, can be listed, and are accepted or undone in one call', async () => {
    const { said } = await load('2026-02', OLD, OTHERS);
    const told = '4 of the 4 missing return under another id, by name and date, policy, id, plan or amount.';
    expect(said).toEqual([`${told} See /v1/members/alias-proposals.`]);
    expect(await reason()).toContain(told);
    const proposed = await listed();
    expect(proposed).toMatchObject({ missing: 4, returning: 4 });
    expect(proposed.proposals).toContainEqual({
      memberExternalId: 'M0',
      externalId: 'X0',
      matchedBy: 'effective_date',
    });
    expect(await statuses('2026-02')).toEqual(RED_AND_NEW);

    expect((await all('accept')).json).toEqual({ members: 4, rescoredPeriods: 1 });
    expect(await statuses('2026-02')).toEqual(FEW_GREEN);
    expect(await listed()).toMatchObject({ missing: 0, returning: 0, data: [], proposals: [] });
    expect(await reason()).not.toContain('another id');
    expect((await all('accept')).json).toEqual({ members: 0, rescoredPeriods: 0 });

    expect((await all('undo')).json).toEqual({ members: 4, rescoredPeriods: 1 });
    expect(await statuses('2026-02')).toEqual(RED_AND_NEW);
    expect((await all('undo')).json).toEqual({ members: 0, rescoredPeriods: 0 });
    // After the undo, the same links are not proposed again.
    expect(await listed()).toMatchObject({ missing: 4, returning: 0, proposals: [] });

    expect((await all('redo')).json).toEqual({ members: 4, rescoredPeriods: 1 });
    expect(await statuses('2026-02')).toEqual(FEW_GREEN);
    expect((await all('redo')).json).toEqual({ members: 0, rescoredPeriods: 0 });
  });

  test('are listed over all carriers in one request, which reads only the people of months that have some', async () => {
    await load('2026-02', OLD, OTHERS);
    const other = await service.createCarrier({ account });
    for (const [period, ids] of [
      ['2026-01', ['A', 'B']],
      ['2026-02', ['A', 'C']],
    ] as const)
      await account.load({
        carrierId: other,
        period,
        file: statement(ids.map((id) => [id, 20, { Name: `Person ${id}` }])),
      });
    const own = await listed();
    const answer = await account.call('GET', '/v1/members/alias-proposals?period=2026-02');
    expect(answer.json).toMatchObject({ carrierId: '', missing: own.missing + 1, returning: 4 });
    expect(proposals.parse(answer.json).proposals).toEqual(own.proposals);
    expect(answer.json).toMatchObject({ data: own.data.map(() => ({ carrierId })) });

    const rowsReadFor = (of: string) =>
      service.database.read(account.accountId, async (sql) => {
        const read: typeof service.database.read = (_, work) => work(sql);
        const aliases = createAliasStore({ ...service.database, read });
        const before = await rowsReadFrom(sql, 'scored_rows');
        await aliases.listReturning(account.accountId, { carrierId: of, period: '2026-02' }, findReturning);
        return (await rowsReadFrom(sql, 'scored_rows')) - before;
      });
    expect(await rowsReadFor(other)).toBe(0);
    expect(await rowsReadFor(carrierId)).toBeGreaterThan(0);
  });

  test('can be redone, except for members separated before the undo, linked otherwise, or shown in a month with both ids', async () => {
    await load('2026-02', OLD, OTHERS);
    await all('accept');
    const { data } = found.parse((await account.call('GET', '/v1/members?period=2026-02')).json);
    const refs = new Map(data.map(({ memberRefId, memberExternalId }) => [memberExternalId, memberRefId]));
    const aliasesOf = (id: string) => `/v1/members/${refs.get(id)}/aliases`;
    expect((await account.call('DELETE', `${aliasesOf('M0')}/X0`)).status).toBe(204);
    expect((await all('undo')).json).toMatchObject({ members: 3 });
    expect((await account.call('POST', aliasesOf('M2'), { json: { externalId: 'X1' } })).status).toBe(201);
    await load('2026-03', OLD, [...OTHERS, ['M3', '', 'Di Orr', '2025-04-01', '50']]);
    expect((await all('redo')).json).toMatchObject({ members: 0 });
    const after = await statuses('2026-02');
    expect(after).toEqual(expect.arrayContaining(['X0 new', 'X2 new', 'X3 new']));
  });

  test('can undo an automatic continuation in one call, and a correction of the month does not repeat it', async () => {
    await load('2026-01', OLD, withoutSecond(oldRows()), { replace: 'true' });
    await load('2026-02', OLD, renumbered());
    expect((await all('undo')).json).toEqual({ members: 6, rescoredPeriods: 1 });
    const separate = NAMES.flatMap((_, i) => [`M${i} red`, `X${i} new`]).sort();
    expect(await statuses('2026-02')).toEqual(separate);
    const { said } = await load('2026-02', OLD, renumbered(), { replace: 'true' });
    expect(said).toEqual([]);
    expect(await statuses('2026-02')).toEqual(separate);
    expect((await all('redo')).json).toMatchObject({ members: 6 });
    expect(await statuses('2026-02')).toEqual(GREEN);
  });

  test('begin with the first pair, by the id but for its punctuation too', async () => {
    const one = (id: string, at: number): Row =>
      oldRows().map((row, i) => (i === at ? [id, '', ...row.slice(2)] : row))[at] ?? [];
    const rest = withoutSecond(oldRows(FEW));
    const { said } = await load('2026-02', OLD, [one('X0', 0), ...rest.slice(1)]);
    const told = '1 of the 1 missing returns under another id, by name and date, policy, id, plan or amount.';
    expect(said).toEqual([`${told} See /v1/members/alias-proposals.`]);
    await load('2026-03', OLD, [['X-0', '', 'Ada Low', '2025-09-01', '50'], ...rest.slice(1)]);
    expect((await listed()).proposals).toEqual([{ memberExternalId: 'X0', externalId: 'X-0', matchedBy: 'id' }]);
  });

  test('are not needed for another spelling of one id, in any order of the months', async () => {
    const month = (id: string) => [[id, '', 'Ed Moss', '2025-01-01', '50']];
    await load('2026-06', OLD, month('4480037.0'));
    await load('2026-05', OLD, month('4,480,037'));
    expect(await statuses('2026-06')).toEqual(['4,480,037 green']);
  });

  test('are not applied automatically for fewer than five, whatever the layout', async () => {
    await relay();
    const { said } = await load(
      '2026-02',
      NEW,
      newRows((i) => `X${i}`, FEW),
    );
    expect(said).toEqual([
      '4 of the 4 missing return under another id, by name and date, policy, id, plan or amount. See /v1/members/alias-proposals.',
    ]);
  });

  test('leave out a member whose two ids appear side by side later', async () => {
    await load('2026-02', OLD, OTHERS);
    await load('2026-03', OLD, [...OTHERS, ['M0', '', 'Ada Low', '2025-01-01', '50']]);
    expect((await all('accept')).json).toEqual({ members: 3, rescoredPeriods: 2 });
    expect(await statuses('2026-02')).toEqual(expect.arrayContaining(['M0 red', 'X0 new', 'M1 green']));
  });

  test('can be undone after the month was retracted, and the month loaded again joins nobody', async () => {
    const { fileId } = await load('2026-02', OLD, OTHERS);
    await all('accept');
    await retract(fileId);
    expect((await all('undo')).json).toEqual({ members: 4, rescoredPeriods: 0 });
    await load('2026-02', OLD, OTHERS);
    expect(await statuses('2026-02')).toEqual(RED_AND_NEW);
  });

  test('leave out a newcomer who has other ids of its own', async () => {
    await load('2026-02', OLD, OTHERS);
    await linkToX0();
    expect(await listed()).toMatchObject({ returning: 3 });
    expect((await all('accept')).json).toMatchObject({ members: 3 });
    expect(await statuses('2026-02')).toEqual(['M0 red', ...FEW_GREEN.slice(1), 'X0 new'].sort());
  });

  test('are not applied automatically to a newcomer who has other ids of its own', async () => {
    await load('2026-01', OLD, withoutSecond(oldRows()), { replace: 'true' });
    await load('2026-02', OLD, renumbered().slice(0, 1));
    await linkToX0();
    await load('2026-02', OLD, renumbered(), { replace: 'true' });
    expect(await statuses('2026-02')).toEqual(['M0 red', ...GREEN.slice(1), 'X0 new']);
  });
});
