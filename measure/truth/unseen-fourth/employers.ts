import type { Description } from '../unseen/description.ts';
import { cut, dueIn, share } from '../unseen-second/rules.ts';

/** Books of employers: accounts for their health money, disability that follows the salary, vision, and dental fees stated anew. */

/** The fee of a quarter for each participant of an employer. */
const quarter = (people: number, each = 12): string => `${(people * each).toFixed(2)}n${people}x3`;
const monthly = (people: number): string => `${(people * 4).toFixed(2)}n${people}`;
const FOURTEEN = quarter(14);

export const TALLOW_CREEK: Description = {
  name: 'Tallow Creek Accounts',
  about:
    'a fee of twelve dollars for each participant by the quarter of each employer; a richer design is cut from fifteen to thirteen',
  line: 'group',
  first: '2025-10',
  statements: 9,
  behind: 0,
  type: '',
  file: 'xlsx',
  titles: ['Tallow Creek Accounts', 'Advisor Fee Statement'],
  total: 'TOTAL',
  columns: [
    ['id', 'Employer No'],
    ['name', 'Employer Contact'],
    ['plan', 'Account Design'],
    ['effective', 'Client Since'],
    ['coverage', 'Fee Period Begins'],
    ['months', 'Months'],
    ['lives', 'Participants'],
    ['amount', 'Advisor Fee'],
  ],
  alike: [
    ...[1, 2, 3].map((due) => ({
      count: 6,
      id: `TC1${due}0`,
      traits: `ICHRA_Core Max_Reyes CO 2024-0${due}-01`,
      usual: [FOURTEEN, quarter(9), quarter(31), quarter(22)],
      pays: dueIn(9, { [due]: '$', [due + 3]: '$', [due + 6]: '$' }),
    })),
    {
      count: 4,
      id: 'TC200',
      traits: 'ICHRA_Core Max_Reyes CO 2025-01-01',
      usual: [quarter(15)],
      pays: dueIn(9, { 1: quarter(10), 4: quarter(12), 7: '$' }),
    },
    {
      count: 3,
      id: 'TC300',
      traits: 'ICHRA_Core Max_Reyes CO 2023-02-01',
      usual: [quarter(16)],
      pays: dueIn(9, { 2: quarter(18), 5: '$', 8: '$' }),
      truth: 'fewer_lives@5 risk@5=0-24.00',
    },
    ...[10, 20].map((people) => ({
      count: 3,
      id: `TC4${people}`,
      traits: 'ICHRA_Plus Max_Reyes CO 2024-03-01',
      usual: [quarter(people, 13)],
      pays: dueIn(9, { 3: quarter(people, 15), 6: '$', 9: '$' }),
      truth: `risk@6=0-${people * 2} claim@6=0-${people * 2} claim@9=0-${people * 2}`,
    })),
    {
      count: 4,
      id: 'TC500',
      traits: 'ICHRA_Core Max_Reyes CO 2026-02-01',
      usual: [quarter(8)],
      pays: dueIn(9, { 5: '$', 8: '$' }),
    },
    {
      count: 6,
      id: 'TC600',
      traits: 'Gig_Monthly Max_Reyes CO 2024-06-01',
      usual: [monthly(7), monthly(12), monthly(10)],
    },
  ],
  members: `
    TC9071 Alden_Foundry ICHRA_Core Max_Reyes CO 2024-01-01 - = ${FOURTEEN} : ${dueIn(9, { 1: '$', 4: '$' })} : lost@7 risk@7=168.00
    TC9072 Bell_Pottery ICHRA_Core Max_Reyes CO 2024-01-01 - = ${FOURTEEN} : ${dueIn(9, { 1: '$', 7: '$' })} : unpaid@4 missed_months@7 risk@4=0-168.00 claim@4=168.00
    TC9073 Cary_Lumber ICHRA_Core Max_Reyes CO 2024-02-01 - = ${FOURTEEN} : ${dueIn(9, { 2: '$', 6: '$@-1', 8: '$' })} : late_premium@5 catch_up@6 risk@5=0-168.00
    TC9074 Dove_Optics ICHRA_Core Max_Reyes CO 2024-03-01 - = ${FOURTEEN} : ${dueIn(9, { 3: '$', 6: '140.00n14x3', 9: '$' })} : ${cut(6, 6, '28.00')}
    TC9075 Elk_Printing ICHRA_Core Max_Reyes CO 2024-01-01 - = ${FOURTEEN} : ${dueIn(9, { 1: '$', 4: '$+$', 7: '$' })} : duplicate_payment@4
    TC9076 Fox_Glass ICHRA_Core Max_Reyes CO 2024-02-01 - = ${FOURTEEN} : ${dueIn(9, { 2: '$', 5: '$+-$@-3', 8: '$' })} : wrong_chargeback@5 risk@5=0-168.00 claim@5=168.00
    TC9077 Gray_Motors ICHRA_Core Max_Reyes CO 2024-01-01 - = ${quarter(18)} : ${dueIn(9, { 1: quarter(20), 4: `$+-${quarter(2)}@-3`, 7: '$' })} : fewer_lives@4 rightful_chargeback@4 risk@4=0-48.00
    TC9078 Hill_Bakery Gig_Monthly Max_Reyes CO 2024-06-01 - = ${monthly(10)} : $*5 -*4 : lost@6 risk@6=40.00
    TC9079 Iron_Gym Gig_Monthly Max_Reyes CO 2024-06-01 - = ${quarter(10)} : ${dueIn(9, { 1: monthly(10), 2: monthly(10), 3: monthly(10), 4: '$', 7: '$' })} :
    TC9080 Jade_Salon ICHRA_Core Max_Reyes CO 2024-03-01 - = ${FOURTEEN} : ${dueIn(9, { 3: '$', 5: '-56.00n14' })} : lost@5 rightful_chargeback@5 risk@5=0-168.00
    TC9081 Kite_Tours Gig_Monthly Max_Reyes CO 2024-06-01 - = ${monthly(12)} : $*3 ${monthly(9)}*6 : fewer_lives@4 risk@4=0-12.00
    TC9082 Lake_Supply Gig_Monthly Max_Reyes CO 2024-06-01 - = ${monthly(12)} : $*5 36.00n12*2 $*2 : ${cut(6, 7, '12.00')}
  `,
  events: 'rate_cut@6=ICHRA_Plus',
};

