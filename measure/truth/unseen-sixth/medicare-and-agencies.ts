import type { Description } from '../unseen/description.ts';
import { claims, cut, dueIn, share } from '../unseen-second/rules.ts';

/** Books of Medicare years paid with the anniversary, of supplements with heaped rates, and of a general agency. */

const [OLD_YEAR, YEAR, INITIAL] = ['313.00x12', '347.00x12', '694.00x12!Initial'];
/** Pays statements of fourteen. */
const paid = (due: Readonly<Record<number, string>>): string => dueIn(14, due);
/** A month of the plan for people with Medicaid, until the end of 2025 and later. */
const [OLD_MONTH, MONTH] = ['26.08', '28.92'];
const DUAL = `${OLD_MONTH}*7`;
const DRUGS = '4.75{FM_Rx_Core}';
/** Takes the months of a year back that were not earned. The year began with 2026. */
const unearned = (months: number, day: string, marks = ''): string =>
  `-${((347 * months) / 12).toFixed(2)}x${months}~${day}${marks}!Unearned`;

/** Medicare years that are paid with the anniversary. */
export const FAIRMEADOW: Description = {
  name: 'Fairmeadow Medicare',
  about:
    'Medicare years paid with the anniversary, more in 2026; one plan by the month takes a block over, the drug plan is renamed',
  line: 'medicare',
  first: '2025-06',
  statements: 14,
  behind: 0,
  type: 'Renewal',
  file: 'xlsx',
  columns: [
    ['id', 'Member Number'],
    ['name', 'Member Name'],
    ['plan', 'Plan'],
    ['agent', 'Agent of Record'],
    ['state', 'ST'],
    ['effective', 'Effective Date'],
    ['term', 'Disenroll Date'],
    ['coverage', 'Comp From'],
    ['months', 'Comp Months'],
    ['type', 'Comp Type'],
    ['amount', 'Comp Amount'],
  ],
  alike: [
    ...[6, 7].map((month) => ({
      count: 6,
      id: `FMY0${month}`,
      traits: `FM_HMO Lyle_Stamper PA 2022-0${month}-01`,
      usual: [OLD_YEAR],
      pays: paid({ [month - 5]: '$', [month + 7]: YEAR }),
    })),
    ...[10, 11].map((month) => ({
      count: 4,
      id: `FMY${month}`,
      traits: `FM_HMO Lyle_Stamper PA 2023-${month}-01`,
      usual: [OLD_YEAR],
      pays: paid({ [month - 5]: '$' }),
    })),
    ...[1, 2, 3].map((month) => ({
      count: 4,
      id: `FMY0${month}`,
      traits: `FM_HMO Lyle_Stamper PA 2024-0${month}-01`,
      usual: [YEAR],
      pays: paid({ [month + 7]: '$' }),
    })),
    {
      count: 4,
      id: 'FMN01',
      traits: 'FM_HMO Lyle_Stamper PA 2026-01-01',
      usual: [INITIAL],
      pays: paid({ 8: '$' }),
    },
    { count: 12, id: 'FMD10', traits: 'FM_DSNP Lyle_Stamper PA 2023-05-01', usual: [MONTH], pays: `${DUAL} $*7` },
    {
      // These were written by another agency, whose block is taken over in November.
      count: 8,
      id: 'FMD20',
      traits: 'FM_DSNP Lyle_Stamper PA 2021-04-01',
      usual: [MONTH],
      pays: `-*5 ${OLD_MONTH}*2 $*7`,
    },
    { count: 6, id: 'FMR10', traits: 'FM_Rx_Value Lyle_Stamper PA 2022-01-01', usual: [DRUGS], pays: '4.58*7 $*7' },
  ],
  members: `
    FX4AK90071 Artis_Boyle FM_HMO Lyle_Stamper PA 2022-06-01 - = ${OLD_YEAR} : ${paid({ 1: '$' })} : lost@13 risk@13=313.00-347.00
    FX4AK90072 Bonita_Cusick FM_HMO Lyle_Stamper PA 2023-07-01 - = ${OLD_YEAR} : ${paid({ 2: '$', 14: '$' })} : underpaid@14 risk@14=0-34.00 claim@14=0-34.00
    FX4AK90073 Clifton_Devlin FM_HMO Lyle_Stamper PA 2024-01-01 - = ${YEAR} : ${paid({ 8: '$', 13: unearned(7, '2026-05-31') })} : lost@13 rightful_chargeback@13 risk@13=0-347.00
    FX4AK90074 Dorothea_Egan FM_HMO Lyle_Stamper PA 2024-01-01 - = ${YEAR} : ${paid({ 8: '$', 12: unearned(8, '2026-04-30'), 13: unearned(8, '2026-04-30', '@-1') })} : lost@12 rightful_chargeback@12 double_chargeback@13 risk@12=0-347.00 claim@13=231.33
    FX4AK90075 Everett_Fallon FM_HMO Lyle_Stamper PA 2024-01-01 - = ${YEAR} : ${paid({ 8: '$', 12: unearned(12, '2026-04-30', '@-4') })} : lost@12 rightful_chargeback@12 wrong_chargeback@12 risk@12=0-347.00 claim@12=0-115.67
    FX4AK90076 Francine_Gable FM_HMO Lyle_Stamper PA 2026-01-01 - = ${INITIAL} : ${paid({ 8: '$', 10: '-694.00x12@-2~2026-02-28!Unearned' })} : lost@10 rightful_chargeback@10 rapid_disenrollment@10 risk@10=0-694.00
    FX4AK90077 Gilbert_Hanlon FM_HMO Lyle_Stamper PA 2024-01-01 - = ${YEAR} : ${paid({ 8: '$', 12: '-231.33x8!Plan_Change+231.33x8e2026-05-01{FM_PPO}!Plan_Change' })} : rightful_chargeback@12 risk@12=0-231.33
    FX4AK90078 Hermine_Iffland FM_HMO Lyle_Stamper PA 2024-01-01 - = ${YEAR} : ${paid({ 8: '$+$' })} : duplicate_payment@8
    FX4AK90079 Irving_Joyce FM_HMO Lyle_Stamper PA 2022-06-01 - = ${OLD_YEAR} : ${paid({ 1: '$', 14: `${YEAR}@-1` })} : late_premium@13 catch_up@14 risk@13=0-347.00
    FX4AK90080 Josefa_Kehoe FM_HMO Lyle_Stamper PA 2022-06-01 - = ${OLD_YEAR} : ${paid({ 1: '$', 13: `${YEAR}(Peg_Sloane)` })} : agent_moved@13
    FX4AK90081 Kermit_Lavin FM_DSNP Lyle_Stamper PA 2023-05-01 - = ${MONTH} : ${DUAL} $*2 -*5 : lost@10 risk@10=28.92
    FX4AK90082 Leonora_Mackey FM_DSNP Lyle_Stamper PA 2023-05-01 - = ${MONTH} : ${DUAL} $*3 - $*3 : unpaid@11 missed_months@12 risk@11=0-28.92 claim@11=28.92
    FX4AK90083 Milton_Nagle FM_DSNP Lyle_Stamper PA 2023-05-01 - = ${MONTH} : ${OLD_MONTH}*9 $*5 : underpaid@8 underpaid@9 risk@8=0-2.84 ${claims(8, 9, '2.84')}
    FX4AK90084 Nadia_Orourke FM_DSNP Lyle_Stamper PA 2023-05-01 - = ${MONTH} : ${OLD_MONTH}*4 - ${OLD_MONTH}@-1+${OLD_MONTH} ${OLD_MONTH} $*7 : late_premium@5 catch_up@6 risk@5=0-26.08
    FX4AK90085 Orlando_Phelan FM_DSNP Lyle_Stamper PA 2023-05-01 - = ${MONTH} : ${DUAL} $*4 $+-$@-2!Unearned $*2 : wrong_chargeback@12 risk@12=0-28.92 claim@12=28.92
    FX4AK90086 Pauline_Quigg FM_DSNP Lyle_Stamper PA 2023-05-01 - = ${MONTH} : ${DUAL} $*3 -$@-2~2026-01-31!Unearned+-$@-1~2026-01-31!Unearned -*3 : lost@11 rightful_chargeback@11 retroactive_end@11 risk@11=0-28.92
    FX4AK90087 Ramona_Shea FM_Rx_Value Lyle_Stamper PA 2022-01-01 - = ${DRUGS} : 4.58*7 $*3 -*4 : lost@11 risk@11=4.75
    FX4AK90088 Sherman_Tighe FM_DSNP Lyle_Stamper PA 2021-04-01 - = ${MONTH} : -*5 ${OLD_MONTH}*2 $*4 -*3 : lost@12 risk@12=28.92
  `,
  events: 'raised@8=FM_DSNP plan_renamed@8=FM_Rx_Value raised@8=FM_Rx_Value raised@13=FMY06 raised@14=FMY07',
};

