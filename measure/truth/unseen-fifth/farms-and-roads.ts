import { addMonths } from '../../../core/period.ts';
import type { Description } from '../unseen/description.ts';
import { cut, dueIn, share } from '../unseen-second/rules.ts';

/** Books of property: crops in two parts of a premium, flood policies and bonds by the term, and cars with a new number each term. */

/** A part of a crop premium at 12 %. The acreage report earns 60 % of the premium, and the bill the other 40 %. */
const crop = (premium: number, type = 'Billing'): string => `${share(12, premium)}!${type}`;
const acreage = (premium: number): string => crop(premium * 0.6, 'Acreage');
const billed = (premium: number): string => crop(premium * 0.4);
/** The pay of a spring crop from July 2025 on. Prices are lower in 2026, and the premium is nine tenths of the first. */
const spring = (premium: number, own: Readonly<Record<number, string>> = {}): string =>
  dueIn(14, { 1: acreage(premium), 4: billed(premium), 13: acreage(premium * 0.9), ...own });
/** The service may show that the second part of a premium is smaller than the first, and that the new year is cheaper. */
const lessOf = (premium: number): string =>
  `risk@4=0-${(premium * 0.024).toFixed(2)} risk@13=0-${(premium * 0.0072).toFixed(2)}`;
const HAIL = `${share(18, 800)}{Hail}!Hail_Sale`;

