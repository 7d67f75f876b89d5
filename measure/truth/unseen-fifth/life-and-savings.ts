import type { Description } from '../unseen/description.ts';
import { cut, dueIn, falls, share } from '../unseen-second/rules.ts';

/** Books of universal life, of savings whose value follows the market, and of life policies that advance three months at a time. */

/** A month of a policy: 85 % up to the target premium of the first year, 3 % of the rest, and 4 % from the second year on. */
const target = (premium: number): string => `${share(85, premium)}r85%!Target`;
const excess = (premium: number): string => `${share(3, premium)}r3%!Excess`;
const later = (premium: number): string => `${share(4, premium)}r4%`;
const LATER = later(100);

export const LODESTAR: Description = {
  name: 'Lodestar Universal Life',
  about:
    '85 % of universal life premiums up to the target of the first year, 3 % of the excess, and 4 % later; owners pay more than the target, and some pay in a sum',
  line: null,
  first: '2025-07',
  statements: 12,
  behind: 0,
  type: 'Renewal',
  columns: [
    ['agent', 'Writing Producer'],
    ['id', 'Policy Number'],
    ['name', 'Owner Name'],
    ['plan', 'Product'],
    ['effective', 'Policy Date'],
    ['coverage', 'Premium Month'],
    ['premium', 'Premium Paid'],
    ['rate', 'Comm Pct'],
    ['type', 'Comp Class'],
    ['amount', 'Comm Paid'],
  ],
  alike: [
    // Twice the target is paid, so that the target is reached with the sixth month.
    ...[200, 150].flatMap((premium, place) => [
      {
        count: 4,
        id: `LU1${place}0`,
        traits: 'Max_Fund Abby_Stroud CO 2025-07-01',
        usual: [excess(premium)],
        pays: `${target(premium)}*6 $*6`,
        truth: `risk@7=0-${(premium * 0.82).toFixed(2)}`,
      },
      {
        count: 3,
        id: `LU2${place}0`,
        traits: 'Max_Fund Abby_Stroud CO 2025-10-01',
        usual: [excess(premium)],
        pays: `-*3 ${target(premium)}*6 $*3`,
        truth: `risk@10=0-${(premium * 0.82).toFixed(2)}`,
      },
      {
        count: 3,
        id: `LU3${place}0`,
        traits: 'Max_Fund Abby_Stroud CO 2025-01-01',
        usual: [later(premium)],
        pays: `${excess(premium)}*6 $*6`,
      },
    ]),
    {
      count: 5,
      id: 'LU400',
      traits: 'Protector Abby_Stroud CO 2025-02-01',
      usual: [LATER],
      pays: `${target(100)}*7 $*5`,
      truth: 'risk@8=0-81.00',
    },
    { count: 4, id: 'LU500', traits: 'Protector Abby_Stroud CO 2026-01-01', usual: [target(90)], pays: '-*6 $*6' },
    {
      count: 15,
      id: 'LU600',
      traits: 'Protector Abby_Stroud CO 2020-04-01',
      usual: [LATER, later(175), later(82.5), later(240), later(130)],
    },
  ],
  members: `
    LU90071 Alvar_Beeson Max_Fund Abby_Stroud CO 2025-07-01 200.00 = ${excess(200)} : ${target(200)}*4 $*8 : ${cut(5, 6, '164.00')}
    LU90072 Berta_Coulter Protector Abby_Stroud CO 2025-02-01 100.00 = ${LATER} : ${target(100)}*5 $*7 : ${cut(6, 7, '81.00')}
    LU90073 Cyril_Dunbar Protector Abby_Stroud CO 2020-04-01 100.00 = ${LATER} : $*4 $+150.00p5000.00r3%!Excess $*7 :
    LU90074 Della_Ewing Protector Abby_Stroud CO 2020-04-01 100.00 = ${LATER} : $*6 -*6 : lost@7 risk@7=4.00
    LU90075 Errol_Fannin Protector Abby_Stroud CO 2020-04-01 100.00 = ${LATER} : $*5 0.00p100.00r4% $*6 : unpaid@6 risk@6=4.00 claim@6=4.00
    LU90076 Fidel_Gosnell Protector Abby_Stroud CO 2020-04-01 100.00 = ${LATER} : $*8 $+$ $*3 : duplicate_payment@9
    LU90077 Gussie_Halley Protector Abby_Stroud CO 2020-04-01 100.00 = ${LATER} : $*7 $+-$p-100.00@-2!Chargeback $*4 : wrong_chargeback@8 risk@8=0-4.00 claim@8=4.00
    LU90078 Hiram_Ivy Protector Abby_Stroud CO 2020-04-01 100.00 = ${LATER} : $*6 $(Clint_Bayer)*6 : agent_moved@7
    LU90079 Idella_Joyner Protector Abby_Stroud CO 2020-04-01 100.00 = ${LATER} : $*4 - $@-1+$ $*6 : late_premium@5 catch_up@6 risk@5=0-4.00
    LU90080 Jarrod_Kilgore Protector Abby_Stroud CO 2026-01-01 100.00 = ${target(100)} : -*6 $ -85.00p-100.00r85%@-1!Not_Taken -*4 : lost@8 rightful_chargeback@8 risk@8=0-85.00
    LU90081 Kasey_Lanham Protector Abby_Stroud CO 2020-04-01 200.00 = ${later(120)} : ${later(200)}*5 $*7 : risk@6=0-3.20
    LU90082 Lyman_Maddox Max_Fund Abby_Stroud CO 2025-10-01 200.00 = ${target(200)} : -*3 $*3 -*6 : lost@7 risk@7=170.00
    LU90083 Maxine_Nettles Protector Abby_Stroud CO 2020-04-01 100.00 = ${LATER} : $*7 $+34.00p40.00r85%!Target*5 :
    LU90084 Norbert_Oakes Protector Abby_Stroud CO 2020-04-01 250.00 = ${later(250)} : $*3 ${later(250).replace('10.00', '5.00').replace('r4%', 'r2%')}*3 $*6 : ${cut(4, 6, '5.00')}
  `,
  events: 'planned_step@7=LU1 raised@7=LU3 planned_step@8=LU400 planned_step@10=LU2',
};

