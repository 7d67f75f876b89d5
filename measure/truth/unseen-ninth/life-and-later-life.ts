import type { Description } from '../unseen/description.ts';
import { cut, dueIn, share } from '../unseen-second/rules.ts';

/** Books of term and whole life, of final expense advances, and of annuities with long-term care. */

/** The commission of `months` premiums of one month. */
const life = (premium: number, percent: number, type: string, months = 1): string =>
  `${share(percent, premium * months)}x${months}r${percent}%!${type}`;
const newTerm = (premium: number, months = 1): string => life(premium, 90, 'First_Year', months);
const oldTerm = (premium: number, months = 1): string => life(premium, 8, 'Renewal', months);
const newWhole = (premium: number): string => life(premium, 55, 'First_Year');
const oldWhole = (premium: number, months = 1): string => life(premium, 10, 'Renewal', months);
/** Six months of a first year at once. */
const ahead = (premium: number): string => life(premium, 55, 'Advance', 6);
const TERM = 'Term_20 Vera_Hutchins';
const WHOLE = 'Whole_Life_100 Amos_Delacroix';
const OLD_TERM = `${TERM} MS 2021-03-15 -`;
const OLD_WHOLE = `${WHOLE} LA 2020-06-10 -`;
const NEW_TERM = `${TERM} MS 2025-02-12 -`;
const ADVANCED = ahead(100);
const UNEARNED = '-165.00p-300.00x3r55%!Chargeback';

