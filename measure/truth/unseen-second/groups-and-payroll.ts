import type { Description } from '../unseen/description.ts';
import { claims, cut, dueIn, falls, share } from './rules.ts';

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
