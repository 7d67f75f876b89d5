import { describe, expect, it, test } from 'vitest';
import { compareSheet } from '../../../core/agent-pay/compare-sheet.ts';
import type { AgentSettlement } from '../../../core/agent-pay/compose-run.ts';
import { planPaySheet, type SheetKnownAgent } from '../../../core/agent-pay/plan-pay-sheet.ts';
import { readPaySheet } from '../../../core/agent-pay/read-pay-sheet.ts';
import { NO_BALANCE } from '../../../core/agent-pay/settle-agent.ts';
import { isRefused } from '../../../core/problem.ts';
import type { Cell, StatementSource } from '../../../core/statement/source.ts';

describe('pay sheet', () => {
  const source = (...rows: Cell[][]): StatementSource => ({
    fileType: 'csv',
    sheets: [{ name: '', hidden: false, rows: () => rows.map((cells, at) => ({ row: at + 1, cells })) }],
  });
  const rowsOf = (...rows: Cell[][]) => {
    const read = readPaySheet(source(...rows));
    if (isRefused(read)) throw new Error(JSON.stringify(read));
    return read;
  };
  const HEADER = ['Agent', 'NPN', 'E-mail', 'First Year %', 'Renewal %', 'Upline', 'Opening balance', 'W-9 on file'];

  test('reads shares, balances and days as people write them', () => {
    expect(
      rowsOf(
        ['Agents of 2026'],
        HEADER,
        ['Dana Whitfield', '18273645', 'dana@harbor.example', '62.5 %', '70', 'Lee Park', '(1,250.50)', '3/14/2025'],
        ['Lee Park', '', '', '', '', '', '300', 'yes'],
      ),
    ).toEqual([
      {
        ...{
          row: 3,
          name: 'Dana Whitfield',
          npn: '18273645',
          email: 'dana@harbor.example',
          firstYear: 62.5,
          renewal: 70,
        },
        ...{ upline: 'Lee Park', opening: -12_505_000, taxForm: '2025-03-14', fault: null },
      },
      {
        ...{ row: 4, name: 'Lee Park', npn: null, email: null, firstYear: null, renewal: null },
        ...{ upline: null, opening: 3_000_000, taxForm: true, fault: null },
      },
    ]);
  });

  test('says what is wrong with a cell', () => {
    const faultOf = (...cells: string[]) => rowsOf(HEADER, cells)[0]?.fault;
    expect(faultOf('', '1')).toBe('names nobody');
    expect(faultOf('Dana', 'A-1')).toBe('has an NPN that is none: "A-1"');
    expect(faultOf('Dana', '', 'dana')).toBe('has an email that is none: "dana"');
    expect(faultOf('Dana', '', '', '160', '70')).toBe('has a first-year share that is not between 0 and 100: "160"');
    expect(faultOf('Dana', '', '', '60', '')).toBe('has only one of the two shares');
    expect(faultOf('Dana', '', '', '', '', '', '10.005')).toBe('has a balance that has parts of a cent: "10.005"');
    expect(faultOf('Dana', '', '', '', '', '', '', 'soon')).toBe(
      'has a tax form that is neither a day nor yes or no: "soon"',
    );
  });

  test('refuses a file without names of columns, and one without a row', () => {
    expect(readPaySheet(source(['Dana', '60']))).toMatchObject({ refused: { code: 'validation_error' } });
    expect(readPaySheet(source(HEADER))).toMatchObject({ refused: { code: 'validation_error' } });
  });

  const dana: SheetKnownAgent = {
    ...{
      agentId: 'dana',
      name: 'Dana Whitfield',
      npn: '1',
      email: null,
      uplineId: null,
      taxFormOn: null,
      isHouse: false,
    },
    ...{ texts: ['WHITFIELD, DANA'], shares: null, opening: 0, isSettled: false, hasDatedUplines: false },
  };
  const plan = (known: readonly SheetKnownAgent[], ...rows: string[][]) => {
    let count = 0;
    const newId = () => `new ${++count}`;
    return planPaySheet({ rows: rowsOf(HEADER, ...rows), known, newId, today: '2026-03-01' });
  };
  const details = (known: readonly SheetKnownAgent[], ...rows: string[][]) =>
    plan(known, ...rows).map(({ state, detail }) => detail ?? state);

  test('a known agent is found by NPN or by the words of a name, and an upline may be a new agent of the sheet', () => {
    const rows = plan(
      [dana],
      ['Whitfield Dana', '', 'd@harbor.example', '60', '70', 'Lee Park', '-500', 'yes'],
      ['Lee Park', '2'],
    );
    expect(rows).toMatchObject([
      {
        state: 'changed',
        record: {
          ...{ agentId: 'dana', name: 'Dana Whitfield', npn: '1', email: 'd@harbor.example' },
          uplineId: 'new 1',
        },
        changes: [
          'Email d@harbor.example',
          'Upline Lee Park',
          'Tax form on file since 2026-03-01',
          'Plan 60 % first year, 70 % renewal',
          'Opening balance: the agent owes $500.00',
        ],
        shares: { firstYear: 60, renewal: 70 },
        opening: -5_000_000,
      },
      { state: 'new', agentId: 'new 1', record: { name: 'Lee Park', npn: '2' }, changes: ['New agent'] },
    ]);
  });

  test('a row that says what is known changes nothing', () => {
    const known = { ...dana, shares: { firstYear: 60, renewal: 70 }, opening: -5_000_000, isSettled: true };
    expect(plan([known], ['Dana Whitfield', '1', '', '60', '70', '', '-500'])).toMatchObject([
      { state: 'same', changes: [], record: null, shares: null, opening: null },
    ]);
  });

  test('unclear rows and rows that cannot be taken are faulty', () => {
    const twin = { ...dana, agentId: 'twin', npn: '3' };
    expect(details([dana, twin], ['Dana Whitfield'])).toEqual([
      'More than one agent has this name. Add the NPN, or join their records.',
    ]);
    expect(details([dana], ['Dana Whitfield', '9'])).toEqual(['Dana Whitfield has the NPN 1.']);
    expect(details([], ['Ann Lee'], ['Lee, Ann'])).toEqual(
      Array(2).fill('Another row of the sheet is the same agent.'),
    );
    expect(details([], ['Ann Lee', '5'], ['Bo Ray', '5'])).toEqual(
      Array(2).fill('Another row of the sheet has the same NPN.'),
    );
    expect(details([dana], ['Dana Whitfield', '', '', '', '', 'Nobody'])).toEqual([
      'Neither the sheet nor the records have the upline "Nobody".',
    ]);
    expect(details([{ ...dana, isSettled: true }], ['Dana Whitfield', '', '', '', '', '', '20'])).toEqual([
      'A run has settled with the agent already. Add an adjustment to a run instead.',
    ]);
    expect(details([{ ...dana, isHouse: true }], ['Dana Whitfield', '', '', '60', '60'])).toEqual([
      "The agent is the agency's own account, which keeps all and has no plan.",
    ]);
    const circle = 'The uplines lead back to the same agent.';
    expect(
      details([dana], ['Dana Whitfield', '', '', '', '', 'Ann Lee'], ['Ann Lee', '', '', '', '', 'Dana Whitfield']),
    ).toEqual([circle, circle]);
  });
});

