import type { Description } from '../unseen/description.ts';
import { claims, cut, dueIn, falls, share } from '../unseen-second/rules.ts';

/** Books of drug plans by the quarter, of small employers by the head, and of the group lines of employers. */

const [QUARTER_25, QUARTER_26] = ['13.75x3!Renewal', '14.25x3!Renewal'];
const [FIRST_25, FIRST_26] = ['27.25x3!Initial', '28.50x3!Initial'];
const CHOICE = 'S5921_101_Choice Alma_Thorsen MN 2022-01-01';
const BASIC = 'S5921_103_Basic Gene_Lundquist WI 2023-01-01';
const AEP = 'S5921_103_Basic Gene_Lundquist WI 2026-01-01';
const BACK = '!Clawback';

/** Drug plans with a statement for each quarter, over the turn of a year. */
export const CALLOWAY: Description = {
  name: 'Calloway Prescription Plans',
  about:
    'a quarter of the CMS amount of drug plans with each quarterly statement: 55 dollars a year and 57 from January, twice as much in the first calendar year',
  line: 'medicare',
  first: '2025-01',
  statements: 6,
  every: 3,
  behind: 0,
  type: 'Renewal',
  titles: ['Calloway Prescription Plans', 'Quarterly Broker Compensation'],
  months: 'named',
  columns: [
    ['id', 'Enrollee ID'],
    ['name', 'Enrollee'],
    ['plan', 'Contract / PBP'],
    ['state', 'State'],
    ['agent', 'Selling Agent'],
    ['effective', 'Enrollment Eff'],
    ['term', 'Disenroll Eff'],
    ['coverage', 'Quarter From'],
    ['months', 'Months in Qtr'],
    ['type', 'Comp Code'],
    ['amount', 'Comp Amt'],
  ],
  alike: [
    { count: 24, id: 'CWC10', traits: CHOICE, usual: [QUARTER_26], pays: `${QUARTER_25}*4 $*2` },
    { count: 15, id: 'CWB20', traits: BASIC, usual: [QUARTER_26], pays: `${QUARTER_25}*4 $*2` },
    {
      count: 6,
      id: 'CWI30',
      traits: 'S5921_101_Choice Alma_Thorsen MN 2025-01-01',
      usual: [QUARTER_26],
      pays: `${FIRST_25}*4 $*2`,
      truth: 'risk@5=0-13.00',
    },
    {
      // A start in May leaves two months of the quarter.
      count: 3,
      id: 'CWM40',
      traits: 'S5921_101_Choice Alma_Thorsen MN 2025-05-01',
      usual: [QUARTER_26],
      pays: `- 18.17x2@1!Initial ${FIRST_25}*2 $*2`,
      truth: 'risk@5=0-13.00',
    },
    { count: 8, id: 'CWN50', traits: AEP, usual: [FIRST_26], pays: '-*4 $*2' },
    { count: 4, id: 'CWN60', traits: AEP, usual: [QUARTER_26], pays: '-*4 $*2' },
    { count: 4, id: 'CWL70', traits: BASIC, usual: [QUARTER_25], pays: '$*4 -*2', truth: 'lost@5 risk@5=13.75-14.25' },
    {
      // Members who left with November; the month of December is taken back in January.
      count: 2,
      id: 'CWE80',
      traits: CHOICE,
      usual: [QUARTER_25],
      pays: `$*4 -4.58x1@-1~2025-11-30${BACK} -`,
      truth: 'lost@5 rightful_chargeback@5 retroactive_end@5 risk@5=0-14.25',
    },
  ],
  members: `
    CWX7401 Agnes_Bjornstad ${CHOICE} - = ${QUARTER_25} : $*2 -*4 : lost@3 risk@3=13.75
    CWX7402 Burton_Carlsen ${BASIC} - = ${QUARTER_26} : ${QUARTER_25}*4 $ - : lost@6 risk@6=14.25
    CWX7403 Celia_Dahlberg ${CHOICE} - = ${QUARTER_26} : ${QUARTER_25}*2 - ${QUARTER_25} $*2 : unpaid@3 missed_months@4 risk@3=0-13.75 claim@3=13.75
    CWX7404 Duane_Erickson ${BASIC} - = ${QUARTER_26} : ${QUARTER_25} - ${QUARTER_25}@-3+${QUARTER_25} ${QUARTER_25} $*2 : late_premium@2 catch_up@3 risk@2=0-13.75
    CWX7405 Elna_Fosse ${CHOICE} - = ${QUARTER_26} : ${QUARTER_25}*2 11.00x3!Renewal*2 11.40x3!Renewal*2 : underpaid@3 underpaid@4 underpaid@5 underpaid@6 risk@3=2.75 ${claims(3, 4, '2.75')} ${claims(5, 6, '2.85')}
    CWX7406 Gordon_Haugen ${BASIC} - = ${QUARTER_26} : ${QUARTER_25}*2 9.17x2!Renewal ${QUARTER_25} $*2 : underpaid@3 missed_months@4 risk@3=4.58 claim@3=4.58
    CWX7407 Hilma_Iverson ${AEP} - = ${QUARTER_26} : -*4 14.25x3!Initial*2 : underpaid@5 underpaid@6 ${claims(5, 6, '14.25')}
    CWX7408 Leroy_Jorgenson ${CHOICE} - = ${QUARTER_26} : ${QUARTER_25}*2 ${QUARTER_25}+-13.75x3@-3${BACK} ${QUARTER_25} $*2 : wrong_chargeback@3 risk@3=0-13.75 claim@3=13.75
    CWX7409 Mabel_Knutson ${BASIC} - = ${QUARTER_25} : $*3 -4.58x1@-1~2025-08-31${BACK} -4.58x1@-4~2025-08-31${BACK} - : lost@4 rightful_chargeback@4 retroactive_end@4 double_chargeback@5 risk@4=0-13.75 risk@5=0-4.58 claim@5=4.58
    CWX7410 Norbert_Lindgren ${CHOICE} - = ${QUARTER_26} : ${QUARTER_25}*3 ${QUARTER_25}+${QUARTER_25} $*2 : duplicate_payment@4
    CWX7411 Orpha_Mattson ${CHOICE} - = ${QUARTER_26} : ${QUARTER_25}*3 ${QUARTER_25}(Gene_Lundquist) $(Gene_Lundquist)*2 : agent_moved@4
    CWX7412 Palmer_Nordby ${BASIC} - = ${QUARTER_26} : ${QUARTER_25}*4 ${QUARTER_26}{S5921_101_Choice}*2 :
    CWX7413 Ragna_Opheim ${CHOICE} - = ${QUARTER_25} : $*3 -13.75x3@-3~2025-08-31${BACK} -*2 : lost@4 rightful_chargeback@4 wrong_chargeback@4 retroactive_end@4 risk@4=0-13.75 claim@4=9.17
    CWX7414 Sherman_Pedersen ${AEP} - = ${FIRST_26} : -*4 $ -28.50x3@-3~2026-02-28${BACK} : lost@6 rightful_chargeback@6 rapid_disenrollment@6 retroactive_end@6 risk@6=0-28.50
  `,
  events: 'raised@5=CWC raised@5=CWB planned_step@5=CWI',
};

