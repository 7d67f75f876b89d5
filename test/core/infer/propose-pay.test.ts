import { describe, expect, it } from 'vitest';
import { inferConfig } from '../../../core/infer/infer-config.ts';
import { cadenceOf } from '../../../core/scoring/cadence.ts';
import { csv, table } from '../statement/statements.ts';

/** Guarantee: only the head counts, months, terms and kinds of lines that a file shows are proposed. */

const COUNTS = [3, 17, 44, 120, 8, 61, 92, 5, 250, 31];
const infer = (header: string, row: (count: number, at: number) => string, title = '', fileName?: string) =>
  inferConfig(csv(table(`${title}${header}\n${COUNTS.map(row).join('\n')}`)), { fileName });
const name = (at: number) => `LEE ANN ${'ABCDEFGHIJ'.charAt(at)}`;

describe('a head count', () => {
  it.each(['Subs', 'Enrolled Subscribers', 'Contracts', 'Members'])('%s is no id; the purchaser is', (counted) => {
    const { columns } = infer(
      `Purchaser ID|Purchaser Name|Billing Period|${counted}|Commission Due`,
      (count, at) => `G${20_140 + at * 7}|Harbor Works|04/2026|${count}|${count * 5}.52`,
    ).config;
    expect(columns).toMatchObject({ member_external_id: 'Purchaser ID', lives: counted });
  });

  it.each<readonly [string, (count: number) => string]>([
    ['in thousands', (count) => String(count * 97)],
    ['with separators', (count) => (12_000 + count).toLocaleString('en-US')],
  ])('%s is no id', (_, shown) => {
    const { columns } = infer(
      'Group ID|Group Name|Billing Period|Enrolled Subscribers|Commission Due',
      (count, at) => `G${20_140 + at * 7}|Harbor Works ${name(at)}|04/2026|${shown(count)}|${count * 5}.52`,
    ).config;
    expect(columns).toMatchObject({ member_external_id: 'Group ID', lives: 'Enrolled Subscribers' });
  });

  it('counter-case: longer numbers under such a name are ids', () => {
    const { columns } = infer(
      'Subscribers|Member Name|Commission',
      (count, at) => `${4_820_140 + at * 13}|${name(at)}|${count}.52`,
    ).config;
    expect(columns.member_external_id).toBe('Subscribers');
  });

  it('an id of groups is a guess with a note', () => {
    const row = (count: number, at: number) => `G${20_140 + at * 7}|Harbor ${name(at)}|${count * 5}.52`;
    const { confidence, notes } = infer('Group ID|Group Name|Commission Due', row);
    expect(confidence).toBeLessThan(0.8);
    expect(notes.join()).toContain('"Group ID" tells groups apart, not members');
    expect(infer('Member ID|Member Name|Commission Due', row).notes.join()).not.toContain('tells groups apart');
  });

  it('counter-case: ids under the same name are ids', () => {
    const { columns } = infer(
      'Subscriber|Member Name|Commission',
      (count, at) => `M${20_140 + at}|${name(at)}|${count}.52`,
    ).config;
    expect(columns.member_external_id).toBe('Subscriber');
  });
});

describe('a second "Name"', () => {
  const columns = (header: string) =>
    infer(
      `Member ID|Name|Commission|${header}`,
      (count, at) => `M${20_140 + at}|${name(at)}|${count}.52|1800${at}|ROE JO`,
    ).config.columns;

  it("is the agents' name beside an agents' id", () => {
    expect(columns('Agent NPN|Name')).toMatchObject({ member_name: 'Name', agent_name: 'Name#2' });
  });

  it('counter-case: is no name beside anything else', () => {
    expect(columns('Batch|Name').agent_name).toBeUndefined();
  });
});

