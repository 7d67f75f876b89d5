const KEY = 'commission-statements-wanted-page';
/** A link by mail works for fifteen minutes. */
const KEPT_MS = 15 * 60 * 1000;

/** Keeps the page that a person wanted to see, because the link in the mail opens another tab. */
export function keepWantedPage(to: string | undefined): void {
  if (to === undefined) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, `${Date.now()} ${to}`);
}

/** Returns the kept page once; undefined without one. */
export function takeWantedPage(): string | undefined {
  const [at = '', to] = (localStorage.getItem(KEY) ?? '').split(' ');
  localStorage.removeItem(KEY);
  return Date.now() - Number(at) < KEPT_MS ? to : undefined;
}
