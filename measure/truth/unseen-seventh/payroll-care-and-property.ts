import type { Description } from '../unseen/description.ts';
import { dueIn, share } from '../unseen-second/rules.ts';

/** Books of worksite policies by payroll, of long-term care, and of cars, homes and shops by the term. */

const ACCIDENT = `${share(12, 32)}r12%[ACC]`;
const HOSPITAL = `${share(10, 28)}r10%[HOS]`;
const BOTH = `${ACCIDENT}+${HOSPITAL}`;
/** A school deducts in ten months of the year, and nothing in July and August. */
const SCHOOL_YEAR = '$ -*2 $*10 -';
const CLINIC = 'Valley_Hospital Dexter_Loomis NM 2022-10-01';
const QUINCY = 'Quincy_Machine Dexter_Loomis NM 2023-05-01';
/** An account that sends its deductions one month late, once. */
const ONCE_LATE = '$*6 - $@-1+$ $*6';
const LATE = 'late_premium@7 catch_up@8 risk@7=0-6.64';

/** Worksite policies that are paid when an employer's deductions are applied. */
export const DRAKE: Description = {
  name: 'Drake Supplemental',
  about:
    '12 % of accident and 10 % of hospital premiums, a month behind; one account deducts in ten months, one is late once',
  line: 'ancillary',
  first: '2025-07',
  statements: 14,
  behind: 1,
  type: 'Renewal',
  columns: [
    ['plan', 'Account Name'],
    ['id', 'Policy Nbr'],
    ['name', 'Policyholder'],
    ['product', 'LOB'],
    ['agent', 'Associate'],
    ['effective', 'Issue Date'],
    ['term', 'Term Date'],
    ['coverage', 'Invoice Month'],
    ['type', 'Comm Type'],
    ['premium', 'Premium Applied'],
    ['rate', 'Comm %'],
    ['amount', 'Commission'],
  ],
  alike: [
    { count: 12, id: 'DKH10', traits: CLINIC, usual: [BOTH, ACCIDENT] },
    {
      count: 8,
      id: 'DKS20',
      traits: 'Mesa_Schools Dexter_Loomis NM 2021-10-01',
      usual: [BOTH, HOSPITAL],
      pays: SCHOOL_YEAR,
    },
    { count: 3, id: 'DKQ30', traits: QUINCY, usual: [BOTH], pays: ONCE_LATE, truth: LATE },
    { count: 5, id: 'DKD40', traits: 'Direct_Bill Dexter_Loomis NM 2020-02-01', usual: [ACCIDENT, BOTH] },
    {
      count: 5,
      id: 'DKN50',
      traits: 'Valley_Hospital Dexter_Loomis NM 2026-01-01',
      usual: [`${share(30, 32)}r30%[ACC]!First_Year`],
      pays: '-*7 $*7',
    },
  ],
  members: `
    DKX9071 Aaron_Baca Mesa_Schools Dexter_Loomis NM 2021-10-01 - = ${BOTH} : $ -*2 $*5 -*6 : lost@9 risk@9=6.64
    DKX9073 Chris_Dominguez ${CLINIC} - = ${BOTH} : $*9 -3.84p-32.00r12%[ACC]@-1~2026-01-31!Premium_Refund+-2.80p-28.00r10%[HOS]@-1~2026-01-31!Premium_Refund -*4 : lost@10 rightful_chargeback@10 retroactive_end@10 risk@10=0-13.28
    DKX9075 Eloy_Fierro ${CLINIC} - = ${BOTH} : $*7 ${ACCIDENT}{Direct_Bill}+${HOSPITAL}{Direct_Bill}*7 :
    DKX9076 Fidel_Gallegos ${CLINIC} - = ${BOTH} : $*8 $+${ACCIDENT} $*5 : duplicate_payment@9
  `,
  events: 'late_block@7=Quincy_Machine',
};

const CARE = 'Care_Select Winona_Pratt NE 2014-06-01';
const HOME_CARE = 'Care_Select Winona_Pratt IA 2014-06-01';
const care = (premium: number): string => `${share(5, premium)}r5%`;
const MONTH = care(220);
const RAISED = care(253);
const HALF_YEAR = `${care(1320)}x6`;
const WHOLE_YEAR = `${care(2480)}x12`;

