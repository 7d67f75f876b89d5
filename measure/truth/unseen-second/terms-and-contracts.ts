import { addMonths } from '../../../core/period.ts';
import type { Description } from '../unseen/description.ts';
import { cut, dueIn, share } from './rules.ts';

/** Books of terms with installments, of contracts that pay once, and of a carrier that pays every second month. */

const RENEWED = `${share(10, 120)}e2026-03-01`;
const TEN = { 1: '$', 2: '$', 3: '$', 4: '$', 5: '$', 6: '$', 7: '$', 8: '$', 9: '$' };
const BY_MONTH = `${share(10, 100)}e2025-01-01`;

export const PINNACLE: Description = {
  name: 'Pinnacle Home',
  about:
    '10 % of homeowners premiums as they are collected: whole terms, quarters, ten installments or months; 15 % when new',
  line: null,
  first: '2025-04',
  statements: 13,
  behind: 0,
  type: 'Renewal',
  columns: [
    ['agent', 'Producer'],
    ['id', 'Policy No.'],
    ['name', 'Named Insured'],
    ['=HO3', 'Form'],
    ['state', 'Risk State'],
    ['effective', 'Term Eff'],
    ['type', 'Tran Type'],
    ['premium', 'Collected Premium'],
    ['amount', 'Commission'],
  ],
  alike: [
    ...[1, 4, 7, 10].map((due) => ({
      count: 3,
      id: `PF${due}`,
      traits: `HO Sal_Dow TN ${addMonths('2025-03', due)}-01`,
      usual: [share(10, 1200), share(10, 1500)],
      pays: dueIn(13, { [due]: '$', ...(due === 1 && { 13: '$e2026-04-01' }) }),
    })),
    {
      count: 8,
      id: 'PQ',
      traits: 'HO Sal_Dow TN 2025-05-01',
      usual: [share(10, 300)],
      pays: dueIn(13, { 2: '$', 5: '$', 8: '$', 11: '$' }),
    },
    {
      // Ten installments from March to December, and none in January and February.
      count: 8,
      id: 'PT',
      traits: 'HO Sal_Dow TN 2025-03-01',
      usual: [share(10, 120)],
      pays: dueIn(13, { ...TEN, 12: RENEWED, 13: RENEWED }),
    },
    {
      count: 6,
      id: 'PN',
      traits: 'HO Sal_Dow TN 2024-08-01',
      usual: [share(10, 100)],
      pays: `${share(15, 100)}!New_Business*4 $e2025-08-01*9`,
      truth: 'risk@5=0-5.00',
    },
    {
      count: 10,
      id: 'PM',
      traits: 'HO Sal_Dow TN 2025-01-01',
      usual: [BY_MONTH],
      pays: `$*9 ${share(10, 106)}e2026-01-01*4`,
    },
  ],
  members: `
    P701 Art_Boyd HO Sal_Dow TN 2025-07-01 1200.00 = ${share(10, 1200)} : ${dueIn(13, { 4: '$', 8: '-80.00p-800.00!Cancellation' })} : lost@8 rightful_chargeback@8 risk@8=0-120.00
    P702 Bea_Clay HO Sal_Dow TN 2025-04-01 1200.00 = ${share(10, 1200)} : ${dueIn(13, { 1: '$' })} : lost@13 risk@13=120.00
    P703 Cal_Dent HO Sal_Dow TN 2025-01-01 100.00 = ${share(10, 100)} : $*4 $+4.00p40.00!Endorsement $*4 $e2026-01-01*4 :
    P704 Dee_Ezra HO Sal_Dow TN 2025-05-01 300.00 = ${share(10, 300)} : ${dueIn(13, { 2: '$', 5: '$', 11: '$' })} : unpaid@8 missed_months@11 risk@8=0-30.00 claim@8=30.00
    P705 Eli_Ford HO Sal_Dow TN 2025-03-01 120.00 = ${share(10, 120)} : $*5 -*8 : lost@6 risk@6=12.00
    P706 Fay_Gunn HO Sal_Dow TN 2025-03-01 120.00 = ${share(10, 120)} : ${dueIn(13, TEN)} : lost@12 risk@12=12.00
    P707 Gil_Hoff HO Sal_Dow TN 2025-01-01 100.00 = ${share(10, 100)} : $*9 ${share(6, 100)}e2026-01-01*4 : ${cut(10, 13, '4.00')}
    P708 Hal_Imes HO Sal_Dow TN 2025-01-01 100.00 = ${share(10, 100)} : $*6 - $+$ $ $e2026-01-01*4 : late_premium@7 catch_up@8 risk@7=0-10.00
    P709 Ivy_Jobe HO Sal_Dow TN 2025-01-01 100.00 = ${share(10, 100)} : $*6 $#2*3 $e2026-01-01#2*4 :
  `,
  events: 'planned_step@5=PN',
};

