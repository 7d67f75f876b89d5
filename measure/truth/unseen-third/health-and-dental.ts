import type { Description } from '../unseen/description.ts';
import { claims, cut, dueIn, share } from '../unseen-second/rules.ts';

/** Books of people who buy their own cover: an exchange carrier, a dental carrier, and a health sharing plan. */

/** A fee for each member of a household. */
const household = (members: number, each: number): string => `${(members * each).toFixed(2)}n${members}`;
const NEXT_YEAR = { 1: household(1, 22), 2: household(2, 22), 3: household(3, 22) };

export const PRAIRIE_SKY: Description = {
  name: 'Prairie Sky Health',
  about:
    'exchange policies at 20 dollars a member a month, 22 from January on, paid a month behind; many leave at the end of the year',
  line: 'major_medical',
  first: '2025-09',
  statements: 10,
  behind: 1,
  type: 'Commission',
  columns: [
    ['=Lantern Ridge Insurance Services', 'Agency'],
    ['agent', 'Writing Broker'],
    ['id', 'Exchange Subscriber ID'],
    ['name', 'Subscriber'],
    ['state', 'State'],
    ['plan', 'Metal Plan'],
    ['effective', 'Effective'],
    ['term', 'Termed'],
    ['coverage', 'Coverage Month'],
    ['lives', 'Members'],
    ['type', 'Category'],
    ['amount', 'Payment'],
  ],
  alike: [
    ...([1, 2, 3] as const).map((members) => ({
      count: 8,
      id: `10440${members}`,
      traits: 'Silver_Select Cleo_Marsh NE 2024-01-01',
      usual: [household(members, 20)],
      pays: `$*5 ${NEXT_YEAR[members]}*5`,
    })),
    ...[1, 4].map((members) => ({
      count: 3,
      id: `10440${members + 4}`,
      traits: 'Bronze_Value Cleo_Marsh NE 2025-01-01',
      usual: [household(members, 20)],
      pays: '$*5 -*5',
      truth: `lost@6 risk@6=${members * 20}`,
    })),
    {
      count: 9,
      id: '114409',
      traits: 'Bronze_Value Cleo_Marsh NE 2026-01-01',
      usual: [household(1, 22), household(2, 22), household(5, 22)],
      pays: '-*5 $*5',
    },
    // These pay their first premium in February, and both months are paid together.
    {
      count: 3,
      id: '114407',
      traits: 'Silver_Select Cleo_Marsh NE 2026-01-01',
      usual: [household(2, 22)],
      pays: '-*6 $@-1+$ $*3',
    },
  ],
  members: `
    10447101 Odell_Agnew Silver_Select Cleo_Marsh NE 2024-01-01 - = 20.00n1 : $*5 22.00n1*2 -*3 : lost@8 risk@8=22.00
    10447102 Pansy_Boggs Silver_Select Cleo_Marsh NE 2024-01-01 - = 40.00n2 : $*3 $+20.00n1@-1 60.00n3 66.00n3*5 :
    10447103 Rufus_Cline Silver_Select Cleo_Marsh NE 2024-01-01 - = 44.00n2 : 60.00n3*5 $*5 : fewer_lives@6 risk@6=0-16.00
    10447104 Silas_Druce Silver_Select Cleo_Marsh NE 2024-01-01 - = 66.00n3 : 60.00n3*5 $*2 44.00n3*2 $ : ${cut(8, 9, '22.00')}
    10447105 Tilda_Esper Silver_Select Cleo_Marsh NE 2024-01-01 - = 22.00n1 : 20.00n1*5 $*2 - $*2 : unpaid@8 missed_months@9 risk@8=0-22.00 claim@8=22.00
    10447106 Ulric_Finch Silver_Select Cleo_Marsh NE 2024-01-01 - = 44.00n2 : 40.00n2*5 $ - $@-1+$ $*2 : late_premium@7 catch_up@8 risk@7=0-44.00
    10447107 Verna_Gantt Bronze_Value Cleo_Marsh NE 2025-01-01 - = 20.00n1 : $*4 -$@-2~2025-09-30!Chargeback+-$@-1~2025-09-30!Chargeback -*5 : lost@5 rightful_chargeback@5 retroactive_end@5 risk@5=0-20.00
    10447108 Waldo_Hersh Silver_Select Cleo_Marsh NE 2024-01-01 - = 22.00n1 : 20.00n1*5 $ -$@-1!Chargeback - $*2 : wrong_chargeback@7 unpaid@8 not_repaid@9 missed_months@9 risk@7=0-22.00 claim@9=66.00
    10447109 Xenia_Inman Silver_Select Cleo_Marsh NE 2024-01-01 - = 44.00n2 : 40.00n2*5 $*3 $+$ $ : duplicate_payment@9
    10447110 Yancy_Jewel Silver_Select Cleo_Marsh NE 2024-01-01 - = 22.00n1 : 20.00n1*5 $*2 $(Dirk_Payne)*3 : agent_moved@8
    12447111 Zelda_Kyser Silver_Select Cleo_Marsh NE 2024-01-01 - = 40.00n2 : $*10 : underpaid@6 underpaid@7 underpaid@8 underpaid@9 underpaid@10 risk@6=0-4.00 ${claims(6, 10, '4.00')}
    10447112 Alvin_Leary Silver_Select Cleo_Marsh NE 2025-01-01 - = 20.00n1 : $*2 -*4 22.00n1e2026-02-01*4 : lost@3 reinstated@7 risk@3=20.00
    10447113 Betsy_Mertz Silver_Select Cleo_Marsh NE 2024-01-01 - = 44.00n2 : 40.00n2*5 $*2 \${Bronze_Value}*3 :
    10447115 Dorsey_Oakes Silver_Select Cleo_Marsh NE 2024-01-01 - = 66.00n3 : 60.00n3*5 $*2 44.00n2+-22.00n1@-1!Adjustment 44.00n2*2 : fewer_lives@8 rightful_chargeback@8 risk@8=0-44.00
    11447114 Clyde_Nance Bronze_Value Cleo_Marsh NE 2026-01-01 - = 22.00n1 : -*5 $*3 -*2 : lost@9 risk@9=22.00
  `,
  events: 'raised@6=10',
};

