import type { Description } from '../unseen/description.ts';
import { claims, cut, dueIn, share } from '../unseen-second/rules.ts';

/** Books of Medicare: health plans, supplements with a level of six years, and drug plans. */

/** The first half of a year's initial pay, by months, and the true-up that makes it whole. Each is paid once. */
const INITIAL = '347.00x12!Initial';
const TRUE_UP = '347.00x12@-1!True-Up';

/** Takes a payment back for a member whose coverage ended on a day. */
const ended = (row: string, offset: number, day: string): string => `-${row}@${offset}~${day}!Chargeback`;

export const LAKEMONT: Description = {
  name: 'Lakemont Advantage',
  about:
    'Medicare renewals by the month; a new member is paid for the rest of the calendar year at once, and trued up a month later',
  line: 'medicare',
  first: '2025-10',
  statements: 10,
  behind: 0,
  type: 'Renewal',
  columns: [
    ['agent', 'Writing Agent Name'],
    ['id', 'Medicare Number'],
    ['name', 'Enrollee Name'],
    ['plan', 'Plan Description'],
    ['state', 'ST'],
    ['effective', 'Plan Effective Date'],
    ['term', 'Plan Term Date'],
    ['coverage', 'Commission Month'],
    ['months', 'Months'],
    ['type', 'Payment Reason'],
    ['amount', 'Commission'],
  ],
  alike: [
    {
      count: 18,
      id: '4AD9FT4MK',
      traits: 'LM_Choice_HMO Tara_Wells MI 2021-01-01',
      usual: ['28.92'],
      pays: '26.08*3 $*7',
    },
    {
      // Twelfths of a year's amount, whose cents are rounded now up and now down.
      count: 9,
      id: '4HC2RW7YE',
      traits: 'LM_Open_PPO Greg_Pohl OH 2023-01-01',
      usual: ['28.92'],
      pays: '26.08 26.09 26.08 $ 28.91 $*2 28.91 $*2',
      truth: 'risk@3=0-0.01 risk@5=0-0.01 risk@8=0-0.01',
    },
    {
      count: 4,
      id: '4KM6UT1XA',
      traits: 'LM_Choice_HMO Greg_Pohl OH 2022-01-01',
      usual: ['28.92'],
      pays: '26.08*3 $*2 $+50.00!Health_Assessment $*4',
    },
    {
      count: 4,
      id: '6DP8VN3GH',
      traits: 'LM_Choice_HMO Tara_Wells MI 2025-10-01',
      usual: ['28.92'],
      pays: '78.25x3!Initial 78.25x3@-1!True-Up - $*7',
      truth: 'true_up_paid@2 risk@4=0-49.33',
    },
    {
      count: 7,
      id: '7QJ5WF2CT',
      traits: 'LM_Choice_HMO Tara_Wells MI 2026-01-01',
      usual: [INITIAL],
      pays: `-*3 $ ${TRUE_UP} -*5`,
      truth: 'true_up_paid@5',
    },
    {
      count: 4,
      id: '8EX1KD6RU',
      traits: 'LM_Open_PPO Greg_Pohl OH 2026-03-01',
      usual: ['289.17x10!Initial'],
      pays: '-*5 $ 289.17x10@-1!True-Up -*3',
      truth: 'true_up_paid@7',
    },
    // Members who come from another carrier are paid renewals from their first month on.
    {
      count: 5,
      id: '9NT3GA8PV',
      traits: 'LM_Open_PPO Greg_Pohl OH 2026-01-01',
      usual: ['28.92'],
      pays: '-*3 $*7',
    },
  ],
  members: `
    4TY4HE5WD61 Orla_Ames LM_Choice_HMO Tara_Wells MI 2022-01-01 - = 28.92 : 26.08*3 $*3 -*4 : lost@7 risk@7=28.92
    4TY4HE5WD62 Stan_Boyle LM_Choice_HMO Tara_Wells MI 2022-01-01 - = 28.92 : 26.08*3 $*3 ${ended('28.92', -2, '2026-01-31')}+${ended('28.92', -1, '2026-01-31')} -*3 : lost@7 rightful_chargeback@7 retroactive_end@7 risk@7=0-28.92
    4TY4HE5WD63 Thea_Cobb LM_Choice_HMO Tara_Wells MI 2022-01-01 - = 28.92 : 26.08*3 $*4 $+-$@-3!Chargeback $*2 : wrong_chargeback@8 risk@8=0-28.92 claim@8=28.92
    4TY4HE5WD64 Vera_Dorn LM_Open_PPO Greg_Pohl OH 2022-01-01 - = 28.92 : 26.08*3 $*2 - $*4 : unpaid@6 missed_months@7 risk@6=0-28.92 claim@6=28.92
    5TY4HE5WD65 Walt_Ebel LM_Choice_HMO Tara_Wells MI 2022-01-01 - = 26.08 : $*10 : underpaid@4 underpaid@5 underpaid@6 underpaid@7 underpaid@8 underpaid@9 underpaid@10 risk@4=0-2.84 ${claims(4, 10, '2.84')}
    7QJ5WF2CT66 Ruth_Fyfe LM_Choice_HMO Tara_Wells MI 2026-01-01 - = ${INITIAL} : -*3 $ -*6 : true_up_missing@5 claim@5=0-347.00
    7QJ5WF2CT67 Lyle_Goss LM_Choice_HMO Tara_Wells MI 2026-01-01 - = ${INITIAL} : -*3 $ ${TRUE_UP} ${ended('347.00x12', -2, '2026-02-28')}+${ended('347.00x12', -2, '2026-02-28')} -*4 : true_up_paid@5 lost@6 rightful_chargeback@6 rapid_disenrollment@6 risk@6=0-694.00
    7QJ5WF2CT68 Nola_Hyde LM_Choice_HMO Tara_Wells MI 2026-01-01 - = ${INITIAL} : -*3 $ ${TRUE_UP} -*3 -404.83x7~2026-05-31!Chargeback - : true_up_paid@5 lost@9 rightful_chargeback@9 risk@9=0-694.00
    4TY4HE5WD69 Ross_Ivie LM_Choice_HMO Tara_Wells MI 2020-01-01 - = 28.92 : 26.08*3 $*3 $(Nell_Ivers)*4 : agent_moved@7
    4TY4HE5WD70 Gail_Jost LM_Open_PPO Greg_Pohl OH 2020-01-01 - = 28.92 : 26.08*3 $*4 $+$ $*2 : duplicate_payment@8
    9NT3GA8PV71 Milo_Kehl LM_Open_PPO Greg_Pohl OH 2026-02-01 - = 28.92 : -*6 $@-2+$@-1+$ $*3 :
    4TY4HE5WD72 Fern_Lund LM_Choice_HMO Tara_Wells MI 2020-01-01 - = 28.92 : 26.08*3 $*3 - $@-1+$ $*2 : late_premium@7 catch_up@8 risk@7=0-28.92
    4TY4HE5WD73 Carl_Moen LM_Choice_HMO Tara_Wells MI 2020-01-01 - = 28.92 : 26.08*3 $*3 14.46*2 $*2 : ${cut(7, 8, '14.46')}
    4TY4HE5WD74 Dora_Nash LM_Open_PPO Greg_Pohl OH 2020-01-01 - = 28.92 : 26.08*3 $*2 ${ended('28.92', -1, '2026-01-31')} ${ended('28.92', -2, '2026-01-31')} -*3 : lost@6 rightful_chargeback@6 retroactive_end@6 double_chargeback@7 risk@6=0-28.92 claim@7=28.92
  `,
  events: 'raised@4=4 planned_step@4=6DP8VN3GH',
};

