import { addMonths } from '../../../core/period.ts';
import type { Description } from '../unseen/description.ts';
import { claims, cut, dueIn, share } from '../unseen-second/rules.ts';

/** Books of people who buy for themselves: exchange policies, cover of pets, and cover of journeys. */

/** A fee for each member of a policy by the metal level and the county. */
const fee = (lives: number, each: number): string => `${(lives * each).toFixed(2)}n${lives}`;
const SILVER = 17;
const DUNES_SILVER = 15;
const BRONZE = 14;
const GOLD = 20;

/** The months before a statement that are taken back, for coverage that ended on a day. */
const takenBack = (row: string, months: readonly number[], day: string): string =>
  months.map((month) => `-${row}@-${month}~${day}!Retro-Term`).join('+');
const PAIR = fee(2, SILVER);
const NEAR = [2, 1];
const QUARTER = [3, 2, 1];

export const CLOVER_COAST: Description = {
  name: 'Clover Coast Health',
  about:
    'exchange fees by county and metal level; ends are told two or three months later, and one county is paid two dollars less from May on',
  line: 'major_medical',
  first: '2026-01',
  statements: 9,
  behind: 0,
  type: 'Monthly',
  dates: 'iso',
  columns: [
    ['name', 'Policyholder'],
    ['id', 'Policy ID'],
    ['state', 'Rating County'],
    ['plan', 'Plan'],
    ['lives', 'Enrolled Lives'],
    ['effective', 'Cov Start'],
    ['term', 'Cov Stop'],
    ['coverage', 'For Month'],
    ['type', 'Line Item'],
    ['agent', 'Broker'],
    ['amount', 'Net Comm'],
  ],
  alike: [
    ...[1, 2, 4].map((lives) => ({
      count: 4,
      id: `CC1${lives}0`,
      traits: 'Silver_87 Nan_Webb Harlow 2025-01-01',
      usual: [fee(lives, SILVER)],
    })),
    {
      count: 6,
      id: 'CC200',
      traits: 'Bronze_60 Nan_Webb Harlow 2025-01-01',
      usual: [fee(1, BRONZE), fee(3, BRONZE)],
    },
    { count: 4, id: 'CC300', traits: 'Gold_80 Nan_Webb Harlow 2024-01-01', usual: [fee(2, GOLD)] },
    ...[1, 2, 3].map((lives) => ({
      count: 3,
      id: `CC4${lives}0`,
      traits: 'Silver_87 Nan_Webb Dunes 2025-01-01',
      usual: [fee(lives, DUNES_SILVER)],
      pays: `$*4 ${fee(lives, 13)}*5`,
      truth: `risk@5=0-${lives * 2} ${claims(5, 9, String(lives * 2))}`,
    })),
    { count: 4, id: 'CC500', traits: 'Silver_87 Nan_Webb Harlow 2026-04-01', usual: [PAIR], pays: '-*3 $*6' },
    {
      // Their proof of income came late, and the months since February are paid at once.
      count: 3,
      id: 'CC600',
      traits: 'Silver_87 Nan_Webb Harlow 2026-02-01',
      usual: [PAIR],
      pays: '-*4 $@-3+$@-2+$@-1+$ $*4',
    },
  ],
  members: `
    CC80171 Alden_Burch Silver_87 Nan_Webb Harlow 2025-01-01 - = ${PAIR} : $*5 ${takenBack(PAIR, QUARTER, '2026-02-28')} -*3 : lost@6 rightful_chargeback@6 retroactive_end@6 risk@6=0-34.00
    CC80172 Britta_Crow Silver_87 Nan_Webb Harlow 2025-01-01 - = ${PAIR} : $*5 ${takenBack(PAIR, [4, ...QUARTER], '2026-02-28')} -*3 : lost@6 rightful_chargeback@6 retroactive_end@6 wrong_chargeback@6 risk@6=0-34.00 claim@6=0-34.00
    CC80173 Corwin_Dade Silver_87 Nan_Webb Harlow 2025-01-01 - = ${PAIR} : $*5 ${takenBack(PAIR, QUARTER, '2026-02-28')} ${takenBack(PAIR, [2], '2026-02-28')} -*2 : lost@6 rightful_chargeback@6 retroactive_end@6 double_chargeback@7 risk@6=0-34.00 claim@7=34.00
    CC80174 Dinah_Epley Silver_87 Nan_Webb Harlow 2025-01-01 - = ${PAIR} : $*4 ${takenBack(PAIR, NEAR, '2026-02-28')} - $e2026-07-01*3 : lost@5 rightful_chargeback@5 retroactive_end@5 reinstated@7 risk@5=0-34.00
    CC80175 Elam_Foust Silver_87 Nan_Webb Harlow 2025-01-01 - = ${PAIR} : $*4 -$@-2!Retro-Term+-$@-1!Retro-Term $*4 : wrong_chargeback@5 not_repaid@6 missed_months@6 risk@5=0-34.00 claim@6=102.00
    CC80176 Frieda_Gates Silver_87 Nan_Webb Harlow 2025-01-01 - = ${PAIR} : $*4 -$@-2!Retro-Term+-$@-1!Retro-Term $@-3!Reinstatement+$@-2!Reinstatement+$@-1!Reinstatement+$ $*3 : rightful_chargeback@5 late_premium@5 reinstated@6 catch_up@6 risk@5=0-34.00
    CC80177 Gordy_Hamm Silver_87 Nan_Webb Harlow 2025-01-01 - = ${fee(2, BRONZE)}{Bronze_60} : ${PAIR}*4 $*5 : risk@5=0-6.00
    CC80178 Hilde_Isaac Silver_87 Nan_Webb Harlow 2025-01-01 - = ${fee(3, SILVER)} : ${PAIR}*3 $+${fee(1, SILVER)}@-1 $*5 :
    CC80179 Isham_Joyce Silver_87 Nan_Webb Harlow 2025-01-01 - = ${PAIR} : ${fee(3, SILVER)}*5 $*4 : fewer_lives@6 risk@6=0-17.00
    CC80180 Jemma_Kirk Silver_87 Nan_Webb Harlow 2025-01-01 - = ${fee(3, SILVER)} : $*4 34.00n3*3 $*2 : ${cut(5, 7, '17.00')}
    CC80181 Keir_Lunt Silver_87 Nan_Webb Harlow 2025-01-01 - = ${PAIR} : $*3 - $*5 : unpaid@4 missed_months@5 risk@4=0-34.00 claim@4=34.00
    CC80182 Lacey_Mott Silver_87 Nan_Webb Harlow 2025-01-01 - = ${PAIR} : $*6 -*3 : lost@7 risk@7=34.00
    CC80183 Milton_Nix Silver_87 Nan_Webb Dunes 2025-01-01 - = ${fee(1, DUNES_SILVER)} : $*3 -*6 : lost@4 risk@4=15.00
    CC80184 Netta_Ozment Gold_80 Nan_Webb Harlow 2024-01-01 - = ${fee(2, GOLD)} : $*5 ${PAIR}*4 : ${cut(6, 9, '6.00')}
    CC80185 Orrin_Paine Silver_87 Nan_Webb Harlow 2025-01-01 - = ${PAIR} : $*5 $+$ $*3 : duplicate_payment@6
    CC80186 Polly_Rhyne Silver_87 Nan_Webb Harlow 2025-01-01 - = ${PAIR} : $*5 $(Burke_Ansel)*4 : agent_moved@6
    CC80187 Quincy_Sayre Silver_87 Nan_Webb Harlow 2025-01-01 - = ${PAIR} : ${fee(3, SILVER)}*4 $+-${fee(1, SILVER)}@-2!Retro-Term+-${fee(1, SILVER)}@-1!Retro-Term $*4 : fewer_lives@5 rightful_chargeback@5 risk@5=0-51.00
    CC80188 Rhoda_Tripp Bronze_60 Nan_Webb Harlow 2025-01-01 - = ${fee(1, BRONZE)} : $*5 - $@-1+$ $*2 : late_premium@6 catch_up@7 risk@6=0-14.00
  `,
  events: 'rate_cut@5=Dunes',
};

