import { z } from 'zod';
import { PRODUCT_LINES, SLUG_CHARACTERS_MAX, SLUG_FORM } from '../../core/catalogue/shared-carrier.ts';
import { PERIOD_FILES_MAX } from '../../core/limits/job-limits.ts';
import {
  expectedFilesOfCarrier,
  type MonthSituation,
  monthAfterSetting,
  type NotedMonth,
  withNote,
} from '../../core/month/month-state.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { unknownCarrier } from '../../core/refusals.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { displayName } from '../platform/shared-fields.ts';
import { filesKnown } from '../reads/describe-month.ts';

/** A change of the number of expected files. Null removes the setting. */
export const expectedFilesChange = z.strictObject({
  expectedFiles: z
    .int('must be a whole number')
    .min(1, 'must not be less than 1')
    .max(PERIOD_FILES_MAX, `must not be more than ${PERIOD_FILES_MAX}`)
    .nullable(),
});

export const productLine = z.enum(PRODUCT_LINES);

/**
 * A carrier as an account sees it (docs/reference/carriers-and-formats.md): one of its own or of the shared catalogue, never one of another
 * account.
 */
export const carrier = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    productLine: productLine.nullable(),
    groupId: z.string().nullable().describe('The brand it belongs to.'),
    configured: z.boolean().describe('Whether its statements can be read.'),
    activeConfigVersion: z.int().nullable(),
    expectedFiles: z.int().nullable().describe('Files that a month of the carrier has; null: not known.'),
    expectedFilesKnown: filesKnown.nullable(),
  })
  .meta({ id: 'Carrier' });
export type Carrier = Readonly<z.output<typeof carrier>>;

/** A carrier with the facts from which the number of files of its months follows. */
export interface StoredCarrier extends Omit<Carrier, 'expectedFiles' | 'expectedFilesKnown'> {
  /** The account's own setting; null when it is not set. */
  readonly setFiles: number | null;
  /** By workspace, the number of active files in each of the latest months, newest first. */
  readonly fileCounts: readonly (readonly number[])[];
}

export const CARRIER_COLUMNS = [
  ...['id', 'name', 'slug', 'productLine', 'groupId', 'configured', 'activeConfigVersion', 'expectedFiles'],
  ...['expectedFilesKnown'],
];

/** A carrier or a brand by its names. */
export const carrierReference = z
  .object({ id: z.string(), name: z.string(), slug: z.string() })
  .meta({ id: 'CarrierReference' });

/** A brand with the carriers that trade under it. */
export const carrierGroup = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    members: z.array(carrierReference).readonly(),
  })
  .meta({ id: 'CarrierGroup' });
export type CarrierGroup = Readonly<z.output<typeof carrierGroup>>;

export const CARRIER_GROUP_COLUMNS = ['id', 'name', 'slug', 'members'];

export const slug = z
  .string()
  .max(SLUG_CHARACTERS_MAX, `must not be longer than ${SLUG_CHARACTERS_MAX} characters`)
  .regex(SLUG_FORM, 'must be lower-case letters and digits, in groups joined by hyphens')
  .meta({ description: 'Lower-case letters, digits and hyphens.', example: 'summit-senior-life' });

const allowSameName = z
  .boolean()
  .optional()
  .describe('True: another carrier of yours may have this name. Names are compared without case and extra spaces.');

/** Without a slug, one is made from the name that differs from every slug that the account sees. */
export const newCarrier = z.strictObject({
  name: displayName('Of the carrier.'),
  slug: slug.optional().describe('Made from the name when absent.'),
  productLine: productLine.nullable().default(null),
  allowSameName,
});
export type NewCarrier = Readonly<z.output<typeof newCarrier>>;

/** A change of a carrier. An absent field stays unchanged. */
export const carrierChange = z.strictObject({
  name: displayName('Of the carrier.').optional(),
  slug: slug.optional(),
  productLine: productLine.nullable().optional(),
  allowSameName,
});
export type CarrierChange = Readonly<z.output<typeof carrierChange>>;

export interface ExpectedFilesSetting {
  readonly accountId: string;
  readonly carrierId: string;
  /** Null removes the setting. */
  readonly files: number | null;
}

