import type { Description } from '../unseen/description.ts';
import { claims, cut, dueIn, share } from '../unseen-second/rules.ts';

/** Books of people past sixty: health plans that they change in the year, supplements, and life contracts with care. */

const INITIAL = '57.83!INI';
const ENDED_IN_JUNE = [-3, -2, -1].map((offset) => `-57.83@${offset}~2026-06-30!Recovery`).join('+');

export const HARVEST_MOON: Description = {
  name: 'Harvest Moon Health',
  about:
    'Medicare months from February on; members change in June to a plan of the same kind or of another, and one agent hands over',
  line: 'medicare',
  first: '2026-02',
  statements: 9,
  behind: 0,
  type: 'RNW',
  columns: [
    ['coverage', 'Pay Month'],
    ['id', 'Member #'],
    ['name', 'Member'],
    ['plan', 'Enrolled Plan'],
    ['effective', 'Plan Start'],
    ['term', 'Plan End'],
    ['type', 'Pay Code'],
    ['agent', 'Rep Name'],
    ['amount', 'Paid'],
  ],
  alike: [
    { count: 14, id: 'HMA100', traits: 'HM_Value_HMO Kit_Saunders FL 2023-01-01', usual: ['28.92'] },
    {
      count: 7,
      id: 'HMA200',
      traits: 'HM_Open_PPO Dena_Roth FL 2022-01-01',
      usual: ['28.92'],
      pays: '$*5 $(Kit_Saunders)*4',
    },
    { count: 6, id: 'HMR300', traits: 'HM_Rx_Plus Kit_Saunders FL 2024-01-01', usual: ['4.75'] },
    { count: 5, id: 'HMA400', traits: 'HM_Value_HMO Kit_Saunders FL 2026-01-01', usual: [INITIAL] },
    { count: 4, id: 'HMA500', traits: 'HM_Value_HMO Kit_Saunders FL 2026-05-01', usual: [INITIAL], pays: '-*3 $*6' },
    {
      // A plan of the same kind is paid the renewal further on.
      count: 5,
      id: 'HMA600',
      traits: 'HM_Value_HMO Kit_Saunders FL 2024-01-01',
      usual: ['28.92'],
      pays: '$*4 $e2026-06-01{HM_Open_PPO}*5',
    },
    {
      // A plan of another kind is paid like a new one for the rest of the year.
      count: 4,
      id: 'HMR700',
      traits: 'HM_Rx_Plus Kit_Saunders FL 2024-01-01',
      usual: [INITIAL],
      pays: '4.75*4 57.83e2026-06-01{HM_Value_HMO}!INI*5',
    },
  ],
  members: `
    HMA90071 Abby_Corliss HM_Value_HMO Kit_Saunders FL 2023-01-01 - = 28.92 : $*4 -*5 : lost@5 risk@5=28.92
    HMA90072 Bram_Dutton HM_Value_HMO Kit_Saunders FL 2023-01-01 - = 28.92 : $*5 -$@-2~2026-04-30!Recovery+-$@-1~2026-04-30!Recovery -*3 : lost@6 rightful_chargeback@6 retroactive_end@6 risk@6=0-28.92
    HMA90073 Celie_Eaves HM_Value_HMO Kit_Saunders FL 2023-01-01 - = 28.92 : $*4 $+-$@-2!Recovery $*4 : wrong_chargeback@5 risk@5=0-28.92 claim@5=28.92
    HMA90074 Dack_Furlow HM_Value_HMO Kit_Saunders FL 2023-01-01 - = 28.92 : $*3 - $*5 : unpaid@4 missed_months@5 risk@4=0-28.92 claim@4=28.92
    HMA90075 Edda_Gorse HM_Open_PPO Kit_Saunders FL 2023-01-01 - = 28.92 : $*5 26.08*4 : ${cut(6, 9, '2.84')}
    HMA90076 Fitz_Haley HM_Value_HMO Kit_Saunders FL 2026-05-01 - = ${INITIAL} : -*3 $*3 ${ENDED_IN_JUNE} -*2 : lost@7 rightful_chargeback@7 rapid_disenrollment@7 risk@7=0-57.83
    HMA90077 Glenna_Ince HM_Open_PPO Kit_Saunders FL 2022-01-01 - = 28.92 : $*6 $+$ $*2 : duplicate_payment@7
    HMA90078 Harl_Jolley HM_Value_HMO Kit_Saunders FL 2023-01-01 - = 28.92 : $*4 - $e2026-06-01{HM_Open_PPO}*4 : unpaid@5 missed_months@6 risk@5=0-28.92 claim@5=0-28.92
    HMA90079 Iva_Ketch HM_Value_HMO Kit_Saunders FL 2023-01-01 - = 28.92 : $*4 9.50e2026-06-01{HM_Rx_Plus}!INI*5 : risk@5=0-19.42
    HMA90080 Jory_Lamar HM_Value_HMO Kit_Saunders FL 2023-01-01 - = 28.92 : $*3 $+100.00!HRA_Bonus $*5 :
    HMA90081 Kip_Mabe HM_Value_HMO Kit_Saunders FL 2023-01-01 - = 28.92 : $*3 $(Lana_Quist)*6 : agent_moved@4
    HMA90082 Luz_Nevin HM_Value_HMO Kit_Saunders FL 2023-01-01 - = 28.92 : $*3 -$@-1!Recovery $@-2!Reinstate+$@-1!Reinstate+$ $*4 : rightful_chargeback@4 late_premium@4 reinstated@5 catch_up@5 risk@4=0-28.92
    HMA90083 Mavis_Ogle HM_Value_HMO Kit_Saunders FL 2023-01-01 - = 28.92 : $*4 -$@-1!Recovery - $*3 : wrong_chargeback@5 unpaid@6 not_repaid@7 missed_months@7 risk@5=0-28.92 claim@7=86.76
    HMR90084 Nolan_Pyle HM_Rx_Plus Kit_Saunders FL 2024-01-01 - = 4.75 : $*3 -*6 : lost@4 risk@4=4.75
    HMA90085 Oneida_Rusk HM_Value_HMO Kit_Saunders FL 2026-05-01 - = ${INITIAL} : -*5 $@-2+$@-1+$ $*3 :
    HMA90086 Perry_Stiles HM_Value_HMO Kit_Saunders FL 2023-01-01 - = 28.92 : $*8 - : lost@9 risk@9=28.92
    HMA90087 Queenie_Tarr HM_Value_HMO Kit_Saunders FL 2023-01-01 - = 28.92 : $*2 $e2026-04-01{HM_Dual_SNP}*4 $e2026-08-01*3 :
    HMA90088 Ralph_Usher HM_Value_HMO Kit_Saunders FL 2023-01-01 - = 28.92 : $*5 - $@-1+$ $*2 : late_premium@6 catch_up@7 risk@6=0-28.92
  `,
  events: 'agent_moved@6=Dena_Roth',
};

