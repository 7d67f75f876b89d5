import type { Description } from '../unseen/description.ts';
import { claims, cut, dueIn, falls, share } from '../unseen-second/rules.ts';

/** Books of Medicare supplements by age, of small employers by the head, and of employers' dental and vision premiums. */

const medigap = (premium: number, percent = 20): string => `${share(percent, premium)}r${percent}%`;
/** The premium rises 6 % with the birthday of the policy in the statement `at`. */
const aging = (premium: number, at: number): string =>
  `${medigap(premium)}*${at - 1} ${medigap(premium * 1.06)}*${9 - at}`;
const PLAN_G = 'Plan_G Coralee_Haskins IN 2022-06-01';
const PLAN_N = 'Plan_N Coralee_Haskins KY 2024-02-01';
const MEDIGAP = medigap(150);
const QUARTER = `${medigap(441)}x3`;
const SMALL = medigap(110);
/** Policies of 2020 enter their seventh year in July and are paid half from then on. */
const SEVENTH = '$*4 19.00p190.00r10%*4';

/** Medicare supplements with premiums by attained age. */
export const AMBERLY: Description = {
  name: 'Amberly Life Supplement',
  about:
    '20 % of a supplement premium in six policy years, then 10 %; premiums rise with each policy birthday; one state is paid 17 % from July on',
  line: 'med_supp',
  first: '2026-03',
  statements: 8,
  behind: 0,
  type: 'RENL',
  dates: 'named',
  money: 'dollar',
  lastFirst: true,
  total: 'Statement Total',
  columns: [
    ['id', 'Policy No'],
    ['name', 'Insured'],
    ['plan', 'Form'],
    ['state', 'Issue St'],
    ['agent', 'Agent'],
    ['effective', 'Issue Date'],
    ['term', 'Lapse Date'],
    ['coverage', 'Prem Due'],
    ['months', 'Mode Mos'],
    ['type', 'Code'],
    ['premium', 'Prem Paid'],
    ['rate', 'Comm Rate'],
    ['amount', 'Comm Earned'],
  ],
  alike: [
    { count: 8, id: 'AML10', traits: PLAN_G, usual: [MEDIGAP], pays: aging(150, 4) },
    {
      count: 7,
      id: 'AML20',
      traits: 'Plan_G Coralee_Haskins IN 2023-08-01',
      usual: [MEDIGAP],
      pays: aging(162.5, 6),
    },
    {
      count: 6,
      id: 'AML30',
      traits: 'Plan_N Burke_Tillery IN 2024-05-01',
      usual: [SMALL],
      pays: aging(118, 3),
    },
    { count: 9, id: 'AML40', traits: PLAN_N, usual: [SMALL, medigap(124.8)] },
    {
      count: 7,
      id: 'AML50',
      traits: 'Plan_N Burke_Tillery OH 2023-11-01',
      usual: [SMALL],
      pays: '$*4 18.70p110.00r17%*4',
      truth: `risk@5=0-3.30 ${claims(5, 8, '3.30')}`,
    },
    { count: 5, id: 'AML60', traits: 'Plan_F Coralee_Haskins IN 2020-07-01', usual: [medigap(190)], pays: SEVENTH },
    {
      count: 3,
      id: 'AMQ10',
      traits: 'Plan_G Burke_Tillery IN 2023-01-01',
      usual: [QUARTER],
      pays: dueIn(8, { 2: '$', 5: '$', 8: '$' }),
    },
    {
      count: 2,
      id: 'AMS20',
      traits: 'Plan_G Burke_Tillery IN 2022-09-01',
      usual: [`${medigap(870)}x6`],
      pays: dueIn(8, { 1: '$', 7: `${medigap(922.2)}x6` }),
    },
    {
      count: 3,
      id: 'AMY30',
      traits: 'Plan_N Coralee_Haskins IN 2021-05-01',
      usual: [`${medigap(1380)}x12`],
      pays: dueIn(8, { 3: '$' }),
    },
    {
      count: 4,
      id: 'AMN70',
      traits: 'Plan_G Burke_Tillery IN 2026-05-01',
      usual: [`${medigap(138)}!NEW`],
      pays: '-*2 $*6',
    },
  ],
  members: `
    AMX9071 Agatha_Birdsong ${PLAN_G} - = ${MEDIGAP} : $*3 ${medigap(159)} -*4 : lost@5 risk@5=31.80
    AMX9072 Basil_Crumpton ${PLAN_N} - = ${SMALL} : $*6 -*2 : lost@7 risk@7=22.00
    AMX9073 Clarice_Dunaway Plan_G Burke_Tillery IN 2023-01-01 - = ${QUARTER} : ${dueIn(8, { 2: QUARTER })} : lost@5 risk@5=29.40-88.20
    AMX9074 Dewey_Elrod ${PLAN_N} - = ${SMALL} : $*3 16.50p110.00r15%*5 : ${cut(4, 8, '5.50')}
    AMX9075 Erma_Fickling ${PLAN_N} - = ${SMALL} : $*5 16.50p110.00r20% $*2 : underpaid@6 risk@6=5.50 claim@6=5.50
    AMX9076 Foy_Goolsby ${PLAN_N} - = ${SMALL} : $*2 - $*5 : unpaid@3 missed_months@4 risk@3=0-22.00 claim@3=22.00
    AMX9077 Glenda_Honeycutt ${PLAN_N} - = ${SMALL} : $*4 - $@-1+$ $*2 : late_premium@5 catch_up@6 risk@5=0-22.00
    AMX9078 Homer_Isbell ${PLAN_N} - = ${SMALL} : $*5 -$p-110.00@-1~2026-06-30!DTH -*2 : lost@6 rightful_chargeback@6 retroactive_end@6 risk@6=0-22.00
    AMX9079 Imelda_Jeter ${PLAN_N} - = ${SMALL} : $*3 -$p-110.00@-1~2026-04-30!LAP -$p-110.00@-2~2026-04-30!LAP -*3 : lost@4 rightful_chargeback@4 retroactive_end@4 double_chargeback@5 risk@4=0-22.00 risk@5=0-22.00 claim@5=22.00
    AMX9081 Judson_Kitchens ${PLAN_N} - = ${SMALL} : $*4 $#9*4 :
    AMX9082 Keturah_Lanham ${PLAN_N} - = ${SMALL} : $*3 ${medigap(102.3)}*5 : risk@4=0-1.54
    AMX9083 Lemuel_Moseley ${PLAN_N} - = ${SMALL} : $*5 $(Burke_Tillery)*3 : agent_moved@6
    AMX9084 Myrtle_Nettles ${PLAN_G} - = ${MEDIGAP} : $*3 ${medigap(159)} ${medigap(159)}+-$p-150.00@-2!ADJ ${medigap(159)}*3 : wrong_chargeback@5 risk@5=0-31.80 claim@5=30.00
    AMX9085 Norris_Ogletree Plan_N Coralee_Haskins IN 2021-05-01 - = ${medigap(115)} : $*2 ${medigap(1380)}x12 -*5 :
  `,
  events: 'raised@3=AML3 raised@4=AML1 rate_cut@5=OH planned_step@5=AML6 raised@6=AML2',
};