/** Six percent of a single premium when the contract is issued, and half a percent of its value at each anniversary. */
const ISSUED = `${share(6, 50_000)}!First-Year`;
const trail = (value: number): string => `${share(0.5, value)}!Trail`;
const issuedIn = (statement: number): string => `FIA_7 Kip_Lowe SC ${addMonths('2024-11', statement)}-01`;

export const HAWTHORNE: Description = {
  name: 'Hawthorne Annuity',
  about: '6 % of a single premium once, then a yearly trail of 0.5 %; surrenders in the first year are charged back',
  line: null,
  first: '2024-12',
  statements: 14,
  behind: 0,
  type: 'Trail',
  file: 'xlsx',
  columns: [
    ['id', 'Contract No'],
    ['name', 'Owner'],
    ['plan', 'Product Code'],
    ['agent', 'Representative'],
    ['effective', 'Contract Date'],
    ['term', 'Surrender Date'],
    ['type', 'Comp Category'],
    ['premium', 'Basis'],
    ['amount', 'Comp Paid'],
  ],
  alike: [
    ...[1, 2].map((statement) => ({
      count: 2,
      id: `HA${statement}N`,
      traits: issuedIn(statement),
      usual: [share(6, 50_000)],
      pays: dueIn(14, { [statement]: ISSUED, [statement + 12]: trail(50_000) }),
      truth: `risk@${statement + 12}=0-2750.00`,
    })),
    ...[3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((statement) => ({
      count: 2,
      id: `HA${statement}N`,
      traits: issuedIn(statement),
      usual: [share(6, 50_000), share(6, 20_000)],
      pays: dueIn(14, { [statement]: '$!First-Year' }),
    })),
    ...[1, 2].map((statement) => ({
      count: 3,
      id: `HT${statement}N`,
      traits: `FIA_7 Kip_Lowe SC 2019-${statement === 1 ? '12' : '01'}-01`,
      usual: [share(0.5, 40_000)],
      pays: dueIn(14, { [statement]: trail(40_000), [statement + 12]: trail(41_200) }),
    })),
    ...[4, 6, 8, 10].map((statement) => ({
      count: 3,
      id: `HT${statement}N`,
      traits: `FIA_7 Kip_Lowe SC ${addMonths('2018-11', statement)}-01`,
      usual: [share(0.5, 40_000), share(0.5, 90_000)],
      pays: dueIn(14, { [statement]: '$!Trail' }),
    })),
  ],
  members: `
    H801 Ann_Keys FIA_7 Kip_Lowe SC 2025-02-01 50000.00 = ${ISSUED} : ${dueIn(14, { 3: '$', 7: '-3000.00p-50000.00~2025-05-31!Surrender' })} : lost@7 rightful_chargeback@7 risk@7=0-3000.00
    H802 Bob_Luce FIA_7 Kip_Lowe SC 2025-02-01 20000.00 = ${share(6, 20_000)}!First-Year : ${dueIn(14, { 3: '$', 7: '-1200.00p-20000.00~2025-05-31!Surrender', 8: '-1200.00p-20000.00~2025-05-31!Surrender' })} : lost@7 rightful_chargeback@7 double_chargeback@8 risk@7=0-1200.00 claim@8=1200.00
    H803 Cia_Mott FIA_7 Kip_Lowe SC 2025-01-01 20000.00 = ${share(6, 20_000)}!First-Year : ${dueIn(14, { 2: '$', 11: '-600.00p-20000.00~2025-09-30!Surrender' })} : lost@11 rightful_chargeback@11 risk@11=0-1200.00
    H804 Don_Nord FIA_7 Kip_Lowe SC 2019-01-01 40000.00 = ${trail(40_000)} : ${dueIn(14, { 2: '$', 14: `${share(0.25, 41_200)}!Trail` })} : underpaid@14 risk@14=97.00-103.00 claim@14=0-103.00
    H805 Eva_Orth FIA_7 Kip_Lowe SC 2019-12-01 40000.00 = ${trail(40_000)} : ${dueIn(14, { 1: '$' })} : lost@13 risk@13=0-200.00
    H806 Foy_Pell FIA_7 Kip_Lowe SC 2025-04-01 50000.00 = ${share(4, 50_000)}!First-Year : ${dueIn(14, { 5: '$' })} : underpaid@5 claim@5=0-1000.00
    H807 Gus_Rand FIA_7 Kip_Lowe SC 2025-03-01 50000.00 = ${ISSUED} : ${dueIn(14, { 4: '$', 9: `${share(6, 10_000)}!Additional_Premium` })} :
    H808 Hap_Sims FIA_7 Kip_Lowe SC 2025-05-01 20000.00 = ${share(6, 20_000)}!First-Year : ${dueIn(14, { 6: '$+$' })} : duplicate_payment@6
  `,
};

export const BELLWETHER: Description = {
  name: 'Bellwether Dental',
  about:
    'a flat amount for two months every second month; a late block, new numbers, a plan renamed, money without a member',
  line: 'ancillary',
  first: '2025-01',
  statements: 7,
  behind: 1,
  every: 2,
  type: 'Commission',
  titles: ['Bellwether Dental & Vision', 'Broker Statement', ''],
  total: 'Total',
  unassigned: 'Marketing_Allowance@3=75.00 Quarterly_Bonus@6=120.00',
  columns: [
    ['id', 'Enrollee ID'],
    ['name', 'Enrollee'],
    ['plan', 'Plan Name'],
    ['state', 'State'],
    ['agent', 'Broker'],
    ['effective', 'Start Date'],
    ['coverage', 'Paid From'],
    ['months', '# Months'],
    ['type', 'Description'],
    ['amount', 'Commission'],
  ],
  alike: [
    { count: 16, id: 'BA', traits: 'Dental_Plus Uma_Fisk AL 2022-02-01', usual: ['7.00x2', '11.00x2', '9.00x2'] },
    {
      count: 8,
      id: 'BG',
      traits: 'Dental_Plus Uma_Fisk GA 2022-05-01',
      usual: ['7.00x2', '9.00x2'],
      pays: '$*3 $#8*4',
    },
    {
      count: 8,
      id: 'BE',
      traits: 'Dental_Basic Uma_Fisk AL 2023-01-01',
      usual: ['5.00x2'],
      pays: '$*4 5.00x2{Dental_Essential}*3',
    },
    {
      count: 6,
      id: 'BL',
      traits: 'Vision_Care Uma_Fisk AL 2023-03-01',
      usual: ['3.00x2'],
      pays: '$*4 - $@-2+$ $',
      truth: 'late_premium@5 catch_up@6 risk@5=0-3.00',
    },
  ],
  members: `
    B601 Al_Tice Dental_Plus Uma_Fisk AL 2022-02-01 - = 7.00x2 : $*4 -*3 : lost@5 risk@5=7.00
    B602 Bo_Upham Dental_Plus Uma_Fisk AL 2022-02-01 - = 7.00x2 : $*2 - $*4 : unpaid@3 missed_months@4 risk@3=0-7.00 claim@3=7.00
    B603 Cy_Vick Dental_Plus Uma_Fisk AL 2022-02-01 - = 11.00x2 : $*3 8.00x2*2 $*2 : ${cut(4, 5, '3.00')}
    B604 Di_Ware Dental_Plus Uma_Fisk AL 2022-02-01 - = 7.00x2 : $*3 3.50x1 $*3 : unpaid@4 missed_months@5 risk@4=0-3.50 claim@4=3.50
    B605 Ed_Yoe Dental_Plus Uma_Fisk AL 2022-02-01 - = 9.00x2 : $*3 $+-$@-2!Chargeback $*3 : wrong_chargeback@4 risk@4=0-9.00 claim@4=9.00
    BG71 Flo_Zorn Dental_Plus Uma_Fisk GA 2022-05-01 - = 9.00x2 : $*3 $#8*2 -*2 : lost@6 risk@6=9.00
    B607 Gia_Aune Dental_Plus Uma_Fisk AL 2025-04-01 - = 7.00x2 : -*2 $ - $*3 : unpaid@4 missed_months@5 risk@4=0-7.00 claim@4=7.00
    B608 Hal_Bree Dental_Plus Uma_Fisk AL 2022-02-01 - = 7.00x2 : $*4 $+$ $*2 : duplicate_payment@5
  `,
  events: 'new_ids@4=BG plan_renamed@5=BE late_block@5=BL',
};
