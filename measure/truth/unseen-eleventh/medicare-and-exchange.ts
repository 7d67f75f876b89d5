import type { Description } from '../unseen/description.ts';
import { paidIn, percentOf, shortPaid } from './notation.ts';

/** Books of Medicare plans, supplements, drug plans and exchange plans. */

const both = (base: string): string => `${base}!Renewal+6.00!Override`;
const [LAST_YEAR, THIS_YEAR] = [both('26.08'), both('28.92')];
const HMO = 'Quillmore_Advantage_HMO Inez_Corbin AZ 2023-01-01';
const DSNP = 'Quillmore_Dual_Complete Desi_Fontaine AZ 2024-06-01';
const NEW = 'Quillmore_Advantage_HMO Inez_Corbin AZ 2026-01-01';
const TRUE_UP = '$+347.04!True-Up';

/** Advantage plans with an override line beside each commission, and a true-up of the first year in March. */
export const QUILLMORE: Description = {
  name: 'Quillmore Medicare Advantage',
  about:
    'commission and 6.00 override on separate lines; new members are paid like renewals and trued up once in their third month',
  line: 'medicare',
  first: '2025-12',
  statements: 10,
  behind: 0,
  type: 'Renewal',
  titles: ['Quillmore Medicare Advantage', 'Agency Remittance Detail'],
  total: 'Remittance Total',
  dates: 'short',
  months: 'named',
  lastFirst: true,
  columns: [
    ['type', 'Remit Type'],
    ['id', 'Mbr ID'],
    ['name', 'Mbr Name'],
    ['agent', 'Agent of Record'],
    ['plan', 'Contract Plan'],
    ['state', 'ST'],
    ['effective', 'Mbr Eff Dt'],
    ['term', 'Mbr Term Dt'],
    ['coverage', 'Svc Month'],
    ['amount', 'Remit Amt'],
  ],
  alike: [
    { count: 22, id: 'QM70014', traits: HMO, usual: [THIS_YEAR], pays: `${LAST_YEAR} $*9` },
    { count: 13, id: 'QM71520', traits: DSNP, usual: [THIS_YEAR], pays: `${LAST_YEAR} $*9` },
    {
      // The true-up is back to ordinary pay in April: nothing is wrong then.
      count: 9,
      id: 'QM80233',
      traits: NEW,
      usual: [THIS_YEAR],
      pays: `- $*2 ${TRUE_UP} $*6`,
      truth: 'true_up_paid@4',
    },
  ],
  members: `
    QM9000101 Alma_Brigance ${HMO} - = ${THIS_YEAR} : ${LAST_YEAR} $*4 -*5 : lost@6 risk@6=34.92
    QM9000102 Burt_Delacroix ${DSNP} - = ${THIS_YEAR} : ${LAST_YEAR} $*3 - $@-1+$ $*4 : late_premium@5 catch_up@6 risk@5=0-34.92
    QM9000103 Cleta_Farnsworth ${HMO} - = ${THIS_YEAR} : ${LAST_YEAR} $*3 28.92!Renewal*6 : ${shortPaid(5, 10, '6.00')}
    QM9000104 Dorsey_Galbraith ${NEW} - = ${THIS_YEAR} : - $*9 : true_up_missing@4 claim@4=347.04
    QM9000105 Estella_Huxtable ${NEW} - = ${THIS_YEAR} : - $*2 -$@-2~2026-01-31!Chargeback+-$@-1~2026-01-31!Chargeback -*6 : lost@4 rapid_disenrollment@4 retroactive_end@4 rightful_chargeback@4 risk@4=0-34.92
    QM9000106 Floyd_Ingersoll ${DSNP} - = ${THIS_YEAR} : ${LAST_YEAR} $*5 $+-$@-2!Chargeback $*3 : wrong_chargeback@7 risk@7=0-34.92 claim@7=34.92
    QM9000107 Greta_Jessamine ${DSNP} - = ${THIS_YEAR} : ${LAST_YEAR} $*4 $(Inez_Corbin)*5 : agent_moved@6
  `,
  events: 'raised@2=all',
};

const G = percentOf(20, 142);
const G_AFTER = percentOf(20, 153.5);
const N = percentOf(20, 108.25);
const split = (premium: number): string =>
  `${percentOf(12, premium)}r12%(Nora_Vance)+${percentOf(8, premium)}r8%(Hal_Pruett)`;
const rated = (text: string): string => `${text}r20%`;
const OCTOBER = 'Supp_Plan_G Nora_Vance IN 2022-10-01';
const MARCH = 'Supp_Plan_N Hal_Pruett IN 2023-03-01';

