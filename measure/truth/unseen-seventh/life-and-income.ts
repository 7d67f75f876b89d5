import type { Description } from '../unseen/description.ts';
import { cut, dueIn, share } from '../unseen-second/rules.ts';

/** Books of term life with advances, of annuities by the quarter, and of disability income. */

/** Nine months of 90 % of 50 dollars, then three months as earned, then 5 %. */
const ADVANCE = '405.00x9p450.00r90%!Advance';
const EARNED = '45.00p50.00r90%!First_Year';
const RENEWAL = '2.50p50.00r5%';
/** The months after an advance until the end of the book, for a policy of the first statement. */
const AFTER_NINE = `${EARNED}*3 ${RENEWAL}*2`;
const BACK = (months: number, offset: number, end: string): string =>
  `-${(45 * months).toFixed(2)}x${months}p-${50 * months}.00r90%@${offset}~${end}!Advance_Chargeback`;
const TERM = 'Term_20 Gil_Sorrel TN 2025-09-01';
const split = (row: string): string => `${row}+${row}(Ida_Penn)`;
const [HALF_ADVANCE, HALF_EARNED] = ['202.50x9p450.00r45%!Advance', '22.50p50.00r45%!First_Year'];

/** Term life with nine months in advance. */
export const BEACON_HILL: Description = {
  name: 'Beacon Hill Term',
  about:
    '90 % of the first year, nine months of it in advance and three as earned, then 5 %; some policies of two agents',
  line: null,
  first: '2025-09',
  statements: 14,
  behind: 0,
  type: 'Renewal',
  unassigned: 'Balance_Forward@4=38.50',
  columns: [
    ['id', 'Policy No.'],
    ['name', 'Insured'],
    ['plan', 'Product'],
    ['agent', 'Writing Producer'],
    ['effective', 'Issue Date'],
    ['term', 'Lapse Date'],
    ['coverage', 'Activity Month'],
    ['type', 'Comm Type'],
    ['months', 'Mos'],
    ['premium', 'Comm Premium'],
    ['rate', 'Comm Rate'],
    ['amount', 'Commission'],
  ],
  alike: [
    {
      count: 12,
      id: 'BHO10',
      traits: 'Term_30 Gil_Sorrel TN 2021-03-01',
      usual: ['2.00p40.00r5%', '3.20p64.00r5%', '4.50p90.00r5%'],
    },
    {
      count: 6,
      id: 'BHS20',
      traits: TERM,
      usual: [EARNED],
      pays: `${ADVANCE} -*8 ${AFTER_NINE}`,
      truth: 'risk@13=0-42.50',
    },
    {
      count: 4,
      id: 'BHJ30',
      traits: 'Term_20 Gil_Sorrel TN 2026-01-01',
      usual: [EARNED],
      pays: `-*4 ${ADVANCE} -*8 $`,
    },
    {
      count: 4,
      id: 'BHA40',
      traits: 'Term_20 Gil_Sorrel TN 2025-12-01',
      usual: [EARNED],
      pays: dueIn(14, { 4: '540.00x12p600.00r90%!First_Year' }),
    },
    {
      count: 4,
      id: 'BHY45',
      traits: 'Term_30 Gil_Sorrel TN 2019-02-01',
      usual: [EARNED],
      pays: dueIn(14, { 6: '30.00x12p600.00r5%' }),
    },
    {
      count: 3,
      id: 'BHD50',
      traits: 'Term_20 Gil_Sorrel TN 2025-10-01',
      usual: [split(HALF_EARNED)],
      pays: `- ${split(HALF_ADVANCE)} -*8 $*3 ${split('1.25p50.00r2.5%')}`,
      truth: 'risk@14=0-42.50',
    },
  ],
  members: `
    BHS9071 Alton_Bragg ${TERM} - = ${EARNED} : ${ADVANCE} -*3 ${BACK(6, -1, '2025-12-01')} -*9 : lost@5 rightful_chargeback@5 risk@5=0-405.00
    BHS9072 Becky_Crews ${TERM} - = ${EARNED} : ${ADVANCE} -*5 ${BACK(9, -6, '2026-02-01')} -*7 : lost@7 rightful_chargeback@7 wrong_chargeback@7 risk@7=0-405.00 claim@7=225.00
    BHS9073 Chet_Dowell ${TERM} - = ${EARNED} : ${ADVANCE} -*5 ${BACK(4, -1, '2026-02-01')} 180.00x4p200.00r90%@-2!Reinstatement - ${AFTER_NINE} : lost@7 rightful_chargeback@7 reinstated@8 risk@7=0-405.00 risk@13=0-42.50
    BHS9074 Dottie_Embry ${TERM} - = ${EARNED} : ${ADVANCE} -*8 ${EARNED} - ${EARNED} ${RENEWAL}*2 : unpaid@11 missed_months@12 risk@11=0-45.00 risk@13=0-42.50 claim@11=45.00
    BHO9075 Elvin_Frye Term_30 Gil_Sorrel TN 2021-03-01 - = 3.20p64.00r5% : $*7 -*7 : lost@8 risk@8=3.20
    BHS9076 Freda_Gist ${TERM} - = ${EARNED} : ${ADVANCE} -*3 ${BACK(6, -1, '2025-12-01')} ${BACK(6, -2, '2025-12-01')} -*8 : lost@5 rightful_chargeback@5 double_chargeback@6 risk@5=0-405.00 risk@6=0-270.00 claim@6=270.00
    BHJ9077 Gus_Hensley Term_20 Gil_Sorrel TN 2026-01-01 - = ${EARNED} : -*4 ${ADVANCE}+${ADVANCE} -*8 $ : duplicate_payment@5
    BHO9078 Hallie_Isaacs Term_30 Gil_Sorrel TN 2021-03-01 - = 2.00p40.00r5% : $*5 24.00x12p480.00r5% -*8 :
  `,
  events: 'planned_step@13=BHS planned_step@14=BHD',
};