export const PRAIRIE_GATE: Description = {
  name: 'Prairie Gate Crop',
  about:
    '12 % of crop premiums: 60 % of a premium with the acreage report, 40 % with the bill, 18 % of hail policies at once, 12 % of farm liability by the month; acres are revised, nothing is wrong',
  line: null,
  first: '2025-07',
  statements: 14,
  behind: 0,
  type: 'Billing',
  titles: ['Prairie Gate Crop Insurance', 'Agency Commission Ledger'],
  columns: [
    ['id', 'Policy'],
    ['name', 'Insured'],
    ['plan', 'Crop'],
    ['type', 'Entry'],
    ['premium', 'Premium'],
    ['amount', 'Commission'],
  ],
  alike: [
    ...[4200, 6800, 11500].map((premium, place) => ({
      count: 4,
      id: `PG1${place}0`,
      traits: 'Corn Walt_Ensley Adair 2025-03-15',
      usual: [acreage(premium)],
      pays: spring(premium),
      truth: lessOf(premium),
    })),
    ...[3100, 5400].map((premium, place) => ({
      count: 5,
      id: `PG2${place}0`,
      traits: 'Soybeans Walt_Ensley Boone 2025-03-15',
      usual: [acreage(premium)],
      pays: spring(premium),
      truth: lessOf(premium),
    })),
    {
      // The acres of wheat are reported in December, and billed in June.
      count: 7,
      id: 'PG300',
      traits: 'Wheat Walt_Ensley Adair 2025-09-30',
      usual: [acreage(2600)],
      pays: dueIn(14, { 6: '$', 12: billed(2600) }),
      truth: 'risk@12=0-62.40',
    },
    ...[1, 2].map((due) => ({
      count: 4,
      id: `PG4${due}0`,
      traits: 'Hail Walt_Ensley Boone 2025-06-01',
      usual: [HAIL],
      pays: dueIn(14, { [due]: '$', [due + 12]: '$' }),
    })),
    // These report their acres in the second month.
    {
      count: 4,
      id: 'PG500',
      traits: 'Corn Walt_Ensley Clark 2025-03-15',
      usual: [acreage(3500)],
      pays: dueIn(14, { 2: '$', 4: billed(3500), 14: '$' }),
      truth: 'risk@4=0-84.00',
    },
    {
      count: 9,
      id: 'PG700',
      traits: 'Farm_Liability Walt_Ensley Adair 2023-05-01',
      usual: [crop(48), crop(73), crop(61.5)],
    },
    {
      count: 4,
      id: 'PG600',
      traits: 'Corn Walt_Ensley Clark 2026-03-15',
      usual: [acreage(5000)],
      pays: dueIn(14, { 13: '$' }),
    },
  ],
  members: `
    PG90071 Amos_Bertsch Corn Walt_Ensley Adair 2025-03-15 - = ${acreage(4200)} : ${spring(4200, { 5: '-36.00p-300.00!Acreage_Revision' })} : rightful_chargeback@5 ${lessOf(4200)} risk@5=0-201.60
    PG90072 Birgit_Clauson Corn Walt_Ensley Adair 2025-03-15 - = ${acreage(6800)} : ${spring(6800, { 5: crop(450, 'Acreage_Revision') })} : ${lessOf(6800)} risk@5=0-272.40
    PG90073 Clarence_Dietz Soybeans Walt_Ensley Boone 2025-03-15 - = ${acreage(5400)} : ${spring(5400, { 4: `${billed(5400)}+-60.00p-500.00!Acreage_Revision` })} : rightful_chargeback@4 risk@4=0-388.80 risk@13=0-38.88
    PG90074 Doris_Eickhoff Soybeans Walt_Ensley Boone 2025-03-15 - = ${acreage(3100)} : ${spring(3100, { 12: crop(220, 'Added_Option') })} : ${lessOf(3100)} risk@12=0-122.40
    PG90075 Emil_Froehlich Corn Walt_Ensley Adair 2025-03-15 - = ${acreage(4200)} : ${spring(4200, { 13: acreage(4200) })} : risk@4=0-100.80
    PG90076 Frances_Grabau Corn Walt_Ensley Adair 2025-03-15 - = ${acreage(4200)} : ${spring(4200, { 13: acreage(6000) })} : risk@4=0-100.80
    PG90077 Gerd_Hinkel Corn Walt_Ensley Clark 2025-03-15 - = ${acreage(8000)}+${HAIL} : ${dueIn(14, { 1: '$', 4: billed(8000), 13: `${acreage(7200)}+${HAIL}` })} : risk@4=0-336.00 risk@13=0-57.60
    PG90078 Hilma_Janzen Wheat Walt_Ensley Adair 2025-09-30 - = ${acreage(2600)} : ${dueIn(14, { 6: '$', 12: `${billed(2600)}+${crop(150, 'Acreage_Revision')}` })} : risk@12=0-62.40
    PG90079 Ingrid_Kessel Farm_Liability Walt_Ensley Adair 2023-05-01 80.00 = ${crop(80)} : $*6 ${crop(66)}*8 : risk@7=0-1.68
    PG90080 Jurgen_Lentz Farm_Liability Walt_Ensley Boone 2025-11-01 80.00 = ${crop(80)} : -*4 $*10 :
    PG90081 Katrin_Mohr Farm_Liability Walt_Ensley Boone 2023-05-01 80.00 = ${crop(80)} : $*8 - $+$ $*4 : late_premium@9 catch_up@10 risk@9=0-9.60
  `,
};

/** A payment for a term of months, and the day it begins. */
const term = (percent: number, premium: number, months: number, day: string): string =>
  `${share(percent, premium)}r${percent}%x${months}e${day}`;
const flood = (premium: number, day: string, percent = 15): string => term(percent, premium, 12, day);
const bond = (premium: number, months: number, day: string): string => term(30, premium, months, day);
/** A return of premium of a term that began on a day. */
const returned = (premium: number, day: string, type = 'Cancel'): string =>
  `-${share(15, premium).replace('p', 'p-')}r15%x12e${day}!${type}`;
const EXCESS = '9.00p75.00r12%x1';