/** A month of the cover of a pet at 12 % of its premium, or at another rate, which is not printed. */
const pet = (premium: number, name: string, percent = 12): string => `${share(percent, premium)}[${name}]`;
const CAT = pet(36, 'Maple');
const DOG = pet(50, 'Finn');

export const LARK_AND_FERN: Description = {
  name: 'Lark and Fern Pet',
  about:
    '12 % of the premium of each pet, which rises with the anniversary of the policy; one kind of cover is paid 9 % from May on',
  line: 'ancillary',
  first: '2026-01',
  statements: 8,
  behind: 0,
  type: '',
  file: 'xlsx',
  columns: [
    ['id', 'Policy'],
    ['name', 'Pet Parent'],
    ['product', 'Pet'],
    ['plan', 'Cover'],
    ['effective', 'Policy Start'],
    ['premium', 'Premium'],
    ['amount', 'Commission'],
  ],
  alike: [
    {
      count: 15,
      id: 'LF100',
      traits: 'Accident_Illness Jo_Berry OR 2024-10-01',
      usual: [pet(48.5, 'Otis'), CAT, pet(61.25, 'Bruno'), DOG, pet(29.75, 'Pixie')],
    },
    ...[50, 38].map((premium, place) => ({
      count: 3,
      id: `LF23${place}`,
      traits: 'Accident_Illness Jo_Berry OR 2023-03-01',
      usual: [pet(premium * 1.07, 'Juno')],
      pays: `${pet(premium, 'Juno')}*2 $*6`,
    })),
    ...[44, 71.5].map((premium, place) => ({
      count: 3,
      id: `LF22${place}`,
      traits: 'Accident_Illness Jo_Berry OR 2022-06-01',
      usual: [pet(premium * 1.09, 'Rex')],
      pays: `${pet(premium, 'Rex')}*5 $*3`,
    })),
    ...[
      { premium: 20, fall: '0.60' },
      { premium: 26, fall: '0.78' },
    ].map(({ premium, fall }) => ({
      count: 4,
      id: `LF3${premium}`,
      traits: 'Wellness_Plus Jo_Berry OR 2024-11-01',
      usual: [pet(premium, 'Poppy')],
      pays: `$*4 ${pet(premium, 'Poppy', 9)}*4`,
      truth: `risk@5=0-${fall} ${claims(5, 8, fall)}`,
    })),
    { count: 5, id: 'LF400', traits: 'Accident_Illness Jo_Berry OR 2026-03-01', usual: [DOG], pays: '-*2 $*6' },
    { count: 4, id: 'LF500', traits: 'Accident_Illness Jo_Berry OR 2024-12-01', usual: [`${DOG}+${CAT}`] },
  ],
  members: `
    LF9071 Alba_Brandt Accident_Illness Jo_Berry OR 2024-10-01 50.00 = ${DOG} : $*3 -*5 : lost@4 risk@4=6.00
    LF9072 Bodie_Cronk Accident_Illness Jo_Berry OR 2024-10-01 50.00 = ${DOG} : $*5 - $*2 : unpaid@6 missed_months@7 risk@6=0-6.00 claim@6=6.00
    LF9073 Calla_Doss Accident_Illness Jo_Berry OR 2024-10-01 50.00 = ${DOG} : $*3 - $+$ $*3 : late_premium@4 catch_up@5 risk@4=0-6.00
    LF9074 Dexter_Ebert Accident_Illness Jo_Berry OR 2024-10-01 50.00 = ${DOG} : $*4 ${pet(50, 'Finn', 8)}*4 : ${cut(5, 8, '2.00')}
    LF9075 Elodie_Fisk Accident_Illness Jo_Berry OR 2024-10-01 50.00 = ${DOG} : $*2 $+$ $*5 : duplicate_payment@3
    LF9076 Ferris_Gault Accident_Illness Jo_Berry OR 2024-10-01 50.00 = ${DOG} : $*4 -$p-50.00 -*3 : lost@5 rightful_chargeback@5 risk@5=0-6.00
    LF9077 Ginny_Hoag Accident_Illness Jo_Berry OR 2024-12-01 86.00 = ${DOG}+${CAT} : $*4 ${DOG}*2 $*2 : ${cut(5, 6, '4.32')}
    LF9078 Hollis_Inman Accident_Illness Jo_Berry OR 2024-10-01 50.00 = ${DOG} : $*5 $+-$p-50.00 $*2 : wrong_chargeback@6 risk@6=0-6.00 claim@6=6.00
    LF9079 Indie_Judge Accident_Illness Jo_Berry OR 2024-11-01 50.00 = ${DOG} : $*4 ${pet(35, 'Finn')}{Accident_Only}*4 : risk@5=0-1.80
    LF9080 Jarvis_Kolb Accident_Illness Jo_Berry OR 2024-10-01 50.00 = ${DOG} : $*4 ${pet(41, 'Finn')}*4 : risk@5=0-1.08
    LF9081 Kelby_Loftus Accident_Illness Jo_Berry OR 2024-12-01 86.00 = ${DOG}+${CAT} : ${DOG}*2 $*6 :
    LF9082 Lainie_Marsh Wellness_Plus Jo_Berry OR 2024-11-01 20.00 = ${pet(20, 'Poppy')} : $*3 -*5 : lost@4 risk@4=2.40
    LF9083 Marlow_Neely Accident_Illness Jo_Berry OR 2024-10-01 50.00 = ${DOG} : $*6 -*2 : lost@7 risk@7=6.00
  `,
  events: 'raised@3=LF23 rate_cut@5=Wellness_Plus raised@6=LF22',
};

