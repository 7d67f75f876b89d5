import type { Description } from './description.ts';

/** Books of carriers that pay ahead: advances, years and terms. */

export const RIDGELINE: Description = {
  name: 'Ridgeline Senior',
  about:
    '16 % of a Medicare supplement premium: nine months advanced, then as earned, and 8 % from the seventh policy year on',
  line: 'med_supp',
  first: '2025-09',
  statements: 10,
  behind: 0,
  type: 'Renewal',
  columns: [
    ['id', 'Policy No'],
    ['name', 'Insured'],
    ['plan', 'Plan'],
    ['effective', 'Issue Date'],
    ['coverage', 'Coverage Month'],
    ['months', 'Months Paid'],
    ['term', 'Term Date'],
    ['premium', 'Premium'],
    ['type', 'Transaction Type'],
    ['amount', 'Commission'],
  ],
  alike: [
    { count: 12, id: 'RA', traits: 'Plan_G Ira_Poe KY 2022-05-01', usual: ['16.00p100.00', '18.40p115.00'] },
    { count: 12, id: 'RB', traits: 'Plan_N Ira_Poe KY 2023-02-01', usual: ['21.60p135.00', '14.40p90.00'] },
    { count: 6, id: 'RO', traits: 'Plan_G Ira_Poe KY 2017-04-01', usual: ['8.00p100.00', '9.20p115.00'] },
    {
      count: 8,
      id: 'RN',
      traits: 'Plan_G Ira_Poe KY 2025-10-01',
      usual: ['16.00p100.00'],
      pays: '- 144.00x9p100.00!Advance -*8',
    },
    {
      count: 5,
      id: 'RE',
      traits: 'Plan_N Ira_Poe KY 2025-09-01',
      usual: ['18.40p115.00'],
      pays: '165.60x9p115.00!Advance -*8 $',
      truth: 'risk@10=0-147.20',
    },
    {
      count: 3,
      id: 'RS',
      traits: 'Plan_G Ira_Poe KY 2019-01-01',
      usual: ['21.60p135.00'],
      pays: '$*4 10.80p135.00*6',
      truth: 'risk@5=0-10.80',
    },
  ],
  members: `
    R701 Paula_Quist Plan_G Ira_Poe KY 2022-06-01 100.00 = 16.00p100.00 : $*4 -*6 : lost@5 risk@5=16.00
    R702 Sam_Teller Plan_G Ira_Poe KY 2022-07-01 100.00 = 16.00p100.00 : $*3 - $@-1+$ $*5 : late_premium@4 catch_up@5 risk@4=0-16.00
    R703 Vera_Upton Plan_N Ira_Poe KY 2023-02-01 90.00 = 14.40p90.00 : $*5 - $*4 : unpaid@6 missed_months@7 risk@6=0-14.40 claim@6=14.40
    R704 Carl_Wynn Plan_G Ira_Poe KY 2025-11-01 100.00 = 16.00p100.00 : -*2 144.00x9p100.00!Advance -*2 -96.00x6p-100.00!Chargeback~2026-01-31 -*4 : lost@6 rightful_chargeback@6 risk@6=0-144.00
    R705 Dora_Yates Plan_G Ira_Poe KY 2021-12-01 100.00 = 16.00p100.00 : $*4 12.00p100.00*3 $*3 : underpaid@5 underpaid@6 underpaid@7 risk@5=4.00 claim@5=0-4.00 claim@6=0-4.00 claim@7=0-4.00
    R706 Earl_Zane Plan_G Ira_Poe KY 2019-03-01 135.00 = 21.60p135.00 : $*6 10.80p135.00*4 : risk@7=0-10.80
    R707 Faye_Arden Plan_G Ira_Poe KY 2022-05-01 100.00 = 16.00p100.00 : $*5 $+-$@-2!Chargeback $*4 : wrong_chargeback@6 risk@6=0-16.00 claim@6=16.00
  `,
  events: 'planned_step@5=RS',
};