/** A month of a premium at ten percent, or at another rate, which is printed. */
const tenth = (premium: number, percent = 10): string => `${share(percent, premium)}r${percent}%`;
const PLUS = tenth(71.9);
const BASIC = tenth(38.5);

export const BRIGHTWATER: Description = {
  name: 'Brightwater Dental',
  about:
    '10 % of dental premiums by month, quarter or year, and of vision premiums, which fall to 8 % in May; one state has an increase',
  line: 'ancillary',
  first: '2026-01',
  statements: 8,
  behind: 0,
  type: 'Renewal',
  titles: ['BRIGHTWATER DENTAL AND VISION', 'Producer Commission Statement', ''],
  total: 'Statement Total',
  columns: [
    ['id', 'Contract ID'],
    ['name', 'Contract Holder'],
    ['agent', 'Producer'],
    ['plan', 'Product Name'],
    ['state', 'St'],
    ['effective', 'Orig Eff Date'],
    ['coverage', 'Premium Month'],
    ['months', 'Months Covered'],
    ['premium', 'Premium Recd'],
    ['rate', 'Pct'],
    ['type', 'Tran Desc'],
    ['amount', 'Comm Amount'],
  ],
  alike: [
    {
      count: 18,
      id: 'BWD3301',
      traits: 'Dental_Plus Theo_Lang VA 2023-05-01',
      usual: [PLUS, tenth(52.25), BASIC, tenth(104.7)],
    },
    ...[38.5, 71.9].map((premium, place) => ({
      count: 5,
      id: `BWD440${place}`,
      traits: 'Dental_Plus Theo_Lang NC 2022-04-01',
      usual: [tenth(premium)],
      pays: `$*3 ${tenth(premium * 1.045)}*5`,
    })),
    ...[12, 18].map((premium) => ({
      count: 6,
      id: `BWV55${premium}`,
      traits: 'Vision_First Theo_Lang VA 2023-01-01',
      usual: [tenth(premium)],
      pays: `$*4 ${tenth(premium, 8)}*4`,
      truth: `risk@5=0-${(premium / 50).toFixed(2)} ${claims(5, 8, (premium / 50).toFixed(2))}`,
    })),
    {
      count: 5,
      id: 'BWD6601',
      traits: 'Dental_Plus Theo_Lang VA 2024-02-01',
      usual: [`${tenth(156.75)}x3`],
      pays: dueIn(8, { 2: '$', 5: '$', 8: '$' }),
    },
    {
      count: 4,
      id: 'BWD7701',
      traits: 'Dental_Plus Theo_Lang VA 2021-03-01',
      usual: [`${tenth(594)}x12`],
      pays: dueIn(8, { 3: '$' }),
    },
    { count: 6, id: 'BWD8801', traits: 'Dental_Basic Theo_Lang VA 2026-04-01', usual: [BASIC], pays: '-*3 $*5' },
  ],
  members: `
    BWD330171 Dale_Opdyke Dental_Plus Theo_Lang VA 2023-06-01 71.90 = ${PLUS} : $*5 -*3 : lost@6 risk@6=7.19
    BWD330172 Elma_Pruett Dental_Plus Theo_Lang VA 2023-06-01 71.90 = ${PLUS} : $*2 - $*5 : unpaid@3 missed_months@4 risk@3=0-7.19 claim@3=7.19
    BWD330173 Ford_Quick Dental_Plus Theo_Lang VA 2023-06-01 71.90 = ${PLUS} : $*3 - $@-1+$ $*3 : late_premium@4 catch_up@5 risk@4=0-7.19
    BWD330174 Gert_Rains Dental_Plus Theo_Lang VA 2023-06-01 60.00 = ${tenth(60)} : $*3 ${tenth(60, 5)}*2 $*3 : ${cut(4, 5, '3.00')}
    BWD330175 Hank_Shull Dental_Plus Theo_Lang VA 2023-06-01 71.90 = ${PLUS} : $*5 $+$ $*2 : duplicate_payment@6
    BWD660176 Iona_Tully Dental_Plus Theo_Lang VA 2024-02-01 156.75 = ${tenth(156.75)}x3 : ${dueIn(8, { 2: '$', 5: '$' })} : lost@8 risk@8=15.68
    BWD660177 Jeff_Unger Dental_Plus Theo_Lang VA 2024-02-01 156.75 = ${tenth(156.75)}x3 : ${dueIn(8, { 2: '$', 6: '$@-1', 8: '$' })} : late_premium@5 catch_up@6 risk@5=0-15.68
    BWD330178 Kate_Vance Dental_Plus Theo_Lang VA 2023-06-01 71.90 = ${PLUS} : $*4 $+-$p-71.90@-3!Reversal $*3 : wrong_chargeback@5 risk@5=0-7.19 claim@5=7.19
    BWV551279 Lars_Wirth Vision_First Theo_Lang VA 2023-01-01 12.00 = ${tenth(12)} : $*3 -*5 : lost@4 risk@4=1.20
    BWD330180 Mina_Yoder Dental_Plus Theo_Lang VA 2023-06-01 104.70 = ${tenth(104.7)} : $*3 ${BASIC}{Dental_Basic}*5 : risk@4=0-6.62
    BWD330181 Nils_Zeller Dental_Plus Theo_Lang VA 2023-06-01 71.90 = ${PLUS} : $*3 $(Ivy_Stroud)*5 : agent_moved@4
    BWD330183 Pearl_Bickford Dental_Plus Theo_Lang VA 2023-06-01 71.90 = ${PLUS} : $*4 -$p-71.90@-1!Reversal+7.21p72.10r10%@-1!Reissue+$ $*3 : risk@6=0-0.02
    BWD330182 Ozzie_Abbey Dental_Plus Theo_Lang VA 2023-06-01 50.00 = ${tenth(50)} : $*4 0.00p50.00r10% $*3 : unpaid@5 risk@5=5.00 claim@5=5.00
  `,
  events: 'raised@4=BWD440 rate_cut@5=BWV',
};