/** A group pays 30 dollars for each employee, and 25 dollars from 26 employees on. */
const heads = (count: number, fee = count > 25 ? 25 : 30): string =>
  `${(count * fee).toFixed(2)}n${count}r${fee.toFixed(2)}`;
/** Groups with the heads of each month; the last count stays to the end. */
const GROUPS = [
  ...['Arbor_Day_Nursery 6', 'Bexley_Orthodontics 11', 'Cavalier_Towing 9 9 8', 'Dayspring_Church 4'],
  ...['Eastgate_Auto_Body 14 14 15', 'Fairlane_Bakery 7', 'Gahanna_Roofing 19 19 19 21 20', 'Hilltop_Vets 12'],
  ...['Innis_Plumbing 5 5 5 6', 'Jameson_Law 8', 'Kettering_Optics 17', 'Licking_Valley_Feed 10 11 11 11 10'],
  ...['Maumee_Machine 33', 'Newark_Sign 3', 'Obetz_Trucking 41 41 42 42 40', 'Pataskala_Dental 9'],
  ...['Quarry_Road_Daycare 13 13 13 13 14', 'Reynoldsburg_HVAC 22', 'Sunbury_Pharmacy 6', 'Tipp_City_Welding 15'],
  ...['Upper_Arlington_CPA 10', 'Vandalia_Printing 24 24 24 23', 'Westerville_Realty 7', 'Xenia_Flooring 18 18 19'],
  ...['Yellow_Springs_Pottery 4', 'Zanesville_Tile 28', 'Ashville_Grain 12', 'Buckeye_Lake_Marina 5 5 5 5 5 6'],
  ...['Circleville_Printers 16', 'Delphos_Cabinets 8 8 7'],
].map((text) => text.split(' '));
const groupLine = ([name = '', ...counts]: readonly string[], place: number): string => {
  const months = [0, 1, 2, 3, 4, 5, 6, 7].map((at) => Number(counts[Math.min(at, counts.length - 1)]));
  const fewer = months.flatMap((count, at) =>
    at > 0 && count < (months[at - 1] ?? 0) ? [`fewer_lives@${at + 1}`] : [],
  );
  const dollars = months.map((count) => (count * (count > 25 ? 25 : 30)).toFixed(2)).join(' ');
  const agent = place % 2 === 0 ? 'Rex_Halloran' : 'Bettye_Crum';
  const month = String((place % 12) + 1).padStart(2, '0');
  const plan = place % 3 === 0 ? 'HSA_3500' : 'PPO_2000';
  return `TH${20_410 + place * 7} ${name} ${plan} ${agent} OH 2023-${month}-01 - = ${heads(1)} : ${months
    .map((count) => heads(count))
    .join(' ')} : ${[...fewer, falls(dollars)].join(' ')}`;
};

