import { describe, expect, it } from 'vitest';
import { inferConfig } from '../../../core/infer/infer-config.ts';
import { csv, table } from '../statement/statements.ts';

/** Guarantee: words of life, annuity and property statements are read only where the rows confirm their meaning. */

const ROWS = 8;

function infer(header: string, rowOf: (at: number) => string, rows = ROWS) {
  const texts = Array.from(
    { length: rows },
    (_, at) => `PL${4170 + at * 3}|LEE ANN ${'ABCDEFGH'.charAt(at)}|${rowOf(at)}`,
  );
  return inferConfig(csv(table(`Policy No|Insured|${header}\n${texts.join('\n')}`)));
}

const premiumOf = (at: number) => 40 + 7 * at;
const shareOf = (at: number, share: number) => (premiumOf(at) * share).toFixed(2);

describe('"Earned" alone', () => {
  it('is the commission where it is the printed rate of the printed premium', () => {
    const { config, confidence } = infer('Premium|Pct|Earned', (at) => `${premiumOf(at)}.00|6%|${shareOf(at, 0.06)}`);
    expect(config.columns.commission_amount).toBe('Earned');
    expect(confidence).toBeGreaterThanOrEqual(0.8);
  });

  it('counter-case: is a guess where the amounts are another share', () => {
    const { config, confidence } = infer('Premium|Pct|Earned', (at) => `${premiumOf(at)}.00|6%|${shareOf(at, 0.5)}`);
    expect(config.columns.commission_amount).toBe('Earned');
    expect(confidence).toBeLessThan(0.8);
  });
});

describe('what is left of earned pay while an advance is recovered', () => {
  const columns = (net: string) => `Premium|Earned Comm|Recovered|${net}`;
  it('is the commission, also where nothing is left in any row', () => {
    const { config } = infer(
      columns('Net Paid'),
      (at) => `${premiumOf(at)}.00|${shareOf(at, 0.9)}|-${shareOf(at, 0.9)}|0.00`,
    );
    expect(config.columns.commission_amount).toBe('Net Paid');
  });

  it('counter-case: is not the commission where the columns do not add up to it', () => {
    const { config } = infer(
      columns('Net Paid'),
      (at) => `${premiumOf(at)}.00|${shareOf(at, 0.9)}|-${shareOf(at, 0.3)}|0.00`,
    );
    expect(config.columns.commission_amount).toBe('Earned Comm');
  });
});

describe('the value that an annuity is paid a share of', () => {
  it.each(['Basis', 'Account Value', 'Accumulation Value', 'Commission Basis'])(
    '"%s" is read as the premium',
    (name) => {
      const { config } = infer(`${name}|Rate|Commission`, (at) => `${premiumOf(at)}000.00|0.25%|${shareOf(at, 2.5)}`);
      expect(config.columns.premium_amount).toBe(name);
    },
  );

  it('counter-case: gives way to a premium, and is none where it holds words', () => {
    const both = infer(
      'Basis|Premium|Commission',
      (at) => `${premiumOf(at)}.00|${premiumOf(at)}.00|${shareOf(at, 0.1)}`,
    );
    expect(both.config.columns.premium_amount).toBe('Premium');
    const words = infer('Basis|Commission', (at) => `${at % 2 === 0 ? 'Earned' : 'Advance'}|${shareOf(at, 0.1)}`);
    expect(words.config.columns.premium_amount).toBeUndefined();
  });
});

