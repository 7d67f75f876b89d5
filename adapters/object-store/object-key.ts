/** Longest key of S3. */
const KEY_CHARACTERS_MAX = 1024;
/** Longest file name of the usual file systems. */
const SEGMENT_CHARACTERS_MAX = 255;
/** No leading dot: that rules out `.` and `..`, and leaves such names to a store for its own use. */
const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** Splits a key at its slashes. Throws for one that could leave the store: keys are ours, so a bad one is a defect. */
export function objectKeySegments(key: string): readonly string[] {
  const segments = key.split('/');
  const valid = segments.every((segment) => SEGMENT.test(segment) && segment.length <= SEGMENT_CHARACTERS_MAX);
  if (!valid || key.length > KEY_CHARACTERS_MAX)
    throw new Error(`Not an object key: ${JSON.stringify(key.slice(0, 100))}`);
  return segments;
}
