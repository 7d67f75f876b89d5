import { format as formatNumber } from 'numfmt';
import type { NumberCell, NumberFormat } from './source.ts';

/** Texts that a number format shows before and after the digits of a number, such as "(" and ")", or " CR". */
export interface ShownAround {
  readonly before: string;
  readonly after: string;
}

/** Texts around positive and negative numbers; null for nothing but a currency and the number's own sign. */
interface ShownSigns {
  readonly positive: ShownAround | null;
  readonly negative: ShownAround | null;
  /** True when a negative number is shown like a positive one, not even in another color. */
  readonly hidesMinus: boolean;
}

/** Longest format code of Excel. Longer codes are ignored, because they could be made to exhaust the reader. */
const FORMAT_CHARACTERS_MAX = 255;
const CURRENCY = /USD|US\$|\$|\+|\s/gi;
const MINUS = /^[-\u2010-\u2015\u2212]$/;
const PARENTHESES = new Set(['()', '[]', '<>']);
/** Matches the color of a format's section. */
const COLOR = /\[(?:black|blue|cyan|green|magenta|red|white|yellow|color\s*\d+)\]/i;

/** Parts of a format that show nothing but digits and dollars: "#,##0.00", "_)", "* ", "[Red]", "[$-409]", "$". */
const USUAL = String.raw`(?:[#0?,.\s$@/]|E\+|General|_.|\*.|\[\$\$?(?:-[^\]]*)?\]|\[(?:red|black|blue|green|color ?\d+)\]|"\$"|\\[ $])*`;
/** Matches a format that shows nothing beside a number above zero. Nearly all formats of amounts match, so that few have to be applied. */
const USUAL_ABOVE = new RegExp(`^${USUAL}(?:;|$)`, 'i');
/** Matches a format that shows a number below zero with a minus or in parentheses. */
const USUAL_BELOW = new RegExp(
  String.raw`^${USUAL}(?:$|;${USUAL}(?:(?:\\?-|"-")${USUAL}|\\?\(${USUAL}\\?\))(?:;|$))`,
  'i',
);

/** Returns what a cell shows around its digits; null when nothing there changes how the number is read. */
export function shownAround({ value, format }: NumberCell): ShownAround | null {
  if (format.code === 'General' || format.isDate || value === 0 || isUsual(value, format)) return null;
  const { positive, negative } = judge(format.code, Math.abs(value));
  return value < 0 ? negative : positive;
}

/** Tells whether a cell is a negative number that looks like a positive one. */
export function hidesMinus({ value, format }: NumberCell): boolean {
  if (value >= 0 || format.isDate || isUsual(value, format)) return false;
  return judge(format.code, Math.abs(value)).hidesMinus;
}

function isUsual(value: number, { code }: NumberFormat): boolean {
  return code.length > FORMAT_CHARACTERS_MAX || (value < 0 ? USUAL_BELOW : USUAL_ABOVE).test(code);
}

/** Applies a format to a number above zero and its opposite. */
function judge(code: string, sample: number): ShownSigns {
  const positive = aroundDigits(code, sample);
  const negative = aroundDigits(code, -sample);
  const bare = negative === null ? null : bareText(negative);
  return {
    positive: positive === null || bareText(positive) === '' ? null : positive,
    negative: negative === null || bare === null || bare === '' || isMinus(bare) ? null : negative,
    hidesMinus: bare === '' && !COLOR.test(code.split(';')[1] ?? ''),
  };
}

/** Returns null when the format shows no digits, or can't be used. */
function aroundDigits(code: string, value: number): ShownAround | null {
  let shown: string;
  try {
    shown = formatNumber(code, value);
  } catch {
    return null;
  }
  const [, before, after] = /^([^\d.]*)[\d.].*?([^\d.]*)$/s.exec(shown) ?? [];
  return before === undefined || after === undefined ? null : { before, after };
}

/** Returns the texts around a number without a currency, a plus and spaces. */
function bareText({ before, after }: ShownAround): string {
  return `${before}${after}`.replace(CURRENCY, '');
}

function isMinus(bare: string): boolean {
  return MINUS.test(bare) || PARENTHESES.has(bare);
}