/** A quarter of 1 % of the value at the end of the quarter. */
const trail = (value: number, percent = 0.25): string => `${share(percent, value)}r${percent}%`;
const SAVER = 'Saver_Trail Noreen_Ashby AZ 2022-05-01';
const TRAIL = trail(64_000);
const UPFRONT = '5200.00p80000.00r6.5%!Upfront';
const FALL = 'Saver_Bonus Noreen_Ashby AZ 2025-09-12';
const surrender = (percent: number, end: string): string =>
  `-${(52 * percent).toFixed(2)}p-80000.00r6.5%~${end}!Surrender_CB_${percent}`;

/** Annuities with a trail by the quarter, or with one sum at the start. */
export const MONARCH: Description = {
  name: 'Monarch Annuity',
  about:
    'a trail of 0.25 % of the value each quarter, for some after 3 % and a year; or 6.5 % at the start, of which all is taken back in six months and half in twelve',
  line: null,
  first: '2025-09',
  statements: 5,
  every: 3,
  behind: 0,
  type: 'Trail',
  dates: 'iso',
  columns: [
    ['id', 'Contract Number'],
    ['name', 'Owner'],
    ['plan', 'Product'],
    ['agent', 'Financial Professional'],
    ['effective', 'Contract Date'],
    ['term', 'Surrender Date'],
    ['coverage', 'Comp Period'],
    ['type', 'Comp Type'],
    ['premium', 'Premium or Value'],
    ['rate', 'Comp Rate'],
    ['amount', 'Compensation'],
  ],
  alike: [
    ...[41_250, 88_400, 126_000, 203_775].map((value, place) => ({
      count: 4,
      id: `MO1${place}0`,
      traits: SAVER,
      usual: [trail(value)],
      pays: [1, 1.012, 1.02, 1.031, 1.04].map((growth) => trail(value * growth)).join(' '),
    })),
    {
      // The distribution of the year makes the value, and with it the trail, smaller.
      count: 5,
      id: 'MO200',
      traits: 'Saver_Trail Noreen_Ashby AZ 2019-11-01',
      usual: [trail(90_000)],
      pays: `$ ${trail(86_400)} ${trail(86_900)} ${trail(87_500)}*2`,
      truth: 'risk@2=0-9.00',
    },
    { count: 4, id: 'MO300', traits: 'Saver_Bonus Noreen_Ashby AZ 2025-12-04', usual: [UPFRONT], pays: '- $ -*3' },
    {
      count: 3,
      id: 'MO500',
      traits: 'Saver_Trail Noreen_Ashby AZ 2025-09-01',
      usual: [trail(82_000)],
      pays: '2400.00p80000.00r3%!Upfront -*3 $',
    },
  ],
  members: `
    MOX9071 Adela_Bixby ${SAVER} - = ${TRAIL} : $*3 -*2 : lost@4 risk@4=160.00
    MOX9072 Burl_Coates ${FALL} - = ${UPFRONT} : $ - ${surrender(100, '2026-02-10')} -*2 : lost@3 rightful_chargeback@3 risk@3=0-5200.00
    MOX9073 Carmen_Dietz ${FALL} - = ${UPFRONT} : $ -*2 ${surrender(100, '2026-04-20')} - : lost@4 rightful_chargeback@4 wrong_chargeback@4 risk@4=0-5200.00 claim@4=2600.00
    MOX9074 Dwight_Ewell ${FALL} - = ${UPFRONT} : $ -*2 ${surrender(50, '2026-05-15')} - : lost@4 rightful_chargeback@4 risk@4=0-5200.00
    MOX9075 Elva_Furman ${SAVER} - = ${TRAIL} : $*2 - $*2 : unpaid@3 missed_months@4 risk@3=0-160.00 claim@3=160.00
    MOX9076 Frank_Galvan ${SAVER} - = ${TRAIL} : $*3 ${trail(64_000, 0.125)}*2 : ${cut(4, 5, '80.00')}
    MOX9077 Greta_Hoover ${SAVER} - = ${TRAIL} : $ $+$ $*3 : duplicate_payment@2
    MOX9078 Hector_Ivey ${SAVER} - = ${TRAIL} : $*3 $(Opal_Renner)*2 : agent_moved@4
    MOX9079 Iona_Jarvis ${SAVER} - = ${trail(84_000)} : ${TRAIL}*2 ${TRAIL}+1300.00p20000.00r6.5%!Added_Premium $*2 :
  `,
};

