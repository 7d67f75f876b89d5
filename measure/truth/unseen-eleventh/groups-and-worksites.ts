import type { Description } from '../unseen/description.ts';
import { paidIn, percentOf } from './notation.ts';

/** Books of small employers, of dental and vision plans, and of worksite policies. */

const covered = (count: number): string => `${percentOf(4, count * 520)}n${count}`;
const employer = (id: string, name: string, count: number): string =>
  `ST-${id} ${name} Sawtooth_Choice_POS Gil_Redmond ID 2022-07-01 - = ${covered(count)}`;
const EMPLOYERS = [
  ...['Ammon_Roofing 7', 'Blackfoot_Seed 16', 'Caldwell_Print 5', 'Driggs_Outfitters 9', 'Eagle_Pediatrics 21'],
  ...['Fruitland_Packing 34', 'Gooding_Dairy 12', 'Hailey_Design 4', 'Jerome_Trailers 18', 'Kuna_Electric 8'],
  ...['Lewiston_Tire 25', 'Moscow_Books 6', 'Nampa_Steel 41', 'Orofino_Timber 11', 'Payette_Glass 10'],
  ...['Rexburg_Homes 15', 'Salmon_River_Inn 5', 'Twin_Peaks_CPA 13'],
].map((text) => text.split(' '));

/** Small groups by a percentage of the premium, with adjustments of earlier months. Mostly quiet. */
export const SAWTOOTH: Description = {
  name: 'Sawtooth Group Health',
  about: '4 % of group premium as billed, 520 an employee; people hired late in a month are paid for a month later',
  line: 'group',
  first: '2025-08',
  statements: 12,
  behind: 1,
  type: 'Current',
  file: 'xlsx',
  titles: ['Sawtooth Group Health', 'Commission Register by Case'],
  total: 'Register Total',
  dates: 'us',
  months: 'named',
  columns: [
    ['name', 'Case Name'],
    ['id', 'Case ID'],
    ['plan', 'Benefit Option'],
    ['agent', 'Agent'],
    ['effective', 'Case Effective'],
    ['coverage', 'Billed Month'],
    ['lives', 'EEs'],
    ['premium', 'Billed Premium'],
    ['type', 'Item'],
    ['amount', 'Commission Due'],
  ],
  alike: [],
  // ST-7201 grows, with a late hire paid for one month back: back to ordinary pay in the next month, and nothing is wrong.
  // ST-7203 loses an employee who is taken back for one month: fewer lives, and a rightful correction.
  members: `${EMPLOYERS.map(([name = '', count = ''], at) => `${employer(String(7100 + at * 3), name, Number(count))} : $*12 :`).join('\n')}
    ${employer('7201', 'Weiser_Orchards', 14)} : $*5 ${covered(15)}+${covered(1)}@-1!Adjustment ${covered(15)}*6 :
    ${employer('7202', 'Ketchum_Sports', 9)} : $*6 -*6 : lost@7 risk@7=187.20
    ${employer('7203', 'Shelley_Potato', 20)} : $*7 ${covered(19)}+-20.80p-520.00n1@-1!Adjustment ${covered(19)}*4 : fewer_lives@8 rightful_chargeback@8 risk@8=0-41.60
    ${employer('7204', 'Rigby_Machine', 6)} : $*3 - $@-1+$ $*7 : late_premium@4 catch_up@5 risk@4=0-124.80
  `,
};

const teeth = (monthly: number): string => `${percentOf(9, monthly * 3)}x3[DENTAL]`;
const eyes = (monthly: number): string => `${percentOf(12, monthly * 3)}x3[VISION]`;
const DUO = `${teeth(42)}+${eyes(14)}`;
const CAM = 'Oriole_Bundle Cam_Lindstrom OR 2023-04-01';

