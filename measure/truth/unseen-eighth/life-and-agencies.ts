import type { Description } from '../unseen/description.ts';
import { claims, cut, dueIn, falls, share } from '../unseen-second/rules.ts';

/** Books of term life with advances, of annuities with trails, and of an agency that pays overrides. */

const advance = (premium: number): string => `${share(80, premium * 9)}r80%x9!Advance`;
const earned = (premium: number): string => `${share(80, premium)}r80%!As-Earned`;
const renewal = (premium: number): string => `${share(5, premium)}r5%!Renewal`;
const TERM_20 = 'Term_20 Arden_Colby AZ';
const TERM_30 = 'Term_30 Vonda_Keller AZ';
const ADVANCE = advance(50);
const EARNED = earned(52);
const RENEWAL = renewal(80);
const OLD = `${TERM_20} 2021-05-01`;
/** Six months of a premium of 50.00 were advanced and never paid for. */
const SIX_BACK = '-240.00p-300.00r80%x6@-1~2026-03-31!Chargeback';
const SEVEN_BACK = '-280.00p-350.00r80%x7~2026-03-31!Chargeback';

/** Term life that advances nine months of the first year. */
export const HALCYON: Description = {
  name: 'Halcyon Life',
  about:
    '80 % of the first year, of which nine months are advanced at issue and three are paid as earned, then 5 %; unearned advances are taken back',
  line: 'ancillary',
  first: '2026-01',
  statements: 8,
  behind: 0,
  type: 'Renewal',
  dates: 'named',
  money: 'brackets',
  titles: ['HALCYON LIFE INSURANCE COMPANY', 'Agent Commission Ledger'],
  total: 'LEDGER TOTAL',
  columns: [
    ['id', 'Policy Number'],
    ['name', 'Primary Insured'],
    ['plan', 'Plan Code'],
    ['agent', 'Writing Agent'],
    ['state', 'Issue State'],
    ['effective', 'Issue Date'],
    ['term', 'Lapse Date'],
    ['coverage', 'Due Date'],
    ['months', 'Months'],
    ['type', 'Comm Type'],
    ['premium', 'Premium'],
    ['rate', 'Rate %'],
    ['amount', 'Commission'],
  ],
  alike: [
    { count: 8, id: 'HLA10', traits: `${TERM_20} 2025-04-01`, usual: [EARNED], pays: `$*3 ${renewal(52)}*5` },
    { count: 6, id: 'HLB20', traits: `${TERM_30} 2025-07-01`, usual: [earned(61)], pays: `-*3 $*3 ${renewal(61)}*2` },
    ...[1, 2, 3, 4, 5, 6].map((month) => ({
      count: month % 2 === 0 ? 3 : 2,
      id: `HLN${month}0`,
      traits: `${month % 2 === 0 ? TERM_20 : TERM_30} 2026-0${month}-01`,
      usual: [advance(44 + month * 3)],
      pays: dueIn(8, { [month]: '$' }),
    })),
    { count: 9, id: 'HLR40', traits: OLD, usual: [renewal(76), renewal(113), renewal(90)] },
    { count: 6, id: 'HLR50', traits: `${TERM_30} 2022-10-01`, usual: [renewal(64.5), renewal(142)] },
    {
      count: 3,
      id: 'HLY60',
      traits: `${TERM_20} 2019-04-01`,
      usual: [`${share(5, 880)}r5%x12`],
      pays: dueIn(8, { 4: '$' }),
    },
    {
      count: 2,
      id: 'HLQ70',
      traits: `${TERM_30} 2020-02-01`,
      usual: [`${share(5, 270)}r5%x3`],
      pays: dueIn(8, { 2: '$', 5: '$', 8: '$' }),
    },
    {
      // Two agents share a policy and have a row each.
      count: 2,
      id: 'HLS80',
      traits: `${TERM_20} 2020-08-01`,
      usual: ['2.40p96.00r2.5%(Arden_Colby)+2.40p96.00r2.5%(Vonda_Keller)'],
    },
  ],
  members: `
    HLX9071 Almeda_Brashear ${TERM_20} 2026-01-01 - = ${ADVANCE} : ${dueIn(8, { 1: ADVANCE, 5: SIX_BACK })} : lost@5 rightful_chargeback@5 retroactive_end@5 risk@5=0-360.00
    HLX9072 Boyd_Crandall ${TERM_20} 2026-01-01 - = ${ADVANCE} : ${dueIn(8, { 1: ADVANCE, 5: '-360.00p-450.00r80%x9@-4~2026-03-31!Chargeback' })} : lost@5 rightful_chargeback@5 wrong_chargeback@5 retroactive_end@5 risk@5=0-360.00 claim@5=120.00
    HLX9073 Cleta_Dangerfield ${TERM_30} 2026-02-01 - = ${ADVANCE} : ${dueIn(8, { 2: ADVANCE, 5: `${SEVEN_BACK}@-1`, 6: `${SEVEN_BACK}@-2` })} : lost@5 rightful_chargeback@5 retroactive_end@5 double_chargeback@6 risk@5=0-360.00 risk@6=0-280.00 claim@6=280.00
    HLX9074 Durwood_Easley ${TERM_30} 2025-10-01 - = ${ADVANCE} : ${dueIn(8, { 2: '-200.00p-250.00r80%x5~2026-01-31!Chargeback' })} : retroactive_end@2
    HLX9075 Ethel_Fortner ${TERM_20} 2026-02-01 - = ${ADVANCE} : ${dueIn(8, { 6: '-160.00p-200.00r80%x4!Chargeback' })} : unmatched_chargeback@6 claim@6=0-160.00
    HLX9076 Floyd_Gamble ${TERM_20} 2025-04-01 - = ${EARNED} : $ - $ ${renewal(52)}*5 : unpaid@2 missed_months@3 risk@2=0-41.60 claim@2=41.60
    HLX9077 Geraldine_Haney ${TERM_20} 2026-03-01 - = ${ADVANCE} : ${dueIn(8, { 3: '270.00p450.00r60%x9!Advance' })} : underpaid@3 claim@3=0-90.00
    HLX9078 Harmon_Ivie ${TERM_20} 2026-04-01 - = ${ADVANCE} : ${dueIn(8, { 4: '315.00p450.00r80%x9!Advance' })} : underpaid@4 claim@4=45.00
    HLX9079 Ilene_Jobe ${OLD} - = ${RENEWAL} : $*4 -*4 : lost@5 risk@5=4.00
    HLX9081 Jasper_Kuhn ${OLD} - = ${RENEWAL} : $*3 2.40p80.00r3%!Renewal*5 : ${cut(4, 8, '1.60')}
    HLX9082 Kathryn_Ladner ${OLD} - = ${RENEWAL} : $*4 $(Vonda_Keller)*4 : agent_moved@5
    HLX9083 Lonzo_Mackey ${OLD} - = ${RENEWAL} : $*3 - $@-1+$ $*3 : late_premium@4 catch_up@5 risk@4=0-4.00
    HLX9084 Melba_Nester ${TERM_20} 2025-04-01 - = ${EARNED} : $ -$@-1!Chargeback+$ $ ${renewal(52)}*5 : wrong_chargeback@2 risk@2=0-41.60 claim@2=41.60
    HLX9085 Newell_Osteen ${TERM_20} 2026-01-01 - = ${ADVANCE} : ${dueIn(8, { 1: ADVANCE, 5: SIX_BACK, 6: '240.00p300.00r80%x6@-2!Reinstatement' })} : rightful_chargeback@5 retroactive_end@5 reinstated@6 risk@5=0-360.00
    HLX9086 Oma_Pickard ${TERM_20} 2025-04-01 - = ${EARNED} : $ - $@-1+$ ${renewal(52)}*5 : late_premium@2 catch_up@3 risk@2=0-41.60
    HLX9087 Porter_Quick ${TERM_20} 2026-03-01 - = ${ADVANCE} : ${dueIn(8, { 3: `${ADVANCE}+${ADVANCE}` })} : duplicate_payment@3
  `,
  events: 'planned_step@4=HLA planned_step@7=HLB',
};