/** A month of a disability premium at 10 %, or at another rate, which is printed. */
const pay = (premium: number, percent = 10): string => `${share(percent, premium)}r${percent}%`;
const SALARY = pay(52);

export const STERLING_VALE: Description = {
  name: 'Sterling Vale Disability',
  about:
    '10 % of premiums that follow the salary, a month behind: two employers raise salaries, one pays late, one leaves, and one is new',
  line: 'ancillary',
  first: '2025-11',
  statements: 9,
  behind: 1,
  type: 'Payroll',
  unassigned: 'Enrollment_Bonus@4=150.00',
  columns: [
    ['id', 'EE Cert'],
    ['name', 'Employee'],
    ['plan', 'Employer'],
    ['agent', 'Servicing Agent'],
    ['effective', 'Cert Effective'],
    ['coverage', 'Premium For'],
    ['type', 'Kind'],
    ['premium', 'Premium'],
    ['rate', 'Pct'],
    ['amount', 'Comm'],
  ],
  alike: [
    ...[
      { premium: 40, raise: 1.03 },
      { premium: 52, raise: 1.025 },
      { premium: 33.5, raise: 1.04 },
      { premium: 61, raise: 1.02 },
    ].map(({ premium, raise }, place) => ({
      count: 3,
      id: `SV1${place}0`,
      traits: 'Orbit_Machining Tess_Lyle WI 2022-01-01',
      usual: [pay(premium * raise)],
      pays: `${pay(premium)}*3 $*6`,
    })),
    ...[44, 58].map((premium, place) => ({
      count: 4,
      id: `SV2${place}0`,
      traits: 'Halstead_College Tess_Lyle WI 2023-07-01',
      usual: [pay(premium * 1.03)],
      pays: `${pay(premium)}*6 $*3`,
    })),
    {
      count: 6,
      id: 'SV300',
      traits: 'Nimbus_Freight Arlo_Finch WI 2021-04-01',
      usual: [pay(39)],
      pays: '$*4 - $@-1+$ $*3',
      truth: 'late_premium@5 catch_up@6 risk@5=0-3.90',
    },
    {
      count: 5,
      id: 'SV400',
      traits: 'Verity_Labs Arlo_Finch WI 2022-10-01',
      usual: [pay(66)],
      pays: '$*6 -*3',
      truth: 'lost@7 risk@7=6.60',
    },
    {
      count: 6,
      id: 'SV500',
      traits: 'Kettle_Brewing Arlo_Finch WI 2026-01-01',
      usual: [pay(36), pay(47.25)],
      pays: '-*3 $*6',
    },
  ],
  members: `
    SV9071 Ardith_Bloom Lyndale_Clinic Tess_Lyle WI 2022-01-01 52.00 = ${SALARY} : $*4 -*5 : lost@5 risk@5=5.20
    SV9072 Bram_Coates Lyndale_Clinic Tess_Lyle WI 2022-01-01 52.00 = ${SALARY} : $*4 ${pay(52, 6)}*4 $ : ${cut(5, 8, '2.08')}
    SV9073 Cleo_Darrow Lyndale_Clinic Tess_Lyle WI 2023-07-01 52.00 = ${SALARY} : $*3 - $*5 : unpaid@4 missed_months@5 risk@4=0-5.20 claim@4=5.20
    SV9074 Dov_Eames Orbit_Machining Tess_Lyle WI 2022-01-01 44.00 = ${pay(44)} : ${SALARY}*3 $*6 : risk@4=0-0.80
    SV9075 Etta_Fry Lyndale_Clinic Tess_Lyle WI 2022-01-01 52.00 = ${SALARY} : $*5 - $@-1+$ $*2 : late_premium@6 catch_up@7 risk@6=0-5.20
    SV9076 Floyd_Gage Lyndale_Clinic Tess_Lyle WI 2022-01-01 52.00 = ${SALARY} : $*6 $+$ $*2 : duplicate_payment@7
    SV9077 Gena_Howe Lyndale_Clinic Tess_Lyle WI 2023-07-01 52.00 = ${SALARY} : $*4 $+-$p-52.00@-2!Chargeback $*4 : wrong_chargeback@5 risk@5=0-5.20 claim@5=5.20
    SV9078 Hank_Ingle Orbit_Machining Tess_Lyle WI 2022-01-01 52.00 = ${SALARY} : $*9 :
    SV9079 Iris_Jay Lyndale_Clinic Tess_Lyle WI 2022-01-01 52.00 = ${SALARY} : $*2 0.00p0.00r10%!Waiver*4 $*3 : risk@3=0-5.20
    SV9080 Jeb_Knox Lyndale_Clinic Tess_Lyle WI 2023-07-01 52.00 = ${SALARY} : $*5 $(Olga_Prine)*4 : agent_moved@6
    SV9081 Kara_Lott Lyndale_Clinic Tess_Lyle WI 2023-07-01 52.00 = ${SALARY} : $*6 -$p-52.00@-1!Refund -*2 : lost@7 rightful_chargeback@7 risk@7=0-5.20
    SV9082 Loyd_Marr Orbit_Machining Tess_Lyle WI 2022-01-01 78.00 = ${pay(78)} : ${SALARY}*3 $*6 :
    SV9083 Mina_Nolte Nimbus_Freight Arlo_Finch WI 2021-04-01 52.00 = ${SALARY} : $*2 -*7 : lost@3 risk@3=5.20
    SV9084 Noel_Opdahl Kettle_Brewing Arlo_Finch WI 2026-01-01 52.00 = ${SALARY} : -*4 $@-1+$ $*4 :
  `,
  events: 'raised@4=Orbit_Machining late_block@5=Nimbus_Freight raised@7=Halstead_College',
};

