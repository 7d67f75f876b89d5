import type { Description } from '../unseen/description.ts';
import { claims, cut, dueIn, share } from '../unseen-second/rules.ts';

/** Books of businesses that pay a deposit and nine installments, of households with one account, and of legal plans in a new system. */

/** A package pays 28 % of its premium at the start, and nine installments of 8 %. The commission is 12.5 %. */
const down = (premium: number, day: string): string => `${share(12.5, premium * 0.28)}r12.5%e${day}!Down_Pay`;
const part = (premium: number, day: string): string => `${share(12.5, premium * 0.08)}r12.5%e${day}`;
const [FIRST_TERM, NEXT_TERM, FALL_TERM, NEXT_FALL] = ['2025-03-01', '2026-03-01', '2024-09-01', '2025-09-01'];
/** Fourteen statements from March 2025 on of a package that renews in March, at a premium that is 5 % higher. */
const march = (premium: number): string =>
  `${down(premium, FIRST_TERM)} ${part(premium, FIRST_TERM)}*9 -*2 ${down(premium * 1.05, NEXT_TERM)} ${part(premium * 1.05, NEXT_TERM)}`;
const september = (premium: number): string =>
  `${part(premium, FALL_TERM)}*4 -*2 ${down(premium * 1.05, NEXT_FALL)} ${part(premium * 1.05, NEXT_FALL)}*7`;
const DOWN = down(8000, FIRST_TERM);
const PART = part(8000, FIRST_TERM);
const RENEWAL = `${down(8400, NEXT_TERM)} ${part(8400, NEXT_TERM)}`;
const FALL = part(8000, FALL_TERM);
const FALL_DOWN = down(8400, NEXT_FALL);
const FALL_PART = part(8400, NEXT_FALL);
const AUDIT = `-25.00p-200.00r12.5%e${FALL_TERM}!Audit_Return`;
const UMBRELLA = `${share(12.5, 60)}r12.5%`;
/** The first installment is less than the deposit before it. */
const AFTER_DOWN = 'risk@2=0-200.00';
const AND_NEXT = `${AFTER_DOWN} risk@14=0-210.00`;

