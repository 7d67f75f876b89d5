import type { Description } from '../unseen/description.ts';
import { claims, cut, dueIn, falls, share } from '../unseen-second/rules.ts';

/** Books of cars, homes and businesses, of worksite policies by list bill, and of overrides for an agency. */

const written = (premium: number, day: string, percent: number, type = 'Renewal'): string =>
  `${share(percent, premium)}r${percent}%e${day}!${type}`;
const [SEPTEMBER, OCTOBER, NOVEMBER, MARCH, APRIL, MAY] = [
  ...['2025-09-01', '2025-10-01', '2025-11-01', '2026-03-01', '2026-04-01', '2026-05-01'],
] as const;
const car = (premium: number, day: string): string => written(premium, day, 12);
const home = (premium: number, day: string): string => written(premium, day, 15);
const AUTO = `Personal_Auto Gus_Ferrand IN ${SEPTEMBER}`;
const [TERM_1, TERM_2] = [car(820, SEPTEMBER), car(846, MARCH)];
const terms = (more: Readonly<Record<number, string>> = {}): string => dueIn(9, { 1: TERM_1, 7: TERM_2, ...more });
/** 90 of the 181 days of the term are left on December 1. */
const RETURN = `-48.93p-407.73r12%e${SEPTEMBER}~2025-12-01!Cancellation`;
/** Workers compensation by the reported payroll of each month. */
const payroll = (premium: number, percent = 7): string => `${share(percent, premium)}r${percent}%!Payroll_Report`;
const EMPLOYERS = [
  ...['Auburn_Framing 1450', 'Bremen_Castings 2890', 'Corydon_Freight 1980', 'Decatur_Drywall 870'],
  ...['Elkhart_Upholstery 2240', 'Fishers_Landscape 640', 'Goshen_Coach 3310', 'Hobart_Linen 1120'],
].map((text) => text.split(' '));
const WAVES = [0, 2, -1, 3, 1, -2, 0, 4, 2];
const payrollLine = ([name = '', premium = '']: readonly string[], place: number): string => {
  const months = WAVES.map((_, at) =>
    payroll(Number(premium) * (1 + (WAVES[(at + place * 2) % WAVES.length] ?? 0) / 100)),
  );
  return `BPW${520 + place} ${name} Workers_Comp Nell_Ottinger IN - - = ${payroll(1000)} : ${months.join(' ')} : ${falls(months.join(' '))}`;
};
const COMP = payroll(1500);
const comp = (id: string, name: string): string => `BPX${id} ${name} Workers_Comp Nell_Ottinger IN - - = ${COMP}`;

