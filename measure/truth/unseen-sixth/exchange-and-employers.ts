import type { Description } from '../unseen/description.ts';
import { claims, cut, dueIn, falls, share } from '../unseen-second/rules.ts';

/** Books of an exchange with a fee by state and a bonus window, of level-funded employers, and of dental policies of seniors. */

/** The fee of a policy: an amount of the state for each person. */
const persons = (lives: number, each: number): string => `${(lives * each).toFixed(2)}n${lives}r${each.toFixed(2)}`;
const PAIR = persons(2, 19);
const BEFORE = persons(2, 18);
const BONUS = '$+25.00!OEP_Bonus';
/** Takes two months back for a coverage that ended in February 2026. */
const ended = (first: number): string =>
  [first, first - 1].map((months) => `-$@-${months}~2026-02-28!Retro_Term`).join('+');

/** An exchange whose fee by state is set anew in January. */
export const JUNIPER: Description = {
  name: 'Juniper Exchange Plans',
  about:
    'a fee for each person, set anew by state in January; policies of open enrollment earn a bonus with the third month',
  line: 'major_medical',
  first: '2025-10',
  statements: 11,
  behind: 0,
  type: 'PMPM',
  titles: ['Juniper Exchange Plans', 'Broker Payment Detail'],
  columns: [
    ['agent', 'Broker of Record'],
    ['id', 'Exchange Policy ID'],
    ['name', 'Policyholder'],
    ['plan', 'Metal Plan'],
    ['state', 'State'],
    ['effective', 'Coverage Start'],
    ['term', 'Coverage End'],
    ['coverage', 'Paid Month'],
    ['lives', 'Covered Persons'],
    ['rate', 'PMPM'],
    ['type', 'Pay Item'],
    ['amount', 'Paid Amount'],
  ],
  alike: [
    ...[1, 2, 4].map((lives) => ({
      count: 4,
      id: `JXT${lives}0`,
      traits: 'Silver_Trail Nora_Lindell TX 2024-01-01',
      usual: [persons(lives, 19)],
      pays: `${persons(lives, 18)}*3 $*8`,
    })),
    {
      count: 8,
      id: 'JXK100',
      traits: 'Bronze_Trail Nora_Lindell OK 2024-01-01',
      usual: [persons(1, 21), persons(3, 21)],
    },
    ...[1, 2].map((lives) => ({
      count: 4,
      id: `JXA${lives}0`,
      traits: 'Silver_Trail Nora_Lindell AR 2023-01-01',
      usual: [persons(lives, 12)],
      pays: `${persons(lives, 15)}*3 $*8`,
      truth: `risk@4=0-${lives * 3} ${claims(4, 11, String(lives * 3))}`,
    })),
    {
      count: 5,
      id: 'JXN100',
      traits: 'Silver_Trail Nora_Lindell TX 2026-01-01',
      usual: [persons(1, 19), PAIR],
      pays: `-*3 $*2 ${BONUS} $*5`,
    },
    {
      count: 4,
      id: 'JXN200',
      traits: 'Bronze_Trail Nora_Lindell OK 2026-02-01',
      usual: [persons(2, 21)],
      pays: `-*4 $*2 ${BONUS} $*4`,
    },
    // Policies of a special enrollment earn no bonus.
    {
      count: 3,
      id: 'JXN300',
      traits: 'Bronze_Trail Nora_Lindell OK 2026-04-01',
      usual: [persons(1, 21)],
      pays: '-*6 $*5',
    },
    {
      count: 5,
      id: 'JXL100',
      traits: 'Silver_Trail Nora_Lindell TX 2025-01-01',
      usual: [BEFORE],
      pays: '$*3 -*8',
      truth: 'lost@4 risk@4=36.00',
    },
  ],
  members: `
    JX90071 Abner_Birdsong Silver_Trail Nora_Lindell TX 2024-01-01 - = ${PAIR} : ${BEFORE}*3 $*2 -*6 : lost@6 risk@6=38.00
    JX90072 Blanca_Cisneros Silver_Trail Nora_Lindell TX 2024-01-01 - = ${PAIR} : ${BEFORE}*3 $*4 ${ended(2)} -*3 : lost@8 rightful_chargeback@8 retroactive_end@8 risk@8=0-38.00
    JX90073 Corbin_Dykes Silver_Trail Nora_Lindell TX 2024-01-01 - = ${PAIR} : ${BEFORE}*3 $*4 ${ended(2)} ${ended(3)} -*2 : lost@8 rightful_chargeback@8 retroactive_end@8 double_chargeback@9 risk@8=0-38.00 claim@9=76.00
    JX90074 Delia_Espinosa Silver_Trail Nora_Lindell TX 2024-01-01 - = ${PAIR} : ${persons(3, 18)}*3 ${persons(3, 19)}*3 $*5 : fewer_lives@7 risk@7=0-19.00
    JX90075 Emory_Faulk Silver_Trail Nora_Lindell TX 2024-01-01 - = ${PAIR} : ${BEFORE}*3 $*3 19.00n2r19.00*2 $*3 : ${cut(7, 8, '19.00')}
    JX90076 Fatima_Guidry Silver_Trail Nora_Lindell TX 2024-01-01 - = ${PAIR} : ${BEFORE}*3 $*2 - $*5 : unpaid@6 missed_months@7 risk@6=0-38.00 claim@6=38.00
    JX90077 Grover_Hinojosa Silver_Trail Nora_Lindell TX 2024-01-01 - = ${PAIR} : ${BEFORE}*3 $*3 -*2 $@-2+$@-1+$ $*2 : late_premium@7 late_premium@8 reinstated@9 catch_up@9 risk@7=0-38.00
    JX90078 Honora_Isom Silver_Trail Nora_Lindell TX 2024-01-01 - = ${PAIR} : ${BEFORE}*3 $ -*3 $e2026-05-01*4 : lost@5 reinstated@8 risk@5=38.00
    JX90079 Ignacio_Jarrell Silver_Trail Nora_Lindell TX 2024-01-01 - = ${PAIR} : ${BEFORE}*3 $*5 $(Wes_Tolar)*3 : agent_moved@9
    JX90080 Juanita_Kirby Silver_Trail Nora_Lindell TX 2024-01-01 - = ${PAIR} : ${BEFORE}*3 $*6 $+$ $ : duplicate_payment@10
    JX90081 Kelvin_Landry Silver_Trail Nora_Lindell TX 2024-01-01 - = ${PAIR} : ${BEFORE}*3 $*5 $+-$@-2!Retro_Term $*2 : wrong_chargeback@9 risk@9=0-38.00 claim@9=38.00
    JX90082 Lucinda_Mayfield Bronze_Trail Nora_Lindell OK 2026-02-01 - = ${persons(2, 21)} : -*5 $@-1+$ $ ${BONUS} $*3 :
    JX90083 Marcel_Noriega Silver_Trail Nora_Lindell TX 2026-01-01 - = ${PAIR} : -*3 $*2 ${BONUS} $ -25.00~2026-04-30!Bonus_Recapture -*3 : lost@8 rightful_chargeback@8 risk@8=0-38.00
    JX90084 Nadine_Ortega Bronze_Trail Nora_Lindell OK 2024-01-01 - = ${persons(1, 21)} : $*10 - : lost@11 risk@11=21.00
    JX90085 Orin_Peralta Silver_Trail Nora_Lindell TX 2024-01-01 - = ${BEFORE} : -$@-2~2025-07-31!Retro_Term -*10 :
  `,
  events: 'raised@4=TX rate_cut@4=AR',
};