/** Commercial packages with a deposit, nine installments and audits. */
export const ANVIL: Description = {
  name: 'Anvil Commercial Package',
  about:
    '12.5 % of commercial packages: a deposit, nine installments, and two months without any; audits, and umbrellas by the month',
  line: null,
  first: '2025-03',
  statements: 14,
  behind: 0,
  type: 'Installment',
  columns: [
    ['id', 'Policy Number'],
    ['name', 'Insured'],
    ['plan', 'Line'],
    ['agent', 'Producer'],
    ['effective', 'Term Effective'],
    ['coverage', 'Due Month'],
    ['type', 'Transaction'],
    ['premium', 'Premium'],
    ['rate', 'Comm Rate'],
    ['amount', 'Commission'],
  ],
  alike: [
    ...[8000, 12_000, 4800].map((premium, place) => ({
      count: 4,
      id: `AN1${place}0`,
      traits: 'Package Thea_Rowan NJ 2025-03-01',
      usual: [part(premium, FIRST_TERM)],
      pays: march(premium),
      truth: `risk@2=0-${premium / 40} risk@14=0-${(premium * 1.05) / 40}`,
    })),
    ...[8000, 5600].map((premium, place) => ({
      count: 5,
      id: `AN2${place}0`,
      traits: 'Package Thea_Rowan NJ 2024-09-01',
      usual: [part(premium, FALL_TERM)],
      pays: september(premium),
      truth: `risk@8=0-${(premium * 1.05) / 40}`,
    })),
    {
      count: 4,
      id: 'AN300',
      traits: 'Package Thea_Rowan NJ 2025-06-01',
      usual: [part(7200, '2025-06-01')],
      pays: `-*3 ${down(7200, '2025-06-01')} $*9 -`,
      truth: 'risk@5=0-180.00',
    },
    {
      count: 4,
      id: 'AN400',
      traits: 'Package Thea_Rowan NJ 2025-04-01',
      usual: [`${share(12.5, 3600)}r12.5%!Annual`],
      pays: dueIn(14, { 2: '$', 14: `${share(12.5, 3744)}r12.5%e2026-04-01!Annual` }),
    },
    {
      count: 10,
      id: 'AN500',
      traits: 'Umbrella Thea_Rowan NJ 2023-05-01',
      usual: [UMBRELLA, `${share(12.5, 96)}r12.5%`, `${share(12.5, 44)}r12.5%`],
    },
  ],
  members: `
    AX90071 Able_Machine Package Thea_Rowan NJ 2024-09-01 - = ${FALL} : $*4 -*2 ${FALL_DOWN} ${FALL_PART} ${FALL_PART}+${AUDIT} ${FALL_PART}*5 : rightful_chargeback@9 risk@8=0-210.00 risk@9=0-25.00
    AX90072 Bergen_Bakery Package Thea_Rowan NJ 2024-09-01 - = ${FALL} : $*4 -*2 ${FALL_DOWN} ${FALL_PART} ${FALL_PART}+${AUDIT} ${FALL_PART}+${AUDIT} ${FALL_PART}*4 : rightful_chargeback@9 double_chargeback@10 risk@8=0-210.00 risk@9=0-25.00 risk@10=0-25.00 claim@10=25.00
    AX90073 Cape_Stone Package Thea_Rowan NJ 2024-09-01 - = ${FALL} : $*4 -*2 ${FALL_DOWN} ${FALL_PART} ${FALL_PART}+${share(12.5, 400)}r12.5%e${FALL_TERM}!Audit_Added ${FALL_PART}*5 : risk@8=0-210.00 risk@10=0-50.00
    AX90074 Delta_Signs Package Thea_Rowan NJ 2025-03-01 - = ${PART} : ${DOWN} $*4 -183.33p-1466.67!Cancel_Return -*8 : lost@6 rightful_chargeback@6 ${AFTER_DOWN} risk@6=0-80.00
    AX90075 Essex_Glass Package Thea_Rowan NJ 2025-03-01 - = ${PART} : ${DOWN} $*9 -*4 : lost@13 ${AFTER_DOWN} risk@13=80.00-280.00
    AX90076 Forge_Alley Package Thea_Rowan NJ 2025-03-01 - = ${PART} : ${DOWN} $*9 -*2 235.20p2352.00r10%e${NEXT_TERM}!Down_Pay 67.20p672.00r10%e${NEXT_TERM} : underpaid@13 underpaid@14 ${AFTER_DOWN} risk@13=0-58.80 risk@14=0-168.00 claim@13=0-58.80 claim@14=0-16.80
    AX90077 Garden_Supply Package Thea_Rowan NJ 2025-03-01 - = ${PART} : ${DOWN} $*3 - $*5 -*2 ${RENEWAL} : unpaid@5 missed_months@6 ${AND_NEXT} risk@5=0-80.00 claim@5=80.00
    AX90078 Harbor_Cafe Package Thea_Rowan NJ 2025-03-01 - = ${PART} : ${DOWN} $*4 - $@-1+$ $*3 -*2 ${RENEWAL} : late_premium@6 catch_up@7 ${AND_NEXT} risk@6=0-80.00
    AX90079 Ivy_Florist Package Thea_Rowan NJ 2025-03-01 - = ${PART} : ${DOWN} $*6 $+$ $*2 -*2 ${RENEWAL} : duplicate_payment@8 ${AND_NEXT}
    AX90080 Jersey_Tool Package Thea_Rowan NJ 2025-03-01 - = ${PART} : ${DOWN} $*3 $+${share(12.5, 240)}r12.5%!Endorse ${part(9000, FIRST_TERM)}*5 -*2 ${down(9450, NEXT_TERM)} ${part(9450, NEXT_TERM)} : ${AFTER_DOWN} risk@6=0-20.00 risk@14=0-236.25
    AX90081 Kearny_Metal Package Thea_Rowan NJ 2025-03-01 - = ${PART} : ${DOWN} $*4 $+-$p-640.00@-2!Cancel_Return $*4 -*2 ${RENEWAL} : wrong_chargeback@6 ${AND_NEXT} risk@6=0-80.00 claim@6=80.00
    AX90082 Lodi_Laundry Package Thea_Rowan NJ 2025-03-01 - = ${PART} : ${DOWN} $*9 -*2 ${share(12.5, 8400)}r12.5%e${NEXT_TERM}!Annual - : ${AFTER_DOWN}
    AX90083 Mercer_Motors Package Thea_Rowan NJ 2025-06-01 - = ${part(8000, '2025-06-01')} : -*3 ${down(8000, '2025-06-01')} -280.00p-2240.00@-1!Flat_Cancel -*9 : lost@5 rightful_chargeback@5 risk@5=0-280.00
    AX90084 Nutley_Press Umbrella Thea_Rowan NJ 2023-05-01 60.00 = ${UMBRELLA} : $*8 -*6 : lost@9 risk@9=7.50
    AX90085 Ocean_Tile Umbrella Thea_Rowan NJ 2023-05-01 60.00 = ${UMBRELLA} : $*5 - $*8 : unpaid@6 missed_months@7 risk@6=0-7.50 claim@6=7.50
    AX90086 Paramus_Pets Umbrella Thea_Rowan NJ 2023-05-01 60.00 = ${UMBRELLA} : $*9 $(Wynn_Castor)*5 : agent_moved@10
  `,
  events: 'raised@7=AN2 raised@13=AN1 raised@14=AN400',
};