describe('the kind of enrollment', () => {
  const enrolled = (header: string, cells: (at: number) => string) =>
    infer(
      `Member ID|Member Name|${header}|Commission`,
      (count, at) => `M${20_140 + at}|${name(at)}|${cells(at)}|${count}.52`,
    ).config.columns;
  const type = (at: number) => (at % 2 === 0 ? 'New to Medicare' : 'Plan Change');

  it.each(['Commission Type', 'Type'])('is a description beside %s', (header) => {
    const columns = enrolled(`${header}|Enrollment Type`, (at) => `Initial|${type(at)}`);
    expect(columns).toMatchObject({ transaction_type: header, description: 'Enrollment Type' });
  });

  it('is joined to an existing description', () => {
    const columns = enrolled('Commission Type|Comment|Enrollment Type', (at) => `Initial|ok|${type(at)}`);
    expect(columns.description).toEqual({ concat: ['Comment', 'Enrollment Type'], separator: ' / ' });
  });

  it('counter-case: is the type of the line if it is alone', () => {
    const columns = enrolled('Enrollment Type', (at) => (at % 2 === 0 ? 'Initial' : 'Renewal'));
    expect(columns.transaction_type).toBe('Enrollment Type');
    expect(columns.description).toBeUndefined();
  });
});

describe('the payment interval of a premium', () => {
  const MODES = ['Monthly', 'Quarterly', 'Annual'];
  const inferred = (header: string, cells: (at: number) => string) =>
    infer(
      `Policy No|Insured|${header}|Commission`,
      (count, at) => `P${20_140 + at}|${name(at)}|${cells(at)}|${count}.52`,
    );
  const mode = (at: number) => MODES[at % 3] ?? '';

  it.each<readonly [string, (text: string) => string]>([
    ['words', (text) => text],
    ['letters', (text) => text.charAt(0)],
  ])('is the cadence, in %s', (_, written) => {
    const { config, notes } = inferred('Premium Mode', (at) => written(mode(at)));
    expect(config.columns.description).toBe('Premium Mode');
    const monthsOf = cadenceOf(config);
    const line = (text: string) =>
      monthsOf({ transactionType: null, description: written(text), productType: null, amount: 100_000 });
    expect(MODES.map(line)).toEqual(['monthly', 3, 12]);
    expect(notes.join()).toContain('"Premium Mode" says how often premiums are paid');
  });

  it('is the cadence of later files if all are monthly in this one', () => {
    const { config } = inferred('Mode', () => 'Monthly');
    const monthsOf = cadenceOf(config);
    const line = (description: string) =>
      monthsOf({ transactionType: null, description, productType: null, amount: 100_000 });
    expect(MODES.map(line)).toEqual(['monthly', 3, 12]);
  });

  it('is joined after a description', () => {
    const { config } = inferred('Comment|Mode', (at) => `First|${mode(at)}`);
    expect(config.columns.description).toEqual({ concat: ['Comment', 'Mode'], separator: ' / ' });
    const line = { transactionType: null, description: 'First / Quarterly', productType: null, amount: 100_000 };
    expect(cadenceOf(config)(line)).toBe(3);
  });

  it.each<readonly [string, string, (at: number) => string]>([
    ['the column has any other value', 'Mode', (at) => (at % 2 === 0 ? 'Online' : 'Annual')],
    ['months are printed', 'Mode|Months Paid', (at) => `${mode(at)}|${at % 3 === 0 ? 1 : 3}`],
  ])('counter-case: is no cadence if %s', (_, header, cells) => {
    const { config } = inferred(header, cells);
    expect(config.columns.description).toBeUndefined();
    expect(config.cadence).toEqual({ default: 'monthly' });
  });
});

describe('a column of one word in every row', () => {
  const typed = (header: string, text: string) =>
    infer(
      `Member ID|First Name|Last Name|${header}|Commission`,
      (count, at) => `M${20_140 + at}|${name(at).replace(' ', '|')}|${text}|${count}.52`,
    ).config.columns;

  it('is the type if it is a word for one, because a first file may hold renewals only', () => {
    expect(typed('Enrollment Class', 'Renewal').transaction_type).toBe('Enrollment Class');
    expect(typed('Pay Class', 'Initial - New').transaction_type).toBe('Pay Class');
  });

  it('counter-case: is none if the word is another, or if its header says what it is', () => {
    expect(typed('Enrollment Class', 'Silver').transaction_type).toBeUndefined();
    expect(typed('Plan Name', 'Advance').transaction_type).toBeUndefined();
  });
});

