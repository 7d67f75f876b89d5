import { describe, expect, it } from 'vitest';
import { addMonths, monthIndex, type Period } from '../../../core/period.ts';
import { type Fields, file, line } from '../../support/book-model-cases.ts';
import { reasonIn, rowIn, score, signalsIn } from '../../support/scored-book-cases.ts';

/**
 * docs/reference/signals.md#cadence. Guarantee: where most new members are absent after their first payment, the carrier does not pay every
 * month, and nobody has left.
 */

const START: Period = '2026-01';
const at = (month: number) => addMonths(START, month);
const monthsSince = (begin: Period, period: Period) => monthIndex(period) - monthIndex(begin);
const ids = (count: number) => Array.from({ length: count }, (_, index) => `N${index}`);
const first = (id: string, more: Fields = {}) => line(id, '120', { transactionType: 'New', ...more });

/** Scores statements on which Z is paid each month, with new members in the second one. `later` are the lines from the third one on. */
const bookOf = (fresh: readonly string[], later: (month: number) => ReturnType<typeof line>[] = () => [], months = 5) =>
  score(
    Array.from({ length: months }, (_, month) =>
      file(at(month), line('Z', '20'), ...(month === 1 ? fresh.map((id) => first(id)) : month > 1 ? later(month) : [])),
    ),
  );
const statusesOf = (book: Awaited<ReturnType<typeof bookOf>>, member: string, months: readonly number[]) =>
  months.map((month) => rowIn(book, at(month), member)?.status ?? '–').join(' ');

describe('new members who are absent after their first payment', () => {
  it('are carried, and a row says why', async () => {
    const book = await bookOf(ids(5));
    expect(statusesOf(book, 'N0', [1, 2, 3, 4])).toBe('new carried carried carried');
    expect(reasonIn(book, at(2), 'N0')).toBe(
      'Nothing due in Mar 2026: this carrier does not pay every month; $120.00 was paid in Feb 2026.',
    );
    expect(signalsIn(book, at(2), 'N0')).toEqual([]);
  });

  it('were paid an advance, if their next payment is the part of one month of it', async () => {
    const dated = (id: string, amount: string) =>
      line(id, amount, { transactionType: 'New', effectiveDate: `${at(1)}-01` });
    const warned = async (amount: string) => {
      const book = await score([
        file(at(0), line('Z', '20')),
        file(at(1), line('Z', '20'), ...ids(5).map((id) => dated(id, '120'))),
        ...[2, 3, 4].map((month) => file(at(month), line('Z', '20'))),
        file(at(5), line('Z', '20'), dated('N0', amount)),
      ]);
      return signalsIn(book, at(5), 'N0').filter((signal) => signal.startsWith('COMMISSION_REDUCED'));
    };
    expect(await warned('30.02')).toEqual([]);
    expect(await warned('25')).toHaveLength(1);
  });

  it('are carried if all four are absent, as in a book that sells few policies in a month', async () => {
    expect(statusesOf(await bookOf(ids(4)), 'N0', [1, 2, 3])).toBe('new carried carried');
  });

  it('are carried once there are five, also where few join in a month', async () => {
    const idsOf = (month: number) => ['L', 'M', 'N'].map((id) => `${id}${month}`);
    const book = await bookOf(idsOf(1), (month) => idsOf(month).map((id) => first(id)), 6);
    expect(statusesOf(book, 'N1', [1, 2, 3])).toBe('new red –');
    expect(statusesOf(book, 'N2', [2, 3, 4, 5])).toBe('new carried carried carried');
  });

  it('are red in the twelfth month without pay', async () => {
    const book = await bookOf(ids(5), undefined, 14);
    expect(statusesOf(book, 'N0', [11, 12, 13])).toBe('carried carried red');
  });

  it('are compared with their first payment when they are paid again', async () => {
    const book = await bookOf(ids(5), (month) => (month === 4 ? ids(5).map((id) => line(id, '90')) : []));
    expect(rowIn(book, at(4), 'N0')).toMatchObject({ status: 'yellow', prev: '120' });
  });

  it.each<[string, number, number]>([
    ['only three are absent', 3, 0],
    ['four are absent and one is paid again', 5, 1],
    ['more than half are paid again', 11, 6],
  ])('counter-case: are gone if %s', async (_, count, paidAgain) => {
    const book = await bookOf(ids(count), () =>
      ids(count)
        .slice(count - paidAgain)
        .map((id) => line(id, '120')),
    );
    expect(statusesOf(book, 'N0', [2])).toBe('red');
  });

  it('are carried if half of them are paid again', async () => {
    const book = await bookOf(ids(10), () => ids(5).map((id) => line(id, '120')));
    expect(statusesOf(book, 'N9', [2, 3])).toBe('carried carried');
  });

  it('counter-case: a member who was paid twice is gone, and so is one whose payment was taken back', async () => {
    const book = await score([
      file(at(0), line('Z', '20')),
      file(at(1), line('Z', '20'), line('TWICE', '20')),
      file(
        at(2),
        line('Z', '20'),
        line('TWICE', '20'),
        line('BACK', '20'),
        line('BACK', '-5'),
        ...ids(5).map((id) => first(id)),
      ),
      file(at(3), line('Z', '20')),
    ]);
    expect(statusesOf(book, 'N0', [3])).toBe('carried');
    expect(statusesOf(book, 'TWICE', [3])).toBe('red');
    expect(statusesOf(book, 'BACK', [3])).toBe('red');
  });
});

