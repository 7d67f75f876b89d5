import type { Description } from '../unseen/description.ts';
import { claims, cut, falls, share } from '../unseen-second/rules.ts';

/** Books of employers whose dental fee goes by size, of employers who insure their own health plan, and of capped exchange fees. */

/** The fee of a group: the more subscribers it has this month, the less for each. */
const sized = (subscribers: number): string => {
  const each = subscribers < 10 ? 4 : subscribers < 25 ? 3.25 : 2.6;
  return `${(subscribers * each).toFixed(2)}n${subscribers}r${each.toFixed(2)}`;
};
const months = (...subscribers: readonly number[]): string => subscribers.map(sized).join(' ');
const GROWING = months(8, 8, 9, 9, 10, 10, 11, 11, 12, 12);
const SHRINKING = months(27, 27, 26, 25, 24, 24, 23, 22, 22, 22);
const SEASONAL = months(14, 16, 22, 24, 26, 26, 20, 15, 14, 14);
const SMALLER_AGAIN = months(10, 10, 10, 9, 9, 9, 9, 9, 10, 10);
const TWELVE = sized(12);

export const COBALT: Description = {
  name: 'Cobalt Dental Trust',
  about:
    'a dental fee for each subscriber by the size of the group: 4.00 below ten, 3.25 below twenty-five, 2.60 above; sizes change, nothing is wrong',
  line: 'group',
  first: '2025-09',
  statements: 10,
  behind: 0,
  type: '',
  columns: [
    ['id', 'Group #'],
    ['name', 'Group Name'],
    ['coverage', 'Bill Month'],
    ['lives', 'Subs'],
    ['rate', 'Per Sub'],
    ['amount', 'Fee'],
  ],
  alike: [
    {
      count: 16,
      id: 'CD100',
      traits: 'Dental Opal_Trent MI 2022-01-01',
      usual: [sized(4), sized(7), TWELVE, sized(18), sized(31)],
    },
    {
      count: 4,
      id: 'CD200',
      traits: 'Dental Opal_Trent MI 2023-01-01',
      usual: [TWELVE],
      pays: GROWING,
      truth: falls(GROWING),
    },
    {
      count: 3,
      id: 'CD300',
      traits: 'Dental Opal_Trent MI 2023-01-01',
      usual: [sized(22)],
      pays: SHRINKING,
      truth: `fewer_lives@3 fewer_lives@4 fewer_lives@7 fewer_lives@8 ${falls(SHRINKING)}`,
    },
    {
      count: 3,
      id: 'CD400',
      traits: 'Dental Opal_Trent MI 2021-05-01',
      usual: [sized(14)],
      pays: SEASONAL,
      truth: `fewer_lives@7 fewer_lives@8 fewer_lives@9 ${falls(SEASONAL)}`,
    },
    {
      count: 3,
      id: 'CD500',
      traits: 'Dental Opal_Trent MI 2024-02-01',
      usual: [sized(10)],
      pays: SMALLER_AGAIN,
      truth: falls(SMALLER_AGAIN),
    },
    {
      count: 4,
      id: 'CD600',
      traits: 'Dental Opal_Trent MI 2026-01-01',
      usual: [sized(6), sized(15)],
      pays: '-*4 $*6',
    },
  ],
  members: `
    CD90071 Alder_Way_Vets Dental Opal_Trent MI 2022-01-01 - = ${TWELVE} : $*4 ${sized(13)}+3.25n1r3.25@-1 ${sized(13)}*5 : risk@6=0-3.25
    CD90072 Birch_Lane_Tools Dental Opal_Trent MI 2022-01-01 - = ${sized(11)} : ${TWELVE}*4 $+-3.25n1r3.25@-1 $*5 : fewer_lives@5 rightful_chargeback@5 risk@5=0-6.50
    CD90073 Cherry_Hill_Press Dental Opal_Trent MI 2022-01-01 - = ${TWELVE} : $*5 - $@-1+$ $*3 : late_premium@6 catch_up@7 risk@6=0-39.00
    CD90074 Dogwood_Cafe Dental Opal_Trent MI 2022-01-01 - = ${sized(24)} : $*3 ${sized(25)}*2 $*5 : risk@4=0-13.00
    CD90075 Elder_Park_Autos Dental Opal_Trent MI 2022-01-01 - = ${sized(9)} : ${sized(10)}*3 $*2 ${sized(8)}*5 : fewer_lives@6 risk@6=0-4.00
    CD90076 Foxglove_Salon Dental Opal_Trent MI 2022-01-01 - = ${TWELVE} : $ $+-3.25n1r3.25@-3 $*8 : risk@2=0-3.25
    CD90077 Ginkgo_Legal Dental Opal_Trent MI 2022-01-01 - = ${TWELVE} : $*4 $+$@1 - $*4 :
    CD90078 Hawthorn_Spa Dental Opal_Trent MI 2025-11-01 - = ${sized(5)} : -*3 $@-1+$ $*6 :
  `,
};

