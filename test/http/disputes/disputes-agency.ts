import { expect } from 'vitest';
import { z } from 'zod';
import type { TestAccount, TestService } from '../../support/service.ts';
import {
  type Carrier,
  type Claim,
  changeDispute,
  type Dispute,
  disputeOf,
  followDisputes,
  openClaims,
  openDispute,
  owedForMonth,
  type Reply,
  STATES,
  type State,
  stateOf,
  sum,
  type World,
} from './disputes-model.ts';
import { at, bookText, type Cell, FULL, linesOf, PERIODS } from './random-statements.ts';

/** Runs random operations against the service and the model, and compares both. */

const CARRIERS = ['Amberly', 'Beacon'] as const;

interface OfCarrier {
  readonly carrier: number;
}

interface Opening extends OfCarrier {
  readonly op: 'open';
  readonly claims: readonly number[];
  readonly rows: readonly number[];
  readonly foreign: 'none' | 'unknown' | 'otherCarrier' | 'paid' | 'released';
  readonly note: string | null | undefined;
}

interface Change {
  readonly op: 'patch';
  readonly pick: number;
  readonly state: State | undefined;
  readonly note: string | null | undefined;
}

export type Operation =
  | (OfCarrier & { readonly op: 'month' | 'replace'; readonly cells: readonly Cell[] })
  | (OfCarrier & { readonly op: 'retract' | 'deleteRate' })
  | (OfCarrier & { readonly op: 'rate'; readonly from: string; readonly cents: number })
  | Opening
  | Change;

const evidence = z.array(
  z.object({
    period: z.string(),
    fileName: z.literal('statement.csv'),
    sheet: z.literal(1),
    rowNumber: z.number(),
    amount: z.number(),
    what: z.string(),
  }),
);
const claimSchema = z.object({
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
  evidence,
});
const scorecards = z.object({ data: z.array(z.object({ carrierName: z.string(), recoverableAmount: z.number() })) });
const homeTotals = z.object({ totals: z.object({ toAskFor: z.number() }) });
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
  data: z.array(claimSchema),
  pagination: z.object({ hasMore: z.boolean() }),
  total: z.number(),
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
      evidence,
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

const KINDS = ['underpaid', 'missed_months', 'wrong_chargeback', 'double_chargeback'] as const;
/** The kinds that a contract or the chargebacks themselves prove. The habits of the book make the others likely. */
const CERTAIN: readonly string[] = ['underpaid', 'double_chargeback'];
const certaintyOf = ({ kind }: Claim) => (CERTAIN.includes(kind) ? 'certain' : 'likely');

const evidenceTexts = (rows: z.infer<typeof evidence>) =>
  rows.map((row) => `${row.period} ${row.rowNumber} ${Math.round(row.amount * 100)} ${row.what}`);

const claimText = (claim: z.infer<typeof claimSchema>) =>
  [
    `${claim.carrierName} ${claim.memberExternalId} ${claim.period} ${claim.kind} ${claim.certainty}`,
    `${claim.amount}/${claim.recoveredAmount} ${claim.disputeId ?? ''}`,
    ...evidenceTexts(claim.evidence),
  ].join(' ');

/** Starts an agency without statements, whose two carriers owe the full amount for each member and month. */
export async function startAgency(service: TestService): Promise<Agency> {
  const account = await service.createAccount({ name: 'Lakeview Benefits' });
  const columns = { member_external_id: 'ID', commission_amount: 'Paid', coverage_month: 'Month' };
  const carrierIds = [];
  for (const name of CARRIERS) {
    carrierIds.push(await service.createCarrier({ name, account, config: { fileType: 'csv', columns } }));
  }
  const agency = new Agency(service, account, carrierIds);
  for (const index of carrierIds.keys()) await agency.setRate(index, PERIODS[0], FULL);
  return agency;
}

/** An account of the service beside the world of the model. */
class Agency {
  readonly account: TestAccount;
  readonly world: World;
  readonly carrierIds: readonly string[];
  readonly #fileIds = new Map<string, string>();
  readonly #claimIds = new Map<string, string>();
  readonly #memberRefs = new Map<string, string>();
  readonly #letters = new Map<string, string>();
  readonly #service: TestService;

  constructor(service: TestService, account: TestAccount, carrierIds: readonly string[]) {
    this.#service = service;
    this.account = account;
    this.carrierIds = carrierIds;
    const carriers = CARRIERS.map((name) => ({ name, statements: [], rates: [] }));
    this.world = { carriers, disputes: [] };
  }

  carrier(index: number): { readonly carrier: Carrier; readonly carrierId: string } {
    const [carrier, carrierId] = [this.world.carriers[index], this.carrierIds[index]];
    if (carrier === undefined || carrierId === undefined) throw new Error(`No carrier ${index}`);
    return { carrier, carrierId };
  }