it('a first statement proves nothing, because all of its members are first paid then', async () => {
  const book = await score([
    file(at(0), line('Z', '20'), ...ids(8).map((id) => first(id))),
    file(at(1), line('Z', '20')),
  ]);
  expect(statusesOf(book, 'N0', [1])).toBe('red');
});

describe('a plan of which nobody is ever paid twice in a row, beside plans that are paid by the month', () => {
  const trail = (id: string) => line(id, '300', { planName: 'Trail' });
  /** Six members M are paid every month, and five members T of a plan in the months of `paid`; in the later ones, T0 is not. */
  const bookWith = (paid: readonly number[], more: Partial<Record<number, readonly ReturnType<typeof line>[]>> = {}) =>
    [0, 1, 2, 3, 4].map((month) =>
      file(
        at(month),
        ...['M0', 'M1', 'M2', 'M3', 'M4', 'M5'].map((id) => line(id, '20', { planName: 'Monthly' })),
        ...(paid.includes(month) ? ['T0', 'T1', 'T2', 'T3', 'T4', 'T5'] : [])
          .filter((id) => id !== 'T0' || month === 0)
          .map(trail),
        ...(more[month] ?? []),
      ),
    );

  it('is asked about once on the second statement, and no member of it is a drop', async () => {
    const book = await score(bookWith([0]));
    expect(statusesOf(book, 'T1', [0, 1, 2, 3, 4])).toBe('new carried carried carried carried');
    expect(book.periods.get(at(1))?.scores.events.map(({ detail }) => detail)).toEqual([
      '6 of 6 members of plan "Trail" are not on the Feb 2026 statement.',
    ]);
  });

  it('is due again when the others of the plan are paid again', async () => {
    const book = await score(bookWith([0, 3]));
    expect(statusesOf(book, 'T1', [0, 1, 2, 3, 4])).toBe('new carried carried green carried');
    expect(statusesOf(book, 'T0', [0, 1, 2, 3, 4])).toBe('new carried carried red –');
  });

  it('counter-case: is a plan that left, where one of its members is paid again', async () => {
    expect(statusesOf(await score(bookWith([0], { 1: [trail('T5')] })), 'T1', [1])).toBe('red');
  });

  it('counter-case: is a plan that left, where the product line is Medicare', async () => {
    const book = await score(bookWith([0]), { productLine: 'medicare' });
    expect(statusesOf(book, 'T1', [1])).toBe('red');
  });

  it('counter-case: proves nothing where hardly anybody else is paid by the month', async () => {
    const short = bookWith([0]).map(({ period, lines }) =>
      file(period, ...(period === at(1) ? lines.slice(0, 3) : lines)),
    );
    expect(statusesOf(await score(short), 'T1', [1])).toBe('red');
  });
});

it('a month without pay carries a member only until it is over', async () => {
  const book = await score(
    [
      file(at(0), line('Z', '20')),
      file(at(1), line('Z', '20'), first('N0')),
      ...[2, 3].map((month) => file(at(month), line('Z', '20'))),
    ],
    { unpaidMonths: [{ months: [3] }] },
  );
  expect(statusesOf(book, 'N0', [2, 3])).toBe('carried red');
});

