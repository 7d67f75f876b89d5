import type { Description } from '../unseen/description.ts';
import { cut, dueIn, share } from './rules.ts';

/** Books of life, long-term care and disability policies, whose premium is paid by the month or by other modes. */

export const NORTHGATE: Description = {
  name: 'Northgate Life',
  about: '80 % of a term life premium in the first year and 5 % after it, as earned, in four files a month',
  line: null,
  first: '2025-03',
  statements: 12,
  behind: 0,
  type: 'Renewal',
  files: 4,
  dates: 'iso',
  columns: [
    ['=Northgate Life', 'Company'],
    ['agent', 'Writing Agent'],
    ['id', 'Policy Number'],
    ['name', 'Insured'],
    ['plan', 'Plan Code'],
    ['effective', 'Issue Date'],
    ['coverage', 'Premium Due Date'],
    ['premium', 'Modal Premium'],
    ['type', 'Comp Type'],
    ['amount', 'Compensation'],
  ],
  alike: [
    ...[45, 60].flatMap((premium) => [
      {
        count: 5,
        id: `NA${premium}`,
        traits: 'Term_20 Ann_Soto GA 2024-07-01',
        usual: [share(80, premium)],
        pays: `${share(80, premium)}!First-Year*4 ${share(5, premium)}*8`,
        truth: `risk@5=0-${(premium * 0.75).toFixed(2)}`,
      },
      {
        count: 5,
        id: `NB${premium}`,
        traits: 'Term_20 Ann_Soto GA 2024-11-01',
        usual: [share(80, premium)],
        pays: `${share(80, premium)}!First-Year*8 ${share(5, premium)}*4`,
        truth: `risk@9=0-${(premium * 0.75).toFixed(2)}`,
      },
    ]),
    {
      count: 14,
      id: 'NC',
      traits: 'Term_30 Ann_Soto GA 2021-06-01',
      usual: [share(5, 45), share(5, 60), share(5, 88)],
    },
    {
      count: 5,
      id: 'ND',
      traits: 'Term_20 Ann_Soto GA 2025-08-01',
      usual: [share(80, 45)],
      pays: '-*5 $!First-Year*7',
    },
  ],
  // N802 draws the August premium at the end of July: the premium due says so, and nothing is due in August.
  members: `
    N801 Abe_Colt Term_30 Ann_Soto GA 2021-09-01 60.00 = ${share(5, 60)} : $w4*3 - $@-1w1+$w4 $w4*7 : late_premium@4 catch_up@5 risk@4=0-3.00
    N802 Bea_Drew Term_30 Ann_Soto GA 2021-09-01 60.00 = ${share(5, 60)} : $*4 $w1+$@1w4 - $*6 :
    N803 Cal_Ewing Term_30 Ann_Soto GA 2022-02-01 45.00 = ${share(5, 45)} : $*6 -*6 : lost@7 risk@7=2.25
    N804 Dot_Frey Term_20 Ann_Soto GA 2025-08-01 45.00 = ${share(80, 45)}!First-Year : -*5 $*3 -*4 : lost@9 risk@9=36.00
    N805 Ed_Gale Term_20 Ann_Soto GA 2025-09-01 45.00 = ${share(80, 45)}!First-Year : -*6 $ -36.00p-45.00@-1!Not-Taken -*4 : lost@8 rightful_chargeback@8 risk@8=0-36.00
    N806 Flo_Hatch Term_20 Ann_Soto GA 2024-11-01 45.00 = ${share(5, 45)} : ${share(80, 45)}!First-Year*5 $*7 : ${cut(6, 8, '33.75')}
    N807 Gil_Irons Term_30 Ann_Soto GA 2022-02-01 60.00 = ${share(5, 60)} : $*5 - $*6 : unpaid@6 missed_months@7 risk@6=0-3.00 claim@6=3.00
    N808 Hob_Jeffs Term_30 Ann_Soto GA 2022-02-01 60.00 = ${share(5, 60)} : $*7 $(Roy_Pike)*5 : agent_moved@8
    N809 Ivy_Kerns Term_30 Ann_Soto GA 2022-02-01 60.00 = ${share(5, 60)} : $*7 $w2+$w3 $*4 : duplicate_payment@8
    N810 Jon_Leigh Term_30 Ann_Soto GA 2022-02-01 45.00 = ${share(5, 45)} : $*4 -*2 $@-2+$@-1+$ $*5 : late_premium@5 late_premium@6 reinstated@7 catch_up@7 risk@5=0-2.25
  `,
  events: 'planned_step@5=NA planned_step@9=NB',
};

