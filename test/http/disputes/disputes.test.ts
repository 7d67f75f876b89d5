import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { downloadWorkbook } from '../../support/download-workbook.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { sharedService, type TestAccount } from '../../support/service.ts';
import { startAgency } from './disputes-agency.ts';
import { operations } from './random-operations.ts';

/** Guarantee: a claim is made once, and a dispute is paid when statements have paid it, for as long as these statements count. */
describe('disputes', async () => {
  let account: TestAccount;
  let carrierId: string;
  const service = await sharedService();

  const claims = z.object({
    data: z.array(
      z.looseObject({ claimId: z.string(), memberExternalId: z.string(), memberRefId: z.string(), kind: z.string() }),
    ),
  });
  const opened = z.looseObject({ id: z.string() });
  const paid = (id: string, month: string, amount = 50) => `${id},${amount},${month},P-${id}`;

  async function upload(period: string, rows: readonly string[], of = account): Promise<string> {
    const file = ['ID,Paid,Month,Policy', ...rows].join('\n');
    return (await of.load({ file, carrierId, period })).fileId;
  }

  async function retract(fileId: string): Promise<void> {
    expect((await account.call('DELETE', `/v1/files/${fileId}`)).status).toBe(202);
    await service.runJobs();
  }

  /** M1 missed February, and January was charged back from M2, who is active. */
  beforeEach(async () => {
    account = await service.createAccount({ name: 'Lakeview Benefits' });
    carrierId = await service.createCarrier({
      name: `Amberly ${randomUUID().slice(0, 8)}`,
      config: {
        fileType: 'csv',
        columns: {
          member_external_id: 'ID',
          commission_amount: 'Paid',
          coverage_month: 'Month',
          policy_number: 'Policy',
        },
      },
    });
    await upload('2026-01', [paid('M1', '2026-01'), paid('M2', '2026-01')]);
    await upload('2026-02', [paid('M2', '2026-02')]);
    await upload('2026-03', [paid('M1', '2026-03'), paid('M2', '2026-03'), paid('M2', '2026-01', -50)]);
  });

  const openClaims = async () =>
    claims
      .parse((await account.call('GET', '/v1/reports/recoverable')).json)
      .data.filter(({ kind }) => kind !== 'underpaid');
  const claimIds = async () => (await openClaims()).map(({ claimId }) => claimId);
  const post = (json: object, headers = {}) => account.call('POST', '/v1/disputes', { json, headers });
  const open = async (json: object) => {
    const reply = await post(json);
    expect(reply.status).toBe(201);
    return opened.parse(reply.json).id;
  };
  const find = async (id: string) => (await account.call('GET', `/v1/disputes/${id}`)).json;
  const patch = (id: string, json: object) => account.call('PATCH', `/v1/disputes/${id}`, { json });

  test('the report names the dispute that asks for a claim, until it is closed', async () => {
    const asked = z.object({
      totals: z.object({ asked: z.number() }),
      data: z.array(z.object({ claimId: z.string(), disputeId: z.string().nullable() })),
    });
    const report = async () => asked.parse((await account.call('GET', '/v1/reports/recoverable')).json);
    const [first = '', second = ''] = await claimIds();
    const id = await open({ claimIds: [first] });
    const disputeOf = async (claimId: string) =>
      (await report()).data.find((claim) => claim.claimId === claimId)?.disputeId;
    expect([await disputeOf(first), await disputeOf(second)]).toEqual([id, null]);
    expect((await report()).totals.asked).toBe(50);
    const csv = await account.call('GET', '/v1/reports/recoverable', { headers: { Accept: 'text/csv' } });
    expect(csv.body.split(id)).toHaveLength(2);
    await patch(id, { state: 'refused' });
    expect(await disputeOf(first)).toBeNull();
    expect((await report()).totals.asked).toBe(0);
  });

  describe('opening', () => {
    test('returns the claims, the evidence and the letter with 201', async () => {
      const { status, json } = await post({ claimIds: await claimIds(), note: 'By email.' });
      expect(status).toBe(201);
      expect(json).toMatchObject({
        carrierId,
        state: 'asked',
        closedBySystem: false,
        note: 'By email.',
        claims: 2,
        askedAmount: 100,
        recoveredAmount: 0,
        closedAt: null,
        rows: [
          { memberExternalId: 'M1', kind: 'missed_months', askedAmount: 50, openAmount: 50, recoveredAmount: 0 },
          {
            memberExternalId: 'M2',
            kind: 'wrong_chargeback',
            evidence: [
              { period: '2026-03', fileName: 'statement.csv', rowNumber: 4, amount: -50, what: 'charged_back' },
            ],
          },
        ],
      });
      const { id } = opened.parse(json);
      expect(await find(id)).toEqual(json);
      expect((await account.call('GET', '/v1/disputes?state=asked')).json).toMatchObject({ data: [{ id, claims: 2 }] });
      expect((await account.call('GET', `/v1/disputes?carrierId=${carrierId}&state=paid`)).json).toMatchObject({
        data: [],
      });
      const letter = await account.call('GET', `/v1/disputes/${id}/letter`);
      expect(letter.body).toContain('From: Lakeview Benefits\nDate: Jul 15, 2026\n');
      expect(letter.body).toContain(`Reference: ${id.slice(0, 8).toUpperCase()}`);
      expect(letter.body).toContain('2 claims, $100.00');
      expect(letter.headers.get('content-type')).toMatch(/^text\/plain/);
    });

    test('returns a workbook with the claims and the rows that prove them', async () => {
      const id = await open({ claimIds: await claimIds() });
      const { headers, sheets } = await downloadWorkbook(service, account, `/v1/disputes/${id}/workbook`);
      expect(headers.get('content-disposition')).toMatch(
        /^attachment; filename="dispute-amberly-[\da-f]{8}-\d{4}-\d\d-\d\d\.xlsx"$/,
      );
      expect(sheets['Claims']).toHaveLength(4);
      expect(sheets['Evidence']?.[2]).toEqual([
        2,
        'M2',
        undefined,
        'P-M2',
        46_082,
        'statement.csv',
        1,
        4,
        -50,
        'charged back',
      ]);
    });

    test('opens a dispute from a member and month, with all their claims', async () => {
      const [first] = await openClaims();
      const { json } = await post({ rows: [{ memberRefId: first?.memberRefId, period: '2026-03' }] });
      expect(json).toMatchObject({ claims: 1, rows: [{ memberExternalId: 'M1' }] });
    });

    test('opens nothing for a repeat under the same key', async () => {
      const headers = { 'Idempotency-Key': randomUUID() };
      const json = { claimIds: await claimIds() };
      const first = await post(json, headers);
      const again = await post(json, headers);
      expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
      expect(
        z.object({ data: z.array(opened) }).parse((await account.call('GET', '/v1/disputes')).json).data,
      ).toHaveLength(1);
    });

    test('answers 409 for a claim in an open dispute, even for two concurrent requests', async () => {
      const ids = await claimIds();
      const replies = await Promise.all([post({ claimIds: ids }), post({ claimIds: ids.slice(0, 1) })]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
      const taken = opened.parse(replies.find(({ status }) => status === 201)?.json).id;
      const refused = replies.find(({ status }) => status === 409)?.json;
      expect(refused).toMatchObject({
        code: 'conflict',
        title: 'A claim is in an open dispute',
        detail: expect.stringContaining(taken),
      });
    });

    test('answers 422 for unknown claims, those of another account, and an empty dispute', async () => {
      const stranger = await service.createAccount();
      const [foreign] = await claimIds();
      const asked = await stranger.call('POST', '/v1/disputes', { json: { claimIds: [foreign] } });
      const unknown = await post({ claimIds: [`${randomUUID()}.2026-03.chargeback`] });
      for (const { status, json } of [asked, unknown]) {
        expect(status).toBe(422);
        expect(json).toMatchObject({
          errors: [{ field: 'claimIds[0]', detail: 'The field claimIds[0] is no open claim.' }],
        });
      }
      expect((await post({ claimIds: ['x', 'y'] })).json).toMatchObject({
        detail: 'These fields are wrong: claimIds[0], claimIds[1].',
      });
      for (const json of [{}, { claimIds: [] }, { claimIds: ['x'], more: 1 }])
        expect((await post(json)).status).toBe(422);
    });
  });

  test("answers 404 for another account's dispute on every route, and lists none of them", async () => {
    const id = await open({ claimIds: await claimIds() });
    const stranger = await service.createAccount();
    for (const path of ['', '/letter', '/workbook']) {
      expect((await stranger.call('GET', `/v1/disputes/${id}${path}`)).status).toBe(404);
    }
    expect((await stranger.call('PATCH', `/v1/disputes/${id}`, { json: { state: 'paid' } })).status).toBe(404);
    expect((await stranger.call('GET', '/v1/disputes')).json).toMatchObject({ data: [] });
    expect((await account.call('GET', `/v1/disputes?carrierId=${randomUUID()}`)).status).toBe(404);
  });

  test('goes from answered to refused, which is final and frees the claims; every change is in the audit trail', async () => {
    const ids = await claimIds();
    const id = await open({ claimIds: ids });
    expect((await patch(id, { state: 'answered', note: 'They look into it.' })).json).toMatchObject({
      state: 'answered',
      note: 'They look into it.',
    });
    expect((await patch(id, { state: 'asked' })).json).toMatchObject({ status: 409, code: 'conflict' });
    expect((await patch(id, { state: 'refused' })).json).toMatchObject({
      state: 'refused',
      closedAt: expect.any(String),
    });
    expect(await patch(id, {})).toMatchObject({ status: 422, json: { code: 'validation_error' } });
    for (const state of ['asked', 'answered', 'paid']) expect((await patch(id, { state })).status).toBe(409);
    expect((await patch(id, { note: null })).json).toMatchObject({ state: 'refused', note: null });
    await open({ claimIds: ids });
    const audit = await service.database.tenant(
      account.accountId,
      (sql) => sql<{ action: string; meta: unknown }[]>`
      select action, meta from audit_entries where target = ${id} and account_id = ${account.accountId} order by position`,
    );
    expect(audit.map(({ action, meta }) => [action, meta])).toMatchObject([
      ['dispute.create', { claims: 2 }],
      ['dispute.change', { from: 'asked', to: 'answered', note: true }],
      ['dispute.change', { from: 'answered', to: 'refused' }],
      ['dispute.change', { from: 'refused', to: 'refused', note: true }],
    ]);
  });

  describe('a later statement', () => {
    const regular = [paid('M1', '2026-04'), paid('M2', '2026-04')];

    test('pays a part (the dispute stays open), pays the rest (it is paid), and is removed (it is open again)', async () => {
      const id = await open({ claimIds: await claimIds() });
      await patch(id, { state: 'answered' });
      await upload('2026-04', [...regular, paid('M1', '2026-02'), paid('M2', '2026-01', 20)]);
      expect(await find(id)).toMatchObject({
        state: 'answered',
        recoveredAmount: 70,
        rows: [
          { openAmount: 0, recoveredAmount: 50 },
          { openAmount: 30, recoveredAmount: 20 },
        ],
      });
      const last = await upload('2026-05', [paid('M1', '2026-05'), paid('M2', '2026-05'), paid('M2', '2026-01', 30)]);
      expect(await find(id)).toMatchObject({
        state: 'paid',
        closedBySystem: true,
        recoveredAmount: 100,
        closedAt: expect.any(String),
      });
      await retract(last);
      expect(await find(id)).toMatchObject({
        state: 'answered',
        closedBySystem: false,
        recoveredAmount: 70,
        closedAt: null,
      });
      const audit = await service.database.tenant(
        account.accountId,
        (sql) => sql<{ actor: string; meta: unknown }[]>`
        select actor, meta from audit_entries
        where account_id = ${account.accountId} and target = ${id} and action = 'dispute.follow' order by position`,
      );
      expect(audit).toMatchObject([
        { actor: 'statement', meta: { state: 'answered' } },
        { actor: 'statement', meta: { state: 'paid' } },
        { actor: 'statement', meta: { state: 'answered' } },
      ]);
    });

    test('corrects the month so that nothing was due: nothing is recovered, and the dispute stays open', async () => {
      const [, chargeback] = await claimIds();
      const id = await open({ claimIds: [chargeback] });
      const file = ['ID,Paid,Month,Policy', paid('M1', '2026-03'), paid('M2', '2026-03')].join('\n');
      await account.load({ file, carrierId, period: '2026-03', replace: true });
      expect(await find(id)).toMatchObject({ state: 'asked', recoveredAmount: 0, rows: [{ openAmount: 0 }] });
    });

    test('changes nothing with regular pay, and does not affect a refused dispute', async () => {
      const [missed, chargeback] = await claimIds();
      const [first, refused] = [await open({ claimIds: [missed] }), await open({ claimIds: [chargeback] })];
      await patch(refused, { state: 'refused' });
      const before = [await find(first), await find(refused)];
      await upload('2026-04', [...regular, paid('M2', '2026-01')]);
      expect([await find(first), await find(refused)]).toEqual(before);
    });
  });
});

/** Guarantee: a dispute follows its member at once when ids are joined or separated, in whichever direction. */
describe('joined members', async () => {
  let account: TestAccount;
  let carrierId: string;
  const service = await sharedService();

  const claims = z.object({ data: z.array(z.looseObject({ claimId: z.string(), kind: z.string() })) });
  const members = z.object({ data: z.array(z.object({ memberRefId: z.string(), memberExternalId: z.string() })) });
  const opened = z.looseObject({ id: z.string() });

  async function upload(period: string, rows: readonly string[]): Promise<void> {
    const { status } = await account.upload({ file: ['ID,Paid,Month', ...rows].join('\n'), carrierId, period });
    expect(status).toBe(202);
    await service.runJobs();
  }

  async function refOf(externalId: string): Promise<string> {
    const { data } = members.parse((await account.call('GET', '/v1/members?limit=200')).json);
    return data.find(({ memberExternalId }) => memberExternalId === externalId)?.memberRefId ?? '';
  }

  const link = (ref: string, externalId: string) =>
    account.call('POST', `/v1/members/${ref}/aliases`, { json: { externalId } });
  const unlink = (ref: string, externalId: string) =>
    account.call('DELETE', `/v1/members/${ref}/aliases/${externalId}`);
  const find = async (id: string) => (await account.call('GET', `/v1/disputes/${id}`)).json;

  async function openForChargeback(): Promise<string> {
    const { data } = claims.parse((await account.call('GET', '/v1/reports/recoverable')).json);
    const claim = data.find(({ kind }) => kind === 'wrong_chargeback');
    const { json } = await account.call('POST', '/v1/disputes', { json: { claimIds: [claim?.claimId] } });
    return opened.parse(json).id;
  }

  /** January was charged back from OLD, who is active. From April on the member has the id NEW. */
  beforeEach(async () => {
    account = await service.createAccount({ name: 'Lakeview Benefits' });
    const columns = { member_external_id: 'ID', commission_amount: 'Paid', coverage_month: 'Month' };
    carrierId = await service.createCarrier({
      name: `Amberly ${randomUUID().slice(0, 8)}`,
      config: { fileType: 'csv', columns },
    });
    for (const month of ['2026-01', '2026-02']) await upload(month, [`OLD,50,${month}`, `M1,20,${month}`]);
    await upload('2026-03', ['OLD,50,2026-03', 'OLD,-50,2026-01', 'M1,20,2026-03']);
  });

  const repaid = () => upload('2026-04', ['NEW,50,2026-04', 'NEW,50,2026-01', 'M1,20,2026-04']);
  const unpaid = () => upload('2026-04', ['NEW,50,2026-04', 'M1,20,2026-04']);

  describe('an open dispute of a member who gets another id', () => {
    test('is paid at once by what the other id was paid', async () => {
      const id = await openForChargeback();
      await repaid();
      expect(await find(id)).toMatchObject({ state: 'asked', recoveredAmount: 0 });
      expect((await link(await refOf('OLD'), 'NEW')).status).toBe(201);
      expect(await find(id)).toMatchObject({ state: 'paid', closedBySystem: true, recoveredAmount: 50 });
    });

    test('is about the member who stays, if its own id becomes the other one', async () => {
      const id = await openForChargeback();
      await repaid();
      const [old, stays] = [await refOf('OLD'), await refOf('NEW')];
      expect((await link(stays, 'OLD')).status).toBe(201);
      expect(await find(id)).toMatchObject({ state: 'paid', rows: [{ memberRefId: stays, recoveredAmount: 50 }] });
      expect((await unlink(stays, 'OLD')).status).toBe(204);
      expect(await find(id)).toMatchObject({ state: 'asked', recoveredAmount: 0, rows: [{ memberRefId: old }] });
    });

    test('is closed by a later line of the other id', async () => {
      const id = await openForChargeback();
      await unpaid();
      const stays = await refOf('NEW');
      await link(stays, 'OLD');
      expect(await find(id)).toMatchObject({ state: 'asked', rows: [{ memberRefId: stays, openAmount: 50 }] });
      await upload('2026-05', ['NEW,50,2026-05', 'NEW,50,2026-01', 'M1,20,2026-05']);
      expect(await find(id)).toMatchObject({ state: 'paid', recoveredAmount: 50 });
    });

    test('holds its claim under the new id too, so that it is asked for once', async () => {
      const id = await openForChargeback();
      await unpaid();
      await link(await refOf('NEW'), 'OLD');
      const { data } = claims.parse((await account.call('GET', '/v1/reports/recoverable')).json);
      const claim = data.find(({ kind }) => kind === 'wrong_chargeback');
      const again = await account.call('POST', '/v1/disputes', { json: { claimIds: [claim?.claimId] } });
      expect(again.status).toBe(409);
      expect(JSON.stringify(again.json)).toContain(id);
    });

    test('counter-case: changes nothing for the dispute of another member', async () => {
      const id = await openForChargeback();
      const before = await find(id);
      await unpaid();
      expect((await link(await refOf('M1'), 'UNSEEN')).status).toBe(201);
      expect(await find(id)).toEqual(before);
    });
  });
});

/** Tests disputes with random statements, rates and requests. Each answer is compared with the model's. */
describe('random disputes', async () => {
  const service = await sharedService();

  test('disputes follow the rules for any statements, rates and requests', async () => {
    await fc.assert(
      fc.asyncProperty(operations, async (steps) => {
        const agency = await startAgency(service);
        for (const step of steps) {
          await agency.run(step);
          await agency.compare();
        }
        await agency.compareLists();
        await agency.compareReports();
      }),
      // The failure message prints the book. Shrinking would take longer than the test may.
      { numRuns: propertyRuns(10), endOnFailure: true },
    );
  });
});
