import { addMonths } from '../../../core/period.ts';
import type { Description } from '../unseen/description.ts';
import { cut, dueIn, share } from '../unseen-second/rules.ts';

/** Books of schools that deduct ten times a year, of annuities paid at issue, and of funeral contracts that are paid up one day. */

/** A deduction of a month. */
const deducted = (premium: number, percent: number): string => `${share(percent, premium)}r${percent}%`;
const TEACHER = deducted(48, 8);
const NURSE = deducted(50, 8);
const NEW_NURSE = deducted(50, 50);
/** The pay from June 2025 on: a school deducts nothing in July and August. */
const SCHOOL_YEARS = '$ -*2 $*10 -';

/** Payroll policies of a school district, which deducts ten times a year, and of a hospital. */
export const CHALKLINE: Description = {
  name: 'Chalkline Worksite',
  about:
    '50 % of payroll deductions in the first year and 8 % later; schools deduct ten times a year, so nothing is due in summer',
  line: 'ancillary',
  first: '2025-06',
  statements: 14,
  behind: 0,
  type: 'Deduction',
  columns: [
    ['id', 'Certificate'],
    ['name', 'Employee'],
    ['plan', 'Employer and Pays'],
    ['agent', 'Enroller'],
    ['effective', 'Cert Date'],
    ['coverage', 'Deduction Month'],
    ['type', 'Entry'],
    ['premium', 'Deducted'],
    ['rate', 'Comm %'],
    ['amount', 'Commission'],
  ],
  alike: [
    {
      count: 14,
      id: 'CK100',
      traits: 'Hillside_Schools_10_Pay Moira_Tabor AL 2021-09-01',
      usual: [TEACHER, deducted(36, 8), deducted(60, 8)],
      pays: SCHOOL_YEARS,
    },
    ...[30, 54].map((premium) => ({
      count: 3,
      id: `CK2${premium}`,
      traits: 'Hillside_Schools_10_Pay Moira_Tabor AL 2024-09-01',
      usual: [deducted(premium, 8)],
      pays: `${deducted(premium, 50)} -*2 $*10 -`,
      truth: `risk@4=0-${(premium * 0.42).toFixed(2)}`,
    })),
    {
      count: 5,
      id: 'CK300',
      traits: 'Hillside_Schools_10_Pay Moira_Tabor AL 2025-10-01',
      usual: [deducted(42, 50)],
      pays: '-*4 $*9 -',
    },
    {
      count: 10,
      id: 'CK400',
      traits: 'Larch_Hospital_12_Pay Moira_Tabor AL 2022-02-01',
      usual: [NURSE, deducted(65, 8), deducted(37.5, 8)],
    },
    {
      count: 5,
      id: 'CK500',
      traits: 'Larch_Hospital_12_Pay Moira_Tabor AL 2024-11-01',
      usual: [deducted(55, 8)],
      pays: `${deducted(55, 50)}*5 $*9`,
      truth: 'risk@6=0-23.10',
    },
    {
      count: 4,
      id: 'CK600',
      traits: 'Larch_Hospital_12_Pay Moira_Tabor AL 2026-03-01',
      usual: [deducted(45, 50)],
      pays: '-*9 $*5',
    },
  ],
  members: `
    CX90071 Ambrose_Burch Hillside_Schools_10_Pay Moira_Tabor AL 2021-09-01 48.00 = ${TEACHER} : $ -*13 : lost@4 risk@4=3.84
    CX90072 Beulah_Cargile Hillside_Schools_10_Pay Moira_Tabor AL 2021-09-01 48.00 = ${TEACHER} : $ -*2 $ - $*8 - : unpaid@5 missed_months@6 risk@5=0-3.84 claim@5=3.84
    CX90073 Clement_Dubose Hillside_Schools_10_Pay Moira_Tabor AL 2021-09-01 48.00 = ${TEACHER} : $ -*2 $*5 -*6 : lost@9 risk@9=3.84
    CX90074 Delores_Ezell Hillside_Schools_10_Pay Moira_Tabor AL 2021-09-01 48.00 = ${TEACHER} : $ -*2 $*3 - $@-1+$ $*5 - : late_premium@7 catch_up@8 risk@7=0-3.84
    CX90075 Elbert_Fleming Hillside_Schools_10_Pay Moira_Tabor AL 2021-09-01 48.00 = ${TEACHER} : $ -*2 $*4 ${deducted(48, 5)}*3 $*3 - : ${cut(8, 10, '1.44')}
    CX90076 Florine_Gentry Hillside_Schools_10_Pay Moira_Tabor AL 2021-09-01 48.00 = ${deducted(40, 8)}{Larch_Hospital_12_Pay} : ${TEACHER} -*2 $*11 : risk@4=0-0.64
    CX90077 Garfield_Huey Larch_Hospital_12_Pay Moira_Tabor AL 2022-02-01 50.00 = ${NURSE} : $*6 -*8 : lost@7 risk@7=4.00
    CX90078 Hester_Ingram Larch_Hospital_12_Pay Moira_Tabor AL 2022-02-01 50.00 = ${NURSE} : $*4 - $*9 : unpaid@5 missed_months@6 risk@5=0-4.00 claim@5=4.00
    CX90079 Isaiah_Jemison Larch_Hospital_12_Pay Moira_Tabor AL 2022-02-01 50.00 = ${NURSE} : $*7 $+-$p-50.00@-2!Reversal $*6 : wrong_chargeback@8 risk@8=0-4.00 claim@8=4.00
    CX90080 Jerusha_Kyser Larch_Hospital_12_Pay Moira_Tabor AL 2022-02-01 50.00 = ${NURSE} : $*8 $+$ $*5 : duplicate_payment@9
    CX90081 Kendrick_Lyles Larch_Hospital_12_Pay Moira_Tabor AL 2022-02-01 50.00 = ${NURSE} : $*6 $(Vera_Holm)*8 : agent_moved@7
    CX90082 Lavinia_Mims Larch_Hospital_12_Pay Moira_Tabor AL 2024-11-01 50.00 = ${NURSE} : ${NEW_NURSE}*3 $*11 : ${cut(4, 5, '21.00')}
    CX90083 Murphy_Nall Hillside_Schools_10_Pay Moira_Tabor AL 2021-09-01 48.00 = ${TEACHER} : $ -*2 -$p-48.00@-3!Reversal -*10 : lost@4 rightful_chargeback@4 risk@4=0-3.84
    CX90084 Nettie_Oglesby Larch_Hospital_12_Pay Moira_Tabor AL 2022-02-01 50.00 = ${NURSE} : $*7 -*2 $@-2+$@-1+$ $*4 : late_premium@8 late_premium@9 reinstated@10 catch_up@10 risk@8=0-4.00
    CX90085 Oscar_Pettus Hillside_Schools_10_Pay Moira_Tabor AL 2021-09-01 48.00 = ${TEACHER} : $ -*3 $@-1+$ $*8 - : late_premium@4 catch_up@5 risk@4=0-3.84
  `,
  events: 'planned_step@4=CK2 planned_step@6=CK500',
};

