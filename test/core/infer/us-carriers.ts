import type { LookAlike } from './look-alikes.ts';

/** Headers of further US carriers: group benefits, dental, vision, life, Medicare, exchanges. */
export const US_CARRIERS: readonly LookAlike[] = [
  {
    name: 'Unum, group benefits',
    layout: {
      fileType: 'csv',
      types: ['Base', 'Override'],
      titles: [['Unum'], ['Compensation Statement'], ['Payee: LAKEVIEW AGENCY']],
      footers: [['Total', '', '', '', '', '', '', '', '{total}']],
      columns:
        'Policyholder Number=id|Policyholder Name=name|Product Line=pick:LTD/STD/Life|Policy Number=policy|Coverage Eff Date=eff:us|' +
        'Premium Paid=premium:dollar|Comp Rate=rate:pct|Comp Type=type|Compensation Paid=amount:dollar|Premium Due Month=month:my',
    },
    expected: {
      member_external_id: 'Policyholder Number',
      commission_amount: 'Compensation Paid',
      member_name: 'Policyholder Name',
      policy_number: 'Policy Number',
      premium_amount: 'Premium Paid',
      rate: 'Comp Rate',
      effective_date: 'Coverage Eff Date',
      transaction_type: 'Comp Type',
    },
  },
  {
    name: 'Aflac, worksite',
    layout: {
      fileType: 'csv',
      types: ['First Year', 'Renewal'],
      chargebacks: ['Chargeback'],
      columns:
        'Writing Number=agent:id|Associate Name=agent|Policy No.=policy|Insured Name=name|Line of Business=pick:ACC/CAN/HI|' +
        'Issue Date=eff:us|Paid To Date=through:us|Mode=const:M|Annualized Premium=premium:text|Comm %=rate:pct|Activity=type|' +
        'Commission=amount:paren|Acct Name=const:HARBOR WORKS',
    },
    expected: {
      member_external_id: 'Policy No.',
      policy_number: 'Policy No.',
      commission_amount: 'Commission',
      member_name: 'Insured Name',
      effective_date: 'Issue Date',
      paid_through: 'Paid To Date',
      rate: 'Comm %',
      agent_id: 'Writing Number',
      agent_name: 'Associate Name',
      product_type: 'Line of Business',
    },
  },
  {
    name: 'Lincoln Financial, group',
    layout: {
      fileType: 'xlsx',
      types: ['Commission', 'Commission Adjustment'],
      sheet: 'Commission Detail',
      columns:
        'Producer Code=agent:id|Producer=agent|Group Policy No=policy|Group Policyholder=name|Coverage=pick:DENTAL/VISION/LIFE|Bill Period=month:my|' +
        'Premium Received=premium:num|Commission Rate=rate|Transaction Description=type|Commission Amt Paid=amount:num',
    },
    expected: {
      commission_amount: 'Commission Amt Paid',
      member_external_id: 'Group Policy No',
      member_name: 'Group Policyholder',
      premium_amount: 'Premium Received',
      rate: 'Commission Rate',
      agent_id: 'Producer Code',
      agent_name: 'Producer',
      transaction_type: 'Transaction Description',
      coverage_month: 'Bill Period',
    },
  },
  {
    name: 'Blue Shield of California, individual',
    layout: {
      fileType: 'csv',
      types: ['New', 'Renewal'],
      columns:
        'Broker ID=agent:id|Broker Name=agent|Subscriber ID=id|Subscriber Last Name=last|Subscriber First Name=first|' +
        'Plan Name=plan|Exchange Ind=pick:On/Off|Eff Date=eff:us|Cancel Date=term:us|Bill Month=month:my|# of Members=lives|' +
        'Dues Paid=premium:text|Commission Paid=amount:minus|New/Renewal=type',
    },
    expected: {
      member_external_id: 'Subscriber ID',
      commission_amount: 'Commission Paid',
      first_name: 'Subscriber First Name',
      last_name: 'Subscriber Last Name',
      effective_date: 'Eff Date',
      term_date: 'Cancel Date',
      coverage_month: 'Bill Month',
      lives: '# of Members',
      premium_amount: 'Dues Paid',
      plan_name: 'Plan Name',
      agent_id: 'Broker ID',
      agent_name: 'Broker Name',
      transaction_type: 'New/Renewal',
    },
  },
  {
    name: 'Highmark, Medicare Advantage',
    layout: {
      fileType: 'xlsx',
      types: ['Initial', 'Renewal'],
      columns:
        'PRODUCER NPN=agent:id|PRODUCER NAME=agent|UMI=id|MBI=mbi|MEMBER LAST NAME=last|MEMBER FIRST NAME=first|' +
        'CONTRACT-PBP=plancode|COVERAGE START=eff:cell|COVERAGE END=term:cell|PAY MONTH=month|COMP TYPE=type|COMP AMOUNT=amount:num',
    },
    expected: {
      commission_amount: 'COMP AMOUNT',
      member_external_id: 'MBI',
      first_name: 'MEMBER FIRST NAME',
      last_name: 'MEMBER LAST NAME',
      effective_date: 'COVERAGE START',
      term_date: 'COVERAGE END',
      coverage_month: 'PAY MONTH',
      transaction_type: 'COMP TYPE',
      agent_id: 'PRODUCER NPN',
      plan_code: 'CONTRACT-PBP',
    },
  },
  {
    name: 'CareSource, marketplace',
    layout: {
      fileType: 'csv',
      types: ['Monthly', 'Adjustment'],
      columns:
        'AgencyNPN=const:18800000|AgentNPN=agent:id|AgentFullName=agent|PolicyID=policy|PrimaryFirstName=first|PrimaryLastName=last|' +
        'PolicyState=state|PolicyStart=eff|PolicyEnd=term|CoverageMonth=month:ym|MemberMonths=lives|PMPM=const:20|' +
        'CommissionTotal=amount:text|PaymentReason=type',
    },
    expected: {
      member_external_id: 'PolicyID',
      policy_number: 'PolicyID',
      commission_amount: 'CommissionTotal',
      first_name: 'PrimaryFirstName',
      last_name: 'PrimaryLastName',
      effective_date: 'PolicyStart',
      term_date: 'PolicyEnd',
      coverage_month: 'CoverageMonth',
      agent_id: 'AgentNPN',
      agent_name: 'AgentFullName',
      state: 'PolicyState',
    },
  },
  {
    name: 'EyeMed, vision groups',
    layout: {
      fileType: 'xlsx',
      types: ['x'],
      sheet: 'Commissions',
      otherSheets: { Summary: [['Total Commission', 'total of the lines']] },
      columns:
        'Client Number=id|Client Name=name|Plan Description=plan|Invoice Month=month:my|Enrolled Subscribers=lives|' +
        'Premium Collected=premium:num|Comm %=rate:pct|Commission Due=amount:num|Broker Name=agent',
    },
    expected: {
      member_external_id: 'Client Number',
      commission_amount: 'Commission Due',
      member_name: 'Client Name',
      plan_name: 'Plan Description',
      premium_amount: 'Premium Collected',
      rate: 'Comm %',
      lives: 'Enrolled Subscribers',
      coverage_month: 'Invoice Month',
      agent_name: 'Broker Name',
    },
  },
  {
    name: 'Physicians Mutual, Medicare supplement',
    layout: {
      fileType: 'csv',
      types: ['FY', 'REN'],
      chargebacks: ['CHGBCK'],
      columns:
        'AGT NO=agent:id|AGT NAME=agent|POL NBR=policy|INSD LAST NM=last|INSD FIRST NM=first|PLAN CD=pick:A01/F02/G03|' +
        'POL EFF DT=eff:short|PD TO DT=through:short|MOS PD=pick:1/3/12|MODAL PREM=premium:text|COMM PCT=rate:pct|' +
        'COMM AMT=amount:minus|TRANS TYP=type|ST=state',
    },
    expected: {
      member_external_id: 'POL NBR',
      commission_amount: 'COMM AMT',
      policy_number: 'POL NBR',
      first_name: 'INSD FIRST NM',
      last_name: 'INSD LAST NM',
      effective_date: 'POL EFF DT',
      paid_through: 'PD TO DT',
      months_paid: 'MOS PD',
      premium_amount: 'MODAL PREM',
      rate: 'COMM PCT',
      transaction_type: 'TRANS TYP',
      plan_code: 'PLAN CD',
      state: 'ST',
      agent_id: 'AGT NO',
    },
  },
  {
    name: 'Sun Life, dental',
    layout: {
      fileType: 'csv',
      types: ['Standard', 'Bonus'],
      titles: [['Sun Life'], ['Broker compensation report']],
      columns:
        'Plan Holder ID=id|Plan Holder=name|Division=const:001|Coverage Type=pick:Dental/Vision|Months=pick:1/2/3|' +
        'Lives=lives|Billed Premium=premium:dollar|Pct=rate:pct|Compensation Earned=amount:dollar|Date Paid=paid:us',
    },
    expected: {
      member_external_id: 'Plan Holder ID',
      commission_amount: 'Compensation Earned',
      member_name: 'Plan Holder',
      product_type: 'Coverage Type',
      months_paid: 'Months',
      lives: 'Lives',
      premium_amount: 'Billed Premium',
      rate: 'Pct',
      paid_date: 'Date Paid',
    },
  },
  {
    name: 'Priority Health, contract holders',
    layout: {
      fileType: 'csv',
      types: ['Commission', 'Retro Commission'],
      columns:
        'Contract Holder ID=id|Contract Holder Name=name|Product=plan|Contract Effective=eff:us|Contract Termination=term:us|' +
        'Agent NPN=agent:id|Agent=agent|For Month=month:mon|Members=lives|Premium=premium:text|Paid Amt=amount:text',
    },
    expected: {
      member_external_id: 'Contract Holder ID',
      commission_amount: 'Paid Amt',
      member_name: 'Contract Holder Name',
      plan_name: 'Product',
      effective_date: 'Contract Effective',
      term_date: 'Contract Termination',
      coverage_month: 'For Month',
      lives: 'Members',
      premium_amount: 'Premium',
      agent_id: 'Agent NPN',
    },
  },
  {
    name: 'Mutual insurer of final expense policies',
    layout: {
      fileType: 'xlsx',
      types: ['As Earned', 'Advance'],
      chargebacks: ['Chargeback'],
      columns:
        'Wrtg Agt #=agent:id|Wrtg Agt Name=agent|Certificate #=policy|Certificateholder=name|App Date=eff:us|Issue Date=eff:us|' +
        'Months Advanced=const:9|Prem Due Date=month:us|Annual Prem=premium:num|Split %=const:100|Comm %=rate:num|' +
        'Advance Balance=premium:num|Amount Paid=amount:num|Trans Type=type',
    },
    expected: {
      member_external_id: 'Certificate #',
      commission_amount: 'Amount Paid',
      member_name: 'Certificateholder',
      effective_date: 'Issue Date',
      rate: 'Comm %',
      transaction_type: 'Trans Type',
      agent_id: 'Wrtg Agt #',
    },
  },
  {
    name: 'Kaiser, dates that lost their format',
    layout: {
      fileType: 'xlsx',
      types: ['Commission'],
      sheet: 'Detail',
      titles: [['Kaiser Foundation Health Plan'], ['Statement Period 03/01/2026 - 03/31/2026']],
      columns:
        'Region=pick:NCAL/SCAL|Purchaser ID=code|Purchaser Name=const:HARBOR|Subscriber MRN=id|Subscriber Last Name=last|' +
        'Subscriber First Name=first|Coverage Start=eff:serial|Coverage End=term:serial|Members=lives:num|PMPM Rate=const:18|' +
        'Commission Amount=amount:num|Adjustment Reason=blank',
    },
    expected: {
      member_external_id: 'Subscriber MRN',
      commission_amount: 'Commission Amount',
      first_name: 'Subscriber First Name',
      last_name: 'Subscriber Last Name',
      effective_date: 'Coverage Start',
      term_date: 'Coverage End',
      lives: 'Members',
    },
  },
];