/** Dental and vision plans, paid for the whole quarter at once. Mostly quiet. */
export const ORIOLE: Description = {
  name: 'Oriole Dental and Vision',
  about: '9 % of dental and 12 % of vision premiums, paid four times a year for three months',
  line: 'ancillary',
  first: '2025-01',
  statements: 6,
  every: 3,
  behind: 0,
  type: 'Qtrly',
  dates: 'named',
  months: 'slash',
  money: 'dollar',
  columns: [
    ['id', 'Cert No'],
    ['name', 'Certificate Holder'],
    ['product', 'Benefit'],
    ['plan', 'Package'],
    ['agent', 'Representative'],
    ['effective', 'Cert Date'],
    ['coverage', 'From Month'],
    ['months', 'No. Months'],
    ['premium', 'Premium'],
    ['amount', 'Earned'],
  ],
  alike: [
    { count: 20, id: 'OR-33', traits: CAM, usual: [DUO, teeth(42), `${teeth(88)}+${eyes(27)}`] },
    {
      count: 6,
      id: 'OR-44',
      traits: 'Oriole_Bundle Cam_Lindstrom OR 2025-07-01',
      usual: [DUO],
      pays: '-*2 $*4',
    },
  ],
  // 11.34 of dental and 5.04 of vision make 16.38 a quarter. OR-903 drops only vision, which an expert asks about.
  members: `
    OR-901 Hedy_Marchbanks ${CAM} - = ${DUO} : $*3 -*3 : lost@4 risk@4=16.38
    OR-902 Irwin_Nettles ${CAM} - = ${DUO} : $*2 - $*3 : unpaid@3 missed_months@4 risk@3=0-16.38 claim@3=16.38
    OR-903 Josie_Overby ${CAM} - = ${DUO} : $*4 ${teeth(42)}*2 : underpaid@5 underpaid@6 risk@5=0-5.04 claim@5=0-5.04 claim@6=0-5.04
  `,
};

const heaped = (premium: number): string => `${percentOf(45, premium)}r45%!First`;
const level = (premium: number, percent = 8): string => `${percentOf(percent, premium)}r${percent}%!Renewal`;
const MILLS = 'Piedmont_Mills Rhea_Castellano SC 2023-05-01';
const MAYS = 'Lowcountry_Transit Rhea_Castellano SC 2025-05-01';

/** Worksite policies in weekly files, with a heaped first year. */
export const GALLOWAY: Description = {
  name: 'Galloway Worksite',
  about: '45 % of worksite premiums in the first year and 8 % after it, in four weekly files a month',
  line: 'ancillary',
  first: '2026-01',
  statements: 7,
  files: 4,
  behind: 0,
  type: 'Renewal',
  total: 'WEEK TOTAL',
  dates: 'short',
  months: 'iso',
  columns: [
    ['plan', 'Account'],
    ['id', 'Pol Nbr'],
    ['name', 'Insured'],
    ['agent', 'Servicing Agt'],
    ['effective', 'Iss Dt'],
    ['coverage', 'Ded Mo'],
    ['premium', 'Ded Amt'],
    ['rate', 'Pct'],
    ['type', 'FY/RN'],
    ['amount', 'Comm Amt'],
  ],
  alike: [
    { count: 22, id: 'GW810', traits: MILLS, usual: [level(36), level(52.5), level(28)] },
    {
      // Month 13 is May: the step down is planned.
      count: 12,
      id: 'GW920',
      traits: MAYS,
      usual: [heaped(40)],
      pays: `$*4 ${level(40)}*3`,
      truth: 'risk@5=0-14.80',
    },
    {
      count: 6,
      id: 'GW930',
      traits: 'Lowcountry_Transit Rhea_Castellano SC 2026-03-01',
      usual: [heaped(33)],
      pays: '-*2 $*5',
    },
  ],
  // GW7001 steps down in March, two months before its first year ends: 14.80 short in each of the two.
  members: `
    GW7001 Abner_Pickens ${MAYS} - = ${heaped(40)} : $*2 ${level(40)}*5 : underpaid@3 underpaid@4 risk@3=14.80 claim@3=14.80 claim@4=14.80
    GW7002 Birdie_Quarles ${MILLS} - = ${level(36)}w2 : $*5 -*2 : lost@6 risk@6=2.88
    GW7003 Colby_Ransom ${MILLS} - = ${level(75)} : $*3 $w1+$w3 $*3 : duplicate_payment@4
    GW7004 Dinah_Sturgis ${MILLS} - = ${level(75)} : $*4 $+-$@-2!Chargeback $*2 : wrong_chargeback@5 risk@5=0-6.00 claim@5=6.00
    GW7005 Ezra_Trimble ${MILLS} - = ${level(75)} : $*2 - $@-1+$ $*3 : late_premium@3 catch_up@4 risk@3=0-6.00
  `,
  events: 'planned_step@5=GW92',
};