/** Small employers in a section for each producer, without kinds of entries. */
export const THORNDALE: Description = {
  name: 'Thorndale Employer Plans',
  about:
    '30 dollars a month for each employee, 25 dollars in groups of 26 and more, a month behind, in sections by producer and without kinds of entries',
  line: 'group',
  first: '2025-10',
  statements: 8,
  behind: 1,
  type: '',
  sections: 'Producer',
  titles: ['Thorndale Employer Plans', 'Producer Commission Detail'],
  total: 'Grand Total',
  dates: 'short',
  months: 'named',
  money: 'dollar',
  columns: [
    ['id', 'Group ID'],
    ['name', 'Group Name'],
    ['plan', 'Plan Design'],
    ['effective', 'Orig Eff'],
    ['coverage', 'Cov Month'],
    ['lives', 'Contracts'],
    ['rate', 'PCPM'],
    ['amount', 'Commission Amt'],
  ],
  alike: [],
  members: `${GROUPS.map(groupLine).join('\n')}
    TH30101 Anthem_Lawn_Care PPO_2000 Rex_Halloran OH 2024-01-01 - = ${heads(9)} : $*4 -*4 : lost@5 risk@5=270.00
    TH30102 Bluebonnet_Salon HSA_3500 Bettye_Crum OH 2024-01-01 - = ${heads(4)} : $*3 -$@-1 -*4 : lost@4 rightful_chargeback@4 risk@4=0-120.00
    TH30103 Clintonville_Cycle PPO_2000 Bettye_Crum OH 2024-03-01 - = ${heads(11)} : $*5 - $*2 : unpaid@6 missed_months@7 risk@6=0-330.00 claim@6=330.00
    TH30104 Dublin_Tutoring PPO_2000 Rex_Halloran OH 2024-05-01 - = ${heads(6)} : $*2 - $@-1+$ $*4 : late_premium@3 catch_up@4 risk@3=0-180.00
    TH30105 Etna_Excavating PPO_2000 Rex_Halloran OH 2024-06-01 - = ${heads(14)} : $*4 ${heads(14, 26)}*4 : ${cut(5, 8, '56.00')}
    TH30106 Franklin_Fence PPO_2000 Bettye_Crum OH 2023-08-01 - = ${heads(16)} : $*5 400.00n16r30.00 $*2 : underpaid@6 risk@6=80.00 claim@6=80.00
    TH30107 Grove_City_Gym HSA_3500 Rex_Halloran OH 2023-09-01 - = ${heads(8)} : $*4 $(Bettye_Crum)*4 : agent_moved@5
    TH30108 Hebron_Hardware PPO_2000 Rex_Halloran OH 2023-10-01 - = ${heads(12)} : $*3 ${heads(10)}+-60.00n2r30.00@-1 ${heads(10)}*4 : fewer_lives@4 rightful_chargeback@4 risk@4=0-120.00
    TH30109 Johnstown_Jewelers PPO_2000 Bettye_Crum OH 2023-11-01 - = ${heads(12)} : $*4 ${heads(11)}+-30.00n1r30.00@-1 ${heads(11)}+-30.00n1r30.00@-2 ${heads(11)}*2 : fewer_lives@5 rightful_chargeback@5 double_chargeback@6 risk@5=0-60.00 risk@6=0-30.00 claim@6=30.00
    TH30110 Lancaster_Glassworks HSA_3500 Bettye_Crum OH 2024-02-01 - = ${heads(7)} : $*5 $+-$@-2 $*2 : wrong_chargeback@6 risk@6=0-210.00 claim@6=210.00
    TH30111 Marysville_Motors PPO_2000 Rex_Halloran OH 2024-04-01 - = ${heads(5)} : $*3 $+$ $*4 : duplicate_payment@4
    TH30112 New_Albany_Spa PPO_2000 Rex_Halloran OH 2026-01-01 - = ${heads(10)} : -*4 $*4 :
    TH30113 Orient_Orchards PPO_2000 Bettye_Crum OH 2023-02-01 - = ${heads(27)} : ${heads(24)}*3 $*5 : risk@4=0-45.00
    TH30114 Plain_City_Pork PPO_2000 Bettye_Crum OH 2023-03-01 - = ${heads(13)} : $*4 $+30.00n1r30.00@-1 ${heads(14)}*3 :
    TH30115 Rickenbacker_Air PPO_2000 Rex_Halloran OH 2023-06-01 - = ${heads(23)} : $*3 ${heads(23)}{HSA_3500}*5 :
    TH30116 Somerset_Saddlery PPO_2000 Bettye_Crum OH 2023-07-01 - = ${heads(8)} : $*4 -*2 $@-2+$@-1+$ $ : late_premium@5 late_premium@6 reinstated@7 catch_up@7 risk@5=0-240.00
  `,
};

