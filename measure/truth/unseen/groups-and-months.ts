import type { Description } from './description.ts';

/** Books whose members are groups, households, or have several coverages. */

export const HARBORLIGHT: Description = {
  name: 'Harborlight Group',
  about:
    'a fee for each enrolled employee, a month behind; one plan pays a dollar a head less from the sixth statement on',
  line: 'group',
  first: '2025-07',
  statements: 9,
  behind: 1,
  type: 'Commission',
  columns: [
    ['id', 'Group No'],
    ['name', 'Group Name'],
    ['plan', 'Plan'],
    ['agent', 'Broker'],
    ['coverage', 'Coverage Month'],
    ['lives', 'Enrolled'],
    ['rate', 'Per Head'],
    ['amount', 'Commission'],
  ],
  alike: [
    {
      count: 16,
      id: 'GA',
      traits: 'Standard Kay_Ellis NE 2021-01-01',
      usual: ['84.00n7r12.00', '120.00n10r12.00', '228.00n19r12.00'],
    },
    {
      count: 8,
      id: 'GB',
      traits: 'Basic Kay_Ellis NE 2021-01-01',
      usual: ['54.00n6r9.00'],
      pays: '$*5 48.00n6r8.00*4',
      truth: 'risk@6=0-6.00 claim@6=0-6.00 claim@7=0-6.00 claim@8=0-6.00 claim@9=0-6.00',
    },
    {
      count: 8,
      id: 'GC',
      traits: 'Basic Kay_Ellis NE 2021-01-01',
      usual: ['135.00n15r9.00'],
      pays: '$*5 120.00n15r8.00*4',
      truth: 'risk@6=0-15.00 claim@6=0-15.00 claim@7=0-15.00 claim@8=0-15.00 claim@9=0-15.00',
    },
  ],
  members: `
    G501 Acorn_Tile Standard Kay_Ellis NE 2021-01-01 - = 120.00n10r12.00 : $*4 108.00n9r12.00*5 : fewer_lives@5 risk@5=0-12.00
    G502 Birch_Hotel Standard Kay_Ellis NE 2021-01-01 - = 120.00n10r12.00 : $*4 108.00n9r12.00+-12.00@-1n1r12.00 108.00n9r12.00*4 : fewer_lives@5 rightful_chargeback@5 risk@5=0-24.00
    G503 Cedar_Press Standard Kay_Ellis NE 2021-01-01 - = 120.00n10r12.00 : $*3 132.00n11r12.00+12.00@-1n1r12.00 132.00n11r12.00*5 :
    G504 Dogwood_Farm Standard Kay_Ellis NE 2021-01-01 - = 144.00n12r12.00 : $*4 120.00n12r10.00*2 130.00n13r10.00*3 : underpaid@5 underpaid@6 underpaid@7 underpaid@8 underpaid@9 risk@5=24.00 claim@5=0-24.00 claim@6=0-24.00 claim@7=0-26.00 claim@8=0-26.00 claim@9=0-26.00
    G505 Elm_Garage Standard Kay_Ellis NE 2021-01-01 - = 84.00n7r12.00 : $*6 -*3 : lost@7 risk@7=84.00
    G506 Fern_Supply Standard Kay_Ellis NE 2021-01-01 - = 84.00n7r12.00 : $*2 - $@-1+$ $*5 : late_premium@3 catch_up@4 risk@3=0-84.00
    G507 Gorse_Clinic Standard Kay_Ellis NE 2021-01-01 - = 120.00n10r12.00 : $*7 0.00n10r12.00 $ : unpaid@8 risk@8=120.00 claim@8=120.00
  `,
  events: 'rate_cut@6=Basic',
};

