import type { Description } from '../unseen/description.ts';
import { cut, share } from '../unseen-second/rules.ts';

/** Books of Medicare plans, supplements and exchange plans. */

const RUTH = 'Heron_Choice_HMO Ruth_Alderman OH 2023-01-01';
const PAUL = 'Heron_Value_PPO Paul_Keating OH 2022-01-01';

/** Advantage plans that pay a flat amount each month, raised in January by the federal limit. */
export const HERONWOOD: Description = {
  name: 'Heronwood Health Plans',
  about:
    '26.08 a member a month, from January 2026 on 28.92, and 57.83 in the first year; one of two brokers hands the book over in May',
  line: 'medicare',
  first: '2025-11',
  statements: 9,
  behind: 0,
  type: 'Renewal',
  months: 'slash',
  lastFirst: true,
  columns: [
    ['agent', 'Writing Broker'],
    ['id', 'Member MBI'],
    ['name', 'Member'],
    ['plan', 'Plan Name'],
    ['state', 'State'],
    ['effective', 'Original Eff Date'],
    ['coverage', 'Pay Period'],
    ['type', 'Pay Type'],
    ['amount', 'Pay Amount'],
  ],
  alike: [
    { count: 24, id: '1HW4TE5MK', traits: RUTH, usual: ['28.92'], pays: '26.08*2 $*7' },
    { count: 15, id: '2HW7QR3NJ', traits: PAUL, usual: ['28.92'], pays: '26.08*2 $*4 $(Ruth_Alderman)*3' },
    {
      count: 11,
      id: '3HW2AA8PC',
      traits: 'Heron_Choice_HMO Ruth_Alderman OH 2026-01-01',
      usual: ['57.83!Initial'],
      pays: '-*2 $*7',
    },
    {
      count: 3,
      id: '4HW6YD1VW',
      traits: 'Heron_Choice_HMO Paul_Keating OH 2026-04-01',
      usual: ['57.83!Initial'],
      pays: '-*5 $ $(Ruth_Alderman)*3',
    },
  ],
  members: `
    5HW1AB2CD31 Wilma_Castellan ${RUTH} - = 28.92 : 26.08*2 -*7 : lost@3 risk@3=26.08-28.92
    5HW1AB2CD32 Emory_Blackwell ${PAUL} - = 28.92 : 26.08*2 $*4 -*3 : lost@7 risk@7=28.92
    5HW1AB2CD33 Thelma_Ostrander ${PAUL} - = 28.92 : 26.08*2 $*3 -$@-1!Chargeback -*3 : lost@6 rightful_chargeback@6 risk@6=0-28.92
  `,
  events: 'raised@3=all agent_moved@7=Paul_Keating',
};

const supplement = (premium: number, percent = 22): string => `${share(percent, premium)}r${percent}%`;
const G = supplement(148.5);
const N = supplement(112);
const DORA = 'Plan_G Dora_Sutcliffe TN 2023-06-01';
const LYLE = 'Plan_N Lyle_Mattingly KY 2022-09-01';

