const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const COUNT = new Intl.NumberFormat('en-US');

/** Formats dollars as the API gives them: `$1,735.20`, `-$12.00`. */
export function money(dollars: number): string {
  // Minus zero is shown as zero.
  return DOLLARS.format(dollars === 0 ? 0 : dollars);
}

/** Formats a number of things: `1,204 members`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${COUNT.format(count)} ${count === 1 ? one : many}`;
}
