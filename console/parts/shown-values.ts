const LONG = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const SHORT = new Intl.DateTimeFormat('en-US', { month: 'short', year: '2-digit', timeZone: 'UTC' });

function dateOf(period: string): Date | null {
  const date = new Date(`${period}-01T00:00:00Z`);
  return /^\d{4}-\d{2}$/.test(period) && !Number.isNaN(date.getTime()) ? date : null;
}

/** Names a month: `2026-05` is `May 2026`. Other text stays as it is. */
export function monthName(period: string): string {
  const date = dateOf(period);
  return date === null ? period : LONG.format(date);
}

/** Names a month on an axis: `2026-05` is `May 26`. */
export function shortMonthName(period: string): string {
  const date = dateOf(period);
  return date === null ? period : SHORT.format(date);
}

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const COUNT = new Intl.NumberFormat('en-US');

/** Formats dollars as the API gives them: `$1,735.20`, `-$12.00`. */
export function money(dollars: number): string {
  // Minus zero is shown as zero.
  return DOLLARS.format(dollars === 0 ? 0 : dollars);
}

/** Formats a difference with its sign: `+$12.00`, `-$12.00`; a difference of zero is quiet. */
export function signedMoney(dollars: number): string {
  if (dollars === 0) return '–';
  return dollars > 0 ? `+${money(dollars)}` : money(dollars);
}

/** Formats dollars that are quiet when they are zero. */
export function quietMoney(dollars: number): string {
  return dollars === 0 ? '–' : money(dollars);
}

/** Formats a number that is quiet when it is zero. */
export function quietCount(count: number): string {
  return count === 0 ? '–' : COUNT.format(count);
}

/** Formats a number of things: `1,204 members`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${COUNT.format(count)} ${count === 1 ? one : many}`;
}

const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** Formats a point in time in the reader's zone: `Apr 2, 2026, 9:15 AM`. */
export function momentText(iso: string): string {
  return MOMENT.format(new Date(iso));
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** Formats the day of a point in time in the reader's zone: `Apr 2, 2026`. */
export function dayText(iso: string): string {
  return DAY.format(new Date(iso));
}