/** The fee for each employee falls with the size of the group. */
const feeOf = (size: number): number => (size < 10 ? 32 : size < 25 ? 28 : size < 50 ? 24 : 20);
const employees = (size: number, fee = feeOf(size)): string => `${(size * fee).toFixed(2)}n${size}r${fee.toFixed(2)}`;
const sized = (sizes: readonly number[]): string => sizes.map((size) => employees(size)).join(' ');
/** Fewer employees are a fact of the group. A larger size that pays less is a planned step. */
const resized = (sizes: readonly number[]): string =>
  [
    ...sizes.flatMap((size, at) => (size < (sizes[at - 1] ?? size) ? [`fewer_lives@${at + 1}`] : [])),
    falls(sized(sizes)),
  ].join(' ');
const GROUPS: readonly (readonly [string, readonly number[]])[] = [
  ['Orchard_Hill_Dairy PPO_1500 Lyle_Castner', [6, 6, 6, 7, 7, 7, 7, 7]],
  ['Sutter_Roofing PPO_1500 Lyle_Castner', [9, 9, 9, 11, 11, 11, 12, 12]],
  ['Bexley_Dental_Arts HMO_Select Lyle_Castner', [4, 4, 4, 4, 4, 4, 4, 4]],
  ['Mercer_and_Vance_CPA PPO_1500 Lyle_Castner', [14, 14, 15, 15, 15, 14, 14, 14]],
  ['Tri_Lakes_Plumbing HDHP_3200 Lyle_Castner', [23, 23, 24, 26, 26, 27, 27, 27]],
  ['Northfield_Charter HMO_Select Lyle_Castner', [41, 41, 41, 41, 41, 38, 38, 38]],
  ['Palmetto_Millwork PPO_1500 Lyle_Castner', [18, 17, 17, 17, 18, 18, 18, 18]],
  ['Rooster_Street_Cafe HMO_Select Lyle_Castner', [3, 3, 3, 3, 3, 3, 3, 3]],
  ['Hawley_Veterinary HDHP_3200 Lyle_Castner', [12, 12, 12, 12, 12, 12, 12, 12]],
  ['Cole_Brothers_Tire PPO_1500 Lyle_Castner', [8, 8, 8, 8, 9, 9, 9, 9]],
  ['Bright_Start_Preschool HMO_Select Irma_Docherty', [10, 10, 10, 9, 9, 9, 10, 10]],
  ['Kettle_Run_Brewing HDHP_3200 Irma_Docherty', [16, 16, 16, 16, 16, 16, 16, 16]],
  ['Lund_Engineering PPO_1500 Irma_Docherty', [52, 52, 53, 53, 53, 53, 54, 54]],
  ['Saint_Brendan_Parish HMO_Select Irma_Docherty', [7, 7, 7, 7, 7, 7, 7, 7]],
  ['Ames_Machine_Works PPO_1500 Irma_Docherty', [33, 33, 33, 33, 32, 32, 32, 32]],
  ['Yoder_Cabinets HDHP_3200 Irma_Docherty', [11, 11, 11, 11, 11, 11, 11, 11]],
  ['Pike_Pharmacy HMO_Select Irma_Docherty', [5, 5, 5, 5, 5, 5, 5, 5]],
  ['Fallon_Logistics PPO_1500 Irma_Docherty', [46, 47, 48, 49, 51, 51, 52, 52]],
  ['Wren_and_Daughters HDHP_3200 Irma_Docherty', [6, 6, 6, 6, 6, 6, 6, 6]],
  ['Delmar_Orthopedics PPO_1500 Irma_Docherty', [21, 21, 21, 21, 21, 22, 22, 22]],
  ['Gilman_Title HMO_Select Irma_Docherty', [13, 13, 13, 13, 13, 13, 13, 13]],
];
const GROUP_LINES = GROUPS.map(
  ([head, sizes], at) =>
    `4471${String(at + 10)}00 ${head} MO 2023-0${(at % 9) + 1}-01 - = ${employees(1)} : ${sized(sizes)} : ${resized(sizes)}`,
).join('\n');
const TWELVE = employees(12);