/** The fee of a month for the employees of a group. */
const pepm = (employees: number, each = 32): string =>
  `${(employees * each).toFixed(2)}n${employees}r${each.toFixed(2)}`;
/** From the sixth statement on, the carrier calls the ordinary line by another name. */
const worded = (pays: string): string =>
  pays
    .split(' ')
    .flatMap((word) => {
      const [, row = word, times = '1'] = /^(.+)\*(\d+)$/.exec(word) ?? [];
      return Array.from({ length: Number(times) }, () => row);
    })
    .map((word, at) =>
      at < 5 || word === '-'
        ? word
        : word
            .split('+')
            .map((row) => (row.includes('!') ? row : `${row}!Base_PEPM`))
            .join('+'),
    )
    .join(' ');
const counts = (...employees: readonly number[]): string => employees.map((count) => pepm(count)).join(' ');
const GROWN = counts(8, 8, 9, 9, 9, 10, 10, 11, 11, 11);
const SHRUNK = counts(20, 20, 20, 19, 18, 18, 18, 18, 17, 17);
const TWELVE = pepm(12);
const RICH = pepm(12, 38);
const HEAD = pepm(1);

/** Level-funded employers, with employees added and ended after the fact. */
export const FERNCLIFF: Description = {
  name: 'Ferncliff Level Funded',
  about:
    '32 or 38 dollars an employee, a month behind; heads change after the fact, and the line has another name from January on',
  line: 'group',
  first: '2025-08',
  statements: 10,
  behind: 1,
  type: 'Monthly Fee',
  file: 'xlsx',
  total: 'Net Payment',
  columns: [
    ['id', 'Group ID'],
    ['name', 'Employer'],
    ['plan', 'Funding Plan'],
    ['agent', 'Broker'],
    ['effective', 'Plan Since'],
    ['coverage', 'Invoice Month'],
    ['type', 'Line'],
    ['lives', 'EEs'],
    ['rate', 'PEPM'],
    ['amount', 'Broker Comp'],
  ],
  alike: [
    {
      count: 12,
      id: 'FC10',
      traits: 'LF_Core Paige_Dorsett IN 2024-01-01',
      usual: [pepm(6), pepm(14), pepm(23), pepm(9)],
      pays: worded('$*10'),
    },
    {
      count: 6,
      id: 'FC20',
      traits: 'LF_Plus Paige_Dorsett IN 2023-01-01',
      usual: [pepm(11, 38), pepm(17, 38)],
      pays: worded('$*7 $+150.00!Surplus_Share $*2'),
    },
    { count: 3, id: 'FC30', traits: 'LF_Core Paige_Dorsett IN 2024-03-01', usual: [pepm(8)], pays: worded(GROWN) },
    {
      count: 3,
      id: 'FC40',
      traits: 'LF_Core Paige_Dorsett IN 2022-06-01',
      usual: [pepm(20)],
      pays: worded(SHRUNK),
      truth: `fewer_lives@4 fewer_lives@5 fewer_lives@9 ${falls(SHRUNK)}`,
    },
    {
      count: 5,
      id: 'FC50',
      traits: 'LF_Core Roy_Tamm IN 2023-08-01',
      usual: [TWELVE],
      pays: worded('$*4 - $@-1+$ $*4'),
      truth: 'late_premium@5 catch_up@6 risk@5=0-384.00',
    },
    { count: 4, id: 'FC60', traits: 'LF_Core Paige_Dorsett IN 2026-01-01', usual: [pepm(10)], pays: worded('-*6 $*4') },
  ],
  members: `
    FC90071 Arbor_Cabinets LF_Core Paige_Dorsett IN 2024-01-01 - = ${TWELVE} : ${worded('$*5 -*5')} : lost@6 risk@6=384.00
    FC90072 Beacon_Hvac LF_Core Paige_Dorsett IN 2024-01-01 - = ${TWELVE} : ${worded('$*4 324.00n12r27.00*2 $*4')} : ${cut(5, 6, '60.00')}
    FC90073 Cardinal_Tile LF_Core Paige_Dorsett IN 2024-01-01 - = ${pepm(11)} : ${worded(`${TWELVE}*4 $+-${HEAD}@-1!Retro_Term $*5`)} : fewer_lives@5 rightful_chargeback@5 risk@5=0-64.00
    FC90074 Dunes_Pharmacy LF_Core Paige_Dorsett IN 2024-01-01 - = ${pepm(11)} : ${worded(`${TWELVE}*4 $+-${HEAD}@-1!Retro_Term $+-${HEAD}@-2!Retro_Term $*4`)} : fewer_lives@5 rightful_chargeback@5 double_chargeback@6 risk@5=0-64.00 risk@6=0-32.00 claim@6=32.00
    FC90075 Eastgate_Signs LF_Core Paige_Dorsett IN 2024-01-01 - = ${TWELVE} : ${worded('$*6 - $*3')} : unpaid@7 missed_months@8 risk@7=0-384.00 claim@7=384.00
    FC90076 Foundry_Coffee LF_Core Paige_Dorsett IN 2024-01-01 - = ${TWELVE} : ${worded('$*6 -$@-1!Retro_Term -*3')} : lost@7 rightful_chargeback@7 risk@7=0-384.00
    FC90077 Gable_Roofing LF_Core Paige_Dorsett IN 2024-01-01 - = ${pepm(13)} : ${worded(`${TWELVE}*4 $+${HEAD}@-1!Retro_Add $*5`)} : risk@6=0-32.00
    FC90078 Hoosier_Floral LF_Core Paige_Dorsett IN 2024-01-01 - = ${TWELVE} : ${worded('$*5 $(Ida_Crane)*5')} : agent_moved@6
    FC90079 Inland_Pumps LF_Core Paige_Dorsett IN 2024-01-01 - = ${TWELVE} : ${worded('$*7 $+$ $*2')} : duplicate_payment@8
    FC90080 Jubilee_Daycare LF_Core Paige_Dorsett IN 2024-01-01 - = ${TWELVE} : ${worded('$*5 0.00n12r32.00 $*4')} : unpaid@6 risk@6=384.00 claim@6=384.00
    FC90081 Keel_Marine LF_Core Paige_Dorsett IN 2024-01-01 - = ${TWELVE} : ${worded('$*6 $+-$@-2!Retro_Term $*3')} : wrong_chargeback@7 risk@7=0-384.00 claim@7=384.00
    FC90082 Lantern_Hotel LF_Plus Paige_Dorsett IN 2024-02-01 - = ${RICH} : ${worded(`$*6 ${TWELVE}{LF_Core}*4`)} : risk@7=0-72.00
    FC90083 Millstone_Feed LF_Core Paige_Dorsett IN 2021-05-01 - = ${TWELVE} : ${worded('-*3 $*7')} :
    FC90084 Northpoint_Auto LF_Core Paige_Dorsett IN 2024-01-01 - = ${TWELVE} : ${worded('$*3 -*2 $*5')} : unpaid@4 unpaid@5 missed_months@6 risk@4=0-384.00 claim@4=384.00 claim@5=384.00
  `,
  events: 'late_block@5=Roy_Tamm',
};