/** The monthly amounts by tier, and the bonus that comes on top with each third statement. */
const [ALONE, PLUS_ONE, FAMILY] = ['2.10[EE]', '3.95[E1]', '6.20[FAM]'];
const BONUS = '1.50!Persistency_Bonus';
const BONUS_MONTH = `$+${BONUS}`;
const BY_QUARTER = `$*2 ${BONUS_MONTH} $*2 ${BONUS_MONTH} $*2 ${BONUS_MONTH}`;

export const BLUE_HERON: Description = {
  name: 'Blue Heron Vision',
  about:
    'a flat amount by tier, and a bonus for each contract with the last month of a quarter; one plan has another name from May on',
  line: 'ancillary',
  first: '2026-01',
  statements: 9,
  behind: 0,
  type: 'Base',
  columns: [
    ['plan', 'Plan'],
    ['id', 'Member No'],
    ['name', 'Subscriber'],
    ['product', 'Tier'],
    ['type', 'Item'],
    ['amount', 'Amt'],
  ],
  alike: [
    {
      count: 18,
      id: 'BH10',
      traits: 'Vision_Choice Pam_Odom TN -',
      usual: [ALONE, PLUS_ONE, FAMILY],
      pays: BY_QUARTER,
    },
    {
      count: 8,
      id: 'BH20',
      traits: 'Vision_Basic Pam_Odom TN -',
      usual: ['1.75[EE]', '3.10[E1]'],
      pays: `$*4 \${Vision_Core}*5`,
    },
    {
      count: 5,
      id: 'BH30',
      traits: 'Vision_Choice Pam_Odom TN -',
      usual: [FAMILY],
      pays: `-*3 $*2 ${BONUS_MONTH} $*2 ${BONUS_MONTH}`,
    },
  ],
  members: `
    BH4071 Alva_Breck Vision_Choice Pam_Odom TN - - = ${PLUS_ONE} : $*2 ${BONUS_MONTH} $ -*5 : lost@5 risk@5=3.95
    BH4072 Burl_Casto Vision_Choice Pam_Odom TN - - = ${PLUS_ONE} : ${FAMILY}*2 ${FAMILY}+${BONUS} ${FAMILY} $ ${BONUS_MONTH} $*2 ${BONUS_MONTH} : fewer_lives@5 risk@5=0-2.25
    BH4073 Cordy_Dent Vision_Choice Pam_Odom TN - - = ${FAMILY} : $*2 ${BONUS_MONTH} $ 3.95[FAM] 3.95[FAM]+${BONUS} 3.95[FAM] $ ${BONUS_MONTH} : ${cut(5, 7, '2.25')}
    BH4074 Delmer_Epps Vision_Choice Pam_Odom TN - - = ${PLUS_ONE} : $*2 ${BONUS_MONTH} $*2 ${BONUS_MONTH} $ - ${BONUS_MONTH} : unpaid@8 missed_months@9 risk@8=0-3.95 claim@8=3.95
    BH4075 Elsie_Fant Vision_Choice Pam_Odom TN - - = ${PLUS_ONE} : $*2 ${BONUS_MONTH} - $+$ ${BONUS_MONTH} $*2 ${BONUS_MONTH} : late_premium@4 catch_up@5 risk@4=0-5.45
    BH4076 Foster_Gaul Vision_Choice Pam_Odom TN - - = ${PLUS_ONE} : $*2 ${BONUS_MONTH} $*2 ${BONUS_MONTH} $+$ $ ${BONUS_MONTH} : duplicate_payment@7
    BH4077 Gladys_Hite Vision_Choice Pam_Odom TN - - = ${PLUS_ONE} : $*2 ${BONUS_MONTH} $ $+-$!Reversal ${BONUS_MONTH} $*2 ${BONUS_MONTH} : wrong_chargeback@5 risk@5=0-3.95 claim@5=3.95
    BH4078 Harlan_Ives Vision_Choice Pam_Odom TN - - = ${FAMILY} : $*2 ${BONUS_MONTH} $*2 ${BONUS_MONTH} $ -$!Refund - : lost@8 rightful_chargeback@8 risk@8=0-6.20
    BH4079 Inza_Jeter Vision_Choice Pam_Odom TN - - = ${FAMILY} : $*2 ${BONUS_MONTH} $*2 ${BONUS_MONTH}+${BONUS} $*2 ${BONUS_MONTH} : duplicate_payment@6
    BH4080 Jewell_Koontz Vision_Choice Pam_Odom TN - - = ${FAMILY} : ${ALONE}*2 ${ALONE}+${BONUS} $*2 ${BONUS_MONTH} $*2 ${BONUS_MONTH} :
    BH4081 Kermit_Lusk Vision_Basic Pam_Odom TN - - = 3.10[E1] : $*4 \${Vision_Core}*2 -*3 : lost@7 risk@7=3.10
    BH4082 Lelia_Moody Vision_Choice Pam_Odom TN - - = ${FAMILY} : $*2 ${BONUS_MONTH} $*2 ${BONUS_MONTH} $ -*2 : lost@8 risk@8=6.20
  `,
  events: 'plan_renamed@5=Vision_Basic',
};

