import type { Description } from '../unseen/description.ts';
import { dueIn, falls, share } from '../unseen-second/rules.ts';

/** Books of final expense, annuities, homes and pets. */

/** Nine months of a first year at 100 % are advanced, the rest is paid as earned, and renewals at 8 %. */
const advance = (monthly: number): string => `${share(100, monthly * 9)}!Advance`;
const earned = (monthly: number): string => `${share(100, monthly)}!First_Year`;
const renewal = (monthly: number): string => `${share(8, monthly)}!Renewal`;
const SINCE = 'Peace_Whole_Life Otto_Brandvold IA 2023-02-01';
const issued = (agent: string, day: string): string => `Peace_Whole_Life ${agent} IA ${day}`;

/** Final expense with advances, and with the unearned part taken back after a lapse. */
export const KINDRED: Description = {
  name: 'Kindred Lantern Life',
  about:
    '100 % of nine months advanced at the issue, months 10 to 12 as earned, then 8 % a month; a lapse takes the rest back',
  line: null,
  first: '2025-09',
  statements: 12,
  behind: 0,
  type: 'Renewal',
  titles: ['Kindred Lantern Life Insurance Co', 'Agent Ledger'],
  total: 'Ledger Balance',
  columns: [
    ['id', 'Policy #'],
    ['name', 'Insured'],
    ['plan', 'Plan'],
    ['agent', 'Agent'],
    ['effective', 'Issue Dt'],
    ['coverage', 'Due Mo'],
    ['type', 'Description'],
    ['premium', 'Premium'],
    ['amount', 'Commission'],
  ],
  alike: [
    { count: 18, id: 'KL210', traits: SINCE, usual: [renewal(62), renewal(48.5), renewal(91)] },
    {
      count: 5,
      id: 'KL320',
      traits: issued('Otto_Brandvold', '2025-09-01'),
      usual: [advance(55)],
      pays: `$ -*8 ${earned(55)}*3`,
    },
    {
      count: 4,
      id: 'KL430',
      traits: issued('June_Halvorsen', '2025-11-01'),
      usual: [advance(70)],
      pays: `-*2 $ -*8 ${earned(70)}`,
    },
    {
      count: 4,
      id: 'KL540',
      traits: issued('June_Halvorsen', '2026-03-01'),
      usual: [advance(44)],
      pays: '-*6 $ -*5',
    },
  ],
  members: `
    KL9901 Agnes_Torvald ${SINCE} - = ${renewal(62)} : $*6 -*6 : lost@7 risk@7=4.96
    KL9902 Elmer_Nygaard ${SINCE} - = ${renewal(62)} : $*4 - $@-1+$ $*6 : late_premium@5 catch_up@6 risk@5=0-4.96
    KL9903 Hilda_Sorenson ${issued('Otto_Brandvold', '2025-09-01')} - = ${advance(60)} : ${dueIn(12, { 1: '$', 5: '-300.00p-300.00!Chargeback' })} : lost@5 rightful_chargeback@5 risk@5=0-540.00
    KL9904 Lars_Engebretson ${issued('June_Halvorsen', '2025-11-01')} - = ${advance(50)} : ${dueIn(12, { 3: '$', 6: '-300.00p-300.00!Chargeback', 7: '-300.00p-300.00!Chargeback' })} : lost@6 rightful_chargeback@6 double_chargeback@7 risk@6=0-450.00 risk@7=0-300.00 claim@7=300.00
    KL9905 Myrtle_Aamodt ${SINCE} - = ${renewal(91)} : $*7 - $*4 : unpaid@8 missed_months@9 risk@8=0-7.28 claim@8=7.28
  `,
};

/** Trails follow the value of the account, up and down. */
const VALUES = [1, 1.012, 1.021, 1.015, 1.033, 1.04, 1.052];
const trail = (start: number, values = VALUES): string =>
  values.map((value) => share(0.25, Math.round(start * value))).join(' ');