const part = (premium: number, percent: number, line: string): string =>
  `${percentOf(percent, premium / 4)}r${percent}%[${line}]!Installment`;
const SHOP = 'Main_Street_BOP Vic_Harlan WI 2025-10-01';
const CREW = 'Contractor_WC Vic_Harlan WI 2025-10-01';
const quarter = (text = '$', missing = 0): string =>
  paidIn(9, Object.fromEntries([1, 4, 7].flatMap((at) => (at === missing ? [] : [[at, text] as const]))));
const shifted = (from: number): string => paidIn(9, { [from]: '$', [from + 3]: '$', [from + 6]: '$' });

/** Commercial policies, paid as each quarterly installment comes in. Mostly quiet. */
export const IRONGATE: Description = {
  name: 'Irongate Commercial Mutual',
  about: '15 % of business owners and 8 % of workers compensation by quarterly installments, with audits',
  line: null,
  first: '2025-10',
  statements: 9,
  behind: 0,
  type: 'Installment',
  titles: ['Irongate Commercial Mutual', 'Direct Bill Commission'],
  total: 'Direct Bill Total',
  unassigned: 'Contingent_Bonus@6=1250.00',
  dates: 'us',
  money: 'brackets',
  columns: [
    ['id', 'Policy ID'],
    ['name', 'Named Insured'],
    ['product', 'Line'],
    ['plan', 'Program'],
    ['agent', 'Producer'],
    ['effective', 'Term Eff'],
    ['type', 'Activity'],
    ['premium', 'Premium Collected'],
    ['rate', 'Comm Rate'],
    ['amount', 'Comm Amount'],
  ],
  alike: [
    { count: 10, id: 'IGB20', traits: SHOP, usual: [part(3200, 15, 'BOP'), part(2480, 15, 'BOP')], pays: quarter() },
    { count: 6, id: 'IGW30', traits: CREW, usual: [part(9600, 8, 'WC')], pays: quarter() },
    ...[2, 3].map((at) => ({
      count: 6,
      id: `IGB${at + 3}0`,
      traits: `Main_Street_BOP Vic_Harlan WI 2025-${at + 9}-01`,
      usual: [part(2800, 15, 'BOP'), part(4100, 15, 'BOP')],
      pays: shifted(at),
    })),
  ],
  // An audit adds premium to IG9001 and returns some to IG9002: both are ordinary. 15 % of 800 a quarter is 120.00.
  members: `
    IG9001 Neenah_Framing ${CREW} - = ${part(8000, 8, 'WC')} : ${paidIn(9, { 1: '$', 4: '$', 6: `${percentOf(8, 1150)}r8%[WC]!Audit`, 7: '$' })} :
    IG9002 Oshkosh_Drywall ${CREW} - = ${part(8000, 8, 'WC')} : ${paidIn(9, { 1: '$', 4: '$', 5: '-32.00p-400.00r8%[WC]!Audit', 7: '$' })} :
    IG9003 Racine_Florist ${SHOP} - = ${part(3200, 15, 'BOP')} : ${paidIn(9, { 1: '$', 4: '$' })} : lost@7 risk@7=120.00
    IG9004 Beloit_Cafe ${SHOP} - = ${part(3200, 15, 'BOP')} : ${quarter('$', 4)} : unpaid@4 missed_months@7 risk@4=0-120.00 claim@4=120.00
  `,
};