/** Cars by half a year, homes and shops by the year, and workers compensation by the payroll. */
export const BRIDGEPORT: Description = {
  name: 'Bridgeport Casualty Group',
  about:
    '12 % of a car term of six months and 15 % of a first one, 15 % of a home and 16 % of a shop for the year, 7 % of compensation premiums by the payroll; returns pro rata',
  line: null,
  first: '2025-09',
  statements: 9,
  behind: 0,
  type: 'Renewal',
  titles: ['Bridgeport Casualty Group', 'Agency Account Current'],
  total: 'Total this statement',
  unassigned: 'Contingency@6=1875.00',
  dates: 'short',
  money: 'brackets',
  columns: [
    ['id', 'Policy Number'],
    ['name', 'Named Insured'],
    ['plan', 'Line of Business'],
    ['agent', 'Prod'],
    ['effective', 'Term Eff Dt'],
    ['term', 'Cancel Dt'],
    ['type', 'Tran Type'],
    ['premium', 'Written Prem'],
    ['rate', 'Comm Pct'],
    ['amount', 'Comm Amt'],
  ],
  alike: [
    ...[820, 1105, 690].map((premium, place) => ({
      count: 5,
      id: `BPA1${place}`,
      traits: AUTO,
      usual: [TERM_1],
      pays: dueIn(9, { 1: car(premium, SEPTEMBER), 7: car(premium * 1.03, MARCH) }),
    })),
    {
      count: 8,
      id: 'BPA20',
      traits: `Personal_Auto Nell_Ottinger IN ${OCTOBER}`,
      usual: [TERM_1],
      pays: dueIn(9, { 2: car(932, OCTOBER), 8: car(916, APRIL) }),
      truth: 'risk@8=0-1.92',
    },
    {
      // A first term is paid more than its renewal.
      count: 5,
      id: 'BPN30',
      traits: `Personal_Auto Gus_Ferrand IN ${NOVEMBER}`,
      usual: [TERM_1],
      pays: dueIn(9, { 3: written(760, NOVEMBER, 15, 'New_Business'), 9: car(775, MAY) }),
      truth: 'risk@9=0-21.00',
    },
    ...[12, 1].map((month) => ({
      count: 4,
      id: `BPA${month}4`,
      traits: `Personal_Auto Nell_Ottinger IN ${month === 1 ? '2026-01' : '2025-12'}-01`,
      usual: [879, 1010].map((premium) => car(premium, `${month === 1 ? '2026-01' : '2025-12'}-01`)),
      pays: dueIn(9, { [month === 1 ? 5 : 4]: '$' }),
    })),
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => {
      const day = at < 5 ? `2025-${String(at + 8).padStart(2, '0')}-15` : `2026-0${at - 4}-15`;
      return {
        count: at % 2 === 0 ? 2 : 3,
        id: `BPH${at}0`,
        traits: `Homeowners Gus_Ferrand IN ${day}`,
        usual: [home(1320 + at * 40, day), home(1985, day)],
        pays: dueIn(9, { [at]: '$' }),
      };
    }),
    {
      // An endorsement in March adds premium for the rest of the year.
      count: 3,
      id: 'BPS50',
      traits: 'Business_Owners Nell_Ottinger IN 2026-01-01',
      usual: [TERM_1],
      pays: dueIn(9, {
        5: written(2450, '2026-01-01', 16),
        7: written(310, '2026-01-01', 16, 'Endorsement'),
      }),
    },
  ],
  members: `${EMPLOYERS.map(payrollLine).join('\n')}
    BPX9101 Adele_Brandenburg ${AUTO} - = ${TERM_1} : ${dueIn(9, { 1: '$' })} : lost@7 risk@7=16.40-101.52
    BPX9102 Barry_Culpepper ${AUTO} - = ${TERM_1} : ${dueIn(9, { 1: '$', 4: RETURN })} : lost@4 rightful_chargeback@4 risk@4=0-98.40
    BPX9103 Carla_Denton ${AUTO} - = ${TERM_1} : ${dueIn(9, { 1: '$', 4: RETURN, 5: RETURN })} : lost@4 rightful_chargeback@4 double_chargeback@5 risk@4=0-98.40 risk@5=0-48.93 claim@5=48.93
    BPX9104 Dennis_Eberhart ${AUTO} - = ${TERM_1} : ${dueIn(9, { 1: '$', 4: `-98.40p-820.00r12%e${SEPTEMBER}~2025-12-01!Cancellation` })} : lost@4 rightful_chargeback@4 wrong_chargeback@4 risk@4=0-98.40 claim@4=49.47
    BPX9105 Elise_Farnsworth ${AUTO} - = ${TERM_1} : ${terms({ 4: RETURN, 5: `48.93p407.73r12%e${SEPTEMBER}!Reinstatement` })} : rightful_chargeback@4 reinstated@5 catch_up@5 risk@4=0-98.40
    BPX9106 Frank_Gingerich ${AUTO} - = ${TERM_1} : ${terms({ 7: `84.60p846.00r12%e${MARCH}!Renewal` })} : underpaid@7 risk@7=13.80-16.92 claim@7=16.92
    BPX9107 Gail_Hostetter ${AUTO} - = ${TERM_1} : ${dueIn(9, { 1: '$', 8: TERM_2 })} : late_premium@7 catch_up@8 risk@7=0-101.52
    BPX9108 Howard_Isley ${AUTO} - = ${TERM_1} : ${terms({ 7: `${TERM_2}(Nell_Ottinger)` })} : agent_moved@7
    BPX9109 Irene_Jacoby ${AUTO} - = ${TERM_1} : ${terms({ 2: TERM_1 })} : duplicate_payment@2
    BPX9110 Jerome_Kessinger Personal_Auto Gus_Ferrand IN ${OCTOBER} - = ${TERM_1} : ${dueIn(9, { 5: `-61.20p-510.00r12%e${OCTOBER}~2026-01-01!Cancellation` })} : unmatched_chargeback@5 claim@5=0-61.20
    BPX9111 Kristin_Lauer Homeowners Gus_Ferrand IN 2025-12-15 - = ${TERM_1} : ${dueIn(9, { 4: '180.00p1500.00r15%e2025-12-15!Renewal' })} : underpaid@4 claim@4=45.00
    BPX9112 Leland_Mishler ${AUTO} - = ${TERM_1} : ${terms({ 3: `12.60p105.00r12%e${SEPTEMBER}!Endorsement` })} :
    BPX9113 Marcia_Nusbaum Homeowners Gus_Ferrand IN 2025-05-15 - = ${TERM_1} : ${dueIn(9, { 6: '-64.00p-426.67r15%e2025-05-15~2026-02-01!Cancellation' })} :
    ${comp('9121', 'Nappanee_Cabinet')} : $*4 -*5 : lost@5 risk@5=105.00
    ${comp('9122', 'Osceola_Masonry')} : $*3 - $*5 : unpaid@4 missed_months@5 risk@4=0-105.00 claim@4=105.00
    ${comp('9123', 'Plymouth_Pallet')} : $*5 - $+$ $*2 : late_premium@6 catch_up@7 risk@6=0-105.00
    ${comp('9124', 'Rensselaer_Poultry')} : $*5 ${payroll(1500, 5)}*4 : ${cut(6, 9, '30.00')}
    ${comp('9125', 'Speedway_Signs')} : $*4 $+-14.70p-210.00r7%!Final_Audit $*4 : rightful_chargeback@5 risk@5=0-14.70
    ${comp('9126', 'Tipton_Trusses')} : $*6 $+-105.00p-1500.00r7%!Reversal $*2 : wrong_chargeback@7 risk@7=0-105.00 claim@7=105.00
    ${comp('9127', 'Valparaiso_Vending')} : $*3 90.00p1500.00r7%!Payroll_Report $*5 : underpaid@4 risk@4=15.00 claim@4=15.00
  `,
};

