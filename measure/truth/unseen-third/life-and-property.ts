import { addMonths } from '../../../core/period.ts';
import type { Description } from '../unseen/description.ts';
import { cut, dueIn, share } from '../unseen-second/rules.ts';

/** Books of final expense and life policies, and of auto and home policies that are billed by the month. */

/** The monthly premium of a policy, and its pay: all of it in the first year, of which nine or twelve months are advanced, then 8 %. */
const advance = (premium: number, months: number): string =>
  `${(premium * months).toFixed(2)}x${months}p${premium.toFixed(2)}!Advance`;
const firstYear = (premium: number): string => `${share(100, premium)}!First-Year`;
const later = (premium: number): string => share(8, premium);
/** The months of an advance that a lapsed policy did not earn. */
const unearned = (premium: number, months: number, day: string): string =>
  `-${(premium * months).toFixed(2)}x${months}p${premium.toFixed(2)}~${day}!Chargeback`;

export const HOMESTEAD: Description = {
  name: 'Homestead Burial',
  about:
    'a final expense premium is paid whole in the first year: nine months of it advanced by one agent, twelve by another; then 8 %',
  line: null,
  first: '2025-06',
  statements: 10,
  behind: 0,
  type: 'Renewal',
  columns: [
    ['agent', 'Agent Name'],
    ['id', 'Policy Nbr'],
    ['name', 'Insured Name'],
    ['plan', 'Plan Code'],
    ['state', 'State'],
    ['effective', 'Issue Date'],
    ['term', 'Lapse Date'],
    ['premium', 'Monthly Prem'],
    ['months', 'Months Adv/Paid'],
    ['type', 'Trans Type'],
    ['amount', 'Amount'],
  ],
  alike: [
    ...[48.2, 61.35].map((premium, place) => ({
      count: 4,
      id: `HB2506${place}`,
      traits: 'Legacy_Level Dale_Fink AL 2025-06-01',
      usual: [share(100, premium)],
      pays: `${advance(premium, 9)} -*8 ${firstYear(premium)}`,
      truth: `risk@10=0-${(premium * 8).toFixed(2)}`,
    })),
    {
      count: 4,
      id: 'HB25080',
      traits: 'Legacy_Level Dale_Fink AL 2025-08-01',
      usual: [share(100, 55.1)],
      pays: dueIn(10, { 3: advance(55.1, 9) }),
    },
    {
      count: 4,
      id: 'HB25070',
      traits: 'Legacy_Level Cora_Munn GA 2025-07-01',
      usual: [share(100, 42.75)],
      pays: dueIn(10, { 2: advance(42.75, 12) }),
    },
    {
      // The tenth to the twelfth month are paid as they are earned, then the second year begins.
      count: 5,
      id: 'HB24090',
      traits: 'Legacy_Level Dale_Fink AL 2024-09-01',
      usual: [later(50)],
      pays: `${firstYear(50)}*3 $*7`,
      truth: 'risk@4=0-46.00',
    },
    {
      count: 4,
      id: 'HB24110',
      traits: 'Legacy_Level Cora_Munn GA 2024-11-01',
      usual: [later(64.5)],
      pays: '-*5 $*5',
    },
    {
      count: 16,
      id: 'HB22030',
      traits: 'Legacy_Level Dale_Fink AL 2022-03-01',
      usual: [later(50), later(36.25), later(72.5), later(58.75), later(41.25)],
    },
  ],
  members: `
    HB2507071 Arvil_Bass Legacy_Level Dale_Fink AL 2025-07-01 48.20 = ${later(48.2)} : ${dueIn(10, { 2: advance(48.2, 9), 7: unearned(48.2, 5, '2025-11-01') })} : lost@7 rightful_chargeback@7 risk@7=0-433.80
    HB2507072 Bertie_Cole Legacy_Level Dale_Fink AL 2025-07-01 60.00 = ${later(60)} : ${dueIn(10, { 2: advance(60, 9), 6: unearned(60, 6, '2025-10-01'), 7: unearned(60, 6, '2025-10-01') })} : lost@6 rightful_chargeback@6 double_chargeback@7 risk@6=0-540.00 claim@7=360.00
    HB2509073 Cyrus_Dunn Legacy_Level Dale_Fink AL 2025-09-01 52.00 = ${later(52)} : ${dueIn(10, { 4: advance(52, 9), 5: '-468.00x9p52.00~2025-09-01!Not_Taken' })} : lost@5 rightful_chargeback@5 risk@5=0-468.00
    HB2508074 Dovie_Eads Legacy_Level Dale_Fink AL 2025-08-01 48.20 = ${later(48.2)} : ${dueIn(10, { 3: '361.50x9p48.20!Advance' })} : underpaid@3 claim@3=0-72.30
    HB2203075 Emmett_Foy Legacy_Level Dale_Fink AL 2022-05-01 50.00 = ${later(50)} : $*5 -*5 : lost@6 risk@6=4.00
    HB2203076 Fannie_Gill Legacy_Level Dale_Fink AL 2022-05-01 72.50 = ${later(72.5)} : $*3 - $*6 : unpaid@4 missed_months@5 risk@4=0-5.80 claim@4=5.80
    HB2203077 Garland_Hix Legacy_Level Dale_Fink AL 2022-05-01 50.00 = ${later(50)} : $*5 - $+$ $*3 : late_premium@6 catch_up@7 risk@6=0-4.00
    HB2203078 Hester_Isom Legacy_Level Dale_Fink AL 2022-05-01 75.00 = ${later(75)} : $*6 ${share(4, 75)}*4 : ${cut(7, 10, '3.00')}
    HB2409079 Irwin_Judd Legacy_Level Dale_Fink AL 2024-09-01 50.00 = ${later(50)} : ${firstYear(50)}*2 -*8 : lost@3 risk@3=50.00
    HB2412080 Juanita_Kern Legacy_Level Dale_Fink AL 2024-12-01 50.00 = ${later(50)} : -*3 ${firstYear(50)}*3 $*4 : risk@7=0-46.00
    HB2203081 Knox_Lyle Legacy_Level Dale_Fink AL 2022-05-01 50.00 = ${later(50)} : $*4 $+-$@-2!Chargeback $*5 : wrong_chargeback@5 risk@5=0-4.00 claim@5=4.00
  `,
  events: 'planned_step@4=HB24090 planned_step@10=HB2506',
};

