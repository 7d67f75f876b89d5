/**
 * The version of the shared catalogue. It grows by one with every release that changes a brand, a carrier or a format; a database
 * that has loaded a later version is left as it is (docs/adr/0027-going-back-a-version.md).
 */
export const CATALOGUE_VERSION = 2;