export const LINDEN: Description = {
  name: 'Linden Supplement',
  about:
    'three columns: a flat amount for a supplement by the age at issue, a dollar more for everybody from March on; some pay by the quarter or year',
  line: 'med_supp',
  first: '2025-11',
  statements: 10,
  behind: 0,
  type: '',
  titles: ['Linden Supplement Life', 'Agent Earnings'],
  total: 'Total',
  columns: [
    ['id', 'Policy No'],
    ['name', 'Insured'],
    ['amount', 'Earnings'],
  ],
  alike: [
    { count: 16, id: 'LS-65', traits: 'G Ann_Bly AR 2023-05-01', usual: ['25.50'], pays: '24.50*4 $*6' },
    { count: 12, id: 'LS-70', traits: 'G Ann_Bly AR 2022-05-01', usual: ['20.75'], pays: '19.75*4 $*6' },
    { count: 8, id: 'LS-75', traits: 'N Ann_Bly AR 2021-05-01', usual: ['14.00'], pays: '13.00*4 $*6' },
    { count: 4, id: 'LN-65', traits: 'G Ann_Bly AR 2026-02-01', usual: ['25.50'], pays: '-*3 24.50 $*6' },
    { count: 4, id: 'LN-70', traits: 'G Ann_Bly AR 2026-04-01', usual: ['20.75'], pays: '-*5 $*5' },
    {
      count: 5,
      id: 'LQ-65',
      traits: 'G Ann_Bly AR 2023-12-01',
      usual: ['76.50'],
      pays: dueIn(10, { 2: '73.50', 5: '$', 8: '$' }),
    },
    { count: 3, id: 'LY-65', traits: 'G Ann_Bly AR 2024-01-01', usual: ['294.00'], pays: dueIn(10, { 3: '$' }) },
    { count: 3, id: 'LY-66', traits: 'G Ann_Bly AR 2024-05-01', usual: ['306.00'], pays: dueIn(10, { 7: '$' }) },
  ],
  members: `
    LS-9071 Arden_Beale G Ann_Bly AR 2023-05-01 - = 24.50 : $*10 : underpaid@5 underpaid@6 underpaid@7 underpaid@8 underpaid@9 underpaid@10 risk@5=0-1.00 ${claims(5, 10, '1.00')}
    LS-9072 Betta_Crain G Ann_Bly AR 2023-05-01 - = 24.50 : $*3 -*7 : lost@4 risk@4=24.50
    LS-9073 Coy_Dillard G Ann_Bly AR 2023-05-01 - = 25.50 : 24.50*4 $*2 - $*3 : unpaid@7 missed_months@8 risk@7=0-25.50 claim@7=25.50
    LS-9074 Della_Ewell G Ann_Bly AR 2023-05-01 - = 25.50 : 24.50*4 $ - 51.00 $*3 : late_premium@6 catch_up@7 risk@6=0-25.50
    LS-9075 Ewan_Fogle G Ann_Bly AR 2022-05-01 - = 20.75 : 19.75*4 $*2 - $+$ $*2 : late_premium@7 catch_up@8 risk@7=0-20.75
    LS-9076 Faith_Gower G Ann_Bly AR 2023-05-01 - = 25.50 : 24.50*4 $*2 $+$ $*3 : duplicate_payment@7
    LS-9077 Gabe_Hurd G Ann_Bly AR 2023-05-01 - = 25.50 : 24.50*4 $ -$ -*4 : lost@6 rightful_chargeback@6 risk@6=0-25.50
    LS-9078 Hazel_Ickes G Ann_Bly AR 2023-05-01 - = 25.50 : 24.50*4 $*3 $+-$ $*2 : wrong_chargeback@8 risk@8=0-25.50 claim@8=0-25.50
    LS-9079 Ivor_Jaynes G Ann_Bly AR 2023-05-01 - = 25.50 : 24.50*4 $*3 14.00*3 : ${cut(8, 10, '11.50')}
    LQ-9080 Joyce_Kyle G Ann_Bly AR 2023-12-01 - = 76.50 : ${dueIn(10, { 2: '73.50', 5: '$' })} : lost@8 risk@8=76.50
    LS-9081 Kurt_Leland G Ann_Bly AR 2023-05-01 - = 25.50 : 24.50*4 $*4 0.00 $ : unpaid@9 risk@9=25.50 claim@9=25.50
    LS-9082 Lorna_Mims N Ann_Bly AR 2021-05-01 - = 14.00 : 13.00*4 $*5 - : lost@10 risk@10=14.00
  `,
  events: 'raised@5=all',
};

