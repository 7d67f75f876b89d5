import { addMonths } from '../../../core/period.ts';
import type { Description } from '../unseen/description.ts';
import { claims, cut, dueIn, share } from '../unseen-second/rules.ts';

/** Books of contracts that end by themselves, of supplements paid by the premium at issue, and of Medicare years paid in January. */

/** The last day of the month before a period. */
const dayBefore = (period: string): string =>
  new Date(Date.parse(`${period}-01`) - 86_400_000).toISOString().slice(0, 10);
/** A month of a contract that begins with a month and ends by itself after some months. */
const contract = (premium: number, start: string, months = 4, percent = 20): string =>
  `${share(percent, premium)}r${percent}%e${start}-01~${dayBefore(addMonths(start, months))}`;
/** Pays `row` in a run of statements. */
const run = (from: number, count: number, row = '$'): string =>
  Array.from({ length: 9 }, (_, at) => (at + 1 >= from && at + 1 < from + count ? row : '-')).join(' ');
const INDEMNITY = `${share(15, 62)}r15%`;
const DECEMBER = contract(140, '2025-12');
const JANUARY = contract(140, '2026-01');

export const SNOWDROP: Description = {
  name: 'Snowdrop Short Term Medical',
  about:
    '20 % of the premium of short-term contracts that end by themselves after three or four months, and 15 % of fixed indemnity without an end',
  line: 'major_medical',
  first: '2025-10',
  statements: 9,
  behind: 0,
  type: '',
  dates: 'iso',
  columns: [
    ['id', 'Cert No'],
    ['name', 'Applicant'],
    ['plan', 'Product'],
    ['effective', 'Coverage Begins'],
    ['term', 'Coverage Ends'],
    ['coverage', 'Month Paid'],
    ['premium', 'Premium'],
    ['rate', 'Comm Rate'],
    ['amount', 'Comm'],
  ],
  alike: [
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((from) => ({
      count: 3,
      id: `SD4${from}0`,
      traits: 'STM_Select Rory_Vance TX -',
      usual: [contract(140, addMonths('2025-09', from)), contract(118.5, addMonths('2025-09', from))],
      pays: run(from, 4),
    })),
    ...[2, 4, 6].map((from) => ({
      count: 2,
      id: `SD3${from}0`,
      traits: 'STM_Select Rory_Vance TX -',
      usual: [contract(99, addMonths('2025-09', from), 3)],
      pays: run(from, 3),
    })),
    // These began before the first statement.
    ...[2, 3].map((left) => ({
      count: 3,
      id: `SD2${left}0`,
      traits: 'STM_Select Rory_Vance TX -',
      usual: [contract(125, addMonths('2025-06', left))],
      pays: run(1, left),
    })),
    {
      count: 14,
      id: 'SF100',
      traits: 'Fixed_Indemnity Rory_Vance TX 2024-05-01',
      usual: [INDEMNITY, `${share(15, 48)}r15%`, `${share(15, 91)}r15%`],
    },
    {
      count: 4,
      id: 'SF200',
      traits: 'Fixed_Indemnity Rory_Vance TX 2026-02-01',
      usual: [INDEMNITY],
      pays: '-*4 $*5',
    },
  ],
  members: `
    SD90071 Alta_Brumley STM_Select Rory_Vance TX - 140.00 = ${DECEMBER} : ${run(3, 2)} : lost@5 risk@5=28.00
    SD90072 Brice_Catlett STM_Select Rory_Vance TX - 140.00 = ${JANUARY} : -*3 $ -$@-1p-140.00 -*4 : lost@5 rightful_chargeback@5 risk@5=0-28.00
    SD90073 Chloe_Denham STM_Select Rory_Vance TX - 140.00 = ${contract(140, '2025-11')} : - $*2 - $ -*4 : unpaid@4 missed_months@5 risk@4=0-28.00 claim@4=28.00
    SD90074 Dorsey_Eubank STM_Select Rory_Vance TX - 140.00 = ${JANUARY} : -*3 $*2 ${contract(140, '2026-01', 4, 15)}*2 -*2 : ${cut(6, 7, '7.00')}
    SD90075 Elsie_Farrow STM_Select Rory_Vance TX - 140.00 = ${contract(140, '2026-02')} : -*4 $ - $@-1+$ $ - : late_premium@6 catch_up@7 risk@6=0-28.00
    SD90076 Ford_Grigsby STM_Select Rory_Vance TX - 140.00 = ${contract(140, '2025-10')} : $*4 ${contract(146, '2026-02')}#N*4 - :
    SD90077 Gemma_Hobart STM_Select Rory_Vance TX - 140.00 = ${contract(140, '2025-10')} : $*4 - ${contract(146, '2026-03')}#N*4 :
    SD90078 Harper_Isbell STM_Select Rory_Vance TX - 140.00 = ${contract(140, '2026-03')} : -*5 $ $+$ $*2 : duplicate_payment@7
    SD90080 Jonas_Kimbrough STM_Select Rory_Vance TX - 140.00 = ${contract(140, '2025-11', 3)} : - $*3 ${contract(146, '2026-02', 3)}#N*3 -*2 :
    SF90081 Kendra_Lockhart Fixed_Indemnity Rory_Vance TX 2024-05-01 62.00 = ${INDEMNITY} : $*5 -*4 : lost@6 risk@6=9.30
    SF90082 Lamar_Metcalf Fixed_Indemnity Rory_Vance TX 2024-05-01 62.00 = ${INDEMNITY} : $*4 $+-$p-62.00@-2 $*4 : wrong_chargeback@5 risk@5=0-9.30 claim@5=9.30
    SF90083 Mamie_Newsom Fixed_Indemnity Rory_Vance TX 2024-05-01 62.00 = ${INDEMNITY} : $*3 - $*5 : unpaid@4 missed_months@5 risk@4=0-9.30 claim@4=9.30
    SF90084 Nolan_Overby Fixed_Indemnity Rory_Vance TX 2024-05-01 62.00 = ${INDEMNITY} : $*5 ${share(10, 62)}r10%*2 $*2 : ${cut(6, 7, '3.10')}
  `,
};