/** Term and whole life over the turn of policy years, with first years as earned or advanced for half a year. */
export const HOLLINGSWORTH: Description = {
  name: 'Hollingsworth Life',
  about:
    '90 % of a term premium and 55 % of a whole life premium in the first year, then 8 and 10 %; some first years are advanced for six months; monthly, quarterly and annual payers',
  line: null,
  first: '2025-07',
  statements: 9,
  behind: 0,
  type: 'Renewal',
  titles: ['Hollingsworth Life Insurance Company', 'Agent Commission Statement'],
  total: 'Statement Total',
  money: 'dollar',
  lastFirst: true,
  columns: [
    ['id', 'Policy Nbr'],
    ['name', 'Insured'],
    ['plan', 'Plan of Insurance'],
    ['agent', 'Agent'],
    ['state', 'Issue State'],
    ['effective', 'Policy Date'],
    ['coverage', 'Prem Due Date'],
    ['months', 'Mos Paid'],
    ['type', 'Comm Type'],
    ['premium', 'Premium'],
    ['rate', 'Comm %'],
    ['amount', 'Commission'],
  ],
  alike: [
    ...[62, 88.5, 47.25].map((premium, place) => ({
      count: 6,
      id: `HLT1${place}`,
      traits: `${TERM} MS 2021-0${place + 4}-15`,
      usual: [oldTerm(premium)],
    })),
    ...[120, 75.4].map((premium, place) => ({
      count: 6,
      id: `HLW2${place}`,
      traits: `${WHOLE} LA 2019-0${place + 8}-10`,
      usual: [oldWhole(premium)],
    })),
    {
      // The second policy year begins in February.
      count: 5,
      id: 'HLT30',
      traits: `${TERM} MS 2025-02-12`,
      usual: [oldTerm(70)],
      pays: `${newTerm(70)}*7 $*2`,
      truth: 'risk@8=0-57.40',
    },
    {
      count: 4,
      id: 'HLW40',
      traits: `${WHOLE} LA 2024-10-05`,
      usual: [oldWhole(96)],
      pays: `${newWhole(96)}*3 $*6`,
      truth: 'risk@4=0-43.20',
    },
    ...[1, 3, 4, 6, 7, 9].map((month) => ({
      count: 2,
      id: `HLA${month}0`,
      traits: `${TERM} MS ${month < 7 ? `2021-${String(month + 6).padStart(2, '0')}` : `2022-0${month - 6}`}-20`,
      usual: [oldTerm(54 + month, 12)],
      pays: dueIn(9, { [month]: '$' }),
    })),
    {
      count: 3,
      id: 'HLQ50',
      traits: `${WHOLE} LA 2021-08-03`,
      usual: [oldWhole(110, 3)],
      pays: dueIn(9, { 2: '$', 5: '$', 8: '$' }),
    },
    {
      count: 4,
      id: 'HLV60',
      traits: `${WHOLE} LA 2025-08-04`,
      usual: [newWhole(100)],
      pays: `- ${ADVANCED} -*5 $*2`,
    },
    { count: 3, id: 'HLV70', traits: `${WHOLE} LA 2025-10-09`, usual: [ahead(84)], pays: '-*3 $ -*5' },
    { count: 3, id: 'HLV80', traits: `${WHOLE} LA 2026-01-07`, usual: [ahead(132)], pays: '-*6 $ -*2' },
    { count: 3, id: 'HLN90', traits: `${TERM} MS 2025-11-14`, usual: [newTerm(58)], pays: '-*4 $*5' },
  ],
  members: `
    HLX7501 Aubrey_Boudreaux ${OLD_TERM} = ${oldTerm(62)} : $*4 -*5 : lost@5 risk@5=4.96
    HLX7502 Bernadette_Comeaux ${OLD_WHOLE} = ${oldWhole(120)} : $*6 -*3 : lost@7 risk@7=12.00
    HLX7503 Calvin_Dugas ${WHOLE} LA 2025-08-04 - = ${newWhole(100)} : - ${ADVANCED} -*3 ${UNEARNED}@-1~2025-11-04 -*3 : lost@6 rightful_chargeback@6 risk@6=0-330.00
    HLX7504 Delphine_Fontenot ${WHOLE} LA 2025-08-06 - = ${newWhole(100)} : - ${ADVANCED} -*3 -330.00p-600.00x6r55%!Chargeback@-1~2025-11-06 -*3 : lost@6 rightful_chargeback@6 wrong_chargeback@6 risk@6=0-330.00 claim@6=165.00
    HLX7505 Etienne_Guidry ${WHOLE} LA 2025-08-11 - = ${newWhole(100)} : - ${ADVANCED} -*3 ${UNEARNED}@-1~2025-11-11 ${UNEARNED}@-2~2025-11-11 -*2 : lost@6 rightful_chargeback@6 double_chargeback@7 risk@6=0-330.00 risk@7=0-165.00 claim@7=165.00
    HLX7506 Felicie_Hebert ${WHOLE} LA 2025-07-18 - = ${newWhole(100)} : ${ADVANCED} -*8 : lost@7 risk@7=55.00
    HLX7507 Gaston_Jeansonne ${WHOLE} LA 2025-10-02 - = ${ADVANCED} : -*3 275.00p600.00x6r55%!Advance -*5 : underpaid@4 claim@4=55.00
    HLX7508 Henrietta_Kees ${TERM} MS 2025-11-20 - = ${newTerm(65, 12)} : ${dueIn(9, { 5: '$', 6: '-702.00p-780.00x12r90%!Not_Taken@-1' })} : lost@6 rightful_chargeback@6 risk@6=0-702.00
    HLX7509 Irby_Lott ${NEW_TERM} = ${newTerm(50)} : $*4 ${oldTerm(50)}*5 : ${cut(5, 7, '41.00')}
    HLX7510 Jolene_Magee ${OLD_WHOLE} = ${oldWhole(120)} : $*3 - $@-1+$ $*4 : late_premium@4 catch_up@5 risk@4=0-12.00
    HLX7511 Kermit_Necaise ${OLD_WHOLE} = ${oldWhole(155)} : $*5 - $*3 : unpaid@6 missed_months@7 risk@6=0-15.50 claim@6=15.50
    HLX7512 Leontine_Ory ${OLD_TERM} = ${oldTerm(88.5)} : $*2 $+$ $*6 : duplicate_payment@3
    HLX7513 Murphy_Patin ${OLD_TERM} = ${oldTerm(88.5)} : $*5 $(Amos_Delacroix)*4 : agent_moved@6
    HLX7514 Nolan_Quave ${OLD_WHOLE} = ${oldWhole(140)} : $*6 $+-14.00p-140.00x1r10%!Chargeback@-2 $*2 : wrong_chargeback@7 risk@7=0-14.00 claim@7=14.00
    HLX7515 Odile_Robichaux ${TERM} MS 2018-09-01 - = ${oldTerm(60)} : $*4 ${newWhole(145)}{Whole_Life_100}e2025-11-01*5 :
    HLX7516 Prosper_Saucier ${WHOLE} LA 2021-08-19 - = ${oldWhole(110, 3)} : ${dueIn(9, { 2: '$', 5: '$' })} : lost@8 risk@8=11.00-33.00
    HLX7517 Rosalind_Thibodeaux ${OLD_WHOLE} = ${oldWhole(90)} : $*3 -*2 $@-2+$@-1+$ $*3 : late_premium@4 late_premium@5 reinstated@6 catch_up@6 risk@4=0-9.00
    HLX7518 Sosthene_Verret ${TERM} MS 2019-12-09 - = ${oldTerm(64)} : $*5 ${oldTerm(64, 12)} -*3 :
  `,
  events: 'planned_step@8=HLT3 planned_step@4=HLW4',
};

