import fc from 'fast-check';
import { RE2JS } from 're2js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { filePatternProblem } from '../../../core/intake/match-carrier.ts';
import { PATTERN_LIMITS, PATTERN_PROCESSOR_SECONDS } from '../../../core/limits/statement-limits.ts';
import { submittedConfigSchema } from '../../../core/statement/config.ts';
import { mapStatement } from '../../../core/statement/map-statement.ts';
import { compileCapture, compilePatterns, expressionSize } from '../../../core/statement/pattern.ts';
import { rowText } from '../../../core/statement/row-kind.ts';
import { processorClock } from '../../../lambdas/runtime/processor-clock.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { configOf, csv, mapped, rejected, table } from './statements.ts';

const COLUMNS = { member_external_id: 'Member ID', commission_amount: 'Commission' };
const ROWS = csv(table('Member ID|Commission\nM-1|10.00\nM-2|20.00'));
const { textCharacters } = PATTERN_LIMITS;

afterEach(() => {
  vi.restoreAllMocks();
});

function faults(config: object): readonly string[] {
  const parsed = submittedConfigSchema.safeParse({ fileType: 'csv', columns: COLUMNS, ...config });
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
}

/** Each pattern compiles to a large program, or to a program of large parts. */
const LARGE = [
  ['counted repetition in another', '((a?b?){100}){10}$Z'],
  ['three nested counted repetitions', '(?:(?:(?:a?b?){10}){10}){9}[YZ]$'],
  ['without a group around the inner one', '(?:[ab]{0,30}c?){30}'],
  ['many repetitions one after the other', 'a{999}'.repeat(80)],
  ['a long chain of what may be left out', `${'a?'.repeat(240)}b`.replace(/^/, '(?:').concat('){9}')],
  ['alternatives, repeated', `(?:${'ab|ba|aba|bab|'.repeat(20)}.){30}[YZ]$`],
  ['any sign, counted', '.{0,1000}[YZ]$'],
  ['open to the right', '(?:ab?){900,}[YZ]$'],
  ['hidden behind a class with parentheses', '([)(]{100}){10}'],
  ['hidden behind a quotation', '(\\Q)(\\E{100}x?){10}'],
  ['hidden behind an escape', '(\\)\\({100}x?){10}'],
  ['named and with flags', '(?P<id>(?i:a?b?){100}){10}'],
  ['Unicode classes, repeated', '(?i)(?:\\pL?\\PN?[^\\pM]?){400}[YZ]$'],
] as const;

