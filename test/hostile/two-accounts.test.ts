import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { propertyRuns } from '../support/property-runs.ts';
import { FUZZ_SEED } from './fuzz-settings.ts';
import { createCarrier, type HostileAccount, type HostileService, startHostileService } from './hostile-service.ts';

/**
 * Guarantee: no data of one agency appears in any answer to another. Two agencies make random requests about a carrier of the catalogue and
 * about their own carriers, and also try each other's ids. Each agency marks all its data with a unique word.
 */

const CANARIES = ['canary-of-harbor', 'canary-of-summit'] as const;
const MONTHS = ['2026-01', '2026-02', '2026-03'] as const;

interface Agency {
  readonly account: HostileAccount;
  readonly canary: string;
  /** The carriers of the agency. The first one is shared by both agencies. */
  readonly carrierIds: readonly string[];
  /** Every id from the answers to the agency. */
  readonly ids: Set<string>;
}

let service: HostileService;
let agencies: readonly Agency[];
/** The ids of the common carrier and of its configuration. */
let common: ReadonlySet<string>;
beforeAll(async () => {
  service = await startHostileService();
  const shared = await sharedCarrier();
  agencies = await Promise.all(
    CANARIES.map(async (canary): Promise<Agency> => {
      const account = await service.createAccount(`Agency ${canary}`);
      const own = await createCarrier(account, `Carrier ${canary}`, FORMAT);
      return { account, canary, carrierIds: [shared, own], ids: new Set([own]) };
    }),
  );
  const seen = await agencies[0]?.account.call('GET', `/v1/carriers/${shared}/configs`);
  common = new Set([shared, ...idsIn(seen?.body ?? '')]);
});
afterAll(() => service.close());

const FORMAT = {
  fileType: 'csv',
  columns: {
    member_external_id: 'Member ID',
    commission_amount: 'Commission',
    member_name: 'Name',
    policy_number: 'Policy',
    plan_name: 'Plan',
    agent_name: 'Agent',
  },
} as const;

async function sharedCarrier(): Promise<string> {
  const made = await service.operate('POST', '/v1/admin/carriers', { json: { name: 'Common', slug: 'common' } });
  const { id } = z.object({ id: z.string() }).parse(made.json);
  await service.operate('POST', `/v1/admin/carriers/${id}/configs`, { json: FORMAT });
  return id;
}

type Step =
  | {
      readonly kind: 'upload';
      readonly carrier: number;
      readonly month: number;
      readonly amounts: readonly string[];
      readonly how: string;
    }
  | { readonly kind: 'command'; readonly method: string; readonly path: string; readonly id: number }
  | { readonly kind: 'read'; readonly path: string; readonly id: number; readonly accept: string }
  | { readonly kind: 'rate'; readonly carrier: number; readonly value: number }
  | { readonly kind: 'work' };

