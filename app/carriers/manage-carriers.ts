import { expectedFilesOfCarrier, monthAfterSetting, withNote } from '../../core/month/month-state.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { unknownCarrier } from '../../core/refusals.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type {
  Carrier,
  CarrierChange,
  CarrierGroup,
  CarrierStore,
  ExpectedFilesSetting,
  NewCarrier,
  StoredCarrier,
} from './carrier-ports.ts';

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