/** A payment of 15 % of a premium, for a month, a quarter, half a year or a year. */
const level = (premium: number, months: number): string => `${share(15, premium)}x${months}`;

export const EVERGREEN: Description = {
  name: 'Evergreen Life',
  about: 'a level 15 % of a whole life premium in all years, by the month, the quarter, the half-year or the year',
  line: null,
  first: '2025-07',
  statements: 10,
  behind: 0,
  type: 'Level Comm',
  file: 'xlsx',
  dates: 'iso',
  titles: ['Evergreen Life Assurance', 'Commission Detail Report', ''],
  columns: [
    ['agent', 'Writing Rep'],
    ['id', 'Pol No'],
    ['name', 'Insured'],
    ['plan', 'Plan'],
    ['effective', 'Policy Date'],
    ['coverage', 'Due Date'],
    ['months', 'Mode (Months)'],
    ['premium', 'Premium Applied'],
    ['type', 'Entry Description'],
    ['amount', 'Comp Earned'],
  ],
  alike: [
    {
      count: 15,
      id: '00718',
      traits: 'WL_100 Dora_Finch IA 2019-05-01',
      usual: [level(62.4, 1), level(48.15, 1), level(110.9, 1), level(87, 1), level(35.6, 1)],
    },
    ...[1, 2, 3].map((due) => ({
      count: 4,
      id: `0072${due}`,
      traits: `WL_100 Dora_Finch IA 2018-0${due}-01`,
      usual: [level(189.3, 3), level(255, 3)],
      pays: dueIn(10, { [due]: '$', [due + 3]: '$', [due + 6]: '$', ...(due === 1 && { 10: '$' }) }),
    })),
    {
      count: 4,
      id: '00731',
      traits: 'WL_20 Dora_Finch IA 2016-08-01',
      usual: [level(612, 6)],
      pays: dueIn(10, { 2: '$', 8: '$' }),
    },
    ...[3, 5, 6, 9].map((due) => ({
      count: 3,
      id: `0074${due}`,
      traits: `WL_20 Dora_Finch IA ${addMonths('2015-06', due)}-01`,
      usual: [level(1040, 12), level(784.5, 12)],
      pays: dueIn(10, { [due]: '$' }),
    })),
    {
      count: 4,
      id: '00751',
      traits: 'WL_100 Dora_Finch IA 2025-11-01',
      usual: [level(74.2, 1)],
      pays: '-*4 $*6',
    },
  ],
  members: `
    0076171 Amos_Boone WL_100 Dora_Finch IA 2020-02-01 80.00 = ${level(80, 1)} : $*6 -*4 : lost@7 risk@7=12.00
    0076172 Blanche_Cobb WL_100 Dora_Finch IA 2020-02-01 80.00 = ${level(80, 1)} : $*4 ${share(12, 80)}x1*2 $*4 : ${cut(5, 6, '2.40')}
    0076173 Clem_Dozier WL_100 Dora_Finch IA 2020-02-01 80.00 = ${level(80, 1)} : $*3 - $@-1+$ $*5 : late_premium@4 catch_up@5 risk@4=0-12.00
    0076174 Dessie_Early WL_100 Dora_Finch IA 2020-02-01 80.00 = ${level(80, 1)} : $*6 - $*3 : unpaid@7 missed_months@8 risk@7=0-12.00 claim@7=12.00
    0076175 Enoch_Faulk WL_100 Dora_Finch IA 2020-01-01 240.00 = ${level(240, 3)} : ${dueIn(10, { 1: '$', 4: '$', 7: '$' })} : lost@10 risk@10=36.00
    0076176 Fern_Goins WL_100 Dora_Finch IA 2020-01-01 240.00 = ${level(240, 3)} : ${dueIn(10, { 1: '$', 4: '$', 7: `${share(10, 240)}x3`, 10: '$' })} : ${cut(7, 7, '12.00')}
    0076177 Gus_Hood WL_100 Dora_Finch IA 2020-01-01 240.00 = ${level(240, 3)} : ${dueIn(10, { 1: '$', 4: '$', 8: '$@-1', 10: '$' })} : late_premium@7 catch_up@8 risk@7=0-36.00
    0076178 Hilda_Ivers WL_100 Dora_Finch IA 2020-01-01 240.00 = ${level(240, 3)} : ${dueIn(10, { 1: '$', 4: '$', 10: '$' })} : unpaid@7 missed_months@10 risk@7=0-36.00 claim@7=36.00
    0076179 Ike_Jarvis WL_100 Dora_Finch IA 2020-01-01 80.00 = ${level(80, 1)} : ${level(240, 3)} -*2 $*7 : risk@4=0-24.00
    0076180 June_Knapp WL_20 Dora_Finch IA 2015-09-01 1200.00 = ${level(1200, 12)} : ${dueIn(10, { 3: '$', 8: '-105.00x7p-700.00!Surrender' })} : lost@8 rightful_chargeback@8 risk@8=0-180.00
    0076181 Karl_Lusk WL_100 Dora_Finch IA 2020-02-01 80.00 = ${level(80, 1)} : $*5 $+$ $*4 : duplicate_payment@6
    0076182 Lettie_Mays WL_100 Dora_Finch IA 2020-02-01 80.00 = ${level(80, 1)} : $*4 $+-$p-80.00@-2!Chargeback $*5 : wrong_chargeback@5 risk@5=0-12.00 claim@5=12.00
    0076183 Merle_Noe WL_100 Dora_Finch IA 2020-02-01 80.00 = ${level(80, 1)} : $*5 $(Wade_Orr)*5 : agent_moved@6
    0076184 Nettie_Odom WL_100 Dora_Finch IA 2020-02-01 80.00 = ${level(80, 1)} : $*4 $+120.00p800.00!Paid-Up_Addition $*5 :
    0076185 Opal_Peek WL_100 Dora_Finch IA 2020-02-01 80.00 = ${level(80, 1)} : $*4 -*3 $@-3+$@-2+$@-1+$ $*2 : late_premium@5 late_premium@6 late_premium@7 reinstated@8 catch_up@8 risk@5=0-12.00
  `,
};

