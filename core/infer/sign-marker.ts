import { headerWords } from '../statement/header-words.ts';
import type { SheetTable, TableColumn } from './find-table.ts';
import { speaksOfChargebacks } from './money-columns.ts';

/** A column that says of each line whether its amount is paid or taken back: "D/C", "CR/DR", "Sign", "Chargeback" (Y/N). */
export interface SignMarker {
  readonly column: TableColumn;
  /** By row, whether it is taken back. */
  readonly takenBack: readonly boolean[];
  /** What a configuration tells those rows by. */
  readonly pattern: string;
}

interface Form {
  readonly paid: RegExp;
  readonly back: RegExp;
  readonly pattern: string;
  /** Whether its header says that a column is of this form. */
  readonly isSaid: (words: readonly string[], name: string) => boolean;
  /** Whether both marks together say it, whatever the header is. */
  readonly saysItself: boolean;
}

const SIDES = new Set('d c dr cr db dc drcr crdr debit credit sign'.split(' '));
/** "Part C/D" and "Chargeback Eligible" are of other things. */
const BESIDE = new Set(
  'flag indicator ind code is yes no y n mark type transaction entry amount commission line or'.split(' '),
);
const isOfSides = (words: readonly string[]) =>
  words.some((word) => SIDES.has(word)) && words.every((word) => SIDES.has(word) || BESIDE.has(word));
const isOfChargebacks = (words: readonly string[], name: string) =>
  speaksOfChargebacks(name) && words.every((word) => BESIDE.has(word) || PART_OF_CHARGEBACK.test(word));
const PART_OF_CHARGEBACK = /^(?:charge|claw|take|backs?|chargebacks?|(?:claw|take)backs?|recoup|recover|revers)/;

const FORMS: readonly Form[] = [
  {
    paid: /^(?:credits?|cr)$/i,
    back: /^(?:debits?|dr|db)$/i,
    pattern: '/^(?:debits?|dr|db)$/i',
    isSaid: isOfSides,
    saysItself: true,
  },
  { paid: /^c$/i, back: /^d$/i, pattern: '/^d$/i', isSaid: isOfSides, saysItself: false },
  { paid: /^\+$/, back: /^[-\u2212]$/, pattern: '/^[-\u2212]$/', isSaid: isOfSides, saysItself: true },
  {
    paid: /^(?:n|no|f|false|0)$/i,
    back: /^(?:y|yes|t|true|x|1)$/i,
    pattern: '/^(?:y|yes|t|true|x|1)$/i',
    isSaid: isOfChargebacks,
    saysItself: false,
  },
];

/** The first such column that marks a row as taken back. */
export function signMarker(table: SheetTable): SignMarker | null {
  for (const column of table.columns) {
    const form = FORMS.find((one) => isOf(one, column));
    if (form === undefined) continue;
    const takenBack = column.profile.texts.map((text) => form.back.test(text));
    if (takenBack.includes(true)) return { column, takenBack, pattern: form.pattern };
  }
  return null;
}

/** A dash in a column of another name stands for nothing, and "DR" before a name for a doctor: there both marks must occur. */
function isOf({ paid, back, isSaid, saysItself }: Form, { name, profile }: TableColumn): boolean {
  const texts = profile.texts.filter((text) => text !== '');
  if (!texts.every((text) => paid.test(text) || back.test(text))) return false;
  const hasBoth = texts.some((text) => paid.test(text)) && texts.some((text) => back.test(text));
  return isSaid(headerWords(name.replace(/#\d+$/, '')), name) || (saysItself && hasBoth);
}