/** Nine months of a first year at once, and later one month after another. */
const advance = (premium: number): string => `${share(100, premium * 9)}x9r100%!Advance`;
const earned = (premium: number): string => `${share(100, premium)}x1r100%!Earned`;
const renewal = (premium: number): string => `${share(7, premium)}x1r7%!Renewal`;
const back = (months: number, date: string, premium = 50): string =>
  `-${share(100, premium * months).replace('p', 'p-')}x${months}r100%~${date}!Chargeback`;
const LEVEL = 'Level_Benefit Opal_Renfroe';
const FALL = `${LEVEL} AL 2025-09-03 -`;
const LATE_2024 = `${LEVEL} AL 2024-12-10 -`;
const OLD_LEVEL = `${LEVEL} AL 2021-05-01 -`;
const NINE = advance(50);

/** Final expense with nine months advanced, and lapses. */
export const PEACEFUL_MEADOW: Description = {
  name: 'Peaceful Meadow Final Expense',
  about:
    'nine months of a first year are advanced at the whole premium, three more are paid as earned, then 7 %; what a lapse leaves unearned is taken back',
  line: null,
  first: '2025-09',
  statements: 9,
  behind: 0,
  type: 'Renewal',
  titles: ['Peaceful Meadow Life', 'Weekly and Monthly Activity Combined'],
  total: 'NET DUE',
  money: 'brackets',
  lastFirst: true,
  columns: [
    ['agent', 'Agent Name'],
    ['id', 'Policy'],
    ['name', 'Insured'],
    ['plan', 'Plan'],
    ['effective', 'Issue Date'],
    ['term', 'Lapse Date'],
    ['type', 'Tran Desc'],
    ['months', 'Mos'],
    ['premium', 'Premium Basis'],
    ['rate', 'Rate'],
    ['amount', 'Commission'],
  ],
  alike: [
    ...[46, 61.5, 83].map((premium, place) => ({
      count: 8,
      id: `PMR1${place}`,
      traits: `${LEVEL} AL 2021-0${place + 3}-01`,
      usual: [renewal(premium)],
    })),
    {
      // The advance ended in August; the second year begins in December.
      count: 5,
      id: 'PME20',
      traits: `${LEVEL} AL 2024-12-10`,
      usual: [renewal(54)],
      pays: `${earned(54)}*3 $*6`,
      truth: 'risk@4=0-50.22',
    },
    {
      count: 4,
      id: 'PME30',
      traits: 'Level_Benefit Dell_Stapleton AL 2025-01-08',
      usual: [renewal(48)],
      pays: `- ${earned(48)}*3 $*5`,
      truth: 'risk@5=0-44.64',
    },
    { count: 3, id: 'PME40', traits: `${LEVEL} AL 2025-06-05`, usual: [earned(66)], pays: '-*6 $*3' },
    { count: 6, id: 'PMA50', traits: `${LEVEL} AL 2025-09-03`, usual: [NINE, advance(38)], pays: '$ -*8' },
    {
      count: 6,
      id: 'PMA60',
      traits: 'Level_Benefit Dell_Stapleton AL 2025-11-06',
      usual: [advance(44)],
      pays: '-*2 $ -*6',
    },
    { count: 5, id: 'PMA70', traits: `${LEVEL} AL 2026-01-05`, usual: [advance(72), NINE], pays: '-*4 $ -*4' },
    { count: 5, id: 'PMA80', traits: `${LEVEL} AL 2026-03-04`, usual: [advance(57)], pays: '-*6 $ -*2' },
    {
      count: 3,
      id: 'PMG90',
      traits: 'Graded_Benefit Dell_Stapleton AL 2025-12-02',
      usual: ['252.00p360.00x9r70%!Advance'],
      pays: '-*3 $ -*5',
    },
  ],
  members: `
    PMX7601 Artis_Bagwell ${FALL} = ${NINE} : $ -*3 ${back(6, '2025-12-03')} -*4 : lost@5 rightful_chargeback@5 risk@5=0-450.00
    PMX7602 Beatrix_Cobb ${FALL} = ${NINE} : $ -*5 ${back(4, '2026-02-03')} -*2 : lost@7 rightful_chargeback@7 risk@7=0-450.00
    PMX7603 Cleotis_Deason ${FALL} = ${NINE} : $ -*3 ${back(6, '2025-12-03')} ${back(6, '2025-12-03')} -*3 : lost@5 rightful_chargeback@5 double_chargeback@6 risk@5=0-450.00 risk@6=0-300.00 claim@6=300.00
    PMX7604 Drusilla_Entrekin ${FALL} = ${NINE} : $ -*4 ${back(9, '2026-01-03')} -*3 : lost@6 rightful_chargeback@6 wrong_chargeback@6 risk@6=0-450.00 claim@6=200.00
    PMX7605 Eldridge_Fikes ${FALL} = ${NINE} : $ -*3 ${back(6, '2025-12-03')} - ${share(100, 300)}x6r100%!Reinstated -*2 : rightful_chargeback@5 reinstated@7 catch_up@7 risk@5=0-450.00
    PMX7606 Florida_Gilliland ${LEVEL} AL 2025-12-11 - = ${NINE} : -*6 ${back(6, '2026-03-11')} -*2 : unmatched_chargeback@7 claim@7=0-300.00
    PMX7607 Grover_Hannah ${LEVEL} AL 2026-01-12 - = ${NINE} : -*4 400.00p450.00x9r100%!Advance -*4 : underpaid@5 claim@5=50.00
    PMX7608 Hattie_Ingle ${LATE_2024} = ${renewal(50)} : ${earned(50)}*2 -*7 : lost@3 risk@3=50.00
    PMX7609 Isom_Kilpatrick ${LATE_2024} = ${renewal(50)} : ${earned(50)} $*8 : ${cut(2, 3, '46.50')}
    PMX7610 Jessamine_Lard ${OLD_LEVEL} = ${renewal(90)} : $*5 -*4 : lost@6 risk@6=6.30
    PMX7611 Kinnard_Mims ${OLD_LEVEL} = ${renewal(120)} : $*4 - $*4 : unpaid@5 missed_months@6 risk@5=0-8.40 claim@5=8.40
    PMX7612 Ludie_Nabors ${OLD_LEVEL} = ${renewal(100)} : $*3 - 14.00p200.00x2r7%!Renewal $*4 : late_premium@4 catch_up@5 risk@4=0-7.00
    PMX7613 Modena_Owings ${LEVEL} AL 2025-11-03 - = ${NINE} : -*2 $ $ -*5 : duplicate_payment@4
    PMX7614 Newt_Prater ${OLD_LEVEL} = ${renewal(85)} : $*4 $(Dell_Stapleton)*5 : agent_moved@5
    PMX7615 Ottis_Quinn ${OLD_LEVEL} = ${renewal(110)} : $*5 $+-7.70p-110.00x1r7%!Chargeback $*3 : wrong_chargeback@6 risk@6=0-7.70 claim@6=7.70
    PMX7616 Pansy_Ratliff ${LEVEL} AL 2025-11-10 - = ${NINE} : -*2 $ ${back(9, '2025-11-10')} -*5 : lost@4 rightful_chargeback@4 risk@4=0-450.00
    PMX7617 Quillie_Sandlin ${LATE_2024} = ${renewal(64)} : ${earned(64)}*2 - ${earned(64)}+$ $*5 : late_premium@3 catch_up@4 risk@3=0-64.00 risk@5=0-64.00
  `,
  events: 'planned_step@4=PME2 planned_step@5=PME3',
};

