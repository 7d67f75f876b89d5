import type { Description } from '../unseen/description.ts';
import { claims, cut, dueIn, falls, share } from '../unseen-second/rules.ts';

/** Books of cars and homes by the term, of businesses, and of worksite policies by list bill. */

const written = (premium: number, day: string, percent: number): string =>
  `${share(percent, premium)}r${percent}%e${day}`;
const [JANUARY, FEBRUARY, MARCH, JULY, AUGUST] = [
  ...['2026-01-01', '2026-02-01', '2026-03-01', '2026-07-01', '2026-08-01'],
] as const;
const car = (premium: number, day: string = JANUARY): string => `${written(premium, day, 10)}!Renewal`;
const newCar = (premium: number, day: string = MARCH): string => `${written(premium, day, 13)}!New_Business`;
const house = (premium: number, day: string): string => `${written(premium, day, 14)}!Renewal`;
const AUTO = `Auto Ramona_Felder OH ${JANUARY}`;
const CAR = car(900);
const NEXT = car(945, JULY);
const twoTerms = (next = NEXT): string => dueIn(8, { 1: CAR, 7: next });
/** 108 of the 181 days of the term are left on March 15. */
const RETURN = `-53.70p-537.02r10%e${JANUARY}~2026-03-15!Cancel`;

