import type { Description } from '../unseen/description.ts';
import { claims, cut, dueIn, falls, share } from './rules.ts';

/** Books of exchange and Medicare plans, which pay fees by the head and by the calendar year. */

/** A fee for each person of a policy. */
const fee = (lives: number, each: number): string => `${(lives * each).toFixed(2)}n${lives}`;

/** The truth of a fee that falls for everybody in the eighth statement. */
const cutForAll = (dollars: string): string => `risk@8=0-${dollars} ${claims(8, 10, dollars)}`;

export const REDWOOD: Description = {
  name: 'Redwood Exchange',
  about:
    '18 dollars a person two months behind, 16 for everybody from January on; premiums are late for up to three months',
  line: 'major_medical',
  first: '2025-08',
  statements: 10,
  behind: 2,
  type: 'Paid',
  file: 'xlsx',
  columns: [
    ['id', 'Subscriber ID'],
    ['name', 'Subscriber Name'],
    ['state', 'State'],
    ['plan', 'Plan Marketing Name'],
    ['agent', 'Broker Name'],
    ['effective', 'Policy Effective'],
    ['term', 'Policy End'],
    ['coverage', 'Coverage Period'],
    ['lives', 'Member Count'],
    ['type', 'Status'],
    ['amount', 'Broker Fee'],
  ],
  alike: [
    ...[1, 2, 3].map((lives) => ({
      count: 8,
      id: `RA${lives}`,
      traits: 'Silver_70 Jill_Orne FL 2024-01-01',
      usual: [fee(lives, 18)],
      pays: `$*7 ${fee(lives, 16)}*3`,
      truth: cutForAll((lives * 2).toFixed(2)),
    })),
    {
      count: 9,
      id: 'RG',
      traits: 'Gold_80 Jill_Orne FL 2024-01-01',
      usual: [fee(2, 18)],
      pays: `$*4 \${Gold_80_Plus}*3 ${fee(2, 16)}{Gold_80_Plus}*3`,
      truth: cutForAll('4.00'),
    },
    { count: 6, id: 'RO', traits: 'Silver_70 Jill_Orne FL 2026-01-01', usual: [fee(1, 16)], pays: '-*7 $*3' },
    {
      count: 3,
      id: 'RX',
      traits: 'Silver_70 Jill_Orne FL 2025-01-01',
      usual: [fee(2, 18)],
      pays: '$*7 -*3',
      truth: 'lost@8 risk@8=36.00',
    },
  ],
  members: `
    R601 Ana_Barr Silver_70 Jill_Orne FL 2025-01-01 - = ${fee(1, 18)} : $*5 -$@-3~2025-07-31!Chargeback+-$@-2~2025-07-31!Chargeback+-$@-1~2025-07-31!Chargeback -*4 : lost@6 rightful_chargeback@6 retroactive_end@6 risk@6=0-18.00
    R602 Ben_Cody Silver_70 Jill_Orne FL 2025-08-01 - = ${fee(1, 18)} : -*3 $@-1+$ $*3 ${fee(1, 16)}*3 : ${cutForAll('2.00')}
    R603 Cy_Danes Silver_70 Jill_Orne FL 2024-01-01 - = ${fee(2, 18)} : ${fee(3, 18)}*4 $*3 ${fee(2, 16)}*3 : fewer_lives@5 risk@5=0-18.00 ${cutForAll('4.00')}
    R604 Di_Eng Silver_70 Jill_Orne FL 2024-01-01 - = ${fee(2, 18)} : $*3 18.00n2*2 $*2 ${fee(2, 16)}*3 : ${cut(4, 5, '18.00')} ${cutForAll('4.00')}
    R605 Ed_Farr Silver_70 Jill_Orne FL 2025-01-01 - = ${fee(1, 18)} : $*5 -$@-1~2025-09-30!Chargeback -$@-2~2025-09-30!Chargeback -*3 : lost@6 rightful_chargeback@6 retroactive_end@6 double_chargeback@7 risk@6=0-18.00 claim@7=18.00
    R606 Flo_Gish Silver_70 Jill_Orne FL 2024-01-01 - = ${fee(1, 18)} : $*5 - $ ${fee(1, 16)}*3 : unpaid@6 missed_months@7 risk@6=0-18.00 claim@6=18.00 ${cutForAll('2.00')}
    R607 Gus_Hale Silver_70 Jill_Orne FL 2025-01-01 - = ${fee(1, 18)} : $*3 -*4 ${fee(1, 16)}e2026-01-01*3 : lost@4 reinstated@8 risk@4=18.00
    R608 Hap_Inge Silver_70 Jill_Orne FL 2024-01-01 - = ${fee(1, 18)} : $*4 -$@-1!Chargeback - $ ${fee(1, 16)}*3 : wrong_chargeback@5 unpaid@6 not_repaid@7 missed_months@7 risk@5=0-18.00 claim@7=54.00 ${cutForAll('2.00')}
  `,
  events: 'plan_renamed@5=RG rate_cut@8=all',
};

