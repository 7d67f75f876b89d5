import type { Description } from '../unseen/description.ts';
import { claims, cut, dueIn, share } from '../unseen-second/rules.ts';

/** Books of small employers, of dental plans, and of worksite policies. */

const heads = (count: number, rate = 24): string => `${(count * rate).toFixed(2)}n${count}`;
const group = (id: string, name: string, count: number, agent = 'Conrad_Pell'): string =>
  `TM${id} ${name} Tamarack_PPO_1500 ${agent} WI 2023-01-01 - = ${heads(count)}`;
const STEADY = [
  ...['Baraboo_Printing 14', 'Cudahy_Welding 9', 'Delavan_Optics 22', 'Edgerton_Feed 6', 'Fennimore_Clinic 31'],
  ...['Germantown_Motors 12', 'Hartford_Canning 18', 'Jefferson_Dental 5', 'Kaukauna_Paper 27', 'Lodi_Veterinary 8'],
  ...['Mauston_Hardware 11', 'Neenah_Foods 35', 'Oconto_Boats 7', 'Portage_Realty 4', 'Reedsburg_Tool 16'],
  ...['Sparta_Masonry 10', 'Tomah_Freight 20', 'Viroqua_Coop 13', 'Waupaca_Resorts 9', 'Wautoma_Produce 17'],
].map((text) => text.split(' '));
const steady = ([name = '', count = '']: readonly string[], place: number): string =>
  `${group(String(1100 + place), name, Number(count), place % 3 === 0 ? 'Mae_Lindgren' : 'Conrad_Pell')} : $*9 :`;
/** A group hires two people in the fifth month. */
const grown = `${group('1201', 'Beloit_Gear', 15)} : $*4 ${heads(17)}*5 :`;

/** Small groups by a flat amount for each enrolled employee. */
export const TAMARACK: Description = {
  name: 'Tamarack Benefit Health',
  about:
    '24.00 for each enrolled employee of a small group each month; head counts move, one group leaves, one month comes late',
  line: 'group',
  first: '2025-10',
  statements: 9,
  behind: 0,
  type: 'Base Commission',
  titles: ['Tamarack Benefit Health', 'Broker Compensation Statement'],
  total: 'Total Compensation',
  months: 'named',
  money: 'dollar',
  columns: [
    ['id', 'Group No.'],
    ['name', 'Group Name'],
    ['agent', 'Broker of Record'],
    ['plan', 'Product'],
    ['effective', 'Group Eff.'],
    ['coverage', 'Bill Month'],
    ['lives', 'Subscribers'],
    ['type', 'Comp Type'],
    ['amount', 'Compensation'],
  ],
  alike: [],
  members: `${STEADY.map(steady).join('\n')}
    ${grown}
    ${group('1202', 'Clintonville_Trucks', 12)} : $*5 ${heads(10)}*4 : fewer_lives@6 risk@6=0-48.00
    ${group('1203', 'Dodgeville_Outfitters', 8)} : $*6 -*3 : lost@7 risk@7=192.00
    ${group('1204', 'Elkhorn_Bakery', 6)} : $*3 - $@-1+$ $*4 : late_premium@4 catch_up@5 risk@4=0-144.00
    ${group('1205', 'Fort_Atkinson_Dairy', 19)} : $*4 ${heads(19, 20)}*5 : ${cut(5, 9, '76.00')}
    ${group('1206', 'Green_Lake_Marina', 5)} : $*6 - $*2 : unpaid@7 missed_months@8 risk@7=0-120.00 claim@7=120.00
  `,
};

const tooth = (premium: number, percent = 10): string => share(percent, premium);
const [SINGLE, COUPLE, FAMILY] = [tooth(38.5), tooth(74), tooth(126)];
const FAY = 'PearlVine_PPO_Preferred Fay_Rosenthal NJ 2023-04-01';
const NED = 'PearlVine_DHMO Ned_Abernathy NJ 2024-07-01';

/** Individual dental plans by percent of premium, with a cut of the rate of one plan. */
export const PEARL_AND_VINE: Description = {
  name: 'Pearl and Vine Dental',
  about: '10 % of individual dental premiums each month, and 8 % for the DHMO from March on',
  line: 'ancillary',
  first: '2025-10',
  statements: 9,
  behind: 0,
  type: '',
  file: 'xlsx',
  total: 'Total',
  dates: 'short',
  columns: [
    ['id', 'Subscriber #'],
    ['name', 'Subscriber'],
    ['plan', 'Dental Plan'],
    ['agent', 'Selling Agent'],
    ['effective', 'Eff'],
    ['coverage', 'Month'],
    ['premium', 'Prem Recd'],
    ['amount', 'Comm'],
  ],
  alike: [
    { count: 22, id: 'PV310', traits: FAY, usual: [SINGLE, COUPLE, FAMILY] },
    {
      count: 8,
      id: 'PV420',
      traits: NED,
      usual: [tooth(22)],
      pays: `$*5 ${tooth(22, 8)}*4`,
      truth: `risk@6=0-0.44 ${claims(6, 9, '0.44')}`,
    },
    {
      count: 5,
      id: 'PV530',
      traits: 'PearlVine_PPO_Preferred Fay_Rosenthal NJ 2026-02-01',
      usual: [SINGLE],
      pays: '-*4 $*5',
    },
  ],
  members: `
    PV901 Rosalind_Feinberg ${FAY} - = ${COUPLE} : $*4 -*5 : lost@5 risk@5=7.40
    PV902 Desmond_Okafor ${FAY} - = ${FAMILY} : $*6 - $@-1+$ $ : late_premium@7 catch_up@8 risk@7=0-12.60
    PV903 Carmela_Vitale ${FAY} - = ${FAMILY} : $*3 $+$ $*5 : duplicate_payment@4
    PV904 Tadeusz_Wolski ${FAY} - = ${COUPLE} : $*5 -7.40p-74.00@-1 -*3 : lost@6 rightful_chargeback@6 risk@6=0-7.40
  `,
  events: 'rate_cut@6=PearlVine_DHMO',
};

