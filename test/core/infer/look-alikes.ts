import type { ColumnName } from '../../../core/statement/config.ts';
import type { Layout } from '../../support/layout-statements.ts';

/** Headers that no carrier of the catalogue has, with the field that a person would give each column. */
export interface LookAlike {
  readonly name: string;
  readonly layout: Layout;
  readonly expected: Readonly<Partial<Record<ColumnName, string>>>;
}

const RENEWALS = { types: ['Renewal', 'New Business'] };

export const LOOK_ALIKES: readonly LookAlike[] = [
  {
    name: 'abbreviated, with underscores',
    layout: {
      ...RENEWALS,
      fileType: 'csv',
      columns:
        'MBR_ID=id|MBR_LAST_NM=last|MBR_FRST_NM=first|PLN_CD=plancode|EFF_DT=eff:us|TERM_DT=term:us|COV_MO=month:ym|COMM_AMT=amount:text|AGT_NPN=agent:id|AGT_NM=agent',
    },
    expected: {
      member_external_id: 'MBR_ID',
      commission_amount: 'COMM_AMT',
      first_name: 'MBR_FRST_NM',
      last_name: 'MBR_LAST_NM',
      effective_date: 'EFF_DT',
      term_date: 'TERM_DT',
      coverage_month: 'COV_MO',
      agent_id: 'AGT_NPN',
      agent_name: 'AGT_NM',
      plan_code: 'PLN_CD',
    },
  },
  {
    name: 'upper case without spaces',
    layout: {
      ...RENEWALS,
      fileType: 'csv',
      columns:
        'SUBSCRIBERID=id|SUBSCRIBERNAME=name|POLICYEFFECTIVEDATE=eff:ymd|TERMINATIONDATE=term:ymd|PREMIUMAMOUNT=premium:text|COMMISSIONRATE=rate|COMMISSIONPAID=amount:text|WRITINGAGENTNPN=agent:id|WRITINGAGENTNAME=agent|TRANSACTIONTYPE=type',
    },
    expected: {
      member_external_id: 'SUBSCRIBERID',
      commission_amount: 'COMMISSIONPAID',
      member_name: 'SUBSCRIBERNAME',
      effective_date: 'POLICYEFFECTIVEDATE',
      premium_amount: 'PREMIUMAMOUNT',
      rate: 'COMMISSIONRATE',
      agent_id: 'WRITINGAGENTNPN',
      transaction_type: 'TRANSACTIONTYPE',
    },
  },
  {
    name: 'camel case',
    layout: {
      ...RENEWALS,
      fileType: 'xlsx',
      columns:
        'brokerNpn=agent:id|brokerName=agent|memberNumber=id|memberFullName=name|planName=plan|coverageMonth=month|origEffDate=eff|memberCount=lives|netCommissionAmt=amount:num|residentState=state',
    },
    expected: {
      member_external_id: 'memberNumber',
      commission_amount: 'netCommissionAmt',
      member_name: 'memberFullName',
      coverage_month: 'coverageMonth',
      lives: 'memberCount',
      state: 'residentState',
      agent_id: 'brokerNpn',
      plan_name: 'planName',
      effective_date: 'origEffDate',
    },
  },
  {
    name: 'a Medicare plan by MBI only',
    layout: {
      ...RENEWALS,
      fileType: 'xlsx',
      columns:
        'Agent of Record=agent|AOR NPN=agent:id|Beneficiary Name=name|MBI=mbi|Contract=contract|PBP=pbp|Enrollment Date=eff:us|Disenrollment Date=term:us|Comp Type=type|Comp Amount=amount:num|Payment Month=month:mon',
    },
    expected: {
      member_external_id: 'MBI',
      commission_amount: 'Comp Amount',
      member_name: 'Beneficiary Name',
      effective_date: 'Enrollment Date',
      term_date: 'Disenrollment Date',
      coverage_month: 'Payment Month',
      transaction_type: 'Comp Type',
      agent_name: 'Agent of Record',
      agent_id: 'AOR NPN',
    },
  },
  {
    name: 'HICN and paid amount',
    layout: {
      ...RENEWALS,
      fileType: 'csv',
      columns:
        'HICN=mbi|Last Name=last|First Name=first|Product=plan|Signature Date=eff:us|Effective Dt=eff:us|Pd Amt=amount:paren|Pd Dt=paid:us|Producer=agent|Producer #=agent:id',
    },
    expected: {
      member_external_id: 'HICN',
      commission_amount: 'Pd Amt',
      first_name: 'First Name',
      last_name: 'Last Name',
      effective_date: 'Effective Dt',
      paid_date: 'Pd Dt',
      agent_name: 'Producer',
      agent_id: 'Producer #',
    },
  },
  {
    name: 'first and last names with one letter',
    layout: {
      ...RENEWALS,
      fileType: 'csv',
      columns:
        'Mbr No=mbi|LName=last|FName=first|Eff Dt=eff:us|Pln=plan|Comm Amt=amount:paren|Agt=agent|Agt No=agent:id',
    },
    expected: {
      member_external_id: 'Mbr No',
      commission_amount: 'Comm Amt',
      first_name: 'FName',
      last_name: 'LName',
      agent_name: 'Agt',
      agent_id: 'Agt No',
      effective_date: 'Eff Dt',
    },
  },
  {
    name: 'certificates of a voluntary carrier',
    layout: {
      ...RENEWALS,
      fileType: 'csv',
      columns:
        'Cert No=policy|Insured=name|Employer=const:ACME|Prod Line=plantype|Issue Dt=eff:us|Mode Prem=premium:text|Comm %=rate:pct|Gross Comm=amount:text|Split %=const:100|Writing Agent=agent|Agent Cd=agent:id',
    },
    expected: {
      member_external_id: 'Cert No',
      commission_amount: 'Gross Comm',
      member_name: 'Insured',
      effective_date: 'Issue Dt',
      premium_amount: 'Mode Prem',
      rate: 'Comm %',
      agent_name: 'Writing Agent',
      agent_id: 'Agent Cd',
    },
  },
  {
    name: 'a policy-level property statement',
    layout: {
      ...RENEWALS,
      fileType: 'csv',
      columns:
        'Pol #=policy|Named Insured=name|Line of Business=plantype|Trans Date=day:us|Trans Code=pick:NBS/RNL/END/XLC|Written Prem=premium:text|Comm Rate=rate|Commission=amount:text|Producer Code=agent:id|Eff Date=eff:us|Exp Date=through:us',
    },
    expected: {
      member_external_id: 'Pol #',
      policy_number: 'Pol #',
      commission_amount: 'Commission',
      member_name: 'Named Insured',
      product_type: 'Line of Business',
      premium_amount: 'Written Prem',
      rate: 'Comm Rate',
      effective_date: 'Eff Date',
      term_date: 'Exp Date',
      agent_id: 'Producer Code',
    },
  },
  {
    name: 'gross, net and rate side by side',
    layout: {
      ...RENEWALS,
      fileType: 'xlsx',
      columns:
        'Policy Number=policy|Client Name=name|Carrier=const:Acme|Gross Premium=premium:num|Gross Commission=premium:num|Agency Split=const:0.5|Net Commission=amount:num|Statement Date=paid:us|Agent Name=agent',
    },
    expected: {
      member_external_id: 'Policy Number',
      commission_amount: 'Net Commission',
      member_name: 'Client Name',
      premium_amount: 'Gross Premium',
      paid_date: 'Statement Date',
      agent_name: 'Agent Name',
    },
  },
  {
    name: 'billed, paid premium and commission paid',
    layout: {
      ...RENEWALS,
      fileType: 'xlsx',
      columns:
        'Subscriber Number=id|Subscriber=name|Policy No.=policy|Billed Premium=premium:num|Paid Premium=premium:num|Commission Paid=amount:num|Commission Month=month:us|Broker ID=agent:id|Broker=agent',
    },
    expected: {
      member_external_id: 'Subscriber Number',
      policy_number: 'Policy No.',
      commission_amount: 'Commission Paid',
      member_name: 'Subscriber',
      coverage_month: 'Commission Month',
      agent_id: 'Broker ID',
      agent_name: 'Broker',
    },
  },
  {
    name: 'reordered, amount first',
    layout: {
      ...RENEWALS,
      fileType: 'csv',
      columns:
        'Amount Paid=amount:dollar|Rep NPN=agent:id|Rep=agent|Coverage Period=month:my|State=state|Start Date=eff:us|Enrollee ID=id|Enrollee=name',
    },
    expected: {
      member_external_id: 'Enrollee ID',
      commission_amount: 'Amount Paid',
      member_name: 'Enrollee',
      coverage_month: 'Coverage Period',
      state: 'State',
      effective_date: 'Start Date',
      agent_id: 'Rep NPN',
    },
  },
  {
    name: 'misspelt by the carrier',
    layout: {
      ...RENEWALS,
      fileType: 'csv',
      columns:
        'Memeber ID=id|Memeber Name=name|Effectve Date=eff:us|Comission Amount=amount:text|Agnet Name=agent|Transacton Type=type',
    },
    expected: {
      member_external_id: 'Memeber ID',
      member_name: 'Memeber Name',
      effective_date: 'Effectve Date',
      commission_amount: 'Comission Amount',
      transaction_type: 'Transacton Type',
    },
  },
  {
    name: 'punctuation and units in the headers',
    layout: {
      ...RENEWALS,
      fileType: 'csv',
      columns:
        "Member I.D.=id|Member's Name=name|Comm. ($)=amount:text|Comm. (%)=rate:pct|Eff. Date (mm/dd/yyyy)=eff:us|Agent (Writing)=agent|NPN#=agent:id",
    },
    expected: {
      commission_amount: 'Comm. ($)',
      member_name: "Member's Name",
      rate: 'Comm. (%)',
      agent_id: 'NPN#',
      agent_name: 'Agent (Writing)',
    },
  },
  {
    name: 'dates day first',
    layout: {
      ...RENEWALS,
      fileType: 'csv',
      columns:
        'Member ID=id|Member Name=name|Effective Date=eff:eu|Paid Date=day:eu|Commission Amount=amount:text|Agent=agent',
    },
    expected: {
      member_external_id: 'Member ID',
      commission_amount: 'Commission Amount',
      effective_date: 'Effective Date',
      paid_date: 'Paid Date',
    },
  },
  {
    name: 'semicolons and decimal commas',
    layout: {
      ...RENEWALS,
      fileType: 'csv',
      delimiter: ';',
      columns: 'Member ID=id|Member Name=name|Effective Date=eff|Commission=amount:comma|Agent ID=agent:id',
    },
    expected: { member_external_id: 'Member ID', commission_amount: 'Commission', effective_date: 'Effective Date' },
  },
  {
    name: 'chargebacks without a sign',
    layout: {
      types: ['Renewal', 'Initial'],
      chargebacks: ['Chargeback'],
      unsigned: true,
      fileType: 'csv',
      columns: 'Member ID=id|Member Name=name|Activity=type|Commission Amt=amount:text|Agent=agent|Eff Date=eff:us',
    },
    expected: { member_external_id: 'Member ID', commission_amount: 'Commission Amt', transaction_type: 'Activity' },
  },
  {
    name: 'a title block and a total',
    layout: {
      ...RENEWALS,
      fileType: 'xlsx',
      titles: [['Evergreen Health Plan'], ['Commission Statement'], ['Statement Date: 03/15/2026'], []],
      footers: [['Grand Total', '', '', '', '{total}', '']],
      columns: 'Member ID=id|Member Name=name|Plan=plan|Effective Date=eff:us|Commission=amount:num|Agent Name=agent',
    },
    expected: {
      member_external_id: 'Member ID',
      commission_amount: 'Commission',
      plan_name: 'Plan',
      member_name: 'Member Name',
    },
  },
  {
    name: 'lines on the second sheet, a summary on the first',
    layout: {
      ...RENEWALS,
      fileType: 'xlsx',
      sheet: 'Member Detail',
      sheetsBefore: true,
      otherSheets: {
        'Commission Summary': [
          ['Agent Name', 'Members', 'Commission Amount'],
          ['CASTILLO', '210', '5000.00'],
        ],
      },
      columns:
        'Member Number=id|Member Name=name|LOB=plantype|Effective Date=eff:cell|Commission Amount=amount:num|Agent Name=agent|Agent NPN=agent:id',
    },
    expected: { member_external_id: 'Member Number', commission_amount: 'Commission Amount', product_type: 'LOB' },
  },
  {
    name: 'dental, with lives and rate per member',
    layout: {
      ...RENEWALS,
      fileType: 'csv',
      columns:
        'Subscriber Id=id|Subscriber First Name=first|Subscriber Last Name=last|Covered Lives=lives|Rate=rate|Premium=premium:text|Commission Due=amount:text|Prem Due Date=month:us|Producer NPN=agent:id',
    },
    expected: {
      member_external_id: 'Subscriber Id',
      commission_amount: 'Commission Due',
      lives: 'Covered Lives',
      rate: 'Rate',
      premium_amount: 'Premium',
      coverage_month: 'Prem Due Date',
      agent_id: 'Producer NPN',
    },
  },
  {
    name: 'exchange plans',
    layout: {
      ...RENEWALS,
      fileType: 'csv',
      columns:
        'Broker NPN=agent:id|Broker Name=agent|Exchange Subscriber ID=code|Member ID=id|Policyholder First Name=first|Policyholder Last Name=last|HIOS ID=plancode|Policy Status=pick:Active/Cancelled|Coverage Start=eff:us|Month of Coverage=month:us|Member Count=lives|Total Commission=amount:text',
    },
    expected: {
      member_external_id: 'Member ID',
      commission_amount: 'Total Commission',
      first_name: 'Policyholder First Name',
      carrier_status: 'Policy Status',
      lives: 'Member Count',
      coverage_month: 'Month of Coverage',
      plan_code: 'HIOS ID',
    },
  },
  {
    name: 'payee and writing agent',
    layout: {
      ...RENEWALS,
      fileType: 'csv',
      columns:
        'Payee Name=const:LAKEVIEW|Payee NPN=const:88|Writing Agent Name=agent|Writing Agent NPN=agent:id|Member Name=name|Medicare ID=mbi|Effective Date=eff:us|Statement Month=month:us|Payment Amount=amount:text|Payment Reason=type',
    },
    expected: {
      member_external_id: 'Medicare ID',
      commission_amount: 'Payment Amount',
      agent_id: 'Writing Agent NPN',
      agent_name: 'Writing Agent Name',
      coverage_month: 'Statement Month',
      transaction_type: 'Payment Reason',
    },
  },
  {
    name: 'compensation and member key',
    layout: {
      ...RENEWALS,
      fileType: 'xlsx',
      columns:
        'Broker Number=agent:id|Broker Full Name=agent|Member Key=id|Member Name=name|Benefit Plan=plan|Eligibility Month=month:ym|Compensation=amount:num|Transaction=type',
    },
    expected: {
      member_external_id: 'Member Key',
      commission_amount: 'Compensation',
      plan_name: 'Benefit Plan',
      transaction_type: 'Transaction',
      agent_id: 'Broker Number',
    },
  },
  {
    name: 'residual report of a life carrier',
    layout: {
      ...RENEWALS,
      fileType: 'csv',
      columns:
        'Agent Number=agent:id|Policy ID=policy|Insured Name=name|Plan Code=plancode|Issue Date=eff:us|Paid-To=through:us|Comm Premium=premium:text|Comm Rate %=rate:pct|Net Comm=amount:minus|Duration=int',
    },
    expected: {
      member_external_id: 'Policy ID',
      policy_number: 'Policy ID',
      commission_amount: 'Net Comm',
      premium_amount: 'Comm Premium',
      paid_through: 'Paid-To',
      effective_date: 'Issue Date',
      plan_code: 'Plan Code',
    },
  },
  {
    name: 'unified member id and month paid for',
    layout: {
      ...RENEWALS,
      fileType: 'csv',
      columns:
        'Sub ID=id|Sub Name=name|Grp Name=const:INDIVIDUAL|Prod Desc=plan|Orig Eff Dt=eff:us|Cancel Dt=term:us|Prem Month=month:us|Comm Pd=amount:text|Agt Name=agent|Agt ID=agent:id|St=state',
    },
    expected: {
      member_external_id: 'Sub ID',
      member_name: 'Sub Name',
      commission_amount: 'Comm Pd',
      effective_date: 'Orig Eff Dt',
      term_date: 'Cancel Dt',
      coverage_month: 'Prem Month',
      state: 'St',
      agent_name: 'Agt Name',
      agent_id: 'Agt ID',
    },
  },
  {
    name: 'brand id beside MBI',
    layout: {
      ...RENEWALS,
      fileType: 'xlsx',
      columns:
        'Humana ID=id|MBI=mbi|Member=name|Plan Type=plantype|Plan Name=plan|Eff Date=eff:us|Term Date=term:us|Term Reason=pick:DEATH/MOVED|Pay Date=paid:us|Amt Paid=amount:num|Agent=agent|Agent SAN=agent:id',
    },
    expected: {
      member_external_id: 'Humana ID',
      member_name: 'Member',
      commission_amount: 'Amt Paid',
      term_reason: 'Term Reason',
      paid_date: 'Pay Date',
      product_type: 'Plan Type',
    },
  },
  {
    name: 'email and renewal date',
    layout: {
      ...RENEWALS,
      fileType: 'csv',
      columns:
        'Client ID=id|Client=name|Email Address=blank|Policy=policy|Renewal Date=eff:us|Effective=eff:us|Commissionable Premium=premium:text|Commission Payable=amount:text|Producer Name=agent',
    },
    expected: {
      member_external_id: 'Client ID',
      member_name: 'Client',
      policy_number: 'Policy',
      renewal_date: 'Renewal Date',
      effective_date: 'Effective',
      premium_amount: 'Commissionable Premium',
      commission_amount: 'Commission Payable',
    },
  },
  {
    name: 'tabular export with technical names',
    layout: {
      ...RENEWALS,
      fileType: 'csv',
      columns:
        'rec_type=const:D|mbr_id_nbr=id|mbr_nm=name|cvrg_eff_dt=eff:ymd|cvrg_term_dt=term:ymd|comm_pmt_amt=amount:text|comm_pmt_dt=paid:ymd|wrtg_agt_npn=agent:id|wrtg_agt_nm=agent|st_cd=state',
    },
    expected: {
      member_external_id: 'mbr_id_nbr',
      commission_amount: 'comm_pmt_amt',
      member_name: 'mbr_nm',
      paid_date: 'comm_pmt_dt',
      agent_id: 'wrtg_agt_npn',
      agent_name: 'wrtg_agt_nm',
      state: 'st_cd',
      effective_date: 'cvrg_eff_dt',
      term_date: 'cvrg_term_dt',
    },
  },
  {
    name: 'agents on rows of their own',
    layout: {
      ...RENEWALS,
      fileType: 'csv',
      titles: [['SUNRISE MARKETING'], ['Statement Date: 03/15/2026']],
      agentRow: '{name} (Agent Number: {id})',
      labels: ['RENEWAL BUSINESS', 'NEW BUSINESS'],
      columns: 'Policy Number=policy|Insured Name=name|Product=plan|Effective Date=eff:us|Net Commission=amount:paren',
    },
    expected: { member_external_id: 'Policy Number', commission_amount: 'Net Commission', member_name: 'Insured Name' },
  },
];
