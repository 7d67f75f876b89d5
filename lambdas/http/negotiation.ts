/** Content negotiation (RFC 9110, 12.4.2 and 12.5) between the few forms of a response. */

const NAME = /^[\w!#$&^.+*/-]+$/;
const QUALITY = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * Returns the offered media type that the client prefers, the first of equals; null when it accepts none. A missing header accepts all.
 */
export function chooseMediaType(accept: string | undefined, offers: readonly string[]): string | null {
  if (accept === undefined || accept.trim() === '') return offers[0] ?? null;
  const qualities = parseQualities(accept);
  // The most specific range that matches decides, so that "text/csv;q=0, */*" excludes CSV.
  return best(
    offers,
    (offer) => qualities.get(offer) ?? qualities.get(`${offer.split('/')[0]}/*`) ?? qualities.get('*/*'),
  );
}

/** Returns the offered content coding that the client prefers; null for none. A missing header accepts no coding. */
export function chooseCoding<Coding extends string>(
  accept: string | undefined,
  offers: readonly Coding[],
): Coding | null {
  const qualities = parseQualities(accept ?? '');
  return best(offers, (offer) => qualities.get(offer) ?? qualities.get('*'));
}

function best<Offer>(offers: readonly Offer[], qualityOf: (offer: Offer) => number | undefined): Offer | null {
  let chosen: Offer | null = null;
  let highest = 0;
  for (const offer of offers) {
    const quality = qualityOf(offer) ?? 0;
    if (quality > highest) [chosen, highest] = [offer, quality];
  }
  return chosen;
}

/** Reads the names with their weights. An unreadable entry is left out; parameters other than q are ignored. */
function parseQualities(header: string): ReadonlyMap<string, number> {
  const qualities = new Map<string, number>();
  for (const range of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q=')) ?? 'q=1';
    const quality = QUALITY.exec(weight)?.[1];
    if (!NAME.test(name) || quality === undefined) continue;
    qualities.set(name, Math.max(Number(quality), qualities.get(name) ?? 0));
  }
  return qualities;
}
