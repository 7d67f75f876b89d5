import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { STATEMENT_CONFIG, sharedService, startService, statement, type TestAccount } from '../../support/service.ts';

/** Guarantee: the grid and a statement say what is here, what is open, and how the deposit differs, to the cent. */
describe('statements', async () => {
  const today = '2026-06-20';
  const service = await startService({ clock: () => new Date(`${today}T12:00:00Z`) });
  afterAll(() => service.close());

  let account: TestAccount;
  let carrierId: string;
  beforeAll(async () => {
    account = await service.createAccount();
    carrierId = await service.createCarrier({ account, name: 'Summit Senior Life' });
  });

  const cell = z.looseObject({ period: z.string(), state: z.string(), detail: z.string() });
  const grid = z.looseObject({
    months: z.array(z.looseObject({ period: z.string() })),
    carriers: z.array(
      z.looseObject({ carrierId: z.string(), usual: z.looseObject({}).nullable(), cells: z.array(cell) }),
    ),
  });
  async function gridOf(who = account, query = '') {
    const reply = await who.call('GET', `/v1/statements${query}`);
    expect(reply.status).toBe(200);
    return grid.parse(reply.json);
  }
  async function cellOf(period: string, who = account, of = carrierId) {
    const { carriers } = await gridOf(who);
    return carriers.find((one) => one.carrierId === of)?.cells.find((one) => one.period === period);
  }
  /** Moves the arrival of a month's files to a day. */
  const arrivedOn = (who: TestAccount, period: string, day: string) =>
    service.database.system(
      (sql) =>
        sql`update files set uploaded_at = ${day}::timestamptz where account_id = ${who.accountId} and period = ${period}`,
    );
  const statementOf = (period: string, of = carrierId) => account.call('GET', `/v1/statements/${of}/${period}`);

  describe('the grid', () => {
    test('is empty without files', async () => {
      const other = await service.createAccount();
      expect(await gridOf(other)).toMatchObject({ to: '2026-06', carriers: [], late: 0, hasEarlier: false });
    });

    test('says which statements are here, part of it, failed, not here yet and closed', async () => {
      const [first, second] = ['2026-03', '2026-04'];
      await account.load({ carrierId, period: first, file: statement([['A', 50]]) });
      await account.load({ carrierId, period: second, file: statement([['A', 50.5]]) });
      const other = await service.createCarrier({ account, name: 'Harbor Mutual' });
      await account.load({ carrierId: other, period: first, file: statement([['Z', 10]]) });
      await account.upload({ carrierId: other, period: second, file: 'Something,Else\n1,2\n' });
      await service.runJobs();
      await account.call('PUT', `/v1/months/${first}`, {
        json: { state: 'closed', carrierId, signedBy: 'Ana Rivera' },
      });
      expect(await gridOf()).toMatchObject({
        from: '2025-06',
        to: '2026-05',
        late: 0,
        months: [
          { period: '2026-05', isClosed: false, withData: 0 },
          {
            period: '2026-04',
            withData: 1,
            open: [{ carrierName: 'Harbor Mutual', detail: 'The file could not be read.' }],
          },
          { period: '2026-03', isClosed: false, closedCount: 1, signedBy: 'Ana Rivera', leftOpen: [] },
          ...Array.from({ length: 9 }, () => ({ withData: 0, open: [] })),
        ],
        carriers: [{ carrierName: 'Harbor Mutual' }, { carrierName: 'Summit Senior Life' }],
      });
      expect(await cellOf(first)).toMatchObject({ state: 'closed', members: 1, paidNet: 50, received: 1 });
      expect(await cellOf(second)).toMatchObject({ state: 'complete', paidNet: 50.5, detail: '1 file here.' });
      expect(await cellOf(second, account, other)).toMatchObject({
        state: 'failed',
        failed: 1,
        received: 0,
        paidNet: null,
      });
      expect(await cellOf('2026-05')).toMatchObject({ state: 'nothing' });
      await account.upload({ carrierId, period: '2026-05', file: statement([['A', 1]]) });
      expect(await cellOf('2026-05')).toMatchObject({ state: 'reading' });
      await account.call('PUT', `/v1/carriers/${carrierId}/expected-files`, { json: { expectedFiles: 2 } });
      await service.runJobs();
      expect(await cellOf('2026-05')).toMatchObject({
        state: 'waiting',
        received: 1,
        expected: 2,
        detail: '1 of 2 files is here.',
      });
      expect(await cellOf('2026-05', account, other)).toMatchObject({ state: 'missing', dueOn: null });
    });

    test('is of one carrier or older months when asked, and refuses unknown ones', async () => {
      const older = await gridOf(account, `?to=2026-04&months=2&carrierId=${carrierId}`);
      expect(older).toMatchObject({ from: '2026-03', to: '2026-04', hasEarlier: false, hasLater: true });
      expect(older.carriers.map((one) => one.carrierId)).toEqual([carrierId]);
      expect((await account.call('GET', `/v1/statements?carrierId=${account.accountId}`)).status).toBe(404);
      expect((await account.call('GET', '/v1/statements?months=25')).status).toBe(422);
    });
  });

  describe('a late statement', () => {
    test.each([
      ['comes after the usual day', ['2026-03-11', '2026-04-12', '2026-05-10', '2026-06-12'], 'complete', 12],
      ['is not here a few days after the usual day', ['2026-03-11', '2026-04-12', '2026-05-10'], 'late', 12],
      ['is not late before that', ['2026-03-17', '2026-04-18', '2026-05-17'], 'missing', 18],
      ['is never late when all months came at once', ['2026-05-20', '2026-05-20', '2026-05-20'], 'nothing', null],
      ['is never late after two months', ['2026-04-12', '2026-05-10'], 'nothing', null],
    ])('%s', async (_, days, state, day) => {
      const who = await service.createAccount();
      const of = await service.createCarrier({ account: who });
      const months = ['2026-02', '2026-03', '2026-04', '2026-05'].slice(days.length === 2 ? 1 : 0);
      for (const [index, arrived] of days.entries()) {
        const period = months[index] ?? '';
        await who.load({ carrierId: of, period, file: statement([['A', 50]]) });
        await arrivedOn(who, period, arrived);
      }
      const shown = await gridOf(who);
      const found = shown.carriers[0]?.cells.find(({ period }) => period === '2026-05');
      expect({ state: found?.state, usual: shown.carriers[0]?.usual }).toMatchObject({
        state,
        usual: day === null ? null : { day, monthsAfter: 1 },
      });
      const { json } = await who.call('GET', '/v1/home?period=2026-05');
      const home = z
        .object({ carriers: z.array(z.looseObject({ state: z.string(), usual: z.unknown() })) })
        .parse(json);
      expect(home.carriers[0]?.state).toBe(state === 'nothing' ? 'missing' : state);
    });
  });

  describe('a file that could not be read', () => {
    test('keeps the month open until it is left, and the month closes with nothing open', async () => {
      const who = await service.createAccount();
      const of = await service.createCarrier({ account: who });
      await who.load({ carrierId: of, period: '2026-05', file: statement([['A', 50]]) });
      const unreadable = await who.upload({ carrierId: of, period: '2026-05', file: 'not a statement', append: true });
      const { fileId } = z.object({ fileId: z.string() }).parse(unreadable.json);
      await service.runJobs();
      const key = `/v1/statements/${of}/2026-05`;
      expect((await who.call('GET', key)).json).toMatchObject({
        state: 'failed',
        files: [{ fileId, isLeft: false }, {}],
      });
      const leave = (isLeft: boolean, id = fileId) => who.call('PUT', `/v1/files/${id}/left`, { json: { isLeft } });
      expect(await leave(true)).toMatchObject({ status: 200, json: { fileId, isLeft: true } });
      expect((await who.call('GET', key)).json).toMatchObject({
        state: 'complete',
        failed: 0,
        files: [{ fileId, isLeft: true }, { isLeft: false }],
        history: [{ text: 'left statement.csv, which could not be read' }, {}, {}],
      });
      await leave(false);
      expect((await who.call('GET', key)).json).toMatchObject({ state: 'failed' });
      await leave(true);
      const closed = await who.call('PUT', '/v1/months/2026-05', { json: { state: 'closed', signedBy: 'Ana Rivera' } });
      expect(closed.json).toMatchObject({ data: [{ closed: { leftOpen: [] } }] });
      const active = z
        .object({ files: z.array(z.object({ fileId: z.string() })) })
        .parse((await who.call('GET', key)).json);
      expect((await leave(true, active.files[1]?.fileId)).status).toBe(409);
      expect((await account.call('PUT', `/v1/files/${fileId}/left`, { json: { isLeft: true } })).status).toBe(404);
    });
  });

  test('rows that could not be read are told until they are left, and anew after the file was read again', async () => {
    const who = await service.createAccount();
    const of = await service.createCarrier({ account: who });
    const rows = statement([
      ['A', 50],
      ['B', 'abc'],
      ['C', 'n/a'],
    ]);
    const { fileId } = await who.load({ carrierId: of, period: '2026-05', file: rows });
    const key = `/v1/statements/${of}/2026-05`;
    const shown = async () => (await who.call('GET', key)).json;
    const open = { detail: '1 file here. 2 rows could not be read.' };
    const months = [{ period: '2026-05', open: [open] }, ...Array.from({ length: 11 }, () => ({ open: [] }))];
    expect(await shown()).toMatchObject({ state: 'complete', unreadRows: 2, ...open, files: [{ isLeft: false }] });
    expect((await who.call('GET', '/v1/statements?to=2026-05')).json).toMatchObject({ months });
    const leave = (isLeft: boolean) => who.call('PUT', `/v1/files/${fileId}/left`, { json: { isLeft } });
    expect(await leave(true)).toMatchObject({ status: 200, json: { fileId, isLeft: true } });
    const history = [{ text: 'left 2 rows of statement.csv that could not be read' }, {}];
    expect(await shown()).toMatchObject({ unreadRows: 0, detail: '1 file here.', files: [{ isLeft: true }], history });
    await leave(false);
    expect(await shown()).toMatchObject({ unreadRows: 2 });
    await leave(true);
    expect((await who.call('DELETE', `/v1/files/${fileId}`)).status).toBe(202);
    await service.runJobs();
    expect(await shown()).toMatchObject({ unreadRows: 0, files: [{ isLeft: false }] });
    expect((await leave(true)).status).toBe(409);
  });

  test('a file does not say any more that its month waited for the other one', async () => {
    const who = await service.createAccount();
    const of = await service.createCarrier({ account: who });
    for (const period of ['2026-02', '2026-03', '2026-04'])
      for (const id of ['A', 'B'])
        await who.load({
          carrierId: of,
          period,
          file: statement([[id, `50.${period.slice(5)}`]]),
          ...(id === 'B' && { append: true }),
        });
    await who.load({ carrierId: of, period: '2026-05', file: statement([['A', 50]]) });
    const key = `/v1/statements/${of}/2026-05`;
    expect((await who.call('GET', key)).json).toMatchObject({
      state: 'waiting',
      detail: '1 of 2 files is here.',
      files: [{ warnings: [] }],
    });
    await who.load({ carrierId: of, period: '2026-05', file: statement([['B', 50]]), append: true });
    expect((await who.call('GET', key)).json).toMatchObject({
      state: 'complete',
      files: [{ warnings: [] }, { warnings: [] }],
    });
  });

  describe('one statement', () => {
    test('lists its files with their sums, its deposit and its history', async () => {
      const who = account;
      const of = await service.createCarrier({ account: who, name: 'Lakeside' });
      const key = `/v1/statements/${of}/2026-02`;
      expect((await who.call('PUT', `${key}/deposit`, { json: { amount: 1, depositedOn: '2026-03-01' } })).status).toBe(
        404,
      );
      expect((await who.call('GET', key)).status).toBe(404);
      const file = statement([
        ['A', 50.25],
        ['A', -7],
        ['B', 10],
        ['C', 'abc'],
      ]);
      const { fileId } = await who.load({ carrierId: of, period: '2026-02', file, fileName: 'feb.csv' });
      expect((await who.call('GET', key)).json).toMatchObject({
        state: 'complete',
        members: 2,
        paidNet: 53.25,
        depositRecord: null,
        closed: null,
        files: [
          { fileId, fileName: 'feb.csv', status: 'active', members: 2, sumRead: 53.25, rowsFailed: 1, isKept: true },
        ],
        history: [{ text: 'added feb.csv' }],
      });
      const typed = { amount: 50, depositedOn: '2026-03-03', note: ' Check 12 ' };
      const stored = await who.call('PUT', `${key}/deposit`, { json: typed });
      expect(stored).toMatchObject({ status: 200, json: { amount: 50, note: 'Check 12', author: null } });
      await who.call('PUT', `${key}/deposit`, { json: { ...typed, amount: 53.2 } });
      expect((await who.call('GET', key)).json).toMatchObject({
        deposit: 53.2,
        depositDifference: -0.05,
        depositRecord: { amount: 53.2, depositedOn: '2026-03-03', note: 'Check 12' },
        history: [{ text: 'wrote down a deposit of $53.20' }, { text: 'wrote down a deposit of $50.00' }, {}],
      });
      const shown = await gridOf();
      const february = shown.months.find(({ period }) => period === '2026-02');
      expect(february).toMatchObject({
        open: [
          { carrierName: 'Lakeside', detail: '1 file here. 1 row could not be read.' },
          { carrierName: 'Lakeside', detail: 'The deposit is $0.05 less than the statement.' },
        ],
      });
      const closed = await who.call('PUT', '/v1/months/2026-02', { json: { state: 'closed', signedBy: 'Ana Rivera' } });
      const leftOpen = [
        'Lakeside: 1 file here. 1 row could not be read.',
        'Lakeside: The deposit is $0.05 less than the statement.',
      ];
      expect(closed.json).toMatchObject({ data: [{ closed: { signedBy: 'Ana Rivera', leftOpen } }] });
      await who.call('PUT', '/v1/months/2026-02', { json: { state: 'open', reason: 'A correction came' } });
      expect((await who.call('GET', key)).json).toMatchObject({
        closed: null,
        history: [
          { text: 'opened the month again: A correction came' },
          { text: 'closed the month, signed by Ana Rivera' },
          ...Array.from({ length: 3 }, () => ({})),
        ],
      });
      expect((await who.call('DELETE', `${key}/deposit`)).status).toBe(204);
      expect((await who.call('DELETE', `${key}/deposit`)).status).toBe(404);
      expect((await who.call('GET', key)).json).toMatchObject({ deposit: null, depositDifference: null });
    });

    test.each([
      {},
      { amount: '5', depositedOn: '2026-03-03' },
      { amount: 5.001, depositedOn: '2026-03-03' },
      { amount: 5, depositedOn: '2026-02-31' },
      { amount: 5, depositedOn: '2026-03-03', note: 'x'.repeat(501) },
    ])('refuses the deposit %j', async (json) => {
      expect((await account.call('PUT', `/v1/statements/${carrierId}/2026-03/deposit`, { json })).status).toBe(422);
    });

    test('is compared with the printed sum, where every file prints one', async () => {
      const who = await service.createAccount();
      const of = await service.createCarrier({ account: who });
      const key = `/v1/statements/${of}/2026-02`;
      await who.load({ carrierId: of, period: '2026-02', file: statement([['A', 50]]), statedTotal: '51.00' });
      await who.call('PUT', `${key}/deposit`, { json: { amount: 51, depositedOn: '2026-03-03' } });
      expect((await who.call('GET', key)).json).toMatchObject({ printedTotal: 51, paidNet: 50, depositDifference: 0 });
      await who.load({ carrierId: of, period: '2026-02', file: statement([['B', 9]]), append: true });
      expect((await who.call('GET', key)).json).toMatchObject({
        printedTotal: null,
        paidNet: 59,
        depositDifference: -8,
      });
    });

    test('belongs to one account, and names its workspace where there are several', async () => {
      const stranger = await service.createAccount();
      expect((await stranger.call('GET', `/v1/statements/${carrierId}/2026-03`)).status).toBe(404);
      const who = await service.createAccount();
      const of = await service.createCarrier({ account: who });
      const workspaceId = await service.createWorkspace(who, 'North');
      await who.load({ carrierId: of, period: '2026-03', file: statement([['A', 5]]), workspaceId });
      expect((await who.call('GET', `/v1/statements/${of}/2026-03`)).status).toBe(422);
      const found = await who.call('GET', `/v1/statements/${of}/2026-03?workspaceId=${workspaceId}`);
      expect(found.json).toMatchObject({ workspaceName: 'North', state: 'complete' });
      expect((await statementOf('2026-13')).status).toBe(404);
    });
  });
});