/** Medical plans of small employers by the employee, with a lower fee for larger groups. */
export const GRANBY: Description = {
  name: 'Granby Employer Health',
  about:
    '32 dollars an employee below 10, 28 below 25, 24 below 50, then 20, a month behind; head counts are corrected after the fact',
  line: 'group',
  first: '2026-01',
  statements: 8,
  behind: 1,
  type: 'Monthly',
  titles: ['Granby Employer Health', 'Small Group Commission Report', 'All amounts in US dollars'],
  total: 'Report Total',
  months: 'iso',
  money: 'brackets',
  columns: [
    ['id', 'Group #'],
    ['name', 'Employer'],
    ['plan', 'Product'],
    ['agent', 'Broker of Record'],
    ['effective', 'Contract Date'],
    ['term', 'Cancel Date'],
    ['coverage', 'Bill Month'],
    ['type', 'Entry'],
    ['lives', 'Enrolled Employees'],
    ['rate', 'PEPM'],
    ['amount', 'Comm Due'],
  ],
  alike: [],
  members: `${GROUP_LINES}
    44719100 Apex_Gutter PPO_1500 Lyle_Castner MO 2024-02-01 - = ${employees(6)} : $*5 -*3 : lost@6 risk@6=192.00
    44719200 Beal_Florist HMO_Select Lyle_Castner MO 2024-03-01 - = ${employees(4)} : $*4 -$@-1~2026-02-28!Retro_Cancel -*3 : lost@5 rightful_chargeback@5 retroactive_end@5 risk@5=0-128.00
    44719300 Corbin_Electric PPO_1500 Lyle_Castner MO 2024-04-01 - = ${TWELVE} : $*3 - $*4 : unpaid@4 missed_months@5 risk@4=0-336.00 claim@4=336.00
    44719400 Dunbar_Fence HDHP_3200 Irma_Docherty MO 2024-05-01 - = ${employees(8)} : $*4 - $@-1+$ $*2 : late_premium@5 catch_up@6 risk@5=0-256.00
    44719500 Eagle_Ridge_Golf PPO_1500 Irma_Docherty MO 2024-06-01 - = ${employees(15)} : $*4 ${employees(15, 24)}*4 : ${cut(5, 8, '60.00')}
    44719600 Fenton_Glass PPO_1500 Irma_Docherty MO 2024-07-01 - = ${employees(17)} : $*5 448.00n17r28.00 $*2 : underpaid@6 risk@6=28.00 claim@6=28.00
    44719700 Grace_Home_Care HMO_Select Irma_Docherty MO 2024-08-01 - = ${employees(20)} : $*4 $(Lyle_Castner)*4 : agent_moved@5
    44719800 Hobart_Printing PPO_1500 Lyle_Castner MO 2024-09-01 - = ${employees(16)} : $*4 ${employees(14)}+-56.00n2r28.00@-1!Retro_Term ${employees(14)}*3 : fewer_lives@5 rightful_chargeback@5 risk@5=0-112.00
    44719900 Ivey_Lumber HDHP_3200 Lyle_Castner MO 2024-10-01 - = ${employees(13)} : $*3 ${TWELVE}+-28.00n1r28.00@-1!Retro_Term ${TWELVE}+-28.00n1r28.00@-2!Retro_Term ${TWELVE}*3 : fewer_lives@4 rightful_chargeback@4 double_chargeback@5 risk@4=0-56.00 risk@5=0-28.00 claim@5=28.00
    44720100 Jasper_Marine PPO_1500 Irma_Docherty MO 2024-11-01 - = ${employees(5)} : $*4 $+-$@-2!Adjustment $*3 : wrong_chargeback@5 risk@5=0-160.00 claim@5=160.00
    44720200 Kirk_Optical HMO_Select Irma_Docherty MO 2024-12-01 - = ${employees(7)} : $*5 $+$ $*2 : duplicate_payment@6
    44720300 Lowell_Studios HMO_Select Lyle_Castner MO 2026-03-01 - = ${employees(9)} : -*3 $*5 :
    44720400 Medford_Tile PPO_1500 Lyle_Castner MO 2024-01-01 - = ${TWELVE} : $*5 ${TWELVE}{HDHP_3200}*3 :
    44720500 Newell_Storage HDHP_3200 Irma_Docherty MO 2024-01-01 - = ${employees(11)} : $*3 $+28.00n1r28.00@-1!Retro_Add ${TWELVE}*4 :
  `,
};

