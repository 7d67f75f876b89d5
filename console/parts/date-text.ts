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
