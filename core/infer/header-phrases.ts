import type { ColumnName } from '../statement/config.ts';

/**
 * Column headers of US health, Medicare, life and property insurance carriers, by meaning (header-meanings.ts). A weight from 0 to 1 says
 * how surely the words alone have the meaning. Braces stand for one of several words.
 */

/** The meaning of a header: a canonical field, a part of a field, or a fact that no field holds. */
export type HeaderMeaning =
  | ColumnName
  | 'agent_first_name'
  | 'agent_last_name'
  | 'contract_number'
  | 'pbp'
  | 'debit'
  | 'credit'
  | 'override_amount'
  | 'chargeback_flag'
  | 'enrollment_type'
  | 'premium_mode'
  | 'carrier_name';

/** Words by the name in braces: `{member}` stands for each word of `member`. */
export const CHOICES: Readonly<Record<string, string>> = {
  member: 'member|sub|subscriber|insured|enrollee|beneficiary|policyholder|participant|contract holder|annuitant',
  client: 'client|customer|applicant|owner|person|covered person|recipient|individual|principal|traveler',
  agent:
    'agent|broker|producer|rep|seller|selling producer|selling agent|advisor|associate|salesperson|sales rep|agent broker',
  id: 'id|number|npn|code',
  pay: 'commission|compensation|payment|amount|paid|earnings',
  time: 'period|month|statement|cycle',
  brand:
    'aetna|aarp|ambetter|anthem|bcbs|centene|cigna|devoted|healthfirst|healthspring|humana|kaiser|molina|oscar|uhc|unitedhealthcare|wellcare|wellmark|wellpoint|optum|clover|alignment|scan|zing|bluecross',
};

type Phrases = readonly (readonly [weight: number, phrases: string])[];