describe('a date that is the same in every row', () => {
  const dated = (date: string, title = '', fileName?: string) =>
    infer(
      'Member ID|Member Name|Effective Date|Commission',
      (count, at) => `M${20_140 + at}|${name(at)}|${date}|${count}.52`,
      title,
      fileName,
    ).config.columns;

  it('is the paid month if it is in the month of the statement', () => {
    const title = 'Statement Date: 03/15/2026|||\n';
    expect(dated('03/01/2026', title)).toMatchObject({ coverage_month: 'Effective Date' });
    expect(dated('03/01/2026', title).effective_date).toBeUndefined();
  });

  it.each(['devoted-2026-03.csv', 'devoted 04-10-2026.csv', 'devoted.csv'])(
    'is the paid month in %s, without a title',
    (fileName) => {
      expect(dated('03/01/2026', '', fileName)).toMatchObject({ coverage_month: 'Effective Date' });
    },
  );

  it.each(['devoted-2026-12.csv', 'devoted-2026-01.csv'])(
    'counter-case: is an effective date in %s, which was sent long after or before it',
    (fileName) => {
      expect(dated('03/01/2026', '', fileName)).toMatchObject({ effective_date: 'Effective Date' });
    },
  );

  it('counter-case: is an effective date if it is in another month', () => {
    expect(dated('01/01/2026', 'Statement Date: 03/15/2026|||\n')).toMatchObject({ effective_date: 'Effective Date' });
    expect(dated('01/01/2026')).toMatchObject({ effective_date: 'Effective Date' });
  });
});

describe('two half-blank ids', () => {
  const halves = (header: string, pair: (at: number) => string) => inferred(header, pair).config.columns;
  const inferred = (header: string, pair: (at: number) => string) =>
    infer(`${header}|Member Name|Commission`, (count, at) => `${pair(at)}|${name(at)}|${count}.52`);
  const either = (at: number) => (at % 2 === 0 ? `1EG4TE5MK7${at}|` : `|C00${20_140 + at * 7}`);

  it.each(['Medicare ID|Carrier ID', 'MBI|Carrier Member ID', 'Medicare ID|HIX Number'])(
    '%s are combined',
    (header) => {
      const ids = halves(header, either).member_external_id;
      expect(ids).toEqual({ firstFilled: expect.arrayContaining(header.split('|')) });
      expect(inferred(header, either).notes.join()).not.toContain('filter');
    },
  );

  it("counter-case: an agents' id, or an id beside the other, is no half", () => {
    expect(halves('Medicare ID|Agent ID', either).member_external_id).not.toHaveProperty('firstFilled');
    const both = halves('Medicare ID|Carrier ID', (at) => (at === 1 ? '1EG4TE5MK71|C0020147' : either(at)));
    expect(both.member_external_id).not.toHaveProperty('firstFilled');
  });
});

describe('"Premium Due"', () => {
  const due = (header: string, value: (count: number, at: number) => string) =>
    infer(
      `Policy No|Policyholder|${header}|Premium Received|Commission`,
      (count, at) => `P${20_140 + at}|${name(at)}|${value(count, at)}|${count * 10}.00|${count}.52`,
    ).config.columns;

  it.each(['03/01/2026', '2026-03-01', '03/2026'])('is the paid month over dates such as %s', (date) => {
    const columns = due('Premium Due', (_, at) => (at === 3 ? date.replace('03', '02') : date));
    expect(columns).toMatchObject({ coverage_month: 'Premium Due', premium_amount: 'Premium Received' });
  });

  it('counter-case: is no month over amounts', () => {
    const columns = due('Premium Due', (count) => `${count * 10}.00`);
    expect(columns.coverage_month).toBeUndefined();
    expect(columns.commission_amount).toBe('Commission');
  });
});

