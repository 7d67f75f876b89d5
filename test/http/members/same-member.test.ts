import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

/** Guarantee: a member who was paid once stays the same member, however many months later the next line comes. */
describe('paid once', () => {
  const CONFIG = {
    fileType: 'csv',
    columns: { member_external_id: 'Contract', commission_amount: 'Amount', transaction_type: 'Type' },
  };
  const list = z.object({ data: z.array(z.looseObject({ id: z.string(), memberExternalId: z.string() })) });
  const timeline = z.object({
    data: z.array(
      z.looseObject({ period: z.string(), status: z.string(), signals: z.array(z.looseObject({ code: z.string() })) }),
    ),
  });

  test('a single premium that is charged back months later makes no new member, and its chargeback has its original payment', async () => {
    const service = await sharedService();
    const account = await service.createAccount();
    const carrierId = await service.createCarrier({ account, config: CONFIG });
    const trail = 'V-2,20.00,Trail';
    for (const [period, ...lines] of [
      ['2026-01', 'V-1,7750.00,Single Premium', trail],
      ['2026-02', trail],
      ['2026-03', trail],
      ['2026-04', 'V-1,-7750.00,Reversal', trail],
    ] as const) {
      const file = ['Contract,Amount,Type', ...lines].join('\n');
      await account.load({ file, carrierId, period });
    }
    const { data: members } = list.parse((await account.call('GET', '/v1/members')).json);
    expect(members.map(({ memberExternalId }) => memberExternalId).sort()).toEqual(['V-1', 'V-2']);
    const id = members.find(({ memberExternalId }) => memberExternalId === 'V-1')?.id;
    const { data: rows } = timeline.parse((await account.call('GET', `/v1/members/${id}/timeline`)).json);
    expect(rows.map(({ period, status }) => [period, status])).toEqual([
      ['2026-01', 'new'],
      ['2026-04', 'yellow'],
    ]);
    expect(rows[1]?.signals.map(({ code }) => code)).not.toContain('CHARGEBACK_UNMATCHED');
  });
});

/** Guarantee: members who get new ids together continue, in any order of uploads, and no longer than the statements show it. */
describe('continued block', async () => {
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

    describe('the order of uploads', () => {
      const again = renumbered().map(([id = '', ...more]): Row => [`Z${id}`, ...more]);
      const months: readonly (readonly [string, readonly Row[]])[] = [
        ['2026-01', withoutSecond(oldRows())],
        ['2026-02', renumbered().slice(0, 5)],
        ['2026-03', renumbered()],
        ['2026-04', again],
      ];
      const resultsOf = async ({ account, statuses }: IdentifiedBook) => {
        const shown: unknown[] = [];
        for (const [period] of months) {
          const rollup = await account.call('GET', `/v1/reports/rollup?period=${period}`);
          shown.push(await statuses(period), totals.parse(rollup.json));
        }
        return shown;
      };
      let inOrder: unknown[];
      beforeAll(async () => {
        const book = await openIdentifiedBook(service);
        for (const [period, rows] of months) await book.load(period, OLD, rows);
        expect(await book.statuses('2026-04')).toEqual(GREEN);
        inOrder = await resultsOf(book);
      });

      test.each([
        ['backwards', [3, 2, 1, 0]],
        ['with the block first', [2, 0, 3, 1]],
        ['with the second block first', [3, 0, 2, 1]],
      ])('changes nothing: %s', async (_, order) => {
        const book = await openIdentifiedBook(service);
        for (const at of order) {
          const [period = '', rows = []] = months[at] ?? [];
          // A first try with too few members is replaced, so that links are made and taken back.
          await book.load(period, OLD, rows.slice(1));
          await book.load(period, OLD, rows, { replace: 'true' });
        }
        expect(await resultsOf(book)).toEqual(inOrder);
      });
    });
  });
});