/** Phrases of each meaning, separated by "|" and grouped by weight. Their words are normalised by `headerWords`. */
export const PHRASES: Readonly<Record<HeaderMeaning, Phrases>> = {
  member_external_id: [
    [1, '{member} id|umid|plan member id|person id|member id number'],
    [0.97, '{member} number|subscriber|member key|{brand} id|{brand} number|{brand} member id'],
    [
      0.93,
      'mbi|medicare beneficiary id|medicare beneficiary id mbi|medicare id|medicare number|medicare claim number|hicn mbi|mbi hicn number',
    ],
    [0.9, 'hicn|member hicn|medicare hicn|hic number|id card number|{client} id|{client} number|member mbi'],
    [0.87, 'member hic|hic|certificate number|certificate id|certificate|certificate holder id|policy member id'],
    [0.9, 'group {member} id|group {member} number'],
    [
      0.85,
      'policy number|policy id|policy contract number|policy certificate number|subscriber policy|group policy number',
    ],
    [0.83, 'contract account|contract account number|policy account|policy account number'],
    [0.84, 'policy|{member} policy|bond number|bond id|binder number|confirmation number'],
    [0.8, 'exchange id|exchange subscriber id|ffm id|marketplace id|ffm member id|enroll id|contract number|pid'],
    [
      0.6,
      'id|employee id|emp id|employee number|case number|case id|unique id|legacy member id|alternate member id|ssn|application id',
    ],
    [0.6, 'group number|group id|employer id|purchaser id|purchaser number'],
    [0.4, 'account number|reference number'],
  ],
  commission_amount: [
    [
      1,
      'net commission amount|net commission|commission paid|paid commission|commission payment|commission payment amount|commission amount paid|net commission paid',
    ],
    [
      1,
      '{pay} this {time}|{pay} current {time}|{pay} amount this {time}|{pay} paid this {time}|amount paid this {time}',
    ],
    [
      0.98,
      'commission amount|commission payable|compensation amount|net compensation|compensation paid|commission payout',
    ],
    [0.96, 'commission|payee amount|commission due|net commission due|total commission paid'],
    [0.94, 'payment amount|paid amount|amount paid|{agent} commission|{agent} commission amount|{agent} payment'],
    [0.92, 'compensation|total commission|net paid|net payment|payout amount|net amount paid|net paid amount|payout'],
    [
      0.88,
      'payment|amount payable|paid to {agent}|amount paid to {agent}|{agent} amount|total compensation|remuneration',
    ],
    [
      0.86,
      'amount|gross commission|commission earned|earned commission|compensation earned|earned compensation|net amount|gross commission amount|paid',
    ],
    [0.84, 'disbursement amount|disbursement|base amount|base commission|earnings|net earnings|commission net'],
    [
      0.78,
      'admin amount|transaction amount|residual amount|residual|trail amount|trail commission|trail|total paid|total amount|statement amount|monthly commission',
    ],
    [0.7, 'net due|net due {agent}|amount due|earned amount|advance commission|total payment|fee amount|bonus amount'],
    [0.62, 'override amount|override commission|override|advance amount|service fee|admin fee|bonus|total|net|earned'],
  ],
  member_name: [
    [1, '{member} name|name of insured|{member} full name|insured person|name of {member}|patient name'],
    [0.95, '{client} name|policy holder name|policy holder|primary insured|policy owner name|employee name'],
    [0.88, '{member}|{client}|policy owner|holder name|account holder|employee'],
    [0.7, 'name|full name'],
    [0.55, 'group name|employer name|employer|account name|policy name|group|purchaser name'],
  ],
  first_name: [
    [1, '{member} first name|{member} first|{client} first name|policy holder first name|employee first name'],
    [0.95, 'first name|first|fname|f name|given name'],
  ],
  last_name: [
    [1, '{member} last name|{member} last|{client} last name|policy holder last name|employee last name'],
    [0.95, 'last name|last|lname|l name|surname'],
  ],
  email: [[1, 'email|email address|{member} email|{member} email address']],
  policy_number: [
    [1, 'policy number|group policy number|policy id|policy contract number|policy certificate number'],
    [
      0.85,
      'policy|certificate number|certificate id|certificate|contract number|contract id|contract|bond number|bond id',
    ],
    [
      0.55,
      'group number|group id|case number|{member} contract number|account number|customer number|customer id|purchaser id|purchaser number',
    ],
    [0.46, 'client reference number|application number|application id'],
  ],
  plan_name: [
    [1, 'plan name|product name|product plan name|plan product name|benefit plan name'],
    [0.95, 'plan description|product description|benefit plan|plan title|product plan|pbp name|pbp description'],
    [0.86, 'plan|product|plan option|policy plan'],
    [0.6, 'coverage|coverage description|prod|benefit'],
  ],
  plan_code: [
    [1, 'plan code|plan id|contract pbp|pbp contract|cms plan id|hios plan id|hios id|contract plan id'],
    [0.95, 'product code|plan number|product id|product number|prod code|contract pbp segment|benefit plan id'],
    [0.7, 'pbp|pbp id|pbp number|cms contract|plan key'],
  ],
  product_type: [
    [1, 'product type|line of business|lob|plan type'],
    [0.95, 'product line|product category|business line|plan category|coverage type|type of coverage|insurance type'],
    [0.85, 'policy type|benefit type|line of coverage|type of insurance|product class|plan group name'],
    // Beside a column of plans, a product is a kind of business.
    [0.6, 'product|product description'],
    [0.5, 'line|market segment|market|division'],
  ],
  premium_amount: [
    [1, 'premium amount|commissionable premium|premium paid|paid premium|total premium|commission premium'],
    [
      0.97,
      'premium|written premium|commissionable premium amount|premium received|monthly premium|modal premium|mode premium|modal premium amount',
    ],
    [0.92, 'gross premium|net premium|earned premium|annual premium|premium due|premium collected'],
    [
      0.8,
      'dues|dues paid|dues received|billed amount|commissionable amount|billed premium|target premium|commissionable|contribution amount',
    ],
    // The commission of annuities and funds is a share of an account's value.
    [0.75, 'basis|commission basis|account value|average account value|accumulation value|contract value|asset value'],
    [0.5, 'invoice amount|received amount'],
  ],
  lives: [
    [
      1,
      'lives|member count|lives count|number of lives|covered lives|number lives|total lives|number of member|number member',
    ],
    [0.95, '{member} count|number of {member}|life count'],
    [0.85, 'contract count|employee count|enroll count|number of contract|number of employee|certificate count'],
    [0.75, 'member|subscriber|enrollee|units|dependent count'],
    [0.5, 'count'],
  ],
  rate: [
    [1, 'commission rate|commission percent|compensation rate|rate percent|commission rate percent|payout percent'],
    [0.92, 'rate|payout rate|{agent} rate|{agent} commission rate|base rate|{agent} percent|compensation percent'],
    [0.75, 'pmpm|pepm|pspm'],
    [0.6, 'percent|factor|commission level percent'],
  ],
  effective_date: [
    [1, 'effective date|policy effective date|{member} effective date|coverage effective date|plan effective date'],
    [
      0.94,
      'effective|original effective date|policy effective|certificate effective date|coverage start date|coverage start',
    ],
    [0.92, 'enroll date|{member} enroll date|date of enroll|policy start date|enroll effective date'],
    [0.86, 'issue date|policy issue date|inception date|start date|date of issue|policy date|date effective'],
    [0.8, 'policy start|plan start|enroll start|coverage begin|coverage begin date'],
    // "Term" is read as "termination".
    [0.86, 'termination from|policy termination from|policy from|termination begin|termination start'],
    [0.87, 'termination effective date|termination effective'],
    [0.7, 'coverage date'],
    [0.62, 'begin date|contract date|in force date|purchase date|sold date'],
    [0.5, 'date|application date'],
  ],
  term_date: [
    [1, 'termination date|disenroll date|{member} termination date|coverage end date|policy termination date'],
    [
      0.95,
      'lapse date|end date|policy end date|coverage end|policy end|plan end|enroll end|coverage termination date|disenroll effective date|date of termination',
    ],
    [
      0.86,
      'expiration date|policy expiration date|expiration|policy expiration|plan end date|inactive date|termination effective date',
    ],
    [0.86, 'termination to|policy termination to|termination through|policy to'],
    [0.8, 'termination|disenroll|last day of coverage'],
    [0.5, 'coverage to'],
  ],
  term_reason: [
    [1, 'termination reason|disenroll reason|lapse reason|reason for termination|termination reason description'],
    [0.9, 'termination reason code|disenroll reason code|termination code'],
    [0.5, 'reason'],
  ],
  coverage_month: [
    [1, 'coverage month|coverage period|benefit month|month of coverage|coverage month year'],
    [0.93, 'commission month|commission period|compensation month|compensation period|premium month|premium period'],
    [0.92, 'payment period|period|service month|earned month|commission effective date|billed month|for month'],
    [
      0.88,
      'payment month|statement month|statement period|activity month|cycle month|premium due month|eligible month',
    ],
    [0.8, 'month|paid month|month paid|month end|period date|billed period|due month|payment cycle|commission cycle'],
    [0.72, 'premium due date|accounting month|accounting period|transaction due date|paid for month|cycle date'],
    [0.74, 'coverage date'],
    // Above dates the phrase means the month of the bill, above amounts the premium.
    [0.7, 'premium due|payment due'],
    [
      0.55,
      'coverage from|due date|billed date|from date|coverage from date|period from|billed from|premium from|service from|paid from|payment from',
    ],
  ],
  paid_date: [
    [1, 'paid date|payment date|date paid|commission paid date|commission payment date|date of payment'],
    [0.95, 'check date|statement date|commission statement date|payment posted date|eft date|deposit date|payout date'],
    [0.88, 'commission date|commission run date|posted date|process date|processed date|run date|date processed'],
    [
      0.78,
      'transaction date|activity date|cycle end date|earned date|payment effective date|entry date|accounting date',
    ],
    [0.55, 'date entered|report date'],
    [0.52, 'date'],
  ],
  paid_through: [
    [
      1,
      'paid to date|paid through date|paid through|premium paid to date|premium paid through date|policy paid to date',
    ],
    [0.9, 'paid to|coverage through|coverage through date|paid until'],
    [
      0.6,
      'coverage to|coverage to date|period to|through date|billed to|billed through|premium to|service to|service through|payment through',
    ],
  ],
  months_paid: [
    [1, 'month paid|number of month|number of month paid|month count|number month|number month paid|paid month'],
    [0.95, 'month advance|advance month|number of month advance|payment month|month of payment|modes paid'],
    [0.7, 'month covered|month'],
  ],
  transaction_type: [
    [1, 'transaction type|commission action|transaction type code|commission transaction type|transaction action'],
    [0.95, 'payment type|commission type|activity type|compensation type|event type|transaction code|type of payment'],
    [
      0.92,
      'transaction description|sales event|initial renewal|new renewal|first year renewal|fyr renewal|transaction',
    ],
    [0.82, 'payout type|adjustment type|commission category|commission description|earning type|entry type'],
    [
      0.78,
      'commission class|payment description|payment category|payment reason|compensation category|business type|activity',
    ],
    // Beside a column of transaction types, this column only says how the member enrolled.
    [0.64, 'enroll type'],
    [0.7, 'premium type'],
    [0.66, 'type|action|entry|event|record type|adjustment description|category|adjustment reason|revenue type'],
    [0.5, 'description|group type|comment|first year|transaction reason|commission year'],
  ],
  agent_id: [
    [1, 'writing {agent} {id}|writing {agent} id npn|writing san'],
    [
      0.95,
      '{agent} {id}|npn|writing {id}|agent of record {id}|{agent} npn {id}|national {agent} number|national producer number',
    ],
    [0.7, 'writing {agent} tin|{agent} tin'],
    [0.8, 'aor {id}|prod number|sub agent id|split broker id|servicing agent id|san|tax id npn'],
    [0.5, 'payee {id}|earner {id}|paid {agent} {id}|agency {id}|commission agent number'],
  ],
  agent_name: [
    [1, 'writing {agent} name|writing {agent} full name'],
    [
      0.95,
      '{agent} name|writing {agent}|selling {agent}|agent of record|agent of record name|{agent} full name|prod name',
    ],
    [0.9, 'writing name|{agent}|servicing agent|aor name|assigned agent|financial professional|insurance professional'],
    [0.5, 'payee name|earner name|agency name|payee|earner|agency|sub agent|paid {agent} name'],
  ],
  state: [
    [1, '{member} state|policy state|resident state|residence state|{client} state|state of residence'],
    [0.95, 'state|issue state|risk state|situs state|state code|policy issue state|contract state'],
  ],
  county: [
    [1, '{member} county|{client} county|residence county|resident county|county of residence|county name'],
    [0.95, 'county'],
  ],
  carrier_status: [
    [1, 'policy status|{member} status|coverage status|enroll status|certificate status|contract status'],
    [0.86, 'status|active status|plan status|status description'],
    [0.5, 'commission status|payment status|status code'],
  ],
  renewal_date: [
    [1, 'renewal date|anniversary date|next renewal date|policy renewal date|renewal effective date'],
    [0.8, 'renewal month|anniversary'],
  ],
  description: [
    [0.9, 'payment description|commission description|adjustment description|line description'],
    [0.7, '{agent} type|payee type|producer level'],
    [0.6, 'description|transaction description|payment note|comment|remark'],
  ],
  split: [[0.9, 'split|split percent|commission split|commission split percent|{agent} split|{agent} split percent']],
  alternate_member_id: [
    [0.8, 'mbi|medicare beneficiary id|medicare beneficiary id mbi|medicare number|medicare id|member mbi|member hicn'],
    [
      1,
      'prior policy|prior policy number|replaced policy|replaced policy number|replacement policy number|old policy number',
    ],
    [0.8, 'legacy member id|alternate member id|other member id|member hic|hicn|{brand} member id exchange id'],
  ],
  agent_first_name: [
    [1, 'writing {agent} first name|writing {agent} first'],
    [0.9, '{agent} first name|{agent} first'],
  ],
  agent_last_name: [
    [1, 'writing {agent} last name|writing {agent} last'],
    [0.9, '{agent} last name|{agent} last'],
  ],
  contract_number: [
    [1, 'contract|cms contract|contract number|contract id|cms contract number|cms contract id|h number'],
  ],
  pbp: [[1, 'pbp|pbp id|pbp number|pbp code|plan benefit package|cms pbp']],
  debit: [[1, 'debit|debit amount|commission debit|debits|charge|commission charge']],
  credit: [[1, 'credit|credit amount|commission credit|credits']],
  override_amount: [[1, 'override|override amount|override commission|agency override|override paid']],
  chargeback_flag: [[1, 'chargeback|chargeback flag|chargeback indicator|is chargeback|chargeback code']],
  enrollment_type: [
    [0.62, 'enroll type|enroll reason|enroll description|election type|election reason|enroll election type'],
  ],
  premium_mode: [
    [0.8, 'premium mode|billed mode|payment mode|mode of payment|mode of premium|billed frequency|payment frequency'],
    [0.8, 'billed plan|payment plan|installment plan'],
    // The commission of a policy's term is paid when it begins. "Term" is read as "termination".
    [0.75, 'mode|premium frequency|modal frequency|termination month|policy termination month'],
  ],
  carrier_name: [[1, 'carrier|carrier name|insurance carrier|insurer|issuer|issuing carrier|underwriting company']],
};