const RATES: Readonly<Record<string, number>> = { DEN: 10, VIS: 10, LIF: 15, STD: 15 };
const line = (product: string, premium: number, percent = RATES[product] ?? 0): string =>
  `${share(percent, premium)}r${percent}%[${product}]`;
/** Employers with their premium of dental, vision, life and disability; a nought is a line that they do not have. */
const CASES = [
  ...['Almond_Valley_Growers 1840 310 420 690', 'Basin_Electric_Coop 2260 390 510 0', 'Canyon_Dental_Lab 405 70 0 0'],
  ...['Desert_Rose_Hospice 1310 220 280 455', 'Elk_Horn_Outfitters 220 0 45 0', 'Foothill_Charter 2890 470 610 980'],
  ...['Gila_Concrete 975 160 205 330', 'High_Mesa_Realty 310 58 0 0', 'Indigo_Hotels 3350 0 740 1210'],
  ...['Juniper_Street_Clinic 1505 255 0 510', 'Kiva_Construction 1120 0 240 0', 'Laguna_Foods 1990 330 430 700'],
  ...['Mimbres_Pipeline 2480 415 540 860', 'Navarro_Insurance 260 48 60 0', 'Ocotillo_Landscape 540 0 0 0'],
  ...['Pecos_Print 385 66 80 130', 'Quartz_Hill_Schools 4120 690 880 1420', 'Rio_Bravo_Freight 1675 280 360 590'],
  ...['Socorro_Nursing 2035 340 445 725', 'Tularosa_Dairy 860 0 190 305', 'Uplands_Winery 495 84 0 160'],
  ...['Vado_Aerospace 3010 505 650 1060', 'White_Sands_Motors 1245 208 265 0', 'Yucca_Credit_Union 1430 240 310 500'],
].map((text) => text.split(' '));
/** Premiums follow the payroll by up to three in a hundred. */
const moved = (seed: number, at: number): number => 1 + (((seed * 5 + at * 3) % 7) - 3) / 100;
const caseLine = ([name = '', ...premiums]: readonly string[], place: number): string => {
  const months = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((at) =>
    ['DEN', 'VIS', 'LIF', 'STD'].flatMap((product, which) => {
      const premium = Math.round(Number(premiums[which]) * moved(place, at) * 100) / 100;
      return premium > 0 ? [line(product, premium)] : [];
    }),
  );
  const sums = months.map((rows) => rows.reduce((sum, row) => sum + Number(row.split('p')[0]), 0).toFixed(2)).join(' ');
  return `LT-${5100 + place * 3} ${name} Contributory - - - - = ${line('DEN', 1)} : ${months.map((rows) => rows.join('+')).join(' ')} : ${falls(sums)}`;
};
const [TEETH, EYES, LIFE, PAY] = [line('DEN', 800), line('VIS', 140), line('LIF', 200), line('STD', 300)];
const FOUR = `${TEETH}+${EYES}+${LIFE}+${PAY}`;
const one = (id: string, name: string): string => `LT-${id} ${name} Contributory - - - - = ${FOUR}`;
/** Voluntary disability is paid 12 % from January on. */
const voluntary = (id: string, name: string, premium: number): string =>
  `LT-${id} ${name} Voluntary - - - - = ${line('STD', premium)} : $*5 ${line('STD', premium, 12)}*4 : risk@6=0-${(premium * 0.03).toFixed(2)} ${claims(6, 9, (premium * 0.03).toFixed(2))}`;