describe('columns of the months that a payment is for', () => {
  it.each(['Pay Mos', 'Months', 'Mos Paid'])('%s counts the months', (months) => {
    const { columns } = infer(
      `MBI|Enrollee|${months}|Comp Amt`,
      (count, at) => `1EG4TE5MK${70 + at}|${name(at)}|${(count % 12) + 1}|${count}.52`,
    ).config;
    expect(columns).toMatchObject({ months_paid: months, commission_amount: 'Comp Amt' });
  });

  it('Pay From and Pay Through name the first and the last month', () => {
    const { columns } = infer(
      'Member #|Enrollee|Pay From|Pay Through|Payment',
      (count, at) => `KM${70_140 + at}|${name(at)}|04/01/2026|06/30/2026|${count}.52`,
    ).config;
    expect(columns).toMatchObject({ coverage_month: 'Pay From', paid_through: 'Pay Through' });
  });

  it.each([
    ['Enroll Date', 'effective_date'],
    ['Issue Date', 'effective_date'],
    ['Eff Date', 'coverage_month'],
  ])('%s with the month of the statement in every row is the %s', (header, target) => {
    const { columns } = infer(
      `Run Date|MBI|Enrollee|${header}|Pay Mos|Comp Amt`,
      (count, at) => `03/31/2025|1EG4TE5MK${70 + at}|${name(at)}|03/01/2025|10|${count}.52`,
    ).config;
    expect(columns).toMatchObject({ [target]: header });
  });

  it('counter-case: Pay Month names one month', () => {
    const { columns } = infer(
      'Member #|Enrollee|Pay Month|Payment',
      (count, at) => `KM${70_140 + at}|${name(at)}|${(at % 3) + 2}/2026|${count}.52`,
    ).config;
    expect(columns).toMatchObject({ coverage_month: 'Pay Month' });
    expect(columns.months_paid).toBeUndefined();
  });
});

describe('columns of life carriers', () => {
  it.each(['MONTHSADVANCED', 'Mo Adv'])(
    '%s means months paid, and an annualized premium is not the premium',
    (months) => {
      const { columns } = infer(
        `Policy Number|Insured|Annualized Prem|${months}|Commission`,
        (count, at) => `P${20_140 + at}|${name(at)}|${count * 12}.50|9|${count}.52`,
      ).config;
      expect(columns).toMatchObject({ months_paid: months });
      expect(columns.premium_amount).toBeUndefined();
    },
  );

  it.each(['MONTHSADVANCED', 'Mo Adv', 'Months Adv', 'Adv Mos', '# Months Advanced', 'Advance Months'])(
    '%s counts months that reach ahead, whatever the type of the line is',
    (months) => {
      const { cadence, columns } = infer(
        `Policy Number|Insured|Type|${months}|Commission`,
        (count, at) => `P${20_140 + at}|${name(at)}|First Year|${at < 5 ? 9 : 0}|${count}.52`,
      ).config;
      expect(columns).toMatchObject({ months_paid: months });
      expect(cadence).toEqual([{ months: 1 }]);
    },
  );

  it('counter-case: months that are paid are as often arrears', () => {
    const { cadence } = infer(
      'Policy Number|Insured|Type|Months Paid|Commission',
      (count, at) => `P${20_140 + at}|${name(at)}|First Year|${at < 5 ? 9 : 0}|${count}.52`,
    ).config;
    expect(cadence).toEqual({ default: 'monthly' });
  });

  it('months of an advance stand beside the premium mode of earned pay', () => {
    const { cadence } = infer(
      'Policy Number|Insured|Mode|Mo Adv|Commission',
      (count, at) =>
        `P${20_140 + at}|${name(at)}|${at % 2 === 0 ? 'Quarterly' : 'Monthly'}|${at < 5 ? 9 : 0}|${count}.52`,
    ).config;
    const entries = Array.isArray(cadence) ? cadence : [];
    expect(entries[0]).toMatchObject({ months: 3 });
    expect(entries.at(-1)).toEqual({ months: 1 });
  });
});