/** Cars by half a year and homes by the year, paid when a term is written. */
export const BIRCHWOOD: Description = {
  name: 'Birchwood Mutual',
  about:
    '10 % of the premium of a term of six months for cars, 13 % of a first one, 14 % of the year for homes and umbrellas; returns of premium are taken back pro rata',
  line: null,
  first: '2026-01',
  statements: 8,
  behind: 0,
  type: 'Renewal',
  titles: ['Birchwood Mutual Insurance Company', 'Producer Statement of Account'],
  total: 'TOTAL COMMISSION',
  unassigned: 'Profit_Sharing@3=2140.00',
  dates: 'short',
  months: 'named',
  money: 'brackets',
  lastFirst: true,
  columns: [
    ['coverage', 'Stmt Month'],
    ['id', 'Policy'],
    ['name', 'Insured'],
    ['plan', 'LOB'],
    ['agent', 'Producer'],
    ['state', 'ST'],
    ['effective', 'Term Eff'],
    ['term', 'Canc Date'],
    ['type', 'Transaction'],
    ['premium', 'Written Premium'],
    ['rate', 'Comm %'],
    ['amount', 'Commission'],
  ],
  alike: [
    ...[810, 1190, 644].map((premium, place) => ({
      count: 5,
      id: `BWA1${place}`,
      traits: AUTO,
      usual: [CAR],
      pays: dueIn(8, { 1: car(premium), 7: car(premium * 1.05, JULY) }),
    })),
    {
      count: 6,
      id: 'BWA20',
      traits: `Auto Ramona_Felder OH ${FEBRUARY}`,
      usual: [CAR],
      pays: dueIn(8, { 2: car(732, FEBRUARY), 8: car(719.4, AUGUST) }),
      truth: 'risk@8=0-1.26',
    },
    {
      // A car is added in April, for the rest of the term.
      count: 3,
      id: 'BWA30',
      traits: AUTO,
      usual: [CAR],
      pays: dueIn(8, { 1: CAR, 4: `18.60p186.00r10%e${JANUARY}!Endorsement`, 7: car(1310, JULY) }),
    },
    {
      count: 5,
      id: 'BWA40',
      traits: 'Auto Deke_Salyer OH 2026-04-01',
      usual: [car(868, '2026-04-01'), car(1022, '2026-04-01')],
      pays: dueIn(8, { 4: '$' }),
    },
    ...[3, 5].map((month) => ({
      count: 3,
      id: `BWN${month}0`,
      traits: `Auto Deke_Salyer OH 2026-0${month}-01`,
      usual: [newCar(840, `2026-0${month}-01`), newCar(975, `2026-0${month}-01`)],
      pays: dueIn(8, { [month]: '$' }),
    })),
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((month) => ({
      count: month % 2 === 0 ? 3 : 2,
      id: `BWH${month}0`,
      traits: `Homeowners Ramona_Felder OH 2026-0${month}-01`,
      usual: [house(1450 + month * 35, `2026-0${month}-01`), house(2210, `2026-0${month}-01`)],
      pays: dueIn(8, { [month]: '$' }),
    })),
    {
      count: 4,
      id: 'BWU60',
      traits: 'Umbrella Ramona_Felder OH 2026-04-01',
      usual: [house(318, '2026-04-01')],
      pays: dueIn(8, { 4: '$' }),
    },
  ],
  members: `
    BWX9071 Aubrey_Blevins ${AUTO} - = ${CAR} : ${dueIn(8, { 1: CAR })} : lost@7 risk@7=15.00-94.50
    BWX9072 Beulah_Cantrell Auto Ramona_Felder OH ${FEBRUARY} - = ${CAR} : ${dueIn(8, { 2: car(732, FEBRUARY) })} : lost@8 risk@8=12.20-76.86
    BWX9073 Chester_Dalrymple ${AUTO} - = ${CAR} : ${dueIn(8, { 1: CAR, 3: RETURN })} : lost@3 rightful_chargeback@3 risk@3=0-90.00
    BWX9074 Dessie_Eversole ${AUTO} - = ${CAR} : ${dueIn(8, { 1: CAR, 3: RETURN, 4: RETURN })} : lost@3 rightful_chargeback@3 double_chargeback@4 risk@3=0-90.00 risk@4=0-53.70 claim@4=53.70
    BWX9075 Elwood_Fugate ${AUTO} - = ${CAR} : ${dueIn(8, { 1: CAR, 3: `-90.00p-900.00r10%e${JANUARY}~2026-03-15!Cancel` })} : lost@3 rightful_chargeback@3 wrong_chargeback@3 risk@3=0-90.00 claim@3=36.30
    BWX9076 Fern_Gabbard Auto Deke_Salyer OH ${MARCH} - = ${CAR} : ${dueIn(8, { 3: newCar(840), 4: `-109.20p-840.00r13%e${MARCH}~${MARCH}@-1!Flat_Cancel` })} : lost@4 rightful_chargeback@4 retroactive_end@4 risk@4=0-109.20
    BWX9077 Grover_Hacker ${AUTO} - = ${CAR} : ${dueIn(8, { 1: CAR, 3: RETURN, 4: `53.70p537.02r10%e${JANUARY}!Reinstatement`, 7: NEXT })} : rightful_chargeback@3 reinstated@4 risk@3=0-90.00
    BWX9078 Hallie_Isaacs ${AUTO} - = ${CAR} : ${twoTerms(`75.60p945.00r10%e${JULY}!Renewal`)} : underpaid@7 risk@7=14.40-18.90 claim@7=18.90
    BWX9079 Ishmael_Justice ${AUTO} - = ${CAR} : ${twoTerms(`${written(945, JULY, 8)}!Renewal`)} : underpaid@7 risk@7=0-18.90 claim@7=0-18.90
    BWX9081 Jettie_Kidd ${AUTO} - = ${CAR} : ${twoTerms(`${NEXT}#R`)} :
    BWX9082 Kelsey_Lovins ${AUTO} - = ${CAR} : ${twoTerms(`${NEXT}(Deke_Salyer)`)} : agent_moved@7
    BWX9083 Lula_Mullins Auto Ramona_Felder OH 2025-10-01 - = ${CAR} : ${dueIn(8, { 2: '-31.00p-310.00r10%e2025-10-01~2026-02-10!Cancel' })} :
    BWX9084 Mitchell_Napier Auto Deke_Salyer OH ${FEBRUARY} - = ${CAR} : ${dueIn(8, { 5: `-40.00p-400.00r10%e${FEBRUARY}~2026-05-04!Cancel` })} : unmatched_chargeback@5 claim@5=0-40.00
    BWX9085 Nell_Osborne ${AUTO} - = ${CAR} : ${twoTerms(`${NEXT}+${NEXT}`)} : duplicate_payment@7
    BWX9086 Orville_Pennington Homeowners Ramona_Felder OH ${FEBRUARY} - = ${CAR} : ${dueIn(8, { 2: house(1800, FEBRUARY), 5: `-4.20p-30.00r14%e${FEBRUARY}!Endorsement` })} : rightful_chargeback@5 risk@5=0-4.20
    BWX9087 Pauline_Ratliff Homeowners Ramona_Felder OH ${MARCH} - = ${CAR} : ${dueIn(8, { 5: `${house(1650, MARCH)}@-2` })} :
    BWX9088 Quincy_Sizemore ${AUTO} - = ${CAR} : ${dueIn(8, { 1: CAR, 8: `6.40p64.00r10%e${JULY}!Endorsement` })} : unpaid@7 missed_months@8 risk@7=0-94.50 claim@7=90.00-94.50
  `,
};

const comp = (premium: number, percent = 8): string => `${share(percent, premium)}r${percent}%`;
/** Payroll, and with it the premium, moves from month to month. */
const PAYROLL = [1, 1.03, 0.98, 1.01, 1.06, 0.99, 1.02, 0.97];
const byPayroll = (premium: number): string => PAYROLL.map((factor) => comp(premium * factor)).join(' ');
const deposit = (year: number): string => `${comp(year / 4)}!Deposit`;
const installment = (year: number): string => `${comp(year / 12)}!Installment`;
const inJanuary = (year: number): string => `${deposit(year)} ${installment(year)}*7`;
/** The year of the policy ends in May: nine installments to March, two months without any, and a deposit in June. */
const inJune = (year: number): string => {
  const next = installment(year * 1.08);
  const audit = `${comp(940)}e2025-06-01!Final_Audit`;
  return `${installment(year)}*3 -*2 ${deposit(year * 1.08)} ${next}+${audit} ${next}`;
};
const fallsToInstallment = (year: number, at: number): string =>
  `risk@${at}=0-${((year / 4 - year / 12) * 0.08).toFixed(2)}`;
const PLACES = 'Alder Bison Cobb Delta Elk Falcon Garnet Hickory Inland Juno Kodiak Lowland Mesa'.split(' ');
const TRADES = 'Roofing Masonry Catering Landscaping'.split(' ');
/** No two accounts share a name while there are at most 52. */
const account = (place: number): string => `${PLACES[place % 13]}_${TRADES[(place + Math.floor(place / 13)) % 4]}`;
interface Account {
  readonly place: number;
  readonly plan: string;
  readonly agent?: string;
  readonly since: string;
  readonly pays: string;
  readonly truth: string;
}
const accountLine = ({ place, plan, agent = 'Ottilie_Crane', since, pays, truth }: Account): string =>
  `FC-${7700 + place} ${account(place)} ${plan} ${agent} MN ${since} - = ${comp(500)} : ${pays} : ${truth}`;
const year = (place: number): number => 6000 + place * 600;
const ACCOUNTS = [
  ...[420, 510, 635, 700, 760, 845, 910, 1025, 1130, 1260].map((premium, at) => ({
    place: at,
    plan: 'Workers_Comp',
    // A producer retires, and the other takes over the accounts.
    ...(at < 5 ? { agent: 'Gil_Marsh' } : {}),
    since: '2024-03-01',
    pays:
      at < 5
        ? byPayroll(premium)
            .split(' ')
            .map((row, statement) => (statement < 4 ? row : `${row}(Ottilie_Crane)`))
            .join(' ')
        : byPayroll(premium),
    truth: falls(byPayroll(premium)),
  })),
  ...[10, 11, 12, 13, 14, 15].map((place) => ({
    place,
    plan: 'Workers_Comp',
    since: '2026-01-01',
    pays: inJanuary(year(place)),
    truth: fallsToInstallment(year(place), 2),
  })),
  ...[16, 17, 18, 19, 20].map((place) => ({
    place,
    plan: 'Workers_Comp',
    since: '2025-06-01',
    pays: inJune(year(place)),
    truth: fallsToInstallment(year(place) * 1.08, 7),
  })),
  ...[21, 22, 23, 24, 25, 26, 27, 28, 29, 30].map((place) => ({
    place,
    plan: 'BOP',
    since: `2026-0${(place % 8) + 1}-01`,
    pays: dueIn(8, { [(place % 8) + 1]: `${comp(1200 + place * 45, 15)}x12` }),
    truth: '',
  })),
  ...[31, 32, 33, 34].map((place) => ({
    place,
    plan: 'Commercial_Auto',
    since: '2025-07-01',
    pays: dueIn(8, { 1: `${comp(1840, 12)}x3`, 4: `${comp(1840, 12)}x3`, 7: `${comp(1950, 12)}x3` }),
    truth: '',
  })),
];
const MONTHLY = comp(500);
const own = (place: number, plan: string, since: string): string =>
  `FC-${7700 + place} ${account(place)} ${plan} Ottilie_Crane MN ${since} - = ${MONTHLY}`;
const PAYROLL_COMP = (place: number): string => own(place, 'Workers_Comp', '2024-03-01');
const AUDIT = '-64.00p-800.00r8%e2025-03-01!Audit_Return';
const FLEET = `${comp(1840, 12)}x3`;

/** Businesses: workers compensation by payroll or installments, packages by the year, cars by the quarter. */
export const FOUNDRY: Description = {
  name: 'Foundry Commercial',
  about:
    '8 % of workers compensation by payroll, or a quarter as deposit and nine installments; 15 % of package years, 12 % of car quarters; audits, and a producer who retires',
  line: null,
  first: '2026-01',
  statements: 8,
  behind: 0,
  type: 'Premium',
  file: 'xlsx',
  dates: 'us',
  months: 'iso',
  columns: [
    ['agent', 'Producer Name'],
    ['id', 'Account Policy #'],
    ['name', 'Insured Name'],
    ['plan', 'Line'],
    ['effective', 'Pol Eff'],
    ['term', 'Cancel Eff'],
    ['coverage', 'Acctg Period'],
    ['months', 'Months Billed'],
    ['type', 'Item'],
    ['premium', 'Premium Collected'],
    ['rate', 'Rate'],
    ['amount', 'Commission Paid'],
  ],
  alike: [],
  members: `${ACCOUNTS.map(accountLine).join('\n')}
    ${PAYROLL_COMP(35)} : $*3 $+${AUDIT} $+${AUDIT} $*3 : rightful_chargeback@4 double_chargeback@5 risk@4=0-64.00 risk@5=0-64.00 claim@5=64.00
    ${PAYROLL_COMP(36)} : $*3 - $@-1+$ $*3 : late_premium@4 catch_up@5 risk@4=0-40.00
    ${PAYROLL_COMP(37)} : $*4 - $*3 : unpaid@5 missed_months@6 risk@5=0-40.00 claim@5=40.00
    ${PAYROLL_COMP(38)} : $*4 30.00p500.00r6%*4 : ${cut(5, 8, '10.00')}
    ${PAYROLL_COMP(39)} : $*5 -*3 : lost@6 risk@6=40.00
    ${own(40, 'BOP', '2026-03-01')} : ${dueIn(8, { 3: '270.00p2000.00r15%x12' })} : underpaid@3 claim@3=30.00
    ${own(41, 'Workers_Comp', '2025-06-01')} : ${installment(12_000)}*3 -*5 : lost@6 risk@6=80.00-259.20
    ${own(42, 'Commercial_Auto', '2025-07-01')} : ${dueIn(8, { 1: FLEET, 4: FLEET, 5: '-147.20p-1226.67r12%x2~2026-05-01!Cancel_Nonpay' })} : lost@5 rightful_chargeback@5 risk@5=0-220.80
    ${own(43, 'BOP', '2026-02-01')} : ${dueIn(8, { 2: '360.00p2400.00r15%x12', 6: '-360.00p-2400.00r15%x12@-4~2026-06-01!Cancel' })} : lost@6 rightful_chargeback@6 wrong_chargeback@6 risk@6=0-360.00 claim@6=120.00
    ${PAYROLL_COMP(44)} : $*5 $(Pruett_Hale)*3 : agent_moved@6
    ${own(45, 'Workers_Comp', '2026-01-01')} : ${deposit(9600)} ${installment(9600)}*3 ${installment(9600)}+${installment(9600)} ${installment(9600)}*3 : duplicate_payment@5 risk@2=0-128.00
    ${own(46, 'Workers_Comp', '2026-01-01')} : ${deposit(9600)} ${installment(9600)}*3 - ${installment(9600)}@-1+${installment(9600)} ${installment(9600)}*2 : late_premium@5 catch_up@6 risk@2=0-128.00 risk@5=0-64.00
    ${PAYROLL_COMP(47)} : $*4 36.00p500.00r8% $*3 : underpaid@5 risk@5=4.00 claim@5=4.00
  `,
  events: 'agent_moved@5=Gil_Marsh',
};

const care = (premium: number, percent = 15): string => `${share(percent, premium)}r${percent}%[HOSP]`;
const cancer = (premium: number, percent = 20): string => `${share(percent, premium)}r${percent}%[CANCER]`;
const FOODS = 'Dunmore_Foods Winnie_Askew AL 2022-05-01';
const TRUCKS = 'Sable_Trucking Winnie_Askew AL 2023-01-01';
const SCHOOLS = 'Ridge_County_Schools Vernon_Tice AL 2021-09-01';
const DIRECT = 'Direct_Bill Vernon_Tice AL 2020-04-01';
const HOSPITAL = care(38);
const BOTH = `${HOSPITAL}+${cancer(26)}`;
const CANCER = cancer(42);

/** Hospital and cancer policies on the list bills of employers. */
export const HEARTHSIDE: Description = {
  name: 'Hearthside Benefits',
  about:
    '15 % of hospital and 20 % of cancer premiums, 45 % in the first year, a month behind; one list bill is late once, and one account is paid four fifths from July on',
  line: 'ancillary',
  first: '2026-02',
  statements: 8,
  behind: 1,
  type: 'Renewal',
  sections: 'Servicing Agent -',
  total: 'Net Commission',
  dates: 'us',
  months: 'slash',
  money: 'dollar',
  lastFirst: true,
  columns: [
    ['plan', 'Bill Group'],
    ['id', 'Certificate'],
    ['name', 'Insured Employee'],
    ['product', 'Coverage'],
    ['agent', 'Agent'],
    ['effective', 'Cert Eff'],
    ['term', 'Cert End'],
    ['coverage', 'Bill Month'],
    ['months', 'Mths'],
    ['type', 'Earnings Type'],
    ['premium', 'Premium'],
    ['rate', 'Pct'],
    ['amount', 'Earnings'],
  ],
  alike: [
    {
      count: 10,
      id: 'HSD10',
      traits: FOODS,
      usual: [BOTH],
      pays: '$*3 - $@-1+$ $*3',
      truth: 'late_premium@4 catch_up@5 risk@4=0-10.90',
    },
    { count: 12, id: 'HSS20', traits: SCHOOLS, usual: [HOSPITAL, BOTH, care(61)] },
    {
      count: 8,
      id: 'HST30',
      traits: TRUCKS,
      usual: [BOTH],
      pays: `$*5 ${care(38, 12)}+${cancer(26, 16)}*3`,
      truth: 'risk@6=0-2.18 claim@6=0-2.18 claim@7=0-2.18 claim@8=0-2.18',
    },
    { count: 8, id: 'HSB40', traits: DIRECT, usual: [CANCER, cancer(55.5)] },
    {
      count: 3,
      id: 'HSQ50',
      traits: DIRECT,
      usual: [`${cancer(120)}x3`],
      pays: dueIn(8, { 2: '$', 5: '$', 8: '$' }),
    },
    { count: 2, id: 'HSY60', traits: DIRECT, usual: [`${cancer(470)}x12`], pays: dueIn(8, { 4: '$' }) },
    {
      // The first year ends with the coverage of June, which the statement of July pays.
      count: 7,
      id: 'HSF70',
      traits: 'Ridge_County_Schools Vernon_Tice AL 2025-07-01',
      usual: [`${care(44, 45)}!First_Year`],
      pays: `$*6 ${care(44)}*2`,
    },
    {
      count: 5,
      id: 'HSN80',
      traits: 'Ridge_County_Schools Vernon_Tice AL 2026-04-01',
      usual: [`${care(47, 45)}!First_Year`],
      pays: '-*3 $*5',
    },
  ],
  members: `
    HSX9071 Alva_Brasher ${SCHOOLS} - = ${BOTH} : $*4 ${HOSPITAL}*4 : underpaid@5 risk@5=5.20 ${claims(5, 8, '5.20')}
    HSX9072 Bernice_Clements ${SCHOOLS} - = ${BOTH} : $*4 -*4 : lost@5 risk@5=10.90
    HSX9073 Clyde_Dutton ${DIRECT} - = ${CANCER} : $*6 -*2 : lost@7 risk@7=8.40
    HSX9074 Dortha_Estes ${SCHOOLS} - = ${BOTH} : $*2 - $@-1+$ $*4 : late_premium@3 catch_up@4 risk@3=0-10.90
    HSX9075 Earl_Faulk ${SCHOOLS} - = ${BOTH} : $*3 - $*4 : unpaid@4 missed_months@5 risk@4=0-10.90 claim@4=10.90
    HSX9076 Fannie_Gaither ${SCHOOLS} - = ${BOTH} : $*4 -$@-1~2026-03-31!Refund -*3 : lost@5 rightful_chargeback@5 retroactive_end@5 risk@5=0-10.90
    HSX9077 Guy_Hamner ${DIRECT} - = ${CANCER} : $*3 -$@-1~2026-02-28!Refund -$@-2~2026-02-28!Refund -*3 : lost@4 rightful_chargeback@4 retroactive_end@4 double_chargeback@5 risk@4=0-8.40 risk@5=0-8.40 claim@5=8.40
    HSX9078 Hazel_Inge ${DIRECT} - = ${CANCER} : $*4 $+-$@-2!Refund $*3 : wrong_chargeback@5 risk@5=0-8.40 claim@5=8.40
    HSX9079 Ivy_Jacks ${DIRECT} - = ${CANCER} : $*3 ${cancer(42, 15)}*5 : ${cut(4, 8, '2.10')}
    HSX9081 Jeff_Kilpatrick ${SCHOOLS} - = ${BOTH} : $*5 ${HOSPITAL}+3.90p26.00r20%[CANCER] $*2 : underpaid@6 risk@6=1.30 claim@6=1.30
    HSX9082 Katie_Lolley ${DIRECT} - = ${CANCER} : $*4 $(Winnie_Askew)*4 : agent_moved@5
    HSX9083 Leon_McVay ${DIRECT} - = ${CANCER} : $*2 $+$ $*5 : duplicate_payment@3
    HSX9084 Maude_Newby ${SCHOOLS} - = ${BOTH} : $*4 ${HOSPITAL}{Direct_Bill}+${cancer(26)}{Direct_Bill}*4 :
    HSX9085 Noel_Oakley ${SCHOOLS} - = ${HOSPITAL} : $*3 $+${cancer(26, 45)}!First_Year*5 :
    HSX9086 Opal_Pruett ${DIRECT} - = ${CANCER} : -*5 -$@-2!Refund -*2 : unmatched_chargeback@6 claim@6=0-8.40
    HSX9087 Perry_Ragland ${SCHOOLS} - = ${BOTH} : $*3 - $ $@-2+$ $*2 : unpaid@4 missed_months@5 catch_up@6 risk@4=0-10.90
    HSX9088 Queen_Sparks ${DIRECT} - = ${CANCER} : $*2 ${cancer(42)}x1 ${cancer(504)}x12 -*4 :
  `,
  events: 'late_block@4=Dunmore_Foods rate_cut@6=Sable_Trucking planned_step@7=HSF',
};