const CONTRACTS = [
  ...['Alden_Prescott 84200', 'Beryl_Houghton 152000', 'Cyril_Lathrop 61500', 'Doris_Wetherby 240300'],
  ...['Edgar_Bascomb 98700', 'Flora_Danforth 47250', 'Giles_Remington 310800', 'Hester_Kingsbury 125400'],
  ...['Ivor_Pendleton 73900', 'Judith_Ransome 189600', 'Kermit_Sandoe 55800', 'Leona_Thackeray 132750'],
  ...['Miles_Underhill 205100', 'Nettie_Vanwyck 88800', 'Oscar_Whitcher 167300', 'Pearl_Yeomans 42600'],
  ...['Quincy_Zeller 96400', 'Rhoda_Applegate 118200', 'Silas_Brewster 271900', 'Tillie_Cromwell 64700'],
  ...['Ulric_Dearborn 143500', 'Verna_Eastlake 79300', 'Wallace_Fairbanks 226600', 'Xenia_Goodhue 51900'],
  ...['Yancy_Holcomb 108800', 'Zelda_Inskeep 93100'],
].map((text) => text.split(' '));
const contract = ([name = '', start = '']: readonly string[], place: number): string =>
  `SF${4400 + place * 7} ${name} Harvest_Index_7 Ward_Ellsworth CT 2022-05-01 - = 1.00 : ${trail(Number(start))} : ${falls(trail(Number(start)))}`;
/** Without the later trails. */
const first = (start: number, count: number): string => trail(start, VALUES.slice(0, count));

/** Annuities with a quarterly trail. */
export const SUMMERFIELD: Description = {
  name: 'Summerfield Annuity and Life',
  about: '0.25 % of the account value each quarter; quiet, with one contract that leaves and one quarter left out',
  line: null,
  first: '2025-01',
  statements: 7,
  every: 3,
  behind: 0,
  type: 'Trail',
  total: 'Total Trail Commission',
  dates: 'iso',
  money: 'dollar',
  columns: [
    ['id', 'Contract'],
    ['name', 'Owner'],
    ['plan', 'Annuity'],
    ['agent', 'Representative'],
    ['effective', 'Contract Date'],
    ['premium', 'Accumulated Value'],
    ['type', 'Comm Class'],
    ['amount', 'Trail Amount'],
  ],
  alike: [],
  members: `${CONTRACTS.map(contract).join('\n')}
    SF5001 Amos_Jessup Harvest_Index_7 Ward_Ellsworth CT 2021-08-01 - = 1.00 : ${first(100000, 4)} -*3 : ${falls(first(100000, 4))} lost@5 risk@5=253.75
    SF5002 Blanche_Kittredge Harvest_Index_7 Ward_Ellsworth CT 2021-08-01 - = 1.00 : 200.00p80000.00*4 - 200.00p80000.00*2 : unpaid@5 missed_months@6 risk@5=0-200.00 claim@5=200.00
  `,
};

const dwelling = (premium: number, percent = 12, type = 'Renewal'): string =>
  `${share(percent, premium)}r${percent}%!${type}`;
const bought = (at: number): string => (at < 5 ? `2025-${String(at + 8).padStart(2, '0')}-01` : `2026-0${at - 4}-01`);
const HOUSES = [1180, 1495, 1720];

