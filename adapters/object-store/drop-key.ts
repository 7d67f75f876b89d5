/** Longest key of S3. */
const KEY_BYTES_MAX = 1024;
const SEGMENT_BYTES_MAX = 255;

/**
 * Splits a key of the bucket of drops at its slashes. Its last part is a name somebody else chose, so it may hold anything
 * but what could lead elsewhere. Throws for such a key: names are checked before, so one that gets here is a defect.
 */
export function dropKeySegments(key: string): readonly string[] {
  const segments = key.split('/');
  if (!segments.every(isSegment) || Buffer.byteLength(key) > KEY_BYTES_MAX) {
    throw new Error(`Not a key of the bucket of drops: ${JSON.stringify(key.slice(0, 100))}`);
  }
  return segments;
}

/** Whether a part of a key is a plain name. */
export function isSegment(segment: string): boolean {
  return (
    segment !== '' &&
    segment !== '.' &&
    segment !== '..' &&
    segment.isWellFormed() &&
    !/[\p{Cc}\\]/u.test(segment) &&
    Buffer.byteLength(segment) <= SEGMENT_BYTES_MAX
  );
}