describe('pay in instalments at the beginning of a policy year', () => {
  /** Three policies begin in each month of 2025. Each is paid for nine months of its year, and G goes on. */
  const policies = Array.from({ length: 36 }, (_, index) => ({ id: `I${index}`, begin: index % 12 }));
  const statements = (goesOn: boolean) =>
    Array.from({ length: 6 }, (_, month) =>
      file(
        at(month),
        ...policies
          .filter(({ id, begin }) => (month + 12 - begin) % 12 < 9 || (goesOn && id === 'I16'))
          .map(({ id, begin }) => line(id, '30', { effectiveDate: `${addMonths('2025-01', begin)}-01` })),
      ),
    );

  it('is recognized on the second statement, and a policy is carried until its next year', async () => {
    const book = await score(statements(false));
    expect(statusesOf(book, 'I4', [0, 1, 2, 3, 4])).toBe('new carried carried carried green');
  });

  it('counter-case: is not where a policy goes on after that month', async () => {
    const book = await score(statements(true));
    expect(rowIn(book, at(2), 'I5')?.status).toBe('red');
  });
});

describe('premiums by the quarter beside monthly ones', () => {
  /** Monthly policies M and quarterly ones Q, three of each begin in each month before the first statement. */
  const begin = (index: number) => `${addMonths('2025-01', index % 12)}-01`;
  const statements = (gone: readonly string[]) =>
    Array.from({ length: 5 }, (_, month) =>
      file(
        at(month),
        ...Array.from({ length: 36 }, (_, index) => {
          const isDue = (month + 12 - (index % 12)) % 3 === 0;
          const [monthly, quarterly] = [`M${index}`, `Q${index}`];
          return [
            ...(month > 0 && gone.includes(monthly)
              ? []
              : [line(monthly, '20', { effectiveDate: begin(index), transactionType: 'Renewal' })]),
            ...(isDue && !(month > 0 && gone.includes(quarterly))
              ? [line(quarterly, '60', { effectiveDate: begin(index), transactionType: 'Renewal' })]
              : []),
          ];
        }).flat(),
      ),
    );

  it('are no drops in the months between, from the second statement on', async () => {
    const book = await score(statements([]));
    expect(statusesOf(book, 'Q3', [0, 1, 2, 3, 4])).toBe('new carried carried green carried');
    expect(statusesOf(book, 'Q1', [1, 2, 3, 4])).toBe('new carried carried green');
  });

  it('a monthly policy that leaves is told at once, and a quarterly one when its premium is due', async () => {
    const book = await score(statements(['M1', 'Q3']));
    expect(statusesOf(book, 'M1', [0, 1])).toBe('new red');
    expect(statusesOf(book, 'Q3', [0, 1, 2, 3])).toBe('new carried carried red');
  });
});

describe('premiums by the quarter, and a ledger that remembers them', () => {
  /** Two quarterly policies begin in each month. Their pay halves in the second year. */
  const policies = Array.from({ length: 24 }, (_, index) => ({
    id: `Q${index}`,
    begin: addMonths('2025-02', index % 12),
  }));
  const book = () =>
    score(
      Array.from({ length: 10 }, (_, month) =>
        file(
          at(month),
          ...Array.from({ length: 12 }, (_, index) =>
            line(`M${index}`, '20', { effectiveDate: `${addMonths('2020-01', index)}-01`, transactionType: 'Renewal' }),
          ),
          ...policies
            .filter(({ begin }) => begin <= at(month) && monthsSince(begin, at(month)) % 3 === 0)
            .map(({ id, begin }) =>
              line(id, monthsSince(begin, at(month)) < 12 ? '60' : '30', {
                effectiveDate: `${begin}-01`,
                transactionType: 'Commission',
              }),
            ),
        ),
      ),
      { productLine: 'medicare' },
    );

  it('nobody is told gone between two payments, also where the pay of a second year is half', async () => {
    const scored = await book();
    const red = policies.flatMap(({ id }) =>
      Array.from({ length: 10 }, (_, month) => at(month)).filter(
        (period) => rowIn(scored, period, id)?.status === 'red',
      ),
    );
    expect(red).toEqual([]);
  });
});