/** Homes and landlords' policies by the year. */
export const BELLAMY: Description = {
  name: 'Bellamy Farmers Mutual',
  about: '12 % of a renewed home for the year and 15 % of a new one, with endorsements and returns pro rata',
  line: null,
  first: '2025-09',
  statements: 9,
  behind: 0,
  type: 'Renewal',
  titles: ['Bellamy Farmers Mutual', 'Agency Production Statement'],
  total: 'Statement Total',
  unassigned: 'Profit_Sharing@7=940.00',
  dates: 'us',
  money: 'plain',
  columns: [
    ['agent', 'Agency Producer'],
    ['id', 'Policy'],
    ['name', 'Insured'],
    ['plan', 'LOB'],
    ['effective', 'Eff Date'],
    ['type', 'Transaction'],
    ['premium', 'Premium'],
    ['rate', 'Rate'],
    ['amount', 'Commission'],
  ],
  alike: [
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => ({
      count: 4,
      id: `BF${at}20`,
      traits: `Homeowner Amy_Stockdale MO ${bought(at)}`,
      usual: HOUSES.map((premium) => dwelling(premium + at * 15)),
      pays: dueIn(9, { [at]: '$' }),
    })),
    ...[2, 5, 7].map((at) => ({
      count: 3,
      id: `BFN${at}0`,
      traits: `Dwelling_Fire Rex_Tilford MO ${bought(at)}`,
      usual: [dwelling(890, 15, 'New_Business')],
      pays: dueIn(9, { [at]: '$' }),
    })),
  ],
  members: `
    BF9701 Marvin_Eldridge Homeowner Amy_Stockdale MO ${bought(2)} - = ${dwelling(1500)} : ${dueIn(9, { 2: '$', 5: dwelling(140, 12, 'Endorsement') })} :
    BF9702 Sylvia_Croft Homeowner Amy_Stockdale MO ${bought(1)} - = ${dwelling(1600)} : ${dueIn(9, { 1: '$', 7: '-96.00p-800.00r12%!Cancellation' })} : lost@7 rightful_chargeback@7 risk@7=0-192.00
    BF9703 Dwight_Harkness Homeowner Amy_Stockdale MO ${bought(3)} - = ${dwelling(1400)} : ${dueIn(9, { 3: '126.00p1400.00r9%!Renewal' })} : underpaid@3 claim@3=42.00
  `,
};

const pet = (premium: number, percent = 14): string => share(percent, premium);
const KITTY = 'Cat_Essential Robin_Marchetti PA 2025-03-01';
const DOG = 'Dog_Complete Robin_Marchetti PA 2025-03-01';

/** Pet policies by percent of premium, with many joiners. */
export const PAWSWELL: Description = {
  name: 'Pawswell Pet Insurance',
  about:
    '14 % of the premium of each pet a month; new pets join, owners stop without notice, and cats get new numbers in March',
  line: 'ancillary',
  first: '2025-12',
  statements: 8,
  behind: 0,
  type: '',
  dates: 'iso',
  months: 'iso',
  columns: [
    ['id', 'policy_id'],
    ['name', 'pet_parent'],
    ['plan', 'product'],
    ['state', 'state'],
    ['effective', 'policy_start'],
    ['coverage', 'billing_month'],
    ['premium', 'collected_premium'],
    ['amount', 'partner_commission'],
  ],
  alike: [
    { count: 18, id: 'PWD60', traits: DOG, usual: [pet(48), pet(61.5), pet(55)] },
    { count: 12, id: 'PWC61', traits: KITTY, usual: [pet(22), pet(27.5)], pays: '$*3 $#9*5' },
    { count: 5, id: 'PWN62', traits: 'Dog_Complete Robin_Marchetti PA 2026-02-01', usual: [pet(52)], pays: '-*2 $*6' },
    { count: 3, id: 'PWM63', traits: 'Cat_Essential Robin_Marchetti PA 2026-05-01', usual: [pet(24)], pays: '-*5 $*3' },
  ],
  members: `
    PWX641 Gretchen_Ulmer ${DOG} - = ${pet(50)} : $*3 -*5 : lost@4 risk@4=7.00
    PWX642 Dominic_Spinelli ${DOG} - = ${pet(50)} : $*5 -*3 : lost@6 risk@6=7.00
    PWX643 Priya_Venkatesan ${KITTY} - = ${pet(25)} : $*4 - $@-1+$ $*2 : late_premium@5 catch_up@6 risk@5=0-3.50
    PWX644 Jerrold_Haskins ${KITTY} - = ${pet(25)} : $*2 $+$ $*5 : duplicate_payment@3
    PWX645 Tamsin_Oakes ${DOG} - = ${pet(50)} : $*6 -7.00p-50.00@-1 - : lost@7 rightful_chargeback@7 risk@7=0-7.00
  `,
  events: 'new_ids@4=PWC',
};