/** A segment of a policy at 10 % of its premium, or at 50 % in its first year. */
const part = (premium: number, percent = 10, segment = 'BASE'): string =>
  `${share(percent, premium)}r${percent}%[${segment}]`;
const BASE = part(110);
const FIRST_YEAR = part(110, 50);
const MORE = part(24, 50, 'INCREASE');
const WAIVED = '0.00p0.00[BASE]!Waiver_of_Premium';
const DI = 'Income_Shield Leonie_Marsh CO 2020-08-01';

/** Disability income, with increases and with insured who are on claim. */
export const PALISADE: Description = {
  name: 'Palisade Income Protection',
  about: '50 % in the first year of a policy or of an increase, then 10 %; nothing while the premium is waived',
  line: 'ancillary',
  first: '2025-12',
  statements: 12,
  behind: 0,
  type: 'Premium',
  columns: [
    ['id', 'Policy'],
    ['name', 'Insured'],
    ['product', 'Segment'],
    ['plan', 'Plan'],
    ['agent', 'Representative'],
    ['effective', 'Policy Date'],
    ['coverage', 'Premium Due'],
    ['type', 'Earnings Type'],
    ['months', 'Mode'],
    ['premium', 'Premium'],
    ['rate', 'Pct'],
    ['amount', 'Earnings'],
  ],
  alike: [
    { count: 14, id: 'PL100', traits: DI, usual: [BASE, part(85), part(160.4)] },
    {
      count: 4,
      id: 'PL200',
      traits: 'Income_Shield Leonie_Marsh CO 2025-06-01',
      usual: [FIRST_YEAR],
      pays: `$*6 ${BASE}*6`,
      truth: 'risk@7=0-44.00',
    },
    { count: 3, id: 'PL300', traits: 'Income_Shield Leonie_Marsh CO 2026-03-01', usual: [FIRST_YEAR], pays: '-*3 $*9' },
    { count: 3, id: 'PL400', traits: DI, usual: [`${BASE}+${MORE}`], pays: `${BASE}*2 $*10` },
    {
      count: 4,
      id: 'PL500',
      traits: 'Income_Shield Leonie_Marsh CO 2018-04-01',
      usual: ['132.00x12p1320.00r10%[BASE]'],
      pays: dueIn(12, { 5: '$' }),
    },
    {
      // The policies of another agent, of which the agency has an override.
      count: 4,
      id: 'PL700',
      traits: 'Income_Shield Quentin_Shaw CO 2021-02-01',
      usual: [`${part(110, 2)}!Override`, `${part(96.5, 2)}!Override`],
    },
    { count: 2, id: 'PL600', traits: DI, usual: [BASE], pays: `$*4 ${WAIVED}*5 $*3` },
  ],
  members: `
    PLX9071 Amos_Breck ${DI} - = ${BASE} : $*5 -*7 : lost@6 risk@6=11.00
    PLX9072 Blythe_Crane Income_Shield Leonie_Marsh CO 2025-08-01 - = ${FIRST_YEAR} : $*6 ${BASE}*6 : ${cut(7, 8, '44.00')}
    PLX9073 Clark_Dorn Income_Shield Leonie_Marsh CO 2026-03-01 - = ${FIRST_YEAR} : -*3 $ -55.00p-110.00r50%[BASE]@-1!Not_Taken -*7 : lost@5 rightful_chargeback@5 risk@5=0-55.00
    PLX9074 Della_Esch ${DI} - = ${BASE} : $*8 - $*3 : unpaid@9 missed_months@10 risk@9=0-11.00 claim@9=11.00
    PLX9075 Ervin_Flagg ${DI} - = ${BASE}+${MORE} : ${BASE}*2 $*5 ${BASE} $*4 : ${cut(8, 8, '12.00')}
    PLX9076 Flo_Gantry ${DI} - = ${BASE} : $*7 $+$ $*4 : duplicate_payment@8
    PLX9077 Grant_Holt ${DI} - = ${BASE} : $*2 - $@-1+$ $*8 : late_premium@3 catch_up@4 risk@3=0-11.00
    PLX9078 Hazel_Innes ${DI} - = ${BASE} : $*9 $+-11.00p-110.00r10%[BASE]@-1!Correction $*2 : wrong_chargeback@10 risk@10=0-11.00 claim@10=11.00
    PLX9079 Ike_Jurgens Income_Shield Leonie_Marsh CO 2026-05-01 - = ${FIRST_YEAR} : -*8 -55.00p-110.00r50%[BASE]@-3!Not_Taken -*3 : unmatched_chargeback@9 risk@9=0-55.00 claim@9=55.00
  `,
  events: 'planned_step@7=PL200',
};