/** Guarantee: a file is moved without counting twice, its original is what was sent, and taking it back gives its layout back. */
describe('moves', async () => {
  const service = await sharedService();
  let account: TestAccount;
  let carrierId: string;
  beforeEach(async () => {
    account = await service.createAccount();
    carrierId = await service.createCarrier({ account });
  });

  const found = z.looseObject({ files: z.array(z.looseObject({ fileId: z.string() })) });
  const statementOf = async (period: string, of = carrierId) =>
    found.parse((await account.call('GET', `/v1/statements/${of}/${period}`)).json);
  const move = (fileId: string, json: object) => account.call('POST', `/v1/files/${fileId}/move`, { json });

  describe('the original of a file', () => {
    test('is what was sent, under its name, until it is deleted', async () => {
      const file = statement([['A', 50]]);
      const { fileId } = await account.load({ carrierId, period: '2026-01', file, fileName: "Jänner's.csv" });
      const reply = await account.call('GET', `/v1/files/${fileId}/original`);
      expect({ status: reply.status, body: reply.body }).toEqual({ status: 200, body: file });
      expect(reply.headers.get('Content-Disposition')).toBe("attachment; filename*=UTF-8''J%C3%A4nner%27s.csv");
      await account.call('POST', `/v1/files/${fileId}/purge`);
      expect((await account.call('GET', `/v1/files/${fileId}/original`)).status).toBe(404);
      expect((await move(fileId, { carrierId, period: '2026-02' })).status).toBe(404);
      const stranger = await service.createAccount();
      expect((await stranger.call('GET', `/v1/files/${fileId}/original`)).status).toBe(404);
    });
  });

  describe('moving a file', () => {
    test('to another month leaves the other files of the month', async () => {
      await account.load({ carrierId, period: '2026-01', file: statement([['A', 50]]) });
      const wrong = { carrierId, period: '2026-01', file: statement([['B', 20]]), append: true, fileName: 'b.csv' };
      const { fileId } = await account.load(wrong);
      expect((await move(fileId, { carrierId, period: '2026-01' })).status).toBe(409);
      const moved = await move(fileId, { carrierId, period: '2026-02' });
      expect(moved).toMatchObject({ status: 202, json: { carrierId, period: '2026-02' } });
      await service.runJobs();
      expect(await statementOf('2026-01')).toMatchObject({ paidNet: 50, files: [{ fileId, status: 'retracted' }, {}] });
      expect(await statementOf('2026-02')).toMatchObject({
        paidNet: 20,
        files: [{ fileName: 'b.csv', status: 'active' }],
      });
      expect((await move(fileId, { carrierId, period: '2026-03' })).status).toBe(409);
    });

    test('to another carrier refuses a month that has a statement, unless it is to be added or replaced', async () => {
      const other = await service.createCarrier({ account, name: 'Harbor' });
      await account.load({ carrierId: other, period: '2026-01', file: statement([['A', 50]]) });
      const { fileId } = await account.load({ carrierId, period: '2026-01', file: statement([['B', 20]]) });
      expect((await move(fileId, { carrierId: other, period: '2026-01' })).json).toMatchObject({
        code: 'period_exists',
      });
      expect(await statementOf('2026-01')).toMatchObject({ files: [{ fileId, status: 'active' }] });
      expect((await move(fileId, { carrierId: other, period: '2026-01', onExisting: 'append' })).status).toBe(202);
      await service.runJobs();
      expect(await statementOf('2026-01', other)).toMatchObject({ paidNet: 70, received: 2 });
      expect(await statementOf('2026-01')).toMatchObject({ received: 0 });
    });
  });

  describe('taking a file back', () => {
    test('can be undone while its original is kept: it counts again beside the other files of the month', async () => {
      await account.load({ carrierId, period: '2026-01', file: statement([['A', 50]]) });
      const second = { carrierId, period: '2026-01', file: statement([['B', 20]]), append: true, fileName: 'b.csv' };
      const { fileId } = await account.load(second);
      await account.call('DELETE', `/v1/files/${fileId}?only=true`);
      await service.runJobs();
      expect(await statementOf('2026-01')).toMatchObject({ paidNet: 50, files: [{ countsElsewhere: false }, {}] });
      const again = await move(fileId, { carrierId, period: '2026-01', onExisting: 'append' });
      expect(again).toMatchObject({ status: 202, json: { carrierId, period: '2026-01' } });
      await service.runJobs();
      expect(await statementOf('2026-01')).toMatchObject({ paidNet: 70, received: 2 });
      const twice = await move(fileId, { carrierId, period: '2026-01', onExisting: 'append' });
      expect({ status: twice.status, paid: await statementOf('2026-01') }).toMatchObject({
        status: 409,
        paid: { paidNet: 70 },
      });
    });

    test('cannot be undone where it was moved away, because it counts in its new month', async () => {
      const { fileId } = await account.load({ carrierId, period: '2026-01', file: statement([['A', 50]]) });
      await move(fileId, { carrierId, period: '2026-02' });
      await service.runJobs();
      const again = await move(fileId, { carrierId, period: '2026-01', onExisting: 'append' });
      expect(again).toMatchObject({ status: 409, json: { code: 'conflict' } });
      expect(await statementOf('2026-01')).toMatchObject({ files: [{ fileId, countsElsewhere: true }] });
      expect(await statementOf('2026-02')).toMatchObject({ paidNet: 50, files: [{ countsElsewhere: false }] });
    });

    test('gives back the layout that only it was read with', async () => {
      await account.load({ carrierId, period: '2026-01', file: statement([['A', 50]]) });
      await service.addConfig(carrierId, { ...STATEMENT_CONFIG }, account);
      const { fileId } = await account.load({ carrierId, period: '2026-02', file: statement([['B', 20]]) });
      expect(await statementOf('2026-02')).toMatchObject({ files: [{ layoutVersion: 2, isLayoutOnlyHere: true }] });
      const taken = await account.call('DELETE', `/v1/files/${fileId}?only=true&withLayout=true`);
      expect(taken).toMatchObject({ status: 202, json: { removedLayout: 2 } });
      await service.runJobs();
      expect(await statementOf('2026-02')).toMatchObject({ received: 0, files: [{ status: 'retracted' }] });
      const configs = await account.call('GET', `/v1/carriers/${carrierId}/configs`);
      expect(configs.json).toMatchObject({
        data: [
          { version: 2, active: false },
          { version: 1, active: true },
        ],
      });
    });

    test('keeps a layout with which another file was read', async () => {
      await account.load({ carrierId, period: '2026-01', file: statement([['A', 50]]) });
      const { fileId } = await account.load({ carrierId, period: '2026-02', file: statement([['B', 20]]) });
      const taken = await account.call('DELETE', `/v1/files/${fileId}?only=true&withLayout=true`);
      expect(taken.status).toBe(202);
      expect(taken.json).not.toHaveProperty('removedLayout');
    });

    test('gives back the only layout of a carrier, which then asks for one again', async () => {
      const { fileId } = await account.load({ carrierId, period: '2026-02', file: statement([['B', 20]]) });
      const taken = await account.call('DELETE', `/v1/files/${fileId}?only=true&withLayout=true`);
      expect(taken.json).toMatchObject({ removedLayout: 1 });
      await service.runJobs();
      const jobs = await account.call('GET', '/v1/jobs');
      expect(jobs.json).toMatchObject({ data: [{ mode: 'retract', status: 'completed' }, {}] });
      const again = await account.upload({ carrierId, period: '2026-02', file: statement([['B', 20]]) });
      expect(again.json).toMatchObject({ code: 'carrier_not_configured' });
    });
  });
});
