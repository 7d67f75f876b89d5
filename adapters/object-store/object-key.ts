/** The longest key of S3. All characters of our keys are single bytes. */
const KEY_CHARACTERS_MAX = 1024;
/** Longest file name of common file systems. */
const SEGMENT_CHARACTERS_MAX = 255;
/** Excludes a leading dot, and so `.`, `..` and names that a store uses for itself. */
const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** Splits a key at its slashes. Throws for a key that could leave the store: the service makes all keys, so such a key is a defect. */
export function objectKeySegments(key: string): readonly string[] {
  const segments = key.split('/');
  const valid = segments.every((segment) => SEGMENT.test(segment) && segment.length <= SEGMENT_CHARACTERS_MAX);
  if (!valid || key.length > KEY_CHARACTERS_MAX)
    throw new Error(`Not an object key: ${JSON.stringify(key.slice(0, 100))}`);
  return segments;
}

/** The longest key of S3, in bytes. */
const KEY_BYTES_MAX = 1024;
const SEGMENT_BYTES_MAX = 255;

/**
 * Splits a key of the bucket of drops at its slashes. The last part is a client's file name and may be anything that stays in its folder.
 * Throws for other keys: names are checked earlier, so such a key is a defect.
 */
export function dropKeySegments(key: string): readonly string[] {
  const segments = key.split('/');
  if (!segments.every(isSegment) || Buffer.byteLength(key) > KEY_BYTES_MAX) {
    throw new Error(`Not a key of the bucket of drops: ${JSON.stringify(key.slice(0, 100))}`);
  }
  return segments;
}

/** Returns whether a part of a key is a plain name. */
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