describe('the term of a policy', () => {
  const dates = (ends: string) => (at: number) =>
    `${String(at + 1).padStart(2, '0')}/05/2026|${ends}|${shareOf(at, 0.1)}`;
  const inAYear = (at: number) => dates(`${String(at + 1).padStart(2, '0')}/05/2027`)(at);

  it.each(['Expiration', 'Policy Exp', 'Exp Date', 'Policy Term To', 'Term End'])(
    'ends at "%s", also where a first file has two rows',
    (name) => {
      for (const rows of [2, ROWS]) {
        const { config } = infer(`Effective Date|${name}|Commission`, inAYear, rows);
        expect(config.columns).toMatchObject({ effective_date: 'Effective Date', paid_through: name });
        expect(config.policyTerm).toBe(true);
      }
    },
  );

  it('counter-case: does not end there in a single row, or where the dates are no terms', () => {
    expect(infer('Effective Date|Expiration|Commission', inAYear, 1).config.policyTerm).toBeUndefined();
    expect(infer('Effective Date|Expiration|Commission', dates('12/31/2026')).config.policyTerm).toBeUndefined();
  });

  it('begins with the effective date, also where every term of a first statement begins in its month', () => {
    const { config } = infer(
      'Statement Month|Effective|Expiration|Commission',
      (at) => `05/2026|05/09/2026|11/09/2026|${shareOf(at, 0.1)}`,
    );
    expect(config.columns).toMatchObject({ effective_date: 'Effective', paid_through: 'Expiration' });
  });

  it('begins at "Policy Term From", and may last three years', () => {
    const year = (at: number) => (at % 3 === 0 ? 2029 : 2027);
    const { config } = infer(
      'Policy Term From|Policy Term To|Commission',
      (at) => `01/0${at + 1}/2026|01/0${at + 1}/${year(at)}|${shareOf(at, 0.3)}`,
    );
    expect(config.columns).toMatchObject({ effective_date: 'Policy Term From', paid_through: 'Policy Term To' });
    expect(config.policyTerm).toBe(true);
  });

  it.each([
    ['a column numbers the installments', 'Premium|Installment', '1 of 4'],
    ['the premium was collected', 'Premium Collected|Note', 'x'],
  ])('is not paid as a whole where %s', (_, headers, note) => {
    const { config } = infer(
      `Policy Eff|Policy Exp|Bill Plan|${headers}|Commission`,
      (at) =>
        `01/0${at + 1}/2026|01/0${at + 1}/2027|${at % 2 === 0 ? 'Quarterly' : 'Monthly'}|${premiumOf(at)}.00|${note}|${shareOf(at, 0.15)}`,
    );
    expect(config.columns).toMatchObject({ effective_date: 'Policy Eff', description: 'Bill Plan' });
    expect(config.columns.paid_through).toBeUndefined();
    expect(config.columns.term_date).toBeUndefined();
    expect(config.policyTerm).toBeUndefined();
    expect(config.cadence).toEqual(expect.arrayContaining([expect.objectContaining({ months: 3 })]));
  });

  it('counter-case: is paid as a whole where the premium was written, however it is billed', () => {
    const { config } = infer(
      'Policy Eff|Policy Exp|Bill Plan|Written Premium|Commission',
      (at) =>
        `01/0${at + 1}/2026|01/0${at + 1}/2027|${at % 2 === 0 ? 'Quarterly' : 'Monthly'}|${premiumOf(at)}.00|${shareOf(at, 0.15)}`,
    );
    expect(config.columns).toMatchObject({ paid_through: 'Policy Exp' });
    expect(config.policyTerm).toBe(true);
  });

  it('is told by its months in "Term (Mos)"', () => {
    const { config } = infer(
      'Bond Eff|Term (Mos)|Commission',
      (at) => `01/05/2026|${at % 2 === 0 ? 12 : 24}|${shareOf(at, 0.3)}`,
    );
    expect(config.columns).toMatchObject({ description: 'Term (Mos)' });
    expect(config.cadence).toEqual(expect.arrayContaining([expect.objectContaining({ months: 24 })]));
  });

  it('counter-case: "Term Month" names the month in which a member left', () => {
    const { config } = infer('Term Month|Commission', (at) => `${at + 1}|${shareOf(at, 0.3)}`);
    expect(config.cadence).toEqual({ default: 'monthly' });
  });
});

describe('"Premium Type"', () => {
  it('tells the kind of a line, also where a first statement has one kind only', () => {
    const { config } = infer(
      'Premium Type|Premium|Commission',
      (at) => `Renewal|${premiumOf(at)}.00|${shareOf(at, 0.1)}`,
    );
    expect(config.columns).toMatchObject({ transaction_type: 'Premium Type', premium_amount: 'Premium' });
  });
});

describe('a policy that replaces another', () => {
  it('names the earlier one as its second id, also while no row has one', () => {
    const { config } = infer('Prior Policy|Commission', (at) => `|${shareOf(at, 0.1)}`);
    expect(config.columns).toMatchObject({ member_external_id: 'Policy No', alternate_member_id: 'Prior Policy' });
  });
});

describe('an id', () => {
  it.each(['Bond No', 'Confirmation #', 'Binder Number'])('is found in "%s"', (name) => {
    const rows = Array.from(
      { length: ROWS },
      (_, at) => `SB${4170 + at * 3}|LEE ANN ${'ABCDEFGH'.charAt(at)}|${shareOf(at, 0.1)}`,
    );
    const { config } = inferConfig(csv(table(`${name}|Principal|Commission\n${rows.join('\n')}`)));
    expect(config.columns).toMatchObject({ member_external_id: name, member_name: 'Principal' });
  });
});

describe('a number beside the names of agents', () => {
  const agents = ['Bo Lang', 'Kim Tate', 'Vic Shaw'];
  const columnsOf = (numberOf: (at: number) => string, nameOf: (at: number) => string) =>
    infer('Agency NPN|Writing Agent|Commission', (at) => `${numberOf(at % 3)}|${nameOf(at % 3)}|${premiumOf(at)}.50`)
      .config.columns;

  it('is no id of theirs where all have one, which is the agency', () => {
    const columns = columnsOf(
      () => '4417208',
      (at) => agents[at] ?? '',
    );
    expect(columns.agent_name).toBe('Writing Agent');
    expect(columns.agent_id).toBeUndefined();
  });

  it('counter-case: is their id where it differs, or where one agent is written in several ways', () => {
    const own = columnsOf(
      (at) => `${4417208 + at}`,
      (at) => agents[at] ?? '',
    );
    const one = columnsOf(
      () => '4417208',
      (at) => ['Bo Lang', 'LANG, BO', 'B Lang'][at] ?? '',
    );
    expect([own.agent_id, one.agent_id]).toEqual(['Agency NPN', 'Agency NPN']);
  });
});

describe('words of worksite and annuity statements', () => {
  it('the employee is the member, and not the employer beside it', () => {
    const rows = Array.from(
      { length: ROWS },
      (_, at) =>
        `${at < 5 ? 'Acme Roofing' : 'Birch Dental'}|ROE, AMY ${'ABCDEFGH'.charAt(at)}|E${4170 + at}|${4 + at}.25`,
    );
    const { config } = inferConfig(csv(table(`Group Name|Employee|Emp ID|Commission\n${rows.join('\n')}`)));
    expect(config.columns).toMatchObject({ member_name: 'Employee', commission_amount: 'Commission' });
  });

  it('a trail is a commission', () => {
    const { config } = infer('Account Value|Trail', (at) => `${premiumOf(at)}000.00|${shareOf(at, 0.25)}`);
    expect(config.columns.commission_amount).toBe('Trail');
  });
});