/** A journey that is paid once, at 30 % of its premium: the month it begins and its days. */
const journey = (premium: number, month: string, lives = 2, percent = 30): string =>
  `${share(percent, premium)}r${percent}%n${lives}e${month}-04~${month}-18`;
/** The premium of a journey that is given back, with its commission. */
const refund = (premium: number, month: string): string =>
  `-${share(30, premium).replace('p', 'p-')}r30%n2e${month}-04~${month}-18!Refund`;
const JUNE = '2026-06';
/** A month of a visitor's medical cover. */
const VISITOR = `${share(15, 92)}r15%n1`;
const STUDENT = `${share(20, 640)}r20%n1`;

export const COMPASS_ROSE: Description = {
  name: 'Compass Rose Travel',
  about:
    '30 % of each journey once, 15 % of visitors by the month, 20 % of students by the semester; most contracts are over after one payment',
  line: null,
  first: '2026-02',
  statements: 8,
  behind: 0,
  type: 'Sale',
  dates: 'iso',
  titles: ['Compass Rose Travel Protection', 'Producer Sales Report', ''],
  columns: [
    ['id', 'Certificate No'],
    ['name', 'Lead Traveler'],
    ['plan', 'Product'],
    ['lives', 'Travelers'],
    ['effective', 'Departs'],
    ['term', 'Returns'],
    ['premium', 'Gross Premium'],
    ['rate', 'Comm %'],
    ['type', 'Event'],
    ['amount', 'Earned'],
  ],
  alike: [
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((at) => ({
      count: 4,
      id: `CR26${at}`,
      traits: 'Trip_Protect Liv_Moore WA -',
      usual: [journey(180, addMonths('2026-03', at)), journey(312.5, addMonths('2026-04', at), 4)],
      pays: dueIn(8, { [at]: '$' }),
    })),
    { count: 10, id: 'CV700', traits: 'Visitor_Medical Liv_Moore WA 2025-12-01', usual: [VISITOR] },
    {
      count: 5,
      id: 'CS800',
      traits: 'Student_Abroad Liv_Moore WA 2026-02-01',
      usual: [STUDENT],
      pays: dueIn(8, { 1: '$', 7: '$e2026-08-01' }),
    },
  ],
  members: `
    CR90071 Amory_Blaine Trip_Protect Liv_Moore WA - 180.00 = ${journey(180, '2026-04')} : ${dueIn(8, { 2: '$', 4: `${share(30, 45)}r30%n2e2026-04-04~2026-05-02!Extension` })} : risk@4=0-40.50
    CR90072 Bessie_Crump Trip_Protect Liv_Moore WA - 180.00 = ${journey(180, JUNE)} : ${dueIn(8, { 2: '$', 3: refund(180, JUNE) })} : lost@3 rightful_chargeback@3 risk@3=0-54.00
    CR90073 Clark_Dees Trip_Protect Liv_Moore WA - 180.00 = ${journey(180, JUNE)} : ${dueIn(8, { 2: '$', 3: refund(180, JUNE), 4: refund(180, JUNE) })} : lost@3 rightful_chargeback@3 double_chargeback@4 risk@3=0-54.00 claim@4=54.00
    CR90074 Dulcie_Earl Trip_Protect Liv_Moore WA - 240.00 = ${journey(240, JUNE)} : ${dueIn(8, { 3: '$', 6: refund(60, JUNE) })} : rightful_chargeback@6 risk@6=0-72.00
    CR90075 Egan_Flood Trip_Protect Liv_Moore WA - 240.00 = ${journey(240, JUNE)} : ${dueIn(8, { 4: '$+$' })} : duplicate_payment@4
    CR90076 Floris_Gunn Trip_Protect Liv_Moore WA - 180.00 = ${journey(180, '2026-07', 2, 20)} : ${dueIn(8, { 5: '$' })} : underpaid@5 claim@5=0-18.00
    CR90077 Gill_Hardee Trip_Protect Liv_Moore WA - 180.00 = ${journey(180, '2026-08')} : ${dueIn(8, { 5: '$', 6: refund(240, '2026-08') })} : lost@6 rightful_chargeback@6 wrong_chargeback@6 risk@6=0-54.00 claim@6=0-18.00
    CV90078 Hanne_Iversen Visitor_Medical Liv_Moore WA 2025-12-01 92.00 = ${VISITOR} : $*4 -*4 : lost@5 risk@5=13.80
    CV90079 Ilya_Jansky Visitor_Medical Liv_Moore WA 2025-12-01 92.00 = ${VISITOR} : $*3 - $*4 : unpaid@4 missed_months@5 risk@4=0-13.80 claim@4=13.80
    CV90080 Jovan_Kostic Visitor_Medical Liv_Moore WA 2025-12-01 92.00 = ${VISITOR} : $*5 ${share(10, 92)}r10%n1*3 : ${cut(6, 8, '4.60')}
    CV90081 Kalina_Lazar Visitor_Medical Liv_Moore WA 2025-12-01 92.00 = ${VISITOR} : $*2 - $+$ $*4 : late_premium@3 catch_up@4 risk@3=0-13.80
    CV90082 Lazlo_Miko Visitor_Medical Liv_Moore WA 2025-12-01 92.00 = ${VISITOR} : $*5 $+-$p-92.00!Refund $*2 : wrong_chargeback@6 risk@6=0-13.80 claim@6=13.80
    CV90083 Mirela_Nagy Visitor_Medical Liv_Moore WA 2026-04-01 92.00 = ${VISITOR} : -*2 $*6 :
    CV90084 Oskar_Palma Visitor_Medical Liv_Moore WA 2025-12-01 92.00 = ${VISITOR} : $*4 $+$ $*3 : duplicate_payment@5
  `,
};