/** Dental, vision, life and disability of employers in a row for each, without agents, starts, and kinds of payment. */
export const LATTIMER: Description = {
  name: 'Lattimer Group Benefits',
  about:
    '10 % of dental and vision and 15 % of life and disability premiums that employers paid; voluntary disability falls to 12 % in January',
  line: 'group',
  first: '2025-08',
  statements: 9,
  behind: 0,
  type: '',
  file: 'xlsx',
  total: 'Commission Total',
  months: 'iso',
  money: 'brackets',
  columns: [
    ['id', 'Case No'],
    ['name', 'Policyholder'],
    ['plan', 'Contribution'],
    ['product', 'Line of Coverage'],
    ['coverage', 'Billed Month'],
    ['months', 'Mos Billed'],
    ['premium', 'Premium Received'],
    ['rate', 'Comm Rate'],
    ['amount', 'Commission'],
  ],
  alike: [],
  members: `${CASES.map(caseLine).join('\n')}
    ${voluntary('6101', 'Acoma_Machine', 540)}
    ${voluntary('6102', 'Bernalillo_Books', 260)}
    ${voluntary('6103', 'Chama_Sawmill', 415)}
    ${voluntary('6104', 'Deming_Chile_Packers', 730)}
    ${voluntary('6105', 'Espanola_Clinic', 350)}
    ${one('7101', 'Aztec_Fabrication')} : $*4 ${TEETH}+${LIFE}+${PAY}*5 : underpaid@5 risk@5=14.00 ${claims(5, 9, '14.00')}
    ${one('7102', 'Bosque_Brewing')} : $*5 ${TEETH}+${EYES}+${line('LIF', 200, 12)}+${PAY}*4 : ${cut(6, 9, '6.00')}
    ${one('7103', 'Carrizozo_Supply')} : $*3 ${TEETH}+${EYES}+${LIFE} $*5 : underpaid@4 risk@4=45.00 claim@4=45.00
    ${one('7104', 'Dulce_Medical')} : $*6 ${TEETH}+${EYES}+${PAY} $+${LIFE}@-1 $ : underpaid@7 catch_up@8 risk@7=0-30.00
    ${one('7105', 'Estancia_Farms')} : $*3 - $@-1+$ $*4 : late_premium@4 catch_up@5 risk@4=0-169.00
    ${one('7106', 'Farmington_Foundry')} : $*5 - $*3 : unpaid@6 missed_months@7 risk@6=0-169.00 claim@6=169.00
    ${one('7107', 'Gallup_Ironworks')} : $*6 -*3 : lost@7 risk@7=169.00
    ${one('7108', 'Hatch_Produce')} : $*3 -80.00p-800.00r10%[DEN]@-1+-14.00p-140.00r10%[VIS]@-1+-30.00p-200.00r15%[LIF]@-1+-45.00p-300.00r15%[STD]@-1 -80.00p-800.00r10%[DEN]@-2+-14.00p-140.00r10%[VIS]@-2+-30.00p-200.00r15%[LIF]@-2+-45.00p-300.00r15%[STD]@-2 -*4 : lost@4 rightful_chargeback@4 double_chargeback@5 risk@4=0-169.00 risk@5=0-169.00 claim@5=169.00
    ${one('7109', 'Isleta_Packaging')} : $*4 $+$ $*4 : duplicate_payment@5
    ${one('7110', 'Jemez_Timber')} : $*5 64.00p800.00r10%[DEN]+${EYES}+${LIFE}+${PAY} $*3 : underpaid@6 risk@6=16.00 claim@6=16.00
    ${one('7111', 'Kirtland_Labs')} : $*5 ${line('DEN', 872)}+${line('VIS', 152.6)}+${line('LIF', 218)}+${line('STD', 327)}*4 :
    ${one('7112', 'Lordsburg_Rail')} : ${dueIn(9, { 1: `${line('DEN', 2100)}x3`, 4: `${line('DEN', 2100)}x3`, 7: `${line('DEN', 2184)}x3` })} :
    ${one('7113', 'Mesilla_Pecans')} : ${TEETH}+${EYES}*3 $*6 :
    ${one('7114', 'Organ_Mountain_Tire')} : $*4 -80.00p-800.00r10%[DEN]@-1+-14.00p-140.00r10%[VIS]@-1+-30.00p-200.00r15%[LIF]@-1+-45.00p-300.00r15%[STD]@-1+${line('DEN', 816)}@-1+${line('VIS', 140)}@-1+${line('LIF', 206)}@-1+${PAY}@-1+$ $*4 :
    ${one('7115', 'Portales_Peanut')} : $*6 $+-45.00p-300.00r15%[STD]@-3 $*2 : wrong_chargeback@7 risk@7=0-45.00 claim@7=45.00
  `,
  events: 'rate_cut@6=Voluntary',
};