export interface CarrierStore {
  /** Returns carriers by name. `configured` restricts the list to carriers with, or without, a statement format. */
  list(
    accountId: string,
    filter: { readonly configured?: boolean | undefined },
    page: OffsetPosition,
  ): Promise<OffsetPage<StoredCarrier>>;
  find(accountId: string, carrierId: string): Promise<StoredCarrier | null>;
  listGroups(accountId: string, page: OffsetPosition): Promise<OffsetPage<CarrierGroup>>;
  create(accountId: string, carrier: NewCarrier, origin: RequestOrigin): Promise<StoredCarrier | Refused>;
  update(
    key: { readonly accountId: string; readonly carrierId: string },
    change: CarrierChange,
    origin: RequestOrigin,
  ): Promise<StoredCarrier | Refused>;
  /** Sets how many files a month of the carrier has in this account; null removes the setting. Works for carriers of the catalogue too. */
  setExpectedFiles(
    setting: ExpectedFilesSetting,
    origin: RequestOrigin,
    /** Called under the lock of the book for the latest month and for open ones. Returns null when the number of files is not known. */
    decideMonth: (situation: Omit<MonthSituation, 'isFirst'>) => NotedMonth | null,
  ): Promise<StoredCarrier | Refused>;
  /** Deletes a carrier with its formats and rates. Returns null when done; refuses a carrier with an accepted file. */
  delete(
    key: { readonly accountId: string; readonly carrierId: string },
    origin: RequestOrigin,
  ): Promise<Refused | null>;
}

/** Manages the carriers that an account sees: its own, and those of the shared catalogue, which it can't change. */
export interface CarrierManagement {
  readonly carriers: CarrierStore;
}

interface CarrierKey {
  readonly accountId: string;
  readonly carrierId: string;
}

/** Lists carriers by name. */
export async function listCarriers(
  { carriers }: CarrierManagement,
  accountId: string,
  { limit, offset, ...filter }: OffsetPosition & { readonly configured?: boolean | undefined },
): Promise<OffsetPage<Carrier>> {
  const page = await carriers.list(accountId, filter, { limit, offset });
  return { ...page, data: page.data.map(describeCarrier) };
}

/** Lists brands by name, each with its carriers. */
export function listCarrierGroups(
  { carriers }: CarrierManagement,
  accountId: string,
  page: OffsetPosition,
): Promise<OffsetPage<CarrierGroup>> {
  return carriers.listGroups(accountId, page);
}

/** Finds a carrier. Refuses a carrier that the account does not see. */
export async function findCarrier(
  { carriers }: CarrierManagement,
  { accountId, carrierId }: CarrierKey,
): Promise<Carrier | Refused> {
  return described((await carriers.find(accountId, carrierId)) ?? unknownCarrier());
}

/** Adds an own carrier of the account. Refuses a slug in use, the name of another own carrier, and a carrier above the account's limit. */
export async function createCarrier(
  { carriers }: CarrierManagement,
  { accountId, carrier }: { readonly accountId: string; readonly carrier: NewCarrier },
  origin: RequestOrigin,
): Promise<Carrier | Refused> {
  return described(await carriers.create(accountId, carrier, origin));
}

/** Changes an own carrier of the account. Refuses an unknown carrier, a shared one, a slug in use, and the name of another own carrier. */
export async function changeCarrier(
  { carriers }: CarrierManagement,
  { change, ...key }: CarrierKey & { readonly change: CarrierChange },
  origin: RequestOrigin,
): Promise<Carrier | Refused> {
  return described(await carriers.update(key, change, origin));
}

/**
 * Sets how many files a month of the carrier has, for the latest month and for open ones; null removes the setting. Refuses an unknown
 * carrier.
 */
export async function setExpectedFiles(
  { carriers }: CarrierManagement,
  setting: ExpectedFilesSetting,
  origin: RequestOrigin,
): Promise<Carrier | Refused> {
  return described(
    await carriers.setExpectedFiles(setting, origin, (situation) => withNote(monthAfterSetting(situation))),
  );
}

/**
 * Deletes an own carrier of the account. Returns null when done; refuses an unknown carrier, a shared one, and one with accepted
 * statements.
 */
export function deleteCarrier(
  { carriers }: CarrierManagement,
  key: CarrierKey,
  origin: RequestOrigin,
): Promise<Refused | null> {
  return carriers.delete(key, origin);
}

/** Adds the number of files of a month, and whether it was set or learned. */
export function describeCarrier({ setFiles, fileCounts, ...carrier }: StoredCarrier): Carrier {
  const { files, known } = expectedFilesOfCarrier(setFiles, fileCounts);
  return { ...carrier, expectedFiles: files, expectedFilesKnown: known };
}

const described = (carrier: StoredCarrier | Refused): Carrier | Refused =>
  isRefused(carrier) ? carrier : describeCarrier(carrier);