/** The monthly premium for single large claims, and the yearly premium for the sum of all claims, at 10 %. */
const single = (premium: number, percent = 10): string => `${share(percent, premium)}r${percent}%[SPEC]`;
const yearly = (premium: number): string => `${share(10, premium)}r10%[AGG]`;
const SPEC = single(8000);
const SPEC_NEXT = single(8960);
const RENEWAL = `${SPEC_NEXT}+${yearly(2400)}`;
const STARTED = `${SPEC}*3 ${RENEWAL}`;
const INA = `${SPEC}(Ina_Crowe)`;

export const MOSSWOOD: Description = {
  name: 'Mosswood Stop Loss',
  about:
    '10 % of the premium for single large claims by the month, and of the premium for all claims once a policy year; one broker hands over, and one state is paid 8 % from April on',
  line: 'group',
  first: '2025-10',
  statements: 12,
  behind: 0,
  type: 'Premium',
  titles: ['Mosswood Stop Loss Insurance Company', 'Broker Commission Report', ''],
  columns: [
    ['agent', 'Broker'],
    ['id', 'Contract'],
    ['name', 'Plan Sponsor'],
    ['state', 'Situs'],
    ['product', 'Cov'],
    ['coverage', 'Premium Month'],
    ['type', 'Txn'],
    ['premium', 'Premium'],
    ['rate', 'Comm %'],
    ['amount', 'Commission'],
  ],
  alike: [
    ...[5200, 8400, 14100].map((premium, place) => ({
      count: 5,
      id: `MS10${place}`,
      traits: 'Stop_Loss Gail_Yount TN 2024-01-01',
      usual: [single(premium * 1.12)],
      pays: `${single(premium)}*3 $+${yearly(premium * 0.3)} $*8`,
    })),
    {
      count: 6,
      id: 'MS200',
      traits: 'Stop_Loss Gail_Yount TN 2023-07-01',
      usual: [single(6710)],
      pays: `${single(6100)}*9 $+${yearly(1830)} $*2`,
    },
    ...[4000, 9500].map((premium) => ({
      count: 4,
      id: `MS3${premium > 5000 ? 1 : 0}0`,
      traits: 'Stop_Loss Gail_Yount AL 2024-11-01',
      usual: [single(premium, 8)],
      pays: `${single(premium)} ${single(premium)}+${yearly(premium * 0.3)} ${single(premium)}*4 $*6`,
      truth: `risk@7=0-${premium * 0.02} ${claims(7, 12, String(premium * 0.02))}`,
    })),
    {
      count: 6,
      id: 'MS400',
      traits: 'Stop_Loss Hugh_Salter TN 2022-09-01',
      usual: [single(7300)],
      pays: '$*5 $(Ina_Crowe)*7',
    },
    {
      count: 4,
      id: 'MS500',
      traits: 'Stop_Loss Gail_Yount TN 2026-02-01',
      usual: [single(4600)],
      pays: `-*4 $+${yearly(1400)} $*7`,
    },
  ],
  members: `
    MS90071 Acme_Forge Stop_Loss Gail_Yount TN 2024-01-01 - = ${SPEC_NEXT} : ${STARTED} $*2 -*6 : lost@7 risk@7=896.00
    MS90072 Bluff_City_Foods Stop_Loss Gail_Yount TN 2024-01-01 - = ${SPEC_NEXT} : ${STARTED} $*2 ${single(8960, 7)}*3 $*3 : ${cut(7, 9, '268.80')}
    MS90073 Cane_Ridge_Steel Stop_Loss Gail_Yount TN 2024-01-01 - = ${SPEC_NEXT} : ${STARTED} $*3 - $*4 : unpaid@8 missed_months@9 risk@8=0-896.00 claim@8=896.00
    MS90074 Duck_River_Paper Stop_Loss Gail_Yount TN 2024-01-01 - = ${SPEC_NEXT} : ${STARTED} $*2 - $@-1+$ $*4 : late_premium@7 catch_up@8 risk@7=0-896.00
    MS90075 Elk_Valley_School Stop_Loss Gail_Yount TN 2024-01-01 - = ${SPEC_NEXT} : ${STARTED} $*4 $+-89.60p-896.00r10%[SPEC]@-1!Enrollment_Adj $*3 : rightful_chargeback@9 risk@9=0-89.60
    MS90076 Flint_Creek_Bank Stop_Loss Gail_Yount TN 2024-01-01 - = ${SPEC_NEXT} : ${SPEC}*3 $+120.00p2400.00r10%[AGG] $*8 : underpaid@4 claim@4=0-120.00
    MS90077 Gap_Creek_Labs Stop_Loss Gail_Yount TN 2024-01-01 - = ${SPEC_NEXT} : ${STARTED} $*5 $+-$p-8960.00@-2!Chargeback $*2 : wrong_chargeback@10 risk@10=0-896.00 claim@10=896.00
    MS90078 Holly_Tree_Care Stop_Loss Gail_Yount TN 2024-01-01 - = ${SPEC_NEXT} : ${STARTED} $*3 $+$ $*4 : duplicate_payment@8
    MS80079 Iron_Gate_Hotels Stop_Loss Hugh_Salter TN 2022-09-01 - = ${SPEC} : $*3 ${INA}*9 : agent_moved@4
    MS80080 Jasper_Motors Stop_Loss Gail_Yount TN 2024-01-01 - = ${single(7600)} : ${SPEC}*3 $+${yearly(2280)} $*8 : risk@4=0-40.00 risk@5=0-40.00
    MS90081 Knob_Hill_Dairy Stop_Loss Gail_Yount TN 2024-01-01 - = ${SPEC_NEXT} : ${STARTED} $*2 0.00p8960.00r10%[SPEC] $*5 : unpaid@7 risk@7=896.00 claim@7=896.00
    MS90082 Lynn_Point_Marine Stop_Loss Gail_Yount TN 2024-01-01 - = ${SPEC_NEXT} : ${STARTED} $*3 -$p-8960.00@-1!Refund -*4 : lost@8 rightful_chargeback@8 risk@8=0-896.00
    MS90083 Moss_Bend_Farms Stop_Loss Gail_Yount TN 2024-01-01 - = ${single(9420)} : ${STARTED} ${SPEC_NEXT}*3 $*5 :
  `,
  events: 'raised@4=MS1 raised@4=MS9 agent_moved@6=MS4 rate_cut@7=AL raised@10=MS2',
};