/** A monthly bill of a policy at 12 %, or at the 15 % of a first term, and the day its term began. */
const bill = (premium: number, term: string, percent = 12): string => `${share(percent, premium)}r${percent}%e${term}`;
const AUTO = bill(95, '2025-10-01');
const AUTO_RENEWED = bill(99.75, '2026-04-01');
const HOME = bill(150, '2025-09-01');

export const TRI_COUNTY: Description = {
  name: 'Tri-County Mutual',
  about:
    '12 % of auto and home premiums that are billed by the month, 15 % in a first term; terms renew at other premiums',
  line: null,
  first: '2026-01',
  statements: 8,
  behind: 0,
  type: 'Direct Bill',
  columns: [
    ['=TC-2291', 'Agency Code'],
    ['id', 'Policy Number'],
    ['name', 'Insured'],
    ['plan', 'LOB'],
    ['state', 'Risk St'],
    ['agent', 'CSR'],
    ['effective', 'Term Effective'],
    ['coverage', 'Bill Month'],
    ['type', 'Transaction'],
    ['premium', 'Written Premium'],
    ['rate', 'Comm Rate'],
    ['amount', 'Comm Due'],
  ],
  alike: [
    ...[95, 118.4, 76.25].map((premium, place) => ({
      count: 5,
      id: `PA100${place}`,
      traits: 'AUTO Jen_Foss MN 2025-10-01',
      usual: [bill(premium, '2025-10-01')],
      pays: `$*3 ${bill(premium * 1.05, '2026-04-01')}*5`,
    })),
    ...[150, 211.5].map((premium, place) => ({
      count: 5,
      id: `HO200${place}`,
      traits: 'HOME Jen_Foss MN 2025-06-01',
      usual: [bill(premium, '2025-06-01')],
      pays: `$*5 ${bill(premium * 1.09, '2026-06-01')}*3`,
    })),
    {
      count: 7,
      id: 'HO2100',
      traits: 'HOME Jen_Foss WI 2025-09-01',
      usual: [HOME, bill(182.9, '2025-09-01'), bill(127.6, '2025-09-01')],
    },
    {
      count: 5,
      id: 'PA3100',
      traits: 'AUTO Jen_Foss MN 2025-12-01',
      usual: [bill(120, '2026-06-01')],
      pays: `${bill(120, '2025-12-01', 15)}!New_Business*5 $*3`,
      truth: 'risk@6=0-3.60',
    },
    {
      count: 5,
      id: 'PA4100',
      traits: 'AUTO Jen_Foss WI 2025-11-01',
      usual: [bill(125, '2025-11-01')],
      pays: `$*4 ${bill(120, '2026-05-01')}*4`,
      truth: 'risk@5=0-0.60',
    },
    {
      count: 4,
      id: 'PA5100',
      traits: 'AUTO Jen_Foss MN 2026-02-01',
      usual: [bill(690, '2026-02-01')],
      pays: `- $ -*5 ${bill(708, '2026-08-01')}`,
    },
    {
      count: 4,
      id: 'PA6100',
      traits: 'AUTO Jen_Foss WI 2026-04-01',
      usual: [bill(104, '2026-04-01', 15)],
      pays: '-*3 $!New_Business*5',
    },
  ],
  members: `
    PA700171 Agnes_Barth AUTO Jen_Foss MN 2025-10-01 95.00 = ${AUTO} : $*2 $+4.80p40.00r12%e2025-10-01!Endorsement ${bill(119.75, '2026-04-01')}*5 : risk@4=0-1.83
    PA700172 Burt_Cragg AUTO Jen_Foss MN 2025-10-01 95.00 = ${AUTO_RENEWED} : ${AUTO}*3 $*2 ${bill(79.75, '2026-04-01')}*3 : risk@6=0-2.40
    HO700173 Chet_Dill HOME Jen_Foss WI 2025-09-01 150.00 = ${HOME} : $*4 -7.20p-60.00r12%e2025-09-01!Cancellation -*3 : lost@5 rightful_chargeback@5 risk@5=0-18.00
    PA700174 Dagny_Ekern AUTO Jen_Foss MN 2025-10-01 95.00 = ${AUTO_RENEWED} : ${AUTO}*3 -*5 : lost@4 risk@4=11.40
    HO700175 Einar_Fjeld HOME Jen_Foss WI 2025-09-01 150.00 = ${HOME} : $*3 -$p-150.00@-1!Cancellation $@-2!Reinstatement+$@-1!Reinstatement+$ $*3 : rightful_chargeback@4 late_premium@4 reinstated@5 catch_up@5 risk@4=0-18.00
    HO700176 Freda_Gunn HOME Jen_Foss WI 2025-09-01 150.00 = ${HOME} : $*4 ${bill(150, '2025-09-01', 8)}*4 : ${cut(5, 8, '6.00')}
    HO700177 Gunnar_Holt HOME Jen_Foss WI 2025-09-01 150.00 = ${HOME} : $*5 $+$ $*2 : duplicate_payment@6
    HO700178 Helga_Isley HOME Jen_Foss WI 2025-09-01 150.00 = ${HOME} : $*2 - $*5 : unpaid@3 missed_months@4 risk@3=0-18.00 claim@3=18.00
    PA700179 Inga_Juhl AUTO Jen_Foss MN 2025-12-01 120.00 = ${bill(120, '2026-06-01')} : ${bill(120, '2025-12-01', 15)}!New_Business*3 ${bill(120, '2025-12-01')}*2 $*3 : ${cut(4, 5, '3.60')}
    HO700180 Jens_Kolb HOME Jen_Foss WI 2025-09-01 150.00 = ${HOME} : $*3 $#R*5 :
    PA700181 Karin_Lium AUTO Jen_Foss MN 2025-10-01 95.00 = ${AUTO_RENEWED} : ${AUTO}*3 $ - $@-1+$ $*2 : late_premium@5 catch_up@6 risk@5=0-11.97
    HO700182 Leif_Moe HOME Jen_Foss WI 2025-09-01 150.00 = ${HOME} : $*6 $+-$p-150.00@-2!Chargeback $ : wrong_chargeback@7 risk@7=0-18.00 claim@7=18.00
    PA510083 Marit_Nord AUTO Jen_Foss MN 2026-02-01 690.00 = ${bill(690, '2026-02-01')} : - $ -*2 -41.40p-345.00r12%e2026-02-01!Cancellation -*3 : lost@5 rightful_chargeback@5 risk@5=0-82.80
    PA510084 Nels_Olsen AUTO Jen_Foss MN 2026-02-01 690.00 = ${bill(690, '2026-02-01')} : - $ -*6 : lost@8 risk@8=82.80
  `,
  events: 'raised@4=PA100 planned_step@6=PA3100 raised@6=HO200',
};
