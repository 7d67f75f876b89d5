/** Short forms for payments and truth that many of these books repeat. */

/** A commission as a percentage of a premium, with the premium beside it. */
export function percentOf(percent: number, premium: number): string {
  return `${(Math.round(percent * premium) / 100).toFixed(2)}p${premium.toFixed(2)}`;
}

/** The statements of a book, paid only in those that are named. */
export function paidIn(statements: number, words: Readonly<Record<number, string>>): string {
  return Array.from({ length: statements }, (_, at) => words[at + 1] ?? '-').join(' ');
}

/** A member's cut from one statement to another: a fact and a claim for each, and dollars at risk in the first. */
export function shortPaid(from: number, to: number, dollars: string): string {
  const months = Array.from({ length: to - from + 1 }, (_, at) => from + at);
  return `risk@${from}=${dollars} ${months.map((at) => `underpaid@${at} claim@${at}=${dollars}`).join(' ')}`;
}