/** The values of the months from November 2025 to July 2026, in percent of the first. */
const GROWTH = [100, 98.2, 101.4, 103.1, 97.3, 95.6, 99.4, 102.8, 104.5];
const BALANCED = [100, 99.4, 100.9, 101.6, 98.9, 98.3, 100.1, 101.4, 102];
/** The trail of a month: a twelfth of 0.6 % of the value of the contract, or another percentage. */
const trail = (value: number, percent = 0.05): string => `${share(percent, value)}r${percent}%`;
const worth = (value: number, index: readonly number[], at: number): number => (value * (index[at - 1] ?? 0)) / 100;
/** The pay of a contract in each statement; `own` replaces statements. */
const follows = (value: number, index = GROWTH, own: Readonly<Record<number, string>> = {}): string =>
  index.map((_, at) => own[at + 1] ?? trail(worth(value, index, at + 1))).join(' ');
const GROWN = falls(follows(100_000));
const at = (month: number, percent = 0.05): string => trail(worth(100_000, GROWTH, month), percent);
const flex = (value: number): string =>
  BALANCED.map((_, index) => trail(worth(value, BALANCED, index + 1), index < 5 ? 0.08 : 0.07)).join(' ');
/** A hundredth of a percent of the value from the sixth statement on. */
const flexClaims = (value: number): string =>
  [6, 7, 8, 9].map((month) => `claim@${month}=0-${(worth(value, BALANCED, month) / 10_000).toFixed(2)}`).join(' ');
/** A tenth of the value is withdrawn before the third statement. */
const WITHDRAWN = follows(
  100_000,
  GROWTH.map((part, month) => (month < 2 ? part : part * 0.9)),
);
const ADDED = follows(
  100_000,
  GROWTH.map((part, month) => (month < 3 ? part : part * 1.2)),
);