export const TWO_RIVERS: Description = {
  name: 'Two Rivers Health',
  about: '20 dollars for each person of a household, each on a row of its own',
  line: 'major_medical',
  first: '2025-11',
  statements: 8,
  behind: 0,
  type: 'Commission',
  columns: [
    ['id', 'Subscriber ID'],
    ['name', 'Member Name'],
    ['plan', 'Plan Name'],
    ['effective', 'Effective Date'],
    ['coverage', 'Coverage Month'],
    ['amount', 'Commission Amount'],
  ],
  alike: [
    { count: 12, id: 'HA', traits: 'Silver Lee_Moss AR 2024-01-01', usual: ['20.00<Ann>+20.00<Bob>'] },
    { count: 10, id: 'HB', traits: 'Bronze Lee_Moss AR 2023-01-01', usual: ['20.00<Cy>'] },
    { count: 8, id: 'HC', traits: 'Silver Lee_Moss AR 2025-01-01', usual: ['20.00<Dee>+20.00<Eli>+20.00<Flo>'] },
  ],
  members: `
    H401 Jo_Upham Silver Lee_Moss AR 2024-01-01 - = 20.00<Ann>+20.00<Bob>+20.00<Eli> : $*4 20.00<Ann>+20.00<Bob>*4 : underpaid@5 underpaid@6 underpaid@7 underpaid@8 risk@5=20.00 claim@5=0-20.00 claim@6=0-20.00 claim@7=0-20.00 claim@8=0-20.00
    H402 Jo_Vance Silver Lee_Moss AR 2024-01-01 - = 20.00<Ann>+20.00<Bob> : $*5 -*3 : lost@6 risk@6=40.00
    H403 Jo_Wells Silver Lee_Moss AR 2024-01-01 - = 20.00<Ann>+20.00<Bob> : $*3 $+20.00<Gus>*5 :
    H404 Jo_Yoder Silver Lee_Moss AR 2024-01-01 - = 20.00<Ann>+20.00<Bob> : $*3 - $@-1+$ $*3 : late_premium@4 catch_up@5 risk@4=0-40.00
    H405 Jo_Adler Silver Lee_Moss AR 2024-01-01 - = 20.00<Ann>+20.00<Bob> : $*4 20.00<Ann>+20.00<Ann>+20.00<Bob> $*3 : duplicate_payment@5
    H406 Jo_Beal Bronze Lee_Moss AR 2025-11-01 - = 20.00<Zoe> : -*2 $@-2+$@-1+$ $*5 :
    H407 Jo_Coyle Silver Lee_Moss AR 2024-01-01 - = 20.00<Ann>+20.00<Bob> : $*5 $+-20.00@-2<Ann> $*2 : wrong_chargeback@6 risk@6=0-20.00 claim@6=20.00
    H408 Jo_Dunlap Bronze Lee_Moss AR 2024-01-01 - = 20.00<Ida> : $*5 - $*2 : unpaid@6 missed_months@7 risk@6=0-20.00 claim@6=20.00
  `,
};

export const LARKSPUR: Description = {
  name: 'Larkspur Benefits',
  about: 'dental and vision of a person as coverages of one certificate, 10 % of each premium',
  line: 'ancillary',
  first: '2025-08',
  statements: 9,
  behind: 0,
  type: 'Commission',
  file: 'xlsx',
  columns: [
    ['id', 'Certificate'],
    ['name', 'Insured'],
    ['product', 'Coverage'],
    ['agent', 'Agent Name'],
    ['coverage', 'Paid Month'],
    ['premium', 'Premium'],
    ['amount', 'Commission'],
  ],
  alike: [
    { count: 20, id: 'LA', traits: 'Duo Pam_Rowe UT 2023-01-01', usual: ['4.00p40.00[DEN]+1.20p12.00[VIS]'] },
    { count: 14, id: 'LB', traits: 'Solo Pam_Rowe UT 2023-01-01', usual: ['4.00p40.00[DEN]', '5.50p55.00[DEN]'] },
  ],
  members: `
    L301 Abe_Ember Duo Pam_Rowe UT 2023-01-01 - = 4.00p40.00[DEN]+1.20p12.00[VIS] : $*4 4.00p40.00[DEN]*5 : underpaid@5 underpaid@6 underpaid@7 underpaid@8 underpaid@9 risk@5=0-1.20 claim@5=0-1.20 claim@6=0-1.20 claim@7=0-1.20 claim@8=0-1.20 claim@9=0-1.20
    L302 Bea_Frost Duo Pam_Rowe UT 2023-01-01 - = 4.00p40.00[DEN]+1.20p12.00[VIS] : $*5 -*4 : lost@6 risk@6=5.20
    L303 Cal_Greer Solo Pam_Rowe UT 2023-01-01 - = 4.00p40.00[DEN] : $*3 $+1.20p12.00[VIS]*6 :
    L304 Dot_Heath Duo Pam_Rowe UT 2023-01-01 - = 4.00p40.00[DEN]+1.20p12.00[VIS] : $*4 3.00p40.00[DEN]+1.20p12.00[VIS]*2 $*3 : underpaid@5 underpaid@6 risk@5=1.00 claim@5=0-1.00 claim@6=0-1.00
    L305 Eva_Ingle Solo Pam_Rowe UT 2023-01-01 - = 4.00p40.00[DEN] : $*6 0.00p40.00[DEN] $*2 : unpaid@7 risk@7=4.00 claim@7=4.00
    L306 Foy_Jarrett Solo Pam_Rowe UT 2023-01-01 - = 4.00p40.00[DEN] : $*4 - $@-1+$ $*3 : late_premium@5 catch_up@6 risk@5=0-4.00
    L307 Gay_Knox Solo Pam_Rowe UT 2023-01-01 - = 4.00p40.00[DEN] : $*6 $(Moe_Dunn)*3 : agent_moved@7
  `,
};