/** Long-term care in its renewal years, in the year of a rate increase. */
export const ELMHURST: Description = {
  name: 'Elmhurst Long Term Care',
  about:
    '5 % of the premium of old long-term care policies in three modes; an increase of 15 % in one state; nothing while an insured is in care',
  line: 'ancillary',
  first: '2025-10',
  statements: 14,
  behind: 0,
  type: 'Renewal Premium',
  file: 'xlsx',
  columns: [
    ['id', 'Policy ID'],
    ['name', 'Insured Name'],
    ['plan', 'Policy Form'],
    ['state', 'Res State'],
    ['agent', 'Servicing Agent'],
    ['effective', 'Coverage Date'],
    ['term', 'End Date'],
    ['coverage', 'Due Month'],
    ['months', 'Months'],
    ['type', 'Activity'],
    ['premium', 'Premium'],
    ['rate', 'Rate'],
    ['amount', 'Commission Amount'],
  ],
  alike: [
    { count: 12, id: 'ELI10', traits: HOME_CARE, usual: [MONTH, care(180), care(261.5)] },
    { count: 6, id: 'ELN30', traits: CARE, usual: [MONTH], pays: `$*6 ${RAISED}*8` },
    { count: 5, id: 'ELI20', traits: HOME_CARE, usual: [HALF_YEAR], pays: dueIn(14, { 3: '$', 9: '$' }) },
    { count: 4, id: 'ELI25', traits: HOME_CARE, usual: [WHOLE_YEAR], pays: dueIn(14, { 2: '$', 14: '$' }) },
    {
      count: 3,
      id: 'ELI40',
      traits: 'Care_and_Life Winona_Pratt IA 2026-03-01',
      usual: [MONTH],
      pays: dueIn(14, { 6: '4900.00p70000.00r7%!Single_Premium' }),
    },
    { count: 3, id: 'ELI50', traits: HOME_CARE, usual: [MONTH], pays: '$*7 0.00p0.00!Waived_On_Claim*7' },
  ],
  members: `
    ELX9071 Alvina_Bohn ${CARE} - = ${MONTH} : $*6 -*8 : lost@7 risk@7=11.00-12.65
    ELX9072 Burton_Cech ${CARE} - = ${MONTH} : $*14 :
    ELX9074 Duane_Ernst ${HOME_CARE} - = ${MONTH} : $*5 -$p-220.00@-1~2026-01-31!Death_Refund -*8 : lost@6 rightful_chargeback@6 retroactive_end@6 risk@6=0-22.00
    ELX9077 Geneva_Hruska ${HOME_CARE} - = ${MONTH} : $*3 -$p-220.00@-2~2025-10-31!Lapse+-$p-220.00@-1~2025-10-31!Lapse -*2 $@-3+$@-2+$@-1+$ $*7 : lost@4 rightful_chargeback@4 retroactive_end@4 reinstated@7 catch_up@7 not_repaid@7 risk@4=0-33.00 claim@7=22.00
  `,
  events: 'raised@7=NE',
};

/** The commission of a whole term on its written premium, at its start. */
const term = (premium: number, day: string, percent = 12): string => `${share(percent, premium)}r${percent}%e${day}`;
const [OCTOBER, APRIL, NEXT_OCTOBER] = ['2025-10-01', '2026-04-01', '2026-10-01'];
const AUTUMN = term(900, OCTOBER);
const NEXT = term(955, NEXT_OCTOBER);
const AUTO = `Personal_Auto Shelby_Crowe GA ${OCTOBER}`;
const cars = (premium: number): string =>
  dueIn(13, { 1: term(premium, OCTOBER), 7: term(premium * 1.04, APRIL), 13: term(premium * 1.061, NEXT_OCTOBER) });
/** A home has a policy fee, for which nothing is paid. */
const home = (premium: number, day: string): string => `${term(premium, day, 15)}+0.00p35.00r0%e${day}!Policy_Fee`;
const WINTER_AUTO = 'Personal_Auto Shelby_Crowe GA 2025-12-01';
const WINTER = term(780, '2025-12-01');
const SUMMER = term(811.2, '2026-06-01');
/** 76 of the 182 days of the autumn term are unearned on January 15. */
const RETURN = '-45.10p-375.82r12%e2025-10-01~2026-01-15!Cancel_Pro_Rata';
const ADDED = '13.20p110.00r12%e2025-12-01!Endorse';

