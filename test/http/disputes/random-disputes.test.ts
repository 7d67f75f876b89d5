import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { propertyRuns } from '../../support/property-runs.ts';
import { sharedService, type TestAccount, type TestService } from '../../support/service.ts';
import {
  type Carrier,
  changeDispute,
  type Dispute,
  disputeOf,
  followDisputes,
  type Line,
  openClaims,
  openDispute,
  type Reply,
  STATES,
  type State,
  stateOf,
  sum,
  type World,
} from './disputes-model.ts';

/** Tests disputes with random statements, rates and requests. Each answer is compared with the model's. */

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});

const PERIODS = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'];
const MEMBERS = ['A', 'B', 'C'];
const FULL = 5000;

const cell = fc.record({
  kind: fc.constantFrom('full', 'full', 'short', 'zero', 'absent', 'absent', 'chargeback', 'repay', 'repay', 'repay'),
  pick: fc.nat(999),
  cents: fc.constantFrom(4999, 4998, 4000, 3000, 1234),
  share: fc.constantFrom('all', 'all', 'half', 'more'),
});
type Cell = typeof cell extends fc.Arbitrary<infer T> ? T : never;

const cells = fc.array(cell, { minLength: MEMBERS.length, maxLength: MEMBERS.length });
const carrierIndex = fc.nat(1);
const month = fc.record({ op: fc.constant('month' as const), carrier: carrierIndex, cells });
const operation = fc.oneof(
  { weight: 5, arbitrary: month },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constantFrom('replace' as const, 'retract' as const), carrier: carrierIndex, cells }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      op: fc.constant('open' as const),
      carrier: carrierIndex,
      claims: fc.array(fc.nat(999), { maxLength: 3 }),
      rows: fc.array(fc.nat(999), { maxLength: 1 }),
      foreign: fc.constantFrom('none', 'none', 'none', 'none', 'unknown', 'otherCarrier', 'closed'),
      note: fc.constantFrom(undefined, null, 'By email.'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constant('patch' as const),
      pick: fc.nat(999),
      state: fc.constantFrom(undefined, ...STATES, 'answered' as const),
      note: fc.constantFrom(undefined, undefined, null, 'They look into it.'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      op: fc.constant('rate' as const),
      carrier: carrierIndex,
      from: fc.constantFrom(...PERIODS),
      cents: fc.constantFrom(4000, 5500, 6000),
    }),
  },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;
const operations: fc.Arbitrary<readonly Operation[]> = fc
  .tuple(fc.array(month, { minLength: 4, maxLength: 6 }), fc.array(operation, { minLength: 12, maxLength: 20 }))
  .map((parts) => parts.flat());

const report = z.object({
  totals: z.object({
    recoverable: z.number(),
    estimated: z.number(),
    asked: z.number(),
    claims: z.number(),
    byKind: z.array(z.object({ kind: z.string(), certainty: z.string(), claims: z.number(), amount: z.number() })),
    byCarrier: z.array(
      z.object({ carrierName: z.string(), claims: z.number(), recoverable: z.number(), estimated: z.number() }),
    ),
  }),
  data: z.array(
    z.object({
      claimId: z.string(),
      memberRefId: z.string(),
      kind: z.string(),
      certainty: z.string(),
      amount: z.number(),
      recoveredAmount: z.number(),
      period: z.string(),
      carrierName: z.string(),
      memberExternalId: z.string(),
      disputeId: z.string().nullable(),
    }),
  ),
});
const listed = z.object({
  id: z.string(),
  carrierId: z.string(),
  carrierName: z.string(),
  state: z.string(),
  closedBySystem: z.boolean(),
  note: z.string().nullable(),
  claims: z.number(),
  askedAmount: z.number(),
  recoveredAmount: z.number(),
  closedAt: z.string().nullable(),
});
const whole = listed.extend({
  letter: z.string(),
  rows: z.array(
    z.object({
      claimId: z.string(),
      kind: z.string(),
      certainty: z.string(),
      period: z.string(),
      memberExternalId: z.string(),
      askedAmount: z.number(),
      openAmount: z.number(),
      recoveredAmount: z.number(),
      ask: z.string(),
    }),
  ),
});
const list = z.object({
  data: z.array(listed),
  pagination: z.object({ limit: z.number(), offset: z.number(), hasMore: z.boolean() }),
  total: z.number(),
});
const problem = z.object({ detail: z.string() });

