import type { Description } from '../unseen/description.ts';
import { claims, cut, share } from '../unseen-second/rules.ts';

/** Books of employees on the bills of their employers, and of an agency that a marketing organization pays. */

/** The fee for an employee by tier, and the fee of the employer that is cut. */
const TIERS = [
  { name: 'EE', fee: '18.00', cutFee: '15.00', fall: '3.00', people: 1 },
  { name: 'ES', fee: '30.00', cutFee: '25.00', fall: '5.00', people: 2 },
  { name: 'FAM', fee: '42.00', cutFee: '35.00', fall: '7.00', people: 4 },
] as const;
const ALONE = '18.00n1[EE]';
const SPOUSE = '30.00n2[ES]';
const WHOLE = '42.00n4[FAM]';

export const KEYSTONE: Description = {
  name: 'Keystone Group Health',
  about:
    'a fee for each employee by tier; employees come and go, one employer leaves, one is late, and one is paid less from March on',
  line: 'group',
  first: '2025-10',
  statements: 9,
  behind: 0,
  type: 'PEPM',
  file: 'xlsx',
  titles: ['Keystone Group Health', 'Broker Commission Detail by Employee'],
  columns: [
    ['plan', 'Employer Group'],
    ['id', 'Employee ID'],
    ['name', 'Employee Name'],
    ['product', 'Coverage Tier'],
    ['lives', 'Covered'],
    ['effective', 'Coverage Eff'],
    ['term', 'Coverage End'],
    ['coverage', 'Bill Period'],
    ['type', 'Comp Basis'],
    ['agent', 'Broker of Record'],
    ['amount', 'Comp Amount'],
  ],
  alike: [
    {
      count: 14,
      id: 'KG01',
      traits: 'Orchard_Diner Wanda_Poole PA 2024-01-01',
      usual: [ALONE, ALONE, SPOUSE, WHOLE, ALONE],
    },
    ...TIERS.flatMap(({ name, fee, cutFee, fall, people }, place) => [
      {
        count: 3,
        id: `KG02${place}`,
        traits: 'Pike_Machine Wanda_Poole PA 2024-07-01',
        usual: [`${fee}n${people}[${name}]`],
        pays: '$*6 -*3',
        truth: `lost@7 risk@7=${fee}`,
      },
      {
        count: 3,
        id: `KG03${place}`,
        traits: 'Rowan_School Wanda_Poole PA 2023-09-01',
        usual: [`${fee}n${people}[${name}]`],
        pays: '$*4 - $@-1+$ $*3',
        truth: `late_premium@5 catch_up@6 risk@5=0-${fee}`,
      },
      {
        count: 4,
        id: `KG04${place}`,
        traits: 'Alder_Foundry Wanda_Poole PA 2023-03-01',
        usual: [`${fee}n${people}[${name}]`],
        pays: `$*5 ${cutFee}n${people}[${name}]*4`,
        truth: `risk@6=0-${fall} ${claims(6, 9, fall)}`,
      },
    ]),
    {
      count: 7,
      id: 'KG05',
      traits: 'Tansy_Clinic Wanda_Poole PA 2026-01-01',
      usual: [ALONE, SPOUSE, WHOLE],
      pays: '-*3 $*6',
    },
  ],
  members: `
    KG0171 Alma_Bright Orchard_Diner Wanda_Poole PA 2024-01-01 - = ${ALONE} : $*4 -*5 : lost@5 risk@5=18.00
    KG0172 Bruno_Castle Orchard_Diner Wanda_Poole PA 2025-12-01 - = ${ALONE} : -*2 $*7 :
    KG0173 Cecil_Denton Orchard_Diner Wanda_Poole PA 2026-03-01 - = ${WHOLE} : -*5 $*4 :
    KG0174 Daisy_Elkins Orchard_Diner Wanda_Poole PA 2024-01-01 - = ${ALONE} : $*3 -*3 $e2026-04-01*3 : lost@4 reinstated@7 risk@4=18.00
    KG0175 Earl_Farris Orchard_Diner Wanda_Poole PA 2024-01-01 - = ${SPOUSE} : $*4 -$@-1~2025-12-31!Retro_Term -*4 : lost@5 rightful_chargeback@5 retroactive_end@5 risk@5=0-30.00
    KG0176 Floyd_Gentry Orchard_Diner Wanda_Poole PA 2024-01-01 - = ${ALONE} : ${WHOLE}*5 $*4 : fewer_lives@6 risk@6=0-24.00
    KG0177 Greta_Hanks Orchard_Diner Wanda_Poole PA 2024-01-01 - = ${SPOUSE} : ${ALONE}*4 $*5 :
    KG0178 Homer_Ingram Orchard_Diner Wanda_Poole PA 2024-01-01 - = ${WHOLE} : $*4 18.00n4[FAM]*3 $*2 : ${cut(5, 7, '24.00')}
    KG0179 Irma_Jessup Orchard_Diner Wanda_Poole PA 2024-01-01 - = ${ALONE} : $*6 - $*2 : unpaid@7 missed_months@8 risk@7=0-18.00 claim@7=18.00
    KG0180 Jonah_Kemper Orchard_Diner Wanda_Poole PA 2024-01-01 - = ${ALONE} : $*5 $+-$@-2!Chargeback $*3 : wrong_chargeback@6 risk@6=0-18.00 claim@6=18.00
    KG0181 Katie_Lovell Orchard_Diner Wanda_Poole PA 2024-01-01 - = ${SPOUSE} : $*6 $+$ $*2 : duplicate_payment@7
    KG0182 Lloyd_Mercer Orchard_Diner Wanda_Poole PA 2025-11-01 - = ${ALONE} : -*3 $@-2+$@-1+$ $*5 :
    KG0183 Mabel_Noland Orchard_Diner Wanda_Poole PA 2025-12-01 - = ${ALONE} : -*2 $*3 -*4 : lost@6 risk@6=18.00
    KG0185 Percy_Quill Orchard_Diner Wanda_Poole PA 2024-01-01 - = ${SPOUSE} : ${WHOLE}*5 -${WHOLE}@-1!Reversal+$@-1!Reissue+$ $*3 : fewer_lives@6 rightful_chargeback@6 risk@6=0-24.00
    KG0184 Ogden_Parrish Orchard_Diner Wanda_Poole PA 2024-01-01 - = ${ALONE} : $*3 0.00n1[EE] $*5 : unpaid@4 risk@4=18.00 claim@4=18.00
  `,
  events: 'late_block@5=Rowan_School rate_cut@6=Alder_Foundry',
};

