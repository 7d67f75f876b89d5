import type { RequestOrigin } from '../../core/book-key.ts';
import {
  expectedFilesOfCarrier,
  type FilesKnown,
  type MonthSituation,
  monthAfterSetting,
  type NotedMonth,
  withNote,
} from '../../core/month/month-state.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import type { ProductLine } from '../../core/product-line.ts';
import { unknownCarrier } from '../../core/refusals.ts';

/**
 * The database ports for carriers, their statement formats and their rates (docs/reference/carriers-and-formats.md,
 * docs/reference/scoring.md#owed). An account sees its own carriers and those of the shared catalogue, and no carrier of another account.
 * Ids are UUIDs in lower case.
 */

export interface Carrier {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly productLine: ProductLine | null;
  readonly groupId: string | null;
  /** True when a statement format is known, either the account's own or a shared one. */
  readonly configured: boolean;
  readonly activeConfigVersion: number | null;
  /** The number of files that a month of the carrier has, and how it is known; both null when it is not known. */
  readonly expectedFiles: number | null;
  readonly expectedFilesKnown: FilesKnown | null;
}

/** A carrier with the facts from which the number of files of its months follows. */
export interface StoredCarrier extends Omit<Carrier, 'expectedFiles' | 'expectedFilesKnown'> {
  /** The account's own setting; null when it is not set. */
  readonly setFiles: number | null;
  /** By workspace, the number of active files in each of the latest months, newest first. */
  readonly fileCounts: readonly (readonly number[])[];
}

/** A brand with the carriers that trade under it. */
export interface CarrierGroup {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly members: readonly Pick<Carrier, 'id' | 'name' | 'slug'>[];
}

export interface NewCarrier {
  readonly name: string;
  /** If absent, the slug is made from the name and differs from every slug that the account sees. */
  readonly slug?: string | undefined;
  readonly productLine: ProductLine | null;
  /** Whether another carrier of the account may have the name. */
  readonly allowSameName?: boolean | undefined;
}

/** A change of a carrier. Absent fields keep their values. */
export interface CarrierChange {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
  readonly productLine?: ProductLine | null | undefined;
  /** Whether another carrier of the account may have the name. */
  readonly allowSameName?: boolean | undefined;
}

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
