import { legibleText } from '../statement/displayed-text.ts';
import { headerWords } from '../statement/header-words.ts';
import { CREDIT_DEBIT, formOfMarks, PLUS_MINUS } from '../statement/unnamed-marks.ts';
import type { SheetTable, TableColumn } from './find-table.ts';
import { speaksOfChargebacks } from './money-columns.ts';

/** A column that marks each line as payment or chargeback: "D/C", "CR/DR", "Sign", "Chargeback" (Y/N). */
export interface SignMarker {
  readonly column: TableColumn;
  /** True for a chargeback, by row. */
  readonly takenBack: readonly boolean[];
  /** The pattern by which a configuration recognises chargebacks. */
  readonly pattern: string;
}

/** A pair of marks for payments and chargebacks. */
interface MarkForm {
  readonly paid: RegExp;
  readonly back: RegExp;
  /** `back` as a pattern of a configuration. */
  readonly pattern: string;
  /** Returns whether the header names a column of these marks. */
  readonly fitsHeader: (words: readonly string[], name: string) => boolean;
  /** True when both marks prove the form under any header. */
  readonly isSelfEvident: boolean;
}

/** Words of headers above marks of debit and credit. */
const SIDES = new Set('d c dr cr db dc drcr crdr debit credit sign'.split(' '));
/** Further words that such headers may have. "Part C/D" and "Chargeback Eligible" have other words. */
const ALLOWED_BESIDE = new Set(
  'flag indicator ind code is yes no y n mark type transaction entry amount commission line or'.split(' '),
);
const isOfSides = (words: readonly string[]) =>
  words.some((word) => SIDES.has(word)) && words.every((word) => SIDES.has(word) || ALLOWED_BESIDE.has(word));
const isOfChargebacks = (words: readonly string[], name: string) =>
  speaksOfChargebacks(name) && words.every((word) => ALLOWED_BESIDE.has(word) || PART_OF_CHARGEBACK.test(word));
const PART_OF_CHARGEBACK = /^(?:charge|claw|take|backs?|chargebacks?|(?:claw|take)backs?|recoup|recover|revers)/;

const FORMS: readonly MarkForm[] = [
  {
    ...CREDIT_DEBIT,
    pattern: '/^(?:debits?|dr|db)$/i',
    fitsHeader: isOfSides,
    isSelfEvident: true,
  },
  { paid: /^c$/i, back: /^d$/i, pattern: '/^d$/i', fitsHeader: isOfSides, isSelfEvident: false },
  { ...PLUS_MINUS, pattern: '/^[-\u2212]$/', fitsHeader: isOfSides, isSelfEvident: true },
  {
    paid: /^(?:n|no|f|false|0)$/i,
    back: /^(?:y|yes|t|true|x|1)$/i,
    pattern: '/^(?:y|yes|t|true|x|1)$/i',
    fitsHeader: isOfChargebacks,
    isSelfEvident: false,
  },
];

/** Finds the first column whose cells are all marks, with at least one chargeback; null without such a column. */
export function signMarker(table: SheetTable): SignMarker | null {
  for (const column of table.columns) {
    const form = FORMS.find((candidate) => hasForm(column, candidate));
    if (form === undefined) continue;
    const takenBack = column.profile.texts.map((text) => form.back.test(text));
    if (takenBack.includes(true)) return { column, takenBack, pattern: form.pattern };
  }
  return null;
}

/** Returns by row the mark of chargebacks in a column without a header, which no format can name; null without such a column. */
export function unnamedMarks({ columns, dataRows }: SheetTable): readonly string[] | null {
  const named = new Set(columns.map(({ index }) => index));
  const width = dataRows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  for (let index = 0; index < width; index += 1) {
    if (named.has(index)) continue;
    const texts = dataRows.map(({ cells }) => legibleText(cells[index] ?? ''));
    const form = formOfMarks(texts);
    const marks = texts.map((text) => (form?.back.test(text) === true ? text : ''));
    if (marks.some((mark) => mark !== '')) return marks;
  }
  return null;
}

/**
 * Returns whether all cells of a column are marks of a form. Without a fitting header both marks must occur, because a dash may be a blank
 * and "DR" a doctor.
 */
function hasForm({ name, profile }: TableColumn, { paid, back, fitsHeader, isSelfEvident }: MarkForm): boolean {
  const texts = profile.texts.filter((text) => text !== '');
  if (!texts.every((text) => paid.test(text) || back.test(text))) return false;
  const hasBoth = texts.some((text) => paid.test(text)) && texts.some((text) => back.test(text));
  return fitsHeader(headerWords(name.replace(/#\d+$/, '')), name) || (isSelfEvident && hasBoth);
}