export const BAYFIELD: Description = {
  name: 'Bayfield Worksite',
  about:
    '5 % of premium; nine members of one group are paid 3 % from the fifth statement on, and the seventh restates the sixth',
  line: 'ancillary',
  first: '2025-10',
  statements: 9,
  behind: 0,
  type: 'Commission',
  columns: [
    ['id', 'Policy Number'],
    ['name', 'Insured Name'],
    ['plan', 'Plan Name'],
    ['coverage', 'Coverage Month'],
    ['premium', 'Premium Amount'],
    ['rate', 'Rate'],
    ['type', 'Transaction Type'],
    ['amount', 'Commission Amount'],
  ],
  alike: [
    {
      count: 26,
      id: 'WA',
      traits: 'Group_88 Max_Stroud MN 2022-01-01',
      usual: ['10.00p200.00r5%', '7.50p150.00r5%'],
      pays: '$*6 -$@-1!Reversal+$@-1!Reissue+$ $*2',
    },
    {
      count: 9,
      id: 'WG',
      traits: 'Group_104 Max_Stroud MN 2022-01-01',
      usual: ['6.00p200.00r3%'],
      pays: '10.00p200.00r5%*4 $*2 -$@-1!Reversal+$@-1!Reissue+$ $*2',
      truth: 'risk@5=0-4.00 claim@5=0-4.00 claim@6=0-4.00 claim@7=0-4.00 claim@8=0-4.00 claim@9=0-4.00',
    },
  ],
  members: `
    W201 Hal_Lomax Group_88 Max_Stroud MN 2022-01-01 - = 10.00p200.00r5% : $*4 8.00p200.00r5%*2 -8.00p200.00r5%@-1!Reversal+8.00p200.00r5%@-1!Reissue+$ $*2 : underpaid@5 underpaid@6 risk@5=2.00 claim@5=2.00 claim@6=2.00
    W202 Ina_Mercer Group_88 Max_Stroud MN 2022-01-01 - = 10.00p200.00r5% : $*3 -*6 : lost@4 risk@4=10.00
    W203 Jim_Norris Group_88 Max_Stroud MN 2022-01-01 - = 10.00p200.00r5% : $*2 - $*3 -$@-1!Reversal+$@-1!Reissue+$ $*2 : unpaid@3 missed_months@4 risk@3=0-10.00 claim@3=10.00
    W204 Kim_Olds Group_88 Max_Stroud MN 2022-01-01 - = 10.00p200.00r5% : $*6 -$@-1!Reversal+$@-1!Reissue+$ $+$ $ : duplicate_payment@8
    W205 Lou_Parr Group_88 Max_Stroud MN 2022-01-01 - = 10.00p200.00r5% : $*6 -$@-1!Reversal+$@-1!Reissue+$ $ $+-$@-4!Chargeback : wrong_chargeback@9 risk@9=0-10.00 claim@9=10.00
  `,
  events: 'rate_cut@5=Group_104 restated@7=all',
};