describe('an advance of nine months for new policies of a carrier that pays the others by the month', () => {
  const olds = Array.from({ length: 8 }, (_, index) => `O${index}`);
  const news = Array.from({ length: 12 }, (_, index) => ({ id: `A${index}`, begin: addMonths(START, index >> 1) }));
  const book = (monthly: boolean) =>
    score(
      Array.from({ length: 8 }, (_, month) =>
        file(
          at(month),
          ...olds.map((id, index) => line(id, '10', { effectiveDate: `${addMonths('2023-01', index)}-01` })),
          ...news
            .filter(({ begin }) => begin === at(month) || (monthly && begin < at(month) && begin !== at(4)))
            .map(({ id, begin }) => line(id, '90', { effectiveDate: `${begin}-01` })),
        ),
      ),
    );

  it('is learned from the policies before', async () => {
    expect(statusesOf(await book(false), 'A9', [4, 5, 6, 7])).toBe('new carried carried carried');
  });

  it('counter-case: not where other new policies are paid month after month', async () => {
    expect(statusesOf(await book(true), 'A9', [4, 5, 6])).toBe('new red –');
  });

  it('counter-case: not where only two others are paid', async () => {
    const dated = (id: string, begin: string) => line(id, '20', { effectiveDate: `${begin}-01` });
    const others = ['2022-10', '2023-03', '2023-06'];
    const few = (count: number) =>
      score([
        file(at(0), dated('N0', '2025-08'), dated('N1', '2025-08')),
        file(at(1), ...others.slice(0, count).map((begin, index) => dated(`O${index}`, begin))),
      ]);
    expect(statusesOf(await few(3), 'N0', [1])).toBe('carried');
    expect(statusesOf(await few(2), 'N0', [1])).toBe('red');
  });
});

describe('three payments of a member, each three months apart', () => {
  const quarterly = (count: number, isMonthly: boolean) =>
    score(
      [0, 1, 2, 3, 4, 5, 6, 7]
        .filter((month) => isMonthly || month % 3 === 0 || month === 7)
        .map((month) =>
          file(at(month), line('Z', '20'), ...(month % 3 === 0 ? ids(count).map((id) => line(id, '60')) : [])),
        ),
    );

  it('carry it if two others are paid so', async () => {
    expect(statusesOf(await quarterly(3, true), 'N0', [6, 7])).toBe('reappeared carried');
  });

  it.each([
    ['only one other is paid so', 2, true],
    ['the book has no statement of a month between', 3, false],
  ])('counter-case: prove nothing if %s', async (_, count, isMonthly) => {
    expect(statusesOf(await quarterly(count, isMonthly), 'N0', [7])).toBe('red');
  });
});

describe('the only two payments of five members, three months apart', () => {
  const pays = (count: number, paidIn: readonly number[]) =>
    score(
      [0, 1, 2, 3, 4, 5, 6].map((month) =>
        file(at(month), line('Z', '20'), ...(paidIn.includes(month) ? ids(count).map((id) => line(id, '60')) : [])),
      ),
    );

  it('carry them until the third is due', async () => {
    expect(statusesOf(await pays(5, [0, 3]), 'N0', [4, 5, 6])).toBe('carried carried red');
  });

  it.each([
    ['there are only four', 4, [0, 3]],
    ['they were paid by the month before', 5, [0, 1, 4]],
  ])('counter-case: prove nothing if %s', async (_, count, paidIn) => {
    const after = (paidIn.at(-1) ?? 0) + 1;
    expect(statusesOf(await pays(count, paidIn), 'N0', [after])).toBe('red');
  });
});

describe('a season without pay', () => {
  const pupils = (count: number) => Array.from({ length: count }, (_, index) => `S${index}`);
  /** Scores months from January of a year to August of the next. The school pays nothing in July and August of the first one. */
  const schoolBook = (school: readonly string[], absent: readonly string[]) =>
    score(
      Array.from({ length: 20 }, (_, month) => {
        const isSummer = [6, 7, 18, 19].includes(month);
        const here = !isSummer ? school : month < 12 ? [] : school.filter((member) => !absent.includes(member));
        return file(at(month), line('Z', '20'), ...here.map((member) => line(member, '8')));
      }),
    );
  const inSecondSummer = async (school: readonly string[], absent: readonly string[]) =>
    statusesOf(await schoolBook(school, absent), 'S0', [17, 18, 19]);

  it('is known when it comes back', async () => {
    expect(await inSecondSummer(pupils(5), pupils(5))).toBe('green carried carried');
    expect(reasonIn(await schoolBook(pupils(5), pupils(5)), at(18), 'S0')).toBe(
      'Nothing due in Jul 2027: this carrier does not pay every month; $8.00 was paid in Jun 2027.',
    );
  });

  it.each([
    ['few members', pupils(4), pupils(4)],
    ['members of whom most are paid', pupils(8), pupils(5)],
  ])('counter-case: %s', async (_, school, absent) => {
    expect(await inSecondSummer(school, absent)).toBe('green red –');
  });
});
