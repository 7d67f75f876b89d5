import type { Description } from '../unseen/description.ts';
import { cut, dueIn, falls, share } from '../unseen-second/rules.ts';

/** Books of exchange plans in two states, of Medicare Advantage without a coverage month, and of Medicare supplements. */

/** A household in Georgia, whose fee rises with the new year from 22 to 24 dollars for each person. */
const ga = (count: number, fee = 24): string => `${(count * fee).toFixed(2)}n${count}r${fee.toFixed(2)}`;
const gaBefore = (count: number): string => ga(count, 22);
/** A household in South Carolina, whose fee stays at 19 dollars for each person. */
const sc = (count: number): string => ga(count, 19);
const SELECT = 'Bronze_Select Corinne_Baugh GA -';
const CHOICE = 'Silver_Standard Corinne_Baugh GA -';
const PALMETTO = 'Silver_Palmetto Royce_Dunagan SC -';

/** Exchange plans without dates of policies and without kinds of payment. */
export const WRENFIELD: Description = {
  name: 'Wrenfield Health Exchange',
  about:
    'a fee for each covered person and month: 22 dollars and from January 24 in Georgia, 19 in South Carolina; the statement shows no start and no kind of payment',
  line: 'major_medical',
  first: '2025-10',
  statements: 9,
  behind: 0,
  type: '',
  file: 'xlsx',
  titles: ['Wrenfield Health Exchange', 'Agency Commission Statement'],
  months: 'slash',
  columns: [
    ['agent', 'Broker'],
    ['id', 'Exchange Policy ID'],
    ['name', 'Primary Member'],
    ['plan', 'Plan Description'],
    ['state', 'Issue St'],
    ['lives', 'Covered Lives'],
    ['coverage', 'Premium Month'],
    ['rate', 'Rate'],
    ['amount', 'Commission Paid'],
  ],
  alike: [
    ...[1, 2, 4].map((count, place) => ({
      count: [14, 8, 4][place] ?? 0,
      id: `WRG${count}0`,
      traits: place === 1 ? CHOICE : SELECT,
      usual: [ga(count)],
      pays: `${gaBefore(count)}*3 $*6`,
    })),
    ...[1, 2, 3].map((count, place) => ({
      count: [11, 6, 3][place] ?? 0,
      id: `WRS${count}0`,
      traits: PALMETTO,
      usual: [sc(count)],
    })),
    { count: 7, id: 'WRN10', traits: CHOICE, usual: [ga(1), ga(2)], pays: '-*3 $*6' },
    { count: 4, id: 'WRN20', traits: PALMETTO, usual: [sc(3), sc(1)], pays: '-*3 $*6' },
    { count: 3, id: 'WRN30', traits: CHOICE, usual: [ga(1)], pays: '-*5 $*4' },
    // Households that take another carrier for the new year are last paid for December.
    {
      count: 4,
      id: 'WRL40',
      traits: SELECT,
      usual: [gaBefore(1)],
      pays: '$*3 -*6',
      truth: 'lost@4 risk@4=22.00-24.00',
    },
    { count: 2, id: 'WRL50', traits: PALMETTO, usual: [sc(1)], pays: '$*3 -*6', truth: 'lost@4 risk@4=19.00' },
  ],
  members: `
    WRX7101 Alvin_Burdette ${SELECT} - = ${gaBefore(2)} : $*2 -*7 : lost@3 risk@3=44.00
    WRX7102 Bonnie_Castleberry ${CHOICE} - = ${ga(1)} : ${gaBefore(1)}*3 $*3 -*3 : lost@7 risk@7=24.00
    WRX7103 Dewey_Fordham ${PALMETTO} - = ${sc(2)} : $*6 -*3 : lost@7 risk@7=38.00
    WRX7104 Edna_Grizzle ${SELECT} - = ${ga(3)} : ${gaBefore(3)}*3 $*2 - $*3 : unpaid@6 missed_months@7 risk@6=0-72.00 claim@6=72.00
    WRX7105 Farris_Holloway ${SELECT} - = ${ga(1)} : ${gaBefore(1)}*3 $ - $@-1+$ $*3 : late_premium@5 catch_up@6 risk@5=0-24.00
    WRX7106 Glenda_Ivey ${CHOICE} - = ${ga(2)} : ${gaBefore(2)}*3 $*2 -*2 $@-2+$@-1+$ $ : late_premium@6 late_premium@7 catch_up@8 reinstated@8 risk@6=0-48.00
    WRX7107 Homer_Jolley ${SELECT} - = ${ga(1)} : ${gaBefore(1)}*3 $*2 -$@-1+-$@-2 -*3 : lost@6 rightful_chargeback@6 risk@6=0-24.00
    WRX7108 Imogene_Kitchens ${CHOICE} - = ${ga(1)} : ${gaBefore(1)}*3 $*3 -$@-1 -$@-2 - : lost@7 rightful_chargeback@7 double_chargeback@8 risk@7=0-24.00 risk@8=0-24.00 claim@8=24.00
    WRX7109 Jasper_Loggins ${SELECT} - = ${ga(2)} : ${gaBefore(2)}*3 $*2 $+-$@-2 $*3 : wrong_chargeback@6 risk@6=0-48.00 claim@6=48.00
    WRX7110 Kathleen_Mobley ${CHOICE} - = ${ga(2)} : ${gaBefore(2)}*3 $*2 ${ga(2, 20)}*4 : ${cut(6, 9, '8.00')}
    WRX7111 Luther_Nix ${SELECT} - = ${ga(2)} : ${gaBefore(2)}*3 $*3 24.00n2r24.00 $*2 : underpaid@7 risk@7=24.00 claim@7=24.00
    WRX7112 Myrtle_Odom ${PALMETTO} - = ${sc(1)} : $*4 ${sc(2)}*5 :
    WRX7113 Noah_Pirkle ${SELECT} - = ${ga(4)} : ${gaBefore(4)}*3 $*3 ${ga(3)}*3 : fewer_lives@7 risk@7=0-24.00
    WRX7114 Opal_Ragsdale ${SELECT} - = ${ga(1)} : ${gaBefore(1)}*3 ${ga(1)}{Silver_Standard}*6 :
    WRX7115 Percy_Sosebee ${PALMETTO} - = ${sc(3)} : $*4 $+$ $*4 : duplicate_payment@5
    WRX7116 Ruby_Thrasher ${CHOICE} - = ${ga(3)} : ${gaBefore(3)}*3 $*2 $(Royce_Dunagan)*4 : agent_moved@6
    WRX7117 Silas_Vandiver ${PALMETTO} - = ${sc(2)} : -*6 -$@-2 -*2 : unmatched_chargeback@7 claim@7=0-38.00
    WRX7118 Thelma_Wofford ${CHOICE} - = ${ga(1)} : ${gaBefore(1)}*3 $*2 -$@-1 $@-2+$@-1+$ $*2 : rightful_chargeback@6 reinstated@7 catch_up@7 risk@6=0-24.00
  `,
  events: 'raised@4=GA',
};