/** Supplements whose premiums rise at the anniversary, some of them shared by two agents. */
export const PEBBLEBROOK: Description = {
  name: 'Pebblebrook Senior Life',
  about: '20 % of supplement premiums, 12 and 8 % where two agents share; Plan G premiums rise at the anniversary',
  line: 'med_supp',
  first: '2025-07',
  statements: 12,
  behind: 0,
  type: 'Renewal Comm',
  total: 'Total Commissions',
  money: 'brackets',
  dates: 'iso',
  months: 'iso',
  file: 'xlsx',
  columns: [
    ['id', 'Policy Number'],
    ['name', 'Owner'],
    ['plan', 'Form'],
    ['effective', 'Policy Date'],
    ['agent', 'Paid Agent'],
    ['coverage', 'Premium Month'],
    ['premium', 'Prem Applied'],
    ['rate', 'Rate'],
    ['type', 'Class'],
    ['amount', 'Comm Paid'],
  ],
  alike: [
    { count: 16, id: 'PBG41', traits: OCTOBER, usual: [rated(G)], pays: `$*3 ${rated(G_AFTER)}*9` },
    { count: 11, id: 'PBN52', traits: MARCH, usual: [rated(N)] },
    { count: 6, id: 'PBS63', traits: 'Supp_Plan_N Nora_Vance IN 2023-05-01', usual: [split(125)] },
    {
      count: 4,
      id: 'PBJ74',
      traits: 'Supp_Plan_N Hal_Pruett IN 2026-01-01',
      usual: [rated(percentOf(20, 99))],
      pays: '-*6 $*6',
    },
  ],
  // The chargeback of PB9003 takes October back, November and December stay unpaid, and the return in January repays none of the three.
  members: `
    PB9001 Ingrid_Lomax ${MARCH} - = ${rated(N)} : $*8 -*4 : lost@9 risk@9=21.65
    PB9002 Jasper_Mullins Supp_Plan_N Nora_Vance IN 2023-05-01 - = ${split(150)} : $*6 ${percentOf(12, 150)}r12%(Nora_Vance)*6 : ${shortPaid(7, 12, '12.00')}
    PB9003 Katrin_Norwood ${MARCH} - = ${rated(N)} : $*4 -$@-1!Chargeback - $*6 : wrong_chargeback@5 unpaid@6 not_repaid@7 missed_months@7 risk@5=0-21.65 claim@5=43.30 claim@6=21.65
    PB9004 Lowell_Ottinger ${MARCH} - = ${rated(N)} : $*5 - $@-1+$ $*5 : late_premium@6 catch_up@7 risk@6=0-21.65
    PB9005 Marnie_Pettibone ${MARCH} - = ${rated(N)} : $*7 - $*4 : unpaid@8 missed_months@9 risk@8=0-21.65 claim@8=21.65
    PB9006 Nolan_Quimby ${OCTOBER} - = ${rated(G)} : $*3 ${percentOf(15, 153.5)}r15%*9 : risk@4=5.37-7.67 ${Array.from({ length: 9 }, (_, at) => `underpaid@${at + 4} claim@${at + 4}=7.67`).join(' ')}
  `,
};

const per = (...names: readonly string[]): string => names.map((name) => `20.00<${name}>`).join('+');
const SILVER = 'Dogwood_Silver_2025 Tess_Abernethy NC 2024-01-01';
const GOLD = 'Dogwood_Gold Marcus_Blevins NC 2025-01-01';
const [ALONE, PAIR, HOUSE] = [per('Lena'), per('Marc', 'Lena'), per('Marc', 'Lena', 'Otis')];

/** Exchange plans with a row for each person of a household. */
export const DOGWOOD: Description = {
  name: 'Dogwood Health Exchange',
  about:
    '20.00 a person a month on rows of their own, a month behind; the silver plan is renamed, and a gold month is reversed and reissued',
  line: 'major_medical',
  first: '2025-11',
  statements: 8,
  behind: 1,
  type: 'PMPM',
  dates: 'us',
  months: 'slash',
  columns: [
    ['agent', 'Producer'],
    ['id', 'Household ID'],
    ['name', 'Covered Person'],
    ['plan', 'QHP'],
    ['effective', 'Cov Start'],
    ['coverage', 'Cov Period'],
    ['type', 'Pay Basis'],
    ['state', 'FFM State'],
    ['amount', 'Producer Pay'],
  ],
  alike: [
    {
      count: 18,
      id: 'DW5508',
      traits: SILVER,
      usual: [ALONE, PAIR, HOUSE],
      pays: '$*3 $@0{Dogwood_Silver_2026}*5',
    },
    {
      // The reversal and the reissue are equal, so nothing is wrong.
      count: 9,
      id: 'DW6617',
      traits: GOLD,
      usual: [ALONE, PAIR],
      pays: '$*5 -$@-1!Reversal+$@-1!Reissue+$ $*2',
    },
    { count: 7, id: 'DW7726', traits: 'Dogwood_Bronze Tess_Abernethy NC 2026-01-01', usual: [PAIR], pays: '-*3 $*5' },
  ],
  // A person who leaves a household without notice counts as fewer lives: no fault of the carrier is known.
  members: `
    DW990001 Odell_Ravenel Dogwood_Bronze Tess_Abernethy NC 2024-01-01 - = ${HOUSE} : $*4 ${PAIR}*4 : fewer_lives@5 risk@5=0-20.00 claim@5=0-20.00
    DW990002 Petra_Sandifer Dogwood_Bronze Tess_Abernethy NC 2024-01-01 - = ${PAIR} : $*5 -*3 : lost@6 risk@6=40.00
    DW990003 Roland_Teague Dogwood_Bronze Marcus_Blevins NC 2025-01-01 - = ${ALONE} : $*4 - $@-1+$ $*2 : late_premium@5 catch_up@6 risk@5=0-20.00
    DW990004 Selma_Upchurch Dogwood_Bronze Marcus_Blevins NC 2025-01-01 - = ${PAIR} : $*3 - $*4 : unpaid@4 missed_months@5 risk@4=0-40.00 claim@4=40.00
    DW990005 Tilden_Vickers Dogwood_Bronze Marcus_Blevins NC 2025-01-01 - = ${ALONE} : $*6 $+$ $ : duplicate_payment@7
  `,
  events: 'plan_renamed@4=DW55 restated@6=Dogwood_Gold',
};