/** A month of a contract at 6 % of its premium, or at the 50 % of its first year. */
const renewal = (premium: number, percent = 6): string => `${share(percent, premium)}r${percent}%`;
const firstYear = (premium: number): string => `${share(50, premium)}r50%!First-Year`;
const CONTRACT = renewal(250);
const FIRST_YEAR = firstYear(250);

export const SABLE_POINT: Description = {
  name: 'Sable Point Life and Care',
  about:
    'life contracts with care, paid two months after the premium: 50 % in the first year, then 6 %; one state gets new numbers, an agent retires',
  line: null,
  first: '2025-10',
  statements: 10,
  behind: 2,
  type: 'Renewal',
  dates: 'iso',
  columns: [
    ['agent', 'Agent of Record'],
    ['id', 'Contract Number'],
    ['name', 'Owner'],
    ['plan', 'Contract Form'],
    ['state', 'Issue St'],
    ['effective', 'Contract Date'],
    ['term', 'Lapsed'],
    ['coverage', 'Premium Month'],
    ['premium', 'Premium'],
    ['rate', 'Comp Rate'],
    ['type', 'Comp Class'],
    ['amount', 'Compensation'],
  ],
  alike: [
    {
      count: 12,
      id: 'SP100',
      traits: 'CareLife_10 Gia_Marlow IN 2021-04-01',
      usual: [CONTRACT, renewal(180), renewal(320.5)],
    },
    {
      count: 8,
      id: 'SP200',
      traits: 'CareLife_10 Gia_Marlow OH 2020-09-01',
      usual: [renewal(210), renewal(165)],
      pays: '$*4 $#8*6',
    },
    {
      count: 5,
      id: 'SP300',
      traits: 'CareLife_10 Gia_Marlow IN 2024-11-01',
      usual: [CONTRACT],
      pays: `${FIRST_YEAR}*3 $*7`,
      truth: 'risk@4=0-110.00',
    },
    { count: 5, id: 'SP400', traits: 'CareLife_10 Gia_Marlow IN 2025-12-01', usual: [FIRST_YEAR], pays: '-*4 $*6' },
    {
      count: 7,
      id: 'SP500',
      traits: 'CareLife_15 Noah_Pratt IN 2019-02-01',
      usual: [renewal(140), renewal(275)],
      pays: '$*6 $(Gia_Marlow)*4',
    },
  ],
  members: `
    SP91071 Amity_Birch CareLife_10 Gia_Marlow IN 2021-07-01 250.00 = ${CONTRACT} : $*5 -*5 : lost@6 risk@6=15.00
    SP91072 Boone_Carden CareLife_10 Gia_Marlow IN 2025-03-01 250.00 = ${CONTRACT} : ${FIRST_YEAR}*4 $*6 : ${cut(5, 7, '110.00')}
    SP91073 Clyta_Dorsey CareLife_10 Gia_Marlow IN 2021-07-01 250.00 = ${CONTRACT} : $*5 - $*4 : unpaid@6 missed_months@7 risk@6=0-15.00 claim@6=15.00
    SP91074 Dwight_Eller CareLife_10 Gia_Marlow IN 2021-07-01 250.00 = ${CONTRACT} : $*6 - $@-1+$ $*2 : late_premium@7 catch_up@8 risk@7=0-15.00
    SP91075 Essie_Fant CareLife_10 Gia_Marlow IN 2021-07-01 250.00 = ${CONTRACT} : $*4 0.00p0.00r6%!Waiver_of_Premium*4 $*2 : risk@5=0-15.00
    SP91076 Foy_Grier CareLife_10 Gia_Marlow IN 2025-12-01 250.00 = ${FIRST_YEAR} : -*4 $*2 -125.00p-250.00r50%@-1~2025-12-31!Refund -*3 : lost@7 rightful_chargeback@7 retroactive_end@7 risk@7=0-125.00
    SP91077 Garnet_Hale CareLife_10 Gia_Marlow IN 2021-07-01 250.00 = ${CONTRACT} : $*5 $+$ $*4 : duplicate_payment@6
    SP29078 Hoyt_Ivey CareLife_10 Gia_Marlow OH 2020-10-01 250.00 = ${CONTRACT} : $*4 $#8*2 ${renewal(250, 4)}#8*2 $#8*2 : ${cut(7, 8, '5.00')}
    SP29079 Imo_Jernigan CareLife_10 Gia_Marlow OH 2020-10-01 250.00 = ${CONTRACT} : $*4 -*6 : lost@5 risk@5=15.00
    SP29080 Jasper_Kite CareLife_10 Gia_Marlow OH 2020-10-01 250.00 = ${CONTRACT} : $*10 :
    SP91081 Kizzy_Lomax CareLife_10 Gia_Marlow IN 2021-07-01 250.00 = ${CONTRACT} : $*6 $+-$p-250.00@-3!Chargeback $*3 : wrong_chargeback@7 risk@7=0-15.00 claim@7=15.00
    SP91082 Lem_Mobley CareLife_10 Gia_Marlow IN 2021-07-01 250.00 = ${CONTRACT} : $*3 $(Ora_Swain)*7 : agent_moved@4
    SP91083 Merry_Nance CareLife_10 Gia_Marlow IN 2024-11-01 250.00 = ${CONTRACT} : ${FIRST_YEAR}*2 -*8 : lost@3 risk@3=125.00
  `,
  events: 'planned_step@4=SP300 new_ids@5=OH agent_moved@7=Noah_Pratt',
};