/** A month at 24 % in the first policy year, 12 % in the next four, and 6 % after them. */
const heaped = (premium: number, percent: number): string => `${share(percent, premium)}r${percent}%`;
const G_PLAN = heaped(150, 12);
const N_PLAN = `${heaped(115, 12)}{Plan_N}`;
/** After the birthday: another plan under another number, at the rate of the policy year. */
const SWITCHED = `${N_PLAN}#B`;
const refunded = (months: number, marks = ''): string => `-$p-150.00@-${months}${marks}!Refund`;

/** Supplements whose plan a person may change after the birthday. */
export const CALISTOGA: Description = {
  name: 'Calistoga Supplement',
  about:
    '24 % of a supplement premium for a year, 12 % for four, then 6 %; after a birthday another plan under another number, rate kept',
  line: 'med_supp',
  first: '2025-05',
  statements: 12,
  behind: 0,
  type: 'Earned',
  columns: [
    ['agent', 'Agent'],
    ['id', 'Policy'],
    ['name', 'Insured'],
    ['plan', 'Plan'],
    ['state', 'State'],
    ['effective', 'First Issue Date'],
    ['coverage', 'Paid Month'],
    ['premium', 'Premium'],
    ['rate', 'Rate'],
    ['type', 'Entry'],
    ['term', 'End Date'],
    ['amount', 'Commission'],
  ],
  alike: [
    {
      count: 5,
      id: 'CS100',
      traits: 'Plan_G Fay_Orlov CA 2024-08-01',
      usual: [G_PLAN],
      pays: `${heaped(150, 24)}*3 $*9`,
      truth: 'risk@4=0-18.00',
    },
    {
      count: 4,
      id: 'CS200',
      traits: 'Plan_G Fay_Orlov CA 2024-12-01',
      usual: [heaped(140, 12)],
      pays: `${heaped(140, 24)}*7 $*5`,
      truth: 'risk@8=0-16.80',
    },
    {
      // The sixth policy year begins in October 2025.
      count: 5,
      id: 'CS300',
      traits: 'Plan_G Fay_Orlov CA 2020-10-01',
      usual: [heaped(190, 6)],
      pays: `${heaped(190, 12)}*5 $*7`,
      truth: 'risk@6=0-11.40',
    },
    {
      count: 9,
      id: 'CS400',
      traits: 'Plan_G Fay_Orlov CA 2022-03-01',
      usual: [G_PLAN, heaped(165, 12), heaped(138.5, 12)],
    },
    { count: 5, id: 'CS500', traits: 'Plan_F Fay_Orlov CA 2018-02-01', usual: [heaped(220, 6)] },
    { count: 4, id: 'CS600', traits: 'Plan_G Fay_Orlov CA 2025-09-01', usual: [heaped(145, 24)], pays: '-*4 $*8' },
    ...[2, 4, 7, 9].map((birthday) => ({
      count: 2,
      id: `CB${birthday}00`,
      traits: 'Plan_G Fay_Orlov CA 2022-06-01',
      usual: [G_PLAN],
      pays: `$*${birthday - 1} ${SWITCHED}*${13 - birthday}`,
      truth: `risk@${birthday}=0-4.20`,
    })),
    {
      count: 5,
      id: 'CO100',
      traits: 'Plan_G Fay_Orlov OR 2022-11-01',
      usual: [heaped(140, 12)],
      pays: `${heaped(130, 12)}*8 $*4`,
    },
  ],
  members: `
    CX90071 Adela_Brandt Plan_G Fay_Orlov CA 2022-06-01 150.00 = ${G_PLAN} : ${N_PLAN}*6 $#B*6 :
    CX90072 Bruno_Castle Plan_G Fay_Orlov CA 2022-06-01 150.00 = ${G_PLAN} : $*6 ${heaped(115, 6)}{Plan_N}#B*6 : ${[7, 8, 9, 10, 11, 12].map((at) => `underpaid@${at}`).join(' ')} risk@7=6.90-11.10 ${claims(7, 12, '6.90')}
    CX90073 Celeste_Doran Plan_G Fay_Orlov CA 2022-06-01 150.00 = ${G_PLAN} : $*4 - ${SWITCHED}@-1+${SWITCHED} ${SWITCHED}*6 : late_premium@5 catch_up@6 risk@5=0-18.00
    CX90074 Donovan_Esch Plan_G Fay_Orlov CA 2022-06-01 150.00 = ${G_PLAN} : $*5 - ${SWITCHED}*6 : unpaid@6 missed_months@7 risk@6=0-18.00 claim@6=13.80-18.00
    CX90075 Estella_Frye Plan_G Fay_Orlov CA 2022-03-01 150.00 = ${G_PLAN} : $*7 -*5 : lost@8 risk@8=18.00
    CX90076 Forrest_Glenn Plan_G Fay_Orlov CA 2024-12-01 140.00 = ${heaped(140, 12)} : ${heaped(140, 24)}*5 $*7 : ${cut(6, 7, '16.80')}
    CX90077 Gracia_Howell Plan_G Fay_Orlov CA 2021-03-01 150.00 = ${heaped(150, 6)} : ${G_PLAN}*7 $*5 : ${cut(8, 10, '9.00')}
    CX90078 Herman_Ivers Plan_G Fay_Orlov CA 2022-03-01 150.00 = ${G_PLAN} : $*6 ${refunded(2, '~2025-08-31')}+${refunded(1, '~2025-08-31')} -*5 : lost@7 rightful_chargeback@7 retroactive_end@7 risk@7=0-18.00
    CX90079 Ivonne_Jarvis Plan_G Fay_Orlov CA 2022-03-01 150.00 = ${G_PLAN} : $*6 $+${refunded(2)} $*5 : wrong_chargeback@7 risk@7=0-18.00 claim@7=18.00
    CX90080 Jasper_Kendall Plan_G Fay_Orlov CA 2022-03-01 150.00 = ${G_PLAN} : $*8 $+$ $*3 : duplicate_payment@9
    CX90081 Karina_Loomis Plan_G Fay_Orlov CA 2022-03-01 150.00 = ${G_PLAN} : $*3 - $@-1+$ $*7 : late_premium@4 catch_up@5 risk@4=0-18.00
    CX90082 Lorenzo_Moffat Plan_G Fay_Orlov CA 2022-03-01 150.00 = ${G_PLAN} : $*5 $(Sid_Warner)*7 : agent_moved@6
    CX90083 Marisol_Neff Plan_G Fay_Orlov CA 2025-09-01 145.00 = ${heaped(145, 24)} : -*4 $ -$p-145.00@-1!Not_Taken -*6 : lost@6 rightful_chargeback@6 risk@6=0-34.80
    CX90084 Nestor_Oakley Plan_G Fay_Orlov CA 2022-03-01 139.50 = ${heaped(139.5, 12)} : ${G_PLAN}*4 $*8 : risk@5=0-1.26
  `,
  events: 'planned_step@4=CS1 planned_step@6=CS3 planned_step@8=CS2 raised@9=OR',
};

