import type { Layout } from './layout-statements.ts';

/** The layouts of the shared catalogue by carrier, with the kind of each column and the peculiarities of the files. */

const MEDICARE_TYPES = ['Renewal', 'Initial - NOT New to CMS', 'Initial - New to CMS'];

const DEVOTED =
  'Statement Date=paid:us|Agent NPN=agent:id|Agent Name=agent|Member ID=id|Member HICN=mbi|Member First=first|Member Last=last|' +
  'Member State=state|Signature Date=eff:us|Effective Date=eff:us|Disenroll Date=term:us|Contract=contract|PBP=pbp|' +
  'Prior Plan Type=pick:MA/None/MAPD|CMS Cycle Year=int|Commission Type=type|Period=month:us|Base Amount=amount:num';

export const SHARED_LAYOUTS: Readonly<Record<string, Layout>> = {
  wellcare: {
    fileType: 'xlsx',
    sheet: 'Detail',
    columns:
      'Payment Type=type|Payment Description=pick:Override/Broker Level/Legacy|Writing Broker NPN=agent:id|Writing Broker Name=agent|' +
      'Earner NPN=const:18800000|Earner Name=const:LAKEVIEW AGENCY|Pay Period=month:cell|Payment Amount=amount:text|' +
      'Medicare Beneficiary Identifier (MBI)=mbi|Member Name=name|Signed Date=eff|Effective Date=eff:cell|' +
      'Cycle Year=pick:2/3/Pending|Prior Plan Type=pick:MA/None|Policy State=state|Plan Type=plantype|Plan Name=plan|' +
      'Original Effective Date=eff:cell|Member Term Date=term:cell|CMS Contract=contract|PBP=pbp|Description=blank|' +
      'Centene ID=id|QIS Level=int',
    types: MEDICARE_TYPES,
  },
  healthspring: {
    fileType: 'xlsx',
    sheet: 'Detail',
    sheetsBefore: true,
    otherSheets: {
      Summary: [
        ['Payee', 'Total'],
        ['LAKEVIEW AGENCY', 'total of the lines'],
      ],
    },
    secondSheet: { name: 'Legacy', rename: {} },
    columns:
      'Payment Type=type|Payment Description=pick:Service Fee/Broker Level|Writing Broker NPN=agent:id|Writing Broker Name=agent|' +
      'Earner NPN=const:18800000|Earner Name=const:LAKEVIEW AGENCY|Pay Period=month:cell|Payment Amount=amount:text|Member ID=id:num|' +
      'Medicare Beneficiary Identifier (MBI)=mbi|Member Name=name|Signed Date=eff|Effective Date=eff:cell|Member Term Date=term:cell|' +
      'Cycle Year=int|Prior Plan Type=pick:MA/None|Policy State=state|Plan Type=plantype|Plan Name=plan|' +
      'Original Effective Date=eff:cell|CMS Contract=contract|PBP=pbp',
    types: [...MEDICARE_TYPES, 'Disenrollment Initial', 'Legacy'],
  },
  emblemhealth: {
    fileType: 'xlsx',
    sheet: 'Detail',
    columns:
      'Payee Name=const:LAKEVIEW AGENCY|Payee ID=const:P1007|Rep Name=agent|Rep ID=agent:id|Effective Date=eff:us|Term Date=term:us|' +
      'Plan Group=blank|Plan Group Name=blank|Plan=plan|OSB=blank|Member HIC=mbi|Member ID=id|Member First Name=first|' +
      'Member Last Name=last|Member Year=int|Cycle Year=int|Prior Plan=pick:MA/None|Payment=amount:text',
    types: ['x'],
  },
  'gold-kidney': {
    fileType: 'xlsx',
    sheet: 'Detail',
    sheetsBefore: true,
    otherSheets: {
      Summary: [
        ['Rep Name', 'Payment'],
        ['CASTILLO, DANA', '10.00'],
      ],
    },
    columns:
      'Rep Name=agent|NPN=agent:id|Member First Name=first|Member Last Name=last|Member ID=id|Member HIC=mbi|Effective Date=eff:us|' +
      'Payment=amount:num|Plan Group Name=plantype|Member Year=int|Level=pick:Agent/Agency',
    types: ['x'],
  },
  healthfirst: {
    fileType: 'xlsx',
    sheet: 'HFStmtCommAtt',
    columns:
      'Member ID=id|Member Name=name|Member Effective Date=eff:cell|Period=month:my|Product=plan|Chargeback=back|Enrollment Type=type|' +
      'Producer Type=pick:FMO/Agent/Broker/null|Producer Name=agent|Disenrollement Reason=pick:REPORT OF DEATH (08)/VOLUNTARY|' +
      'Disenrolled Date=term:us|Adjustment Description=blank|Amount=amount:text',
    types: ['Monthly Renewal', 'Adjustment', 'Initial', 'Renewal'],
  },
  healthsun: {
    fileType: 'xlsx',
    columns:
      'Member Name=name|Member ID=id|Agent Name=agent|PaidAmount=amount:num|Effective Date=eff:us|Compensation Month=month:serial|' +
      'Commission Type=type|Initial / Renewal=pick:Initial/Renewal|Product Plan Name=plan|Product Type=plantype',
    types: ['Commission', 'Audit adjustment'],
  },
  'solis-health-plans': {
    fileType: 'xlsx',
    titles: [['Commissions Ledger'], []],
    columns:
      'Member Name=name|Plan Member ID=id|Agent Name=agent|Member Enrollment Date=eff:serial|Commission Eff. Date=month:serial|' +
      'Payment Type=type|Payment Amt=amount:num',
    types: ['agent renewal compensation', 'agent retention', 'initial compensation'],
    chargebacks: ['renewal chargeback'],
  },
  'doctors-healthcare-plans': {
    fileType: 'xlsx',
    columns:
      'MemberName=name|PlanMemberID=id|AgentName=agent|MemberEnrollmentDate=eff:ymd|CommissionEffectiveDate=month:ymd|' +
      'PaymentType=type|PaymentAmt=amount:num',
    types: ['agent renewal compensation', 'agent retention'],
    chargebacks: ['initial chargeback'],
  },
  'unitedhealthcare-medicare': {
    fileType: 'xlsx',
    sheet: 'Commission Transactions',
    otherSheets: {
      'Commission Summary': [
        ['Commission Activity', 'Payment Amount', 'Ending Balance'],
        ['Earned', '100.00', '0.00'],
      ],
      'Held Transactions': [
        ['Member Name', 'MedicareID', 'Commission'],
        ['ROE', '1EG4TE5MK73', '55.00'],
      ],
    },
    columns:
      'Party ID=const:77|Agent Name=const:LAKEVIEW|Agent ID=const:90|Statement Date=paid:us|Writing Agent ID=agent:id|' +
      'Writing Agent Name=agent|Client Reference #=code|Member Name=name|MedicareID=mbi|AARP Member ID=blank|Policy Number=policy|' +
      'Original Effective Date=eff:us|Plan Type=plantype|Contract=contract|PBP=pbp|Plan Code=int|Member State=state|Area ID=int|' +
      'Member County=const:DADE|Commission Action=type|Payment Period=month:ym|Prem Amount=premium:text|UAD Activity=blank|' +
      'Commission=amount:dollar|Term Reason=blank|Reduction=blank|Comp Type=pick:I/R|Other=blank|Term Date=term:us',
    types: ['New', 'Renewal'],
    chargebacks: ['New Chargeback', 'Renewal Chargeback'],
  },
  'humana-commission-data': {
    fileType: 'xlsx',
    sheet: 'CommissionData_1',
    columns:
      'AorSan=const:1002|CommRunDt=paid:time|WaName=agent|WaSan=agent:id|GrpName=name|GrpNbr=policy|PID=code|UMID=id|ApplId=code|' +
      'BlkBusCd=const:MES|PltfrmCd=const:EM|TxnDueDt=month:time|MonthPaid=pick:JAN/FEB/MAR|PaidToDate=through:time|FrstYrRnwl=pick:F/R|' +
      'LiveType=const:S|LiveCount=lives|Line=const:MA|Product=plantype|ProdCode=plan|ExchangeInd=const:N|CommRate=rate|' +
      'TotalPremium=premium:text|SplitPct=const:100|PaidAmount=amount:text|EarnoffAmount=const:0|AdvOrCbkPrm=const:0|Comment=blank|' +
      'MiscDesc=blank|MiscAmount=const:0|TxnTypeCd=type|EffDate=eff:time|AorAgentId=const:9|WaAgentId=code|AcctName=blank|' +
      'AcctNumber=blank|MemberNumber=blank|PolicyName=blank|PolicyNumber=blank|Contract=contract|ReplInd=const:N|PriorPolNbr=blank|' +
      'BdayGiInd=const:N',
    types: ['ARCM', 'ARCF', 'MED2'],
  },
  'humana-commission-details': {
    fileType: 'csv',
    titles: [['LAKEVIEW BENEFITS GROUP'], ['Statement Date: 03/15/2026'], []],
    agentRow: '{name} (Agent Number: {id})',
    labels: ['NEW BUSINESS', 'RENEWAL BUSINESS', 'ADJUSTMENT'],
    footers: [[], ['Commission Summary'], ['Total', '', '', '', '', '', '', '{total}'], ['Note: subject to audit.']],
    columns:
      'Policy #=policy:suffix|Name of Insured=name|Transaction Type=type|Premium Type=pick:First Year/Renewal|Product=plantype|' +
      'Effective Date=eff:us|Original Effective Date=eff:us|Net Comm=amount:paren',
    types: ['Commission', 'Renewal'],
  },
  'aetna-medicare': {
    fileType: 'xlsx',
    sheet: 'LAKEVIEW',
    footers: [['Total Payee Amount: {total}']],
    columns:
      'Payment Date=paid:us|Medicare Number=mbi|Member ID=id|Legacy Member ID=code|Member Name=name|Member State=state|Sales Event=type|' +
      'Product=plantype|Company=const:AETNA|Plan ID=plancode|Plan Year=const:2026|Segment=const:0|Coverage Period=month:short|' +
      'Effective Date=eff:us|Writing Agent NPN=agent:id|Level=const:1|Writing Agent Name=agent|CMS New=pick:Y/N |Payee Name=const:LAKEVIEW|' +
      'Term Date=term:us|Payee Amount=amount:num',
    types: ['Renewal', 'Pro-Rata Payment', 'New Business'],
    chargebacks: ['Pro-Rata Disenroll'],
  },
  'aetna-senior-supplemental': {
    fileType: 'xlsx',
    sheet: 'Commission Details',
    columns:
      'COMPANY=const:ACC|COMMISSIONTYPE=type|WRITINGAGENTNUMBER=agent:id|WRITINGAGENTNAME=agent|CLIENT=name|POLICYNUMBER=policy|' +
      'COMMISSIONCATEGORY=pick:FY/REN|APPDATE=eff:us|STATE=state|PRODUCT=plan|EFFECTIVEDATE=eff:us|PREMIUMDUEDATE=month:us|' +
      'COMMISSIONABLEPREMIUM=premium:num|SPLIT%=const:100|RATE%=rate:num|MONTHSADVANCED=const:0|COMMISSIONAMOUNT=amount:num|' +
      'MODE=const:M|REPLPOLEFFDATE=blank|COMMISSIONPAIDDATE=paid:us|LONGDESCRIPTION=blank',
    types: ['EARNED', 'RENEWAL'],
    chargebacks: ['CHARGEBACK'],
  },
  'devoted-agency': {
    fileType: 'xlsx',
    sheet: 'Agent Portion',
    sheetsBefore: true,
    otherSheets: {
      Total: [
        ['Agent Name', 'Total'],
        ['CASTILLO, DANA', '123.00'],
      ],
      HRA: [
        ['Rep Name', 'Rep ID', 'Amount', 'Note'],
        ['CASTILLO', '1', '100', 'HRA bonus'],
      ],
    },
    secondSheet: { name: 'Override', rename: { 'Base Amount': 'Admin Amount' } },
    columns: DEVOTED,
    types: ['Initial - New', 'Initial - Not New', 'Renewal - Monthly'],
  },
  'devoted-agent-statement': {
    fileType: 'xlsx',
    sheet: 'Detail',
    sheetsBefore: true,
    otherSheets: {
      Summary: [
        ['Statement Date', 'Balance'],
        ['03/15/2026', '100.00'],
      ],
    },
    columns: DEVOTED,
    types: ['Initial - New', 'Initial - Not New', 'Renewal - Monthly'],
  },
  'devoted-transactions': {
    fileType: 'xlsx',
    sheet: 'Transactions',
    otherSheets: {
      'Statement Summary': [
        ['Statement Total', 'total of the lines'],
        ['Balance Adjustment', '0'],
      ],
    },
    columns:
      'Agent=agent|Agent ID=agent:id|MBI=mbi|Member=name:plain|Effective Date=eff:us|Contract=contract|Amount=amount:num|' +
      'Period=month:mon|Type=type|Disenroll/Cancel=pick:No/No/Yes',
    types: ['Renewal - Monthly', 'Initial - New'],
  },
  ambetter: {
    fileType: 'csv',
    columns:
      'Database=const:FL|Policy Number=id:quoted|Policyholder Name=name|Agent Name=agent|Writing Agent ID=agent:id|eACID=code|' +
      'Agent ID=const:55|Agent Name=const:LAKEVIEW|Policy Status=pick:Active/Termed|Issue Date=eff:short|Commissionable=premium:quoted|' +
      'Gross Commission=amount:quoted|Paid-To Date=through:short|Months Paid=pick:1/2/3',
    types: ['x'],
  },
  'ambetter-2020': {
    fileType: 'csv',
    columns:
      'a=const:x|First=first|Last=last|d=const:x|e=const:x|f=const:x|Members=lives|h=const:x|Date=paid:us|j=const:x|Amt=amount:text|Pol=policy',
    types: ['x'],
  },
  'bcbs-nc-individual': {
    fileType: 'xlsx',
    footers: [['Total:', '', '', '', '', '', '', '', '', '', '', '', '', '', '{total}']],
    columns:
      'Agent #=agent:id|Agent Name=agent|Group Type=type|Customer Type=const:IND|Customer Name=name|Customer No=id|Orig Eff Date=eff:us|' +
      'Product=plan|Coverage From=month:us|Coverage To=through:us|Premium Period=month:us|Orig Sub Count=lives|Renewal Date=eff:us|' +
      'Billed Amount=premium:num|Commission=amount:num',
    types: ['FY', 'NEW', 'RENEW', 'ADJUSTMENT'],
  },
  'oscar-individual': {
    fileType: 'xlsx',
    sheet: 'IFP Commissions',
    columns:
      'Subscriber name=name:plain|Policy Number=policy|Effective Date=eff|Commission month=month|Commission=amount:num|Block Reason=blank',
    types: ['x'],
  },
  'molina-marketplace': {
    fileType: 'xlsx',
    columns:
      'Member Name=name|Agent Name=agent|Policy Number=policy|Effective Date=eff:us|Commission=amount:num|Period=month:my',
    types: ['x'],
  },
  'fmo-agent-report': {
    fileType: 'xlsx',
    sheet: 'Agent Report',
    footers: [
      ['', '', '', '', '', '', '', 'Total Amount:', '', '', '', '', '{total}'],
      ['', '', '', '', '', '', '', 'Payment Amount:', '', '', '', '', '77.00'],
    ],
    columns:
      'Generated From=const:TMG|Payee ID=const:9|Carrier=pick:Acme/Other|Policy=policy|Insured=name|Effective Date=eff:us|' +
      'Payment Date=paid:us|Member Count=lives|Payout Type=const:EFT|Transaction Type=pick:Commission/Override|' +
      'Carrier Transaction Type=type|Writing Agent Name=agent|Amount=amount:num',
    types: ['Renewal', 'New Business'],
    chargebacks: ['Chargeback'],
  },
  'nhp-agency': {
    fileType: 'xlsx',
    titles: [['NHP AGENCY'], ['Consolidated Statement'], [], ['March 2026']],
    footers: [['TOTAL', '', '', '', '', '', '', '', '', '', '{total}', '0', '0']],
    columns:
      'LOB=plantype|Carrier / Statement Month=const:Humana - March 2026|Agency=const:NHP|Agent Name=agent|Policy Number=policy|' +
      'Subscriber=name|Members=lives|Policy Effective=eff:us|Commission Type=const:Renewal|Comm Class=type|Commission=amount:num|' +
      'Override=const:0|Fee=const:0',
    types: ['Commission', 'Override'],
  },
  'mutual-of-omaha': {
    fileType: 'xlsx',
    sheet: 'DETAILS',
    columns:
      'Company=const:UNITED|MGA Name=const:LAKEVIEW|Prod Num=agent:id|Policy=policy|Insureds Name=name|Issue Date=eff:us|' +
      'Activity Date=day:us|Activity Type=type|Comm Premium=premium:text|Comm Amt=amount:minus',
    types: ['NEW COV ISS', 'NEW ISS', 'BFY PAYMENT'],
    chargebacks: ['REVERSAL', 'LAPSE'],
  },
  'transamerica-life': {
    fileType: 'xlsx',
    columns:
      'Commission Agent Last Name=const:LAKE|Commission Agent First Name=const:VIEW|Commission Agent Business Name=const:LAKEVIEW|' +
      'Commission Agent Number=const:77|Statutory Company Name=const:TLIC|Transaction Date=day:us|Policy Number=policy|' +
      'Insured Last Name=last|Insured First Name=first|Description=type|Writing Agent Last Name=agentlast|' +
      'Writing Agent First Name=agentfirst|Writing Agent Business Name=blank|Writing Agent Number=agent:id|' +
      'Commission Premium=premium:num|Split %=const:100|Commission %=rate:num|Adv %=const:75|Advance Amount=premium:num|' +
      'Commission Amount=premium:num|Net Commission Amount=amount:num|Writing Agent Chargeback=const:0|' +
      'Writing Agent Less Recovery Amount=const:0|Writing Agent Ending Balance=const:0',
    types: ['OW Placed Adv', 'Placed Adv', 'As Earned'],
    chargebacks: ['Chargeback', 'Recovery'],
  },
  'american-public-life': {
    fileType: 'csv',
    columns:
      'Company=const:APL|CertificateId=policy|CertEffectiveDate=eff:us|SplitBrokerId=agent:id|PmtPostedDate=day:us|PaidToDate=through:us|' +
      'PaidAmount=amount:text|TransActionType=type|InvoiceNumber=code|CertInForceMonths=int|CommissionRate=rate|' +
      'RealCommissionRate=rate|PaidBrokerId=const:77|CreditCardType=blank|TransactionId=code',
    types: ['Commission', 'Override'],
  },
  progressive: {
    fileType: 'xlsx',
    columns:
      'Insured Name=name|Policy Number=policy|Policy Effective Date=eff:us|Policy Expiration Date=through:us|Prod=const:AA|Agt Pre=const:F|' +
      'Tran Code=pick:NEW/REN/END/CAN|Tran Date=day:us|Gross Premium=premium:num|Gross Comm=amount:num|Net Due Agent=premium:num|' +
      'Prod Name=agent|Agent Code=agent:id|Month End=paid:us|Renewal Count=int',
    types: ['x'],
  },
  grange: {
    fileType: 'csv',
    columns:
      'Date=day:us|NPN=agent:id|Producer Name=agent|Risk State=state|Policyholder Name or Description=name|Policy Number=policy:coded|' +
      'MOD=int|Date Entered=day:us|Transaction Description=type|Premium Amount=premium:text|Comm %=rate:pct|Commission Amount=amount:text|' +
      'Commission Rate Reason=blank',
    types: ['New Business', 'Renewal', 'Endorsement'],
  },
  'national-general': {
    fileType: 'xlsx',
    sheet: 'Summary Details',
    otherSheets: {
      Adjustments: [
        ['Quote Num', 'TransType', 'Drivers Name', 'Order Date', 'Amount'],
        ['1', 'x', 'ROE', '1/1/2026', '-5'],
      ],
    },
    columns:
      'Sub Agent=const:0|Selling Producer=agent|Policy=policy:change|Product=plan|DIV=const:1|Sub Product=const:PA|State=state|Insured=name|' +
      'Eff Date=eff:us|Trans Type=type|Written Premium=premium:num|Rate=rate|Commission Paid=amount:num|Term=pick:6/12',
    types: ['New', 'Renewal', 'Endorsement'],
  },
};
