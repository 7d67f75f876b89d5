import type { Description } from '../unseen/description.ts';
import { cut, dueIn } from '../unseen-second/rules.ts';

/** Books of exchange plans by the head, of Medicare Advantage by the year, and of drug plans by the month. */

/** A household: a fee for each of its heads. */
const heads = (count: number, fee = 23): string => `${(count * fee).toFixed(2)}n${count}r${fee.toFixed(2)}`;
/** The fee of coverage in 2025, which the first statement pays. */
const before = (count: number): string => heads(count, 21);
const QUILL = 'Silver_Choice Renata_Quill NC 2024-01-01';
const VENN = 'Bronze_Value Tobias_Venn NC 2024-01-01';
const NEW_YEAR = 'Silver_Choice Renata_Quill NC 2026-01-01';

/** Exchange plans of two agents, who have a section each. */
export const CYPRESS_POINT: Description = {
  name: 'Cypress Point Health Plan',
  about:
    '21 dollars a head for coverage in 2025 and 23 in 2026, paid a month behind, in sections by agent without an agent column',
  line: 'major_medical',
  first: '2026-01',
  statements: 8,
  behind: 1,
  type: 'Commission',
  titles: ['Cypress Point Health Plan', 'Individual and Family Broker Commission Detail'],
  total: 'Grand Total',
  sections: 'Writing Agent:',
  months: 'named',
  money: 'brackets',
  lastFirst: true,
  columns: [
    ['id', 'Subscriber ID'],
    ['name', 'Subscriber Name'],
    ['plan', 'Plan'],
    ['state', 'St'],
    ['effective', 'Policy Eff Date'],
    ['term', 'Policy End Date'],
    ['coverage', 'Paid For'],
    ['type', 'Pay Type'],
    ['lives', 'Members'],
    ['rate', 'PMPM'],
    ['amount', 'Commission'],
  ],
  alike: [
    ...[1, 2, 4].map((count, place) => ({
      count: [12, 8, 5][place] ?? 0,
      id: `CPQ${count}0`,
      traits: QUILL,
      usual: [heads(count)],
      pays: `${before(count)} $*7`,
    })),
    ...[1, 2, 3].map((count, place) => ({
      count: [11, 7, 4][place] ?? 0,
      id: `CPV${count}0`,
      traits: VENN,
      usual: [heads(count)],
      pays: `${before(count)} $*7`,
    })),
    { count: 8, id: 'CPN10', traits: NEW_YEAR, usual: [heads(1), heads(3)], pays: '- $*7' },
    {
      count: 5,
      id: 'CPN20',
      traits: 'Gold_Choice Tobias_Venn NC 2026-01-01',
      usual: [heads(2)],
      pays: '- $*7',
    },
    {
      count: 3,
      id: 'CPS30',
      traits: 'Silver_Choice Tobias_Venn NC 2026-04-01',
      usual: [heads(1)],
      pays: '-*4 $*4',
    },
    // Members who do not enroll again for the new year are last paid for December.
    {
      count: 4,
      id: 'CPL40',
      traits: VENN,
      usual: [before(1)],
      pays: '$ -*7',
      truth: 'lost@2 risk@2=21.00-23.00',
    },
  ],
  members: `
    CPX9071 Abel_Norwood ${QUILL} - = ${heads(2)} : ${before(2)} $*3 -*4 : lost@5 risk@5=46.00
    CPX9072 Bettina_Oakes ${VENN} - = ${heads(1)} : ${before(1)} $*5 -*2 : lost@7 risk@7=23.00
    CPX9073 Clay_Pettus ${QUILL} - = ${heads(1)} : ${before(1)} $*3 - $@-1+$ $*2 : late_premium@5 catch_up@6 risk@5=0-23.00
    CPX9074 Dinah_Quarles ${VENN} - = ${heads(3)} : ${before(3)} $*3 - $*3 : unpaid@5 missed_months@6 risk@5=0-69.00 claim@5=69.00
    CPX9075 Emmett_Rusk ${QUILL} - = ${heads(2)} : ${before(2)} $*4 -$@-2~2026-02-28!Adjustment+-$@-1~2026-02-28!Adjustment -*2 : lost@6 rightful_chargeback@6 retroactive_end@6 risk@6=0-46.00
    CPX9076 Flora_Satterfield ${VENN} - = ${heads(2)} : ${before(2)} $*3 -$@-1~2026-02-28!Adjustment -$@-2~2026-02-28!Adjustment -*2 : lost@5 rightful_chargeback@5 retroactive_end@5 double_chargeback@6 risk@5=0-46.00 risk@6=0-46.00 claim@6=46.00
    CPX9077 Garland_Teague ${QUILL} - = ${heads(1)} : ${before(1)} $*2 -$@-1~2026-01-31!Adjustment - $@-3+$@-2+$@-1+$ $*2 : rightful_chargeback@4 retroactive_end@4 late_premium@5 reinstated@6 catch_up@6 risk@4=0-23.00
    CPX9078 Hester_Umstead ${QUILL} - = ${heads(3)} : ${before(3)} $*4 $(Tobias_Venn)*3 : agent_moved@6
    CPX9079 Ira_Vestal ${VENN} - = ${heads(2)} : ${before(2)} $*3 ${heads(2, 18)}*4 : ${cut(5, 8, '10.00')}
    CPX9081 Joy_Whitaker ${QUILL} - = ${heads(2)} : ${before(2)} $*2 23.00n2r23.00 $*4 : underpaid@4 risk@4=23.00 claim@4=23.00
    CPX9082 Kermit_Yow ${QUILL} - = ${heads(2)} : ${before(2)} $*3 ${heads(3)}*4 :
    CPX9083 Lacy_Zeigler ${VENN} - = ${heads(4)} : ${before(4)} $*3 ${heads(3)}*4 : fewer_lives@5 risk@5=0-23.00
    CPX9084 Mavis_Absher ${QUILL} - = ${heads(1)} : ${before(1)} $*3 ${heads(1)}{Gold_Choice}*4 :
    CPX9085 Nolan_Bynum ${VENN} - = ${heads(1)} : ${before(1)} $*3 -*2 $e2026-06-01*2 : lost@5 risk@5=23.00
    CPX9086 Odell_Creech ${QUILL} - = ${heads(2)} : ${before(2)} $*4 $+$ $*2 : duplicate_payment@6
    CPX9087 Pansy_Dillard Silver_Choice Renata_Quill NC 2026-02-01 - = ${heads(1)} : -*4 -$@-2!Adjustment -*3 : unmatched_chargeback@5 claim@5=0-23.00
    CPX9088 Quentin_Earp ${VENN} - = ${heads(2)} : ${before(2)} $*4 $+-$@-2!Adjustment $*2 : wrong_chargeback@6 risk@6=0-46.00 claim@6=46.00
    CPX9089 Rosalie_Faircloth Silver_Choice Tobias_Venn NC 2026-02-01 - = ${heads(1)} : -*4 $@-2+$@-1+$ $*3 :
  `,
  events: 'raised@2=CP',
};