/** Books of carriers that pay month by month, or a trail by the quarter. */

export const BLUEBIRD: Description = {
  name: 'Bluebird Advantage',
  about: 'Medicare months: initial pay in the calendar year of enrollment, renewal pay from January on',
  line: 'medicare',
  first: '2025-10',
  statements: 9,
  behind: 0,
  type: 'Renewal',
  columns: [
    ['id', 'MBI'],
    ['name', 'Beneficiary Name'],
    ['plan', 'Plan'],
    ['agent', 'Agent Name'],
    ['effective', 'Effective Date'],
    ['coverage', 'Coverage Month'],
    ['term', 'Disenrollment Date'],
    ['type', 'Payment Type'],
    ['amount', 'Payment'],
  ],
  alike: [
    { count: 26, id: 'BR', traits: 'Care_HMO Zed_Ault IA 2022-01-01', usual: ['28.92'], pays: '26.08*3 $*6' },
    {
      count: 10,
      id: 'BN',
      traits: 'Care_HMO Zed_Ault IA 2025-10-01',
      usual: ['28.92'],
      pays: '52.17!Initial*3 $*6',
      truth: 'risk@4=0-23.25',
    },
    { count: 6, id: 'BP', traits: 'Care_PPO Zed_Ault IA 2026-01-01', usual: ['57.83!Initial'], pays: '-*3 $*6' },
  ],
  members: `
    B101 Ada_Quill Care_HMO Zed_Ault IA 2025-11-01 - = 28.92 : -*2 52.17@-1!Initial+52.17!Initial $*6 : risk@4=0-75.42
    B102 Ben_Rhodes Care_HMO Zed_Ault IA 2025-11-01 - = 52.17!Initial : - $*2 -52.17@-2!Recoupment~2025-12-31+-52.17@-1!Recoupment~2025-12-31 -*5 : lost@4 rightful_chargeback@4 rapid_disenrollment@4 risk@4=0-52.17
    B103 Cid_Stowe Care_HMO Zed_Ault IA 2021-05-01 - = 28.92 : 26.08*3 $ $~2026-02-28 -*4 : lost@6 risk@6=28.92
    B104 Dee_Tully Care_HMO Zed_Ault IA 2021-05-01 - = 28.92 : 26.08*3 $*2 $(Lena_Fox)*4 : agent_moved@6
    B105 Eli_Usher Care_HMO Zed_Ault IA 2021-05-01 - = 28.92 : 26.08*3 $*3 $+$ $*2 : duplicate_payment@7
    B106 Fay_Voss Care_HMO Zed_Ault IA 2021-05-01 - = 28.92 : 26.08*3 $*2 -$@-1!Recoupment - $*2 : wrong_chargeback@6 unpaid@7 not_repaid@8 missed_months@8 risk@6=0-28.92 claim@8=86.76
    B107 Gus_Weir Care_HMO Zed_Ault IA 2021-05-01 - = 28.92 : 26.08*3 $*2 -$@-1!Recoupment~2026-01-31 -$@-2!Recoupment~2026-01-31 -*2 : lost@6 rightful_chargeback@6 retroactive_end@6 double_chargeback@7 risk@6=0-28.92 claim@7=28.92
    B108 Hal_Yarrow Care_HMO Zed_Ault IA 2020-05-01 - = 26.08 : $ -$@-3!Recoupment~2025-07-31+-$@-2!Recoupment~2025-07-31+-$@-1!Recoupment~2025-07-31 -*7 : lost@2 rightful_chargeback@2 retroactive_end@2 risk@2=0-26.08
    B109 Ida_Zorn Care_HMO Zed_Ault IA 2021-05-01 - = 28.92 : 26.08*3 $ - $*4 : unpaid@5 missed_months@6 risk@5=0-28.92 claim@5=28.92
  `,
  events: 'raised@4=BR planned_step@4=BN',
};