/** Books of cancer policies whose advance is earned back on lines of its own, and of an agency whose agents share policies. */

/** The first year is paid at 50 %, nine months of it in advance: a month then has a line that earns it and one that recovers it. */
const earned = (premium: number): string => `${share(50, premium)}!Earned`;
const held = (premium: number): string => `${earned(premium)}+-${share(50, premium)}!Adv_Recovery`;
const issued = (premium: number): string =>
  `${(premium * 4.5).toFixed(2)}p${premium.toFixed(2)}!Advance+${held(premium)}`;
const renewed = (premium: number, percent = 8): string => share(percent, premium);
/** The part of an advance that a policy did not earn before its end. */
const unearned = (dollars: string, premium: number): string => `-${dollars}p${premium.toFixed(2)}!Unearned_Adv`;
const FIFTY = renewed(50);

export const RIVERBEND: Description = {
  name: 'Riverbend Cancer',
  about:
    'cancer policies at 50 % in the first year, nine months advanced and recovered line by line, then 8 %; the first months net to nothing',
  line: 'ancillary',
  first: '2025-09',
  statements: 10,
  behind: 0,
  type: 'Renewal',
  columns: [
    ['agent', 'Writing Agt'],
    ['id', 'Policy'],
    ['name', 'Insured'],
    ['plan', 'Form'],
    ['effective', 'Issued'],
    ['coverage', 'Prem Due'],
    ['type', 'Line'],
    ['premium', 'Prem'],
    ['amount', 'Amount'],
  ],
  alike: [
    {
      count: 5,
      id: 'RB250',
      traits: 'CA_100 Hob_Tully MO 2025-09-01',
      usual: [held(40)],
      pays: `${issued(40)} $*8 ${earned(40)}`,
      truth: 'risk@2=0-180.00',
    },
    {
      count: 4,
      id: 'RB251',
      traits: 'CA_100 Hob_Tully MO 2025-11-01',
      usual: [held(34)],
      pays: `-*2 ${issued(34)} $*7`,
      truth: 'risk@4=0-153.00',
    },
    {
      count: 4,
      id: 'RB260',
      traits: 'CA_200 Hob_Tully MO 2026-02-01',
      usual: [held(46)],
      pays: `-*5 ${issued(46)} $*4`,
      truth: 'risk@7=0-207.00',
    },
    {
      count: 5,
      id: 'RB240',
      traits: 'CA_100 Hob_Tully MO 2025-01-01',
      usual: [renewed(38)],
      pays: `${held(38)} ${earned(38)}*3 $*6`,
      truth: 'risk@5=0-15.96',
    },
    {
      count: 4,
      id: 'RB245',
      traits: 'CA_100 Hob_Tully MO 2025-04-01',
      usual: [renewed(52)],
      pays: `${held(52)}*4 ${earned(52)}*3 $*3`,
      truth: 'risk@8=0-21.84',
    },
    {
      count: 16,
      id: 'RB220',
      traits: 'CA_100 Hob_Tully MO 2022-05-01',
      usual: [renewed(40), renewed(28.5), renewed(55), renewed(47.25)],
    },
  ],
  members: `
    RB9071 Arlis_Bunch CA_100 Hob_Tully MO 2025-09-01 40.00 = ${held(40)} : ${issued(40)} $*3 ${unearned('100.00', 40)} -*5 : lost@5 rightful_chargeback@5 risk@2=0-180.00 risk@5=0-100.00
    RB9072 Bettye_Clay CA_100 Hob_Tully MO 2025-09-01 40.00 = ${held(40)} : ${issued(40)} $*2 ${unearned('120.00', 40)}*2 -*5 : lost@4 rightful_chargeback@4 double_chargeback@5 risk@2=0-180.00 risk@4=0-120.00 claim@5=120.00
    RB9073 Carroll_Dow CA_100 Hob_Tully MO 2025-09-01 40.00 = ${held(40)} : ${issued(40)} $*3 ${unearned('140.00', 40)} -*5 : lost@5 rightful_chargeback@5 wrong_chargeback@5 risk@2=0-180.00 risk@5=0-140.00 claim@5=0-40.00
    RB9074 Dorris_Ebb CA_100 Hob_Tully MO 2025-09-01 40.00 = ${held(40)} : ${issued(40)} $*3 $+-20.00p40.00!Adv_Recovery $*4 ${earned(40)} : double_chargeback@5 risk@2=0-180.00 risk@5=0-20.00 claim@5=20.00
    RB9075 Estel_Fink CA_100 Hob_Tully MO 2025-11-01 34.00 = ${held(34)} : -*2 119.00p34.00!Advance+$ $*7 : underpaid@3 risk@4=0-119.00 claim@3=0-34.00
    RB9076 Fayrene_Gill CA_100 Hob_Tully MO 2022-07-01 50.00 = ${FIFTY} : $*3 - $*6 : unpaid@4 missed_months@5 risk@4=0-4.00 claim@4=4.00
    RB9077 Gomer_Hatch CA_100 Hob_Tully MO 2022-07-01 50.00 = ${FIFTY} : $*5 - $@-1+$ $*3 : late_premium@6 catch_up@7 risk@6=0-4.00
    RB9078 Hettie_Irby CA_100 Hob_Tully MO 2022-07-01 60.00 = ${renewed(60)} : $*6 ${renewed(60, 5)}*4 : ${cut(7, 10, '1.80')}
    RB9079 Icel_Jump CA_100 Hob_Tully MO 2022-07-01 50.00 = ${FIFTY} : $*4 $+$ $*5 : duplicate_payment@5
    RB9080 Jewel_Kemp CA_100 Hob_Tully MO 2022-07-01 50.00 = ${FIFTY} : $*7 -*3 : lost@8 risk@8=4.00
    RB9081 Kermit_Lapp CA_100 Hob_Tully MO 2025-04-01 52.00 = ${renewed(52)} : ${held(52)}*4 ${earned(52)} $*5 : ${cut(6, 7, '21.84')}
    RB9082 Lurline_Mize CA_100 Hob_Tully MO 2022-07-01 50.00 = ${FIFTY} : $*5 $+-$p-50.00@-2!Chargeback $*4 : wrong_chargeback@6 risk@6=0-4.00 claim@6=4.00
    RB9083 Mozelle_Nunn CA_200 Hob_Tully MO 2026-02-01 46.00 = ${held(46)} : -*5 ${issued(46)} -207.00p46.00!Not_Taken -*3 : lost@7 rightful_chargeback@7 risk@7=0-207.00
    RB9084 Norvel_Ott CA_100 Hob_Tully MO 2022-07-01 50.00 = ${FIFTY} : $*6 $(Fay_Sumner)*4 : agent_moved@7
    RB9085 Opaline_Pugh CA_100 Hob_Tully MO 2022-07-01 50.00 = ${FIFTY} : $*8 -$p-50.00@-1!Refund - : lost@9 rightful_chargeback@9 risk@9=0-4.00
  `,
  events: 'planned_step@2=RB250 planned_step@4=RB251 planned_step@5=RB240 planned_step@7=RB260 planned_step@8=RB245',
};