const OLD = '26.08+8.00!Override';
const NEW = '28.92+8.00!Override';
const MOVED = '28.92(Vic_Shaw)+8.00(Vic_Shaw)!Override';
const back = (amount: string, offset: number, end: string): string => `-${amount}@${offset}~${end}!Chargeback`;

export const SUNFIELD: Description = {
  name: 'Sunfield Advantage',
  about: 'Medicare months with an override for the agency on a row of its own; the block of one agent goes to another',
  line: 'medicare',
  first: '2025-09',
  statements: 10,
  behind: 0,
  type: 'Renewal',
  columns: [
    ['=4417208', 'Agency NPN'],
    ['agent', 'Writing Agent'],
    ['id', 'Medicare ID'],
    ['name', 'Member'],
    ['plan', 'Plan'],
    ['effective', 'Eff Date'],
    ['term', 'Term Date'],
    ['coverage', 'Comm Month'],
    ['type', 'Comm Type'],
    ['amount', 'Amount Paid'],
  ],
  alike: [
    { count: 22, id: 'SRA', traits: 'Sun_HMO Bo_Lang AZ 2022-01-01', usual: [NEW], pays: `${OLD}*4 $*6` },
    { count: 10, id: 'SRB', traits: 'Sun_PPO Kim_Tate AZ 2023-01-01', usual: [NEW], pays: `${OLD}*4 $*2 ${MOVED}*4` },
    {
      count: 6,
      id: 'SN',
      traits: 'Sun_HMO Bo_Lang AZ 2026-01-01',
      usual: ['57.83!Initial+8.00!Override'],
      pays: '-*4 $*6',
    },
    {
      count: 5,
      id: 'SI',
      traits: 'Sun_HMO Bo_Lang AZ 2025-06-01',
      usual: [NEW],
      pays: '52.17!Initial+8.00!Override*4 $*6',
      truth: 'risk@5=0-23.25',
    },
  ],
  members: `
    SR701 Amy_Joyce Sun_HMO Bo_Lang AZ 2022-01-01 - = ${NEW} : ${OLD}*4 $*2 28.92*4 : ${cut(7, 10, '8.00')}
    SR702 Bud_Keefe Sun_HMO Bo_Lang AZ 2022-01-01 - = ${NEW} : ${OLD}*4 $*3 28.92 $*2 : ${cut(8, 8, '8.00')}
    SR703 Cam_Lutz Sun_HMO Bo_Lang AZ 2022-01-01 - = ${NEW} : ${OLD}*4 $*2 -*4 : lost@7 risk@7=36.92
    S704 Dov_Mann Sun_HMO Bo_Lang AZ 2022-01-01 - = ${OLD} : $*10 : underpaid@5 underpaid@6 underpaid@7 underpaid@8 underpaid@9 underpaid@10 risk@5=0-2.84 ${claims(5, 10, '2.84')}
    SR705 Eli_Nunn Sun_HMO Bo_Lang AZ 2022-01-01 - = ${NEW} : ${OLD}*4 $*3 ${MOVED}*3 : agent_moved@8
    SR706 Fay_Olin Sun_HMO Bo_Lang AZ 2022-01-01 - = ${NEW} : ${OLD}*4 $*3 ${back('28.92', -1, '2026-02-28')}+${back('8.00', -1, '2026-02-28')} -*2 : lost@8 rightful_chargeback@8 retroactive_end@8 risk@8=0-36.92
    SR707 Gwen_Pace Sun_HMO Bo_Lang AZ 2022-01-01 - = ${NEW} : ${OLD}*4 $*4 $+$ $ : duplicate_payment@9
    SR708 Hal_Quay Sun_HMO Bo_Lang AZ 2022-01-01 - = ${NEW} : ${OLD}*4 $*2 - $*3 : unpaid@7 missed_months@8 risk@7=0-36.92 claim@7=36.92
    S709 Ida_Roth Sun_HMO Bo_Lang AZ 2026-01-01 - = 57.83!Initial+8.00!Override : -*4 $*2 ${[-2, -1].map((offset) => `${back('57.83', offset, '2026-02-28')}+${back('8.00', offset, '2026-02-28')}`).join('+')} -*3 : lost@7 rightful_chargeback@7 rapid_disenrollment@7 risk@7=0-65.83
  `,
  events: 'raised@5=SR agent_moved@7=Kim_Tate planned_step@5=SI',
};

