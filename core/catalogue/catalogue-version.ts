/**
 * The version of the shared catalogue. Every release that changes a brand, a carrier or a format increases it by one. A database with a
 * later version is not changed (docs/adr/0027-going-back-a-version.md).
 */
export const CATALOGUE_VERSION = 3;