const [OH_BEFORE, OH_NOW] = ['26.08!Renewal', '28.92!Renewal'];
const [PA_BEFORE, PA_NOW] = ['29.42!Renewal', '32.58!Renewal'];
const VALUE_OH = 'H7752_014_Value Harvey_Stoltz OH 2022-01-01';
const PLUS_PA = 'H7752_022_Plus June_Albrecht PA 2021-01-01';
const NEW_OH = 'H7752_014_Value Harvey_Stoltz OH 2026-01-01';
const NEW_PA = 'H7752_022_Plus June_Albrecht PA 2026-01-01';
const [WHOLE_OH, WHOLE_PA] = ['694.00!Initial', '781.00!Initial'];
/** A first payment in January, and what comes after it. */
const initial = (row: string, more: Readonly<Record<number, string>> = {}): string => dueIn(9, { 5: row, ...more });

/** Medicare Advantage of two regions: renewals by the month, and first years at once. */
export const SILVERLEAF: Description = {
  name: 'Silverleaf Medicare Advantage',
  about:
    'a twelfth of the renewal amount of CMS each month, raised in January; who is new to Medicare is paid once for the rest of the calendar year; without a coverage month',
  line: 'medicare',
  first: '2025-09',
  statements: 9,
  behind: 0,
  type: 'Renewal',
  money: 'brackets',
  lastFirst: true,
  total: 'Net Commission',
  columns: [
    ['agent', 'Writing Broker'],
    ['id', 'Medicare Member No'],
    ['name', 'Beneficiary'],
    ['state', 'ST'],
    ['plan', 'Contract and Plan'],
    ['effective', 'Eff Date'],
    ['term', 'Term Date'],
    ['type', 'Pay Category'],
    ['amount', 'Comp Paid'],
  ],
  alike: [
    { count: 26, id: 'SLO10', traits: VALUE_OH, usual: [OH_NOW], pays: `${OH_BEFORE}*4 $*5` },
    { count: 16, id: 'SLP20', traits: PLUS_PA, usual: [PA_NOW], pays: `${PA_BEFORE}*4 $*5` },
    { count: 9, id: 'SLI30', traits: NEW_OH, usual: [WHOLE_OH], pays: initial(WHOLE_OH) },
    { count: 5, id: 'SLI40', traits: NEW_PA, usual: [WHOLE_PA], pays: initial(WHOLE_PA) },
    { count: 8, id: 'SLW50', traits: NEW_OH, usual: [OH_NOW], pays: '-*4 $*5' },
    {
      // A first year that began in October is paid for three months at once, and renews in January.
      count: 4,
      id: 'SLF60',
      traits: 'H7752_014_Value Harvey_Stoltz OH 2025-10-01',
      usual: [OH_NOW],
      pays: '- 156.50!Initial -*2 $*5',
    },
    {
      count: 3,
      id: 'SLT70',
      traits: 'H7752_014_Value Harvey_Stoltz OH 2026-03-01',
      usual: ['578.33!Initial'],
      pays: '-*6 $ -*2',
    },
    {
      count: 4,
      id: 'SLL80',
      traits: VALUE_OH,
      usual: [OH_BEFORE],
      pays: '$*4 -*5',
      truth: 'lost@5 risk@5=26.08-28.92',
    },
  ],
  members: `
    SLX7201 Arlene_Bontrager ${VALUE_OH} - = ${OH_BEFORE} : $*2 -*7 : lost@3 risk@3=26.08
    SLX7202 Bernard_Clouse ${PLUS_PA} - = ${PA_NOW} : ${PA_BEFORE}*4 $*3 -*2 : lost@8 risk@8=32.58
    SLX7203 Clarice_Dilts ${VALUE_OH} - = ${OH_NOW} : ${OH_BEFORE}*9 : underpaid@5 underpaid@6 underpaid@7 underpaid@8 underpaid@9 claim@5=0-2.84 claim@6=0-2.84 claim@7=0-2.84 claim@8=0-2.84 claim@9=0-2.84
    SLX7204 Darrell_Ebersole ${VALUE_OH} - = ${OH_NOW} : ${OH_BEFORE}*4 $ - $*3 : unpaid@6 missed_months@7 risk@6=0-28.92 claim@6=28.92
    SLX7205 Eunice_Fenstermaker ${PLUS_PA} - = ${PA_NOW} : ${PA_BEFORE}*4 $*2 - 65.16!Renewal $ : late_premium@7 catch_up@8 risk@7=0-32.58
    SLX7206 Floyd_Good ${NEW_OH} - = ${WHOLE_OH} : ${initial(WHOLE_OH, { 7: '-694.00~2026-02-28!Chargeback' })} : lost@7 rightful_chargeback@7 rapid_disenrollment@7 retroactive_end@7 risk@7=0-694.00
    SLX7207 Geneva_Hostetler ${NEW_OH} - = ${WHOLE_OH} : ${initial(WHOLE_OH, { 9: '-462.67~2026-04-30!Chargeback' })} : lost@9 rightful_chargeback@9 retroactive_end@9 risk@9=0-694.00
    SLX7208 Harlan_Imhoff ${NEW_PA} - = ${WHOLE_PA} : ${initial(WHOLE_PA, { 9: '-781.00~2026-04-30!Chargeback' })} : lost@9 rightful_chargeback@9 wrong_chargeback@9 retroactive_end@9 risk@9=0-781.00 claim@9=260.33
    SLX7209 Inez_Jarboe ${NEW_OH} - = ${WHOLE_OH} : ${initial(WHOLE_OH, { 7: '-694.00~2026-01-31!Chargeback', 8: '-694.00~2026-01-31!Chargeback' })} : lost@7 rightful_chargeback@7 rapid_disenrollment@7 retroactive_end@7 double_chargeback@8 risk@7=0-694.00 risk@8=0-694.00 claim@8=694.00
    SLX7210 Julius_Krantz H7752_014_Value Harvey_Stoltz OH 2026-02-01 - = ${WHOLE_OH} : ${dueIn(9, { 8: '-636.17~2026-03-31!Chargeback' })} : unmatched_chargeback@8 retroactive_end@8 claim@8=0-636.17
    SLX7211 Lavonne_Mast ${NEW_OH} - = ${WHOLE_OH} : ${initial('347.00!Initial')} : underpaid@5 claim@5=0-347.00
    SLX7212 Melvin_Nisley ${PLUS_PA} - = ${PA_NOW} : ${PA_BEFORE}*4 $*2 $(Harvey_Stoltz)*3 : agent_moved@7
    SLX7213 Noreen_Oyler ${VALUE_OH} - = ${OH_NOW} : ${OH_BEFORE}*4 $*2 $+50.00!HRA_Bonus $*2 :
    SLX7214 Orville_Plank ${VALUE_OH} - = ${OH_NOW} : ${OH_BEFORE}*4 ${OH_NOW}{H7752_018_Choice}e2026-01-01*5 :
    SLX7215 Priscilla_Raber ${NEW_OH} - = ${WHOLE_OH} : ${initial(WHOLE_OH, { 6: WHOLE_OH })} : duplicate_payment@6
    SLX7216 Roscoe_Swartz ${PLUS_PA} - = ${PA_NOW} : ${PA_BEFORE}*4 $*2 $+-$~2025-12-31!Chargeback $*2 : wrong_chargeback@7 risk@7=0-32.58 claim@7=32.58
    SLX7217 Selma_Troyer ${VALUE_OH} - = ${OH_NOW} : ${OH_BEFORE}*4 $ -$~2025-12-31!Chargeback -*3 : lost@6 rightful_chargeback@6 retroactive_end@6 risk@6=0-28.92
    SLX7218 Tobias_Umble ${VALUE_OH} - = ${OH_NOW} : ${OH_BEFORE}*4 $ -$~2025-12-31!Chargeback $+$+$ $*2 : rightful_chargeback@6 retroactive_end@6 reinstated@7 catch_up@7 risk@6=0-28.92
  `,
  events: 'raised@5=SLO raised@5=SLP',
};