/** Quarters of renewal pay in advance: 3 × 26.08 in 2025 and 3 × 28.92 in 2026. */
const Q25 = '78.24x3';
const Q26 = '86.76x3';
const YEARS = { 1: Q25, 4: Q25, 7: Q26, 10: Q26 };
/** Three months of initial pay, 3 × 52.17, are the renewal pay and a true-up. */
const TRUE_UP = '78.27x3@-1!True-Up';

export const COASTAL: Description = {
  name: 'Coastal Choice',
  about:
    'Medicare renewals by the quarter in advance; a new member is paid the renewal amount, and trued up a month later',
  line: 'medicare',
  first: '2025-07',
  statements: 12,
  behind: 0,
  type: 'Renewal',
  file: 'xlsx',
  columns: [
    ['name', 'Beneficiary'],
    ['id', 'MBI'],
    ['plan', 'Product'],
    ['agent', 'Broker'],
    ['effective', 'Enrollment Date'],
    ['term', 'Disenroll Date'],
    ['coverage', 'Period From'],
    ['months', 'Months Paid'],
    ['type', 'Payment Category'],
    ['amount', 'Broker Payment'],
  ],
  alike: [
    { count: 24, id: 'KRA', traits: 'Coast_HMO Sy_Tran NC 2021-01-01', usual: [Q26], pays: dueIn(12, YEARS) },
    { count: 8, id: 'KRM', traits: 'Coast_DSNP Sy_Tran NC 2021-01-01', usual: ['28.92'], pays: '26.08*6 $*6' },
    {
      count: 6,
      id: 'KN',
      traits: 'Coast_HMO Sy_Tran NC 2025-10-01',
      usual: [Q26],
      pays: dueIn(12, { ...YEARS, 1: '-', 4: `${Q25}!Initial`, 5: TRUE_UP }),
      truth: 'true_up_paid@5 risk@7=0-69.75',
    },
  ],
  members: `
    K701 Ara_Unger Coast_HMO Sy_Tran NC 2025-10-01 - = ${Q26} : ${dueIn(12, { ...YEARS, 1: '-', 4: `${Q25}!Initial` })} : true_up_missing@5 claim@5=0-78.27
    KR702 Bix_Vail Coast_HMO Sy_Tran NC 2021-01-01 - = ${Q25} : ${dueIn(12, { 1: '$', 4: '$' })} : lost@7 risk@7=78.24
    KR703 Che_Webb Coast_HMO Sy_Tran NC 2021-01-01 - = ${Q26} : ${dueIn(12, { ...YEARS, 8: '-57.84x2~2026-01-31!Chargeback', 10: '-' })} : lost@8 rightful_chargeback@8 risk@8=0-86.76
    KR704 Dan_Yoder Coast_HMO Sy_Tran NC 2021-01-01 - = ${Q26} : ${dueIn(12, { ...YEARS, 10: '-', 11: '$@-1' })} : late_premium@10 catch_up@11 risk@10=0-86.76
    KR705 Eve_Zook Coast_HMO Sy_Tran NC 2021-01-01 - = ${Q26} : ${dueIn(12, { ...YEARS, 10: '57.84x3' })} : ${cut(10, 10, '28.92')}
    K706 Fitz_Ames Coast_HMO Sy_Tran NC 2025-10-01 - = ${Q26} : ${dueIn(12, { 4: `${Q25}!Initial`, 5: TRUE_UP, 6: `-${Q25}@-2~2025-11-30!Chargeback+-78.27x3@-2~2025-11-30!Chargeback` })} : true_up_paid@5 lost@6 rightful_chargeback@6 rapid_disenrollment@6 risk@6=0-156.51
    KR707 Gia_Bonn Coast_HMO Sy_Tran NC 2021-01-01 - = ${Q26} : ${dueIn(12, { ...YEARS, 7: '-' })} : unpaid@7 missed_months@10 risk@7=0-86.76 claim@7=78.24-86.76
    KR708 Hob_Cline Coast_HMO Sy_Tran NC 2021-01-01 - = ${Q26} : ${dueIn(12, { ...YEARS, 10: '$+$' })} : duplicate_payment@10
    KR709 Ida_Dorr Coast_DSNP Sy_Tran NC 2021-01-01 - = 28.92 : 26.08*6 $*2 -*4 : lost@9 risk@9=28.92
  `,
  events: 'raised@7=KR',
};