const trail = (value: number, percent = 0.05): string => `${share(percent, value)}r${percent}%!Trail`;
const issue = (premium: number, percent: number): string => `${share(percent, premium)}r${percent}%!Issue`;
/** The values of registered contracts move with the market. */
const MARKET = [1, 1.012, 1.005, 1.021, 0.978, 1.004, 1.017, 1.03];
const moved = (value: number): string => MARKET.map((factor) => trail(value * factor)).join(' ');
const INDEXED = 'Index_Ten Phil_Mabry FL 2023-03-15';
const TRAIL = trail(90_000);
const GUARANTEE = issue(100_000, 2.25);
const SIX_PERCENT = issue(100_000, 6);
const MYGA = 'Guarantee_Five Phil_Mabry FL';
const DECEMBER = 'Index_Ten Sheila_Toomey FL 2025-12-10';
const DEPOSIT = '12.00p300.00r4%!Deposit';
const ALL_BACK = (at: number): string => `-2250.00p-100000.00r2.25%@${at}~2026-03-04!Surrender`;

/** Annuities that are paid at issue, and by the month on their value from the second year on. */
export const STILLWATER: Description = {
  name: 'Stillwater Annuity and Life',
  about:
    '2.25 or 6 % of a premium at issue, 0.05 % of the value a month from the second year on; a surrender costs all in six months and half in twelve',
  line: null,
  first: '2025-12',
  statements: 8,
  behind: 0,
  type: 'Trail',
  money: 'dollar',
  lastFirst: true,
  total: 'Total',
  columns: [
    ['agent', 'Agent Name'],
    ['id', 'Contract'],
    ['name', 'Owner'],
    ['plan', 'Product'],
    ['effective', 'Issue Date'],
    ['term', 'Surrender Date'],
    ['coverage', 'Period'],
    ['type', 'Transaction'],
    ['premium', 'Basis Amount'],
    ['rate', 'Comm %'],
    ['amount', 'Comm Amt'],
  ],
  alike: [
    { count: 9, id: 'SWT10', traits: INDEXED, usual: [trail(84_000), trail(51_200), trail(137_500)] },
    {
      count: 5,
      id: 'SWT20',
      traits: 'Index_Ten Sheila_Toomey FL 2022-04-20',
      usual: [trail(120_500)],
      pays: `$*4 ${trail(126_525)}*4`,
    },
    ...[98_000, 210_000].map((value, place) => ({
      count: 4,
      id: `SWR${place}0`,
      traits: 'Market_Shield Sheila_Toomey FL 2024-01-05',
      usual: [trail(value)],
      pays: moved(value),
      truth: falls(moved(value)),
    })),
    ...[1, 2, 3, 5, 6].map((month) => ({
      count: 2,
      id: `SWG${month}0`,
      traits: `${MYGA} ${month === 1 ? '2025-12' : `2026-0${month - 1}`}-12`,
      usual: [issue(50_000 + month * 10_000, 2.25), issue(75_000, 2.25)],
      pays: dueIn(8, { [month]: '$' }),
    })),
    ...[2, 4, 7].map((month) => ({
      count: 2,
      id: `SWI${month}0`,
      traits: `Index_Ten Sheila_Toomey FL 2026-0${month - 1}-08`,
      usual: [issue(110_000, 6), issue(64_000, 6)],
      pays: dueIn(8, { [month]: '$' }),
    })),
    { count: 4, id: 'SWS50', traits: 'Index_Ten Phil_Mabry FL 2025-02-15', usual: [TRAIL], pays: '-*3 $*5' },
    { count: 4, id: 'SWF60', traits: 'Flex_Saver Phil_Mabry FL 2024-09-01', usual: [DEPOSIT] },
  ],
  members: `
    SWX9071 Alden_Bratcher ${MYGA} 2025-12-12 - = ${GUARANTEE} : ${dueIn(8, { 1: GUARANTEE, 4: ALL_BACK(-3) })} : lost@4 rightful_chargeback@4 risk@4=0-2250.00
    SWX9072 Berta_Canfield ${DECEMBER} - = ${SIX_PERCENT} : ${dueIn(8, { 1: SIX_PERCENT, 8: '-6000.00p-100000.00r6%@-7~2026-07-02!Surrender' })} : lost@8 rightful_chargeback@8 wrong_chargeback@8 risk@8=0-6000.00 claim@8=0-3000.00
    SWX9073 Cyril_Dempsey ${DECEMBER} - = ${SIX_PERCENT} : ${dueIn(8, { 1: SIX_PERCENT, 8: '-3000.00p-100000.00r3%@-7~2026-07-09!Surrender' })} : lost@8 rightful_chargeback@8 risk@8=0-6000.00
    SWX9074 Dolly_Edgeworth ${INDEXED} - = ${TRAIL} : $*4 -*4 : lost@5 risk@5=45.00
    SWX9075 Elbert_Fennell ${INDEXED} - = ${TRAIL} : $*4 ${trail(90_000, 0.03)}*4 : ${cut(5, 8, '18.00')}
    SWX9076 Frieda_Grubbs ${INDEXED} - = ${TRAIL} : $*3 - $*4 : unpaid@4 missed_months@5 risk@4=0-45.00 claim@4=45.00
    SWX9077 Gilbert_Hensley ${INDEXED} - = ${TRAIL} : $*2 - $@-1+$ $*4 : unpaid@3 catch_up@4 risk@3=0-45.00
    SWX9078 Henrietta_Ikard Index_Ten Phil_Mabry FL 2026-03-18 - = ${SIX_PERCENT} : ${dueIn(8, { 4: '4000.00p80000.00r6%!Issue' })} : underpaid@4 claim@4=800.00
    SWX9079 Ivan_Joyner ${INDEXED} - = ${TRAIL} : $*5 $(Sheila_Toomey)*3 : agent_moved@6
    SWX9081 Josie_Kincaid ${MYGA} 2026-01-12 - = ${GUARANTEE} : ${dueIn(8, { 2: GUARANTEE, 4: ALL_BACK(-2), 5: ALL_BACK(-3) })} : lost@4 rightful_chargeback@4 double_chargeback@5 risk@4=0-2250.00 risk@5=0-2250.00 claim@5=2250.00
    SWX9082 Kenneth_Lyles ${INDEXED} - = ${TRAIL} : $*3 ${trail(60_000)}*5 : risk@4=0-15.00
    SWX9083 Lorene_Messer Index_Ten Sheila_Toomey FL 2026-02-11 - = ${SIX_PERCENT} : ${dueIn(8, { 3: '2700.00p90000.00r3%!Issue_Age_81' })} :
    SWX9084 Mack_Newsom ${INDEXED} - = ${TRAIL} : $*5 0.00p0.00r0%~2026-04-22!Death_Claim -*2 : lost@6 risk@6=45.00
    SWX9085 Nettie_Orange Flex_Saver Phil_Mabry FL 2024-09-01 - = ${DEPOSIT} : $*4 - $*3 : late_premium@5 risk@5=0-12.00
    SWX9086 Otis_Peebles ${MYGA} 2025-09-04 - = ${GUARANTEE} : ${dueIn(8, { 2: '-1800.00p-80000.00r2.25%@-4~2026-01-08!Surrender' })} :
    SWX9087 Pearl_Rainwater ${MYGA} 2026-02-12 - = ${GUARANTEE} : ${dueIn(8, { 3: GUARANTEE, 4: `${GUARANTEE}@-1` })} : duplicate_payment@4
  `,
};

