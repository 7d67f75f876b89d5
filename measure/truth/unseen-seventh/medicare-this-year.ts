import type { Description } from '../unseen/description.ts';
import { cut, dueIn, share } from '../unseen-second/rules.ts';

/** Books of the Medicare carriers of this year: an Advantage plan, a drug plan that pays by the year, and a supplement. */

/** 313 dollars a year in 2025, and 347 dollars in 2026, whose twelfth part is printed in two ways. */
const RENEWALS = '26.08 26.08 28.92 28.92 28.91 28.92 28.92 28.91 28.92 28.92 28.91 28.92'.split(' ');

/** The pays of a renewal until the last one, with other pays in some statements. */
function renewed(own: Readonly<Record<number, string>> = {}, last = 12): string {
  return RENEWALS.map((pay, at) => (at < last ? (own[at + 1] ?? pay) : '-')).join(' ');
}

const ADVANCE = '347.00x12!FYC_Advance';
const WHOLE = '694.00x12!FYC';
const TERMS = 'Gold_Plus_HMO Nadia_Brandt OH';

/** An Advantage plan with renewals by the month, whole first years, and true-ups. */
export const HOLLYHOCK: Description = {
  name: 'Hollyhock Advantage',
  about:
    'the maximum of CMS: renewals by the month, first years in one sum; who came from another kind of plan gets half of it first, and a true-up two statements later',
  line: 'medicare',
  first: '2025-11',
  statements: 12,
  behind: 0,
  type: 'Renewal',
  unassigned: 'Marketing_Reimbursement@6=250.00',
  columns: [
    ['agent', 'Writing Agent Name'],
    ['id', 'Member Nbr'],
    ['name', 'Member Name'],
    ['plan', 'Plan Name'],
    ['state', 'State'],
    ['effective', 'Original Eff Date'],
    ['term', 'Disenroll Date'],
    ['coverage', 'Commission Period'],
    ['type', 'Comm Action'],
    ['months', 'Months Paid'],
    ['amount', 'Commission Amt'],
  ],
  alike: [
    { count: 18, id: 'HH100', traits: `${TERMS} 2023-01-01`, usual: ['28.92'], pays: renewed() },
    { count: 8, id: 'HH200', traits: 'Choice_PPO Milo_Trent OH 2022-01-01', usual: ['28.92'], pays: renewed() },
    {
      count: 2,
      id: 'HH300',
      traits: `${TERMS} 2026-01-01`,
      usual: ['28.92'],
      pays: `-*2 ${ADVANCE} - 347.00x12@-2!CMS_True-Up -*7`,
      truth: 'true_up_paid@5',
    },
    {
      // New to Medicare: the whole amount, whatever the month in which the coverage starts.
      count: 4,
      id: 'HH400',
      traits: 'Choice_PPO Nadia_Brandt OH 2026-04-01',
      usual: ['28.92'],
      pays: '-*5 694.00x9!FYC -*6',
    },
    {
      // Another plan of the same carrier at open enrollment is paid as before.
      count: 4,
      id: 'HH500',
      traits: 'Choice_PPO Nadia_Brandt OH 2021-01-01',
      usual: ['28.92'],
      pays: renewed({ 1: '26.08{Gold_Plus_HMO}', 2: '26.08{Gold_Plus_HMO}' }),
    },
  ],
  members: `
    HX90071 Agnes_Pelham ${TERMS} 2023-01-01 - = 28.92 : ${renewed({}, 2)} : lost@3 risk@3=26.08-28.92
    HX90072 Byron_Quist ${TERMS} 2026-01-01 - = 28.92 : -*2 ${ADVANCE} -*2 -347.00x12@-3~2026-02-28!Rapid_Disenroll -*6 : lost@6 rapid_disenrollment@6 rightful_chargeback@6 risk@6=0-347.00
    HX90073 Celia_Rusk ${TERMS} 2026-01-01 - = 28.92 : -*2 ${WHOLE} -*5 -347.00x6~2026-06-30!Prorated_Recovery -*3 : lost@9 rightful_chargeback@9 risk@9=0-694.00
    HX90074 Darnell_Sayre ${TERMS} 2026-01-01 - = 28.92 : -*2 ${WHOLE} -*5 -694.00x12@-6~2026-06-30!Prorated_Recovery -*3 : lost@9 rightful_chargeback@9 wrong_chargeback@9 risk@9=0-694.00 claim@9=347.00
    HX90075 Edith_Tolland ${TERMS} 2023-01-01 - = 28.92 : ${renewed({ 8: '28.91+-28.92@-1!Retro_Adj' })} : wrong_chargeback@8 risk@8=0-28.92 claim@8=28.92
    HX90076 Floyd_Urban ${TERMS} 2026-01-01 - = 28.92 : -*2 ${ADVANCE} -*9 : true_up_missing@5 risk@5=0-347.00 claim@5=347.00
    HX90077 Gloria_Vance ${TERMS} 2023-01-01 - = 28.92 : ${renewed({ 10: '-' })} : unpaid@10 missed_months@11 risk@10=0-28.92 claim@10=28.92
    HX90078 Homer_Wick ${TERMS} 2026-02-01 - = 28.92 : ${renewed({ 1: '-', 2: '-', 3: '-', 4: '-', 5: '-', 6: '28.92@-2+28.91@-1+28.92' })} :
  `,
  events: 'raised@3=all',
};

