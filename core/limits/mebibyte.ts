/** Bytes of a mebibyte. */
export const MEBIBYTE = 1024 * 1024;