/** A policy pays its writing agent a base and the agency an override. */
const base = (premium: number, percent = 18): string => `${share(percent, premium)}r${percent}%[MEDSUPP]!Base`;
const override = (premium: number, percent = 4): string => `${share(percent, premium)}r${percent}%[MEDSUPP]!Override`;
const supplement = (premium: number): string => `${base(premium)}+${override(premium)}`;
const hospital = (first: number, over: number): string =>
  `${share(first, 60)}r${first}%[HIP]!Base+${share(over, 60)}r${over}%[HIP]!Override`;
const BASE = base(125);
const BOTH = supplement(125);
const IMMEL = 'Guardian_G Carl_Immel IA 2024-03-01';
const RUIZ = 'Guardian_N Tess_Ruiz IA 2023-09-01';
const FEWER = (premium: number): string => `$*4 ${base(premium)}+${override(premium, 3)}*3`;

/** A marketing organization that passes on base and override of its agents' policies. */
export const OVERLAND: Description = {
  name: 'Overland Senior Marketing',
  about:
    '18 % base and 4 % override of supplements, 40 and 8 % of hospital plans in the first year, then 10 and 2 %; from June on the override of one agent is 3 %',
  line: null,
  first: '2026-02',
  statements: 7,
  behind: 1,
  type: 'Base',
  titles: ['Overland Senior Marketing LLC', 'Downline Statement'],
  total: 'Statement Total',
  sections: 'Agent:',
  unassigned: 'Marketing_Credit@3=250.00',
  dates: 'iso',
  months: 'slash',
  money: 'brackets',
  lastFirst: true,
  columns: [
    ['id', 'Policy'],
    ['name', 'Client'],
    ['product', 'Line'],
    ['plan', 'Plan'],
    ['agent', 'Writing Agent'],
    ['effective', 'Effective'],
    ['term', 'Terminated'],
    ['coverage', 'Prem Month'],
    ['type', 'Comp Level'],
    ['premium', 'Premium'],
    ['rate', 'Rate'],
    ['amount', 'Paid'],
  ],
  alike: [
    ...[118.4, 142].map((premium, place) => ({
      count: 5,
      id: `OVL1${place}0`,
      traits: 'Guardian_G Lena_Foss IA 2023-06-01',
      usual: [supplement(premium)],
      pays: FEWER(premium),
      truth: `risk@5=0-${(premium * 0.01).toFixed(2)} ${claims(5, 7, (premium * 0.01).toFixed(2))}`,
    })),
    { count: 10, id: 'OVC20', traits: IMMEL, usual: [BOTH, supplement(151), supplement(99.5)] },
    { count: 8, id: 'OVT30', traits: RUIZ, usual: [supplement(88), supplement(107.25)] },
    {
      // The first year ends with the coverage of May, which the statement of June pays.
      count: 5,
      id: 'OVH40',
      traits: 'Hospital_Plus Tess_Ruiz IA 2025-06-01',
      usual: [hospital(40, 8)],
      pays: `$*5 ${hospital(10, 2)}*2`,
    },
    { count: 4, id: 'OVH50', traits: 'Hospital_Plus Carl_Immel IA 2023-02-01', usual: [hospital(10, 2)] },
    {
      count: 3,
      id: 'OVN60',
      traits: 'Hospital_Plus Carl_Immel IA 2026-03-01',
      usual: [hospital(40, 8)],
      pays: '-*2 $*5',
    },
  ],
  members: `
    OVX9071 Adelia_Bostic ${IMMEL} - = ${BOTH} : $*3 ${BASE}*4 : ${cut(4, 7, '5.00')}
    OVX9072 Burl_Coggins ${IMMEL} - = ${BOTH} : $*2 ${BASE} $+${override(125)}@-1 $*3 : underpaid@3 catch_up@4 risk@3=0-5.00
    OVX9073 Cordie_Denney ${IMMEL} - = ${BOTH} : $*4 ${BASE} $*2 : underpaid@5 risk@5=5.00 claim@5=5.00
    OVX9074 Dwight_Estep ${RUIZ} - = ${BOTH} : $*3 ${override(125)} $*3 : underpaid@4 risk@4=22.50 claim@4=22.50
    OVX9075 Essie_Frady ${RUIZ} - = ${BOTH} : $*3 $(Carl_Immel)*4 : agent_moved@4
    OVX9076 Fenton_Gentry ${RUIZ} - = ${BOTH} : $*4 -*3 : lost@5 risk@5=27.50
    OVX9077 Gladys_Hinkle ${IMMEL} - = ${BOTH} : $*3 - $@-1+$ $*2 : late_premium@4 catch_up@5 risk@4=0-27.50
    OVX9078 Hollis_Ingle ${RUIZ} - = ${BOTH} : $*2 - $*4 : unpaid@3 missed_months@4 risk@3=0-27.50 claim@3=27.50
    OVX9079 Ivah_Jessup ${IMMEL} - = ${BOTH} : $*4 -$@-1~2026-03-31 -*2 : lost@5 rightful_chargeback@5 retroactive_end@5 risk@5=0-27.50
    OVX9081 Jarvis_Keener ${IMMEL} - = ${BOTH} : $*3 -$@-1~2026-02-28 -$@-2~2026-02-28 -*2 : lost@4 rightful_chargeback@4 retroactive_end@4 double_chargeback@5 risk@4=0-27.50 risk@5=0-27.50 claim@5=27.50
    OVX9082 Kizzie_Lawing ${RUIZ} - = ${BOTH} : $*5 ${BASE}+3.75p125.00r4%[MEDSUPP]!Override $ : underpaid@6 risk@6=1.25 claim@6=1.25
    OVX9083 Lester_Moody ${IMMEL} - = ${BOTH} : $*4 $+-$@-2 $*2 : wrong_chargeback@5 risk@5=0-27.50 claim@5=27.50
    OVX9084 Mozelle_Nash ${IMMEL} - = ${BOTH} : $*3 ${supplement(133.75)}*4 :
    OVX9085 Noble_Overcash Guardian_G Tess_Ruiz IA 2026-04-01 - = ${BOTH} : -*3 $*4 :
  `,
  events: 'rate_cut@5=Lena_Foss planned_step@6=OVH4',
};