/** A month of a program for a number of people, paid at 12 % in the first twelve months and at 6 % after them. */
const month = (monthly: number, people: number, percent = 6): string =>
  `${share(percent, monthly)}n${people}${percent === 12 ? '!First-Year' : ''}`;
const SINGLE = month(245, 1);
const COUPLE = month(465, 2);
const FAMILY = month(720, 5);

export const GOOD_NEIGHBOR: Description = {
  name: 'Good Neighbor Sharing',
  about:
    '12 % of the monthly share of a single, a couple or a family for a year, then 6 %; May states the April of families anew, and their agent hands them over',
  line: 'major_medical',
  first: '2025-12',
  statements: 9,
  behind: 0,
  type: 'Ongoing',
  file: 'xlsx',
  dates: 'iso',
  columns: [
    ['id', 'Membership No.'],
    ['name', 'Primary Member'],
    ['plan', 'Program'],
    ['lives', 'Participants'],
    ['effective', 'Membership Start'],
    ['coverage', 'Share Month'],
    ['premium', 'Monthly Share'],
    ['type', 'Compensation Type'],
    ['agent', 'Representative'],
    ['amount', 'Compensation'],
  ],
  alike: [
    { count: 14, id: 'GN-1002', traits: 'Single Ruby_Stokes TX 2023-03-01', usual: [SINGLE] },
    { count: 9, id: 'GN-1103', traits: 'Couple Ruby_Stokes TX 2022-09-01', usual: [COUPLE] },
    {
      count: 9,
      id: 'GN-1204',
      traits: 'Family Hal_Greer TX 2023-06-01',
      usual: [FAMILY, month(720, 4), month(720, 6)],
      pays: '$*5 -$p-720.00@-1!Reversal+$@-1!Reissue+$ $ $(Ruby_Stokes)*2',
    },
    {
      count: 5,
      id: 'GN-1305',
      traits: 'Single Ruby_Stokes TX 2025-04-01',
      usual: [SINGLE],
      pays: `${month(245, 1, 12)}*4 $*5`,
      truth: 'risk@5=0-14.70',
    },
    {
      count: 4,
      id: 'GN-1406',
      traits: 'Couple Ruby_Stokes TX 2025-07-01',
      usual: [COUPLE],
      pays: `${month(465, 2, 12)}*7 $*2`,
      truth: 'risk@8=0-27.90',
    },
    {
      count: 6,
      id: 'GN-1507',
      traits: 'Single Ruby_Stokes TX 2026-02-01',
      usual: [month(245, 1, 12)],
      pays: '-*2 $*7',
    },
  ],
  members: `
    GN-160871 Arlo_Bixby Single Ruby_Stokes TX 2023-08-01 245.00 = ${SINGLE} : $*5 -*4 : lost@6 risk@6=14.70
    GN-160872 Birdie_Coe Single Ruby_Stokes TX 2023-08-01 245.00 = ${SINGLE} : $*3 - $*5 : unpaid@4 missed_months@5 risk@4=0-14.70 claim@4=14.70
    GN-160873 Cletus_Dyer Couple Ruby_Stokes TX 2023-08-01 465.00 = ${COUPLE} : $*4 - $@-1+$ $*3 : late_premium@5 catch_up@6 risk@5=0-27.90
    GN-160874 Delia_Epps Single Ruby_Stokes TX 2025-09-01 245.00 = ${SINGLE} : ${month(245, 1, 12)}*4 $*5 : ${cut(5, 9, '14.70')}
    GN-160875 Elwood_Fitch Couple Ruby_Stokes TX 2023-08-01 465.00 = ${COUPLE} : $*6 $+$ $*2 : duplicate_payment@7
    GN-160876 Flossie_Grubb Single Ruby_Stokes TX 2023-08-01 245.00 = ${SINGLE} : $*5 $+-$p-245.00@-2!Chargeback $*3 : wrong_chargeback@6 risk@6=0-14.70 claim@6=14.70
    GN-160877 Grady_Hoyle Couple Ruby_Stokes TX 2023-08-01 465.00 = ${COUPLE} : $*3 ${month(720, 3)}{Family}*6 :
    GN-160878 Hattie_Ivory Single Ruby_Stokes TX 2023-08-01 245.00 = ${SINGLE} : ${COUPLE}{Couple}*6 $*3 : fewer_lives@7 risk@7=0-13.20
    GN-160879 Ivan_Joslin Single Ruby_Stokes TX 2026-03-01 245.00 = ${month(245, 1, 12)} : -*3 $ -$@-1p-245.00!Chargeback -*4 : lost@5 rightful_chargeback@5 risk@5=0-29.40
    GN-160880 Jewel_Kirby Single Ruby_Stokes TX 2023-08-01 245.00 = ${SINGLE} : $*3 -*2 ${share(12, 245)}n1e2026-05-01!First-Year*4 : lost@4 reinstated@6 risk@4=14.70
    GN-160881 Kermit_Lamb Single Ruby_Stokes TX 2023-08-01 245.00 = ${SINGLE} : $*4 $(Vince_Toole)*5 : agent_moved@5
    GN-160882 Leona_Mapes Couple Ruby_Stokes TX 2023-08-01 465.00 = ${COUPLE} : $*2 18.60n2p465.00*2 $*5 : ${cut(3, 4, '9.30')}
  `,
  events: 'planned_step@5=GN-1305 restated@6=GN-1204 agent_moved@8=GN-1204 planned_step@8=GN-1406',
};
