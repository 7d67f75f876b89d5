import type { Description } from '../unseen/description.ts';
import { paidIn, percentOf, shortPaid } from './notation.ts';

/** Books of final expense, term life, annuities, and of autos and homes. */

const advance = (monthly: number): string => `${percentOf(90, monthly * 6)}!Advance`;
const earned = (monthly: number): string => `${percentOf(90, monthly)}!Earned`;
const renewal = (monthly: number): string => `${percentOf(5, monthly)}!Renewal`;
const back = (monthly: number, months: number): string => `-${percentOf(90, monthly * months)}!Advance-Recovery`;
const OLD = 'Willow_Whole_Life Pearl_Dunaway AL 2022-04-01';
const MAY = 'Willow_Whole_Life Pearl_Dunaway AL 2025-05-01';
const AUGUST = 'Willow_Graded Cole_Easterly AL 2025-08-01';

/** Final expense with six months advanced, six earned, and renewals after them. */
export const WILLOWMERE: Description = {
  name: 'Willowmere Final Expense',
  about: '90 % of six months advanced, 90 % of months 7 to 12 as earned, then 5 %; lapses take the unearned part back',
  line: null,
  first: '2025-05',
  statements: 14,
  behind: 0,
  type: 'Renewal',
  sections: 'Agent:',
  total: 'Net Settlement',
  dates: 'us',
  money: 'brackets',
  columns: [
    ['id', 'Policy'],
    ['name', 'Proposed Insured'],
    ['plan', 'Product'],
    ['effective', 'Issued'],
    ['coverage', 'Applied To'],
    ['type', 'Entry Type'],
    ['premium', 'Premium'],
    ['amount', 'Commission'],
  ],
  alike: [
    { count: 15, id: 'WM20', traits: OLD, usual: [renewal(74), renewal(58), renewal(112)] },
    {
      // Pay as earned after an advance is ordinary, and the fall to renewals in month 13 is planned.
      count: 6,
      id: 'WM31',
      traits: MAY,
      usual: [advance(60)],
      pays: `$ -*5 ${earned(60)}*6 ${renewal(60)}*2`,
      truth: 'risk@7=0-270.00 risk@13=0-51.00',
    },
    {
      count: 5,
      id: 'WM42',
      traits: AUGUST,
      usual: [advance(45)],
      pays: `-*3 $ -*5 ${earned(45)}*5`,
      truth: 'risk@10=0-202.50',
    },
  ],
  // WM9002 paid four of six months, so two are recovered rightly; five more follow, which is more than the advance was. WM9003 lapses
  // after three months and comes back in its seventh as earned; its three recovered months are due, because an insured who is paid as
  // earned from month 7 on has paid them.
  members: `
    WM9001 Orpha_Gentry ${AUGUST} - = ${advance(50)} : ${paidIn(14, { 4: '$', 7: back(50, 3) })} : lost@7 rightful_chargeback@7 risk@7=0-270.00
    WM9002 Percival_Hatcher ${MAY} - = ${advance(50)} : ${paidIn(14, { 1: '$', 5: back(50, 2), 6: back(50, 5) })} : lost@5 rightful_chargeback@5 wrong_chargeback@6 risk@5=0-270.00 risk@6=0-225.00 claim@6=225.00
    WM9003 Queenie_Ivey ${MAY} - = ${advance(80)} : $ -*2 ${back(80, 3)} -*2 ${earned(80)}*6 ${renewal(80)}*2 : rightful_chargeback@4 reinstated@7 not_repaid@7 risk@4=0-432.00 risk@13=0-68.00 claim@7=216.00
    WM9004 Rufus_Jernigan ${OLD} - = ${renewal(74)} : $*9 -*5 : lost@10 risk@10=3.70
    WM9005 Sudie_Kilgore ${OLD} - = ${renewal(112)} : $*6 - $*7 : unpaid@7 missed_months@8 risk@7=0-5.60 claim@7=5.60
  `,
};

const started = (premium: number): string => `${percentOf(85, premium)}!FYC`;
const kept = (premium: number): string => `${percentOf(4, premium)}!REN`;
const SINCE = 'Ash_Term_20 Hollis_Wendt NE 2021-09-01';