  run(operation: Operation): Promise<void> {
    switch (operation.op) {
      case 'month':
      case 'replace':
        return this.load(operation.carrier, operation.cells, operation.op === 'replace');
      case 'retract':
        return this.retract(operation.carrier);
      case 'rate':
        return this.setRate(operation.carrier, operation.from, operation.cents);
      case 'deleteRate':
        return this.deleteRate(operation.carrier);
      case 'open':
        return this.open(operation);
      case 'patch':
        return this.change(operation);
    }
  }

  async load(index: number, cells: readonly Cell[], replace: boolean): Promise<void> {
    const { carrier, carrierId } = this.carrier(index);
    const before = replace ? carrier.statements.slice(0, -1) : carrier.statements;
    const period = PERIODS[before.length];
    if (period === undefined || (replace && carrier.statements.length === 0)) return;
    const isAsked = ({ key }: Claim) => disputeOf(this.world, key) !== null;
    const lines = linesOf({ ...carrier, statements: before }, period, { cells, isAsked });
    const file = ['ID,Paid,Month', ...lines.map(({ member, cents, month }) => [member, dollars(cents), month].join())];
    const accepted = await this.account.upload({ file: file.join('\n'), carrierId, period, replace });
    expect(accepted.status).toBe(202);
    this.#fileIds.set(`${index} ${period}`, z.object({ fileId: z.string() }).parse(accepted.json).fileId);
    await this.#service.runJobs();
    carrier.statements = [...before, { period, lines }];
    followDisputes(this.world, carrier.name);
  }

  async retract(index: number): Promise<void> {
    const { carrier } = this.carrier(index);
    const last = carrier.statements.at(-1);
    if (last === undefined || carrier.statements.length < 2) return;
    const fileId = this.#fileIds.get(`${index} ${last.period}`);
    expect((await this.account.call('DELETE', `/v1/files/${fileId}`)).status).toBe(202);
    await this.#service.runJobs();
    carrier.statements = carrier.statements.slice(0, -1);
    followDisputes(this.world, carrier.name);
  }

  async setRate(index: number, from: string, cents: number): Promise<void> {
    const { carrier, carrierId } = this.carrier(index);
    if (carrier.rates.some((rate) => rate.from === from)) return;
    const rateValue = dollars(cents);
    const json = { carrierId, rateType: 'flat_per_member', rateValue, effectiveFrom: `${from}-01` };
    const added = await this.account.call('POST', '/v1/expected-rates', { json });
    expect(added.status).toBe(201);
    carrier.rates = [...carrier.rates, { from, cents, id: z.object({ id: z.string() }).parse(added.json).id }];
  }

  /** Deletes the newest rate, except the first. */
  async deleteRate(index: number): Promise<void> {
    const { carrier } = this.carrier(index);
    const last = carrier.rates.at(-1);
    if (last === undefined || carrier.rates.length < 2) return;
    expect((await this.account.call('DELETE', `/v1/expected-rates/${last.id}`)).status).toBe(204);
    carrier.rates = carrier.rates.slice(0, -1);
  }