export const OLD_MILL: Description = {
  name: 'Old Mill Life',
  about: '60 % of a final expense premium in the first year, six months of it advanced, and 6 % afterwards',
  line: null,
  first: '2025-05',
  statements: 14,
  behind: 0,
  type: 'Renewal',
  columns: [
    ['id', 'Certificate No'],
    ['name', 'Insured Name'],
    ['plan', 'Product'],
    ['effective', 'Issue Date'],
    ['premium', 'Monthly Premium'],
    ['months', 'No of Months'],
    ['type', 'Type'],
    ['amount', 'Comm Amount'],
  ],
  alike: [
    {
      count: 8,
      id: 'MA',
      traits: 'Graded Jo_Lund IN 2025-05-01',
      usual: ['30.00p50.00!First-Year'],
      pays: '180.00x6p50.00!Advance -*5 $*6 3.00p50.00*2',
      truth: 'risk@7=0-150.00 risk@13=0-27.00',
    },
    {
      count: 10,
      id: 'MB',
      traits: 'Graded Jo_Lund IN 2025-08-01',
      usual: ['30.00p50.00!First-Year'],
      pays: '-*3 180.00x6p50.00!Advance -*5 $*5',
      truth: 'risk@10=0-150.00',
    },
    {
      count: 6,
      id: 'MC',
      traits: 'Level Jo_Lund IN 2024-12-01',
      usual: ['30.00p50.00!First-Year'],
      pays: '- $*6 3.00p50.00*7',
      truth: 'risk@8=0-27.00',
    },
    { count: 22, id: 'MR', traits: 'Level Jo_Lund IN 2021-03-01', usual: ['3.00p50.00', '4.20p70.00', '3.60p60.00'] },
  ],
  members: `
    M801 Glen_Batey Graded Jo_Lund IN 2025-08-01 50.00 = 30.00p50.00 : -*3 180.00x6p50.00!Advance -*2 -90.00x3p50.00!Chargeback -*7 : lost@7 rightful_chargeback@7 risk@7=0-180.00
    M802 Hope_Cable Graded Jo_Lund IN 2025-08-01 50.00 = 30.00p50.00 : -*3 180.00x6p50.00!Advance -*2 -90.00x3p50.00!Chargeback*2 -*6 : lost@7 rightful_chargeback@7 double_chargeback@8 risk@7=0-180.00 claim@8=90.00
    M803 Ivan_Doss Graded Jo_Lund IN 2025-08-01 50.00 = 30.00p50.00!First-Year : -*3 150.00x6p50.00!Advance -*5 $*5 : underpaid@4 risk@10=0-120.00 claim@4=0-30.00
    M804 June_Ebert Graded Jo_Lund IN 2025-05-01 50.00 = 30.00p50.00!First-Year : 180.00x6p50.00!Advance -*5 $*2 - $*3 3.00p50.00*2 : unpaid@9 missed_months@10 risk@7=0-150.00 risk@9=0-30.00 risk@13=0-27.00 claim@9=30.00
    M805 Kurt_Flagg Level Jo_Lund IN 2020-09-01 50.00 = 3.00p50.00 : $*6 -*8 : lost@7 risk@7=3.00
    M806 Lena_Groh Level Jo_Lund IN 2022-09-01 70.00 = 4.20p70.00 : $*8 - $*5 : unpaid@9 missed_months@10 risk@9=0-4.20 claim@9=4.20
  `,
  events: 'planned_step@13=MA planned_step@8=MC',
};