const YEAR = '55.00x12';
const NEXT_YEAR = '57.00x12';
const VALUE = 'Value_Rx Corinne_Abel IN 2023-01-01 - = 55.00x12';
const HALF = '54.50x4!Advance';

/** Drug plans whose renewals are paid in January for the whole year. */
export const SANDPIPER: Description = {
  name: 'Sandpiper Rx',
  about: 'drug plans: renewals in January for the year, first years at once; nothing for one plan without commission',
  line: 'medicare',
  first: '2025-01',
  statements: 14,
  behind: 0,
  type: 'Renewal',
  file: 'xlsx',
  titles: ['Sandpiper Rx - Producer Compensation', 'Amounts in US dollars'],
  total: 'Grand Total',
  unassigned: 'Certification_Credit@8=125.00',
  columns: [
    ['id', 'Enrollee ID'],
    ['name', 'Enrollee'],
    ['plan', 'PBP Name'],
    ['agent', 'Agent of Record'],
    ['effective', 'Eff Date'],
    ['term', 'Term Date'],
    ['coverage', 'Payment Cycle'],
    ['months', 'Months'],
    ['type', 'Trans Type'],
    ['amount', 'Amount'],
  ],
  alike: [
    {
      count: 20,
      id: 'SPR10',
      traits: 'Value_Rx Corinne_Abel IN 2023-01-01',
      usual: [YEAR],
      pays: dueIn(14, { 1: YEAR, 13: NEXT_YEAR }),
    },
    {
      count: 8,
      id: 'SPR20',
      traits: 'Premier_Rx Corinne_Abel IN 2021-01-01',
      usual: [YEAR],
      pays: dueIn(14, { 1: YEAR, 13: NEXT_YEAR }),
    },
    {
      count: 5,
      id: 'SPI30',
      traits: 'Value_Rx Corinne_Abel IN 2025-04-01',
      usual: [YEAR],
      pays: dueIn(14, { 4: '109.00x9!Initial', 13: NEXT_YEAR }),
      truth: 'risk@13=0-52.00',
    },
    {
      count: 2,
      id: 'SPI70',
      traits: 'Value_Rx Corinne_Abel IN 2025-09-01',
      usual: [YEAR],
      pays: dueIn(14, { 9: HALF, 11: '54.50x4@-2!True-Up', 13: NEXT_YEAR }),
      truth: 'true_up_paid@11 risk@13=0-52.00',
    },
    // Somebody is new to Medicare in every month, and is paid a whole first year.
    ...[2, 3, 5, 6, 7, 8, 10, 11, 12].map((month) => ({
      count: 1,
      id: `SPI${80 + month}`,
      traits: `Premier_Rx Corinne_Abel IN 2025-${String(month).padStart(2, '0')}-01`,
      usual: [YEAR],
      pays: dueIn(14, { [month]: `109.00x${13 - month}!Initial`, 13: NEXT_YEAR }),
      truth: 'risk@13=0-52.00',
    })),
    {
      count: 3,
      id: 'SPN65',
      traits: 'Value_Rx Corinne_Abel IN 2026-02-01',
      usual: [YEAR],
      pays: dueIn(14, { 14: '114.00x11!Initial' }),
    },
    {
      count: 4,
      id: 'SPZ50',
      traits: 'Basic_Rx Corinne_Abel IN 2024-01-01',
      usual: [YEAR],
      pays: dueIn(14, { 1: '0.00x12!Non-Comm_Plan', 13: '0.00x12!Non-Comm_Plan' }),
    },
    {
      count: 4,
      id: 'SPN60',
      traits: 'Premier_Rx Corinne_Abel IN 2026-01-01',
      usual: [YEAR],
      pays: dueIn(14, { 13: '114.00x12!Initial' }),
    },
  ],
  members: `
    SPR9071 Alma_Beck ${VALUE} : ${dueIn(14, { 1: YEAR })} : lost@13 risk@13=4.58-57.00
    SPR9072 Boyd_Cassel ${VALUE} : ${dueIn(14, { 1: YEAR, 7: '-27.50x6~2025-06-30!Chargeback' })} : lost@7 rightful_chargeback@7 risk@7=0-55.00
    SPR9073 Cleo_Dunham ${VALUE} : ${dueIn(14, { 1: YEAR, 6: '-36.67x8@-1~2025-04-30!Chargeback', 8: '-36.67x8@-3~2025-04-30!Chargeback' })} : lost@6 rightful_chargeback@6 double_chargeback@8 risk@6=0-55.00 risk@8=0-36.67 claim@8=36.67
    SPR9074 Dewey_Engel ${VALUE} : ${dueIn(14, { 1: YEAR, 7: '-27.50x6~2025-06-30!Chargeback', 13: NEXT_YEAR })} : lost@7 rightful_chargeback@7 reinstated@13 not_repaid@13 risk@7=0-55.00 claim@13=27.50
    SPR9075 Effie_Farris ${VALUE} : ${dueIn(14, { 1: YEAR, 13: '28.50x12' })} : underpaid@13 risk@13=0-28.50 claim@13=0-28.50
    SPR9076 Grover_Haas ${VALUE} : ${dueIn(14, { 1: YEAR, 13: `${NEXT_YEAR}+${NEXT_YEAR}` })} : duplicate_payment@13
    SPI9077 Hattie_Ingram Value_Rx Corinne_Abel IN 2025-09-01 - = ${YEAR} : ${dueIn(14, { 9: HALF, 13: NEXT_YEAR })} : true_up_missing@11 risk@11=0-54.50 claim@11=54.50
    SPR9078 Ira_Jessup ${VALUE} : ${dueIn(14, { 1: YEAR, 13: `${NEXT_YEAR}{Premier_Rx}` })} :
  `,
  events: 'plan_unpaid@1=Basic_Rx raised@13=SPR planned_step@13=SPI',
};