const trail = (value: number, percent = 0.25): string => `${share(percent, value)}r${percent}%!Trail`;
/** The values of a contract in September, December and March. */
const quarters = (values: readonly [number, number, number]): string =>
  dueIn(9, { 1: trail(values[0]), 4: trail(values[1]), 7: trail(values[2]) });
const heap = (value: number): string => `${share(5, value)}r5%!Issue`;
const care = (premium: number, percent = 10, type = 'Renewal'): string =>
  `${share(percent, premium)}r${percent}%!${type}`;
const newCare = (premium: number): string => care(premium, 50, 'First_Year');
const ANNUITY = 'Harbor_Income Lucille_Prentiss WA 2021-04-12';
const CARE = 'Anchor_Care Milo_Steadman OR 2018-07-01';
const Q = trail(120_000);
const FALL_ISSUE = 'Harbor_Growth Lucille_Prentiss WA 2025-10-06';

/** Annuities with a trail by the quarter, beside long-term care by the month, half-year or year. */
export const STARBOARD: Description = {
  name: 'Starboard Annuity and Care',
  about:
    '5 % of a new annuity and a trail of 0.25 % of the value in September, December and March, all of it lost by a surrender in the first year; long-term care at 50 % in the first year and 10 % later',
  line: null,
  first: '2025-09',
  statements: 9,
  behind: 0,
  type: 'Renewal',
  file: 'xlsx',
  dates: 'iso',
  months: 'slash',
  columns: [
    ['coverage', 'Comp Month'],
    ['id', 'Contract'],
    ['name', 'Owner'],
    ['plan', 'Product Name'],
    ['agent', 'Representative'],
    ['state', 'State'],
    ['effective', 'Contract Date'],
    ['type', 'Comp Type'],
    ['premium', 'Basis Amount'],
    ['rate', 'Basis %'],
    ['amount', 'Compensation'],
  ],
  alike: [
    ...(
      [
        [120_000, 121_400, 123_050],
        [64_000, 64_900, 65_300],
        [210_500, 214_000, 215_750],
      ] as const
    ).map((values, place) => ({
      count: 6,
      id: `SBT1${place}`,
      traits: `Harbor_Income Lucille_Prentiss WA 2021-0${place + 2}-12`,
      usual: [trail(values[2])],
      pays: quarters(values),
    })),
    {
      count: 4,
      id: 'SBT20',
      traits: 'Harbor_Growth Milo_Steadman OR 2020-11-03',
      usual: [trail(90_000)],
      pays: quarters([92_000, 95_000, 90_000]),
      truth: 'risk@7=0-12.50',
    },
    ...[2, 4, 5, 8].map((month) => ({
      count: 2,
      id: `SBG${month}0`,
      traits: `Harbor_Growth Lucille_Prentiss WA ${month < 5 ? `2025-${month + 8}` : `2026-0${month - 4}`}-06`,
      usual: [heap(40_000 + month * 5000), heap(82_000)],
      pays: dueIn(9, { [month]: '$' }),
    })),
    ...[210, 165.5, 248].map((premium, place) => ({
      count: 6,
      id: `SBC3${place}`,
      traits: `Anchor_Care Milo_Steadman OR 2017-0${place + 3}-01`,
      usual: [care(premium)],
    })),
    {
      // The first year ends with the premium of November.
      count: 4,
      id: 'SBC40',
      traits: 'Anchor_Care Milo_Steadman OR 2024-12-01',
      usual: [care(190)],
      pays: `${newCare(190)}*3 $*6`,
      truth: 'risk@4=0-76.00',
    },
    {
      count: 3,
      id: 'SBC50',
      traits: 'Anchor_Care Milo_Steadman OR 2026-01-01',
      usual: [newCare(230)],
      pays: '-*4 $*5',
    },
    {
      count: 4,
      id: 'SBY60',
      traits: 'Anchor_Care Milo_Steadman OR 2016-11-01',
      usual: [care(2640)],
      pays: dueIn(9, { 3: '$' }),
    },
    {
      count: 3,
      id: 'SBH70',
      traits: 'Anchor_Care Milo_Steadman OR 2019-10-01',
      usual: [care(1180)],
      pays: dueIn(9, { 2: '$', 8: '$' }),
    },
  ],
  members: `
    SBX7701 Adrian_Bellingham ${ANNUITY} - = ${Q} : ${dueIn(9, { 1: '$', 4: '$' })} : lost@7 risk@7=300.00
    SBX7702 Beverly_Chehalis ${ANNUITY} - = ${Q} : ${dueIn(9, { 1: '$', 7: '$' })} : unpaid@4 missed_months@7 risk@4=0-300.00 claim@4=300.00
    SBX7703 Conrad_Ellensburg ${ANNUITY} - = ${Q} : ${dueIn(9, { 1: '$', 5: '$@-1', 7: '$' })} : unpaid@4 catch_up@5 risk@4=0-300.00
    SBX7704 Daphne_Forks ${ANNUITY} - = ${Q} : ${dueIn(9, { 1: '$', 4: trail(120_000, 0.2), 7: trail(120_000, 0.2) })} : underpaid@4 underpaid@7 risk@4=60.00 claim@4=0-60.00 claim@7=0-60.00
    SBX7705 Edmund_Granger ${ANNUITY} - = ${Q} : ${dueIn(9, { 1: '$', 4: '240.00p120000.00r0.25%!Trail', 7: '$' })} : underpaid@4 risk@4=60.00 claim@4=60.00
    SBX7706 Frances_Hoquiam ${FALL_ISSUE} - = ${heap(60_000)} : ${dueIn(9, { 2: '$', 6: '-3000.00p-60000.00r5%!Surrender' })} : lost@6 rightful_chargeback@6 risk@6=0-3000.00
    SBX7707 Gregory_Issaquah ${FALL_ISSUE} - = ${heap(70_000)} : ${dueIn(9, { 2: '$', 5: '-3500.00p-70000.00r5%!Free_Look@-3', 6: '-3500.00p-70000.00r5%!Free_Look@-4' })} : lost@5 rightful_chargeback@5 double_chargeback@6 risk@5=0-3500.00 risk@6=0-3500.00 claim@6=3500.00
    SBX7708 Harriet_Kalama ${FALL_ISSUE} - = ${heap(50_000)} : ${dueIn(9, { 2: '2000.00p50000.00r5%!Issue' })} : underpaid@2 claim@2=500.00
    SBX7709 Irving_Lynden ${ANNUITY} - = ${Q} : ${dueIn(9, { 1: '$', 4: '$', 7: `${Q}(Milo_Steadman)` })} : agent_moved@7
    SBX7710 Janice_Monroe ${ANNUITY} - = ${Q} : ${dueIn(9, { 1: trail(150_000), 4: trail(150_600), 7: trail(118_000) })} : risk@7=0-81.50
    SBX7711 Kendall_Newport ${CARE} - = ${care(210)} : $*3 -*6 : lost@4 risk@4=21.00
    SBX7712 Lorraine_Othello ${CARE} - = ${care(240)} : $*5 - $@-1+$ $*2 : late_premium@6 catch_up@7 risk@6=0-24.00
    SBX7713 Marvin_Pullman ${CARE} - = ${care(180)} : $*6 - $*2 : unpaid@7 missed_months@8 risk@7=0-18.00 claim@7=18.00
    SBX7714 Nadine_Quincy ${CARE} - = ${care(220)} : $*4 ${care(220, 7)}*5 : ${cut(5, 9, '6.60')}
    SBX7715 Osborne_Renton ${CARE} - = ${care(195)} : $*4 ${care(222.3)}*5 :
    SBX7716 Phyllis_Sequim ${CARE} - = ${care(260)} : $*6 -26.00p-260.00r10%!Chargeback@-1 -*2 : lost@7 rightful_chargeback@7 risk@7=0-26.00
    SBX7717 Ronald_Toppenish ${CARE} - = ${care(205)} : $*5 $+-20.50p-205.00r10%!Chargeback@-3 $*3 : wrong_chargeback@6 risk@6=0-20.50 claim@6=20.50
    SBX7718 Sylvia_Union_Gap Anchor_Care Milo_Steadman OR 2019-10-01 - = ${care(1180)} : ${dueIn(9, { 2: '$' })} : lost@8 risk@8=19.67-118.00
    SBX7719 Trevor_Vashon ${CARE} - = ${care(230)} : $*2 $+$ $*6 : duplicate_payment@3
    SBX7720 Una_Wapato Anchor_Care Milo_Steadman OR 2024-12-01 - = ${care(190)} : ${newCare(190)} $*8 : ${cut(2, 3, '76.00')}
  `,
  events: 'planned_step@4=SBC4',
};