const FULL = '347.00x12';
const WHOLE_YEAR = `${FULL}!Renewal`;
const PPO = 'H4417_009_PPO Dana_Fielder TX 2023-01-01';
const HMO = 'H4417_001_HMO Omar_Beltran TX 2024-06-01';
const MOVED_IN = 'H4417_001_HMO Omar_Beltran TX 2026-01-01';
const LATE_FALL = 'H4417_009_PPO Dana_Fielder TX 2025-11-01';
const TWO_OF_TWELVE = '52.17x2!Prorated_Year_1';
const FIRST = `${FULL}!Year_1`;
const TAKEN_BACK = '!Chargeback';
const yearly = (more: Readonly<Record<number, string>> = {}): string => dueIn(8, { 3: WHOLE_YEAR, ...more });
const initial = (trueUp: number): string =>
  dueIn(8, { 3: `${FULL}!Initial_Half`, [trueUp]: `${FULL}@-2!Initial_True-Up` });

/** Medicare Advantage that pays a whole year in January, and the rest of the year to who joins later. */
export const WEXFORD: Description = {
  name: 'Wexford Advantage',
  about:
    'the amounts of CMS: renewals in January for the year, later starts for the months that are left, new to Medicare in two halves two months apart; rapid and later disenrollments are taken back',
  line: 'medicare',
  first: '2025-11',
  statements: 8,
  behind: 0,
  type: 'Renewal',
  dates: 'short',
  months: 'slash',
  money: 'dollar',
  columns: [
    ['agent', 'Writing Agent'],
    ['id', 'Member Number'],
    ['name', 'Member'],
    ['plan', 'Contract-PBP'],
    ['state', 'State'],
    ['effective', 'Eff Date'],
    ['term', 'Disenroll Date'],
    ['coverage', 'Pay Month'],
    ['months', 'Mos'],
    ['type', 'Transaction'],
    ['amount', 'Payment'],
  ],
  alike: [
    { count: 22, id: 'WXP10', traits: PPO, usual: [WHOLE_YEAR], pays: yearly() },
    { count: 14, id: 'WXH20', traits: HMO, usual: [WHOLE_YEAR], pays: yearly() },
    { count: 5, id: 'WXF30', traits: LATE_FALL, usual: [WHOLE_YEAR], pays: yearly({ 1: TWO_OF_TWELVE }) },
    { count: 12, id: 'WXR40', traits: MOVED_IN, usual: [FIRST], pays: dueIn(8, { 3: FIRST }) },
    { count: 8, id: 'WXI50', traits: MOVED_IN, usual: [FIRST], pays: initial(5), truth: 'true_up_paid@5' },
    {
      count: 3,
      id: 'WXF35',
      traits: 'H4417_001_HMO Omar_Beltran TX 2025-12-01',
      usual: [WHOLE_YEAR],
      pays: yearly({ 2: '26.08!Prorated_Year_1' }),
    },
    ...[
      { month: 2, count: 2, row: '318.08x11' },
      { month: 4, count: 3, row: '260.25x9' },
      { month: 6, count: 3, row: '202.42x7' },
    ].map(({ month, count, row }) => ({
      count,
      id: `WXJ${month}0`,
      traits: `H4417_001_HMO Omar_Beltran TX 2026-0${month}-01`,
      usual: [FIRST],
      pays: dueIn(8, { [month + 2]: `${row}!Prorated_Year_1` }),
    })),
    {
      count: 4,
      id: 'WXM60',
      traits: 'H4417_009_PPO Dana_Fielder TX 2026-03-01',
      usual: [FIRST],
      pays: dueIn(8, { 5: '289.17x10!Prorated_Year_1' }),
    },
    {
      count: 3,
      id: 'WXM70',
      traits: 'H4417_001_HMO Omar_Beltran TX 2026-05-01',
      usual: [FIRST],
      pays: dueIn(8, { 7: '231.33x8!Prorated_Year_1' }),
    },
  ],
  members: `
    WXX9071 Alton_Biddle H4417_009_PPO Dana_Fielder TX 2025-12-01 - = ${FIRST} : ${dueIn(8, { 2: '26.08!Prorated_Year_1' })} : lost@3 risk@3=26.08-347.00
    WXX9072 Bonita_Cluck ${LATE_FALL} - = ${FIRST} : ${dueIn(8, { 1: TWO_OF_TWELVE, 3: '313.00x12!Renewal' })} : underpaid@3 risk@3=0-34.00 claim@3=0-34.00
    WXX9073 Curtis_Dozier ${MOVED_IN} - = ${FIRST} : ${dueIn(8, { 3: FIRST, 5: `-347.00x12@-2~2026-02-28${TAKEN_BACK}` })} : lost@5 rightful_chargeback@5 rapid_disenrollment@5 retroactive_end@5 risk@5=0-347.00
    WXX9074 Doris_Eakin ${MOVED_IN} - = ${FIRST} : ${dueIn(8, { 3: FIRST, 5: `-347.00x12@-2~2026-02-28${TAKEN_BACK}`, 6: `-347.00x12@-3~2026-02-28${TAKEN_BACK}` })} : lost@5 rightful_chargeback@5 rapid_disenrollment@5 retroactive_end@5 double_chargeback@6 risk@5=0-347.00 risk@6=0-347.00 claim@6=347.00
    WXX9075 Edwin_Frizzell ${PPO} - = ${WHOLE_YEAR} : ${yearly({ 7: `-231.33x8~2026-04-30${TAKEN_BACK}` })} : lost@7 rightful_chargeback@7 retroactive_end@7 risk@7=0-347.00
    WXX9076 Fay_Gilstrap ${HMO} - = ${WHOLE_YEAR} : ${yearly({ 8: `-347.00x12@-5~2026-05-31${TAKEN_BACK}` })} : lost@8 rightful_chargeback@8 wrong_chargeback@8 retroactive_end@8 risk@8=0-347.00 claim@8=144.58
    WXX9077 Gus_Hargis ${MOVED_IN} - = ${FIRST} : ${dueIn(8, { 3: `${FULL}!Initial_Half` })} : true_up_missing@5 risk@5=0-347.00 claim@5=347.00
    WXX9078 Hilda_Inman ${MOVED_IN} - = ${FIRST} : ${dueIn(8, { 3: `${FULL}!Initial_Half`, 7: `${FULL}@-4!Initial_True-Up` })} : true_up_missing@5 true_up_paid@7 risk@5=0-347.00
    WXX9079 Irvin_Jernigan ${LATE_FALL} - = ${FIRST} : ${dueIn(8, { 1: TWO_OF_TWELVE, 3: `${WHOLE_YEAR}(Omar_Beltran)` })} : agent_moved@3
    WXX9081 Jewel_Kirby H4417_001_HMO Omar_Beltran TX 2022-01-01 - = ${FIRST} : ${dueIn(8, { 4: `-78.25x3@-4~2025-09-30${TAKEN_BACK}` })} : retroactive_end@4
    WXX9082 Keith_Lomax ${MOVED_IN} - = ${FIRST} : ${dueIn(8, { 3: FIRST, 4: `${FULL}@-1!Year_1` })} : duplicate_payment@4
    WXX9083 Lurline_Mabe H4417_009_PPO Dana_Fielder TX 2025-11-01 - = ${FIRST} : ${dueIn(8, { 1: `${TWO_OF_TWELVE}{H4417_001_HMO}`, 3: `${WHOLE_YEAR}e2026-01-01` })} :
    WXX9084 Milton_Nall H4417_001_HMO Omar_Beltran TX 2026-02-01 - = ${FIRST} : ${dueIn(8, { 6: '318.08x11@-2!Prorated_Year_1' })} :
    WXX9085 Nadine_Overby ${PPO} - = ${WHOLE_YEAR} : ${yearly({ 5: '50.00!HRA_Bonus' })} :
  `,
};