describe('the kinds of lines', () => {
  const typed = (types: readonly string[], amount: (at: number) => string) =>
    infer(
      'MBI|Member Name|Transaction Type|Commission',
      (_, at) => `1EG4TE5MK${10 + at}|${name(at)}|${types[at % types.length] ?? ''}|${amount(at)}`,
    ).config;

  it('show that new business is paid for a calendar year and renewals by month', () => {
    expect(typed(['Initial', 'Renewal'], (at) => (at % 2 === 0 ? '347.00' : '28.92')).cadence).toEqual([
      { type: ['Initial'], atLeast: 80, months: 'calendar_year' },
    ]);
  });

  it('counter-case: show no calendar year if new business is paid by the month', () => {
    expect(typed(['Initial', 'Renewal'], () => '28.92').cadence).toEqual({ default: 'monthly' });
  });

  it("make an agency's service fee an override beside the broker's pay; alone it stays a fee", () => {
    expect(typed(['Broker Level', 'Service Fee'], () => '28.92').lineKinds).toEqual([
      { kind: 'override', patterns: ['Service Fee'] },
    ]);
    expect(typed(['Renewal', 'Service Fee'], () => '28.92').lineKinds).toEqual([]);
  });
});

describe('an expiration date', () => {
  const policies = (ends: (at: number) => string) =>
    infer(
      'Policy Number|Insured|Effective Date|Expiration Date|Commission',
      (count, at) => `P${20_140 + at}|${name(at)}|0${1 + (at % 9)}/10/2026|${ends(at)}|${count}.52`,
    ).config;

  it('ends a term if it is a year after the effective date', () => {
    const { columns, policyTerm } = policies((at) => `0${1 + (at % 9)}/10/2027`);
    expect({ columns, policyTerm }).toMatchObject({ columns: { paid_through: 'Expiration Date' }, policyTerm: true });
    expect(columns.term_date).toBeUndefined();
  });

  it('ends a term if it is the last day before the next one', () => {
    const config = infer(
      'Policy Number|Insured|Effective Date|Expiration Date|Commission',
      (count, at) => `P${20_140 + at}|${name(at)}|0${2 + (at % 2)}/01/2026|0${7 + (at % 2)}/31/2026|${count}.52`,
    ).config;
    expect(config).toMatchObject({ columns: { paid_through: 'Expiration Date' }, policyTerm: true });
  });

  it('counter-case: is a termination at any other time', () => {
    const { columns, policyTerm } = policies((at) => `1${at % 3}/15/2026`);
    expect({ columns, policyTerm }).toMatchObject({ columns: { term_date: 'Expiration Date' }, policyTerm: undefined });
  });
});

describe('an id that is blank in one row', () => {
  const ids = (other: (at: number) => string) =>
    infer(
      'MBI|Legacy Member ID|Member Name|Commission',
      (count, at) => `${at === 4 ? '' : `1EG4TE5MK${10 + at}`}|${other(at)}|${name(at)}|${count}.52`,
    ).config.columns.member_external_id;

  it('is filled from the column that has one there, and from no other', () => {
    expect(ids((at) => (at === 4 ? '0012345678' : ''))).toEqual({ firstFilled: ['MBI', 'Legacy Member ID'] });
    expect(ids((at) => (at === 5 ? '0012345678' : ''))).toBe('MBI');
  });
});

describe('a column "Product"', () => {
  const read = (plan: string) =>
    infer(
      `Member ID|Member Name|Product${plan === '' ? '' : `|${plan}`}|Commission`,
      (count, at) =>
        `M${1000 + at}|${name(at)}|${at % 2 ? 'MED' : 'DEN'}${plan === '' ? '' : `|${at % 2 ? 'Gold PPO' : 'Dental Plus'}`}|${count}.52`,
    ).config.columns;

  it('is the product type beside the names of the plans, and else the plan', () => {
    expect(read('Plan Name')).toMatchObject({ plan_name: 'Plan Name', product_type: 'Product' });
    expect(read('')).toMatchObject({ plan_name: 'Product' });
    expect(read('')).not.toHaveProperty('product_type');
  });
});