/** Commission on the first premium. The premium rises with the years, and the commission does not. */
const supplement = (first: number, now = first, percent = 20): string =>
  `${share(percent, first).replace(/p.*/, '')}p${now.toFixed(2)}`;
const G = supplement(128);
const G_LATER = supplement(128, 139.52);
const PLAN_G = 'Plan_G Rosalind_Kerr KS 2022-05-01';
const quarter = (premium: number): string => `58.80x3p${premium.toFixed(2)}`;
const ANNUAL = '105.00x12p2100.00';

/** A supplement that pays 20 % of the premium at issue for six years, in three modes. */
export const MAGPIE: Description = {
  name: 'Magpie Supplement',
  about:
    '20 % of the premium at issue in years 1 to 6, then 5 %; none on rate increases; monthly, quarterly and annual',
  line: 'med_supp',
  first: '2025-09',
  statements: 14,
  behind: 0,
  type: 'Premium',
  columns: [
    ['id', 'Policy #'],
    ['name', 'Insured Name'],
    ['plan', 'Plan'],
    ['state', 'Issue State'],
    ['agent', 'Producer'],
    ['effective', 'Issue Date'],
    ['term', 'Term Date'],
    ['coverage', 'Prem Due Date'],
    ['months', 'Mode Months'],
    ['type', 'Tran'],
    ['premium', 'Modal Premium'],
    ['amount', 'Commission'],
  ],
  alike: [
    ...[128, 142, 117].map((premium, place) => ({
      count: 5,
      id: `MG1${place}0`,
      traits: PLAN_G,
      usual: [supplement(premium)],
      pays: `$*8 ${supplement(premium, premium * 1.09)}*6`,
    })),
    {
      count: 8,
      id: 'MG200',
      traits: 'Plan_N Rosalind_Kerr KS 2023-02-01',
      usual: [quarter(294)],
      pays: dueIn(14, { 3: quarter(294), 6: quarter(318), 9: quarter(318), 12: quarter(318) }),
    },
    {
      count: 5,
      id: 'MG300',
      traits: 'Plan_F Rosalind_Kerr KS 2016-10-01',
      usual: [ANNUAL],
      pays: dueIn(14, { 2: ANNUAL, 14: '105.00x12p2220.00' }),
    },
    {
      count: 4,
      id: 'MG400',
      traits: 'Plan_G Rosalind_Kerr KS 2019-12-01',
      usual: [supplement(150)],
      pays: `$*3 ${supplement(150, 159, 5)}*11`,
      truth: 'risk@4=0-22.50',
    },
    {
      count: 3,
      id: 'MG450',
      traits: 'Plan_G Rosalind_Kerr KS 2020-03-01',
      usual: [supplement(150)],
      pays: `$*6 ${supplement(150, 159, 5)}*8`,
      truth: 'risk@7=0-22.50',
    },
    { count: 4, id: 'MG500', traits: 'Plan_G Rosalind_Kerr KS 2026-01-01', usual: [G], pays: '-*4 $*10' },
  ],
  members: `
    MX90071 Anson_Buell ${PLAN_G} - = ${G} : $*6 -*8 : lost@7 risk@7=25.60
    MX90072 Bertha_Cline Plan_F Rosalind_Kerr KS 2016-10-01 - = ${ANNUAL} : ${dueIn(14, { 2: ANNUAL, 8: '-61.25x7p-1225.00@-1~2026-02-28!Death_Refund' })} : lost@8 rightful_chargeback@8 risk@8=0-105.00
    MX90073 Clyde_Dorsett Plan_N Rosalind_Kerr KS 2023-02-01 - = ${quarter(294)} : ${dueIn(14, { 3: quarter(294), 9: quarter(318), 12: quarter(318) })} : unpaid@6 missed_months@9 risk@6=0-58.80 claim@6=58.80
    MX90074 Dovie_Eades ${PLAN_G} - = ${supplement(142)} : $*5 ${supplement(142, 142, 12)}*3 ${supplement(142, 154.78)}*6 : ${cut(6, 8, '11.36')}
    MX90075 Emmett_Fogle ${PLAN_G} - = ${G} : $*8 ${G_LATER}*3 ${supplement(128, 139.52, 5)}*3 : ${cut(12, 14, '19.20')}
    MX90076 Fern_Gossett ${PLAN_G} - = ${G} : $*3 $+$ $*4 ${G_LATER}*6 : duplicate_payment@4
    MX90077 Garland_Hite ${PLAN_G} - = ${G} : $*4 - $@-1+$ $*2 ${G_LATER}*6 : late_premium@5 catch_up@6 risk@5=0-25.60
    MX90078 Hester_Imhoff ${PLAN_G} - = ${G} : $*8 307.20x12p1674.24 -*5 :
    MX90079 Ivan_Joyner ${PLAN_G} - = ${G} : $*8 ${G_LATER} ${G_LATER}(Lyle_Munro)*5 : agent_moved@10
    MX90080 Josie_Kimble Plan_N Rosalind_Kerr KS 2023-02-01 - = ${supplement(98)} : $*5 ${supplement(98, 106)}*2 ${supplement(124)}{Plan_G}e2026-04-01#R*7 :
  `,
  events: 'planned_step@4=MG400 planned_step@7=MG450',
};