const dollars = (amount: number) => amount / 100;
const at = <T>(values: readonly T[], pick: number): T | undefined => values[pick % values.length];

/** One account of the service beside the world of the model. */
class Agency {
  readonly account: TestAccount;
  readonly world: World;
  readonly carrierIds: readonly string[];
  readonly #fileIds = new Map<string, string>();
  readonly #claimIds = new Map<string, string>();
  readonly #memberRefs = new Map<string, string>();
  readonly #letters = new Map<string, string>();

  constructor(account: TestAccount, carrierIds: readonly string[]) {
    this.account = account;
    this.carrierIds = carrierIds;
    const carriers = ['Amberly', 'Beacon'].map((name) => ({ name, statements: [], rates: [] }));
    this.world = { carriers, disputes: [] };
  }

  static async start(): Promise<Agency> {
    const account = await service.createAccount({ name: 'Lakeview Benefits' });
    const columns = { member_external_id: 'ID', commission_amount: 'Paid', coverage_month: 'Month' };
    const carrierIds = [];
    for (const name of ['Amberly', 'Beacon']) {
      carrierIds.push(await service.createCarrier({ name, account, config: { fileType: 'csv', columns } }));
    }
    const agency = new Agency(account, carrierIds);
    for (const index of carrierIds.keys()) await agency.setRate(index, '2026-01', FULL);
    return agency;
  }

  carrier(index: number): { readonly carrier: Carrier; readonly carrierId: string } {
    const [carrier, carrierId] = [this.world.carriers[index], this.carrierIds[index]];
    if (carrier === undefined || carrierId === undefined) throw new Error(`No carrier ${index}`);
    return { carrier, carrierId };
  }

  async run(operation: Operation): Promise<void> {
    if (operation.op === 'patch') await this.change(operation);
    else if (operation.op === 'open') await this.open(operation);
    else if (operation.op === 'rate') await this.setRate(operation.carrier, operation.from, operation.cents);
    else if (operation.op === 'retract') await this.retract(operation.carrier);
    else await this.load(operation.carrier, operation.cells, operation.op === 'replace');
  }

  async load(index: number, months: readonly Cell[], replace: boolean): Promise<void> {
    const { carrier, carrierId } = this.carrier(index);
    const before = replace ? carrier.statements.slice(0, -1) : carrier.statements;
    const period = PERIODS[before.length];
    if (period === undefined || (replace && carrier.statements.length === 0)) return;
    const lines = linesOf({ ...carrier, statements: before }, period, months);
    const file = ['ID,Paid,Month', ...lines.map(({ member, cents, month }) => [member, dollars(cents), month].join())];
    const accepted = await this.account.upload({ file: file.join('\n'), carrierId, period, replace });
    expect(accepted.status).toBe(202);
    this.#fileIds.set(`${index} ${period}`, z.object({ fileId: z.string() }).parse(accepted.json).fileId);
    await service.runJobs();
    carrier.statements = [...before, { period, lines }];
    followDisputes(this.world, carrier.name);
  }

  async retract(index: number): Promise<void> {
    const { carrier } = this.carrier(index);
    const last = carrier.statements.at(-1);
    if (last === undefined || carrier.statements.length < 2) return;
    const fileId = this.#fileIds.get(`${index} ${last.period}`);
    expect((await this.account.call('DELETE', `/v1/files/${fileId}`)).status).toBe(202);
    await service.runJobs();
    carrier.statements = carrier.statements.slice(0, -1);
    followDisputes(this.world, carrier.name);
  }

