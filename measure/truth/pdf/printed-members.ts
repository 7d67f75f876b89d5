/** A line that a statement prints. The amount is in cents. */
export interface PrintedMember {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly effective: string;
  readonly amount: number;
}

const FIRST_NAMES = ['Ana', 'Bo', 'Christopher', 'Dee', 'Élodie', 'Maria del Carmen', 'Li', 'José'];
const FAMILY = ['Ruiz', 'Lee', 'Vandermeer-Hollingsworth', 'Ng', 'Øst', "O'Neil", 'St. James Jr', 'de la Cruz'];

/** Makes the members of a statement. The same number gives the same members. */
export function printedMembers(count: number, names: readonly string[] = []): readonly PrintedMember[] {
  return Array.from({ length: count }, (_, at) => {
    const name = names[at % Math.max(1, names.length)];
    return {
      id: `M${10_000 + 7 * at}`,
      name: name ?? `${FIRST_NAMES[at % FIRST_NAMES.length]} ${FAMILY[(at * 3) % FAMILY.length]}`,
      plan: ['Gold PPO 1', 'Silver HMO 20', 'Bronze'][at % 3] ?? '',
      effective: `${String(1 + (at % 12)).padStart(2, '0')}/01/2025`,
      amount: (at % 11 === 6 ? -1 : 1) * (1_050 + ((at * 137) % 4_000)),
    };
  });
}

export const sumOf = (members: readonly PrintedMember[]) => members.reduce((sum, { amount }) => sum + amount, 0);

/** Writes cents as statements do, with parentheses for negative amounts. */
export function dollars(cents: number): string {
  const text = `$${(Math.abs(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
  return cents < 0 ? `(${text})` : text;
}