const year = (dollars: string): string => `${dollars}x12!Annual-Renewal`;
const RX = 'Barleycorn_Rx_Saver Della_Whitmire KS 2024-01-01';
const first = 'Barleycorn_Rx_Saver Della_Whitmire KS 2026-01-01';

/** Drug plans that pay the calendar year once in January, and take back the rest of it pro rata. */
export const BARLEYCORN: Description = {
  name: 'Barleycorn Rx',
  about: 'a drug plan that pays the whole year in January, a new year double, and takes back the unearned months',
  line: 'medicare',
  first: '2025-11',
  statements: 9,
  behind: 0,
  type: 'Annual-Renewal',
  total: 'Payment Total',
  dates: 'named',
  months: 'iso',
  money: 'dollar',
  columns: [
    ['coverage', 'Plan Month'],
    ['id', 'Beneficiary ID'],
    ['name', 'Beneficiary'],
    ['plan', 'PDP'],
    ['agent', 'Writing Agent'],
    ['effective', 'PDP Effective'],
    ['term', 'PDP Disenroll'],
    ['months', 'Mos Paid'],
    ['type', 'Txn'],
    ['amount', 'Net Commission'],
  ],
  alike: [
    { count: 28, id: '1BC8', traits: RX, usual: [year('55.00')], pays: paidIn(9, { 3: '$' }) },
    { count: 9, id: '2BC7', traits: first, usual: ['110.00x12!Annual-Initial'], pays: paidIn(9, { 3: '$' }) },
    {
      count: 4,
      id: '3BC6',
      traits: 'Barleycorn_Rx_Saver Della_Whitmire KS 2025-11-01',
      usual: [year('55.00')],
      pays: paidIn(9, { 1: '18.33x2!Annual-Initial', 3: '$' }),
    },
    {
      count: 3,
      id: '4BC5',
      traits: 'Barleycorn_Rx_Saver Della_Whitmire KS 2025-12-01',
      usual: [year('55.00')],
      pays: paidIn(9, { 2: '9.17!Annual-Initial', 3: '$' }),
    },
    ...[4, 5, 6, 7, 8, 9].map((at) => ({
      count: 2,
      id: `5BC${at}`,
      traits: `Barleycorn_Rx_Saver Della_Whitmire KS 2026-0${at - 2}-01`,
      usual: [`${((110 / 12) * (15 - at)).toFixed(2)}x${15 - at}!Annual-Initial`],
      pays: paidIn(9, { [at]: '$' }),
    })),
  ],
  // The year of 9BC05 was paid before the first statement: its chargeback is neither right nor wrong.
  members: `
    9BC01 Ansel_Crowder ${RX} - = ${year('55.00')} : ${paidIn(9, { 3: '$', 6: '-41.25x9~2026-03-31!Recoup' })} : lost@6 rightful_chargeback@6 retroactive_end@6 risk@6=0-55.00
    9BC02 Bettina_Dahl ${first} - = 110.00x12!Annual-Initial : ${paidIn(9, { 3: '$', 5: '-110.00x12~2026-02-28!Recoup' })} : lost@5 rapid_disenrollment@5 rightful_chargeback@5 retroactive_end@5 risk@5=0-110.00
    9BC03 Cyrus_Ensley ${RX} - = ${year('55.00')} : ${paidIn(9, { 3: '$', 6: '-41.25x9~2026-03-31!Recoup', 7: '-41.25x9~2026-03-31!Recoup' })} : lost@6 rightful_chargeback@6 retroactive_end@6 double_chargeback@7 risk@6=0-55.00 risk@7=0-41.25 claim@7=41.25
    9BC04 Dovie_Frazier ${RX} - = ${year('55.00')} : ${paidIn(9, { 3: '$+$' })} : duplicate_payment@3
    9BC05 Emmett_Gaines ${RX} - = ${year('55.00')} : ${paidIn(9, { 1: '-13.75x3~2025-09-30!Recoup' })} :
  `,
};