const index = fc.nat(1_000_000);
const amount = fc.constantFrom('5.00', '12.50', '-5.00', '0', '(3.10)', 'abc', '', '=1+1');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('upload' as const),
      carrier: fc.nat(1),
      month: fc.nat(2),
      amounts: fc.array(amount, { maxLength: 5 }),
      how: fc.constantFrom('plain', 'replace', 'append'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('command' as const),
      method: fc.constantFrom('POST', 'POST', 'DELETE'),
      path: fc.constantFrom(
        '/v1/files/{}',
        '/v1/files/{}/rescore',
        '/v1/files/{}/purge',
        '/v1/jobs/{}/retry',
        '/v1/expected-rates/{}',
        '/v1/carriers/{}',
      ),
      id: index,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      path: fc.constantFrom(
        '/v1/files?limit=3',
        '/v1/files?carrierId={}',
        '/v1/files/{}',
        '/v1/jobs?workspaceId={}',
        '/v1/jobs',
        '/v1/jobs/{}',
        '/v1/jobs/{}/results?owedOnly=false',
        '/v1/jobs/{}/deltas',
        '/v1/jobs/{}/exceptions',
        '/v1/members?q=canary',
        '/v1/members?carrierId={}&status=green',
        '/v1/members/{}',
        '/v1/members/{}/timeline',
        '/v1/members/{}/journey',
        '/v1/members/{}/last-seen',
        '/v1/policies/{}/journey',
        '/v1/chargebacks?period=2026-02',
        '/v1/carriers',
        '/v1/months?carrierId={}',
        '/v1/months/2026-02?carrierId={}',
        '/v1/carriers/{}',
        '/v1/carriers/{}/configs',
        '/v1/expected-rates?carrierId={}',
        '/v1/workspaces',
        '/v1/audit?limit=200',
        '/v1/me',
      ),
      id: index,
      accept: fc.constantFrom('application/json', 'application/json', 'text/csv', '*/*'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rate' as const), carrier: fc.nat(1), value: fc.nat(50) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('work' as const) }) },
);

test('shows neither agency any data of the other', async () => {
  const statuses = new Map<number, number>();
  const sequence = fc.array(fc.tuple(fc.nat(1), step), { minLength: 20, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      for (const [who, one] of steps) {
        const status = await take(one, who);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      await service.runJobs();
      expect(service.faults).toEqual([]);
    }),
    { seed: FUZZ_SEED, numRuns: Math.max(3, propertyRuns(15)), endOnFailure: true },
  );
  for (const status of [200, 202, 404, 409]) expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(0);
});

test('counter-case: shows each agency data of its own', async () => {
  await service.runJobs();
  for (const { account, canary } of agencies) {
    expect((await account.call('GET', '/v1/members?limit=200')).body).toContain(canary);
    expect((await account.call('GET', '/v1/files?limit=200')).body).toContain(canary);
  }
});

/** Makes a step, and searches the whole answer for the other agency's word and ids. */
async function take(one: Step, who: number): Promise<number> {
  const me = agencies[who];
  const other = agencies[1 - who];
  if (me === undefined || other === undefined) throw new RangeError('There are two agencies.');
  if (one.kind === 'work') {
    await service.runJobs();
    return 0;
  }
  const reply = await send(one, me, [...me.ids, ...other.ids]);
  expect(reply.status).toBeLessThan(500);
  const told = `${[...reply.headers].join('\n')}\n${reply.body}`;
  expect(told).not.toContain(other.canary);
  if (reply.status >= 400) return reply.status;
  for (const id of idsIn(reply.body)) {
    if (common.has(id)) continue;
    expect(other.ids).not.toContain(id);
    me.ids.add(id);
  }
  return reply.status;
}

function idsIn(text: string): readonly string[] {
  return [...text.matchAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g)].map(([id]) => id);
}

function send(
  one: Exclude<Step, { kind: 'work' }>,
  me: Agency,
  ids: readonly string[],
): ReturnType<HostileAccount['call']> {
  const { account, canary, carrierIds } = me;
  const pathOf = (path: string, id: number) => path.replace('{}', ids[id % ids.length] ?? '');
  switch (one.kind) {
    case 'upload': {
      const rows = one.amounts.map(
        (text, n) => `M-${n},"${text}",Name ${canary},P-${n},Plan ${canary},Agent ${canary}`,
      );
      return account.upload({
        file: [Object.values(FORMAT.columns).join(','), ...rows].join('\r\n'),
        fileName: `${canary}.csv`,
        carrierId: carrierIds[one.carrier] ?? '',
        period: MONTHS[one.month] ?? '',
        ...(one.how === 'plain' ? {} : { [one.how]: true }),
      });
    }
    case 'command':
      return account.call(one.method, pathOf(one.path, one.id));
    case 'read':
      return account.call('GET', pathOf(one.path, one.id), { headers: { Accept: one.accept } });
    case 'rate': {
      const json = {
        carrierId: carrierIds[one.carrier],
        rateType: 'flat_per_member',
        rateValue: one.value,
        planCode: canary,
      };
      return account.call('POST', '/v1/expected-rates', { json });
    }
  }
}
