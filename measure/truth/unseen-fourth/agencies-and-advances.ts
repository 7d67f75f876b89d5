import type { Description } from '../unseen/description.ts';
import { claims, cut, share } from '../unseen-second/rules.ts';

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