const QUARTER = `${share(8, 450)}x3`;
const HALF_YEAR = `${share(8, 900)}x6`;
const YEAR = `${share(8, 1800)}x12`;

export const CEDAR_HOLLOW: Description = {
  name: 'Cedar Hollow Care',
  about:
    '8 % of a long-term care premium by its mode: month, quarter, half-year or year; one state has a rate increase',
  line: null,
  first: '2025-01',
  statements: 14,
  behind: 0,
  type: 'Commission',
  file: 'xlsx',
  titles: ['Cedar Hollow Care', 'Commission Detail'],
  columns: [
    ['agent', 'Agent'],
    ['id', 'Contract'],
    ['name', 'Insured Name'],
    ['plan', 'Form'],
    ['state', 'Issue State'],
    ['effective', 'Issue Dt'],
    ['coverage', 'Premium Due'],
    ['months', 'Mode Months'],
    ['premium', 'Premium Received'],
    ['type', 'Activity'],
    ['term', 'Ended'],
    ['amount', 'Comm Earned'],
  ],
  alike: [
    { count: 10, id: 'CM', traits: 'LTC_3 Guy_Marsh IN 2016-03-01', usual: [share(8, 150)] },
    {
      count: 4,
      id: 'CO',
      traits: 'LTC_3 Guy_Marsh OH 2015-03-01',
      usual: [share(8, 150)],
      pays: `$*6 ${share(8, 180)}*8`,
    },
    {
      count: 4,
      id: 'CN',
      traits: 'LTC_5 Guy_Marsh IN 2025-06-01',
      usual: [share(40, 150)],
      pays: '-*5 $!First-Year*9',
    },
    ...[1, 2, 3].map((due) => ({
      count: 4,
      id: `CQ${due}`,
      traits: `LTC_3 Guy_Marsh IN 2017-0${due}-01`,
      usual: [QUARTER],
      pays: dueIn(14, {
        [due]: '$',
        [due + 3]: '$',
        [due + 6]: '$',
        [due + 9]: '$',
        ...(due < 3 && { [due + 12]: '$' }),
      }),
    })),
    ...[1, 4].map((due) => ({
      count: 3,
      id: `CS${due}`,
      traits: `LTC_3 Guy_Marsh IN 2014-0${due}-01`,
      usual: [HALF_YEAR],
      pays: dueIn(14, { [due]: '$', [due + 6]: '$', ...(due === 1 && { 13: '$' }) }),
    })),
    ...[1, 2, 8].map((due) => ({
      count: 3,
      id: `CY${due}`,
      traits: `LTC_5 Guy_Marsh IN 2018-0${due}-01`,
      usual: [YEAR],
      pays: dueIn(14, { [due]: '$', ...(due < 3 && { [due + 12]: '$' }) }),
    })),
  ],
  members: `
    C901 Ada_Moss LTC_3 Guy_Marsh IN 2017-01-01 450.00 = ${QUARTER} : ${dueIn(14, { 1: '$', 4: '$', 8: '$@-1', 10: '$', 13: '$' })} : late_premium@7 catch_up@8 risk@7=0-36.00
    C902 Bob_Nye LTC_5 Guy_Marsh IN 2018-01-01 1800.00 = ${YEAR} : ${dueIn(14, { 1: '$' })} : lost@13 risk@13=144.00
    C903 Col_Opie LTC_3 Guy_Marsh IN 2017-01-01 450.00 = ${share(8, 150)} : ${QUARTER} -*2 ${QUARTER} -*2 $*8 : risk@7=0-24.00
    C904 Dee_Pugh LTC_3 Guy_Marsh IN 2017-01-01 450.00 = ${QUARTER} : ${dueIn(14, { 1: '$', 4: '$', 7: '$', 10: `${share(4, 450)}x3`, 13: '$' })} : ${cut(10, 10, '18.00')}
    C905 Eva_Quinn LTC_3 Guy_Marsh IN 2014-01-01 900.00 = ${HALF_YEAR} : ${dueIn(14, { 1: '$', 13: '$' })} : unpaid@7 missed_months@13 risk@7=0-72.00 claim@7=72.00
    C906 Fox_Rowe LTC_3 Guy_Marsh IN 2016-03-01 150.00 = ${share(8, 150)} : $*8 -*6 : lost@9 risk@9=12.00
    C907 Gia_Stein LTC_3 Guy_Marsh IN 2016-03-01 150.00 = ${share(8, 150)} : $*5 ${share(6, 150)}*3 $*6 : ${cut(6, 8, '3.00')}
    C908 Hal_Trask LTC_3 Guy_Marsh IN 2017-02-01 450.00 = ${QUARTER} : ${dueIn(14, { 2: '$', 5: '$', 7: '-12.00p-150.00~2025-06-30!Return_of_Premium' })} : lost@7 rightful_chargeback@7 risk@7=0-36.00
  `,
};