describe('the start of a policy’s term', () => {
  const read = (starts: string, premium: string, more: { readonly header?: string; readonly cells?: string } = {}) =>
    infer(
      `Policy Number|Named Insured|LOB|${starts}|Cancel Eff Date|${premium}|Comm Pct|Comm Amt${more.header ?? ''}`,
      (count, at) =>
        `CDA${1000 + at}|${name(at)}|Personal Auto|10/0${1 + (at % 3)}/2025||${count * 10}.00|12%|${(count * 1.2).toFixed(2)}${more.cells ?? ''}`,
    ).config;

  it.each([
    ['Term Eff Date', 'Written Prem'],
    ['Term Eff Date', 'Premium'],
    ['Eff Date', 'Written Premium'],
  ])('%s beside %s is no end of coverage, and pays a year until renewals show less', (starts, premium) => {
    const config = read(starts, premium);
    expect(config).toMatchObject({ columns: { effective_date: starts }, policyTerm: true });
    expect(config.columns.term_date).not.toBe(starts);
    expect(
      cadenceOf(config)({ transactionType: 'Renewal', amount: 108_0000, productType: null, description: null }),
    ).toBe(12);
  });

  it('is found where some lines have none, and a column with few dates is the end of coverage', () => {
    const filled = (isFilled: (at: number) => boolean) =>
      infer(
        'Policy Number|Named Insured|LOB|Term Eff Date|Premium|Comm Amt',
        (count, at) =>
          `CDA${1000 + at}|${name(at)}|Personal Auto|${isFilled(at) ? '10/01/2025' : ''}|${count * 10}.00|${(count * 1.2).toFixed(2)}`,
      ).config.columns;
    expect(filled((at) => at % 5 > 0)).toMatchObject({ effective_date: 'Term Eff Date' });
    expect(filled((at) => at % 5 === 0)).toMatchObject({ term_date: 'Term Eff Date' });
  });

  it.each([
    ['an ordinary date and premium', 'Eff Date', 'Premium', {}],
    ['instalments', 'Term Eff Date', 'Written Prem', { header: '|Installment', cells: '|2' }],
  ])('counter-case: %s', (_, starts, premium, more) => {
    expect(read(starts, premium, more).policyTerm).not.toBe(true);
  });
});

describe('dates of coverage', () => {
  const read = (dates: (at: number) => string, months = '|Due Month', month = '|11/2025') =>
    infer(
      `Policy ID|Insured Name|Coverage Date${months}|Premium|Commission Amount`,
      (count, at) => `EL${1000 + at}|${name(at)}|${dates(at)}${month}|${count}.00|${count}.52`,
    ).config.columns;

  it('are the first day beside a month that is due, and where they are many years apart', () => {
    expect(read(() => '06/01/2014')).toMatchObject({ effective_date: 'Coverage Date', coverage_month: 'Due Month' });
    expect(read((at) => `06/01/${2010 + at}`, '', '')).toMatchObject({ effective_date: 'Coverage Date' });
  });

  it('counter-case: are the month that is paid where nothing else is', () => {
    expect(read((at) => `1${at % 2}/01/2025`, '', '')).toMatchObject({ coverage_month: 'Coverage Date' });
  });
});

it('knows a financial professional as the agent, and the name of a benefit package as the plan', () => {
  const { columns } = infer(
    'Contract Number|Owner|PBP Name|Financial Professional|Compensation',
    (count, at) => `MO${1000 + at}|${name(at)}|Saver ${at % 2}|Pat Moss ${'AB'.charAt(at % 2)}|${count}.52`,
  ).config;
  expect(columns).toMatchObject({ plan_name: 'PBP Name', agent_name: 'Financial Professional' });
});