/** Books of employers: graded commissions, deductions by the week, and premiums that follow the payroll. */

/** A group's row: the premium, its heads, and the printed rate. */
const bill = (percent: number, premium: number, lives: number): string =>
  `${share(percent, premium)}n${lives}r${percent}%`;

export const IRONWOOD: Description = {
  name: 'Ironwood Group Life',
  about: '10 % of the first 6,000 dollars of a group premium in a calendar year, and 4 % of the rest',
  line: 'group',
  first: '2025-07',
  statements: 12,
  behind: 0,
  type: 'Commission',
  file: 'xlsx',
  columns: [
    ['id', 'Group Number'],
    ['name', 'Employer'],
    ['agent', 'Producer Name'],
    ['product', 'LOB'],
    ['effective', 'Group Effective'],
    ['coverage', 'Bill Month'],
    ['lives', 'Covered Lives'],
    ['premium', 'Paid Premium'],
    ['rate', 'Scale'],
    ['type', 'Line Type'],
    ['amount', 'Commission Due'],
  ],
  alike: [
    {
      // 1,500 a month reach 6,000 with April.
      count: 10,
      id: 'IRB',
      traits: 'Life Max_Dahl OH 2021-01-01',
      usual: [bill(4, 1500, 40)],
      pays: `$*6 ${bill(10, 1500, 40)}*4 $*2`,
      truth: 'risk@11=0-90.00',
    },
    {
      // 750 a month reach 6,000 with August.
      count: 6,
      id: 'IRM',
      traits: 'Life Max_Dahl OH 2022-01-01',
      usual: [bill(10, 750, 20)],
      pays: `$*2 ${bill(4, 750, 20)}*4 $*6`,
      truth: 'risk@3=0-45.00',
    },
    {
      count: 14,
      id: 'IS',
      traits: 'Life Max_Dahl OH 2020-01-01',
      usual: [bill(10, 400, 11), bill(10, 320, 9), bill(10, 450, 12)],
    },
  ],
  members: `
    I701 Alder_Inn Life Max_Dahl OH 2020-01-01 400.00 = ${bill(10, 400, 11)} : $*5 ${bill(10, 360, 10)}*7 : fewer_lives@6 risk@6=0-4.00
    I702 Basin_Labs Life Max_Dahl OH 2020-01-01 400.00 = ${bill(10, 400, 11)} : $*6 ${bill(7, 400, 11)}*6 : ${cut(7, 12, '12.00')}
    I703 Cabot_Pumps Life Max_Dahl OH 2020-01-01 400.00 = ${bill(10, 400, 11)} : $*8 -*4 : lost@9 risk@9=40.00
    I704 Delta_Freight Life Max_Dahl OH 2021-01-01 1500.00 = ${bill(4, 1500, 40)} : $*12 : underpaid@7 underpaid@8 underpaid@9 underpaid@10 risk@7=0-90.00 ${claims(7, 10, '90.00')}
    I705 Eddy_Mills Life Max_Dahl OH 2020-01-01 400.00 = ${bill(10, 360, 10)} : ${bill(10, 400, 11)}*5 $+-4.00p-40.00n1r10%@-1!Adjustment $*6 : fewer_lives@6 rightful_chargeback@6 risk@6=0-8.00
    I706 Ferry_Tools Life Max_Dahl OH 2020-01-01 400.00 = ${bill(10, 400, 11)} : $*3 - $@-1+$ $*7 : late_premium@4 catch_up@5 risk@4=0-40.00
    I707 Gable_Roofs Life Max_Dahl OH 2020-01-01 400.00 = ${bill(10, 400, 11)} : $*7 $+-$@-1!Chargeback $*4 : wrong_chargeback@8 risk@8=0-40.00 claim@8=40.00
    I708 Haven_Spa Life Max_Dahl OH 2020-01-01 400.00 = ${bill(10, 400, 11)}[LIFE]+${bill(10, 240, 11)}[LTD] : $*5 ${bill(10, 400, 11)}[LIFE]*7 : ${cut(6, 12, '24.00').replace('risk@6=', 'risk@6=0-')}
  `,
  events: 'planned_step@3=IRM raised@7=IR planned_step@11=IRB',
};

