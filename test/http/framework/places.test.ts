import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { runTask } from '../../../app/operations/scheduled-tasks.ts';
import {
  createAdmission,
  inAccountPlace,
  OPERATOR,
  runAdmitted,
  type SharedPlaces,
} from '../../../lambdas/http/admission.ts';
import { isHeldOnFullDisk } from '../../../lambdas/http/answer-once.ts';
import { type BodyPlace, BodyPlaces } from '../../../lambdas/http/receive-body.ts';
import { createSlots } from '../../../lambdas/http/request-places.ts';
import { type OwnService, startService, statement, type TestAccount } from '../../support/service.ts';

/** Guarantee: concurrent bodies are bounded by account, by address and in total, and slow senders make room for others. */
describe('body places', () => {
  const LIMITS = { ofAccount: 3, ofAddress: 5, atOnce: 8, settledMs: 2_000 };

  function bench() {
    let now = 0;
    const places = new BodyPlaces(LIMITS, () => now);
    const lost: string[] = [];
    const entered = new Map<string, BodyPlace>();
    return {
      lost,
      pass: (ms: number) => {
        now += ms;
      },
      /** `a1` is the first body of the account `a`. */
      enter: (name: string, address = 'here') => {
        const place = places.enter({ account: name.charAt(0), address }, () => lost.push(name));
        if (place !== null) entered.set(name, place);
        return place !== null;
      },
      place: (name: string) => {
        const place = entered.get(name);
        if (place === undefined) throw new Error(`${name} has no place`);
        return place;
      },
    };
  }

  test('limits an account to its share, and admits its next body when one has left', () => {
    const { enter, place, lost } = bench();
    expect(['a1', 'a2', 'a3', 'a4'].map((name) => enter(name))).toEqual([true, true, true, false]);
    place('a2').leave();
    expect([enter('a5'), enter('a6')]).toEqual([true, false]);
    expect(lost).toEqual([]);
  });

  test("replaces an account's slowest body by its next one, after a minimum time", () => {
    const { enter, place, pass, lost } = bench();
    for (const name of ['a1', 'a2', 'a3']) enter(name);
    place('a1').count(100);
    place('a2').count(10);
    place('a3').count(1_000);
    pass(1_999);
    expect(enter('a4')).toBe(false);
    pass(1);
    expect(enter('a5')).toBe(true);
    expect(lost).toEqual(['a2']);
  });

  test('keeps the place of a body that has arrived until it leaves', () => {
    const { enter, place, pass, lost } = bench();
    for (const name of ['a1', 'a2', 'a3']) {
      enter(name);
      place(name).arrived();
    }
    pass(60_000);
    expect([enter('a4'), lost]).toEqual([false, []]);
    place('a1').leave();
    expect(enter('a5')).toBe(true);
  });

  test('makes room for senders with few bodies at once, per address and in total, at the cost of those with many', () => {
    const { enter, lost } = bench();
    expect(['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => enter(name))).toEqual(Array.from({ length: 5 }, () => true));
    expect(enter('c1')).toBe(true);
    expect(lost).toEqual(['a1']);
    // Both senders now have two bodies, and the new sender would have as many, so nobody is replaced.
    expect(enter('c2')).toBe(false);
    expect(enter('d1')).toBe(true);
    expect(lost).toHaveLength(2);
    // Other addresses have room until the total is reached.
    expect(['e1', 'e2', 'e3'].map((name) => enter(name, 'there'))).toEqual([true, true, true]);
    expect(enter('f1', 'there')).toBe(true);
    expect(lost.at(-1)).toBe('e1');
  });

  test('lets a sender without bodies in, however often others return', () => {
    const { enter, lost, pass, place } = bench();
    const accounts = ['a', 'b', 'c', 'd'];
    for (let round = 0; round < 50; round++) {
      for (const account of accounts) enter(`${account}${round}`);
      pass(100);
      expect(enter(`z${round}`)).toBe(true);
      for (const account of accounts) enter(`${account}again${round}`);
      place(`z${round}`).leave();
    }
    expect(lost.filter((name) => name.startsWith('z'))).toEqual([]);
  });

  test('tells a replaced sender once, and its leaving frees no other place', () => {
    const { enter, place, pass, lost } = bench();
    for (const name of ['a1', 'a2', 'a3']) enter(name);
    pass(5_000);
    expect(enter('a4')).toBe(true);
    place('a1').leave();
    expect([enter('a5'), lost]).toEqual([true, ['a1', 'a2']]);
    expect(lost.filter((name) => name === 'a1')).toHaveLength(1);
  });

  test('gives all addresses of an IPv6 network the places of one', () => {
    const { enter } = bench();
    const bodies = ['a1', 'b1', 'c1', 'd1', 'e1', 'f1'].map((name, n) => enter(name, `2001:db8::${n}`));
    expect([...bodies, enter('g1', '2001:db8:0:1::1')]).toEqual([true, true, true, true, true, false, true]);
  });
});

/** Guarantee: a large request runs in a place that all processes share and gives it back, and without one it is refused and not begun. */
describe('account places', () => {
  function placesWith(count: number) {
    let held = 0;
    const places: SharedPlaces = {
      take: async () => {
        if (held >= count) return null;
        held += 1;
        return async () => {
          held -= 1;
        };
      },
    };
    return { places, held: () => held };
  }

  test.each(['form', 'heavy'] as const)(
    'a %s request takes a place and gives it back, also after a failure',
    async (kind) => {
      const { places, held } = placesWith(1);
      const admission = createAdmission({ accountPlaces: places });
      expect(await runAdmitted(admission, { owner: 'a', kind }, async () => held())).toBe(1);
      await expect(
        runAdmitted(admission, { owner: 'a', kind }, () => Promise.reject(new Error('broken'))),
      ).rejects.toThrow();
      expect(held()).toBe(0);
    },
  );

  test('refuses a large request of an account without a place, to be tried again, and lets light ones through', async () => {
    const admission = createAdmission({ accountPlaces: placesWith(0).places });
    const work = async () => 'done';
    expect(await runAdmitted(admission, { owner: 'a', kind: 'heavy' }, work)).toMatchObject({
      refused: { code: 'rate_limited', headers: { 'Retry-After': '5' } },
    });
    expect(await runAdmitted(admission, { owner: 'a', kind: 'light' }, work)).toBe('done');
  });

  test('beside other processes, one runs a single form of an account at a time, and those of others at once', async () => {
    const admission = createAdmission({ accountPlaces: placesWith(6).places });
    const release = Promise.withResolvers<void>();
    const begun: string[] = [];
    const forms = ['a', 'a', 'b'].map((owner) =>
      runAdmitted(admission, { owner, kind: 'form' }, async () => {
        begun.push(owner);
        await release.promise;
      }),
    );
    await vi.waitFor(() => expect(begun).toContain('b'));
    expect(begun).toEqual(['a', 'b']);
    release.resolve();
    await Promise.all(forms);
    expect(begun).toEqual(['a', 'b', 'a']);
  });

  test('asks for no place for the operator, or where one process answers everything', async () => {
    expect(await inAccountPlace(placesWith(0).places, OPERATOR, async () => 'done')).toBe('done');
    expect(await inAccountPlace(undefined, 'a', async () => 'done')).toBe('done');
  });
});

describe('form slots', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Asks for a slot for each owner. The work records its start and ends when the test resolves it. */
  function asked(slots: ReturnType<typeof createSlots>, owners: readonly string[]) {
    const started: number[] = [];
    const ends = owners.map(() => Promise.withResolvers<void>());
    const runs = owners.map((owner, index) =>
      slots.run(owner, async () => {
        started.push(index);
        await ends[index]?.promise;
        return index;
      }),
    );
    return { started, ends, runs };
  }

  test('runs at most the limit at once, in order of arrival, and frees the slot of a failure', async () => {
    const { started, ends, runs } = asked(createSlots({ count: 2, ofOwner: 2, waitMs: 1 }), ['a', 'a', 'b', 'a']);
    await Promise.resolve();
    expect(started).toEqual([0, 1]);
    ends[1]?.reject(new Error('broken off'));
    await expect(runs[1]).rejects.toThrow('broken off');
    expect(started).toEqual([0, 1, 2]);
    for (const { resolve } of ends) resolve();
    expect(await Promise.all([runs[0], runs[2], runs[3]])).toEqual([0, 2, 3]);
    expect(started).toEqual([0, 1, 2, 3]);
  });

  test('limits an owner to its share, and serves others before its waiting requests', async () => {
    const slots = createSlots({ count: 4, ofOwner: 2, waitMs: 1 });
    const { started, ends, runs } = asked(slots, ['a', 'a', 'a', 'b', 'c', 'c']);
    await Promise.resolve();
    expect(started).toEqual([0, 1, 3, 4]);
    // The freed slot is not for the owner that already has its share.
    ends[3]?.resolve();
    expect(await runs[3]).toBe(3);
    expect(started).toEqual([0, 1, 3, 4, 5]);
    ends[0]?.resolve();
    expect(await runs[0]).toBe(0);
    expect(started).toEqual([0, 1, 3, 4, 5, 2]);
    for (const { resolve } of ends) resolve();
    await Promise.all(runs);
  });

  test('tells a request that waited too long, never starts it, and gives its place to the next', async () => {
    const { started, ends, runs } = asked(createSlots({ count: 1, ofOwner: 1, waitMs: 20_000 }), ['a', 'b']);
    vi.advanceTimersByTime(19_999);
    const [settled] = await Promise.allSettled([Promise.race([runs[1], Promise.resolve('waits')])]);
    expect(settled).toMatchObject({ value: 'waits' });
    vi.advanceTimersByTime(1);
    expect(await runs[1]).toBeNull();
    ends[0]?.resolve();
    expect(await runs[0]).toBe(0);
    expect(started).toEqual([0]);
  });

  test('serves a third owner despite two owners with long queues', async () => {
    const slots = createSlots({ count: 4, ofOwner: 2, waitMs: 1 });
    const { started, ends, runs } = asked(slots, ['a', 'a', 'b', 'b', 'a', 'a', 'b', 'b', 'c']);
    await Promise.resolve();
    expect(started).toEqual([0, 1, 2, 3]);
    ends[0]?.resolve();
    await runs[0];
    expect(started).toEqual([0, 1, 2, 3, 8]);
    for (const { resolve } of ends) resolve();
    await Promise.all(runs);
    expect(started.slice(5)).toEqual([4, 5, 6, 7]);
  });

  test('keeps the last free slot for an owner without one, if slots are held for long', async () => {
    const slots = createSlots({ count: 4, ofOwner: 2, waitMs: 20_000, keepsLast: true });
    const { started, ends, runs } = asked(slots, ['a', 'a', 'b', 'b', 'c', 'd']);
    await Promise.resolve();
    expect(started).toEqual([0, 1, 2, 4]);
    expect(['a', 'b', 'c', 'd'].map((owner) => slots.heldBy(owner))).toEqual([2, 1, 1, 0]);
    // The freed slot is again the last free slot.
    ends[0]?.resolve();
    await runs[0];
    expect(started).toEqual([0, 1, 2, 4, 5]);
    ends[1]?.resolve();
    ends[4]?.resolve();
    await Promise.all([runs[1], runs[4]]);
    expect(started).toEqual([0, 1, 2, 4, 5, 3]);
    for (const { resolve } of ends) resolve();
    await Promise.all(runs);
  });
});

/** Guarantee: a full disk refuses what would be stored, loses nothing, and lets people read and make room. */
describe('full disk', () => {
  let isFull = false;
  let service: OwnService;
  let account: TestAccount;
  let carrierId: string;
  beforeAll(async () => {
    service = await startService({ isDiskFull: async () => isFull });
    account = await service.createAccount();
    carrierId = await service.createCarrier({ account });
  });
  afterAll(() => service.close());
  beforeEach(() => {
    isFull = false;
  });

  test('refuses an upload with storage_full, and takes the same upload when there is room', async () => {
    const fields = { file: statement([['A1', 20]]), carrierId, period: '2026-03' };
    isFull = true;
    const refused = await account.upload(fields);
    expect(refused).toMatchObject({
      status: 503,
      json: { code: 'storage_full', detail: expect.stringContaining('Nothing of this request was taken in') },
    });
    expect(refused.headers.get('retry-after')).toBe('60');
    isFull = false;
    expect((await account.call('GET', '/v1/files')).json).toMatchObject({ data: [] });
    expect((await account.upload(fields)).status).toBe(202);
    await service.runJobs();
  });

  test('reads, deletes and purges on a full disk', async () => {
    const { json } = await account.call('GET', '/v1/files');
    const fileId = (json as { data: { id: string }[] }).data[0]?.id ?? '';
    isFull = true;
    expect((await account.call('GET', '/v1/members')).status).toBe(200);
    expect((await account.call('POST', `/v1/files/${fileId}/purge`)).status).toBe(200);
    expect((await account.call('DELETE', `/v1/files/${fileId}`)).status).toBe(202);
    expect(await account.call('POST', '/v1/carriers', { json: { name: 'Elm Life' } })).toMatchObject({
      status: 503,
      json: { code: 'storage_full' },
    });
  });

  test('ends a body that fills the disk on its way, on a route that stores nothing', async () => {
    const small = { fields: { carrierId } };
    const form = (file: string) => {
      const body = new FormData();
      body.set('file', new Blob([file]), 'a.csv');
      return { ...small, body };
    };
    const send = (file: string) =>
      fetch(`${service.url}/v1/files/identify`, {
        method: 'POST',
        headers: { authorization: `Bearer ${account.token}` },
        body: form(file).body,
      });
    isFull = true;
    expect((await send(statement([['A1', 20]]))).status).toBe(200);
    const large = await send(statement(Array.from({ length: 10_000 }, (_, index) => [`A${index}`, 20] as const)));
    expect(large.status).toBe(503);
    expect(await large.json()).toMatchObject({ code: 'storage_full' });
  });

  test('holds the tasks that store something, without a record of a run, and runs the others', async () => {
    isFull = true;
    const lastRuns = async () =>
      service.database.system((sql) => sql<{ task: string }[]>`select distinct task from task_runs order by task`);
    expect(await runTask(service.services.tasks, 'run_saved_reports')).toEqual({});
    expect(await runTask(service.services.tasks, 'purge_files')).toMatchObject({ filesPurged: 0 });
    expect((await lastRuns()).map(({ task }) => task)).toEqual(['purge_files']);
  });

  test.each([
    { access: 'account:write', method: 'post', isHeld: true },
    { access: 'account:manage', method: 'patch', isHeld: true },
    { access: 'account:write', method: 'delete', isHeld: false },
    { access: 'account:read', method: 'post', isHeld: false },
    { access: 'operator', method: 'post', isHeld: false },
    { access: 'public', method: 'post', isHeld: false },
  ])('$method of $access is held: $isHeld', ({ access, method, isHeld }) => {
    expect(isHeldOnFullDisk({ access, definition: { method } })).toBe(isHeld);
  });
});