/** Supplements by percent of premium, with a low renewal from the seventh year on. */
export const AMARANTH: Description = {
  name: 'Amaranth Life and Health',
  about:
    '22 % of supplement premiums for six years and 4 % after; Plan N rises with its premium in February, some pay for three months at once',
  line: 'med_supp',
  first: '2025-10',
  statements: 9,
  behind: 0,
  type: 'Renewal',
  titles: ['Amaranth Life and Health Insurance Company', 'Producer Commission Detail'],
  total: 'Grand Total',
  dates: 'us',
  money: 'dollar',
  columns: [
    ['id', 'Policy No'],
    ['name', 'Insured Name'],
    ['plan', 'Plan'],
    ['agent', 'Agent'],
    ['state', 'Iss St'],
    ['effective', 'Issue Date'],
    ['coverage', 'Prem Due Date'],
    ['months', 'Mths'],
    ['premium', 'Premium'],
    ['rate', 'Comm %'],
    ['type', 'Trans'],
    ['amount', 'Commission'],
  ],
  alike: [
    { count: 18, id: 'AMG10', traits: DORA, usual: [G, supplement(163.2), supplement(139.75)] },
    { count: 12, id: 'AMN20', traits: LYLE, usual: [N], pays: `$*4 ${supplement(121)}*5` },
    {
      count: 6,
      id: 'AMS30',
      traits: 'Plan_G Lyle_Mattingly KY 2020-01-01',
      usual: [supplement(170)],
      pays: `$*3 ${supplement(170, 4)}*6`,
      truth: 'risk@4=0-30.60',
    },
    {
      count: 5,
      id: 'AMQ40',
      traits: 'Plan_G Dora_Sutcliffe TN 2024-02-01',
      usual: [`${supplement(450)}x3`],
      pays: '- $ - - $ - - $ -',
    },
    { count: 4, id: 'AMJ50', traits: 'Plan_N Dora_Sutcliffe TN 2026-01-01', usual: [N], pays: '-*3 $*6' },
  ],
  members: `
    AMX701 Orville_Tackett ${DORA} - = ${G} : $*5 -*4 : lost@6 risk@6=32.67
    AMX702 Maxine_Goforth ${DORA} - = ${G} : $*3 - $@-1+$ $*4 : late_premium@4 catch_up@5 risk@4=0-32.67
    AMX703 Vernon_Stallard ${DORA} - = ${G} : $*4 - $*4 : unpaid@5 missed_months@6 risk@5=0-32.67 claim@5=32.67
    AMX704 Bernice_Crabtree ${DORA} - = ${G} : $*4 ${supplement(148.5, 18)}*5 : ${cut(5, 9, '5.94')}
    AMX705 Clifton_Hargis ${DORA} - = ${G} : $*5 -32.67@-1p-148.50r22%!Chargeback -*3 : lost@6 rightful_chargeback@6 risk@6=0-32.67
    AMX706 Geneva_Prather ${DORA} - = ${G} : $*6 $+-32.67@-3p-148.50r22%!Chargeback $*2 : wrong_chargeback@7 risk@7=0-32.67 claim@7=32.67
    AMX707 Roscoe_Whitaker ${DORA} - = ${G} : $*2 $+$ $*6 : duplicate_payment@3
  `,
  events: 'planned_step@4=AMS',
};

const BRONZE = 'Fern_Bronze_HSA Iris_Calloway GA 2025-01-01';
const SILVER = 'Fern_Silver_2500 Iris_Calloway GA 2024-01-01';
const GOLD = 'Fern_Gold_1000 Milo_Trenholm GA 2025-01-01';
const lives = (count: number, rate = 18): string => `${(count * rate).toFixed(2)}n${count}`;
const [ONE, TWO, FOUR] = [lives(1), lives(2), lives(4)];