/** A payment of a contract by its premium or its value. */
const contract = (value: number, percent: number, event = 'Issue'): string =>
  `${share(percent, value)}r${percent}%!${event}`;
const SINGLE = contract(60_000, 5);
/** Takes back what was paid at issue, or half of it from the seventh month on. */
const surrendered = (value: number, event = 'Surrender'): string =>
  `-${share(5, value).replace('p', 'p-')}r5%!${event}`;
const yearly = (value: number, percent = 1): string => contract(value, percent, 'Anniversary');
const MONTHLY = contract(90_000, 0.05, 'Trail');
const once = (due: Readonly<Record<number, string>>): string => dueIn(14, due);

/** Annuities that are paid at issue, with the anniversary or by the month. */
export const WINDROSE: Description = {
  name: 'Windrose Annuity',
  about:
    'annuities at issue, with the anniversary or by the month; a surrender costs all for six months, and half for the next six',
  line: null,
  first: '2025-04',
  statements: 14,
  behind: 0,
  type: 'Issue',
  file: 'xlsx',
  titles: ['Windrose Annuity Company', 'Commission Statement'],
  total: 'Net Commission',
  columns: [
    ['id', 'Contract No'],
    ['name', 'Annuitant'],
    ['plan', 'Commission Option'],
    ['agent', 'Producer'],
    ['effective', 'Issue Date'],
    ['type', 'Event'],
    ['premium', 'Premium or Value'],
    ['rate', 'Rate'],
    ['amount', 'Commission'],
  ],
  alike: [
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14].map((due) => ({
      count: 2,
      id: `WA1${String(due).padStart(2, '0')}`,
      traits: `Option_A Noel_Harker KS ${addMonths('2025-03', due)}-01`,
      usual: [SINGLE, contract(45_000, 5)],
      pays: once({ [due]: '$' }),
    })),
    ...[1, 2].map((due) => ({
      count: 5,
      id: `WB1${due}0`,
      traits: `Option_B Noel_Harker KS ${addMonths('2022-03', due)}-01`,
      usual: [yearly(80_000)],
      pays: once({ [due]: '$', [due + 12]: yearly(82_400) }),
    })),
    ...[5, 8, 11].map((due) => ({
      count: 3,
      id: `WB2${String(due).padStart(2, '0')}`,
      traits: `Option_B Noel_Harker KS ${addMonths('2021-03', due)}-01`,
      usual: [yearly(54_000), yearly(97_500)],
      pays: once({ [due]: '$' }),
    })),
    {
      count: 4,
      id: 'WB900',
      traits: 'Option_B Noel_Harker KS 2025-04-01',
      usual: [contract(70_000, 2.5)],
      pays: once({ 1: '$', 13: yearly(72_100) }),
      truth: 'risk@13=0-1029.00',
    },
    {
      count: 9,
      id: 'WC100',
      traits: 'Option_C Noel_Harker KS 2023-06-01',
      usual: [MONTHLY, contract(120_000, 0.05, 'Trail'), contract(64_000, 0.05, 'Trail')],
    },
  ],
  members: `
    WX90071 Aldous_Brack Option_A Noel_Harker KS 2025-06-01 60000.00 = ${SINGLE} : ${once({ 3: '$', 6: surrendered(60_000) })} : lost@6 rightful_chargeback@6 risk@6=0-3000.00
    WX90072 Berenice_Cope Option_A Noel_Harker KS 2025-05-01 60000.00 = ${SINGLE} : ${once({ 2: '$', 10: surrendered(30_000) })} : lost@10 rightful_chargeback@10 risk@10=0-3000.00
    WX90073 Cordell_Dunn Option_A Noel_Harker KS 2025-05-01 60000.00 = ${SINGLE} : ${once({ 2: '$', 11: surrendered(60_000) })} : lost@11 rightful_chargeback@11 wrong_chargeback@11 risk@11=0-3000.00 claim@11=0-1500.00
    WX90074 Dolores_Engel Option_A Noel_Harker KS 2025-07-01 60000.00 = ${SINGLE} : ${once({ 4: '$', 7: surrendered(60_000), 8: surrendered(60_000) })} : lost@7 rightful_chargeback@7 double_chargeback@8 risk@7=0-3000.00 claim@8=3000.00
    WX90075 Everard_Finch Option_A Noel_Harker KS 2025-08-01 60000.00 = ${SINGLE} : ${once({ 5: '$+$' })} : duplicate_payment@5
    WX90076 Felicia_Gantt Option_A Noel_Harker KS 2025-09-01 60000.00 = ${contract(60_000, 4)} : ${once({ 6: '$' })} : underpaid@6 claim@6=0-600.00
    WX90077 Gideon_Haas Option_B Noel_Harker KS 2022-04-01 80000.00 = ${yearly(80_000)} : ${once({ 1: '$' })} : lost@13 risk@13=800.00-824.00
    WX90078 Hedwig_Irvin Option_B Noel_Harker KS 2022-04-01 80000.00 = ${yearly(80_000)} : ${once({ 1: '$', 13: yearly(82_400, 0.5) })} : underpaid@13 risk@13=388.00-412.00 claim@13=0-412.00
    WX90079 Isidor_Jantz Option_A Noel_Harker KS 2025-08-01 60000.00 = ${SINGLE} : ${once({ 5: '$', 6: contract(20_000, 5, 'Added_Premium') })} : risk@6=0-2000.00
    WX90080 Jewel_Kessler Option_A Noel_Harker KS 2025-11-01 60000.00 = ${SINGLE} : ${once({ 8: '$', 9: surrendered(2_000, 'Premium_Short') })} : rightful_chargeback@9 risk@9=0-3000.00
    WX90081 Konrad_Lentz Option_A Noel_Harker KS 2025-12-01 60000.00 = ${SINGLE} : ${once({ 9: '$', 10: surrendered(60_000, 'Free_Look') })} : lost@10 rightful_chargeback@10 risk@10=0-3000.00
    WX90082 Lorelei_Moyer Option_B Noel_Harker KS 2022-05-01 80000.00 = ${yearly(80_000)} : ${once({ 2: '$', 14: `${yearly(82_400)}(Rex_Avery)` })} : agent_moved@14
    WX90083 Manfred_Nuss Option_C Noel_Harker KS 2023-06-01 90000.00 = ${MONTHLY} : $*7 -*7 : lost@8 risk@8=45.00
    WX90084 Nanette_Ochs Option_C Noel_Harker KS 2023-06-01 90000.00 = ${MONTHLY} : $*4 - $*9 : unpaid@5 missed_months@6 risk@5=0-45.00 claim@5=45.00
    WX90085 Olin_Pauls Option_C Noel_Harker KS 2023-06-01 90000.00 = ${MONTHLY} : $*8 - $+$ $*4 : late_premium@9 catch_up@10 risk@9=0-45.00
    WX90086 Patience_Quiring Option_C Noel_Harker KS 2023-06-01 90000.00 = ${MONTHLY} : $*6 ${contract(90_000, 0.03, 'Trail')}*3 $*5 : ${cut(7, 9, '18.00')}
    WX90087 Ralston_Seibel Option_C Noel_Harker KS 2023-06-01 80000.00 = ${contract(80_000, 0.05, 'Trail')} : ${MONTHLY}*5 $*9 : risk@6=0-5.00
    WX90088 Selma_Tiede Option_C Noel_Harker KS 2023-06-01 90000.00 = ${MONTHLY} : $*10 $+$ $*3 : duplicate_payment@11
    WX90089 Thurman_Unruh Option_C Noel_Harker KS 2023-06-01 90000.00 = ${MONTHLY} : $*8 -45.00p-90000.00r0.05%!Death_Recovery -*5 : lost@9 rightful_chargeback@9 risk@9=0-45.00
    WX90090 Ursula_Voth Option_A Noel_Harker KS 2025-04-01 45000.00 = ${contract(45_000, 5)} : ${once({ 1: '$', 9: surrendered(22_500) })} : lost@9 rightful_chargeback@9 risk@9=0-2250.00
    WX90091 Viktor_Wiens Option_A Noel_Harker KS 2025-06-01 60000.00 = ${SINGLE} : ${once({ 3: '$', 10: surrendered(30_000) })} : lost@10 rightful_chargeback@10 risk@10=0-3000.00
  `,
  events: 'raised@13=WB11 planned_step@13=WB900 raised@14=WB12',
};