/** Premium times share, without a printed rate. */
const hospital = (premium: number, percent = 15): string => `${share(percent, premium)}[HOSPITAL]`;
const cancer = (premium: number, percent = 15): string => `${share(percent, premium)}[CANCER]`;
const PAIR = `${hospital(52)}+${cancer(34)}`;
/** An account without an agent, a state and a start. */
const account = (name: string): string => `${name}   `;
const MILL = 'Hazel_Creek_Mills';
const COUNTY = 'Monroe_County_Govt';
const POULTRY = 'Dogwood_Poultry';
const CLINIC = 'Piedmont_Clinic';
const H = hospital(60);

/** Hospital and cancer policies of employers' list bills, without agents, dates, kinds and coverage months. */
export const SYCAMORE: Description = {
  name: 'Sycamore Supplemental',
  about:
    '15 % of hospital and cancer premiums and 45 % in the first year, by the list bill of each month; one employer pays two bills at once, and one is paid 11 % from April on',
  line: 'ancillary',
  first: '2025-11',
  statements: 8,
  behind: 0,
  type: '',
  file: 'xlsx',
  titles: ['Sycamore Supplemental Insurance', 'List Bill Commission Register'],
  total: 'Register Total',
  lastFirst: true,
  money: 'dollar',
  columns: [
    ['plan', 'List Bill Account'],
    ['id', 'Cert #'],
    ['name', 'Employee'],
    ['product', 'Policy Form'],
    ['premium', 'Premium Applied'],
    ['amount', 'Commission'],
  ],
  alike: [
    {
      count: 9,
      id: 'SYM10',
      traits: account(MILL),
      usual: [PAIR],
      pays: `$*3 - ${hospital(104)}+${cancer(68)} $*3`,
      truth: 'late_premium@4 catch_up@5 risk@4=0-12.90',
    },
    { count: 18, id: 'SYC20', traits: account(COUNTY), usual: [PAIR, H, cancer(41.5)] },
    {
      count: 8,
      id: 'SYP30',
      traits: account(POULTRY),
      usual: [PAIR],
      pays: `$*5 ${hospital(52, 11)}+${cancer(34, 11)}*3`,
      truth: 'risk@6=0-3.44 claim@6=0-3.44 claim@7=0-3.44 claim@8=0-3.44',
    },
    { count: 10, id: 'SYK40', traits: account(CLINIC), usual: [H, hospital(74)] },
    {
      // The first year of this enrollment ends with December.
      count: 7,
      id: 'SYF50',
      traits: account(COUNTY),
      usual: [hospital(48)],
      pays: `${hospital(48, 45)}*2 $*6`,
      truth: 'risk@3=0-14.40',
    },
    { count: 6, id: 'SYN60', traits: account(CLINIC), usual: [hospital(55, 45)], pays: '-*2 $*6' },
  ],
  members: `
    SYX9201 Alonzo_Batchelor ${COUNTY} - - - - = ${PAIR} : $*3 -*5 : lost@4 risk@4=12.90
    SYX9202 Brenda_Crutchfield ${CLINIC} - - - - = ${H} : $*5 -*3 : lost@6 risk@6=9.00
    SYX9203 Carlos_Dillingham ${COUNTY} - - - - = ${PAIR} : $*4 ${hospital(52)}*4 : underpaid@5 risk@5=5.10 ${claims(5, 8, '5.10')}
    SYX9204 Deborah_Eubanks ${COUNTY} - - - - = ${PAIR} : $*2 ${hospital(52)} $*5 : underpaid@3 risk@3=5.10 claim@3=5.10
    SYX9205 Eugene_Faircloth ${COUNTY} - - - - = ${PAIR} : $*3 ${cancer(34)} ${hospital(104)}+${cancer(34)} $*3 : underpaid@4 catch_up@5 risk@4=0-7.80
    SYX9206 Francine_Godwin ${CLINIC} - - - - = ${H} : $*3 - $*4 : unpaid@4 missed_months@5 risk@4=0-9.00 claim@4=9.00
    SYX9207 Gilbert_Honeycutt ${CLINIC} - - - - = ${H} : $*4 - ${hospital(120)} $*2 : late_premium@5 catch_up@6 risk@5=0-9.00
    SYX9208 Harriet_Isenhour ${CLINIC} - - - - = ${hospital(80)} : $*3 ${hospital(80, 10)}*5 : ${cut(4, 8, '4.00')}
    SYX9209 Irwin_Joyner ${CLINIC} - - - - = ${H} : $*5 -9.00p-60.00[HOSPITAL] -*2 : lost@6 rightful_chargeback@6 risk@6=0-9.00
    SYX9210 Joann_Kiser ${CLINIC} - - - - = ${H} : $*3 -9.00p-60.00[HOSPITAL] -9.00p-60.00[HOSPITAL] -*3 : lost@4 rightful_chargeback@4 double_chargeback@5 risk@4=0-9.00 risk@5=0-9.00 claim@5=0-9.00
    SYX9211 Kenneth_Lassiter ${COUNTY} - - - - = ${PAIR} : $*5 $+-7.80p-52.00[HOSPITAL] $*2 : wrong_chargeback@6 risk@6=0-7.80 claim@6=7.80
    SYX9212 Loretta_Mangum ${COUNTY} - - - - = ${H} : $*4 $+$ $*3 : duplicate_payment@5
    SYX9213 Maurice_Nance ${COUNTY} - - - - = ${H} : $*3 $+${cancer(34, 45)}*5 :
    SYX9214 Norma_Overcash ${COUNTY} - - - - = ${PAIR} : $*4 ${hospital(52)}{Piedmont_Clinic}+${cancer(34)}{Piedmont_Clinic}*4 :
    SYX9215 Otto_Pridgen ${CLINIC} - - - - = ${H} : $*4 ${hospital(66)}*4 :
    SYX9216 Paulette_Rouse ${CLINIC} - - - - = ${H} : -*5 -9.00p-60.00[HOSPITAL] -*2 :
  `,
  events: 'late_block@4=Hazel_Creek_Mills rate_cut@6=Dogwood_Poultry planned_step@3=SYF',
};