export const MERIDIAN: Description = {
  name: 'Meridian Disability',
  about:
    '10 % of a disability premium a month ahead, 40 % in the first year; new numbers in one state, one agent retires',
  line: null,
  first: '2025-06',
  statements: 10,
  behind: -1,
  type: 'Renewal',
  dates: 'iso',
  columns: [
    ['coverage', 'Billing Period'],
    ['id', 'Policy #'],
    ['name', 'Policyholder'],
    ['state', 'St'],
    ['plan', 'Policy Form'],
    ['effective', 'Policy Date'],
    ['agent', 'Servicing Agent'],
    ['type', 'Entry'],
    ['premium', 'Prem'],
    ['rate', 'Comm %'],
    ['amount', 'Comm'],
  ],
  alike: [
    {
      count: 8,
      id: 'MT',
      traits: 'DI_Select Lou_Kim TX 2020-03-01',
      usual: [`${share(10, 80)}r10%`],
      pays: '$*3 $#7*7',
    },
    {
      count: 9,
      id: 'MH',
      traits: 'DI_Select Hal_Ott CO 2019-03-01',
      usual: [`${share(10, 80)}r10%`, `${share(10, 110)}r10%`],
      pays: '$*5 $(Meg_Ray)*5',
    },
    {
      count: 8,
      id: 'MP',
      traits: 'DI_Steps Lou_Kim CO 2020-12-01',
      usual: [`${share(10, 90)}r10%`],
      pays: `$*5 ${share(10, 93.6)}r10%*5`,
    },
    {
      count: 12,
      id: 'MK',
      traits: 'DI_Select Lou_Kim CO 2018-03-01',
      usual: [`${share(10, 120)}r10%`, `${share(10, 65)}r10%`, `${share(10, 150)}r10%`],
    },
    {
      count: 5,
      id: 'MF',
      traits: 'DI_Select Lou_Kim CO 2024-10-01',
      usual: [`${share(10, 100)}r10%`],
      pays: `${share(40, 100)}r40%!First-Year*3 $*7`,
      truth: 'risk@4=0-30.00',
    },
  ],
  members: `
    M501 Ike_Ulman DI_Select Lou_Kim CO 2019-05-01 80.00 = ${share(10, 80)}r10% : $*4 0.00p0.00!Waiver_of_Premium*3 $*3 : risk@5=0-8.00
    M502 Joy_Vance DI_Select Lou_Kim CO 2019-05-01 80.00 = ${share(10, 80)}r10% : $*4 ${share(6, 80)}r6%*6 : ${cut(5, 10, '3.20')}
    M503 Kit_Wolfe DI_Select Lou_Kim CO 2019-05-01 80.00 = ${share(10, 80)}r10% : $*6 -*4 : lost@7 risk@7=8.00
    M504 Lew_Yost DI_Select Lou_Kim CO 2019-05-01 80.00 = ${share(10, 80)}r10% : $*3 $(Ike_Dunn)*7 : agent_moved@4
    M505 May_Zeller DI_Select Lou_Kim CO 2019-05-01 80.00 = ${share(10, 80)}r10% : $*5 $+-$@-2!Chargeback $*4 : wrong_chargeback@6 risk@6=0-8.00 claim@6=8.00
    MT71 Ned_Amory DI_Select Lou_Kim TX 2020-05-01 80.00 = ${share(10, 80)}r10% : $*3 $#7*3 ${share(7.5, 80)}r7.5%#7*2 $#7*2 : ${cut(7, 8, '2.00')}
    M507 Ora_Beale DI_Select Hal_Ott CO 2019-05-01 80.00 = ${share(10, 80)}r10% : $*5 -*5 : lost@6 risk@6=8.00
    M508 Pat_Crane DI_Select Lou_Kim CO 2019-05-01 120.00 = ${share(10, 120)}r10% : $*7 - $*2 : unpaid@8 missed_months@9 risk@8=0-12.00 claim@8=12.00
  `,
  events: 'new_ids@4=MT agent_moved@6=Hal_Ott planned_step@4=MF',
};