export const TIDEWATER: Description = {
  name: 'Tidewater Flood and Bond',
  about:
    '15 % of a yearly flood premium, 30 % of bonds for one, two or three years, and 12 % of excess flood by the month; premiums rise 9 % at renewal',
  line: null,
  first: '2025-01',
  statements: 14,
  behind: 0,
  type: 'Renewal',
  file: 'xlsx',
  total: 'Total Due',
  columns: [
    ['id', 'Policy or Bond'],
    ['name', 'Insured or Principal'],
    ['plan', 'Line of Business'],
    ['state', 'State'],
    ['agent', 'Producer'],
    ['effective', 'Term Begins'],
    ['months', 'Term Months'],
    ['premium', 'Net Premium'],
    ['rate', 'Rate'],
    ['type', 'Tran'],
    ['amount', 'Commission'],
  ],
  alike: [
    ...[1, 2].flatMap((due) =>
      [640, 1180].map((premium) => ({
        count: 3,
        id: `TF${due}${premium > 1000 ? 'B' : 'A'}0`,
        traits: `Flood Vera_Noonan SC ${addMonths('2024-12', due)}-01`,
        usual: [flood(premium, `${addMonths('2024-12', due)}-01`)],
        pays: dueIn(14, { [due]: '$', [due + 12]: flood(premium * 1.09, `${addMonths('2025-12', due)}-01`) }),
      })),
    ),
    ...[3, 5, 6, 8, 9, 11].map((due) => ({
      count: 2,
      id: `TF${String(due).padStart(2, '0')}0`,
      traits: `Flood Vera_Noonan SC ${addMonths('2024-12', due)}-01`,
      usual: [flood(720, `${addMonths('2024-12', due)}-01`), flood(955, `${addMonths('2024-12', due)}-01`)],
      pays: dueIn(14, { [due]: due === 6 || due === 8 ? '$!New' : '$' }),
    })),
    {
      count: 3,
      id: 'TB120',
      traits: 'Surety Vera_Noonan GA 2025-02-01',
      usual: [bond(400, 12, '2025-02-01')],
      pays: dueIn(14, { 2: '$', 14: '$e2026-02-01' }),
    },
    {
      count: 4,
      id: 'TB240',
      traits: 'Surety Vera_Noonan GA 2025-01-01',
      usual: [bond(700, 24, '2025-01-01')],
      pays: dueIn(14, { 1: '$' }),
    },
    {
      count: 3,
      id: 'TB360',
      traits: 'Surety Vera_Noonan GA 2025-04-01',
      usual: [bond(950, 36, '2025-04-01')],
      pays: dueIn(14, { 4: '$!New' }),
    },
    {
      count: 10,
      id: 'TX700',
      traits: 'Excess_Flood Vera_Noonan SC 2023-06-01',
      usual: [EXCESS, '6.60p55.00r12%x1', '13.20p110.00r12%x1'],
    },
  ],
  members: `
    TF90071 Alton_Bissell Flood Vera_Noonan SC 2025-01-01 1000.00 = ${flood(1000, '2025-01-01')} : ${dueIn(14, { 1: '$' })} : lost@13 risk@13=150.00
    TF90072 Bernice_Chappell Flood Vera_Noonan SC 2025-01-01 1000.00 = ${flood(1000, '2025-01-01')} : ${dueIn(14, { 1: '$', 13: flood(1000, '2026-01-01', 12) })} : ${cut(13, 13, '30.00')}
    TF90073 Conrad_Dupree Flood Vera_Noonan SC 2025-01-01 1000.00 = ${flood(1000, '2025-01-01')} : ${dueIn(14, { 1: '$', 7: returned(500, '2025-01-01') })} : lost@7 rightful_chargeback@7 risk@7=0-150.00
    TF90074 Dottie_Elwell Flood Vera_Noonan SC 2025-02-01 1000.00 = ${flood(1000, '2025-02-01')} : ${dueIn(14, { 2: '$', 8: returned(500, '2025-02-01'), 9: returned(500, '2025-02-01') })} : lost@8 rightful_chargeback@8 double_chargeback@9 risk@8=0-150.00 claim@9=75.00
    TF90075 Ewell_Fontaine Flood Vera_Noonan SC 2025-03-01 1000.00 = ${flood(1000, '2025-03-01')} : ${dueIn(14, { 3: '$', 4: returned(1200, '2025-03-01', 'Flat_Cancel') })} : lost@4 rightful_chargeback@4 wrong_chargeback@4 risk@4=0-150.00 claim@4=0-30.00
    TF90076 Fawn_Gadsden Flood Vera_Noonan SC 2025-05-01 1000.00 = ${flood(1000, '2025-05-01')} : ${dueIn(14, { 5: '$+$' })} : duplicate_payment@5
    TF90077 Gaylord_Hext Flood Vera_Noonan SC 2025-02-01 1000.00 = ${flood(1000, '2025-02-01')} : ${dueIn(14, { 2: '$', 6: `${share(15, 120)}r15%x12e2025-02-01!Endorse`, 14: flood(1220, '2026-02-01') })} : risk@6=0-132.00
    TF90078 Hattie_Inabinet Flood Vera_Noonan SC 2025-02-01 1000.00 = ${flood(1000, '2025-02-01')} : ${dueIn(14, { 2: '$', 6: returned(200, '2025-02-01', 'Endorse'), 14: flood(872, '2026-02-01') })} : rightful_chargeback@6 risk@6=0-150.00 risk@14=0-19.20
    TF90079 Ivey_Jumper Flood Vera_Noonan SC 2025-07-01 1000.00 = ${flood(1000, '2025-07-01', 10)} : ${dueIn(14, { 7: '$!New' })} : underpaid@7 claim@7=0-50.00
    TB90080 Jessamine_Koger Surety Vera_Noonan GA 2025-02-01 400.00 = ${bond(400, 12, '2025-02-01')} : ${dueIn(14, { 2: '$' })} : lost@14 risk@14=120.00
    TB90081 Kenyon_Limehouse Surety Vera_Noonan GA 2025-01-01 400.00 = ${bond(400, 12, '2025-01-01')} : ${dueIn(14, { 1: '$', 13: bond(720, 24, '2026-01-01') })} :
    TX90082 Leland_Mixson Excess_Flood Vera_Noonan SC 2023-06-01 75.00 = ${EXCESS} : $*6 -*8 : lost@7 risk@7=9.00
    TX90083 Myrtle_Nettles Excess_Flood Vera_Noonan SC 2023-06-01 75.00 = ${EXCESS} : $*4 - $*9 : unpaid@5 missed_months@6 risk@5=0-9.00 claim@5=9.00
    TX90084 Newt_Ogburn Excess_Flood Vera_Noonan SC 2023-06-01 75.00 = ${EXCESS} : $*7 - $+$ $*5 : late_premium@8 catch_up@9 risk@8=0-9.00
    TX90085 Oleta_Prioleau Excess_Flood Vera_Noonan SC 2023-06-01 75.00 = ${EXCESS} : $*8 6.00p75.00r8%x1*3 $*3 : ${cut(9, 11, '3.00')}
    TX90086 Purvis_Quattlebaum Excess_Flood Vera_Noonan SC 2023-06-01 75.00 = ${EXCESS} : $*9 $(Burl_Sims)*5 : agent_moved@10
  `,
  events: 'raised@13=TF1 raised@14=TF2',
};