/** The Fridays of each month from September 2025 to June 2026. */
const FRIDAYS = [4, 5, 4, 4, 5, 4, 4, 4, 5, 4];

/** 12 % of a weekly deduction in each month, but for the statements of `own`. */
const weekly = (premium: number, own: Readonly<Record<number, string>> = {}): string =>
  FRIDAYS.map((weeks, at) => own[at + 1] ?? share(12, premium * weeks)).join(' ');
const PLANT_2 = weekly(10, { 7: '-', 8: '4.80p40.00@-1+4.80p40.00' });

export const COPPERFIELD: Description = {
  name: 'Copperfield Voluntary',
  about: '12 % of deductions by the week, four or five a month; one employer sends a month late',
  line: 'ancillary',
  first: '2025-09',
  statements: 10,
  behind: 0,
  type: 'Payroll',
  titles: ['Copperfield Voluntary Benefits', 'Producer statement'],
  total: 'Grand Total',
  columns: [
    ['id', 'Certificate ID'],
    ['name', 'Employee'],
    ['plan', 'Account'],
    ['effective', 'Cert Effective'],
    ['coverage', 'Deduction Month'],
    ['type', 'Source'],
    ['premium', 'Deductions'],
    ['amount', 'Commission'],
  ],
  alike: [
    ...[5, 7.5, 10].map((premium) => ({
      count: 8,
      id: `PA${premium * 10}`,
      traits: 'Plant_1 Rae_Holm MI 2023-05-01',
      usual: [share(12, premium * 4)],
      pays: weekly(premium),
      truth: falls(weekly(premium)),
    })),
    {
      count: 10,
      id: 'PB',
      traits: 'Plant_2 Rae_Holm MI 2023-07-01',
      usual: [share(12, 40)],
      pays: PLANT_2,
      truth: 'late_premium@7 catch_up@8 risk@3=0-1.20 risk@6=0-1.20 risk@7=0-4.80 risk@10=0-1.20',
    },
    {
      count: 6,
      id: 'PC',
      traits: 'Plant_1 Rae_Holm MI 2025-12-01',
      usual: [share(12, 40)],
      pays: weekly(10, { 1: '-', 2: '-', 3: '-' }),
      truth: 'risk@6=0-1.20 risk@10=0-1.20',
    },
  ],
  members: `
    P401 Alf_Iles Plant_1 Rae_Holm MI 2023-05-01 40.00 = ${share(12, 40)} : ${weekly(10, { 6: '-', 7: '-', 8: '-', 9: '-', 10: '-' })} : lost@6 risk@3=0-1.20 risk@6=4.80-6.00
    P402 Bo_Jarl Plant_1 Rae_Holm MI 2023-05-01 40.00 = ${share(12, 40)} : ${weekly(10, { 4: share(8, 40), 5: share(8, 50) })} : underpaid@4 underpaid@5 risk@3=0-1.20 risk@4=1.60 claim@4=0-1.60 claim@5=0-2.00 risk@10=0-1.20
    P403 Cy_Keel Plant_1 Rae_Holm MI 2023-05-01 40.00 = ${share(12, 40)} : ${weekly(10, { 7: '-' })} : unpaid@7 missed_months@8 claim@7=4.80 risk@3=0-1.20 risk@6=0-1.20 risk@7=0-4.80 risk@10=0-1.20
    P404 Di_Loy Plant_1 Rae_Holm MI 2023-05-01 40.00 = ${share(12, 40)} : ${weekly(10, { 5: share(12, 40) })} : risk@3=0-1.20 risk@10=0-1.20
    P405 Ev_Munn Plant_1 Rae_Holm MI 2023-05-01 40.00 = ${share(12, 40)} : ${weekly(10, { 8: '$+$' })} : duplicate_payment@8 risk@3=0-1.20 risk@6=0-1.20 risk@10=0-1.20
    P406 Fran_Noel Plant_1 Rae_Holm MI 2023-05-01 40.00 = ${share(12, 40)} : ${weekly(10, { 6: '-6.00p-50.00@-1!Refund', 7: '-', 8: '-', 9: '-', 10: '-' })} : lost@6 rightful_chargeback@6 risk@3=0-1.20 risk@6=0-6.00
    P407 Gus_Ong Plant_1 Rae_Holm MI 2023-05-01 40.00 = ${share(12, 40)} : ${weekly(10, { 8: '0.00p40.00' })} : unpaid@8 claim@8=4.80 risk@3=0-1.20 risk@6=0-1.20 risk@8=4.80 risk@10=0-1.20
  `,
  events: 'late_block@7=Plant_2',
};