/** A month of a policy at 15 % of its premium, of which an agent has a share. The first file of a month is of Una Frost. */
const part = (premium: number, agent: string, percent = 100): string =>
  `${((premium * 15 * percent) / 10_000).toFixed(2)}p${premium.toFixed(2)}(${agent})w${agent === 'Una_Frost' ? 1 : 2}`;
const shared = (premium: number, first: number): string =>
  `${part(premium, 'Una_Frost', first)}+${part(premium, 'Kip_Dolan', 100 - first)}`;
const BOTH = shared(100, 60);
const UNA = part(100, 'Una_Frost');

export const TWIN_OAKS: Description = {
  name: 'Twin Oaks Brokerage',
  about:
    '15 % of premiums, in a file for each agent who has a share of a policy; shares change, halves are lost, and one product is cut',
  line: 'ancillary',
  first: '2025-12',
  statements: 9,
  behind: 0,
  type: 'Commission',
  files: 2,
  file: 'xlsx',
  total: 'Grand Total',
  columns: [
    ['id', 'Policy #'],
    ['name', 'Policyholder'],
    ['plan', 'Product'],
    ['agent', 'Agent Paid'],
    ['state', 'State'],
    ['effective', 'Eff Date'],
    ['coverage', 'Premium Month'],
    ['premium', 'Premium'],
    ['amount', 'Comp Paid'],
  ],
  alike: [
    {
      count: 12,
      id: 'TO10',
      traits: 'TO_Hospital Una_Frost NC 2023-06-01',
      usual: [part(80, 'Una_Frost'), part(64, 'Una_Frost'), part(95.5, 'Una_Frost')],
    },
    { count: 8, id: 'TO20', traits: 'TO_Hospital Una_Frost NC 2024-02-01', usual: [shared(80, 60), BOTH] },
    {
      count: 5,
      id: 'TO30',
      traits: 'TO_Hospital Una_Frost NC 2024-04-01',
      usual: [shared(80, 50)],
      pays: `${shared(80, 60)}*4 $*5`,
    },
    {
      count: 6,
      id: 'TO40',
      traits: 'TO_Hospital Kip_Dolan SC 2023-10-01',
      usual: [part(72, 'Kip_Dolan'), part(58, 'Kip_Dolan')],
      pays: '$*5 $(Una_Frost)w1*4',
    },
    { count: 5, id: 'TO50', traits: 'TO_Hospital Una_Frost NC 2026-03-01', usual: [shared(60, 60)], pays: '-*3 $*6' },
    ...[
      { premium: 50, reduced: '6.00', fall: '1.50' },
      { premium: 70, reduced: '8.40', fall: '2.10' },
    ].map(({ premium, reduced, fall }) => ({
      count: 4,
      id: `TC${premium}`,
      traits: 'TO_Critical Una_Frost NC 2024-08-01',
      usual: [part(premium, 'Una_Frost')],
      pays: `$*6 ${reduced}p${premium}.00w1*3`,
      truth: `risk@7=0-${fall} ${claims(7, 9, fall)}`,
    })),
  ],
  members: `
    TO9071 Alston_Byrd TO_Hospital Una_Frost NC 2024-02-01 100.00 = ${BOTH} : $*4 ${part(100, 'Una_Frost', 60)}*5 : ${cut(5, 9, '6.00')}
    TO9072 Becca_Cline TO_Hospital Una_Frost NC 2024-02-01 80.00 = ${shared(80, 60)} : $*2 ${part(80, 'Una_Frost', 60)} $*6 : ${cut(3, 3, '4.80')}
    TO9073 Curtis_Dula TO_Hospital Una_Frost NC 2024-02-01 100.00 = ${BOTH} : $*5 ${part(100, 'Una_Frost', 60)}+${part(100, 'Kip_Dolan', 20)}*3 $ : ${cut(6, 8, '3.00')}
    TO9074 Daphne_Eure TO_Hospital Una_Frost NC 2024-02-01 100.00 = ${BOTH} : $*5 -*4 : lost@6 risk@6=15.00
    TO9075 Early_Foil TO_Hospital Una_Frost NC 2024-02-01 100.00 = ${BOTH} : $*3 - $*5 : unpaid@4 missed_months@5 risk@4=0-15.00 claim@4=15.00
    TO9076 Fern_Goins TO_Hospital Una_Frost NC 2024-02-01 100.00 = ${BOTH} : $*4 - $@-1+$ $*3 : late_premium@5 catch_up@6 risk@5=0-15.00
    TO9077 Gaither_Hege TO_Hospital Una_Frost NC 2024-02-01 100.00 = ${BOTH} : $*5 $+${part(100, 'Kip_Dolan', 40)} $*3 : duplicate_payment@6
    TO9078 Honor_Isley TO_Hospital Una_Frost NC 2024-02-01 100.00 = ${BOTH} : $*4 ${shared(100, 40)}*5 :
    TO9079 Ira_Jarvis TO_Hospital Una_Frost NC 2024-02-01 100.00 = ${BOTH} : $*5 $+-$p-100.00@-2 $*3 : wrong_chargeback@6 risk@6=0-15.00 claim@6=15.00
    TO9080 Jolene_Kiser TO_Hospital Una_Frost NC 2024-02-01 100.00 = ${BOTH} : $*6 -$p-100.00@-1 -*2 : lost@7 rightful_chargeback@7 risk@7=0-15.00
    TO9081 Kenan_Lyerly TO_Hospital Una_Frost NC 2023-06-01 100.00 = ${BOTH} : ${UNA}*3 $*6 :
    TO9082 Lottie_Mabry TO_Hospital Una_Frost NC 2023-06-01 100.00 = ${UNA} : $*4 $(Rhea_Moss)w2*5 : agent_moved@5
    TO9083 Moses_Nail TO_Hospital Una_Frost NC 2023-06-01 100.00 = ${UNA} : $*5 ${part(92, 'Una_Frost')}*4 : risk@6=0-1.20
    TO9084 Novella_Orr TO_Hospital Una_Frost NC 2023-06-01 100.00 = ${UNA} : $*7 -*2 : lost@8 risk@8=15.00
    TO9085 Otis_Plyler TO_Hospital Kip_Dolan SC 2023-10-01 72.00 = ${part(72, 'Kip_Dolan')} : $*3 -*6 : lost@4 risk@4=10.80
    TO9086 Pansy_Query TO_Hospital Una_Frost NC 2024-02-01 100.00 = ${BOTH} : $*6 $+-${part(100, 'Kip_Dolan', 40)}p-100.00@-1 $*2 : wrong_chargeback@7 risk@7=0-6.00 claim@7=6.00
  `,
  events: 'agent_moved@6=Kip_Dolan rate_cut@7=TO_Critical',
};