/** An installment of a car's premium at 10 %, and the day its term of six months began. */
const car = (premium: number, day: string): string => `${share(10, premium)}x1e${day}`;
/** Six months in one payment. */
const whole = (premium: number, day: string): string => `${share(10, premium * 6)}x6e${day}`;
const SEPTEMBER = '2025-09-01';
const MARCH = '2026-03-01';
const CAR = car(110, SEPTEMBER);
const RENEWED = car(114, MARCH);

export const ROADRUNNER: Description = {
  name: 'Roadrunner Auto',
  about:
    '10 % of car premiums by installments of six-month terms; each term has a new number, some terms have five installments, and nothing is wrong',
  line: null,
  first: '2025-09',
  statements: 11,
  behind: 0,
  type: '',
  columns: [
    ['id', 'Policy Nbr'],
    ['name', 'Named Insured'],
    ['effective', 'Term Start'],
    ['coverage', 'Installment Due'],
    ['months', 'Months'],
    ['premium', 'Collected'],
    ['amount', 'Agent Comm'],
  ],
  alike: [
    ...[92, 128.5].map((premium, place) => ({
      count: 5,
      id: `RJ${place}00`,
      traits: 'Auto Cass_Ybarra NM 2025-07-01',
      usual: [car(premium, '2025-07-01')],
      pays: `$*4 ${car(premium * 1.04, '2026-01-01')}#B*6 ${car(premium * 1.06, '2026-07-01')}#C`,
    })),
    ...[104, 86.75].map((premium, place) => ({
      count: 5,
      id: `RS${place}00`,
      traits: 'Auto Cass_Ybarra NM 2025-09-01',
      usual: [car(premium, SEPTEMBER)],
      pays: `$*6 ${car(premium * 1.03, MARCH)}#B*5`,
    })),
    // Terms of five installments: the sixth month of a term has none.
    ...[118, 139].map((premium, place) => ({
      count: 4,
      id: `RF${place}00`,
      traits: 'Auto Cass_Ybarra NM 2025-09-01',
      usual: [car(premium, SEPTEMBER)],
      pays: `$*5 - ${car(premium * 1.03, MARCH)}#B*5`,
    })),
    {
      count: 5,
      id: 'RP000',
      traits: 'Auto Cass_Ybarra NM 2025-10-01',
      usual: [whole(98, '2025-10-01')],
      pays: dueIn(11, { 2: '$', 8: `${whole(101, '2026-04-01')}#B` }),
    },
    {
      count: 5,
      id: 'RN000',
      traits: 'Auto Cass_Ybarra NM 2025-12-01',
      usual: [car(121, '2025-12-01')],
      pays: `-*3 $!New*6 ${car(124, '2026-06-01')}#B*2`,
    },
  ],
  members: `
    RS90071 Adan_Becerra Auto Cass_Ybarra NM 2025-09-01 110.00 = ${RENEWED} : ${CAR}*3 ${car(96, SEPTEMBER)}*3 ${car(99, MARCH)}#B*5 : risk@4=0-1.40
    RS90072 Belen_Chacon Auto Cass_Ybarra NM 2025-09-01 110.00 = ${RENEWED} : ${CAR}*2 ${CAR}+-1.20p-12.00x1e${SEPTEMBER}!Endorsement ${car(106, SEPTEMBER)}*3 ${car(109, MARCH)}#B*5 : rightful_chargeback@3 risk@3=0-1.20 risk@4=0-0.40
    RS90073 Cruz_Delgadillo Auto Cass_Ybarra NM 2025-09-01 110.00 = ${RENEWED} : ${CAR}*2 ${CAR}+${CAR}@1 - ${CAR}*2 $#B*5 :
    RS90074 Delfina_Esquibel Auto Cass_Ybarra NM 2025-09-01 110.00 = ${RENEWED} : ${CAR}*3 - ${CAR}@-1+${CAR} ${CAR} $#B*5 : late_premium@4 catch_up@5 risk@4=0-11.00
    RS90075 Efren_Fresquez Auto Cass_Ybarra NM 2025-09-01 110.00 = ${RENEWED} : ${CAR}*6 ${car(97, MARCH)}#B*5 : risk@7=0-1.30
    RS90076 Flor_Gurule Auto Cass_Ybarra NM 2025-09-01 110.00 = ${CAR} : $*6 ${whole(108, MARCH)}#B -*4 :
    RP90077 Gilbert_Herrera Auto Cass_Ybarra NM 2025-10-01 588.00 = ${whole(98, '2025-10-01')} : - $ - 3.50p35.00x4e2025-10-01!Endorsement -*3 ${whole(112, '2026-04-01')}#B -*3 : risk@4=0-55.30
    RS90078 Hilario_Jaramillo Auto Cass_Ybarra NM 2025-09-01 110.00 = ${RENEWED} : ${CAR}*2 ${CAR}+${car(24, SEPTEMBER)}!Endorsement ${car(122, SEPTEMBER)}*3 ${car(126, MARCH)}#B*5 : risk@4=0-1.20
  `,
  events:
    'new_ids@5=RJ raised@5=RJ new_ids@7=RS raised@7=RS new_ids@7=RF raised@7=RF new_ids@8=RP raised@8=RP new_ids@10=RN raised@10=RN new_ids@11=RJ raised@11=RJ',
};
