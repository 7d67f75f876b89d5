import type { Description } from '../unseen/description.ts';
import { claims, cut, share } from '../unseen-second/rules.ts';

/** Books of an exchange carrier in the year without enhanced subsidies, of small employers by heads, and of dental with vision. */

const ONE = '20.00n1';
const TWO = '40.00n2';
const THREE = '60.00n3';
const SILVER = 'Silver Tessa_Unger FL';
const retro = (offset: number, end: string): string => `-20.00n1@${offset}~${end}!Retro_Term`;

/** An exchange carrier that pays by the member and month, one month behind. */
export const MARIGOLD: Description = {
  name: 'Marigold Marketplace',
  about:
    '20 dollars for each member of a household, a month behind; 16 dollars in one state from 2026 on; nothing for catastrophic plans',
  line: 'major_medical',
  first: '2025-10',
  statements: 11,
  behind: 1,
  type: 'Commission',
  columns: [
    ['=17004482', 'Payee NPN'],
    ['agent', 'Writing Agent'],
    ['id', 'Policy Number'],
    ['name', 'Subscriber Name'],
    ['state', 'State'],
    ['plan', 'Metal Level'],
    ['effective', 'Policy Effective Date'],
    ['term', 'Policy Term Date'],
    ['coverage', 'Paid Month'],
    ['lives', 'Member Count'],
    ['type', 'Payment Type'],
    ['amount', 'Commission Amount'],
  ],
  alike: [
    { count: 14, id: 'MR100', traits: `${SILVER} 2024-01-01`, usual: [ONE] },
    { count: 8, id: 'MR200', traits: `${SILVER} 2023-01-01`, usual: [THREE] },
    {
      // A cheaper metal level at open enrollment is paid alike.
      count: 6,
      id: 'MR250',
      traits: 'Bronze Tessa_Unger FL 2024-01-01',
      usual: [TWO],
      pays: `${TWO}{Silver}*4 $*7`,
    },
    {
      count: 5,
      id: 'MR300',
      traits: 'Silver Tessa_Unger GA 2024-01-01',
      usual: [ONE],
      pays: '$*4 16.00n1*7',
      truth: `risk@5=0-4.00 ${claims(5, 11, '4.00')}`,
    },
    { count: 5, id: 'MR400', traits: 'Bronze Tessa_Unger FL 2026-01-01', usual: [ONE], pays: '-*4 $*7' },
    { count: 3, id: 'MR500', traits: 'Catastrophic Tessa_Unger FL 2025-01-01', usual: ['0.00n1!Non-Commissionable'] },
  ],
  members: `
    MRX9071 Abel_Barros ${SILVER} 2024-01-01 - = ${ONE} : $*4 -*7 : lost@5 risk@5=20.00
    MRX9072 Bianca_Coto Silver Tessa_Unger GA 2024-01-01 - = ${ONE} : $*4 -*7 : lost@5 risk@5=16.00-20.00
    MRX9073 Cesar_Duarte ${SILVER} 2024-01-01 - = ${ONE} : $*7 ${retro(-2, '2026-01-31')}+${retro(-1, '2026-01-31')} -*3 : lost@8 retroactive_end@8 rightful_chargeback@8 risk@8=0-60.00
    MRX9074 Delia_Espino ${SILVER} 2024-01-01 - = ${ONE} : $*6 ${retro(-2, '2025-12-31')}+${retro(-1, '2025-12-31')} - $@-2+$@-1+$ $*2 : lost@7 retroactive_end@7 rightful_chargeback@7 reinstated@9 catch_up@9 not_repaid@9 risk@7=0-60.00 claim@9=40.00
    MRX9075 Elio_Fuentes ${SILVER} 2023-01-01 - = ${THREE} : $*5 ${TWO}*6 : fewer_lives@6 risk@6=0-20.00
    MRX9076 Flora_Gaspar ${SILVER} 2024-01-01 - = ${TWO} : $*5 ${THREE}+20.00n1@-1!Retro_Add ${THREE}*5 :
    MRX9077 Gil_Herrero ${SILVER} 2024-01-01 - = ${ONE} : $*8 $+-20.00n1@-1!Adjustment $*2 : wrong_chargeback@9 risk@9=0-20.00 claim@9=20.00
    MRX9078 Hilda_Ibarra ${SILVER} 2023-01-01 - = ${THREE} : $*5 40.00n3*2 $*4 : ${cut(6, 7, '20.00')}
    MRX9079 Ines_Jurado ${SILVER} 2024-01-01 - = ${ONE} : $*4 ${ONE}{Bronze}e2026-01-01#M*7 :
  `,
  events: 'rate_cut@5=GA plan_unpaid@1=Catastrophic',
};

