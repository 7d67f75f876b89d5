import type { z } from 'zod';
import { type StatementConfig, statementConfigSchema } from '../statement/config.ts';

/**
 * A carrier of the shared catalogue (docs/reference/carriers-and-formats.md#carriers). Every account sees it and can read its statements
 * at once.
 */
export interface SharedCarrier {
  readonly name: string;
  /** The permanent identity: a shipped carrier may change its name and its format, but not this. */
  readonly slug: string;
  /** Null for lines of business without a product line here, such as property and casualty. */
  readonly productLine: ProductLine | null;
  readonly groupSlug: string;
  readonly config: StatementConfig;
}

/** A brand whose carriers can be distinguished by a file. */
export interface CarrierBrand {
  readonly name: string;
  readonly slug: string;
}

export interface BrandEntry {
  readonly brand: CarrierBrand;
  readonly carriers: readonly SharedCarrier[];
}

interface CarrierEntry {
  readonly name: string;
  readonly slug: string;
  readonly productLine: ProductLine | null;
  readonly config: z.input<typeof statementConfigSchema>;
}

/** Makes a brand with its carriers. Throws at the start of the program for a format that the schema refuses. */
export function brandEntry(name: string, slug: string, carriers: readonly CarrierEntry[]): BrandEntry {
  return {
    brand: { name, slug },
    carriers: carriers.map((carrier) => ({
      ...carrier,
      groupSlug: slug,
      config: statementConfigSchema.parse(carrier.config),
    })),
  };
}

/**
 * Minimum dollars of a payment for a year. No month's pay is as high: the highest CMS initial amount for a month is about 75 for a health
 * plan and 11 for a drug plan.
 */
export const HEALTH_YEAR_MIN = 80;

const DRUG_YEAR_MIN = 15;

const DRUG_PLANS = ['/\\bPDP\\b|part ?d/i'];

/**
 * Returns the cadence of new business of Medicare plans, which is paid at once through December. Carriers pay other members monthly under
 * the same type, so smaller amounts are left out. If the statement names no product, all plans are treated as health plans.
 */
export function newBusinessForYear(type: string[], options: { readonly namesProduct: boolean }): CadenceList {
  const health = { type, atLeast: HEALTH_YEAR_MIN, months: 'calendar_year' } as const;
  if (!options.namesProduct) return [health];
  return [{ type, productType: DRUG_PLANS, atLeast: DRUG_YEAR_MIN, months: 'calendar_year' }, health];
}

type CadenceList = Extract<z.input<typeof statementConfigSchema>['cadence'], readonly unknown[]>;

/**
 * Kinds of products that a carrier pays for. They decide which findings apply
 * (docs/reference/carriers-and-formats.md#carriers).
 */
export const PRODUCT_LINES = ['medicare', 'major_medical', 'med_supp', 'ancillary', 'group'] as const;
export type ProductLine = (typeof PRODUCT_LINES)[number];

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