/** Months of a funeral contract, and the day on which it is paid up. */
const funeral = (premium: number, percent: number, paidUp: string, months = 1): string =>
  `${share(percent, premium * months)}r${percent}%x${months}~${paidUp}`;
const whole = (premium: number, percent = 6): string => `${share(percent, premium)}r${percent}%x1!Single`;
const TEN_PAY = funeral(80, 3, '2031-05-31');
const YOUNG = funeral(100, 9, '2030-07-31');
const OFTEN = funeral(100, 3, '2026-11-30');
/** Takes the months of a contract back that is void, because its owner died in the first year. */
const voided = (months: number): string => `-${9 * months}.00p-${100 * months}.00r9%x${months}@-5!Void`;
/** Takes a single premium back some months later. */
const refund = (months: number): string => `-444.00p-7400.00r6%x1@-${months}!Refund`;
const FUNERAL = whole(7400);

/** Funeral contracts that are paid up one day. */
export const EVERSTONE: Description = {
  name: 'Everstone Preneed',
  about:
    '6 % of a single funeral premium; else 9 % for a year and 3 % until it is paid up; a death in the first year voids the pay',
  line: null,
  first: '2025-08',
  statements: 12,
  behind: 0,
  type: 'Monthly',
  dates: 'iso',
  columns: [
    ['agent', 'Counselor'],
    ['id', 'Contract'],
    ['name', 'Insured'],
    ['plan', 'Payment Plan'],
    ['effective', 'Contract Date'],
    ['term', 'Paid-Up Date'],
    ['coverage', 'Premium Month'],
    ['months', 'Payments'],
    ['premium', 'Premium'],
    ['rate', 'Rate'],
    ['type', 'Kind'],
    ['amount', 'Commission'],
  ],
  alike: [
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((due) => ({
      count: 2,
      id: `EV1${String(due).padStart(2, '0')}`,
      traits: `Single_Pay Cora_Dwyer WV ${addMonths('2025-07', due)}-01`,
      usual: [FUNERAL, whole(5200)],
      pays: dueIn(12, { [due]: '$' }),
    })),
    ...[
      { start: '2022-11', paidUp: '2025-10-31', left: 3 },
      { start: '2023-01', paidUp: '2025-12-31', left: 5 },
      { start: '2023-05', paidUp: '2026-04-30', left: 9 },
    ].map(({ start, paidUp, left }) => ({
      count: 4,
      id: `EV3${left}0`,
      traits: `Three_Pay Cora_Dwyer WV ${start}-01`,
      usual: [funeral(140, 3, paidUp)],
      pays: `$*${left} -*${12 - left}`,
    })),
    {
      count: 5,
      id: 'EV500',
      traits: 'Five_Pay Cora_Dwyer WV 2024-11-01',
      usual: [funeral(100, 3, '2029-10-31')],
      pays: `${funeral(100, 9, '2029-10-31')}*3 $*9`,
      truth: 'risk@4=0-6.00',
    },
    {
      count: 10,
      id: 'EV700',
      traits: 'Ten_Pay Cora_Dwyer WV 2021-06-01',
      usual: [TEN_PAY, funeral(65, 3, '2031-05-31'), funeral(112, 3, '2031-05-31')],
    },
    {
      count: 4,
      id: 'EV800',
      traits: 'Ten_Pay Cora_Dwyer WV 2026-02-01',
      usual: [funeral(72, 9, '2036-01-31')],
      pays: '-*6 $*6',
    },
  ],
  members: `
    EX90071 Adlai_Bragg Three_Pay Cora_Dwyer WV 2023-05-01 140.00 = ${funeral(140, 3, '2026-04-30')} : $*5 -*7 : lost@6 risk@6=4.20
    EX90072 Bernadine_Cyrus Ten_Pay Cora_Dwyer WV 2021-06-01 80.00 = ${TEN_PAY} : $*6 -*6 : lost@7 risk@7=2.40
    EX90073 Clovis_Dingess Five_Pay Cora_Dwyer WV 2025-08-01 100.00 = ${YOUNG} : $*5 ${voided(5)} -*6 : lost@6 rightful_chargeback@6 risk@6=0-9.00
    EX90074 Darlene_Estep Five_Pay Cora_Dwyer WV 2025-08-01 100.00 = ${YOUNG} : $*5 ${voided(7)} -*6 : lost@6 rightful_chargeback@6 wrong_chargeback@6 risk@6=0-9.00 claim@6=0-18.00
    EX90075 Elwood_Ferrell Ten_Pay Cora_Dwyer WV 2021-06-01 80.00 = ${TEN_PAY} : $*4 - $*7 : unpaid@5 missed_months@6 risk@5=0-2.40 claim@5=2.40
    EX90076 Freda_Gilkerson Ten_Pay Cora_Dwyer WV 2021-06-01 80.00 = ${TEN_PAY} : $*7 - $@-1+$ $*3 : late_premium@8 catch_up@9 risk@8=0-2.40
    EX90077 Granville_Hatfield Ten_Pay Cora_Dwyer WV 2021-06-01 80.00 = ${TEN_PAY} : $*8 $+$ $*3 : duplicate_payment@9
    EX90078 Hallie_Justice Ten_Pay Cora_Dwyer WV 2021-06-01 80.00 = ${TEN_PAY} : $*6 ${funeral(80, 2, '2031-05-31')}*3 $*3 : ${cut(7, 9, '0.80')}
    EX90079 Ivan_Kincaid Ten_Pay Cora_Dwyer WV 2021-06-01 80.00 = ${TEN_PAY} : $*5 $(June_Adair)*7 : agent_moved@6
    EX90080 Jessie_Lambert Ten_Pay Cora_Dwyer WV 2021-06-01 80.00 = ${TEN_PAY} : $*6 $+-$p-80.00@-2!Chargeback $*5 : wrong_chargeback@7 risk@7=0-2.40 claim@7=2.40
    EX90081 Kermit_Maynard Single_Pay Cora_Dwyer WV 2025-10-01 7400.00 = ${FUNERAL} : ${dueIn(12, { 3: '$+$' })} : duplicate_payment@3
    EX90082 Lula_Napier Single_Pay Cora_Dwyer WV 2025-12-01 7400.00 = ${whole(7400, 4)} : ${dueIn(12, { 5: '$' })} : underpaid@5 claim@5=0-148.00
    EX90083 Mack_Osborne Single_Pay Cora_Dwyer WV 2025-11-01 7400.00 = ${FUNERAL} : ${dueIn(12, { 4: '$', 5: refund(1) })} : lost@5 rightful_chargeback@5 risk@5=0-444.00
    EX90084 Norma_Perdue Single_Pay Cora_Dwyer WV 2026-01-01 7400.00 = ${FUNERAL} : ${dueIn(12, { 6: '$', 7: refund(1), 8: refund(2) })} : lost@7 rightful_chargeback@7 double_chargeback@8 risk@7=0-444.00 claim@8=444.00
    EX90085 Opal_Ratliff Five_Pay Cora_Dwyer WV 2021-12-01 100.00 = ${OFTEN} : $*4 ${funeral(100, 3, '2026-11-30', 12)}!Payoff -*7 :
  `,
  events: 'planned_step@4=EV500',
};