/** Pay in dollars for each subscriber. */
const heads = (count: number, each = 28): string =>
  `${(each * count).toFixed(2)}r${each.toFixed(2)}n${count}p${(612.4 * count).toFixed(2)}`;
const PPO = 'Blue_PPO Conrad_Vale VA 2022-01-01';

/** Small employers by the head, with subscribers who are added and ended afterwards. */
export const BLUFFTON: Description = {
  name: 'Bluffton Small Group',
  about: '28 dollars for each subscriber of small employers; 26 instead of 30 dollars for level funding from April on',
  line: 'group',
  first: '2025-12',
  statements: 12,
  behind: 0,
  type: 'Current',
  titles: ['Bluffton Small Group Broker Statement'],
  total: 'Total Commission',
  columns: [
    ['id', 'Group No'],
    ['name', 'Group Name'],
    ['plan', 'Product Line'],
    ['agent', 'Broker of Record'],
    ['effective', 'Group Eff Dt'],
    ['term', 'Cancel Dt'],
    ['coverage', 'Bill Period'],
    ['type', 'Reason'],
    ['lives', 'Subscribers'],
    ['premium', 'Premium Received'],
    ['rate', 'Rate PSPM'],
    ['amount', 'Commission Paid'],
  ],
  alike: [
    { count: 9, id: 'BF100', traits: PPO, usual: [heads(6), heads(9), heads(14), heads(4)] },
    {
      count: 4,
      id: 'BF200',
      traits: PPO,
      usual: [heads(8)],
      pays: `${heads(7)}*5 $+${heads(1)}@-1!Retro_Add $*6`,
    },
    ...[5, 11].map((count, place) => ({
      count: 2,
      id: `BF3${place}0`,
      traits: 'Level_Funded Conrad_Vale VA 2023-04-01',
      usual: [heads(count, 30)],
      pays: `$*4 ${heads(count, 26)}*8`,
      truth: `risk@5=0-${4 * count} ${claims(5, 12, `${4 * count}.00`)}`,
    })),
    { count: 3, id: 'BF400', traits: 'Blue_HMO Conrad_Vale VA 2026-03-01', usual: [heads(7)], pays: '-*3 $*9' },
  ],
  members: `
    BFX9071 Arden_Roofing ${PPO} - = ${heads(6)} : $*7 -*5 : lost@8 risk@8=168.00
    BFX9072 Boone_Optical ${PPO} - = ${heads(9)} : $*6 -252.00r28.00n9p-5511.60@-1~2026-04-30!Retro_Cancel -*5 : lost@7 rightful_chargeback@7 retroactive_end@7 risk@7=0-504.00
    BFX9073 Crozet_Cabinets ${PPO} - = ${heads(8)} : $*4 ${heads(6)}+-56.00r28.00n2p-1224.80@-1!Retro_Term ${heads(6)}*7 : fewer_lives@5 rightful_chargeback@5 risk@5=0-112.00
    BFX9074 Dale_City_Vets ${PPO} - = ${heads(7)} : $*8 $+-196.00r28.00n7p-4286.80@-2!Retro_Cancel $*3 : wrong_chargeback@9 risk@9=0-196.00 claim@9=196.00
    BFX9075 Elkton_Paving ${PPO} - = ${heads(12)} : $*2 ${heads(12, 24)}*3 $*7 : ${cut(3, 5, '48.00')}
    BFX9076 Floyd_Print ${PPO} - = ${heads(5)} : $*9 - $*2 : unpaid@10 missed_months@11 risk@10=0-140.00 claim@10=140.00
    BFX9077 Grundy_Feed ${PPO} - = ${heads(7)} : $*3 - $@-1+$ $*7 : late_premium@4 catch_up@5 risk@4=0-196.00
    BFX9078 Halifax_Law ${PPO} - = ${heads(4)} : $*5 $(Bettina_Shaw)*7 : agent_moved@6
    BFX9079 Ivy_Orchards ${PPO} - = ${heads(12)} : ${heads(10)}*3 ${heads(11)}*4 $*5 :
  `,
  events: 'rate_cut@5=Level_Funded',
};

