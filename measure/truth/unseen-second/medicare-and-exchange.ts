import type { Description } from '../unseen/description.ts';
import { claims, cut, dueIn } from './rules.ts';

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
