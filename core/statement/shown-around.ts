import { format as formatNumber } from 'numfmt';
import type { NumberCell, NumberFormat } from './source.ts';

/** Texts that a number format shows before and after the digits of a number, such as "(" and ")", or " CR". */
export interface ShownAround {
  readonly before: string;
  readonly after: string;
}

/** What a format shows around positive and negative numbers; null for nothing but a currency and the number's own sign. */
interface ShownSigns {
  readonly positive: ShownAround | null;
  readonly negative: ShownAround | null;
  /** True when a negative number is shown like a positive one, not even in another color. */
  readonly hidesMinus: boolean;
}

const PLAIN: ShownSigns = { positive: null, negative: null, hidesMinus: false };
/** Longest format code of Excel. Longer codes are ignored, because they could be made to exhaust the reader. */
const FORMAT_CHARACTERS_MAX = 255;
const SAMPLE = 1234.56;
const CURRENCY = /USD|US\$|\$|\+|\s/gi;
const MINUS = /^[-\u2010-\u2015\u2212]$/;
const PARENTHESES = new Set(['()', '[]', '<>']);
/** Matches the color of a format's section. */
const COLOR = /\[(?:black|blue|cyan|green|magenta|red|white|yellow|color\s*\d+)\]/i;

/** Matches a condition such as [>100]. What such a format shows depends on the number and not only on its sign. */
const CONDITION = /^(?=.{0,255}$).*\[[<>=]/s;
/** Formats are shared by all cells of a style, so each is judged once. */
const known = new WeakMap<NumberFormat, ShownSigns>();

/** Returns what a cell shows around its digits; null when nothing there changes how the number is read. */
export function shownAround({ value, format }: NumberCell): ShownAround | null {
  if (format.code === 'General' || format.isDate || value === 0) return null;
  const { positive, negative } = CONDITION.test(format.code) ? judge(format.code, Math.abs(value)) : signsOf(format);
  return value < 0 ? negative : positive;
}

/** Tells whether a cell is a negative number that looks like a positive one. */
export function hidesMinus({ value, format }: NumberCell): boolean {
  return value < 0 && format.code !== 'General' && !format.isDate && signsOf(format).hidesMinus;
}

function signsOf(format: NumberFormat): ShownSigns {
  const before = known.get(format);
  if (before !== undefined) return before;
  const signs = format.code.length > FORMAT_CHARACTERS_MAX ? PLAIN : judge(format.code, SAMPLE);
  known.set(format, signs);
  return signs;
}

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
