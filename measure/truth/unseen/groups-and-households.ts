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