/** The rows of weekly deductions in the four files of a month. In a month of five weeks the last file holds two of them. */
const weeks = (premium: number, count: 4 | 5): string =>
  [1, 2, 3, 4].map((file) => `${share(18, premium * (file === 4 ? count - 3 : 1))}w${file}[HIP]`).join('+');
/** Deductions of every second week. */
const fortnights = (premium: number, percent = 18): string =>
  [1, 3].map((file) => `${share(percent, premium)}w${file}[HIP]`).join('+');
const FOUR = weeks(6.5, 4);
const FIVE = weeks(6.5, 5);
/** Members who are deducted by the week, until a statement. */
const WEEKLY = `$*2 ${FIVE} $*3 ${FIVE} $`;
const FALLS = 'risk@4=0-1.17 risk@8=0-1.17';
const HOSPITAL = `${share(18, 28)}w2[HIP]`;
const BOTH = `${HOSPITAL}+${share(18, 11)}w2[ACC]`;

export const SALTMARSH: Description = {
  name: 'Saltmarsh Worksite',
  about:
    '18 % of hospital indemnity premiums on list bills, in four files a month: employers remit by the week, the fortnight or the month',
  line: 'ancillary',
  first: '2025-11',
  statements: 8,
  behind: 0,
  type: 'List Bill',
  files: 4,
  columns: [
    ['id', 'Cert Number'],
    ['name', 'Certificate Holder'],
    ['plan', 'List Bill Name'],
    ['product', 'Cov'],
    ['effective', 'Cert Eff Date'],
    ['coverage', 'Paid For'],
    ['premium', 'Premium Remitted'],
    ['type', 'Trans'],
    ['agent', 'Enroller'],
    ['amount', 'Commission'],
  ],
  alike: [
    {
      count: 16,
      id: 'SW61',
      traits: 'Bayou_Foods Ned_Larue LA 2023-06-01',
      usual: [FOUR],
      pays: WEEKLY,
      truth: FALLS,
    },
    {
      count: 12,
      id: 'SW62',
      traits: 'Delta_Port Ned_Larue LA 2024-01-01',
      usual: [fortnights(13), fortnights(9.5), fortnights(17)],
    },
    {
      count: 10,
      id: 'SW63',
      traits: 'Cane_Mill Ned_Larue LA 2022-03-01',
      usual: [HOSPITAL],
      pays: '$*4 - $@-1+$ $*2',
      truth: 'late_premium@5 catch_up@6 risk@5=0-5.04',
    },
    { count: 9, id: 'SW64', traits: 'Pelican_Bank Ned_Larue LA 2022-05-01', usual: [BOTH] },
    { count: 5, id: 'SW65', traits: 'Pelican_Bank Ned_Larue LA 2026-02-01', usual: [HOSPITAL, BOTH], pays: '-*3 $*5' },
  ],
  members: `
    SW6171 Adele_Broussard Bayou_Foods Ned_Larue LA 2023-06-01 26.00 = ${FOUR} : $*2 ${FIVE} $ -*4 : lost@5 risk@4=0-1.17 risk@5=4.68
    SW6172 Basil_Comeaux Bayou_Foods Ned_Larue LA 2023-06-01 26.00 = ${FOUR} : $*2 ${FIVE} $ 1.17p6.50w1[HIP]+1.17p6.50w2[HIP] -*3 : lost@5 risk@4=0-1.17 risk@5=0-2.34 risk@6=2.34
    SW6273 Celia_Doucet Delta_Port Ned_Larue LA 2024-01-01 26.00 = ${fortnights(13)} : $*3 - $*4 : unpaid@4 missed_months@5 risk@4=0-4.68 claim@4=4.68
    SW6274 Denis_Etie Delta_Port Ned_Larue LA 2024-01-01 40.00 = ${fortnights(20)} : $*4 ${fortnights(20, 12)}*2 $*2 : ${cut(5, 6, '2.40')}
    SW6275 Elise_Fruge Delta_Port Ned_Larue LA 2024-01-01 26.00 = ${fortnights(13)} : $*5 -*3 : lost@6 risk@6=4.68
    SW6476 Felix_Guidry Pelican_Bank Ned_Larue LA 2022-05-01 39.00 = ${BOTH} : $*4 ${HOSPITAL}*4 : ${cut(5, 8, '1.98').replace('risk@5=', 'risk@5=0-')}
    SW6477 Gilda_Hebert Pelican_Bank Ned_Larue LA 2022-05-01 28.00 = ${HOSPITAL} : $*3 $+-$p-28.00@-2!Chargeback $*4 : wrong_chargeback@4 risk@4=0-5.04 claim@4=5.04
    SW6478 Henri_Jeansonne Pelican_Bank Ned_Larue LA 2022-05-01 28.00 = ${HOSPITAL} : $*5 $+$w3 $*2 : duplicate_payment@6
    SW6479 Inez_Kleinpeter Pelican_Bank Ned_Larue LA 2022-05-01 28.00 = ${HOSPITAL} : $*3 $+${share(18, 11)}w2[ACC]*5 :
    SW6480 Jules_Landry Pelican_Bank Ned_Larue LA 2022-05-01 28.00 = ${HOSPITAL} : $*4 - $@-1w1+$ $*2 : late_premium@5 catch_up@6 risk@5=0-5.04
    SW6481 Kay_Melancon Pelican_Bank Ned_Larue LA 2022-05-01 28.00 = ${HOSPITAL} : $*5 -$p-28.00@-1!Refund -*2 : lost@6 rightful_chargeback@6 risk@6=0-5.04
    SW6482 Lola_Naquin Pelican_Bank Ned_Larue LA 2022-05-01 28.00 = ${HOSPITAL} : $w3*3 $w1*5 :
    SW6283 Marc_Ory Delta_Port Ned_Larue LA 2024-01-01 26.00 = ${fortnights(13)} : $*3 ${fortnights(15.5)}*5 :
  `,
  events: 'late_block@5=Cane_Mill',
};