/** A policy pays its agent and, on a row below, the agency. */
const agent = (dollars: string, product: string): string => `${dollars}[${product}]!Agent`;
const agency = (dollars: string, product: string): string => `${dollars}[${product}]!Agency_Override`;
const MAPD = `${agent('28.92', 'MAPD')}+${agency('6.50', 'MAPD')}`;
const MAPD_25 = `${agent('26.08', 'MAPD')}+${agency('6.50', 'MAPD')}`;
const MEDSUPP = `${agent('24.80', 'MEDSUPP')}+${agency('5.40', 'MEDSUPP')}`;
const DENTAL = `${agent('6.75', 'DENTAL')}+${agency('2.25', 'DENTAL')}`;
const OLIVER = 'Sunrise_Advantage Oliver_Pruett AZ 2022-01-01 -';
const MARISOL = 'Sunrise_Advantage Marisol_Vega AZ 2023-01-01 -';
const SAGE = 'Sagebrush_Supplement Oliver_Pruett NM 2022-06-01 -';
const SMILE = 'Mesa_Dental Kent_Zuniga AZ 2024-03-01 -';
const year = (more: string): string => `${MAPD_25}*2 ${more}`;

/** A marketing organization that pays its agents' commissions and the agency's overrides of three carriers. */
export const CROSSWIND: Description = {
  name: 'Crosswind Marketing Partners',
  about:
    'flat monthly commissions of three carriers, each with an override for the agency on a row of its own, a month behind; the override of dental falls in April, and one agent hands the book over',
  line: null,
  first: '2025-12',
  statements: 8,
  behind: 1,
  type: 'Agent',
  titles: ['Crosswind Marketing Partners', 'Hierarchy Statement'],
  total: 'Statement Net',
  dates: 'iso',
  months: 'slash',
  money: 'brackets',
  columns: [
    ['agent', 'Downline Agent'],
    ['plan', 'Carrier'],
    ['id', 'Carrier Policy ID'],
    ['name', 'Client Name'],
    ['product', 'Prod'],
    ['state', 'ST'],
    ['effective', 'Policy Eff'],
    ['coverage', 'Activity Month'],
    ['type', 'Payee Level'],
    ['amount', 'Amount'],
  ],
  alike: [
    { count: 20, id: 'CMO10', traits: OLIVER.replace(/ -$/, ''), usual: [MAPD], pays: year('$*6') },
    { count: 14, id: 'CMV20', traits: MARISOL.replace(/ -$/, ''), usual: [MAPD], pays: year('$*6') },
    { count: 12, id: 'CMS30', traits: SAGE.replace(/ -$/, ''), usual: [MEDSUPP] },
    {
      count: 9,
      id: 'CMD40',
      traits: SMILE.replace(/ -$/, ''),
      usual: [DENTAL],
      pays: `$*4 ${agent('6.75', 'DENTAL')}+${agency('1.00', 'DENTAL')}*4`,
      truth: `risk@5=0-1.25 ${claims(5, 8, '1.25')}`,
    },
    {
      count: 7,
      id: 'CMK50',
      traits: 'Sagebrush_Supplement Kent_Zuniga NM 2021-09-01',
      usual: [MEDSUPP],
      pays: '$*5 $(Marisol_Vega)*3',
    },
    { count: 6, id: 'CMN60', traits: 'Sunrise_Advantage Marisol_Vega AZ 2026-01-01', usual: [MAPD], pays: '-*2 $*6' },
    {
      count: 4,
      id: 'CML70',
      traits: OLIVER.replace(/ -$/, ''),
      usual: [MAPD_25],
      pays: '$*2 -*6',
      truth: 'lost@3 risk@3=32.58-35.42',
    },
  ],
  members: `
    CMX9301 Abigail_Benally ${OLIVER} = ${MAPD} : ${year(`$*2 ${agent('28.92', 'MAPD')}*4`)} : underpaid@5 underpaid@6 underpaid@7 underpaid@8 risk@5=6.50 ${claims(5, 8, '6.50')}
    CMX9302 Bruce_Carrillo ${SAGE} = ${MEDSUPP} : $*3 ${agent('24.80', 'MEDSUPP')} $*4 : underpaid@4 risk@4=5.40 claim@4=5.40
    CMX9303 Connie_Duran ${MARISOL} = ${MAPD} : ${year(`$*3 ${agent('28.92', 'MAPD')} $+6.50[MAPD]!Agency_Override@-1 $`)} : underpaid@6 catch_up@7 risk@6=0-6.50
    CMX9304 Derek_Espinoza ${SAGE} = ${MEDSUPP} : $*4 ${agency('5.40', 'MEDSUPP')} $*3 : underpaid@5 risk@5=24.80 claim@5=24.80
    CMX9305 Esther_Franco ${MARISOL} = ${MAPD} : ${year('$*3 -*3')} : lost@6 risk@6=35.42
    CMX9306 Felix_Gallegos ${SAGE} = ${MEDSUPP} : $*2 - $*5 : unpaid@3 missed_months@4 risk@3=0-30.20 claim@3=30.20
    CMX9307 Gloria_Herrera ${OLIVER} = ${MAPD} : ${year('$*2 - $@-1+$ $*2')} : late_premium@5 catch_up@6 risk@5=0-35.42
    CMX9308 Hector_Ibarra ${OLIVER} = ${MAPD} : ${year('$*2 -$@-1 -*3')} : lost@5 rightful_chargeback@5 risk@5=0-35.42
    CMX9309 Isabel_Jaramillo ${MARISOL} = ${MAPD} : ${year('$*2 -$@-1 -$@-2 -*2')} : lost@5 rightful_chargeback@5 double_chargeback@6 risk@5=0-35.42 risk@6=0-35.42 claim@6=35.42
    CMX9310 Jorge_Kinlichee ${SAGE} = ${MEDSUPP} : $*5 $+-$@-3 $*2 : wrong_chargeback@6 risk@6=0-30.20 claim@6=30.20
    CMX9311 Kathy_Lucero ${OLIVER} = ${MAPD} : ${year('$*3 $(Marisol_Vega)*3')} : agent_moved@6
    CMX9312 Lorenzo_Montoya ${SAGE} = ${MEDSUPP} : $*3 $+$ $*4 : duplicate_payment@4
    CMX9313 Miriam_Nez ${SAGE} = ${MEDSUPP} : $*4 ${agent('19.84', 'MEDSUPP')}+${agency('5.40', 'MEDSUPP')}*4 : ${cut(5, 8, '4.96')}
    CMX9314 Nestor_Ortega ${SAGE} = ${MEDSUPP} : $*4 ${agent('26.30', 'MEDSUPP')}+${agency('5.70', 'MEDSUPP')}*4 :
    CMX9315 Olivia_Pacheco ${OLIVER} = ${MAPD} : ${year('$@0e2026-01-01{Dune_Advantage}*6')} :
    CMX9316 Pablo_Quintana Sunrise_Advantage Oliver_Pruett AZ 2026-02-01 - = ${MAPD} : -*5 -28.92[MAPD]!Agent@-2+-6.50[MAPD]!Agency_Override@-2 -*2 : unmatched_chargeback@6 claim@6=0-35.42
    CMX9317 Rosa_Sandoval ${OLIVER} = ${MAPD} : ${year('$*2 $+75.00[MAPD]!Wellness_Bonus $*3')} :
  `,
  events: 'raised@3=CMO raised@3=CMV rate_cut@5=Mesa_Dental agent_moved@6=CMK',
};