/** Exchange plans with a flat amount for each covered person, paid a month behind. */
export const FERNLEAF: Description = {
  name: 'Fernleaf Community Health',
  about:
    '18.00 a covered person a month, a month behind, without a rate or premium; subscribers move, leave, and pay late after January',
  line: 'major_medical',
  first: '2025-12',
  statements: 8,
  behind: 1,
  type: 'Monthly',
  dates: 'iso',
  months: 'iso',
  total: 'TOTAL',
  columns: [
    ['coverage', 'Coverage Month'],
    ['agent', 'Broker Name'],
    ['id', 'Exchange Subscriber ID'],
    ['name', 'Subscriber Name'],
    ['plan', 'Metal Plan'],
    ['lives', 'Covered Lives'],
    ['effective', 'Effective Date'],
    ['term', 'Termination Date'],
    ['type', 'Commission Type'],
    ['amount', 'Commission'],
  ],
  alike: [
    { count: 14, id: '00418', traits: SILVER, usual: [ONE, TWO, ONE, lives(3)] },
    { count: 10, id: '00527', traits: BRONZE, usual: [ONE, TWO] },
    { count: 9, id: '00633', traits: GOLD, usual: [TWO, FOUR, ONE] },
    {
      count: 8,
      id: '00744',
      traits: 'Fern_Silver_2500 Milo_Trenholm GA 2026-01-01',
      usual: [ONE, TWO],
      pays: '-*2 $*6',
    },
    {
      // These switched to another carrier at the end of the year.
      count: 4,
      id: '00851',
      traits: BRONZE,
      usual: [ONE],
      pays: '$*2 -*6',
      truth: 'lost@3 risk@3=18.00',
    },
  ],
  members: `
    0091001 Delphine_Ashworth ${SILVER} - = ${TWO} : $*4 - $@-1+$ $*2 : late_premium@5 catch_up@6 risk@5=0-36.00
    0091002 Barton_Kimsey ${SILVER} - = ${ONE} : $*5 -*3 : lost@6 risk@6=18.00
    0091003 Lucinda_Farrar ${GOLD} - = ${FOUR} : $*4 ${lives(3)}*4 : fewer_lives@5 risk@5=0-18.00
    0091004 Quentin_Broyles ${BRONZE} - = ${ONE} : $*3 - $*4 : unpaid@4 missed_months@5 risk@4=0-18.00 claim@4=18.00
    0091005 Shawna_Ledford ${GOLD} - = ${TWO} : $*5 $(Iris_Calloway)*3 : agent_moved@6
    0091006 Tobias_Wingate ${SILVER} - = ${TWO} : $*3 -36.00n2@-1~2025-12-31!Retro_Term -*4 : lost@4 rightful_chargeback@4 retroactive_end@4 risk@4=0-36.00
    0091007 Yolanda_Purcell ${SILVER} - = ${TWO} : $*3 27.00n2*5 : ${cut(4, 8, '9.00')}
    0091008 Grady_Huffstetler ${BRONZE} - = ${ONE} : $*2 $@0{Fern_Silver_2500}e2026-01-01*6 :
  `,
};

const drug = 'Clear_Rx_Basic';

/** Drug plans that pay small flat amounts each month. */
export const LOONLAKE: Description = {
  name: 'Loon Lake Prescription Plan',
  about:
    '4.50 a member a month for drug plans, monthly and behind by a month; one quiet book of an agency with one broker',
  line: 'medicare',
  first: '2026-02',
  statements: 8,
  behind: 1,
  type: 'REN',
  months: 'named',
  total: 'Statement Total',
  money: 'brackets',
  columns: [
    ['id', 'HICN/MBI'],
    ['name', 'Enrollee'],
    ['plan', 'PBP'],
    ['state', 'St'],
    ['effective', 'Enroll Dt'],
    ['coverage', 'Comm Month'],
    ['type', 'Cd'],
    ['amount', 'Comm'],
  ],
  alike: [
    { count: 32, id: '6LL3CX9RD', traits: `${drug} Hope_Lindqvist MN 2024-01-01`, usual: ['4.50'] },
    { count: 9, id: '7LL5MF2TG', traits: `${drug} Hope_Lindqvist WI 2026-01-01`, usual: ['9.00!NEW'] },
    {
      count: 3,
      id: '8LL8VN4KH',
      traits: `Clear_Rx_Plus Hope_Lindqvist MN 2026-05-01`,
      usual: ['9.00!NEW'],
      pays: '-*4 $*4',
    },
  ],
  members: `
    9LL4EE7QA21 Gunnar_Tollefson ${drug} Hope_Lindqvist MN 2023-01-01 - = 4.50 : $*5 -*3 : lost@6 risk@6=4.50
    9LL4EE7QA22 Solveig_Haugen ${drug} Hope_Lindqvist MN 2023-01-01 - = 4.50 : $*3 - $*4 : unpaid@4 missed_months@5 risk@4=0-4.50 claim@4=4.50
    9LL4EE7QA23 Rudolph_Amundson ${drug} Hope_Lindqvist MN 2022-01-01 - = 4.50 : $*8 :
  `,
};