export const UNION_BAY: Description = {
  name: 'Union Bay Accident',
  about: 'a flat monthly amount; some members are always paid one statement late',
  line: 'ancillary',
  first: '2025-09',
  statements: 9,
  behind: 0,
  type: 'Commission',
  columns: [
    ['id', 'Cert ID'],
    ['name', 'Insured'],
    ['plan', 'Plan Name'],
    ['effective', 'Effective Date'],
    ['coverage', 'Month Paid'],
    ['amount', 'Commission'],
  ],
  alike: [
    { count: 26, id: 'UA', traits: 'Accident_24 Ty_Vale OR 2023-01-01', usual: ['8.40', '11.20'] },
    { count: 8, id: 'UL', traits: 'Accident_24 Ty_Vale OR 2023-01-01', usual: ['8.40'], pays: '$@-1*9' },
    {
      count: 3,
      id: 'UD',
      traits: 'Accident_24 Ty_Vale OR 2023-01-01',
      usual: ['8.40'],
      pays: '$ - $@-1*2 $@-1+$ $*4',
      truth: 'late_premium@2 catch_up@5 risk@2=0-8.40',
    },
  ],
  members: `
    U501 Jan_Acker Accident_24 Ty_Vale OR 2022-01-01 - = 8.40 : $*3 -*2 $e2026-02-01*4 : lost@4 reinstated@6 risk@4=8.40
    U502 Ken_Boggs Accident_24 Ty_Vale OR 2022-01-01 - = 8.40 : $*3 -*2 $*4 : unpaid@4 reinstated@6 missed_months@6 risk@4=0-8.40 claim@6=16.80
    U503 Lyn_Craft Accident_24 Ty_Vale OR 2022-01-01 - = 8.40 : $*5 -*4 : lost@6 risk@6=8.40
    U504 Mae_Doyle Accident_24 Ty_Vale OR 2022-01-01 - = 11.20 : $*4 5.60*2 $*3 : underpaid@5 underpaid@6 risk@5=5.60 claim@5=0-5.60 claim@6=0-5.60
    U505 Ned_Eads Accident_24 Ty_Vale OR 2022-01-01 - = 11.20 : $*6 - $*2 : unpaid@7 missed_months@8 risk@7=0-11.20 claim@7=11.20
    U506 Ola_Finch Accident_24 Ty_Vale OR 2022-01-01 - = 8.40 : $*4 -$@-1 - $@-2+$@-1+$+$@-3 $*2 : rightful_chargeback@5 late_premium@6 reinstated@7 catch_up@7 risk@5=0-8.40
  `,
  events: 'paid_late@1=UL',
};

export const CRESTLINE: Description = {
  name: 'Crestline Mutual',
  about: 'Medicare supplement at 10 %; the block of one state gets new numbers, and one agent hands the book over',
  line: 'med_supp',
  first: '2025-06',
  statements: 9,
  behind: 0,
  type: 'Commission',
  file: 'xlsx',
  columns: [
    ['id', 'Policy No'],
    ['name', 'Insured Name'],
    ['plan', 'Plan'],
    ['agent', 'Agent Name'],
    ['state', 'State'],
    ['effective', 'Issue Date'],
    ['premium', 'Premium'],
    ['amount', 'Commission'],
  ],
  alike: [
    {
      count: 12,
      id: 'CO',
      traits: 'Plan_G Ron_Hale OH 2022-03-01',
      usual: ['12.00p120.00', '14.00p140.00'],
      pays: '$*4 $#9*5',
    },
    {
      count: 10,
      id: 'CA',
      traits: 'Plan_G Gil_Ames PA 2021-03-01',
      usual: ['12.00p120.00', '9.50p95.00'],
      pays: '$*6 $(Tess_Moor)*3',
    },
    {
      count: 18,
      id: 'CK',
      traits: 'Plan_N Ron_Hale PA 2023-03-01',
      usual: ['9.50p95.00', '10.50p105.00', '11.00p110.00'],
    },
  ],
  members: `
    C601 Pia_Gage Plan_G Ron_Hale OH 2022-03-01 120.00 = 12.00p120.00 : $*4 -*5 : lost@5 risk@5=12.00
    C602 Roy_Hurd Plan_G Ron_Hale PA 2022-03-01 120.00 = 12.00p120.00 : $*3 \${Plan_N}*6 :
    C603 Sue_Inman Plan_N Ron_Hale PA 2023-03-01 95.00 = 9.50p95.00 : $*4 $(Gil_Ames)*5 : agent_moved@5
    C604 Tom_Jessup Plan_N Ron_Hale PA 2023-03-01 95.00 = 9.50p95.00 : $*3 7.60p95.00*2 $*4 : underpaid@4 underpaid@5 risk@4=1.90 claim@4=0-1.90 claim@5=0-1.90
    C605 Una_Kemp Plan_N Ron_Hale PA 2023-03-01 110.00 = 11.00p110.00 : $*5 $+$ $*3 : duplicate_payment@6
    C606 Val_Lytle Plan_G Ron_Hale OH 2022-03-01 140.00 = 14.00p140.00 : $*4 $#9*2 -*3 : lost@7 risk@7=14.00
  `,
  events: 'new_ids@5=CO agent_moved@7=Gil_Ames',
};