/** A month of a supplement: the premium that is billed today, and 22 % of the premium at issue. */
const atIssue = (billed: number, issue: number, months = 1, percent = 22): string =>
  `${((issue * months * percent) / 100).toFixed(2)}p${(billed * months).toFixed(2)}x${months}`;
const G_POLICY = atIssue(139.2, 120);

export const GRANGER: Description = {
  name: 'Granger Mutual Supplement',
  about:
    '22 % of the premium at issue for six years and 5 % after them: premiums rise every year and commissions do not, and nothing is wrong',
  line: 'med_supp',
  first: '2025-08',
  statements: 10,
  behind: 0,
  type: 'Comp',
  columns: [
    ['id', 'Policy ID'],
    ['name', 'Policyowner'],
    ['plan', 'Plan Type'],
    ['state', 'Res St'],
    ['agent', 'Agent Name'],
    ['effective', 'Policy Eff'],
    ['coverage', 'Premium Due'],
    ['months', 'Mode'],
    ['premium', 'Premium Billed'],
    ['type', 'Comp Code'],
    ['term', 'Lapse Dt'],
    ['amount', 'Comp'],
  ],
  alike: [
    ...[118, 126.4, 140].map((issue, place) => ({
      count: 4,
      id: `GM10${place}`,
      traits: 'Plan_G Effie_Rusk IA 2023-10-01',
      usual: [atIssue(issue * 1.18, issue)],
      pays: `${atIssue(issue * 1.09, issue)}*2 $*8`,
    })),
    ...[122.5, 131].map((issue, place) => ({
      count: 5,
      id: `GM20${place}`,
      traits: 'Plan_G Effie_Rusk NE 2022-12-01',
      usual: [atIssue(issue * 1.31, issue)],
      pays: `${atIssue(issue * 1.2, issue)}*4 $*6`,
    })),
    ...[96, 103.75].map((issue, place) => ({
      count: 4,
      id: `GM30${place}`,
      traits: 'Plan_N Effie_Rusk IA 2024-03-01',
      usual: [atIssue(issue * 1.15, issue)],
      pays: `${atIssue(issue * 1.06, issue)}*7 $*3`,
    })),
    {
      count: 4,
      id: 'GM400',
      traits: 'Plan_G Effie_Rusk IA 2025-11-01',
      usual: [atIssue(128, 128)],
      pays: '-*3 $*7',
    },
    {
      // The seventh policy year begins in February 2026.
      count: 4,
      id: 'GM500',
      traits: 'Plan_F Effie_Rusk NE 2020-02-01',
      usual: [atIssue(168.3, 110, 1, 5)],
      pays: `${atIssue(155.1, 110)}*6 $*4`,
      truth: 'risk@7=0-18.70',
    },
    {
      count: 5,
      id: 'GM600',
      traits: 'Plan_F Effie_Rusk IA 2017-01-01',
      usual: [atIssue(212, 124, 1, 5)],
      pays: `${atIssue(198, 124, 1, 5)}*5 $*5`,
    },
    {
      count: 4,
      id: 'GM700',
      traits: 'Plan_G Effie_Rusk IA 2022-11-01',
      usual: [atIssue(151, 121, 3)],
      pays: dueIn(10, { 1: atIssue(139, 121, 3), 4: '$', 7: '$', 10: '$' }),
    },
  ],
  members: `
    GM90071 Arda_Bohlen Plan_G Effie_Rusk IA 2022-10-01 139.20 = ${G_POLICY} : ${atIssue(129.6, 120)}*2 $*3 ${atIssue(98, 98)}{Plan_N}e2026-01-01*5 : risk@6=0-4.84
    GM90072 Boyd_Clabaugh Plan_G Effie_Rusk IA 2022-10-01 139.20 = ${G_POLICY} : ${atIssue(129.6, 120)}*2 $*2 - $@-1+$ $*4 : late_premium@5 catch_up@6 risk@5=0-26.40
    GM90073 Coral_Dahlke Plan_G Effie_Rusk IA 2022-10-01 139.20 = ${G_POLICY} : ${atIssue(129.6, 120)}*2 $*3 -26.40p-139.20x1@-1~2025-11-30!Refund -*4 : lost@6 rightful_chargeback@6 retroactive_end@6 risk@6=0-26.40
    GM90074 Dell_Erickson Plan_G Effie_Rusk IA 2022-10-01 139.20 = ${G_POLICY} : ${atIssue(129.6, 120)}*2 $*2 $+$@1 - $*4 :
    GM90075 Ethel_Fossum Plan_N Effie_Rusk NE 2024-05-01 110.00 = ${atIssue(110, 101)} : ${atIssue(104, 101)}*5 $*5 :
    GM90076 Fritz_Gundersen Plan_G Effie_Rusk IA 2026-01-01 133.00 = ${atIssue(133, 133)} : -*5 $+$@1 - $*3 :
    GM90077 Greta_Hosek Plan_G Effie_Rusk IA 2022-10-01 417.60 = ${atIssue(139.2, 120, 3)} : ${atIssue(129.6, 120)}*2 ${G_POLICY}*3 $ -*2 $ - :
    GM90078 Harvey_Iseminger Plan_G Effie_Rusk NE 2022-12-01 150.00 = ${atIssue(150, 122)} : ${atIssue(141, 122)}*4 $*2 $#N*4 :
  `,
  events: 'planned_step@7=GM500',
};

