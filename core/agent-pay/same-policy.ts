/** Compares two policy numbers without case and surrounding spaces, because people type them from paper. */
export function isSamePolicy(one: string, other: string | null): boolean {
  return other !== null && one.trim().toLowerCase() === other.trim().toLowerCase();
}