/** A month of a supplement at 20 % of its premium, or at another rate, which is printed. */
const supp = (premium: number, percent = 20): string => `${share(percent, premium)}r${percent}%`;
/** A quarter of it in one payment. */
const quarter = (premium: number): string => `${supp(premium * 3)}x3`;

export const TRAILHEAD: Description = {
  name: 'Trailhead Senior',
  about:
    '20 % of a Medicare supplement premium in the first six policy years, 4 % after them; premiums rise with the policy year',
  line: 'med_supp',
  first: '2025-11',
  statements: 9,
  behind: 0,
  type: 'Commission',
  file: 'xlsx',
  titles: ['Trailhead Senior Life Insurance Company', 'Commission Statement'],
  total: 'TOTAL',
  columns: [
    ['id', 'Policy'],
    ['name', 'Insured'],
    ['plan', 'Plan'],
    ['state', 'Issue State'],
    ['effective', 'Issue Date'],
    ['coverage', 'Due Date'],
    ['months', 'Mode'],
    ['premium', 'Premium'],
    ['rate', 'Rate'],
    ['type', 'Transaction'],
    ['term', 'Termination'],
    ['agent', 'Agent'],
    ['amount', 'Commission'],
  ],
  alike: [
    ...[142.18, 128.4, 155.07].map((premium, place) => ({
      count: 5,
      id: `TS20230${place}`,
      traits: 'Plan_G Bea_Colt KS 2023-02-01',
      usual: [supp(premium)],
      pays: `$*3 ${supp(premium * 1.084)}*6`,
    })),
    {
      count: 14,
      id: 'TS202401',
      traits: 'Plan_N Bea_Colt MO 2024-08-01',
      usual: [supp(98.35), supp(104.12), supp(111.9), supp(93.76), supp(120.48)],
    },
    {
      count: 5,
      id: 'TS202003',
      traits: 'Plan_G Bea_Colt KS 2020-03-01',
      usual: [supp(151.25)],
      pays: `$*4 ${supp(151.25, 4)}*5`,
      truth: 'risk@5=0-24.20',
    },
    {
      count: 8,
      id: 'TS201809',
      traits: 'Plan_F Bea_Colt KS 2018-09-01',
      usual: [supp(188.6, 4), supp(174.3, 4), supp(201.15, 4)],
    },
    { count: 5, id: 'TS202601', traits: 'Plan_G Bea_Colt MO 2026-01-01', usual: [supp(126.5)], pays: '-*2 $*7' },
    {
      count: 4,
      id: 'TS202101',
      traits: 'Plan_N Bea_Colt MO 2022-01-01',
      usual: [quarter(101.2)],
      pays: dueIn(9, { 3: '$', 6: '$', 9: '$' }),
    },
  ],
  members: `
    TS20239471 Ada_Oster Plan_G Bea_Colt KS 2023-07-01 140.00 = ${supp(140)} : $*4 -*5 : lost@5 risk@5=28.00
    TS20239472 Ben_Pell Plan_G Bea_Colt KS 2023-07-01 140.00 = ${supp(140)} : $*3 ${supp(140, 15)}*3 $*3 : ${cut(4, 6, '7.00')}
    TS20210373 Cal_Rusk Plan_G Bea_Colt KS 2021-03-01 150.00 = ${supp(150)} : $*4 ${supp(150, 4)}*5 : ${cut(5, 9, '24.00')}
    TS20240474 Dee_Sims Plan_N Bea_Colt MO 2024-04-01 110.00 = ${supp(110)} : $*3 - $*5 : unpaid@4 missed_months@5 risk@4=0-22.00 claim@4=22.00
    TS20240475 Eli_Tate Plan_N Bea_Colt MO 2024-04-01 110.00 = ${supp(110)} : $*5 - $@-1+$ $*2 : late_premium@6 catch_up@7 risk@6=0-22.00
    TS20240476 Fay_Urey Plan_N Bea_Colt MO 2024-10-01 115.00 = ${supp(115)} : $*5 -${supp(115).replace('p', 'p-')}@-1~2026-02-28!Refund -*3 : lost@6 rightful_chargeback@6 retroactive_end@6 risk@6=0-23.00
    TS20240477 Gil_Voss Plan_N Bea_Colt MO 2024-04-01 105.00 = ${supp(105)} : $*3 -*2 $e2026-04-01*4 : lost@4 reinstated@6 risk@4=21.00
    TS20240478 Hob_Wick Plan_N Bea_Colt MO 2024-04-01 105.00 = ${supp(105)} : $*3 $#R*6 :
    TS20239479 Ida_Yost Plan_G Bea_Colt KS 2023-06-01 140.00 = ${supp(140)} : $*4 ${supp(130.2)}*5 : risk@5=0-1.96
    TS20220180 Jon_Zeis Plan_N Bea_Colt MO 2022-01-01 303.60 = ${quarter(101.2)} : ${dueIn(9, { 3: '$', 6: '$' })} : lost@9 risk@9=60.72
    TS20239481 Kit_Abel Plan_G Bea_Colt KS 2023-07-01 140.00 = ${supp(140)} : $*5 $(Max_Lord)*4 : agent_moved@6
    TS20239482 Lou_Behr Plan_G Bea_Colt KS 2023-07-01 140.00 = ${supp(140)} : $*4 $+$ -$p-140.00@-1!Adjustment+$ $*3 : duplicate_payment@5 rightful_chargeback@6 risk@6=0-56.00
    TS20239383 May_Cerf Plan_G Bea_Colt KS 2023-05-01 150.00 = ${supp(150)} : $*2 ${supp(118.5)}{Plan_N}*7 : risk@3=0-6.30
  `,
  events: 'raised@4=TS20230 planned_step@5=TS202003',
};

