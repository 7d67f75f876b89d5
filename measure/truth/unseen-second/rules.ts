/** Rules by which the books of this folder work amounts out, in the notation of ../unseen/pays.ts. */

/** A row that pays a percentage of the premium, and prints the premium. */
export function share(percent: number, premium: number): string {
  return `${((premium * percent) / 100).toFixed(2)}p${premium.toFixed(2)}`;
}

/** Pays `row` in the statements `due` and nothing in the others. Statements are counted from 1. */
export function dueIn(statements: number, due: Readonly<Record<number, string>>): string {
  return Array.from({ length: statements }, (_, at) => due[at + 1] ?? '-').join(' ');
}

/** The truth of pay that falls with its premium: the service may show each fall as at risk, and nobody calls it lost. */
export function falls(pays: string): string {
  const amounts = pays.split(' ').map((word) => Number(/^[\d.]+/.exec(word)?.[0] ?? 0));
  return amounts
    .map((amount, at) => ({ at: at + 1, amount, fall: (amounts[at - 1] ?? 0) - amount }))
    .filter(({ amount, fall }) => amount > 0 && fall > 0)
    .map(({ at, fall }) => `risk@${at}=0-${fall.toFixed(2)}`)
    .join(' ');
}

/** The truth of pay cut in the statements `from` to `to`: what may be asked back for each. */
export function claims(from: number, to: number, dollars: string): string {
  return Array.from({ length: to - from + 1 }, (_, at) => `claim@${from + at}=0-${dollars}`).join(' ');
}

/** The truth of a member who is alone in being paid less in the statements `from` to `to`. */
export function cut(from: number, to: number, dollars: string): string {
  const facts = Array.from({ length: to - from + 1 }, (_, at) => `underpaid@${from + at}`).join(' ');
  return `${facts} risk@${from}=${dollars} ${claims(from, to, dollars)}`;
}