export const STONEBRIDGE: Description = {
  name: 'Stonebridge Auto',
  about: '12 % of the premium of a term of six months, paid once with the term',
  line: null,
  first: '2025-06',
  statements: 12,
  behind: 0,
  type: 'Renewal',
  columns: [
    ['id', 'Policy'],
    ['name', 'Named Insured'],
    ['plan', 'Line'],
    ['agent', 'Producer'],
    ['effective', 'Term Effective'],
    ['type', 'Transaction'],
    ['premium', 'Term Premium'],
    ['amount', 'Commission'],
  ],
  alike: (['06 12', '07 01', '08 02', '09 03', '10 04', '11 05'] as const).map((months, place) => {
    const [one = '', other = ''] = months.split(' ');
    const year = other === '12' ? 2025 : 2026;
    const before = place === 0 ? '' : `-*${place} `;
    const after = place === 5 ? '' : ` -*${5 - place}`;
    return {
      count: 8,
      id: `S${place + 1}`,
      traits: 'Auto Amy_Birch WI 2023-06-01',
      usual: ['72.00p600.00', '54.00p450.00', '96.00p800.00'],
      pays: `${before}$e2025-${one}-01 -*5 $e${year}-${other}-01${after}`,
    };
  }),
  members: `
    S901 Mel_Hoyt Auto Amy_Birch WI 2023-06-01 600.00 = 72.00p600.00 : $e2025-06-01 -*11 : lost@7 risk@7=72.00
    S902 Nan_Ivey Auto Amy_Birch WI 2024-07-01 600.00 = 72.00p600.00 : - $e2025-07-01 - -48.00p-400.00e2025-07-01!Cancellation -*8 : lost@4 rightful_chargeback@4 risk@4=0-72.00
    S903 Otto_Jarvis Auto Amy_Birch WI 2024-06-01 600.00 = 72.00p600.00 : $e2025-06-01 - 6.00p50.00e2025-06-01!Endorsement -*3 78.00p650.00e2025-12-01 -*5 :
    S904 Page_Kerr Auto Amy_Birch WI 2024-06-01 600.00 = 72.00p600.00 : $e2025-06-01 -*6 $e2025-12-01@-1 -*4 : late_premium@7 catch_up@8 risk@7=0-72.00
    S905 Rita_Ladd Auto Amy_Birch WI 2024-06-01 600.00 = 72.00p600.00 : $e2025-06-01 -*5 36.00p600.00e2025-12-01 -*5 : underpaid@7 risk@7=36.00 claim@7=0-36.00
    S906 Stan_Meek Auto Amy_Birch WI 2024-08-01 600.00 = 72.00p600.00 : -*2 $e2025-08-01 -*5 69.00p575.00e2026-02-01 -*3 : risk@9=0-3.00
  `,
};

export const SILVERTON: Description = {
  name: 'Silverton Rx',
  about: 'drug plans: most are paid once a year in January, one plan a month, and one plan nothing',
  line: 'medicare',
  first: '2025-10',
  statements: 9,
  behind: 0,
  type: 'Renewal',
  columns: [
    ['id', 'MBI'],
    ['name', 'Beneficiary'],
    ['plan', 'Plan Name'],
    ['agent', 'Writing Agent'],
    ['effective', 'Effective Date'],
    ['term', 'Term Date'],
    ['months', 'Months'],
    ['type', 'Payment Type'],
    ['amount', 'Commission'],
  ],
  alike: [
    { count: 20, id: 'YA', traits: 'Rx_Plus Cy_Dorn MO 2022-01-01', usual: ['55.00x12'], pays: '-*3 $ -*5' },
    { count: 12, id: 'YZ', traits: 'Rx_Zero Cy_Dorn MO 2023-01-01', usual: ['0.00'] },
    { count: 8, id: 'YN', traits: 'Rx_Plus Cy_Dorn MO 2026-02-01', usual: ['100.83x11!Initial'], pays: '-*4 $ -*4' },
    { count: 10, id: 'YM', traits: 'Rx_Flex Cy_Dorn MO 2021-06-01', usual: ['4.75'], pays: '4.58*3 $*6' },
  ],
  members: `
    Y601 Tina_Nolte Rx_Plus Cy_Dorn MO 2026-01-01 - = 55.00x12!Initial : -*3 $ - 55.00x12!True-Up -*3 : true_up_paid@6
    Y602 Udo_Oakes Rx_Plus Cy_Dorn MO 2026-01-01 - = 55.00x12!Initial : -*3 $ -*5 : true_up_missing@7 claim@7=0-55.00
    Y603 Vida_Pratt Rx_Plus Cy_Dorn MO 2026-01-01 - = 110.00x12!Initial : -*3 $ - -$~2026-02-28!Recoupment -*3 : lost@6 rightful_chargeback@6 rapid_disenrollment@6 risk@6=0-110.00
    Y604 Walt_Rusk Rx_Plus Cy_Dorn MO 2022-01-01 - = 55.00x12 : -*3 $ -*4 -32.08x7!Recoupment~2026-05-31 : lost@9 rightful_chargeback@9 risk@9=0-55.00
    Y605 Xena_Sloan Rx_Flex Cy_Dorn MO 2021-06-01 - = 4.75 : 4.58*3 $*2 -*4 : lost@6 risk@6=4.75
    Y606 Yuri_Tripp Rx_Flex Cy_Dorn MO 2021-06-01 - = 4.75 : 4.58*3 $*2 - $*3 : unpaid@6 missed_months@7 risk@6=0-4.75 claim@6=4.75
  `,
  events: 'plan_unpaid@1=Rx_Zero raised@4=YM',
};