describe('a large pattern', () => {
  test.each(LARGE)('is refused by name before it is compiled: %s', (_, expression) => {
    const compile = vi.spyOn(RE2JS, 'compile');
    expect(faults({ skipRows: { patterns: ['Page', `/${expression}/`] } })).toEqual([
      expect.stringMatching(/^skipRows\.patterns\.1 is too (?:large|much): .*\d+ steps/),
    ]);
    expect(faults({ memberId: { pattern: `(${expression})` } })[0]).toMatch(/^memberId\.pattern is too (?:large|much)/);
    expect(faults({ columns: { ...COLUMNS, agent_id: { groupRow: `(${expression})` } } })[0]).toMatch(
      /^columns\.agent_id\.groupRow is too (?:large|much)/,
    );
    expect(faults({ transactionTypes: { ignore: [`/${expression}/i`] } })[0]).toMatch(/^transactionTypes\.ignore\.0 /);
    expect(compile.mock.calls.filter(([source]) => source.includes(expression))).toEqual([]);
  });

  test.each(LARGE)('fails the statement for good if it was stored earlier: %s', (_, expression) => {
    const compile = vi.spyOn(RE2JS, 'compile');
    for (const config of [
      configOf({ skipRows: { patterns: [`/${expression}/`] } }),
      configOf({ memberId: { pattern: `(${expression})` } }),
      configOf({ columns: { ...COLUMNS, agent_id: { groupRow: `(${expression})` } } }),
      configOf({ transactionTypes: { chargeback: [`/${expression}/`] } }),
    ]) {
      const { code, detail } = rejected(ROWS, config);
      expect(code).toBe('unusable_patterns');
      expect(detail).toMatch(/(?:patterns|pattern|groupRow|chargeback)\S* is too (?:large|much)/);
    }
    expect(compile.mock.calls.filter(([source]) => source.includes(expression))).toEqual([]);
  });

  test('may be many small ones, which are refused together', () => {
    const words = (count: number) => Array.from({ length: count }, (_, at) => `/word${at}/`);
    expect(faults({ skipRows: { patterns: words(50) }, transactionTypes: { ignore: words(50) } })[0]).toMatch(
      /101 regular expressions, at most 60/,
    );
    const long = Array.from({ length: 10 }, () => `/${'x'.repeat(490)}/`);
    expect(faults({ skipRows: { patterns: long } })[0]).toMatch(/together have \d+ steps/);
    const classes = [`/(?i)${'\\PL'.repeat(41)}/`];
    expect(faults({ skipRows: { patterns: classes } })[0]).toMatch(/skipRows\.patterns\.0 .* 41 Unicode classes/);
    expect(faults({ skipRows: { patterns: [`/[${'\\pL\\PN'.repeat(21)}]/`] } })[0]).toMatch(/42 Unicode classes/);
    expect(faults({ skipRows: { patterns: Array.from({ length: 50 }, (_, at) => `plain ${at}`) } })).toEqual([]);
  });

  test('is refused for more groups than a capture needs', () => {
    expect(faults({ memberId: { pattern: '(a)'.repeat(11) } })[0]).toMatch(/11 groups .* at most 10/);
    expect(faults({ memberId: { pattern: `(${'(?:a)'.repeat(50)})` } })).toEqual([]);
  });

  test('does not include the parts of shipped formats', () => {
    const patterns = [
      '/^(total|subtotal|grand total)/i',
      '/page \\d+ of \\d+/i',
      '/^[A-Z]{2}\\d{3}-\\d{4,9}$/',
      '/^\\p{Lu}+:/',
    ];
    expect(
      faults({ skipRows: { patterns }, memberId: { pattern: '^([0-9A-F]{8}(?:-[0-9A-F]{4}){3})-\\d+$' } }),
    ).toEqual([]);
  });

  test('includes a file name with more wildcards than allowed', () => {
    expect(filePatternProblem(`${'*x'.repeat(10)}{YYYY}{MM}`)).toBeNull();
    expect(filePatternProblem(`${'*x'.repeat(11)}{YYYY}{MM}`)).toMatch(/11 times \*/);
    expect(faults({ sftp: { patterns: [`${'*1'.repeat(120)}{YYYY}{MM}`] } })[0]).toMatch(/^sftp\.patterns\.0 has 120/);
  });
});