/** The payroll of each month from May 2025 to March 2026, in percent of the first. */
const PAYROLL = [100, 96, 104, 110, 108, 100, 94, 90, 98, 102, 100];

/** A percentage of a premium that follows the payroll; `own` replaces statements. */
const asPayroll = (
  premium: number,
  percent: (statement: number) => number,
  own: Readonly<Record<number, string>> = {},
) => PAYROLL.map((part, at) => own[at + 1] ?? share(percent(at + 1), (premium * part) / 100)).join(' ');
const eight = (): number => 8;
const nevada = (statement: number): number => (statement < 7 ? 8 : 7);
/** The pay of each statement from the seventh on: one percent of its premium. */
const lostPercent = (premium: number): string =>
  PAYROLL.flatMap((part, at) => (at < 6 ? [] : [`claim@${at + 1}=0-${((premium * part) / 10_000).toFixed(2)}`])).join(
    ' ',
  );
const FALLS = falls(asPayroll(500, eight));
const without = (...statements: number[]): string =>
  FALLS.split(' ')
    .filter((text) => !statements.some((one) => text.startsWith(`risk@${one}=`)))
    .join(' ');
const gone = (from: number): Record<number, string> =>
  Object.fromEntries(PAYROLL.flatMap((_, at) => (at + 1 < from ? [] : [[at + 1, '-']])));

