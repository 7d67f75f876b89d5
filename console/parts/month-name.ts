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