const [OLD, NEW] = ['4.58!Renewal', '4.75!Renewal'];
const INITIAL = '9.50!Initial';
const VALUE = 'Value_Rx Neva_Rowland MO 2022-01-01';
const PLUS = 'Plus_Rx Neva_Rowland KS 2023-01-01';
const AEP = 'Plus_Rx Hank_Swofford MO 2026-01-01';
const BACK = '!Recovery';

/** Drug plans by the month over a new year, in which one plan stops to pay. */
export const JUNEBERRY: Description = {
  name: 'Juneberry Rx',
  about:
    'a twelfth of the CMS amount of drug plans each month: a first year pays twice a renewal; in January the amounts rise, and one plan pays nothing any more',
  line: 'medicare',
  first: '2025-09',
  statements: 8,
  behind: 0,
  type: 'Renewal',
  file: 'xlsx',
  dates: 'iso',
  months: 'iso',
  total: 'TOTAL',
  columns: [
    ['coverage', 'Comp Month'],
    ['id', 'Member ID'],
    ['name', 'Member Name'],
    ['plan', 'Product'],
    ['state', 'Res State'],
    ['effective', 'Original Eff'],
    ['term', 'Term Eff'],
    ['agent', 'Agent of Record'],
    ['type', 'Comp Type'],
    ['amount', 'Comp Amount'],
  ],
  alike: [
    { count: 26, id: 'JRA10', traits: VALUE, usual: [NEW], pays: `${OLD}*4 $*4` },
    { count: 14, id: 'JRA20', traits: PLUS, usual: [NEW], pays: `${OLD}*4 $*4` },
    {
      count: 9,
      id: 'JRS30',
      traits: 'Saver_Rx Hank_Swofford MO 2023-01-01',
      usual: ['0.00!Non-Commissionable'],
      pays: `${OLD}*4 $*4`,
      truth: 'risk@5=0-4.58',
    },
    {
      count: 7,
      id: 'JRI40',
      traits: 'Value_Rx Hank_Swofford MO 2025-03-01',
      usual: [NEW],
      pays: '9.08!Initial*4 $*4',
      truth: 'risk@5=0-4.33',
    },
    { count: 8, id: 'JRN50', traits: AEP, usual: [INITIAL], pays: '-*4 $*4' },
    { count: 5, id: 'JRN60', traits: AEP, usual: [NEW], pays: '-*4 $*4' },
    // Members who take another carrier at open enrollment are last paid for December.
    { count: 5, id: 'JRL70', traits: VALUE, usual: [OLD], pays: '$*4 -*4', truth: 'lost@5 risk@5=4.58-4.75' },
    {
      // The carrier learns in February who had left with December.
      count: 2,
      id: 'JRL80',
      traits: PLUS,
      usual: [NEW],
      pays: `${OLD}*4 $ -$@-1~2025-12-31${BACK} -*2`,
      truth: 'lost@6 rightful_chargeback@6 retroactive_end@6 risk@6=0-4.75',
    },
  ],
  members: `
    JRX9071 Arvil_Tackett ${VALUE} - = ${NEW} : ${OLD}*2 -*6 : lost@3 risk@3=4.58
    JRX9072 Birdie_Upchurch ${PLUS} - = ${NEW} : ${OLD}*4 $*2 -*2 : lost@7 risk@7=4.75
    JRX9073 Carlton_Vickers ${VALUE} - = ${NEW} : ${OLD}*4 $ -$@-1~2025-12-31${BACK} -$@-2~2025-12-31${BACK} - : lost@6 rightful_chargeback@6 retroactive_end@6 double_chargeback@7 risk@6=0-4.75 risk@7=0-4.75 claim@7=4.75
    JRX9074 Delphia_Wampler ${AEP} - = ${INITIAL} : -*4 4.75!Initial*4 : underpaid@5 underpaid@6 underpaid@7 underpaid@8 claim@5=0-4.75 claim@6=0-4.75 claim@7=0-4.75 claim@8=0-4.75
    JRX9075 Ezra_Yarnell ${VALUE} - = ${NEW} : ${OLD}*2 - ${OLD} $*4 : unpaid@3 missed_months@4 risk@3=0-4.58 claim@3=4.58
    JRX9076 Freda_Zink ${PLUS} - = ${NEW} : ${OLD} - ${OLD}@-1+${OLD} ${OLD} $*4 : late_premium@2 catch_up@3 risk@2=0-4.58
    JRX9077 Gomer_Alsup ${VALUE} - = ${NEW} : ${OLD}*4 $*2 $(Hank_Swofford)*2 : agent_moved@7
    JRX9078 Hettie_Bagby ${VALUE} - = ${NEW} : ${OLD}*4 4.75{Plus_Rx}!Renewal*4 :
    JRX9079 Isom_Crabtree Value_Rx Hank_Swofford MO 2023-01-01 - = ${NEW} : ${OLD}{Saver_Rx}*4 $*4 :
    JRX9081 Jessie_Duckett ${AEP} - = ${INITIAL} : -*4 $ $+-$@-1${BACK} $*2 : wrong_chargeback@6 risk@6=0-9.50 claim@6=9.50
    JRX9082 Kirby_Eller ${PLUS} - = ${NEW} : ${OLD}*4 $+$ $*3 : duplicate_payment@5
    JRX9083 Leona_Fultz ${VALUE} - = ${NEW} : ${OLD}*4 $ -$@-1~2025-12-31${BACK} - $@-3+$@-2+$@-1+$ : rightful_chargeback@6 retroactive_end@6 late_premium@7 reinstated@8 catch_up@8 risk@6=0-4.75
  `,
  events: 'raised@5=JRA planned_step@5=JRI plan_unpaid@5=Saver_Rx',
};
