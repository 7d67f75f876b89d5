/** A carrier's short name for addresses and file names: lower-case letters and digits, in groups joined by hyphens. */

export const SLUG_FORM = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const SLUG_CHARACTERS_MAX = 100;

/** The slug a name suggests: "Béla & Söhne (PPO)" is "bela-sohne-ppo". A name without a Latin letter or digit is "carrier". */
export function slugOf(name: string): string {
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return trimHyphens(letters.replace(/[^a-z0-9]+/g, '-').slice(0, SLUG_CHARACTERS_MAX)) || 'carrier';
}

/** The slug itself, or with the first number from 2 on that makes it free. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  let candidate = slug;
  for (let number = 2; taken.has(candidate); number++) {
    const suffix = `-${number}`;
    candidate = `${trimHyphens(slug.slice(0, SLUG_CHARACTERS_MAX - suffix.length))}${suffix}`;
  }
  return candidate;
}

function trimHyphens(text: string): string {
  return text.replace(/^-+|-+$/g, '');
}
