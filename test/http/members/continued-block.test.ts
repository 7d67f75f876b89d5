import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sharedService, type TestAccount } from '../../support/service.ts';
import {
  found,
  GREEN,
  type IdentifiedBook,
  NAMES,
  NEW,
  newRows,
  OLD,
  oldRows,
  openIdentifiedBook,
  type Row,
  renumbered,
  withoutSecond,
} from './identified-book.ts';

/** Guarantee: members who get new ids together continue, in any order of uploads, and no longer than the statements show it. */

let account: TestAccount;
let load: IdentifiedBook['load'];
let relay: IdentifiedBook['relay'];
let retract: IdentifiedBook['retract'];
let statuses: IdentifiedBook['statuses'];
const service = await sharedService();
beforeEach(async () => {
  ({ account, load, relay, retract, statuses } = await openIdentifiedBook(service));
});

const totals = z.object({ totals: z.record(z.string(), z.unknown()) });

describe('identification of a block by name', () => {
  const CONTINUED = '6 of the 6 missing members return under another id: continued.';

  test('continues members with the same name and date, and their later months', async () => {
    await load('2026-01', OLD, withoutSecond(oldRows()));
    const { said } = await load('2026-02', OLD, renumbered());
    expect(said).toEqual([CONTINUED]);
    expect(await statuses('2026-02')).toEqual(GREEN);
    await load('2026-03', OLD, renumbered());
    expect(await statuses('2026-03')).toEqual(GREEN);
  });

  test('continues them after a change of layout', async () => {
    await load('2026-01', OLD, withoutSecond(oldRows()));
    await relay();
    const { said } = await load(
      '2026-02',
      NEW,
      newRows((i) => `X${i}`),
    );
    expect(said).toEqual([CONTINUED]);
    expect(await statuses('2026-02')).toEqual(GREEN);
  });

  test('continues five beside a member who left and one who came, and the sixth a month later', async () => {
    await load('2026-01', OLD, withoutSecond(oldRows()));
    const came = ['Y', '', 'Flo Quill', '2026-02-01', '50'];
    const { said } = await load('2026-02', OLD, [...renumbered().slice(0, 5), came]);
    expect(said).toEqual(['5 of the 6 missing members return under another id: continued.']);
    expect(await statuses('2026-02')).toEqual([...GREEN.slice(0, 5), 'M5 red', 'Y new']);
    await load('2026-03', OLD, [...renumbered(), came]);
    expect(await statuses('2026-03')).toEqual([...GREEN.slice(0, 5), 'M5 reappeared', 'Y green']);
  });

  test('can be undone for one member, who stays separate when the month is loaded again', async () => {
    await load('2026-01', OLD, withoutSecond(oldRows().slice(0, 5)));
    await load('2026-02', OLD, renumbered().slice(0, 5));
    const { data } = found.parse((await account.call('GET', '/v1/members?period=2026-02')).json);
    const reference = data.find(({ memberExternalId }) => memberExternalId === 'M0')?.memberRefId;
    expect((await account.call('DELETE', `/v1/members/${reference}/aliases/X0`)).status).toBe(204);
    const separated = ['M0 red', ...GREEN.slice(1, 5), 'X0 new'];
    expect(await statuses('2026-02')).toEqual(separated);
    await load('2026-02', OLD, renumbered().slice(0, 5), { replace: 'true' });
    expect(await statuses('2026-02')).toEqual(separated);
    await load('2026-01', OLD, withoutSecond(oldRows().slice(0, 5)), { replace: 'true' });
    expect(await statuses('2026-02')).toEqual(separated);
  });

  test('ends when the file that showed it is retracted or replaced, or the months before are', async () => {
    const before = await load('2026-01', OLD, withoutSecond(oldRows()));
    const block = await load('2026-02', OLD, renumbered());
    await retract(block.fileId);
    await load('2026-02', OLD, withoutSecond(oldRows()));
    expect(await statuses('2026-02')).toEqual(GREEN);
    await load('2026-03', OLD, renumbered());
    expect(await statuses('2026-03')).toEqual(GREEN);
    await load('2026-03', OLD, renumbered().slice(0, 4), { replace: 'true' });
    const few = [0, 1, 2, 3].map((i) => `X${i} new`);
    expect(await statuses('2026-03')).toEqual([...NAMES.map((_, i) => `M${i} red`), ...few]);
    await load('2026-03', OLD, renumbered(), { replace: 'true' });
    expect(await statuses('2026-03')).toEqual(GREEN);
    await load('2026-02', OLD, renumbered(), { replace: 'true' });
    expect(await statuses('2026-03')).toEqual(GREEN);
    await retract(before.fileId);
    expect(await statuses('2026-03')).toEqual(NAMES.map((_, i) => `X${i} green`));
  });

  test('is told by the job of an earlier month that shows it', async () => {
    await load('2026-02', OLD, renumbered());
    const { said } = await load('2026-01', OLD, withoutSecond(oldRows()));
    expect(said).toEqual([`Feb 2026: ${CONTINUED}`]);
  });

  test.each([
    ['backwards', [3, 2, 1, 0]],
    ['with the block first', [2, 0, 3, 1]],
    ['with the second block first', [3, 0, 2, 1]],
  ])('ends the same whatever the order of uploads: %s', async (_, order) => {
    const again = renumbered().map(([id = '', ...rest]): Row => [`Z${id}`, ...rest]);
    const months: readonly (readonly [string, readonly Row[]])[] = [
      ['2026-01', withoutSecond(oldRows())],
      ['2026-02', renumbered().slice(0, 5)],
      ['2026-03', renumbered()],
      ['2026-04', again],
    ];
    const results = async () => {
      const shown: unknown[] = [];
      for (const [period] of months) {
        const rollup = await account.call('GET', `/v1/reports/rollup?period=${period}`);
        shown.push(await statuses(period), totals.parse(rollup.json));
      }
      return shown;
    };
    for (const [period, rows] of months) await load(period, OLD, rows);
    const inOrder = await results();
    expect(await statuses('2026-04')).toEqual(GREEN);
    ({ account, load, relay, retract, statuses } = await openIdentifiedBook(service));
    for (const at of order) {
      const [period = '', rows = []] = months[at] ?? [];
      // A first try with too few members is replaced, so that links are made and taken back.
      await load(period, OLD, rows.slice(1));
      await load(period, OLD, rows, { replace: 'true' });
    }
    expect(await results()).toEqual(inOrder);
  });
});