export const GREENLEAF: Description = {
  name: 'Greenleaf Variable Annuity',
  about:
    'a monthly trail of 0.05 % of values that rise and fall with the market; one share class falls from 0.08 % to 0.07 % in April, and a representative retires',
  line: null,
  first: '2025-11',
  statements: 9,
  behind: 0,
  type: 'Trail',
  file: 'xlsx',
  titles: ['Greenleaf Variable Annuity', 'Asset-Based Compensation'],
  columns: [
    ['id', 'Contract'],
    ['name', 'Contract Owner'],
    ['plan', 'Share Class'],
    ['agent', 'Registered Rep'],
    ['coverage', 'Valuation Month'],
    ['premium', 'Contract Value'],
    ['rate', 'Monthly Rate'],
    ['type', 'Comp'],
    ['amount', 'Trail Paid'],
  ],
  alike: [
    ...[84_000, 126_500, 52_300, 198_000].map((value, place) => ({
      count: 3,
      id: `GV1${place}0`,
      traits: 'Growth_A Otto_Lind WA -',
      usual: [trail(value)],
      pays: follows(value),
      truth: falls(follows(value)),
    })),
    ...[61_000, 148_000].map((value, place) => ({
      count: 4,
      id: `GV2${place}0`,
      traits: 'Balanced_A Otto_Lind WA -',
      usual: [trail(value)],
      pays: follows(value, BALANCED),
      truth: falls(follows(value, BALANCED)),
    })),
    ...[45_000, 92_000].map((value, place) => ({
      count: 4,
      id: `GV3${place}0`,
      traits: 'Flex_C Otto_Lind WA -',
      usual: [trail(value, 0.08)],
      pays: flex(value),
      truth: `${falls(flex(value))} ${flexClaims(value)}`,
    })),
    ...[73_000, 110_000].map((value, place) => ({
      count: 3,
      id: `GV4${place}0`,
      traits: 'Growth_A Marta_Kell WA -',
      usual: [trail(value)],
      pays: GROWTH.map((_, month) => `${trail(worth(value, GROWTH, month + 1))}${month < 4 ? '' : '(Ross_Dahl)'}`).join(
        ' ',
      ),
      truth: falls(follows(value)),
    })),
    {
      count: 3,
      id: 'GV500',
      traits: 'Growth_A Otto_Lind WA -',
      usual: [trail(68_000)],
      pays: follows(68_000, GROWTH, { 1: '-', 2: '-', 3: '-' }),
      truth: falls(follows(68_000, GROWTH, { 1: '-', 2: '-', 3: '-' })),
    },
  ],
  members: `
    GV90071 Alder_Brandvold Growth_A Otto_Lind WA - - = ${at(1)} : ${follows(100_000, GROWTH, { 6: '-', 7: '-', 8: '-', 9: '-' })} : lost@6 risk@2=0-0.90 risk@5=0-2.90 risk@6=47.80-48.65
    GV90072 Britt_Colvin Growth_A Otto_Lind WA - - = ${at(1)} : ${follows(100_000, GROWTH, { 4: at(4, 0.03), 5: at(5, 0.03) })} : underpaid@4 underpaid@5 risk@2=0-0.90 risk@4=19.77-20.62 risk@5=0-1.74 claim@4=0-20.62 claim@5=0-19.46
    GV90073 Cato_Dahlgren Growth_A Otto_Lind WA - - = ${at(1)} : ${follows(100_000, GROWTH, { 7: '-' })} : unpaid@7 missed_months@8 risk@2=0-0.90 risk@5=0-2.90 risk@6=0-0.85 risk@7=0-49.70 claim@7=47.80-51.40
    GV90074 Dagmar_Engstrom Growth_A Otto_Lind WA - - = ${at(1)} : ${WITHDRAWN} : ${falls(WITHDRAWN)}
    GV90075 Egil_Forsberg Growth_A Otto_Lind WA - - = ${at(1)} : ${follows(100_000, GROWTH, { 8: `${at(8)}+${at(8)}` })} : duplicate_payment@8 ${GROWN}
    GV90076 Freya_Granlund Growth_A Otto_Lind WA - - = ${at(1)} : ${ADDED} : ${falls(ADDED)}
    GV90077 Gregor_Hedlund Growth_A Otto_Lind WA - - = ${at(1)} : ${GROWTH.map((_, month) => `${at(month + 1)}${month < 5 ? '' : '(Nell_Sorum)'}`).join(' ')} : agent_moved@6 ${GROWN}
    GV90078 Hedda_Isakson Growth_A Otto_Lind WA - - = ${at(1)} : ${follows(100_000, GROWTH, { 6: `${at(6)}+-${at(3).replace('p', 'p-')}@-3!Chargeback` })} : wrong_chargeback@6 ${GROWN} risk@6=0-50.70 claim@6=50.70
    GV90079 Isak_Jorgens Growth_A Otto_Lind WA - - = ${at(1)} : ${follows(100_000, GROWTH, { 7: '0.00p99400.00r0.05%' })} : unpaid@7 ${GROWN} risk@7=47.80-49.70 claim@7=49.70
    GV90080 Jorun_Kvam Growth_A Otto_Lind WA - - = ${at(1)} : ${follows(100_000, GROWTH, { 4: '-', 5: `${at(4)}@-1+${at(5)}` })} : late_premium@4 catch_up@5 ${GROWN} risk@4=0-51.55
    GV90081 Karin_Lofgren Growth_A Otto_Lind WA - - = ${at(1)} : ${follows(100_000, GROWTH, { 3: trail(57_000), 4: trail(58_000), 5: trail(54_700), 6: trail(53_700), 7: trail(55_800), 8: trail(57_700), 9: trail(58_700) })} : risk@2=0-0.90 risk@3=0-20.60 risk@5=0-1.65 risk@6=0-0.50
  `,
  events: 'agent_moved@5=Marta_Kell rate_cut@6=Flex_C',
};