export const CLEARWATER: Description = {
  name: 'Clearwater Annuity',
  about: 'a trail of 0.25 % of the account value, by the quarter of each contract',
  line: null,
  first: '2025-03',
  statements: 13,
  behind: 0,
  type: 'Trail',
  columns: [
    ['id', 'Contract Number'],
    ['name', 'Owner'],
    ['plan', 'Product Name'],
    ['effective', 'Issue Date'],
    ['premium', 'Account Value'],
    ['amount', 'Commission'],
  ],
  alike: [
    {
      count: 10,
      id: 'TA',
      traits: 'Index_7 Meg_Holt ME 2021-03-01',
      usual: ['50.00p20000.00'],
      pays: '$ -*2 51.20p20480.00 -*2 49.60p19840.00 -*2 52.00p20800.00 -*2 53.00p21200.00',
      truth: 'risk@7=0-1.60',
    },
    {
      count: 10,
      id: 'TB',
      traits: 'Index_7 Meg_Holt ME 2022-04-01',
      usual: ['75.00p30000.00'],
      pays: '- $ -*2 73.50p29400.00 -*2 76.00p30400.00 -*2 77.20p30880.00 -*2',
      truth: 'risk@5=0-1.50',
    },
    {
      count: 10,
      id: 'TC',
      traits: 'Fixed_5 Meg_Holt ME 2020-05-01',
      usual: ['30.00p12000.00'],
      pays: '-*2 $ -*2 30.60p12240.00 -*2 31.00p12400.00 -*2 29.80p11920.00 -',
      truth: 'risk@12=0-1.20',
    },
  ],
  members: `
    T701 Wes_Mohr Index_7 Meg_Holt ME 2021-03-01 - = 50.00p20000.00 : $ -*2 51.20p20480.00 -*9 : lost@7 risk@7=51.20
    T702 Amy_Nance Index_7 Meg_Holt ME 2021-03-01 - = 50.00p20000.00 : $ -*2 51.20p20480.00 -*2 25.00p10000.00 -*2 25.20p10080.00 -*2 25.40p10160.00 : risk@7=0-26.20
    T703 Bud_Opitz Index_7 Meg_Holt ME 2021-03-01 - = 50.00p20000.00 : $ -*2 51.20p20480.00 -*2 24.80p19840.00 -*2 26.00p20800.00 -*2 26.50p21200.00 : underpaid@7 underpaid@10 underpaid@13 risk@7=24.80-26.40 claim@7=0-24.80 claim@10=0-26.00 claim@13=0-26.50
    T704 Cleo_Petty Index_7 Meg_Holt ME 2021-03-01 - = 50.00p20000.00 : $ -*2 51.20p20480.00 -*5 52.00p20800.00 -*2 53.00p21200.00 : unpaid@7 missed_months@10 risk@7=0-51.20 claim@7=45.00-54.00
    T705 Dov_Rankin Index_7 Meg_Holt ME 2021-03-01 - = 50.00p20000.00 : $ -*3 51.20p20480.00 - 49.60p19840.00 -*2 52.00p20800.00 -*2 53.00p21200.00 : late_premium@4 catch_up@5 risk@4=0-50.00 risk@7=0-1.60
  `,
};