/** Term life by bank draft and by the year. Mostly quiet. */
export const ASHCOMBE: Description = {
  name: 'Ashcombe Term Life',
  about: '85 % of the first year and 4 % after it, as each draft clears; some owners pay once a year',
  line: null,
  first: '2025-06',
  statements: 12,
  behind: 0,
  type: 'REN',
  total: 'Total Earned',
  dates: 'iso',
  months: 'slash',
  columns: [
    ['agent', 'Writing Rep'],
    ['id', 'Policy Num'],
    ['name', 'Policyowner'],
    ['plan', 'Plan Code'],
    ['effective', 'Policy Eff'],
    ['coverage', 'Draft Month'],
    ['months', 'Months'],
    ['premium', 'Modal Premium'],
    ['type', 'FYC/REN'],
    ['amount', 'Commission $'],
  ],
  alike: [
    { count: 16, id: 'AT01', traits: SINCE, usual: [kept(64), kept(38.5), kept(125)] },
    ...[2, 5, 9].map((at) => ({
      count: 4,
      id: `ATY${at}`,
      traits: `Ash_Term_30 Hollis_Wendt NE 2020-${String(((at + 4) % 12) + 1).padStart(2, '0')}-01`,
      usual: [`${kept(900)}x12`, `${kept(640)}x12`],
      pays: paidIn(12, { [at]: '$' }),
    })),
    {
      // Month 13 is February: a planned step.
      count: 4,
      id: 'ATF3',
      traits: 'Ash_Term_20 Hollis_Wendt NE 2025-02-01',
      usual: [started(50)],
      pays: `$*8 ${kept(50)}*4`,
      truth: 'risk@9=0-40.50',
    },
  ],
  // The draft of AT9002 for September is returned in October, and all three months clear in November.
  members: `
    AT9001 Thora_Lindgren ${SINCE} - = ${kept(125)} : $*7 -*5 : lost@8 risk@8=5.00
    AT9002 Ulysses_Mott ${SINCE} - = ${kept(125)} : $*4 -$@-1!Returned-Draft $@-2+$@-1+$ $*6 : rightful_chargeback@5 late_premium@5 reinstated@6 catch_up@6 risk@5=0-5.00
  `,
  events: 'planned_step@9=ATF',
};

const basis = (values: readonly number[], bps = 5): string[] => values.map((value) => percentOf(bps / 100, value));
const growing = (value: number): number[] => Array.from({ length: 8 }, (_, at) => value + at * 200);
const OWNERS = [
  ...['Asa_Bingham 64000', 'Bess_Carmody 118000', 'Clay_Dunlap 92000', 'Dot_Ellery 240000', 'Ewan_Fitch 51000'],
  ...['Fern_Gadsden 175000', 'Gus_Hightower 83000', 'Hope_Ismay 132000', 'Ike_Jardine 98000', 'June_Kemble 207000'],
  ...['Kit_Larrabee 76000', 'Lois_Mayhew 145000', 'Max_Norcross 69000', 'Nell_Oakman 188000', 'Otto_Prior 110000'],
].map((text) => text.split(' '));
const VALUE = 'Tidepool_FIA_10 Anita_Borden ME 2022-03-01';