export const MILLRACE: Description = {
  name: 'Millrace Rx',
  about:
    'drug plans by the month; one plan ends with the year, one pays nothing, and the March pay of one agent comes in April',
  line: 'medicare',
  first: '2025-09',
  statements: 9,
  behind: 0,
  type: 'REN',
  dates: 'iso',
  columns: [
    ['coverage', 'Comp Month'],
    ['id', 'MBI'],
    ['name', 'Member Full Name'],
    ['plan', 'PBP Name'],
    ['state', 'Region'],
    ['effective', 'Enroll Dt'],
    ['term', 'Disenroll Dt'],
    ['type', 'Comp Type'],
    ['agent', 'Payee Agent'],
    ['amount', 'Comp Amt'],
  ],
  alike: [
    { count: 16, id: '2GR4CA7UV', traits: 'MR_Classic Joan_Reyes IL 2021-01-01', usual: ['4.75'], pays: '4.58*4 $*5' },
    {
      count: 8,
      id: '2HN9XE1KT',
      traits: 'MR_Classic Otis_Bell WI 2022-01-01',
      usual: ['4.75'],
      pays: '4.58*4 $*2 - $@-1+$ $',
      truth: 'late_premium@7 catch_up@8 risk@7=0-4.75',
    },
    // The carrier ends this plan with the calendar year.
    {
      count: 9,
      id: '3VD2MF6QW',
      traits: 'MR_Saver Joan_Reyes IL 2023-01-01',
      usual: ['4.58'],
      pays: '$*4 -*5',
      truth: 'lost@5 risk@5=4.58',
    },
    {
      count: 4,
      id: '5TW8JY3RD',
      traits: 'MR_Classic Joan_Reyes IL 2025-06-01',
      usual: ['4.75'],
      pays: '9.08!INI*4 $*5',
      truth: 'risk@5=0-4.33',
    },
    { count: 4, id: '6PC1HK5NE', traits: 'MR_Value Joan_Reyes IL 2025-01-01', usual: ['0.00'] },
    { count: 4, id: '6WK4DA8UF', traits: 'MR_Value Joan_Reyes IL 2026-01-01', usual: ['0.00'], pays: '-*4 $*5' },
    { count: 5, id: '7AY6RG9DX', traits: 'MR_Classic Joan_Reyes IL 2026-01-01', usual: ['9.50!INI'], pays: '-*4 $*5' },
    { count: 6, id: '8MU3WT4CP', traits: 'MR_Classic Joan_Reyes IL 2026-01-01', usual: ['4.75'], pays: '-*4 $*5' },
  ],
  members: `
    2RF7QK8GM51 Rosa_Abel MR_Classic Joan_Reyes IL 2021-01-01 - = 4.75 : 4.58*4 $*2 -*3 : lost@7 risk@7=4.75
    2RF7QK8GM52 Seth_Bond MR_Classic Joan_Reyes IL 2021-01-01 - = 4.75 : 4.58*4 $*3 - $ : unpaid@8 missed_months@9 risk@8=0-4.75 claim@8=4.75
    2RF7QK8GM53 Tess_Cray MR_Classic Joan_Reyes IL 2021-01-01 - = 4.75 : 4.58*4 $*2 $+-$@-2!CB $*2 : wrong_chargeback@7 risk@7=0-4.75 claim@7=4.75
    2RF7QK8GM54 Ugo_Dove MR_Classic Joan_Reyes IL 2021-01-01 - = 4.75 : 4.58*4 $*3 $+$ $ : duplicate_payment@8
    2RF7QK8GM55 Vida_Ekes MR_Classic Joan_Reyes IL 2021-01-01 - = 4.75 : 4.58*4 $*2 $(Piper_Dunn)*3 : agent_moved@7
    2RF7QK8GM56 Wes_Falk MR_Classic Joan_Reyes IL 2021-01-01 - = 4.58 : $*4 -*5 : lost@5 risk@5=4.58
    7AY6RG9DX57 Xena_Gage MR_Classic Joan_Reyes IL 2026-01-01 - = 9.50!INI : -*4 $*3 ${[-3, -2, -1].map((offset) => `-9.50@${offset}~2026-02-28!CB`).join('+')} - : lost@8 rightful_chargeback@8 rapid_disenrollment@8 risk@8=0-9.50
    2RF7QK8GM58 Yuri_Hale MR_Saver Joan_Reyes IL 2023-01-01 - = 4.75 : 4.58*4 \${MR_Classic}*5 :
    2RF7QK8GM59 Zora_Inge MR_Classic Joan_Reyes IL 2021-01-01 - = 4.75 : 4.58*4 $*2 ${ended('4.75', -1, '2026-01-31')} -*2 : lost@7 rightful_chargeback@7 retroactive_end@7 risk@7=0-4.75
  `,
  events: 'plan_unpaid@1=MR_Value raised@5=2 planned_step@5=5TW8JY3RD late_block@7=Otis_Bell',
};