/** The fee of a month for the heads of a group. */
const heads = (count: number, each = 3): string => `${(count * each).toFixed(2)}n${count}`;
/** A statement that pays the month, and states the month before anew. */
const restated = (now: string, before: string, anew: string): string =>
  `${now}+-${before}@-1!Reversal+${anew}@-1!Restated`;
const AGAIN = '$+-$@-1!Reversal+$@-1!Restated';
const ELEVEN = heads(11);
const SHORT = heads(11, 2.5);

export const OLD_FERRY: Description = {
  name: 'Old Ferry Dental Administrators',
  about: 'three dollars a head of each group; each statement takes the month before back and states it anew',
  line: 'group',
  first: '2025-11',
  statements: 9,
  behind: 0,
  type: 'Current',
  columns: [
    ['id', 'Group'],
    ['name', 'Group Contact'],
    ['coverage', 'Bill Month'],
    ['type', 'Line Type'],
    ['lives', 'Heads'],
    ['amount', 'Broker Fee'],
  ],
  alike: [
    {
      count: 18,
      id: 'OF100',
      traits: 'DHMO Ike_Dorn KY 2023-01-01',
      usual: [heads(6), ELEVEN, heads(19), heads(8), heads(27)],
      pays: `${AGAIN}*9`,
    },
    {
      count: 4,
      id: 'OF200',
      traits: 'DHMO Ike_Dorn KY 2023-01-01',
      usual: [heads(12)],
      pays: `${restated(heads(10), heads(10), heads(10))}*4 ${restated(heads(12), heads(10), heads(10))} ${AGAIN}*4`,
    },
    {
      count: 3,
      id: 'OF300',
      traits: 'DHMO Ike_Dorn KY 2026-02-01',
      usual: [heads(9)],
      pays: `-*3 $ ${AGAIN}*5`,
    },
  ],
  members: `
    OF9071 Adler_Tool DHMO Ike_Dorn KY 2023-01-01 - = ${heads(12)} : ${restated(heads(10), heads(10), heads(10))}*4 ${restated(heads(12), heads(10), heads(12))} ${AGAIN}*4 :
    OF9072 Baker_Seed DHMO Ike_Dorn KY 2023-01-01 - = ${heads(9)} : ${restated(ELEVEN, ELEVEN, ELEVEN)}*4 ${restated(heads(9), ELEVEN, ELEVEN)} ${AGAIN}*4 : fewer_lives@5 risk@5=0-6.00
    OF9073 Cobb_Feed DHMO Ike_Dorn KY 2023-01-01 - = ${heads(9)} : ${restated(ELEVEN, ELEVEN, ELEVEN)}*4 ${restated(heads(9), ELEVEN, heads(9))} ${AGAIN}*4 : fewer_lives@5 rightful_chargeback@5 risk@5=0-12.00
    OF9074 Dyer_Hay DHMO Ike_Dorn KY 2023-01-01 - = ${ELEVEN} : ${AGAIN}*5 $+-$@-1!Reversal ${AGAIN}*3 : wrong_chargeback@6 risk@6=0-33.00 claim@6=33.00
    OF9075 Eads_Coal DHMO Ike_Dorn KY 2023-01-01 - = ${ELEVEN} : ${AGAIN}*3 ${AGAIN}+$@-1!Restated ${AGAIN}*5 : duplicate_payment@4
    OF9076 Fike_Rail DHMO Ike_Dorn KY 2023-01-01 - = ${ELEVEN} : ${AGAIN}*6 -*3 : lost@7 risk@7=33.00
    OF9077 Goff_Mill DHMO Ike_Dorn KY 2023-01-01 - = ${ELEVEN} : ${AGAIN}*6 -$@-1!Reversal -*2 : lost@7 rightful_chargeback@7 risk@7=0-33.00
    OF9078 Hurt_Farm DHMO Ike_Dorn KY 2023-01-01 - = ${ELEVEN} : ${AGAIN}*4 - $ ${AGAIN}*3 : unpaid@5 missed_months@6 risk@5=0-33.00 claim@5=33.00
    OF9079 Ison_Park DHMO Ike_Dorn KY 2023-01-01 - = ${ELEVEN} : ${AGAIN}*4 - $@-1+$ ${AGAIN}*3 : late_premium@5 catch_up@6 risk@5=0-33.00
    OF9080 Judd_Pipe DHMO Ike_Dorn KY 2023-01-01 - = ${ELEVEN} : ${AGAIN}*4 ${restated(SHORT, ELEVEN, ELEVEN)} ${restated(SHORT, SHORT, SHORT)} ${restated(ELEVEN, SHORT, SHORT)} ${AGAIN}*2 : ${cut(5, 6, '5.50')}
    OF9081 Kerr_Bank DHMO Ike_Dorn KY 2023-01-01 - = ${ELEVEN} : ${AGAIN}*4 $+-$@-1!Reversal+32.99n11@-1!Restated ${AGAIN}*4 : risk@5=0-0.01
    OF9082 Lyle_Shop DHMO Ike_Dorn KY 2023-01-01 - = ${ELEVEN} : ${AGAIN}*3 ${AGAIN}+25.00!New_Group_Award ${AGAIN}*5 :
  `,
  events: [1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => `restated@${at}=all`).join(' '),
};