const dental = (premium: number, percent = 10): string => `${share(percent, premium)}r${percent}%[DENTAL]`;
const vision = (premium: number, percent = 8): string => `${share(percent, premium)}r${percent}%[VISION]`;
/** The premium of an employer follows its payroll from month to month. */
const drift = (seed: number, at: number): number => 1 + (((seed * 7 + at * 5) % 9) - 4) / 100;
const CLIENTS = [
  ...[
    'Abbey_Road_Salon 210 0',
    'Brandt_Tool_and_Die 1460 240',
    'Clearbrook_Academy 2310 410',
    'Dora_Mills_Bakery 180 35',
  ],
  ...['Estes_Paving 920 150', 'Fulton_Street_Law 640 120', 'Glenwood_Nursery 415 0', 'Harlan_Auto_Group 3120 560'],
  ...['Ironton_Foundry 2745 480', 'Jolly_Tots_Daycare 330 60', 'Kilgore_Freight 1880 310', 'Latham_Insurance 275 48'],
  ...[
    'Mason_County_Coop 1120 195',
    'Nolan_Physical_Therapy 560 98',
    'Oakdale_Township 1990 340',
    'Pryor_Heating 705 0',
  ],
  ...['Quigley_Surveyors 240 44', 'Ransom_Hardware 365 66', 'Selby_Manor_Care 1640 275', 'Tolland_Press 480 85'],
  ...['Upton_Aviation 870 150', 'Varney_Concrete 1010 170', 'Weston_Family_Clinic 1530 265', 'Yates_Upholstery 195 0'],
].map((text) => text.split(' '));
/** Falling premiums alone may be shown as at risk. */
const clientLine = ([name = '', teeth = '', eyes = '']: readonly string[], place: number): string => {
  const months = [1, 2, 3, 4, 5, 6, 7, 8].map((at) => ({
    teeth: Number(teeth) * drift(place, at),
    eyes: Number(eyes) * drift(place, at),
  }));
  const pays = months.map((one) => (one.eyes > 0 ? `${dental(one.teeth)}+${vision(one.eyes)}` : dental(one.teeth)));
  const sums = months.map((one) => (one.teeth * 0.1 + one.eyes * 0.08).toFixed(2)).join(' ');
  const agent = place % 3 === 0 ? 'Marcy_Stillman' : 'Joel_Everhart';
  return `PDV${place + 301} ${name} Employer_Paid ${agent} WI 2023-01-01 - = ${dental(100)} : ${pays.join(' ')} : ${falls(sums)}`;
};
const BOTH = `${dental(600)}+${vision(120)}`;
const client = (id: string, name: string): string =>
  `PDV${id} ${name} Voluntary Joel_Everhart WI 2024-04-01 - = ${BOTH}`;

