/** A carrier's short name for URLs and file names: groups of lower-case letters and digits joined by hyphens. */

export const SLUG_FORM = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export const SLUG_CHARACTERS_MAX = 100;

/**
 * Derives a slug from a name: "Béla & Söhne (PPO)" gives "bela-sohne-ppo". A name without a Latin letter or digit gives
 * "carrier".
 */
export function slugOf(name: string): string {
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return trimHyphens(letters.replace(/[^a-z0-9]+/g, '-').slice(0, SLUG_CHARACTERS_MAX)) || 'carrier';
}

/**
 * Returns the slug when it is free, else the slug with the lowest free number from 2 on. The result has at most SLUG_CHARACTERS_MAX
 * characters.
 */
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