/** Annuities with a monthly trail, and with new money paid once. Mostly quiet. */
export const TIDEPOOL: Description = {
  name: 'Tidepool Annuity',
  about:
    '5 basis points of the account value each month, and 4 % of a new deposit once without a trail in the first year',
  line: null,
  first: '2026-02',
  statements: 8,
  behind: 0,
  type: 'Trail',
  file: 'xlsx',
  total: 'Total',
  dates: 'named',
  columns: [
    ['id', 'Contract #'],
    ['name', 'Annuitant'],
    ['plan', 'Contract Type'],
    ['agent', 'Advisor'],
    ['effective', 'Contract Eff'],
    ['premium', 'Basis'],
    ['type', 'Pay Code'],
    ['amount', 'Pay'],
  ],
  alike: [2, 4, 5].map((at) => ({
    count: 3,
    id: `TN${at}4`,
    traits: `Tidepool_MYGA_5 Anita_Borden ME 2026-0${at + 1}-01`,
    usual: [`${percentOf(4, 60000 + at * 5000)}!New-Money`],
    pays: paidIn(8, { [at]: '$' }),
  })),
  // TP9002 withdraws 30,000: a smaller trail is due. TP9003 is paid 3 instead of 5 basis points on a basis that does not change.
  members: `${OWNERS.map(([name = '', value = ''], at) => `TP${3100 + at * 9} ${name} ${VALUE} - = 1.00 : ${basis(growing(Number(value))).join(' ')} :`).join('\n')}
    TP9001 Roy_Quill ${VALUE} - = 50.00p100000.00 : $*5 -*3 : lost@6 risk@6=50.00
    TP9002 Sue_Rand ${VALUE} - = 50.00p100000.00 : $*3 35.00p70000.00*5 : risk@4=0-15.00
    TP9003 Tom_Shea ${VALUE} - = 50.00p100000.00 : $*4 30.00p100000.00*4 : ${shortPaid(5, 8, '20.00')}
  `,
};

const auto = (premium: number, percent = 10): string => `${percentOf(percent, premium)}r${percent}%[AUTO]!Renewal`;
const home = (premium: number): string => `${percentOf(12, premium)}r12%[HOME]!Renewal`;
const CAR = (at: number): string => `Personal_Auto Lyle_Hatton OK 2025-${String(at + 5).padStart(2, '0')}-01`;
const twice = (at: number): string => paidIn(13, { [at]: '$', [at + 6]: '$', ...(at === 1 ? { 13: '$' } : {}) });

/** Autos by terms of six months and homes by the year, on written premium. */
export const RAMBLEWOOD: Description = {
  name: 'Ramblewood Property and Casualty',
  about: '10 % of six-month autos and 12 % of homes on written premium, with endorsements and pro rata returns',
  line: null,
  first: '2025-06',
  statements: 13,
  behind: 0,
  type: 'Renewal',
  total: 'Commission Total',
  dates: 'short',
  money: 'dollar',
  columns: [
    ['type', 'Tran'],
    ['id', 'Policy No.'],
    ['name', 'Insured Name'],
    ['product', 'Line of Bus'],
    ['agent', 'Sub Agent'],
    ['effective', 'Orig Eff'],
    ['premium', 'Written Prem'],
    ['rate', 'Comm %'],
    ['amount', 'Comm'],
  ],
  alike: [
    ...[1, 2, 3, 4, 5, 6].map((at) => ({
      count: 5,
      id: `RA${at}5`,
      traits: CAR(at),
      usual: [auto(780), auto(1040), auto(610)],
      pays: twice(at),
    })),
    ...[2, 4, 7].map((at) => ({
      count: 4,
      id: `RH${at}6`,
      traits: `Homeowners Lyle_Hatton OK 2025-${String(at + 5).padStart(2, '0')}-01`,
      usual: [home(1900), home(2350)],
      pays: paidIn(13, { [at]: '$' }),
    })),
  ],
  // RA9002 adds a car within its term. RA9004 renews at 8 instead of 10 %, which nobody else does.
  members: `
    RA9001 Velda_Tubbs ${CAR(2)} - = ${auto(900)} : ${paidIn(13, { 2: '$' })} : lost@8 risk@8=90.00
    RA9002 Wiley_Urban ${CAR(3)} - = ${auto(820)} : ${paidIn(13, { 3: '$', 5: '21.00p210.00r10%[AUTO]!Endorsement', 9: auto(1240) })} :
    RA9003 Xavier_Vann ${CAR(4)} - = ${auto(960)} : ${paidIn(13, { 4: '$', 7: '-48.00p-480.00r10%[AUTO]!Cancel' })} : lost@7 rightful_chargeback@7 risk@7=0-96.00
    RA9004 Yetta_Wynn ${CAR(5)} - = ${auto(1000)} : ${paidIn(13, { 5: '$', 11: auto(1000, 8) })} : underpaid@11 risk@11=20.00 claim@11=20.00
  `,
};