/** A policy of the agency's own agent, and of an agent below, for which only an override is paid. */
const own = (premium: number): string => `${share(20, premium)}+${share(3, premium)}!Override`;
const below = (premium: number): string => `${share(5, premium)}!Override`;
const OWN = own(60);
const HOSPITAL_PLANS = [40, 55].map((premium) => ({ premium, override: ((premium * 3) / 100).toFixed(2) }));

export const SUMMIT_FIELD: Description = {
  name: 'Summit Field Marketing',
  about:
    'a marketing organization pays 20 % and an override of 3 % on own policies, and 5 % on those of agents below; one agent goes',
  line: 'ancillary',
  first: '2025-12',
  statements: 9,
  behind: 1,
  type: 'Commission',
  total: 'Net Pay',
  columns: [
    ['id', 'Policy ID'],
    ['name', 'Client'],
    ['=Argent Mutual', 'Carrier'],
    ['plan', 'Product'],
    ['agent', 'Writing Producer'],
    ['state', 'Res State'],
    ['effective', 'Policy Effective'],
    ['coverage', 'Premium Period'],
    ['type', 'Pay Type'],
    ['premium', 'Commissionable Premium'],
    ['amount', 'Net Commission'],
  ],
  alike: [
    {
      count: 14,
      id: 'AG-10',
      traits: 'Argent_Cancer Lena_Cross KY 2023-04-01',
      usual: [own(42.5), OWN, own(71), own(58)],
    },
    ...HOSPITAL_PLANS.map(({ premium, override }) => ({
      count: 5,
      id: `AG-2${premium}`,
      traits: 'Argent_Hospital Lena_Cross KY 2024-02-01',
      usual: [own(premium)],
      pays: `$*5 ${share(20, premium)}*4`,
      truth: `risk@6=0-${override} ${claims(6, 9, override)}`,
    })),
    {
      count: 9,
      id: 'AG-30',
      traits: 'Argent_Cancer Rob_Teague TN 2023-08-01',
      usual: [below(48), below(64), below(90)],
    },
    {
      count: 7,
      id: 'AG-40',
      traits: 'Argent_Cancer Sam_Vick TN 2024-05-01',
      usual: [below(70)],
      pays: '$*6 -*3',
      truth: 'lost@7 risk@7=3.50',
    },
    { count: 5, id: 'AG-50', traits: 'Argent_Cancer Lena_Cross KY 2026-03-01', usual: [own(66)], pays: '-*4 $*5' },
    { count: 4, id: 'AG-70', traits: 'Argent_Cancer Lena_Cross KY 2022-10-01', usual: [OWN, own(45)], pays: '$@-1*9' },
  ],
  members: `
    AG-6071 Abner_Belew Argent_Cancer Lena_Cross KY 2023-05-01 60.00 = ${OWN} : $*4 ${share(20, 60)}*5 : ${cut(5, 9, '1.80')}
    AG-6072 Beulah_Cates Argent_Cancer Lena_Cross KY 2023-05-01 60.00 = ${OWN} : $*3 ${share(3, 60)}!Override*2 $*4 : ${cut(4, 5, '12.00')}
    AG-6073 Cleve_Dossett Argent_Cancer Lena_Cross KY 2023-05-01 60.00 = ${OWN} : $*5 -*4 : lost@6 risk@6=13.80
    AG-6074 Dovey_Estep Argent_Cancer Lena_Cross KY 2023-05-01 60.00 = ${OWN} : $*3 - $*5 : unpaid@4 missed_months@5 risk@4=0-13.80 claim@4=13.80
    AG-6075 Elgin_Frazier Argent_Cancer Lena_Cross KY 2023-05-01 60.00 = ${OWN} : $*4 - $@-1+$ $*3 : late_premium@5 catch_up@6 risk@5=0-13.80
    AG-6076 Flora_Goad Argent_Cancer Lena_Cross KY 2023-05-01 60.00 = ${OWN} : $*5 -12.00p-60.00@-1!Chargeback+-1.80p-60.00@-1!Chargeback -*3 : lost@6 rightful_chargeback@6 risk@6=0-13.80
    AG-6077 Garvin_Hurst Argent_Cancer Lena_Cross KY 2023-05-01 60.00 = ${OWN} : $*6 $+$ $*2 : duplicate_payment@7
    AG-3078 Hattie_Isbell Argent_Cancer Rob_Teague TN 2023-08-01 80.00 = ${below(80)} : $*4 $(Pat_Yarbro)*5 : agent_moved@5
    AG-3079 Isom_Jarrell Argent_Cancer Rob_Teague TN 2023-08-01 80.00 = ${below(80)} : $*3 - $*5 : unpaid@4 missed_months@5 risk@4=0-4.00 claim@4=4.00
    AG-3080 Jettie_Keel Argent_Cancer Rob_Teague TN 2023-08-01 80.00 = ${below(80)} : $*2 ${share(2, 80)}!Override*3 $*4 : ${cut(3, 5, '2.40')}
    AG-3081 Kelsey_Ledford Argent_Cancer Rob_Teague TN 2023-08-01 80.00 = ${below(80)} : $*6 -*3 : lost@7 risk@7=4.00
    AG-6082 Lowell_Mayo Argent_Cancer Lena_Cross KY 2023-05-01 60.00 = ${OWN} : $*5 $+-12.00p-60.00@-2!Chargeback $*3 : wrong_chargeback@6 risk@6=0-12.00 claim@6=12.00
    AG-6083 Maxie_Nall Argent_Cancer Lena_Cross KY 2023-05-01 60.00 = ${OWN} : $*4 ${own(64.5)}*5 :
  `,
  events: 'paid_late@1=AG-70 rate_cut@6=Argent_Hospital',
};
