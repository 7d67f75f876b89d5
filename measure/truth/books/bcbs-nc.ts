import { diceOf } from '../../../demo/statements/seeded.ts';
import { dollars } from '../../../demo/statements/story.ts';
import type { TruthBook } from '../judging/truth.ts';
import { dateCell, deliver, type Layout } from './layout.ts';
import { AGENTS, endOf, firstDay, Ledger, type Line } from './ledger.ts';
import { monthsFrom, ordinaryLife, playMonths } from './months.ts';

const PERIODS = monthsFrom('2025-10', 8);

/** Makes the layout, which has one more column in some months. */
function layoutOf(hasCustomerType: boolean): Layout {
  const only = <T>(value: T): readonly T[] => (hasCustomerType ? [value] : []);
  return {
    fileType: 'xlsx',
    sheet: 'Sheet1',
    header: [
      'Agent #',
      'Agent Name',
      'Group Type',
      ...only('Customer Type'),
      'Customer Name',
      'Customer No',
      'Orig Eff Date',
      'Product',
      'Coverage From',
      'Coverage To',
      'Premium Period',
      'Orig Sub Count',
      'Renewal Date',
      'Billed Amount',
      'Commission',
    ],
    row: ({ person, traits, type, cents, coverage, premiumCents }) => [
      traits.agent.id,
      traits.agent.name,
      type === 'chargeback' ? 'ADJUSTMENT' : type === 'first_year' ? 'FY' : 'RENEW',
      ...only('Individual'),
      person === null ? '' : `${person.last}, ${person.first}`,
      person?.id ?? '',
      dateCell(person?.effective ?? null),
      traits.plan,
      dateCell(firstDay(coverage)),
      dateCell(endOf(coverage)),
      `${coverage.slice(5)}/${coverage.slice(0, 4)}`,
      String(traits.lives),
      dateCell('2026-01-01'),
      dollars(premiumCents),
      dollars(cents),
    ],
    footer: (cents) => [
      [...Array.from({ length: hasCustomerType ? 14 : 13 }, () => ''), 'Total:', dollars(cents)].slice(1),
    ],
  };
}

const agentOf = ({ traits }: Line): number =>
  Math.max(
    0,
    AGENTS.findIndex(({ id }) => id === traits.agent.id),
  );

/** Individual plans in one file per agent, each with its total, and a column that is present only in some months. */
export function bcbsNc(seed: number): TruthBook {
  const [book, dice] = [new Ledger(), diceOf(seed)];
  playMonths({
    book,
    dice,
    periods: PERIODS,
    form: { id: 'YPP########', plans: ['Blue Value', 'Blue Advantage'], states: ['NC'] },
    steady: 45,
    joins: 10,
    stories: ordinaryLife(),
    person: () => ({ premiumCents: dice.int(30_000, 80_000), lives: dice.int(1, 3) }),
    due: ({ traits }) => traits.lives * 1400,
    typeOf: ({ effective }, period) => (effective.slice(0, 4) === period.slice(0, 4) ? 'first_year' : 'renewal'),
    tellsTerm: false,
  });
  const [withType, without] = [layoutOf(true), layoutOf(false)];
  return {
    name: 'bcbs-nc',
    seed,
    carrier: { slug: 'bcbs-nc-individual' },
    contractedRates: [],
    deliveries: deliver({
      lines: book.lines,
      periods: PERIODS,
      layout: (period) => (Number(period.slice(5)) % 2 === 0 ? withType : without),
      files: { count: AGENTS.length, of: agentOf },
      name: 'bcbsnc',
    }),
    truth: book.truth(PERIODS, ({ id }) => [id]),
  };
}