/** A line of an account at 11 % of its premium, or at another rate. */
const line = (premium: number, product: string, percent = 11): string =>
  `${share(percent, premium)}r${percent}%[${product}]`;
const [HOME, AUTO, UMB] = [line(120, 'HOME'), line(90, 'AUTO'), line(20, 'UMB')];
const BOTH = `${HOME}+${AUTO}`;
const LESS_HOME = '-3.30p-30.00r11%[HOME]';

/** Households with their home, cars and umbrella in one account. */
export const PINECONE: Description = {
  name: 'Pinecone Mutual Account',
  about:
    '11 % of the home, car and umbrella of a household in one account; 9 % for the cars of one state from the sixth statement on',
  line: null,
  first: '2025-09',
  statements: 11,
  behind: 0,
  type: 'Premium',
  file: 'xlsx',
  unassigned: 'Profit_Share@7=842.50',
  columns: [
    ['id', 'Account'],
    ['name', 'Household'],
    ['product', 'Line'],
    ['state', 'State'],
    ['agent', 'Agent'],
    ['effective', 'Account Since'],
    ['coverage', 'Premium Month'],
    ['type', 'Kind'],
    ['premium', 'Premium'],
    ['rate', 'Rate'],
    ['amount', 'Commission'],
  ],
  alike: [
    {
      count: 10,
      id: 'PN100',
      traits: '- Faye_Lundgren MN 2021-06-01',
      usual: [BOTH, `${line(148, 'HOME')}+${line(112, 'AUTO')}`],
    },
    { count: 6, id: 'PN200', traits: '- Faye_Lundgren MN 2020-10-01', usual: [`${BOTH}+${UMB}`] },
    { count: 6, id: 'PN250', traits: '- Faye_Lundgren MN 2023-02-01', usual: [line(100, 'AUTO'), line(84, 'AUTO')] },
    {
      count: 5,
      id: 'PN300',
      traits: '- Faye_Lundgren MN 2022-01-01',
      usual: [`${line(126, 'HOME')}+${AUTO}`],
      pays: `${BOTH}*4 $*7`,
    },
    {
      // A home is added in February, and the car becomes cheaper by a tenth.
      count: 3,
      id: 'PN400',
      traits: '- Faye_Lundgren MN 2023-02-01',
      usual: [`${line(130, 'HOME')}+${line(81, 'AUTO')}`],
      pays: `${AUTO}*5 $*6`,
      truth: 'risk@6=0-0.99',
    },
    { count: 4, id: 'PN500', traits: '- Faye_Lundgren MN 2026-03-01', usual: [BOTH], pays: '-*6 $*5' },
    { count: 5, id: 'PN600', traits: '- Otto_Brill MN 2019-04-01', usual: [BOTH], pays: '$*7 $(Faye_Lundgren)*4' },
    {
      count: 5,
      id: 'PN700',
      traits: '- Faye_Lundgren ND 2021-09-01',
      usual: [`${HOME}+${line(90, 'AUTO', 9)}`],
      pays: `${BOTH}*5 $*6`,
      truth: `risk@6=0-1.80 ${claims(6, 11, '1.80')}`,
    },
  ],
  members: `
    PX90071 Arvid_Bakke - Faye_Lundgren MN 2021-06-01 - = ${BOTH} : $*4 -*7 : lost@5 risk@5=23.10
    PX90072 Britta_Carlsen - Faye_Lundgren MN 2021-06-01 - = ${BOTH} : $*5 ${HOME}*2 $*4 : ${cut(6, 7, '9.90')}
    PX90073 Casper_Dahl - Faye_Lundgren MN 2021-06-01 - = ${BOTH} : $*3 - $*7 : unpaid@4 missed_months@5 risk@4=0-23.10 claim@4=23.10
    PX90074 Dagny_Ek - Faye_Lundgren MN 2021-06-01 - = ${BOTH} : $*6 - $@-1+$ $*3 : late_premium@7 catch_up@8 risk@7=0-23.10
    PX90075 Elmer_Foss - Faye_Lundgren MN 2021-06-01 - = ${BOTH} : $*7 $+${AUTO} $*3 : duplicate_payment@8
    PX90076 Greta_Haugen - Faye_Lundgren MN 2021-06-01 - = ${HOME}+${line(130, 'AUTO')} : ${BOTH}*5 ${BOTH}+${line(40, 'AUTO')}!Endorse $*5 :
    PX90077 Haakon_Iverson - Faye_Lundgren MN 2021-06-01 - = ${HOME}+${line(75, 'AUTO')} : ${BOTH}*4 $*7 : risk@5=0-1.65
    PX90078 Inga_Jorstad - Faye_Lundgren MN 2021-06-01 - = ${BOTH} : $*6 $+-${HOME}p-120.00@-2!Return $*4 : wrong_chargeback@7 risk@7=0-13.20 claim@7=13.20
    PX90079 Jens_Kolstad - Faye_Lundgren MN 2021-06-01 - = ${BOTH} : $*4 ${HOME}+${line(90, 'AUTO', 7)}*4 $*3 : ${cut(5, 8, '3.60')}
    PX90080 Karsten_Lien - Faye_Lundgren MN 2021-06-01 - = ${BOTH} : $*6 -${HOME}p-120.00@-1!Return+-${AUTO}p-90.00@-1!Return -*4 : lost@7 rightful_chargeback@7 risk@7=0-23.10
    PX90081 Liv_Moen - Faye_Lundgren MN 2021-06-01 - = ${BOTH} : $*5 $(Hal_Nystrom)*6 : agent_moved@6
    PX90082 Magnus_Nygaard - Faye_Lundgren MN 2020-10-01 - = ${BOTH}+${UMB} : $*4 ${BOTH}+0.00p20.00r11%[UMB] $*6 : ${cut(5, 5, '2.20')}
    PX90083 Nora_Opheim - Faye_Lundgren MN 2021-06-01 - = ${line(90, 'HOME')}+${AUTO} : ${BOTH}*4 $+${LESS_HOME}@-1!Return $+${LESS_HOME}@-2!Return $*5 : rightful_chargeback@5 double_chargeback@6 risk@5=0-6.60 risk@6=0-3.30 claim@6=3.30
    PX90084 Odin_Pederson - Faye_Lundgren MN 2021-06-01 - = ${BOTH} : $*10 - : lost@11 risk@11=23.10
  `,
  events: 'raised@5=PN300 rate_cut@6=ND agent_moved@8=Otto_Brill',
};

