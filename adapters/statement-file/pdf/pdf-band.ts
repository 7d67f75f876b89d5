/** A stretch of the page's width, such as the place of a column: the points that its cells cover. */
export interface Band {
  readonly left: number;
  readonly right: number;
}

/** Returns the length that two stretches share, in points. A negative result is their distance. */
export function overlap(a: Band, b: Band): number {
  return Math.min(a.right, b.right) - Math.max(a.left, b.left);
}