/** A fee for each member of a household, of whom at most three count. */
const capped = (lives: number): string => `${(Math.min(lives, 3) * 24).toFixed(2)}n${lives}`;
const PAIR = capped(2);
const ONE = capped(1);
/** Months that are taken back for coverage that ended on a day. */
const back = (row: string, offsets: readonly number[], day: string): string =>
  offsets.map((offset) => `-${row}@-${offset}~${day}!Retro-Term`).join('+');

export const ASTER: Description = {
  name: 'Aster Community Health',
  about:
    'exchange fees of 24 dollars a member, of whom at most three count, paid a month behind; one plan pays nothing, one has another name in the new year',
  line: 'major_medical',
  first: '2025-10',
  statements: 10,
  behind: 1,
  type: 'Base Comp',
  file: 'xlsx',
  total: 'Statement Net',
  columns: [
    ['id', 'Issuer Member ID'],
    ['name', 'Primary Member'],
    ['plan', 'QHP'],
    ['agent', 'Agent'],
    ['effective', 'Eff'],
    ['term', 'Term'],
    ['coverage', 'Cov Mth'],
    ['lives', 'Persons'],
    ['type', 'Item'],
    ['amount', 'Comp'],
  ],
  alike: [
    ...[1, 2, 5, 4].map((lives, place) => ({
      count: place < 2 ? 7 : 4,
      id: `AC1${lives}0`,
      traits: 'Silver_Plus Dale_Ocampo GA 2024-01-01',
      usual: [capped(lives)],
    })),
    {
      count: 8,
      id: 'AC200',
      traits: 'Gold_Care Dale_Ocampo GA 2024-01-01',
      usual: [ONE, capped(3)],
      pays: `$*4 \${Gold_Care_Standard}*6`,
    },
    { count: 4, id: 'AC300', traits: 'Bronze_Saver Dale_Ocampo GA 2025-01-01', usual: ['0.00n1', '0.00n2'] },
    {
      count: 3,
      id: 'AC400',
      traits: 'Bronze_Saver Dale_Ocampo GA 2026-01-01',
      usual: ['0.00n1'],
      pays: '-*4 $*6',
    },
    {
      count: 5,
      id: 'AC500',
      traits: 'Silver_Plus Dale_Ocampo GA 2025-01-01',
      usual: [PAIR],
      pays: '$*4 -*6',
      truth: 'lost@5 risk@5=48.00',
    },
    {
      count: 6,
      id: 'AC600',
      traits: 'Silver_Plus Dale_Ocampo GA 2026-01-01',
      usual: [ONE, capped(4)],
      pays: '-*4 $*6',
    },
    {
      count: 4,
      id: 'AC700',
      traits: 'Silver_Plus Dale_Ocampo GA 2026-01-01',
      usual: [PAIR],
      pays: '-*5 $@-1+$ $*4',
    },
  ],
  members: `
    AC90071 Abril_Barrios Silver_Plus Dale_Ocampo GA 2024-01-01 - = ${capped(3)} : $*5 48.00n3*2 $*3 : ${cut(6, 7, '24.00')}
    AC90072 Bobby_Castell Silver_Plus Dale_Ocampo GA 2024-01-01 - = ${capped(4)} : ${capped(5)}*4 $*6 :
    AC90073 Carmen_Duque Silver_Plus Dale_Ocampo GA 2024-01-01 - = ${capped(4)} : ${capped(3)}*5 $*5 :
    AC90074 Darius_Estes Silver_Plus Dale_Ocampo GA 2024-01-01 - = ${PAIR} : ${capped(5)}*6 $*4 : fewer_lives@7 risk@7=0-24.00
    AC90075 Elena_Figueroa Silver_Plus Dale_Ocampo GA 2024-01-01 - = ${PAIR} : $*6 -*4 : lost@7 risk@7=48.00
    AC90076 Frank_Gaskin Silver_Plus Dale_Ocampo GA 2024-01-01 - = ${PAIR} : $*6 ${back(PAIR, [2, 1], '2025-12-31')} -*3 : lost@7 rightful_chargeback@7 retroactive_end@7 risk@7=0-48.00
    AC90077 Gilda_Huertas Silver_Plus Dale_Ocampo GA 2024-01-01 - = ${PAIR} : $*6 ${back(PAIR, [3, 2, 1], '2025-12-31')} -*3 : lost@7 rightful_chargeback@7 retroactive_end@7 wrong_chargeback@7 risk@7=0-48.00 claim@7=0-48.00
    AC90078 Hector_Islas Silver_Plus Dale_Ocampo GA 2024-01-01 - = ${PAIR} : $*4 -$@-1!Retro-Term - $*4 : wrong_chargeback@5 unpaid@6 not_repaid@7 missed_months@7 risk@5=0-48.00 claim@7=144.00
    AC90079 Iris_Jimenez Silver_Plus Dale_Ocampo GA 2024-01-01 - = ${ONE} : $*5 - $@-1+$ $*3 : late_premium@6 catch_up@7 risk@6=0-24.00
    AC90080 Jamal_Knight Silver_Plus Dale_Ocampo GA 2024-01-01 - = ${ONE} : $*6 - $*3 : unpaid@7 missed_months@8 risk@7=0-24.00 claim@7=24.00
    AC90081 Karla_Lozano Silver_Plus Dale_Ocampo GA 2024-01-01 - = ${ONE} : $*5 $(Uriah_Beck)*5 : agent_moved@6
    AC90082 Leon_Mercado Silver_Plus Dale_Ocampo GA 2025-03-01 - = ${ONE} : -$@-2~2025-07-31!Retro-Term -*9 :
    AC90083 Maribel_Nieto Silver_Plus Dale_Ocampo GA 2024-01-01 - = ${ONE} : $*2 -*3 $e2026-02-01*5 : lost@3 reinstated@6 risk@3=24.00
    AC90084 Nestor_Ochoa Silver_Plus Dale_Ocampo GA 2024-01-01 - = ${PAIR} : $*4 0.00n2{Bronze_Saver}e2026-01-01*6 : risk@5=0-48.00
    AC90085 Olga_Prieto Silver_Plus Dale_Ocampo GA 2024-01-01 - = ${capped(3)} : ${PAIR}*2 $+24.00n1@-1 $*7 : risk@4=0-24.00
    AC90086 Pedro_Quiroz Silver_Plus Dale_Ocampo GA 2024-01-01 - = ${ONE} : $*7 $+$ $*2 : duplicate_payment@8
    AC90087 Rita_Salgado Gold_Care Dale_Ocampo GA 2024-01-01 - = ${ONE} : $*4 \${Gold_Care_Standard}*3 -*3 : lost@8 risk@8=24.00
  `,
  events: 'plan_unpaid@1=Bronze_Saver plan_renamed@5=Gold_Care',
};