/** Dental and vision premiums of employers, in a row for each. */
export const PEMBERTON: Description = {
  name: 'Pemberton Dental and Vision',
  about: '10 % of dental and 8 % of vision premiums that employers paid; premiums follow the payroll',
  line: 'ancillary',
  first: '2026-02',
  statements: 8,
  behind: 0,
  type: 'Commission',
  file: 'xlsx',
  dates: 'short',
  total: 'Total Commission',
  columns: [
    ['agent', 'Producer'],
    ['name', 'Client Name'],
    ['id', 'Client ID'],
    ['product', 'Coverage'],
    ['plan', 'Funding'],
    ['effective', 'Orig Eff Dt'],
    ['coverage', 'Premium Month'],
    ['months', 'Months'],
    ['type', 'Reason'],
    ['premium', 'Paid Premium'],
    ['rate', 'Pct'],
    ['amount', 'Commission'],
  ],
  alike: [],
  members: `${CLIENTS.map(clientLine).join('\n')}
    ${client('401', 'Albion_Seed')} : $*4 ${dental(600)}*4 : underpaid@5 risk@5=9.60 ${claims(5, 8, '9.60')}
    ${client('402', 'Bolton_Supply')} : $*4 ${dental(600, 8)}+${vision(120)}*4 : ${cut(5, 8, '12.00')}
    ${client('403', 'Cutler_Farms')} : $*3 54.00p600.00r10%[DENTAL]+${vision(120)} $*4 : underpaid@4 risk@4=6.00 claim@4=6.00
    ${client('404', 'Dixon_Radiology')} : $*4 - $@-1+$ $*2 : late_premium@5 catch_up@6 risk@5=0-69.60
    ${client('405', 'Elgin_Transit')} : $*3 - $*4 : unpaid@4 missed_months@5 risk@4=0-69.60 claim@4=69.60
    ${client('406', 'Forsyth_Media')} : $*5 -*3 : lost@6 risk@6=69.60
    ${client('407', 'Griggs_Equipment')} : $*4 -60.00p-600.00r10%[DENTAL]@-1!Termination_Refund+-9.60p-120.00r8%[VISION]@-1!Termination_Refund -*3 : lost@5 rightful_chargeback@5 risk@5=0-69.60
    ${client('408', 'Hollis_Academy')} : $*6 $+$ $ : duplicate_payment@7
    ${client('409', 'Ingram_Coatings')} : $*5 $(Marcy_Stillman)*3 : agent_moved@6
    ${client('410', 'Jarvis_Packaging')} : $*4 -60.00p-600.00r10%[DENTAL]@-1!Reversal+-9.60p-120.00r8%[VISION]@-1!Reversal+${dental(618)}@-1!Reissue+${vision(124)}@-1!Reissue+${dental(618)}+${vision(124)} ${dental(618)}+${vision(124)}*3 :
    ${client('411', 'Kessler_Homes')} : $*5 ${dental(654)}+${vision(127)}*3 :
    ${client('412', 'Leland_Marina')} : ${dueIn(8, { 2: `${dental(1800)}x3`, 5: `${dental(1800)}x3`, 8: `${dental(1836)}x3` })} :
    ${client('413', 'Mabry_Steel')} : $*3 ${dental(600)} $+${vision(120)}@-1 $*3 : underpaid@4 catch_up@5 risk@4=0-9.60
  `,
};