const due = (premium: number, percent = 21, months = 1): string =>
  `${share(percent, premium * months)}x${months}r${percent}%`;
const G_TN = 'Plan_G Wilma_Strayhorn TN';
const N_KY = 'Plan_N Clifton_Yancey KY';
const G_KY = 'Plan_G Clifton_Yancey KY';
const F_TN = 'Plan_F Wilma_Strayhorn TN 2018-05-01';
/** Premiums of Tennessee rise by 7 % in January. */
const risen = (premium: number): string => `${due(premium)}*5 ${due(premium * 1.07)}*4`;
/** Policies of Kentucky's plan N are paid 17 % from the statement of February on. */
const fallen = (premium: number): string => `${due(premium)}*6 ${due(premium, 17)}*3`;
const less = (premium: number): string => (premium * 0.04).toFixed(2);

/** Medicare supplements by a percentage of premiums, which are paid by the month, the quarter, or the year. */
export const GOLDCREST: Description = {
  name: 'Goldcrest Senior Supplement',
  about:
    '21 % of premium in six policy years and 3 % later, whatever the mode; premiums of one state rise in January, and one plan of the other is cut to 17 % in February',
  line: 'med_supp',
  first: '2025-08',
  statements: 9,
  behind: 0,
  type: '',
  dates: 'named',
  money: 'dollar',
  total: 'Totals',
  columns: [
    ['id', 'Policy No.'],
    ['name', 'Insured Name'],
    ['plan', 'Plan Code'],
    ['state', 'State'],
    ['agent', 'Writing Agt'],
    ['effective', 'Issue Dt'],
    ['coverage', 'Due Dt'],
    ['months', 'Mode Mos'],
    ['premium', 'Premium Recd'],
    ['rate', 'Comm Pct'],
    ['amount', 'Earned Comm'],
  ],
  alike: [
    ...[128.4, 151.2, 109.75].map((premium, place) => ({
      count: 7,
      id: `GCT1${place}`,
      traits: `${G_TN} 2022-0${place + 3}-01`,
      usual: [due(premium * 1.07)],
      pays: risen(premium),
    })),
    ...[119.6, 133.25].map((premium, place) => ({
      count: 6,
      id: `GCK2${place}`,
      traits: `${G_KY} 2023-0${place + 6}-01`,
      usual: [due(premium)],
    })),
    ...[92.1, 104.5].map((premium, place) => ({
      count: 4,
      id: `GCN3${place}`,
      traits: `${N_KY} 2022-1${place}-01`,
      usual: [due(premium)],
      pays: fallen(premium),
      truth: `risk@7=0-${less(premium)} claim@7=0-${less(premium)} claim@8=0-${less(premium)} claim@9=0-${less(premium)}`,
    })),
    {
      // Policy year 7 begins in November.
      count: 4,
      id: 'GCY40',
      traits: `${G_KY} 2019-11-01`,
      usual: [due(140, 3)],
      pays: `${due(140)}*3 $*6`,
      truth: 'risk@4=0-25.20',
    },
    { count: 5, id: 'GCF50', traits: F_TN, usual: [due(188, 3)] },
    {
      count: 4,
      id: 'GCQ60',
      traits: `${G_KY} 2023-09-01`,
      usual: [due(126, 21, 3)],
      pays: dueIn(9, { 2: '$', 5: '$', 8: '$' }),
    },
    { count: 3, id: 'GCA70', traits: `${G_KY} 2022-12-01`, usual: [due(117, 21, 12)], pays: dueIn(9, { 5: '$' }) },
    { count: 4, id: 'GCJ80', traits: `${G_KY} 2025-11-01`, usual: [due(122)], pays: '-*3 $*6' },
    { count: 3, id: 'GCJ90', traits: `${G_TN} 2026-02-01`, usual: [due(131.5)], pays: '-*6 $*3' },
  ],
  members: `
    GCX7301 Abner_Brashear ${G_KY} 2023-04-01 - = ${due(119.6)} : $*4 -*5 : lost@5 risk@5=25.12
    GCX7302 Bessie_Combs ${F_TN} - = ${due(188, 3)} : $*7 -*2 : lost@8 risk@8=5.64
    GCX7303 Clyde_Dishman ${G_KY} 2023-04-01 - = ${due(125)} : $*5 - $@-1+$ $*2 : late_premium@6 catch_up@7 risk@6=0-26.25
    GCX7304 Dovie_Elkins ${G_KY} 2022-04-01 - = ${due(125)} : $*4 - $*4 : unpaid@5 missed_months@6 risk@5=0-26.25 claim@5=26.25
    GCX7305 Everett_Fugate ${G_KY} 2024-04-01 - = ${due(130)} : $*5 ${due(130, 18)}*4 : ${cut(6, 9, '3.90')}
    GCX7306 Goldie_Hensley ${G_KY} 2022-08-01 - = ${due(100)} : $*3 12.00p100.00r21%x1 $*5 : underpaid@4 risk@4=9.00 claim@4=9.00
    GCX7307 Herschel_Isaacs ${G_KY} 2023-02-01 - = ${due(110)} : $*5 -23.10p-110.00x1r21%@-1+-23.10p-110.00x1r21%@-2 -*3 : lost@6 rightful_chargeback@6 risk@6=0-23.10
    GCX7308 Iva_Jett ${G_KY} 2022-02-01 - = ${due(110)} : $*6 -23.10p-110.00x1r21%@-1 -23.10p-110.00x1r21%@-2 - : lost@7 rightful_chargeback@7 double_chargeback@8 risk@7=0-23.10 risk@8=0-23.10 claim@8=23.10
    GCX7309 Jethro_Kidd ${G_KY} 2022-06-01 - = ${due(142)} : $*6 $+-29.82p-142.00x1r21%@-3 $*2 : wrong_chargeback@7 risk@7=0-29.82 claim@7=29.82
    GCX7310 Lula_Moberly ${G_KY} 2022-03-01 - = ${due(126, 21, 3)} : ${dueIn(9, { 2: '$', 5: '$' })} : lost@8 risk@8=26.46-79.38
    GCX7311 Merle_Napier ${G_TN} 2022-03-01 - = ${due(137.39)} : ${due(128.4)}*5 $*2 $(Clifton_Yancey)*2 : agent_moved@8
    GCX7312 Nellie_Overstreet ${G_KY} 2022-05-01 - = ${due(133)} : $*3 $+$ $*5 : duplicate_payment@4
    GCX7313 Otha_Prewitt ${F_TN} - = ${due(140)}{Plan_G} : ${due(188, 3)}*4 $*5 : ${falls('5.64 5.64 5.64 5.64 4.20')}
    GCX7314 Pauline_Rader ${G_KY} 2023-05-01 - = ${due(115)} : $*3 ${due(119.6)}*6 :
    GCX7315 Rufus_Sizemore ${G_KY} 2022-12-01 - = ${due(117)} : $*4 ${due(117, 21, 3)} -*2 ${due(117, 21, 3)} - :
    GCX7316 Stella_Tackett ${G_KY} 2021-10-01 - = ${due(148)} : $*2 ${due(141)}*7 : ${falls('31.08 31.08 29.61')}
  `,
  events: 'raised@6=GCT rate_cut@7=Plan_N planned_step@4=GCY',
};