describe('the time of patterns in one statement', () => {
  const rows = csv([['Member ID', 'Commission'], ...Array.from({ length: 300 }, (_, at) => [`M-${at}`, '1.00'])]);
  /** Makes a clock that advances by a tenth of the total pattern time with each read. */
  const slowClock = () => {
    let ms = 0;
    return () => (ms += PATTERN_PROCESSOR_SECONDS * 100);
  };

  test.each([
    ['skip patterns', { skipRows: { patterns: ['/nothing/'] } }],
    ['ids', { memberId: { pattern: '(.*)' } }],
    [
      'types',
      { columns: { ...COLUMNS, transaction_type: 'Member ID' }, transactionTypes: { chargeback: ['/nothing/'] } },
    ],
  ])('is counted, and fails the statement above the limit: %s', (_, options) => {
    const mapping = mapStatement(rows, configOf(options), { period: '2026-03', clock: slowClock() });
    expect(mapping).toMatchObject({ kind: 'rejected', rejection: { code: 'unusable_patterns' } });
    expect(mapStatement(rows, configOf(options), { period: '2026-03', clock: () => 0 }).kind).toBe('mapped');
  });

  test('is bounded for an allowed expression and its most expensive rows', () => {
    // The state depends on which of the last two hundred letters were an a, so nearly every letter leads to a new state.
    let state = 1;
    const letter = () => {
      state = (state * 48_271) % 2_147_483_647;
      return 'ab'[state % 2] ?? '';
    };
    const costly = Array.from({ length: 700 }, (_, at) => [
      `M-${at}`,
      '1.00',
      Array.from({ length: 3_900 }, letter).join(''),
    ]);
    const patterns = ['/a.{200}[YZ]$/', '/b.{200}[YZ]$/'];
    expect(faults({ skipRows: { patterns } })).toEqual([]);
    const source = csv([['Member ID', 'Commission', 'Note'], ...costly]);
    const mapping = mapStatement(source, configOf({ skipRows: { patterns } }), { period: '', clock: processorClock });
    expect(mapping).toMatchObject({ kind: 'rejected', rejection: { code: 'unusable_patterns' } });
  });

  test('does not include plain texts', () => {
    const config = configOf({ skipRows: { patterns: ['nothing'] }, transactionTypes: { chargeback: ['Taken back'] } });
    const clock = vi.fn(() => 0);
    expect(mapStatement(rows, config, { period: '2026-03', clock }).kind).toBe('mapped');
    expect(clock.mock.calls.length).toBeLessThan(60);
  });

  test('has its own limit while a statement is read', () => {
    let ms = 0;
    const clock = () => (ms += 20_000);
    expect(mapStatement(rows, configOf({}), { period: '2026-03', clock })).toMatchObject({
      rejection: { code: 'took_too_long', detail: expect.stringContaining('60 seconds of processor time') },
    });
  });
});

describe('a text longer than patterns can match', () => {
  const long = 'x'.repeat(textCharacters);

  test('matches no expression, with a warning', () => {
    const fits = compilePatterns(['/x/', 'plain']);
    expect([fits(long), fits(`${long}x`), fits('plain')]).toEqual([true, null, true]);
    expect(compilePatterns(['plain'])(`${long}x`)).toBe(false);
    expect([compileCapture('(x)')(long), compileCapture('(x)')(`${long}x`)]).toEqual(['x', null]);
  });

  test('fails its row, even one that might be skipped', () => {
    const source = csv([
      ['Member ID', 'Commission', 'Note'],
      ['M-1', '10.00', 'short'],
      ['M-2', '20.00', `${long} void`],
      ['', '', `${long} void`],
    ]);
    const { lines, failures } = mapped(source, configOf({ skipRows: { patterns: ['/void/'] } }));
    expect(lines.map(({ memberKey }) => memberKey)).toEqual(['M-1']);
    expect(failures.map(({ row }) => row)).toEqual([3, 4]);
    expect(failures[0]?.errors).toEqual([
      'the row has more than 4,000 characters, too many to compare with the patterns of skipRows',
    ]);
    expect(mapped(source, configOf({})).lines).toHaveLength(2);
  });

  test('fails its row as a type, because the sign is unknown', () => {
    const source = csv([
      ['Member ID', 'Commission', 'Type'],
      ['M-1', '10.00', 'chargeback'],
      ['M-2', '20.00', `${long} chargeback`],
    ]);
    const columns = { ...COLUMNS, transaction_type: 'Type' };
    const { lines, failures } = mapped(source, configOf({ columns, sign: 'by_type' }));
    expect(lines.map(({ memberKey, amount }) => [memberKey, amount])).toEqual([['M-1', -100_000]]);
    expect(failures.map(({ row }) => row)).toEqual([3]);
    expect(failures[0]?.errors[0]).toMatch(/transaction_type.*patterns of transactionTypes/);
  });

  test('gives the rows below it no block, and not the block before either', () => {
    const source = csv([
      ['Member ID', 'Commission'],
      ['Agent: 17', ''],
      ['M-1', '10.00'],
      [`Agent: 18 ${long}`, ''],
      ['M-2', '20.00'],
    ]);
    const columns = { ...COLUMNS, agent_id: { groupRow: 'Agent: (\\d+)' } };
    const { lines, failures } = mapped(source, configOf({ columns }));
    expect(lines.map(({ memberKey, agentId }) => [memberKey, agentId])).toEqual([
      ['M-1', '17'],
      ['M-2', null],
    ]);
    expect(failures.map(({ row }) => row)).toEqual([4]);
  });

  test('is not joined further than the limit for a row', () => {
    const cells = Array.from({ length: 400 }, (_, at) => `${at} ${'y'.repeat(1_000)}`);
    const textOf = vi.fn(String);
    expect(rowText(cells, textOf)).toHaveLength(textCharacters + 1);
    expect(textOf).toHaveBeenCalledTimes(4);
  });
});