/** A member's month in the new system, which gives new numbers, other words, and other names to two plans. */
const MOVED = '$#L{Legal_Advantage}!Monthly_Comp';
const LEGAL = `$*5 ${MOVED}*5`;
const YEAR = '42.00x12';
/** Takes months of a year back, which a member left on the last day of January. */
const left = (months: number): string =>
  `-${(3.5 * months).toFixed(2)}x${months}~2026-01-31#L{Legal_Advantage}!Reversal`;

/** Legal and identity plans that move to a new system in February. */
export const LEDGERWOOD: Description = {
  name: 'Ledgerwood Legal and Identity',
  about:
    'a flat amount for legal and identity plans; in February all move to a new system, in which some are lost, doubled or cut',
  line: 'ancillary',
  first: '2025-09',
  statements: 10,
  behind: 0,
  type: 'Residual',
  titles: ['Ledgerwood Legal and Identity', 'Associate Earnings'],
  columns: [
    ['id', 'Membership'],
    ['name', 'Member'],
    ['plan', 'Membership Plan'],
    ['agent', 'Associate'],
    ['effective', 'Member Since'],
    ['term', 'Ended'],
    ['coverage', 'Earned Month'],
    ['months', 'Months'],
    ['type', 'Earning'],
    ['amount', 'Earnings'],
  ],
  alike: [
    { count: 14, id: 'LG100', traits: 'Legal_Plus Perry_Oakes OK 2022-05-01', usual: ['3.50'], pays: LEGAL },
    {
      count: 9,
      id: 'LG200',
      traits: 'ID_Watch Perry_Oakes OK 2023-03-01',
      usual: ['1.80'],
      pays: '$*5 $#L{ID_Shield}!Monthly_Comp*5',
    },
    {
      count: 6,
      id: 'LG300',
      traits: 'Legal_and_ID Perry_Oakes OK 2021-11-01',
      usual: ['4.75'],
      pays: '$*5 $#L!Monthly_Comp*5',
    },
    {
      count: 4,
      id: 'LG400',
      traits: 'Legal_Plus Perry_Oakes OK 2025-12-01',
      usual: ['3.50'],
      pays: `-*3 $*2 ${MOVED}*5`,
    },
    {
      count: 4,
      id: 'LNW10',
      traits: 'Legal_Advantage Perry_Oakes OK 2026-04-01',
      usual: ['3.50'],
      pays: '-*7 $!Monthly_Comp*3',
    },
    {
      count: 4,
      id: 'LG500',
      traits: 'Legal_Plus Perry_Oakes OK 2022-10-01',
      usual: [YEAR],
      pays: dueIn(10, { 2: '$' }),
    },
    {
      count: 3,
      id: 'LG600',
      traits: 'Legal_Plus Perry_Oakes OK 2023-03-01',
      usual: [YEAR],
      pays: dueIn(10, { 7: MOVED }),
    },
  ],
  members: `
    LX90071 Asa_Bledsoe Legal_Plus Perry_Oakes OK 2022-05-01 - = 3.50 : $*5 -*5 : lost@6 risk@6=3.50
    LX90072 Biddy_Crabtree ID_Watch Perry_Oakes OK 2023-03-01 - = 1.80 : $*5 -*5 : lost@6 risk@6=1.80
    LX90073 Cyrus_Dozier Legal_Plus Perry_Oakes OK 2022-05-01 - = 3.50 : $*5 $+${MOVED} ${MOVED}*4 : duplicate_payment@6
    LX90074 Dovie_Embry Legal_Plus Perry_Oakes OK 2022-05-01 - = 3.50 : $*5 1.80#L{Legal_Advantage}!Monthly_Comp*5 : ${cut(6, 10, '1.70')}
    LX90075 Euell_Fowler Legal_Plus Perry_Oakes OK 2022-05-01 - = 3.50 : $*5 - ${MOVED}@-1+${MOVED} ${MOVED}*3 : late_premium@6 catch_up@7 risk@6=0-3.50
    LX90076 Flossie_Grayson Legal_Plus Perry_Oakes OK 2022-05-01 - = 3.50 : $*5 -*2 ${MOVED}*3 : unpaid@6 unpaid@7 missed_months@8 risk@6=0-3.50 claim@6=3.50 claim@7=3.50
    LX90077 Gaines_Holloman Legal_Plus Perry_Oakes OK 2022-05-01 - = 3.50 : $*3 -*7 : lost@4 risk@4=3.50
    LX90078 Hadley_Isbell Legal_Plus Perry_Oakes OK 2022-05-01 - = 3.50 : $*5 ${MOVED}*2 -*3 : lost@8 risk@8=3.50
    LX90079 Icie_Jernigan Legal_Plus Perry_Oakes OK 2022-05-01 - = 3.50 : $*5 ${MOVED}*2 -$#L{Legal_Advantage}@-1~2026-02-28!Reversal -*2 : lost@8 rightful_chargeback@8 retroactive_end@8 risk@8=0-3.50
    LX90080 Jubal_Keeton Legal_Plus Perry_Oakes OK 2022-05-01 - = 3.50 : $*5 ${MOVED}*3 ${MOVED}+-$#L{Legal_Advantage}@-2!Reversal ${MOVED} : wrong_chargeback@9 risk@9=0-3.50 claim@9=3.50
    LX90081 Kizzie_Lowrance Legal_Plus Perry_Oakes OK 2022-05-01 - = 3.50 : $*3 $(Hap_Orton)*2 ${MOVED}(Hap_Orton)*5 : agent_moved@4
    LX90082 Lonnie_Meeks Legal_Plus Perry_Oakes OK 2022-05-01 - = 3.50 : $*2 - $*2 ${MOVED}*5 : unpaid@3 missed_months@4 risk@3=0-3.50 claim@3=3.50
    LX90083 Maudie_Nance Legal_Plus Perry_Oakes OK 2022-05-01 - = 3.50 : $*7 ${MOVED}*3 :
    LX90084 Newell_Ogden Legal_Plus Perry_Oakes OK 2022-05-01 - = 3.50 : $*5 ${MOVED}*2 4.75#L{Legal_and_ID}!Monthly_Comp*3 :
    LX90085 Odessa_Purcell Legal_and_ID Perry_Oakes OK 2021-11-01 - = 4.75 : $*5 $#L!Monthly_Comp*2 1.80#L{ID_Shield}!Monthly_Comp*3 : risk@8=0-2.95
    LX90086 Pruitt_Ragsdale Legal_Plus Perry_Oakes OK 2022-10-01 - = ${YEAR} : ${dueIn(10, { 2: '$', 6: left(8) })} : lost@6 rightful_chargeback@6 risk@6=0-42.00
    LX90087 Rexie_Stallings Legal_Plus Perry_Oakes OK 2022-10-01 - = ${YEAR} : ${dueIn(10, { 2: '$', 6: left(10) })} : lost@6 rightful_chargeback@6 wrong_chargeback@6 risk@6=0-42.00 claim@6=0-7.00
  `,
  events: 'plan_renamed@6=Legal_Plus plan_renamed@6=ID_Watch new_ids@6=all',
};