describe('compare sheet', () => {
  const DOLLAR = 10_000;
  const settled = (agentId: string, paid: number, more: Partial<AgentSettlement> = {}): AgentSettlement => ({
    ...{
      agentId,
      earned: paid * DOLLAR,
      takenBack: 0,
      adjustments: 0,
      advance: 0,
      heldBack: 0,
      released: 0,
      recovered: 0,
    },
    ...{ paid: paid * DOLLAR, before: NO_BALANCE, after: NO_BALANCE, ...more },
  });
  const agents = [
    { agentId: 'dana', name: 'Dana Whitfield', texts: ['WHITFIELD, D', 'A17'] },
    { agentId: 'lee', name: 'Lee Park', texts: [] },
    { agentId: 'ann', name: 'Ann Roe', texts: [] },
  ];

  describe('a run beside the sheet of before', () => {
    it('matches names in any order, spellings and numbers, adds rows up and says what explains a difference', () => {
      const rows = [
        { agent: 'whitfield, d', amount: 60 * DOLLAR },
        { agent: 'A17', amount: 40 * DOLLAR },
        { agent: 'Park, Lee', amount: 50 * DOLLAR },
        { agent: 'Zoe Nobody', amount: 7 * DOLLAR },
      ];
      const settlements = [
        settled('dana', 100),
        settled('lee', 30, { takenBack: -5 * DOLLAR, heldBack: 20 * DOLLAR }),
        settled('ann', 3),
      ];
      expect(compareSheet({ rows, agents, settlements })).toEqual([
        {
          ...{ agentId: 'lee', agentName: 'Lee Park', run: 30 * DOLLAR, sheet: 50 * DOLLAR, difference: -20 * DOLLAR },
          reasons: ['Held back: -$20.00, exactly the difference.', 'Taken back: -$5.00.'],
        },
        {
          ...{ agentId: null, agentName: 'Zoe Nobody', run: null, sheet: 7 * DOLLAR, difference: -7 * DOLLAR },
          reasons: ['No agent has this name or number.'],
        },
        {
          ...{ agentId: 'ann', agentName: 'Ann Roe', run: 3 * DOLLAR, sheet: null, difference: 3 * DOLLAR },
          reasons: ['The sheet does not have the agent.'],
        },
        {
          ...{ agentId: 'dana', agentName: 'Dana Whitfield', run: 100 * DOLLAR, sheet: 100 * DOLLAR, difference: 0 },
          reasons: [],
        },
      ]);
    });

    it('guesses no agent for a name that two agents have', () => {
      const two = [
        { agentId: 'one', name: 'Lee Park', texts: [] },
        { agentId: 'two', name: 'PARK, LEE', texts: [] },
      ];
      const [row] = compareSheet({ rows: [{ agent: 'Park Lee', amount: DOLLAR }], agents: two, settlements: [] });
      expect(row?.agentId).toBeNull();
    });
  });
});