/** The part of a premium that is left for the general agency: 10 or 20 % by the level of the agent, then 1.5 %. */
const spread = (premium: number, percent: number): string => `${share(percent, premium)}r${percent}%`;
const RENEWED = spread(300, 1.5);
const TENTH = spread(300, 10);
const SPLIT = `${spread(100, 1.5)}(Alma_Dace)+${spread(100, 1.5)}(Cody_Wynn)`;

/** A general agency that earns on the policies of its agents. */
export const QUARRYSTONE: Description = {
  name: 'Quarrystone Brokerage',
  about:
    'overrides of 10 or 20 % in the first year by the level of the agent, then 1.5 %; one agent rises, which leaves 15 %',
  line: null,
  first: '2025-07',
  statements: 12,
  behind: 0,
  type: 'GA Override',
  titles: ['Quarrystone Brokerage', 'General Agency Override Statement', ''],
  columns: [
    ['agent', 'Writing Agent'],
    ['id', 'Policy No'],
    ['name', 'Insured'],
    ['plan', 'Product'],
    ['effective', 'Issue Date'],
    ['coverage', 'Premium Mo'],
    ['premium', 'Premium'],
    ['rate', 'Spread'],
    ['type', 'Comp Type'],
    ['amount', 'Override'],
  ],
  alike: [
    {
      count: 5,
      id: 'QA100',
      traits: 'Guard_Term Alma_Dace MN 2025-03-01',
      usual: [spread(120, 1.5)],
      pays: `${spread(120, 10)}*8 $*4`,
      truth: 'risk@9=0-10.20',
    },
    {
      count: 4,
      id: 'QA200',
      traits: 'Guard_Term Alma_Dace MN 2024-11-01',
      usual: [spread(90, 1.5)],
      pays: `${spread(90, 10)}*4 $*8`,
      truth: 'risk@5=0-7.65',
    },
    ...[80, 100].map((premium) => ({
      count: 4,
      id: `QB1${premium}`,
      traits: 'Guard_Term Burke_Tilley MN 2025-09-01',
      usual: [spread(premium, 15)],
      pays: `-*2 ${spread(premium, 20)}*4 $*6`,
      truth: `risk@7=0-${premium / 20} ${claims(7, 12, String(premium / 20))}`,
    })),
    { count: 6, id: 'QB200', traits: 'Guard_Term Burke_Tilley MN 2022-04-01', usual: [spread(130, 1.5)] },
    {
      count: 9,
      id: 'QA300',
      traits: 'Guard_Term Alma_Dace MN 2021-08-01',
      usual: [spread(100, 1.5), spread(150, 1.5), spread(220, 1.5)],
    },
    { count: 4, id: 'QS100', traits: 'Guard_Term Alma_Dace MN 2022-05-01', usual: [SPLIT] },
    {
      count: 4,
      id: 'QN100',
      traits: 'Guard_Term Alma_Dace MN 2026-02-01',
      usual: [spread(110, 10)],
      pays: '-*7 $*5',
    },
    {
      count: 6,
      id: 'QD100',
      traits: 'Guard_Term Dell_Roper MN 2020-02-01',
      usual: [spread(140, 1.5)],
      pays: '$*5 $(House_Account)*7',
    },
  ],
  members: `
    QX90071 Abel_Brody Guard_Term Alma_Dace MN 2021-08-01 300.00 = ${RENEWED} : $*6 -*6 : lost@7 risk@7=4.50
    QX90072 Berit_Carey Guard_Term Alma_Dace MN 2021-08-01 300.00 = ${RENEWED} : $*4 - $*7 : unpaid@5 missed_months@6 risk@5=0-4.50 claim@5=4.50
    QX90073 Carlton_Dietrich Guard_Term Alma_Dace MN 2021-08-01 300.00 = ${RENEWED} : $*7 - $@-1+$ $*3 : late_premium@8 catch_up@9 risk@8=0-4.50
    QX90074 Deanna_Eiler Guard_Term Alma_Dace MN 2021-08-01 300.00 = ${RENEWED} : $*8 $+$ $*3 : duplicate_payment@9
    QX90075 Edwin_Fosse Guard_Term Alma_Dace MN 2021-08-01 300.00 = ${RENEWED} : $*5 $+-$p-300.00@-2!Chargeback $*6 : wrong_chargeback@6 risk@6=0-4.50 claim@6=4.50
    QX90076 Farrah_Gibbs Guard_Term Alma_Dace MN 2025-06-01 300.00 = ${TENTH} : $*4 ${spread(300, 5)}*2 $*5 ${RENEWED} : ${cut(5, 6, '15.00')} risk@12=0-25.50
    QX90077 Garrick_Hoyt Guard_Term Alma_Dace MN 2025-06-01 300.00 = ${RENEWED} : ${TENTH}*8 $*4 : ${cut(9, 11, '25.50')}
    QX90078 Hollis_Irons Guard_Term Alma_Dace MN 2021-08-01 300.00 = ${RENEWED} : $*6 $(Cody_Wynn)*6 : agent_moved@7
    QX90079 Ingrid_Jessen Guard_Term Burke_Tilley MN 2025-09-01 300.00 = ${spread(300, 20)} : -*2 $*3 -*7 : lost@6 risk@6=60.00
    QX90080 Jacoby_Kuhn Guard_Term Alma_Dace MN 2022-05-01 200.00 = ${SPLIT} : $*5 ${spread(100, 1.5)}(Alma_Dace)*2 $*5 : ${cut(6, 7, '1.50')}
    QX90081 Kirsten_Lund Guard_Term Alma_Dace MN 2026-02-01 300.00 = ${TENTH} : -*7 $*2 -$p-300.00@-2!Not_Taken+-$p-300.00@-1!Not_Taken -*2 : lost@10 rightful_chargeback@10 risk@10=0-30.00
    QX90082 Leif_Munson Guard_Term Alma_Dace MN 2021-08-01 300.00 = ${RENEWED} : $*3 -*2 $*7 : unpaid@4 unpaid@5 missed_months@6 risk@4=0-4.50 claim@4=4.50 claim@5=4.50
    QX90083 Margit_Nyberg Guard_Term Alma_Dace MN 2021-08-01 200.00 = ${spread(200, 1.5)} : ${RENEWED}*6 $*6 : risk@7=0-1.50
    QX90084 Nels_Ostrom Guard_Term Alma_Dace MN 2021-08-01 300.00 = ${RENEWED} : $*4 -$p-300.00@-1!Lapse $p300.00@-2!Reinstated+$p300.00@-1!Reinstated+$ $*6 : rightful_chargeback@5 late_premium@5 reinstated@6 catch_up@6 risk@5=0-4.50
  `,
  events: 'planned_step@5=QA2 agent_moved@6=Dell_Roper rate_cut@7=QB1 planned_step@9=QA1',
};