/** Dental stands in the first file of a month, and vision in the second. */
const dental = (premium: number, percent = 10): string => `${share(percent, premium)}r${percent}%[DENTAL]w1`;
const vision = (premium: number): string => `${share(8, premium)}r8%[VISION]w2`;
const DENTAL = dental(1240);
const VISION = vision(210);
const BOTH = `${DENTAL}+${VISION}`;
const CASE = '- Pamela_Ostrow WI 2023-07-01';
const CREDIT = '-6.20p-62.00r10%[DENTAL]w1@-1!Premium_Credit';

/** Dental and vision of employers, in one file each, as a part of the premium that was paid. */
export const IVORY: Description = {
  name: 'Ivory Dental and Vision',
  about: '10 % of dental and 8 % of vision premiums that employers paid, a month behind, in a file for each',
  line: 'ancillary',
  first: '2026-01',
  statements: 10,
  behind: 1,
  type: 'Premium',
  files: 2,
  columns: [
    ['id', 'Case Number'],
    ['name', 'Planholder'],
    ['product', 'Coverage'],
    ['agent', 'Producer'],
    ['effective', 'Case Effective'],
    ['coverage', 'Premium Due Date'],
    ['type', 'Entry'],
    ['premium', 'Premium Paid'],
    ['rate', 'Comm %'],
    ['amount', 'Commission Earned'],
  ],
  alike: [
    { count: 8, id: 'IV100', traits: CASE, usual: [BOTH, `${dental(884.5)}+${vision(149.25)}`] },
    { count: 8, id: 'IV200', traits: CASE, usual: [dental(655.2), dental(1512.8)] },
    { count: 4, id: 'IV250', traits: CASE, usual: [vision(188), vision(322.4)] },
    {
      // The premium rises at the anniversary of the case.
      count: 4,
      id: 'IV300',
      traits: '- Pamela_Ostrow WI 2022-06-01',
      usual: [BOTH],
      pays: `$*6 ${dental(1302)}+${vision(216.3)}*4`,
    },
    {
      // Employees come and go, and the premium with them.
      count: 5,
      id: 'IV350',
      traits: CASE,
      usual: [dental(942.3)],
      pays: [942.3, 942.3, 968.1, 968.1, 951.75, 977.2, 977.2, 977.2, 960.85, 986.4]
        .map((paid) => dental(paid))
        .join(' '),
      truth: 'risk@5=0-1.63 risk@9=0-1.64',
    },
    { count: 3, id: 'IV400', traits: '- Pamela_Ostrow WI 2026-03-01', usual: [BOTH], pays: '-*3 $*7' },
  ],
  members: `
    IVX9071 Amery_Boats ${CASE} - = ${BOTH} : $*4 ${DENTAL}*2 $*4 : ${cut(5, 6, '16.80')}
    IVX9072 Baldwin_Tree ${CASE} - = ${BOTH} : $*5 -*5 : lost@6 risk@6=140.80
    IVX9073 Chetek_Dairy ${CASE} - = ${BOTH} : $*7 ${DENTAL}+0.00p210.00r8%[VISION]w2 $*2 : ${cut(8, 8, '16.80')}
    IVX9074 Durand_Welding ${CASE} - = ${DENTAL} : $*3 ${dental(1240, 5)}*3 $*4 : ${cut(4, 6, '62.00')}
    IVX9075 Ettrick_Movers ${CASE} - = ${DENTAL} : $*6 $+${CREDIT} $*3 : rightful_chargeback@7 risk@7=0-6.20
    IVX9076 Fennimore_Inn ${CASE} - = ${DENTAL} : $*4 $+${CREDIT} $+${CREDIT.replace('@-1', '@-2')} $*4 : rightful_chargeback@5 double_chargeback@6 risk@5=0-6.20 risk@6=0-6.20 claim@6=6.20
    IVX9077 Galesville_Gym ${CASE} - = ${BOTH} : $*7 - $@-1+$ $ : late_premium@8 catch_up@9 risk@8=0-140.80
    IVX9078 Hurley_Hardware ${CASE} - = ${BOTH} : $*2 $+${DENTAL} $*7 : duplicate_payment@3
    IVX9079 Independence_Ag ${CASE} - = ${BOTH} : $*6 $(Ross_Tillman)*4 : agent_moved@7
    IVX9080 Jim_Falls_Cafe ${CASE} - = ${BOTH} : $*8 $+-124.00p-1240.00r10%[DENTAL]w1@-2!Reversal $ : wrong_chargeback@9 risk@9=0-124.00 claim@9=124.00
    IVX9081 Kewaskum_Keys ${CASE} - = ${dental(1209.75)} : ${DENTAL}*4 ${dental(1236.1)} $*5 : risk@5=0-0.39 risk@6=0-2.64
  `,
};