/** Some months of a premium at a percentage: 20 % in the first policy year, and 10 % later. */
const dvh = (premium: number, percent: number, months = 1): string =>
  `${share(percent, premium * months)}r${percent}%x${months}${percent === 20 ? '!First_Yr' : ''}`;
const FIRST = dvh(40, 20);
const LATER = dvh(40, 10);
const QUARTER = dvh(40, 10, 3);

/** Dental policies that step down with their own anniversary. */
export const KESTREL: Description = {
  name: 'Kestrel Senior Dental',
  about:
    '20 % of dental premiums in the first policy year and 10 % later, by month, quarter or year; each steps down on its own day',
  line: 'ancillary',
  first: '2025-06',
  statements: 12,
  behind: 0,
  type: 'Renewal',
  dates: 'iso',
  columns: [
    ['id', 'Policy Number'],
    ['name', 'Insured Name'],
    ['plan', 'Plan Option'],
    ['state', 'Issue State'],
    ['agent', 'Agent'],
    ['effective', 'Policy Date'],
    ['coverage', 'Due Month'],
    ['months', 'Months'],
    ['premium', 'Premium Rcvd'],
    ['rate', 'Comm Rate'],
    ['type', 'Policy Year'],
    ['amount', 'Comm Amt'],
  ],
  alike: [
    { count: 4, id: 'KD100', traits: 'DVH_Choice Bea_Colter GA 2025-06-01', usual: [dvh(42, 20)] },
    ...[38, 46].map((premium) => ({
      count: 4,
      id: `KD2${premium}`,
      traits: 'DVH_Choice Bea_Colter GA 2024-09-01',
      usual: [dvh(premium, 10)],
      pays: `${dvh(premium, 20)}*3 $*9`,
      truth: `risk@4=0-${(premium / 10).toFixed(2)}`,
    })),
    {
      count: 4,
      id: 'KD300',
      traits: 'DVH_Choice Bea_Colter GA 2024-12-01',
      usual: [dvh(44, 10)],
      pays: `${dvh(44, 20)}*6 $*6`,
      truth: 'risk@7=0-4.40',
    },
    {
      count: 4,
      id: 'KD400',
      traits: 'DVH_Choice Bea_Colter GA 2025-02-01',
      usual: [dvh(52, 10)],
      pays: `${dvh(52, 20)}*8 $*4`,
      truth: 'risk@9=0-5.20',
    },
    {
      count: 10,
      id: 'KD500',
      traits: 'DVH_Choice Bea_Colter GA 2022-03-01',
      usual: [LATER, dvh(55, 10), dvh(33.5, 10)],
    },
    {
      count: 4,
      id: 'KD600',
      traits: 'DVH_Choice Bea_Colter GA 2023-08-01',
      usual: [dvh(45, 10, 3)],
      pays: dueIn(12, { 3: '$', 6: '$', 9: '$', 12: '$' }),
    },
    {
      count: 3,
      id: 'KD700',
      traits: 'DVH_Choice Bea_Colter GA 2023-11-01',
      usual: [dvh(48, 10, 12)],
      pays: dueIn(12, { 6: '$' }),
    },
    { count: 4, id: 'KD800', traits: 'DVH_Choice Bea_Colter GA 2026-01-01', usual: [dvh(47, 20)], pays: '-*7 $*5' },
    {
      count: 5,
      id: 'KF100',
      traits: 'DVH_Choice Bea_Colter FL 2021-07-01',
      usual: [dvh(53, 10)],
      pays: `${dvh(50, 10)}*8 $*4`,
    },
  ],
  members: `
    KX90071 Almira_Bostick DVH_Choice Bea_Colter GA 2022-03-01 40.00 = ${LATER} : $*5 -*7 : lost@6 risk@6=4.00
    KX90072 Basil_Conyers DVH_Choice Bea_Colter GA 2024-12-01 40.00 = ${LATER} : ${FIRST}*4 $*8 : ${cut(5, 6, '4.00')}
    KX90073 Clementine_Dasher DVH_Choice Bea_Colter GA 2022-03-01 40.00 = ${LATER} : $*6 ${dvh(40, 5)}*3 $*3 : ${cut(7, 9, '2.00')}
    KX90074 Dempsey_Eubanks DVH_Choice Bea_Colter GA 2022-03-01 40.00 = ${LATER} : $*4 - $*7 : unpaid@5 missed_months@6 risk@5=0-4.00 claim@5=4.00
    KX90075 Eulalia_Floyd DVH_Choice Bea_Colter GA 2022-03-01 40.00 = ${LATER} : $*7 - $@-1+$ $*3 : late_premium@8 catch_up@9 risk@8=0-4.00
    KX90076 Felton_Grooms DVH_Choice Bea_Colter GA 2022-03-01 40.00 = ${LATER} : $*8 $+$ $*3 : duplicate_payment@9
    KX90077 Georgette_Hardin DVH_Choice Bea_Colter GA 2022-03-01 40.00 = ${LATER} : $*6 $+-$p-40.00@-2!Refund $*5 : wrong_chargeback@7 risk@7=0-4.00 claim@7=4.00
    KX90078 Horace_Inman DVH_Choice Bea_Colter GA 2023-08-01 120.00 = ${QUARTER} : ${dueIn(12, { 3: '$', 6: '$' })} : lost@9 risk@9=12.00
    KX90079 Imogene_Jessup DVH_Choice Bea_Colter GA 2022-03-01 40.00 = ${LATER} : $*5 ${QUARTER} -*2 ${QUARTER} -*2 ${QUARTER} :
    KX90080 Jethro_Knowles DVH_Choice Bea_Colter GA 2023-11-01 480.00 = ${dvh(40, 5, 12)} : ${dueIn(12, { 6: '$' })} : underpaid@6 claim@6=0-24.00
    KX90081 Katherine_Lester DVH_Choice Bea_Colter GA 2022-03-01 40.00 = ${LATER} : ${dvh(55, 10)}{DVH_Premier}*6 $*6 : risk@7=0-1.50
    KX90082 Luther_Mattox DVH_Choice Bea_Colter GA 2025-12-01 40.00 = ${FIRST} : -*6 $ -8.00p-40.00r20%x1@-1!Refund -*4 : lost@8 rightful_chargeback@8 risk@8=0-8.00
    KX90083 Minerva_Newsome DVH_Choice Bea_Colter GA 2022-03-01 40.00 = ${LATER} : $*5 $(Gus_Farr)*7 : agent_moved@6
    KX90084 Nehemiah_Odom DVH_Choice Bea_Colter GA 2025-10-01 40.00 = ${FIRST} : -*4 $*2 -24.00p-120.00r20%x3@-2!Refund -*5 : lost@7 rightful_chargeback@7 wrong_chargeback@7 risk@7=0-8.00 claim@7=0-8.00
    KX90085 Ophelia_Padgett DVH_Choice Bea_Colter GA 2026-01-01 47.00 = ${dvh(47, 10)} : -*7 $*5 : ${[8, 9, 10, 11, 12].map((at) => `underpaid@${at}`).join(' ')} ${claims(8, 12, '4.70')}
  `,
  events: 'planned_step@4=KD2 planned_step@7=KD300 planned_step@9=KD400 raised@9=FL',
};