/** Returns the size of RE2's program, or null for a broken pattern. */
function programSize(expression: string): number | null {
  try {
    return RE2JS.compile(expression).programSize();
  } catch {
    return null;
  }
}

const LEAVES = [
  'a',
  'bc',
  '.',
  '\\d',
  '\\pL',
  '\\x{41}',
  '[a-z]',
  '[^]x]',
  '[[:alpha:](]',
  '[)\\]{2}]',
  '\\Q(]{3}\\E',
  '\\(',
  '^',
  '$',
  '\\b',
  '',
];
const REPETITIONS = ['*', '+', '?', '*?', '{0}', '{1}', '{3}', '{2,}', '{0,}', '{0,4}', '{2,5}', '{3}?'];

const { expression } = fc.letrec<{ expression: string; group: string; item: string }>((tie) => ({
  expression: fc.array(tie('item'), { maxLength: 4 }).map((items) => items.join('')),
  group: fc
    .tuple(fc.constantFrom('(', '(?:', '(?i:', '(?P<n>'), fc.array(tie('expression'), { minLength: 1, maxLength: 3 }))
    .map(([open, branches]) => `${open}${branches.join('|')})`),
  item: fc
    .tuple(
      fc.oneof({ depthSize: 'small' }, fc.constantFrom(...LEAVES), tie('group')),
      fc.constantFrom('', ...REPETITIONS),
    )
    .map((parts) => parts.join('')),
}));

describe('the size estimated from the text', () => {
  test('is never less than the program, whatever is nested and quoted', () => {
    let compiled = 0;
    fc.assert(
      fc.property(expression, (text) => {
        const size = programSize(text);
        if (size !== null) compiled += 1;
        expect(expressionSize(text).instructions, text).toBeGreaterThanOrEqual(size ?? 0);
      }),
      { numRuns: propertyRuns(3_000) },
    );
    expect(compiled).toBeGreaterThan(propertyRuns(1_000));
  });

  test('counts a repetition after an empty quotation for the part before it', () => {
    for (const text of ['-{9}\\Q\\E{9}', 'a\\Q\\E{9}', '(ab)\\Q\\E\\Q\\E{9}']) {
      expect(expressionSize(text).instructions, text).toBeGreaterThanOrEqual(programSize(text) ?? 0);
    }
  });

  test('is never less for any characters in any order', () => {
    const signs = fc.array(fc.constantFrom(...'()[]{}|*+?\\^$:-,019aQEpP', '(?', '{9}', '{0,9}', '\\Q', '\\E', '[^'), {
      maxLength: 14,
    });
    fc.assert(
      fc.property(
        signs.map((parts) => parts.join('')),
        (text) => {
          expect(expressionSize(text).instructions, text).toBeGreaterThanOrEqual(programSize(text) ?? 0);
        },
      ),
      { numRuns: propertyRuns(20_000) },
    );
  });

  test('is close to the program for typical formats', () => {
    for (const text of [
      'chargeback|chgbck|clawback|recoup',
      '^(\\d{3})-(\\d{2})-(\\d{4})$',
      'page \\d+ of \\d+',
      '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
    ]) {
      expect(expressionSize(text).instructions).toBeLessThan(2 * (programSize(text) ?? 0) + 10);
    }
  });
});