export const GRANITE: Description = {
  name: 'Granite Comp',
  about: '8 % of premiums that follow the payroll, and audits; one state is paid 7 % from the seventh statement on',
  line: null,
  first: '2025-05',
  statements: 11,
  behind: 1,
  type: 'Pay-As-You-Go',
  dates: 'iso',
  columns: [
    ['coverage', 'Payroll Month'],
    ['agent', 'Producer'],
    ['id', 'Policy'],
    ['name', 'Insured Business'],
    ['state', 'State'],
    ['effective', 'Inception'],
    ['type', 'Tran'],
    ['premium', 'Earned Premium'],
    ['amount', 'Producer Comm'],
  ],
  alike: [
    ...[500, 800, 1200].map((premium) => ({
      count: 9,
      id: `GA${premium}`,
      traits: 'WC Tom_Reid AZ 2022-02-01',
      usual: [share(8, premium)],
      pays: asPayroll(premium, eight),
      truth: falls(asPayroll(premium, eight)),
    })),
    ...[500, 800].map((premium) => ({
      count: 5,
      id: `GN${premium}`,
      traits: 'WC Tom_Reid NV 2022-04-01',
      usual: [share(8, premium)],
      pays: asPayroll(premium, nevada),
      truth: `${falls(asPayroll(premium, nevada))} ${lostPercent(premium)}`,
    })),
  ],
  members: `
    G801 Agate_Cafe WC Tom_Reid AZ 2022-02-01 500.00 = ${share(8, 500)} : ${asPayroll(500, eight, { 6: '40.00p500.00+-24.00p-300.00!Final_Audit' })} : rightful_chargeback@6 risk@6=0-27.20 ${without(6)}
    G802 Beryl_Farm WC Tom_Reid AZ 2022-02-01 500.00 = ${share(8, 500)} : ${asPayroll(500, eight, { 6: '40.00p500.00+32.00p400.00!Final_Audit' })} : risk@7=0-2.40 ${without(6, 7)}
    G803 Coral_Gym WC Tom_Reid AZ 2022-02-01 500.00 = ${share(8, 500)} : ${asPayroll(500, (one) => (one === 4 || one === 5 ? 5 : 8))} : underpaid@4 underpaid@5 risk@2=0-1.60 risk@4=14.10-16.50 risk@5=0-0.50 risk@7=0-2.40 risk@8=0-1.60 risk@11=0-0.80 claim@4=0-16.50 claim@5=0-16.20
    G804 Dune_Paint WC Tom_Reid AZ 2022-02-01 500.00 = ${share(8, 500)} : ${asPayroll(500, eight, gone(6))} : lost@6 risk@2=0-1.60 risk@5=0-0.80 risk@6=40.00-43.20
    G805 Ember_Taxi WC Tom_Reid AZ 2022-02-01 500.00 = ${share(8, 500)} : ${asPayroll(500, eight, { 9: '-' })} : unpaid@9 missed_months@10 ${FALLS} risk@9=0-39.20 claim@9=36.00-40.80
    G806 Flint_Deli WC Tom_Reid AZ 2022-02-01 500.00 = ${share(8, 500)} : ${asPayroll(500, eight, { 9: '-', 10: '39.20p490.00@-1+40.80p510.00' })} : late_premium@9 catch_up@10 ${FALLS} risk@9=0-39.20
    G807 Grove_Auto WC Tom_Reid AZ 2022-02-01 500.00 = ${share(8, 500)} : ${PAYROLL.map((part, at) => `${share(8, part * 5)}${at < 7 ? '' : '(Una_Fry)'}`).join(' ')} : agent_moved@8 ${FALLS}
    G808 Heron_Pool WC Tom_Reid AZ 2025-08-01 500.00 = ${share(8, 500)} : ${dueIn(11, { 8: '-32.00p-400.00!Chargeback' })} : unmatched_chargeback@8 claim@8=32.00
    G809 Iris_Salon WC Tom_Reid AZ 2022-02-01 500.00 = ${share(8, 500)} : ${asPayroll(500, eight, { 6: '$+$' })} : duplicate_payment@6 risk@7=0-2.40 ${without(6, 7)}
  `,
  events: 'rate_cut@7=NV',
};
