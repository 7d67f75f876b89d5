import fc from 'fast-check';
import { ATTACKS, ORDINARY_QUERIES } from '../../saved-report/corpus/attacks.ts';

/** Makes random queries by cutting, mixing and damaging the collected queries. */

const LONGEST = 3_000;
const TEXTS = [...ORDINARY_QUERIES, ...ATTACKS].map(({ sql }) => sql).filter((sql) => sql.length <= LONGEST);
const LEXEME = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\s+|\w+|[^\s\w]/g;
const WORDS = [...new Set(TEXTS.flatMap(lexemesOf))];

function lexemesOf(text: string): string[] {
  return text.match(LEXEME) ?? [];
}

const at = fc.nat(10_000);
const text = fc.constantFrom(...TEXTS);
const word = fc.oneof(
  fc.constantFrom(...WORDS),
  text.map((query) => `(${query})`),
  fc.string({ unit: 'binary', maxLength: 4 }),
);

const edit = fc.oneof(
  fc.record({ kind: fc.constantFrom('replace' as const, 'insert' as const), at, word }),
  fc.record({ kind: fc.constantFrom('remove' as const, 'double' as const, 'cut' as const), at, word: fc.constant('') }),
  fc.record({
    kind: fc.constantFrom('swap' as const, 'damage' as const),
    at,
    word: fc.string({ unit: 'grapheme', maxLength: 2 }),
  }),
);

/** A collected query with up to five edits of its words. */
export const mutatedQuery: fc.Arbitrary<string> = fc
  .record({ text, edits: fc.array(edit, { minLength: 1, maxLength: 5 }) })
  .map((mutated) => {
    const lexemes = lexemesOf(mutated.text);
    for (const one of mutated.edits) applyEdit(lexemes, one);
    return lexemes.join('');
  });

function applyEdit(
  lexemes: string[],
  { kind, at: where, word: put }: { kind: string; at: number; word: string },
): void {
  const index = where % Math.max(1, lexemes.length);
  const other = (where * 7) % Math.max(1, lexemes.length);
  const own = lexemes[index] ?? '';
  if (kind === 'replace') lexemes[index] = put;
  if (kind === 'insert') lexemes.splice(index, 0, put, ' ');
  if (kind === 'remove') lexemes.splice(index, 1);
  if (kind === 'double') lexemes.splice(index, 0, own, ' ');
  if (kind === 'cut') lexemes.length = Math.max(1, index);
  if (kind === 'damage')
    lexemes[index] = own.slice(0, where % (own.length + 1)) + put + own.slice(where % (own.length + 1));
  if (kind === 'swap') {
    lexemes[index] = lexemes[other] ?? '';
    lexemes[other] = own;
  }
}

/** Texts of any characters, including lone surrogates. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 100 }).map((units) => String.fromCharCode(...units)),
  fc.string({ maxLength: 100 }).map((tail) => `select ${tail}`),
);

/** Trees that no parser makes. */
export const anyTree: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything(),
  fc.anything().map((value) => ({ stmts: [{ stmt: { SelectStmt: value } }] })),
  fc
    .anything()
    .map((value) => ({ stmts: [{ stmt: { SelectStmt: { targetList: [{ ResTarget: { val: value } }] } } }] })),
  fc.anything().map((value) => ({ stmts: [{ stmt: { SelectStmt: { withClause: value } }, stmt_len: value }] })),
);