const PREPAID = '0.00!Prepaid';
const YEAR = '347.00x12';
const NEW_YEAR = '347.00x12!Initial';
const TRUE_UP = '347.00x12@-2!MARx_True-Up';
const REST = '-202.42x7~2026-05-31!Recoupment';
/** The renewals of a member who is paid for a year in January, which is the third statement. */
const year = (january = '$'): string => `${PREPAID}*2 ${january} ${PREPAID}*7`;
/** A month of a renewal, with an override for the agency, in 2026 and before it. */
const MONTH = '28.92+4.00!Override';
const MONTHLY = '26.08+4.00!Override*2';

export const OSPREY: Description = {
  name: 'Osprey Advantage',
  about:
    'Medicare renewals for a whole year in January, with a row of zero dollars in every other month; new members are trued up in March, and one plan is paid by the month with an override',
  line: 'medicare',
  first: '2025-11',
  statements: 10,
  behind: 0,
  type: 'Renewal',
  file: 'xlsx',
  dates: 'iso',
  columns: [
    ['coverage', 'Comp Period'],
    ['agent', 'Agent of Record'],
    ['id', 'Member MBI'],
    ['name', 'Member Name'],
    ['plan', 'Contract PBP'],
    ['effective', 'Member Eff Date'],
    ['term', 'Member Term Date'],
    ['months', 'Months Paid'],
    ['type', 'Comp Reason'],
    ['amount', 'Comp Amount'],
  ],
  alike: [
    { count: 18, id: '1EA4TC7MK', traits: 'H7731_HMO Ines_Quill OR 2022-01-01', usual: [YEAR], pays: year() },
    {
      count: 8,
      id: '2ED5VF8NP',
      traits: 'H7731_DSNP Ines_Quill OR 2023-01-01',
      usual: [MONTH],
      pays: `${MONTHLY} $*8`,
    },
    {
      count: 6,
      id: '3EN6WG9QR',
      traits: 'H7731_HMO Ines_Quill OR 2026-01-01',
      usual: [NEW_YEAR],
      pays: `-*2 $ ${PREPAID} ${TRUE_UP} ${PREPAID}*5`,
      truth: 'true_up_paid@5',
    },
    // They come from another carrier in May: eight twelfths of a renewal.
    {
      count: 4,
      id: '4EP7XH1QT',
      traits: 'H7731_HMO Ines_Quill OR 2026-05-01',
      usual: ['231.33x8'],
      pays: `-*6 $ ${PREPAID}*3`,
    },
    {
      count: 4,
      id: '5EQ8YJ2UV',
      traits: 'H7731_HMO Ines_Quill OR 2025-11-01',
      usual: [YEAR],
      pays: `104.33x2!Initial ${PREPAID} $ ${PREPAID}*7`,
    },
  ],
  members: `
    6ER9AK3WX71 Alda_Bjork H7731_HMO Ines_Quill OR 2022-01-01 - = ${YEAR} : ${PREPAID}*2 $ ${PREPAID}*4 ${REST} -*2 : lost@8 rightful_chargeback@8 risk@8=0-347.00
    6ER9AK3WX72 Bertil_Castro H7731_HMO Ines_Quill OR 2022-01-01 - = ${YEAR} : ${PREPAID}*2 $ ${PREPAID}*4 ${REST} ${REST} - : lost@8 rightful_chargeback@8 double_chargeback@9 risk@8=0-347.00 claim@9=202.42
    6ER9AK3WX73 Carina_Dover H7731_HMO Ines_Quill OR 2022-01-01 - = ${YEAR} : ${PREPAID}*2 $ ${PREPAID}*4 -347.00x12~2026-05-31!Recoupment -*2 : lost@8 rightful_chargeback@8 wrong_chargeback@8 risk@8=0-347.00 claim@8=0-144.58
    6ER9AK3WX74 Dacey_Erwin H7731_HMO Ines_Quill OR 2022-01-01 - = ${YEAR} : ${year('313.00x12')} : underpaid@3 risk@3=0-34.00 claim@3=0-34.00
    6ER9AK3WX75 Edna_Fulk H7731_HMO Ines_Quill OR 2022-01-01 - = ${YEAR} : ${PREPAID}*10 : unpaid@3 risk@3=0-347.00 claim@3=347.00
    6ER9AK3WX76 Foss_Gilmer H7731_HMO Ines_Quill OR 2026-01-01 - = ${NEW_YEAR} : -*2 $ ${PREPAID}*7 : true_up_missing@5 claim@5=0-347.00
    6ER9AK3WX77 Gala_Hurst H7731_HMO Ines_Quill OR 2026-01-01 - = ${NEW_YEAR} : -*2 $ ${PREPAID} -347.00x12@-2~2026-02-28!Recoupment -*5 : lost@5 rightful_chargeback@5 rapid_disenrollment@5 risk@5=0-347.00
    6ER9AK3WX78 Hale_Ingram H7731_HMO Ines_Quill OR 2022-01-01 - = ${YEAR} : ${year('$+$')} : duplicate_payment@3
    6ER9AK3WX79 Ilsa_Joplin H7731_DSNP Ines_Quill OR 2023-01-01 - = ${MONTH} : ${MONTHLY} $*4 -*4 : lost@7 risk@7=32.92
    6ER9AK3WX80 Jorah_Kline H7731_DSNP Ines_Quill OR 2023-01-01 - = ${MONTH} : ${MONTHLY} $*3 - $*4 : unpaid@6 missed_months@7 risk@6=0-32.92 claim@6=32.92
    6ER9AK3WX81 Kolby_Lutz H7731_DSNP Ines_Quill OR 2023-01-01 - = ${MONTH} : ${MONTHLY} $*3 $(Noor_Petty)*5 : agent_moved@6
    6ER9AK3WX82 Leta_Moyer H7731_DSNP Ines_Quill OR 2023-01-01 - = ${MONTH} : ${MONTHLY} $*4 - $@-1+$ $*2 : late_premium@7 catch_up@8 risk@7=0-32.92
    6ER9AK3WX83 Manny_Neeley H7731_DSNP Ines_Quill OR 2023-01-01 - = ${MONTH} : ${MONTHLY} $*3 $+-$@-2!Recoupment $*4 : wrong_chargeback@6 risk@6=0-32.92 claim@6=32.92
    7ER9AK3WX84 Nova_Oakley H7731_DSNP Ines_Quill OR 2023-01-01 - = 26.08+4.00!Override : $*10 : ${[3, 4, 5, 6, 7, 8, 9, 10].map((at) => `underpaid@${at}`).join(' ')} risk@3=0-2.84 ${claims(3, 10, '2.84')}
    6ER9AK3WX88 Sunniva_Tate H7731_DSNP Ines_Quill OR 2023-01-01 - = ${MONTH} : ${MONTHLY} $*4 28.92*4 : ${cut(7, 10, '4.00')}
    6ER9AK3WX85 Oleg_Purdy H7731_HMO Ines_Quill OR 2022-01-01 - = ${YEAR} : ${PREPAID}*2 - $@-1 ${PREPAID}*6 : late_premium@3 catch_up@4 risk@3=0-347.00
    6ER9AK3WX86 Petra_Quigley H7731_HMO Ines_Quill OR 2022-01-01 - = ${YEAR} : ${PREPAID}*2 $ ${PREPAID}*2 0.00e2026-04-01{H7731_PPO}!Prepaid*5 :
    6ER9AK3WX87 Rolf_Sandoval H7731_HMO Ines_Quill OR 2022-01-01 - = ${YEAR} : ${PREPAID}*2 $(Noor_Petty) 0.00(Noor_Petty)!Prepaid*7 : agent_moved@3
  `,
  events: 'raised@3=H7731_DSNP',
};