const accident = (premium: number, percent = 20): string => `${share(percent, premium)}[ACCIDENT]`;
const disability = (premium: number, percent = 20): string => `${share(percent, premium)}[DISABILITY]`;
const BOTH = `${accident(24)}+${disability(46)}`;
const SCHOOLS = 'Cabarrus_Schools Jonah_Whitcomb NC 2024-09-01';
const FOODS = 'Uwharrie_Foods Jonah_Whitcomb NC 2024-01-01';

/** Worksite policies by payroll deduction, most of whose months are ordinary. */
export const MILLSTREAM: Description = {
  name: 'Millstream Worksite Benefits',
  about: '20 % of accident and disability premiums by payroll deduction; the bill of one employer comes a month late',
  line: 'ancillary',
  first: '2026-01',
  statements: 8,
  behind: 0,
  type: 'Renewal',
  sections: 'Writing Agent:',
  total: 'Total all agents',
  months: 'slash',
  money: 'brackets',
  columns: [
    ['id', 'Policy'],
    ['name', 'Policyholder'],
    ['plan', 'Employer'],
    ['product', 'Cov Type'],
    ['coverage', 'Paid Month'],
    ['premium', 'Premium'],
    ['type', 'Yr'],
    ['amount', 'Comm Earned'],
  ],
  alike: [
    { count: 20, id: 'MW110', traits: SCHOOLS, usual: [BOTH, accident(24), disability(58)] },
    {
      count: 9,
      id: 'MW220',
      traits: FOODS,
      usual: [accident(24)],
      pays: '$*4 - $@-1+$ $*2',
      truth: 'late_premium@5 catch_up@6 risk@5=0-4.80',
    },
    { count: 6, id: 'MW330', traits: 'Cabarrus_Schools Celia_Dunmore NC 2025-01-01', usual: [disability(51)] },
  ],
  members: `
    MW801 Percy_Lockhart ${SCHOOLS} - = ${BOTH} : $*4 ${accident(24)}*4 : underpaid@5 risk@5=9.20 ${claims(5, 8, '9.20')}
    MW802 Winifred_Stroud ${SCHOOLS} - = ${accident(24)} : $*6 -*2 : lost@7 risk@7=4.80
    MW803 Clement_Yarborough ${SCHOOLS} - = ${disability(46)} : $*5 $+-9.20p-46.00[DISABILITY]@-2 $*2 : wrong_chargeback@6 risk@6=0-9.20 claim@6=9.20
  `,
  events: 'late_block@5=Uwharrie_Foods',
};

const once = (premium: number, at: number): string => dueIn(8, { [at]: share(25, premium) });

/** Surety bonds that pay once for the year of the bond. */
export const BROADMOOR: Description = {
  name: 'Broadmoor Surety',
  about:
    '25 % of the premium of contractor and notary bonds, once for the year of each bond; a quiet book of a small agency',
  line: null,
  first: '2026-01',
  statements: 8,
  behind: 0,
  type: 'Bond Premium',
  total: 'Net Due Agency',
  dates: 'named',
  money: 'dollar',
  columns: [
    ['id', 'Bond Number'],
    ['name', 'Principal'],
    ['plan', 'Bond Class'],
    ['effective', 'Bond Eff'],
    ['type', 'Entry'],
    ['premium', 'Bond Premium'],
    ['amount', 'Commission'],
  ],
  alike: [1, 2, 3, 4, 5, 6, 7, 8].map((at) => ({
    count: at % 2 === 0 ? 3 : 4,
    id: `BM${at}70`,
    traits: `${at % 3 === 0 ? 'Notary' : 'License_and_Permit'} Lois_Fenwick MO 2026-0${at}-01`,
    usual: [share(25, 100 + at * 25)],
    pays: once(at % 3 === 0 ? 50 : 100 + at * 25, at),
  })),
  members: `
    BM9801 Ozark_Plumbing License_and_Permit Lois_Fenwick MO 2026-02-01 - = 62.50p250.00 : ${dueIn(8, { 2: '$', 5: '-46.88p-187.50!Return_Premium' })} : lost@5 rightful_chargeback@5 risk@5=0-62.50
    BM9802 Sedalia_Electric License_and_Permit Lois_Fenwick MO 2026-03-01 - = 75.00p300.00 : ${dueIn(8, { 3: '$', 4: '$' })} : duplicate_payment@4
    BM9803 Joplin_Roofing License_and_Permit Lois_Fenwick MO 2026-04-01 - = 50.00p200.00 : ${dueIn(8, { 4: '$' })} :
  `,
};
