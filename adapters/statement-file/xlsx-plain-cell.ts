const SPACE = 0x20;
const DOUBLE_QUOTE = 0x22;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const LESS = 0x3c;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const UPPER_A = 0x41;
const UPPER_Z = 0x5a;
const LOWER_C = 0x63;
const LOWER_N = 0x6e;
const LOWER_R = 0x72;
const LOWER_S = 0x73;
const LOWER_T = 0x74;
const VALUE = Buffer.from('<v>');
const CELL_END = Buffer.from('</v></c>');
/** The number of digits up to which integers and powers of ten are exact as doubles, so that their quotient is correctly rounded. */
const EXACT_DIGITS = 15;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => 10 ** power);

/**
 * Reads a cell in the form that nearly every program writes, `<c r="B7" s="1" t="s"><v>12</v></c>`, directly from its bytes, because a
 * statement has a million cells. Other forms are left to the scanner.
 */
export class PlainCell {
  /** The column of the cell, from 0; -1 when the cell has no reference. */
  column = -1;
  /** The style of the cell; -1 when the cell has no style. */
  style = -1;
  /** True when the value is an index of the shared strings; otherwise it is a number. */
  isShared = false;
  value = 0;

  private at = 0;
  private isTyped = false;

  /** Reads the cell at a position. Returns the position after it, or -1 when the cell has another form. */
  read(bytes: Buffer, start: number): number {
    if (bytes[start] !== LESS || bytes[start + 1] !== LOWER_C) return -1;
    this.column = -1;
    this.style = -1;
    this.isShared = false;
    this.isTyped = false;
    this.at = start + 2;
    while (bytes[this.at] === SPACE) if (!this.readAttribute(bytes)) return -1;
    if (bytes[this.at] !== GREATER || !this.pass(bytes, this.at + 1, VALUE)) return -1;
    return this.readNumber(bytes) && this.pass(bytes, this.at, CELL_END) ? this.at : -1;
  }

  private readAttribute(bytes: Buffer): boolean {
    const name = bytes[this.at + 1];
    if (bytes[this.at + 2] !== EQUALS || bytes[this.at + 3] !== DOUBLE_QUOTE) return false;
    this.at += 4;
    if (name === LOWER_R && this.column === -1) {
      this.column = this.readLetters(bytes) - 1;
      this.readDigits(bytes);
    } else if (name === LOWER_S && this.style === -1) {
      this.style = this.readDigits(bytes);
    } else if (name === LOWER_T && !this.isTyped) {
      this.isTyped = true;
      this.isShared = bytes[this.at] === LOWER_S;
      if (!this.isShared && bytes[this.at] !== LOWER_N) return false;
      this.at += 1;
    } else {
      return false;
    }
    return bytes[this.at++] === DOUBLE_QUOTE;
  }

  private readLetters(bytes: Buffer): number {
    let column = 0;
    for (let code = bytes[this.at] ?? 0; code >= UPPER_A && code <= UPPER_Z; code = bytes[++this.at] ?? 0) {
      column = column * 26 + code - UPPER_A + 1;
    }
    return column;
  }

  private readDigits(bytes: Buffer): number {
    let value = 0;
    for (let code = bytes[this.at] ?? 0; code >= ZERO && code <= NINE; code = bytes[++this.at] ?? 0) {
      value = value * 10 + code - ZERO;
    }
    return value;
  }

  /** Reads a plain decimal of at most fifteen digits; an index of a shared string must be a whole number. */
  private readNumber(bytes: Buffer): boolean {
    const isNegative = bytes[this.at] === MINUS;
    const start = isNegative ? this.at + 1 : this.at;
    this.at = start;
    let value = this.readDigits(bytes);
    let digits = this.at - start;
    let places = 0;
    if (bytes[this.at] === POINT) {
      this.at += 1;
      for (let code = bytes[this.at] ?? 0; code >= ZERO && code <= NINE; code = bytes[++this.at] ?? 0) {
        value = value * 10 + code - ZERO;
        places += 1;
      }
      digits += places;
    }
    if (digits === 0 || digits > EXACT_DIGITS || (this.isShared && (isNegative || digits + start !== this.at)))
      return false;
    const magnitude = places === 0 ? value : value / (POWERS[places] ?? 1);
    this.value = isNegative ? -magnitude : magnitude;
    return true;
  }

  private pass(bytes: Buffer, from: number, text: Buffer): boolean {
    for (let at = 0; at < text.length; at += 1) if (bytes[from + at] !== text[at]) return false;
    this.at = from + text.length;
    return true;
  }
}