/** Words that exclude a meaning, whatever the other words of the header are. */
export const VETOES: Readonly<Partial<Record<HeaderMeaning, string>>> = {
  commission_amount:
    'percent rate type date number code description reason balance ytd count name status id method frequency premium billed ' +
    'held commissionable month period year class category indicator level schedule deductible claim copay tax check split ' +
    'cumulative ltd prior',
  override_amount: 'percent rate type date code name id balance ytd',
  // An annualized premium is never the paid premium; yearly-premium.ts judges an annual premium.
  premium_amount: 'annualized type period month date mode code percent rate due description id number name tax',
  rate: 'reason code type class amount date split advance description tax level id',
  effective_date: 'amount name id number code type reason commission status payment',
  term_date: 'amount name id number code type reason indicator',
  paid_date: 'amount name id number code type',
  paid_through: 'amount name id number code type',
  coverage_month: 'amount name id number code type reason count',
  renewal_date: 'amount name id number code type count',
  member_external_id: 'type amount date name reason status count state email group',
  policy_number:
    'type amount date name reason status count state month year force rate premium term form effective percent',
  member_name: 'type amount date id number code reason status count email state year',
  first_name: 'type date id number year paid',
  last_name: 'type date id number year paid',
  agent_name: 'type amount date id number npn code email state commission percent rate status portion',
  agent_id: 'type amount date name email state commission percent rate status',
  plan_name: 'type code id number date amount premium state year prior term',
  plan_code: 'name date amount description',
  product_type: 'name date amount state transaction payment',
  enrollment_type: 'date amount id number code status',
  premium_mode: 'date amount id number name',
  transaction_type: 'date amount id number state premium plan product policy term contract coverage',
  term_reason: 'date',
  lives: 'id number date name amount state status year effective',
  state: 'status date amount',
  county: 'code id number date amount',
  carrier_status: 'date amount',
  months_paid: 'date amount',
  description: 'date amount id number plan product state termination',
  split: 'id number date name amount premium',
  alternate_member_id: 'type amount date name reason status count state email group',
};