/** Three months of a first year at 90 %, in advance. */
const advance = (premium: number, shown = 3): string =>
  `${(premium * 0.9 * shown).toFixed(2)}x3p${premium.toFixed(2)}!Advance`;
const renewal = (premium: number, percent = 6): string => `${share(percent, premium)}x1`;
/** The months of an advance that a lapsed policy did not earn. */
const unearned = (months: number, type = 'Unearned'): string =>
  `-${(54 * months).toFixed(2)}x${months}p60.00~2025-10-31!${type}`;
const FIRST = advance(60);
const OLD = renewal(50);

export const SEXTANT: Description = {
  name: 'Sextant Mortgage Life',
  about:
    '90 % of the premium of the first year, three months in advance every third month, then 6 % by the month; months that were not earned are taken back',
  line: null,
  first: '2025-06',
  statements: 12,
  behind: 0,
  type: 'Renewal',
  total: 'Net Total',
  columns: [
    ['agent', 'Agent'],
    ['id', 'Policy'],
    ['name', 'Insured'],
    ['effective', 'Issue Date'],
    ['coverage', 'Paid From'],
    ['months', 'Mths'],
    ['premium', 'Monthly Premium'],
    ['type', 'Description'],
    ['term', 'Lapse'],
    ['amount', 'Amount'],
  ],
  alike: [
    ...[58, 74.5].map((premium, place) => ({
      count: 4,
      id: `SX1${place}0`,
      traits: 'Mortgage_Term Dot_Ferrell OH 2025-06-01',
      usual: [advance(premium)],
      pays: dueIn(12, { 1: '$', 4: '$', 7: '$', 10: '$' }),
    })),
    {
      count: 5,
      id: 'SX200',
      traits: 'Mortgage_Term Dot_Ferrell OH 2025-08-01',
      usual: [advance(66)],
      pays: dueIn(12, { 3: '$', 6: '$', 9: '$', 12: '$' }),
    },
    {
      count: 4,
      id: 'SX300',
      traits: 'Mortgage_Term Dot_Ferrell OH 2025-11-01',
      usual: [advance(49)],
      pays: dueIn(12, { 6: '$', 9: '$', 12: '$' }),
    },
    {
      // The second year begins in December 2025.
      count: 5,
      id: 'SX400',
      traits: 'Mortgage_Term Dot_Ferrell OH 2024-12-01',
      usual: [renewal(70)],
      pays: `${advance(70)} -*2 ${advance(70)} -*2 $*6`,
      truth: 'risk@7=0-184.80',
    },
    {
      count: 15,
      id: 'SX500',
      traits: 'Mortgage_Term Dot_Ferrell OH 2021-09-01',
      usual: [OLD, renewal(38.5), renewal(77), renewal(61.25)],
    },
    {
      count: 3,
      id: 'SX600',
      traits: 'Mortgage_Term Dot_Ferrell OH 2026-03-01',
      usual: [advance(55)],
      pays: dueIn(12, { 10: '$' }),
    },
  ],
  members: `
    SX90071 Alton_Baird Mortgage_Term Dot_Ferrell OH 2025-06-01 60.00 = ${FIRST} : ${dueIn(12, { 1: '$', 4: '$', 10: '$' })} : unpaid@7 missed_months@10 risk@7=0-162.00 claim@7=162.00
    SX90072 Betsy_Canfield Mortgage_Term Dot_Ferrell OH 2025-06-01 60.00 = ${FIRST} : ${dueIn(12, { 1: '$', 4: '$', 6: unearned(1) })} : lost@6 rightful_chargeback@6 risk@6=0-162.00
    SX90073 Clovis_Dent Mortgage_Term Dot_Ferrell OH 2025-06-01 60.00 = ${FIRST} : ${dueIn(12, { 1: '$', 4: '$', 6: unearned(3) })} : lost@6 rightful_chargeback@6 wrong_chargeback@6 risk@6=0-162.00 claim@6=0-108.00
    SX90074 Delphine_Eads Mortgage_Term Dot_Ferrell OH 2025-06-01 60.00 = ${FIRST} : ${dueIn(12, { 1: '$', 4: '$', 6: unearned(1), 7: unearned(1) })} : lost@6 rightful_chargeback@6 double_chargeback@7 risk@6=0-162.00 claim@7=54.00
    SX90075 Elwin_Fouts Mortgage_Term Dot_Ferrell OH 2025-06-01 60.00 = ${FIRST} : ${dueIn(12, { 1: '$', 4: '$' })} : lost@7 risk@7=162.00
    SX90076 Fannie_Goble Mortgage_Term Dot_Ferrell OH 2025-06-01 60.00 = ${FIRST} : ${dueIn(12, { 1: '$', 4: '$', 7: advance(60, 2), 10: '$' })} : ${cut(7, 7, '54.00')}
    SX90077 Garth_Hibbs Mortgage_Term Dot_Ferrell OH 2025-06-01 60.00 = ${FIRST} : ${dueIn(12, { 1: '$', 4: '$', 8: '$@-1', 10: '$' })} : late_premium@7 catch_up@8 risk@7=0-162.00
    SX90078 Hulda_Imhoff Mortgage_Term Dot_Ferrell OH 2025-08-01 60.00 = ${FIRST} : ${dueIn(12, { 3: '$', 4: '-162.00x3p60.00@-1!Not_Taken' })} : lost@4 rightful_chargeback@4 risk@4=0-162.00
    SX90079 Irvin_Jacoby Mortgage_Term Dot_Ferrell OH 2021-09-01 50.00 = ${OLD} : $*7 -*5 : lost@8 risk@8=3.00
    SX90080 Josie_Kemper Mortgage_Term Dot_Ferrell OH 2021-09-01 50.00 = ${OLD} : $*4 - $*7 : unpaid@5 missed_months@6 risk@5=0-3.00 claim@5=3.00
    SX90081 Kent_Loomis Mortgage_Term Dot_Ferrell OH 2021-09-01 50.00 = ${OLD} : $*6 ${renewal(50, 3)}*6 : ${cut(7, 12, '1.50')}
    SX90082 Lottie_Mohler Mortgage_Term Dot_Ferrell OH 2021-09-01 50.00 = ${OLD} : $*5 - $@-1+$ $*5 : late_premium@6 catch_up@7 risk@6=0-3.00
    SX90083 Merritt_Neal Mortgage_Term Dot_Ferrell OH 2021-09-01 50.00 = ${OLD} : $*8 $+-$@-2!Chargeback $*3 : wrong_chargeback@9 risk@9=0-3.00 claim@9=3.00
    SX90084 Nettie_Ogle Mortgage_Term Dot_Ferrell OH 2021-09-01 50.00 = ${OLD} : $*9 $+$ $*2 : duplicate_payment@10
    SX90085 Orval_Pickett Mortgage_Term Dot_Ferrell OH 2021-09-01 50.00 = ${OLD} : $*6 $(Ray_Stull)*6 : agent_moved@7
    SX90086 Phoebe_Quinby Mortgage_Term Dot_Ferrell OH 2025-06-01 60.00 = ${FIRST} : ${dueIn(12, { 1: '$', 4: '$', 6: unearned(1), 7: '54.00x1p60.00@-1!Reinstated+$', 10: '$' })} : rightful_chargeback@6 late_premium@6 reinstated@7 catch_up@7 risk@6=0-162.00
  `,
  events: 'planned_step@7=SX400',
};