  async open({ carrier, claims, rows, foreign, note }: Opening): Promise<void> {
    const open = openClaims(this.world);
    const own = open.filter((claim) => claim.carrier === this.carrier(carrier).carrier.name);
    const others = open.filter((claim) => claim.carrier !== this.carrier(carrier).carrier.name);
    const keys = own.length === 0 ? [] : claims.flatMap((pick) => at(own, pick)?.key ?? []);
    const foreignKey = {
      none: undefined,
      unknown: 'nobody',
      otherCarrier: others[0]?.key,
      paid: [...this.#claimIds.keys()].find((key) => open.every((claim) => claim.key !== key)),
      released: own.find(({ key }) => this.world.disputes.some((one) => one.rows.some((row) => row.key === key)))?.key,
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
    if (expected.status === 201) this.#keepLetter(whole.parse(reply.json));
  }

  #keepLetter({ id, letter, rows, askedAmount }: z.infer<typeof whole>): void {
    const claims = rows.length === 1 ? '1 claim' : `${rows.length} claims`;
    expect(letter).toContain(`${claims}, $${askedAmount.toFixed(2)}`);
    expect(letter).toContain(rows.map(({ ask }, index) => `${index + 1}. ${ask}`).join('\n'));
    this.#letters.set(id, letter);
  }

  async change({ pick, state, note }: Change): Promise<void> {
    const dispute = at(this.world.disputes.toReversed(), pick);
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
      rows: rows.map((row) =>
        [
          `${row.memberExternalId} ${row.period} ${row.claimId}`,
          `${row.askedAmount}: ${row.openAmount}/${row.recoveredAmount}`,
          ...evidenceTexts(row.evidence),
        ].join(' '),
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
    const rows = dispute.rows.map((row) =>
      [
        `${row.member} ${row.period} ${this.#claimIds.get(row.key)}`,
        `${dollars(row.asked)}: ${dollars(row.open)}/${dollars(row.recovered)}`,
        ...row.evidence,
      ].join(' '),
    );
    return { ...this.expectedListed(dispute), rows };
  }

  /** Compares the report and every dispute. */
  async compare(): Promise<void> {
    const books = bookText(this.world);
    await this.#compareReport(books, '', () => true);
    for (const dispute of this.world.disputes) {
      const found = await this.account.call('GET', `/v1/disputes/${dispute.name}`);
      expect(this.shownWhole(found.json), books).toEqual(this.expectedWhole(dispute));
      expect(whole.parse(found.json).letter).toBe(this.#letters.get(dispute.name));
    }
  }

  /** Compares the report with a filter, read in pages, with the model's claims that pass the filter. */
  async #compareReport(books: string, query: string, isWanted: (claim: Claim) => boolean, limit = 200): Promise<void> {
    const open = openClaims(this.world).filter(isWanted);
    const shown = [];
    for (let offset = 0; ; offset += limit) {
      const path = `/v1/reports/recoverable?limit=${limit}&offset=${offset}${query}`;
      const page = report.parse((await this.account.call('GET', path)).json);
      expect(page.totals, `${books}${query}`).toEqual(this.#expectedTotals(open));
      expect(page.total).toBe(open.length);
      expect(page.data.length).toBeLessThanOrEqual(limit);
      for (const claim of page.data) this.#learn(claim);
      shown.push(...page.data.map(claimText));
      if (!page.pagination.hasMore) break;
    }
    expect(shown, `${books}${query}`).toEqual(open.map((claim) => this.#expectedText(claim)));
  }

  /** Remembers the ids of claims, and checks that they stay the same. */
  #learn({ claimId, carrierName, memberExternalId, memberRefId, period, kind }: z.infer<typeof claimSchema>): void {
    const member = `${carrierName} ${memberExternalId}`;
    const key = `${member} ${period} ${kind.replace(/^(wrong|double)_/, '')}`;
    expect(this.#claimIds.get(key) ?? claimId).toBe(claimId);
    this.#claimIds.set(key, claimId);
    this.#memberRefs.set(member, memberRefId);
  }

  #expectedText(claim: Claim): string {
    return [
      `${claim.carrier} ${claim.member} ${claim.period} ${claim.kind} ${certaintyOf(claim)}`,
      `${dollars(claim.open)}/${dollars(claim.recovered)} ${disputeOf(this.world, claim.key)?.name ?? ''}`,
      ...claim.evidence,
    ].join(' ');
  }

  #expectedTotals(open: readonly Claim[]): z.infer<typeof report>['totals'] {
    const total = (claims: readonly Claim[]) => dollars(sum(claims.map((claim) => claim.open)));
    const isCertain = (claim: Claim) => certaintyOf(claim) === 'certain';
    const byCarrier = [...Map.groupBy(open, ({ carrier }) => carrier)].map(([carrierName, claims]) => ({
      carrierName,
      claims: claims.length,
      recoverable: total(claims.filter(isCertain)),
      estimated: total(claims.filter((claim) => !isCertain(claim))),
    }));

    const byKind = KINDS.map((kind) => ({ kind, claims: open.filter((claim) => claim.kind === kind) }));
    return {
      recoverable: total(open.filter(isCertain)),
      estimated: total(open.filter((claim) => !isCertain(claim))),
      asked: total(open.filter(({ key }) => disputeOf(this.world, key) !== null)),
      claims: open.length,
      byKind: byKind.flatMap(({ kind, claims: [first, ...more] }) =>
        first === undefined
          ? []
          : [{ kind, certainty: certaintyOf(first), claims: 1 + more.length, amount: total([first, ...more]) }],
      ),
      byCarrier: byCarrier.toSorted((a, b) => b.recoverable - a.recoverable),
    };
  }

  /** Compares every filter of the report, and what other reports show of claims. */
  async compareReports(): Promise<void> {
    const books = bookText(this.world);
    for (const kind of KINDS) await this.#compareReport(books, `&kind=${kind}`, (claim) => claim.kind === kind, 3);
    for (const certainty of ['certain', 'to_check']) {
      await this.#compareReport(books, `&certainty=${certainty}`, (claim) => certaintyOf(claim) === certainty);
    }
    const [from, to] = [PERIODS[1], PERIODS[3]];
    const isInRange = ({ period }: Claim) => period >= from && period <= to;
    await this.#compareReport(books, `&from=${from}&to=${to}`, isInRange, 2);
    const { carrier, carrierId } = this.carrier(1);
    await this.#compareReport(books, `&carrierId=${carrierId}`, (claim) => claim.carrier === carrier.name, 1);

    const cards = await this.account.call('GET', `/v1/reports/carrier-scorecards?from=${from}&to=${to}`);
    for (const card of scorecards.parse(cards.json).data) {
      const isOfCard = (claim: Claim) => claim.carrier === card.carrierName && certaintyOf(claim) === 'certain';
      const claims = openClaims(this.world).filter((claim) => isOfCard(claim) && isInRange(claim));
      expect(card.recoverableAmount, books).toBe(dollars(sum(claims.map(({ open }) => open))));
    }
    const home = await this.account.call('GET', `/v1/home?period=${from}`);
    expect(homeTotals.parse(home.json).totals.toAskFor, books).toBe(dollars(owedForMonth(this.world, from)));
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