/** Cars by half a year, and homes and shops by the year, paid when a term is written. */
export const CARDINAL: Description = {
  name: 'Cardinal Insurance Group',
  about:
    '12 % of the written premium of a term of six months for cars, 15 % of a first one, 15 % of the year for homes and shops; returns of premium are taken back pro rata',
  line: null,
  first: '2025-10',
  statements: 13,
  behind: 0,
  type: 'Renewal',
  titles: ['Cardinal Insurance Group', 'Direct Bill Commission Statement'],
  unassigned: 'Contingent@6=1180.00',
  columns: [
    ['id', 'Policy Number'],
    ['name', 'Named Insured'],
    ['plan', 'LOB'],
    ['agent', 'Producer Name'],
    ['effective', 'Term Eff Date'],
    ['term', 'Cancel Eff Date'],
    ['coverage', 'Acct Month'],
    ['type', 'Trans'],
    ['premium', 'Written Prem'],
    ['rate', 'Comm Pct'],
    ['amount', 'Comm Amt'],
  ],
  alike: [
    ...[900, 1240, 688].map((premium, place) => ({
      count: 5,
      id: `CDA1${place}`,
      traits: AUTO,
      usual: [AUTUMN],
      pays: cars(premium),
    })),
    {
      count: 6,
      id: 'CDA20',
      traits: WINTER_AUTO,
      usual: [WINTER],
      pays: dueIn(13, { 3: WINTER, 9: SUMMER }),
    },
    {
      // A car is added in the middle of the term.
      count: 3,
      id: 'CDA30',
      traits: WINTER_AUTO,
      usual: [WINTER],
      pays: dueIn(13, { 3: WINTER, 6: ADDED, 9: term(1030, '2026-06-01') }),
    },
    {
      count: 6,
      id: 'CDH40',
      traits: `Homeowners Shelby_Crowe GA ${OCTOBER}`,
      usual: [AUTUMN],
      pays: dueIn(13, { 1: home(1800, OCTOBER), 13: home(1962, NEXT_OCTOBER) }),
    },
    ...[
      { statement: 4, day: '2026-01-01', premium: 1710 },
      { statement: 5, day: '2026-02-01', premium: 2100 },
      { statement: 8, day: '2026-05-01', premium: 1624 },
      { statement: 10, day: '2026-07-01', premium: 1480 },
      { statement: 12, day: '2026-09-01', premium: 1935 },
    ].map(({ statement, day, premium }) => ({
      count: 3,
      id: `CDH${50 + statement}`,
      traits: `Homeowners Shelby_Crowe GA ${day}`,
      usual: [AUTUMN],
      pays: dueIn(13, { [statement]: home(premium, day) }),
    })),
    {
      count: 4,
      id: 'CDA70',
      traits: 'Personal_Auto Shelby_Crowe GA 2026-02-01',
      usual: [AUTUMN],
      pays: dueIn(13, { 5: term(870, '2026-02-01'), 11: term(898.5, '2026-08-01') }),
    },
    {
      count: 5,
      id: 'CDB60',
      traits: 'Businessowners Shelby_Crowe GA 2025-11-01',
      usual: [AUTUMN],
      pays: dueIn(13, { 2: term(2650, '2025-11-01', 15) }),
    },
  ],
  members: `
    CDX9071 Ansley_Burch ${AUTO} - = ${AUTUMN} : ${dueIn(13, { 1: AUTUMN })} : lost@7 risk@7=18.00-112.32
    CDX9072 Buford_Crisp ${AUTO} - = ${AUTUMN} : ${dueIn(13, { 1: AUTUMN, 5: RETURN })} : lost@5 rightful_chargeback@5 risk@5=0-108.00
    CDX9073 Carla_Dukes ${AUTO} - = ${AUTUMN} : ${dueIn(13, { 1: AUTUMN, 5: RETURN, 6: RETURN })} : lost@5 rightful_chargeback@5 double_chargeback@6 risk@5=0-108.00 risk@6=0-45.10 claim@6=45.10
    CDX9074 Dalton_Eubanks ${AUTO} - = ${AUTUMN} : ${dueIn(13, { 1: AUTUMN, 7: term(936, APRIL, 8), 13: NEXT })} : underpaid@7 risk@7=0-37.44 claim@7=0-37.44
    CDX9075 Essie_Futch ${AUTO} - = ${AUTUMN} : ${dueIn(13, { 1: AUTUMN, 13: `${NEXT}+7.20p60.00r12%e${APRIL}@-1!Endorse` })} : unpaid@7 missed_months@13 risk@7=0-112.32 claim@7=108.00-112.32
    CDX9076 Foster_Gantt ${WINTER_AUTO} - = ${WINTER} : ${dueIn(13, { 3: WINTER, 9: `${SUMMER}+${SUMMER}` })} : duplicate_payment@9
    CDX9077 Gladys_Hulsey Personal_Auto Shelby_Crowe GA 2026-02-01 - = ${AUTUMN} : ${dueIn(13, { 5: `${term(850, '2026-02-01', 15)}!New`, 6: '-127.50p-850.00r15%e2026-02-01~2026-02-01@-1!Flat_Cancel' })} : lost@6 rightful_chargeback@6 risk@6=0-127.50
    CDX9078 Horace_Ivester Personal_Auto Shelby_Crowe GA 2026-02-01 - = ${AUTUMN} : ${dueIn(13, { 5: term(900, '2026-02-01'), 8: '-108.00p-900.00r12%e2026-02-01~2026-05-01!Cancel_Pro_Rata' })} : lost@8 rightful_chargeback@8 wrong_chargeback@8 risk@8=0-108.00 claim@8=53.10
    CDX9079 Inez_Jolley Homeowners Shelby_Crowe GA ${OCTOBER} - = ${AUTUMN} : ${dueIn(13, { 1: home(1800, OCTOBER), 13: home(2044.5, NEXT_OCTOBER) })} :
  `,
};