  async setRate(index: number, from: string, cents: number): Promise<void> {
    const { carrier, carrierId } = this.carrier(index);
    if (carrier.rates.some((rate) => rate.from === from)) return;
    const rateValue = dollars(cents);
    const json = { carrierId, rateType: 'flat_per_member', rateValue, effectiveFrom: `${from}-01` };
    expect((await this.account.call('POST', '/v1/expected-rates', { json })).status).toBe(201);
    carrier.rates = [...carrier.rates, { from, cents }];
  }

  async open({ carrier, claims, rows, foreign, note }: Extract<Operation, { op: 'open' }>): Promise<void> {
    const open = openClaims(this.world);
    const own = open.filter((claim) => claim.carrier === this.carrier(carrier).carrier.name);
    const others = open.filter((claim) => claim.carrier !== this.carrier(carrier).carrier.name);
    const keys = own.length === 0 ? [] : claims.flatMap((pick) => at(own, pick)?.key ?? []);
    const foreignKey = {
      none: undefined,
      unknown: 'nobody',
      otherCarrier: others[0]?.key,
      closed: [...this.#claimIds.keys()].find((key) => open.every((claim) => claim.key !== key)),
    }[foreign];
    const asked = {
      keys: foreignKey === undefined ? keys : [...keys, foreignKey],
      rows: rows
        .flatMap((pick) => at(own, pick) ?? [])
        .map(({ carrier: of, member, period }) => ({ carrier: of, member, period })),
      ...(note !== undefined && { note }),
    };
    const json = {
      claimIds: asked.keys.map((key) => this.#claimIds.get(key) ?? key),
      rows: asked.rows.map(({ carrier: of, member, period }) => ({
        memberRefId: this.#memberRefs.get(`${of} ${member}`),
        period,
      })),
      ...(note !== undefined && { note }),
    };
    const reply = await this.account.call('POST', '/v1/disputes', { json });
    const { id } = z.object({ id: z.string().default('') }).parse(reply.json);
    const expected = openDispute(this.world, { name: id, ...asked });
    this.compareReply(reply, expected, { asked });
    if (expected.status === 201) this.#letters.set(id, whole.parse(reply.json).letter);
  }

  async change({ pick, state, note }: Extract<Operation, { op: 'patch' }>): Promise<void> {
    const dispute = at(this.world.disputes, pick);
    if (dispute === undefined) return;
    const change: { state?: State; note?: string | null } = {
      ...(state !== undefined && { state }),
      ...(note !== undefined && { note }),
    };
    const before = structuredClone(dispute);
    const reply = await this.account.call('PATCH', `/v1/disputes/${dispute.name}`, { json: change });
    this.compareReply(reply, changeDispute(dispute, change), { before, change });
  }

  compareReply(
    { status, json }: { readonly status: number; readonly json: unknown },
    expected: Reply<Dispute>,
    request: object,
  ): void {
    expect(status, JSON.stringify({ request, json })).toBe(expected.status);
    if ('dispute' in expected) expect(this.shownWhole(json)).toEqual(this.expectedWhole(expected.dispute));
    else if (expected.status === 409 && expected.names.length > 0) {
      expect(expected.names.some((name) => problem.parse(json).detail.includes(name))).toBe(true);
    } else for (const name of expected.names) expect(problem.parse(json).detail).toContain(name);
  }

  shownWhole(json: unknown) {
    const { rows, letter: _, ...dispute } = whole.parse(json);
    return {
      ...dispute,
      closedAt: dispute.closedAt !== null,
      rows: rows.map(
        (row) =>
          `${row.memberExternalId} ${row.period} ${row.claimId} ${row.askedAmount}: ${row.openAmount}/${row.recoveredAmount}`,
      ),
    };
  }

  expectedListed(dispute: Dispute) {
    const state = stateOf(dispute);
    return {
      id: dispute.name,
      carrierId: this.carrierIds[dispute.carrier === 'Amberly' ? 0 : 1],
      carrierName: dispute.carrier,
      state,
      closedBySystem: dispute.isPaidByStatements,
      note: dispute.note,
      claims: dispute.rows.length,
      askedAmount: dollars(sum(dispute.rows.map(({ asked }) => asked))),
      recoveredAmount: dollars(sum(dispute.rows.map(({ recovered }) => recovered))),
      closedAt: state === 'paid' || state === 'refused',
    };
  }

  expectedWhole(dispute: Dispute) {
    const rows = dispute.rows.map(
      (row) =>
        `${row.member} ${row.period} ${this.#claimIds.get(row.key)} ${dollars(row.asked)}: ${dollars(row.open)}/${dollars(row.recovered)}`,
    );
    return { ...this.expectedListed(dispute), rows };
  }

  /** Compares the report and every dispute. */
  async compare(): Promise<void> {
    const books = bookText(this.world);
    const { json } = await this.account.call('GET', '/v1/reports/recoverable?limit=200');
    const { totals, data } = report.parse(json);
    const shown = data.map((claim) =>
      [
        claim.carrierName,
        claim.memberExternalId,
        claim.period,
        claim.kind,
        claim.certainty,
        claim.amount,
        claim.recoveredAmount,
        claim.disputeId,
      ].join(' '),
    );
    const open = openClaims(this.world);
    const expected = open.map((claim) =>
      [
        claim.carrier,
        claim.member,
        claim.period,
        claim.kind,
        claim.kind === 'underpaid' ? 'contracted' : 'statement_rate',
        dollars(claim.open),
        dollars(claim.recovered),
        disputeOf(this.world, claim.key)?.name,
      ].join(' '),
    );
    expect(shown.toSorted(), books).toEqual(expected.toSorted());
    for (const claim of data) {
      const kind = claim.kind.replace(/^(wrong|double)_/, '');
      const member = `${claim.carrierName} ${claim.memberExternalId}`;
      const key = `${member} ${claim.period} ${kind}`;
      expect(this.#claimIds.get(key) ?? claim.claimId).toBe(claim.claimId);
      this.#claimIds.set(key, claim.claimId);
      this.#memberRefs.set(member, claim.memberRefId);
    }
    const total = (claims: readonly { open: number }[]) => dollars(sum(claims.map((claim) => claim.open)));
    expect(totals, books).toMatchObject({
      recoverable: total(open),
      estimated: 0,
      asked: total(open.filter(({ key }) => disputeOf(this.world, key) !== null)),
      claims: open.length,
    });
    for (const dispute of this.world.disputes) {
      const found = await this.account.call('GET', `/v1/disputes/${dispute.name}`);
      expect(this.shownWhole(found.json), books).toEqual(this.expectedWhole(dispute));
      expect(whole.parse(found.json).letter).toBe(this.#letters.get(dispute.name));
    }
  }

  async compareLists(): Promise<void> {
    for (const [index, state] of [
      [null, null],
      ...STATES.map((one) => [null, one] as const),
      [0, null],
      [1, 'paid' as const],
    ] as const) {
      const carrier = index === null ? null : this.carrier(index);
      const query = `${state === null ? '' : `&state=${state}`}${carrier === null ? '' : `&carrierId=${carrier.carrierId}`}`;
      const expected = this.world.disputes.filter(
        (one) =>
          (state === null || stateOf(one) === state) && (carrier === null || one.carrier === carrier.carrier.name),
      );
      const shown = [];
      for (let offset = 0; ; offset += 2) {
        const reply = await this.account.call('GET', `/v1/disputes?sort=oldest&limit=2&offset=${offset}${query}`);
        const page = list.parse(reply.json);
        shown.push(...page.data.map((one) => ({ ...one, closedAt: one.closedAt !== null })));
        expect(page.total).toBe(expected.length);
        expect(page.data.length).toBeLessThanOrEqual(2);
        if (!page.pagination.hasMore) break;
      }
      expect({ query, shown }).toEqual({ query, shown: expected.map((one) => this.expectedListed(one)) });
      const newest = list.parse((await this.account.call('GET', `/v1/disputes?limit=200${query}`)).json).data;
      expect(newest.map(({ id }) => id)).toEqual(shown.map(({ id }) => id).toReversed());
    }
  }
}

/** Shows the books in a failure. */
function bookText({ carriers }: World): string {
  const lines = carriers.flatMap(({ name, statements, rates }) => [
    `${name} owes ${rates.map(({ from, cents }) => `${cents} from ${from}`).join(', ')}`,
    ...MEMBERS.map((member) => {
      const months = statements.map(({ period, lines }) => {
        const own = lines.filter((line) => line.member === member);
        return `${period.slice(5)}: ${own.map((line) => (line.month === period ? line.cents : `${line.cents} for ${line.month}`)).join(' + ')}`;
      });
      return `${name} ${member} ${months.join('; ')}`;
    }),
  ]);
  return `\n${lines.join('\n')}\n`;
}

/** Makes the lines of a month, from what is claimed before it. */
function linesOf(carrier: Carrier, period: string, months: readonly Cell[]): readonly Line[] {
  return MEMBERS.flatMap((member, index) => {
    const chosen = months[index];
    return chosen === undefined ? [] : memberLines(carrier, { member, period, cell: chosen });
  });
}

function memberLines(
  carrier: Carrier,
  { member, period, cell: { kind, pick, cents, share } }: { member: string; period: string; cell: Cell },
): readonly Line[] {
  const line = (amount: number, of = period): Line => ({ member, cents: amount, month: of });
  const lines = carrier.statements.flatMap((statement) =>
    statement.lines.filter((one) => one.member === member).map((one) => ({ ...one, period: statement.period })),
  );
  const paid = lines.filter((one) => one.month === one.period && one.cents > 0);
  // The same amount three months after the first would be the pay of a quarter.
  const isSecondUnpaid = paid.length === 1 && paid[0]?.period !== carrier.statements.at(-1)?.period;
  if (isSecondUnpaid && (kind === 'absent' || kind === 'zero')) return [line(FULL)];
  if (kind === 'absent') return [];
  if (kind === 'zero') return [line(0)];
  if (kind === 'short') return [line(cents)];
  const isPresentBefore = lines.some((one) => one.period === carrier.statements.at(-1)?.period);
  if (kind === 'chargeback' && isPresentBefore) {
    const candidates = paid.filter(({ cents: amount, month: of }) => {
      if (amount !== FULL) return false;
      const later = lines.filter((one) => one.month === of && one.period > of && one.cents > 0);
      return later.length === 0 || !later.some((one) => one.cents !== FULL);
    });
    const target = at(candidates, pick);
    return target === undefined ? [line(FULL)] : [line(FULL), line(-FULL, target.month)];
  }
  if (kind === 'repay') {
    const claims = openClaims({ carriers: [carrier] }).filter((claim) => claim.member === member);
    const claim = claims.length === 0 ? undefined : at(claims, pick);
    if (claim === undefined) return [line(FULL)];
    const open = Math.round(claim.open / claim.months.length);
    const amount = { all: open, half: Math.ceil(open / 2), more: open + 500 }[share];
    return [line(FULL), line(amount, at(claim.months, pick) ?? period)];
  }
  return [line(FULL)];
}

test('disputes follow the rules for any statements, rates and requests', async () => {
  await fc.assert(
    fc.asyncProperty(operations, async (steps) => {
      const agency = await Agency.start();
      for (const step of steps) {
        await agency.run(step);
        await agency.compare();
      }
      await agency.compareLists();
    }),
    // A book prints itself; shrinking would outlast the test's time.
    { numRuns: propertyRuns(10), endOnFailure: true },
  );
});
