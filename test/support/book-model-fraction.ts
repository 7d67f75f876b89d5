/** Exact numbers for the book model: a fraction of two integers, so that nothing is rounded unless docs/reference says so. */
export class Fraction {
  static readonly zero = new Fraction(0n, 1n);
  static readonly one = new Fraction(1n, 1n);

  readonly numerator: bigint;
  readonly denominator: bigint;

  constructor(numerator: bigint, denominator: bigint) {
    if (denominator === 0n) throw new RangeError('Division by zero.');
    const common = greatestCommonDivisor(numerator, denominator);
    this.numerator = numerator / common;
    this.denominator = denominator / common;
  }

  /** Parses plain decimal text: "-12.3456". */
  static of(text: string): Fraction {
    const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
    if (match === null) throw new RangeError(`Not plain decimal text: "${text}"`);
    const part = match[3] ?? '';
    const digits = BigInt(`${match[2]}${part}`);
    return new Fraction(match[1] === '-' ? -digits : digits, 10n ** BigInt(part.length));
  }

  static sum(values: readonly Fraction[]): Fraction {
    return values.reduce((total, value) => total.plus(value), Fraction.zero);
  }

  plus(other: Fraction): Fraction {
    return new Fraction(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    );
  }

  minus(other: Fraction): Fraction {
    return this.plus(new Fraction(-other.numerator, other.denominator));
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.numerator * other.numerator, this.denominator * other.denominator);
  }

  over(other: Fraction): Fraction {
    return new Fraction(this.numerator * other.denominator, this.denominator * other.numerator);
  }

  magnitude(): Fraction {
    return new Fraction(this.numerator < 0n ? -this.numerator : this.numerator, this.denominator);
  }

  /** Returns a negative number, zero or a positive number, for sort functions. */
  compare(other: Fraction): number {
    const difference = this.minus(other).numerator;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  isAbove(other: Fraction): boolean {
    return this.compare(other) > 0;
  }

  isBelow(other: Fraction): boolean {
    return this.compare(other) < 0;
  }

  equals(other: Fraction): boolean {
    return this.compare(other) === 0;
  }

  /** Returns this number, or zero if it is negative. */
  orZero(): Fraction {
    return this.isAbove(Fraction.zero) ? this : Fraction.zero;
  }

  /** Rounds half away from zero. */
  rounded(places: number): Fraction {
    const scale = 10n ** BigInt(places);
    const size = this.magnitude();
    const units = (size.numerator * scale * 2n + size.denominator) / (size.denominator * 2n);
    return new Fraction(this.numerator < 0n ? -units : units, scale);
  }

  /** Returns the shortest decimal text with exactly this value. Throws for a value such as 1/3 that has none. */
  toDecimal(): string {
    for (let places = 0; places <= 40; places += 1) {
      const scaled = this.numerator * 10n ** BigInt(places);
      if (scaled % this.denominator === 0n) return decimalText(scaled / this.denominator, places);
    }
    throw new RangeError(`${this.numerator}/${this.denominator} has no decimal form.`);
  }
}

function decimalText(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const sign = units < 0n ? '-' : '';
  return places === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-places)}`;
}

/** Returns the greatest common divisor with the sign of the denominator, so that a division makes the denominator positive. */
function greatestCommonDivisor(numerator: bigint, denominator: bigint): bigint {
  let a = numerator < 0n ? -numerator : numerator;
  let b = denominator < 0n ? -denominator : denominator;
  while (b !== 0n) [a, b] = [b, a % b];
  return denominator < 0n ? -a : a;
}
