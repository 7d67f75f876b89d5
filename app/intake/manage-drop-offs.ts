import {
  type DropOffSettings,
  effectiveDropOffs,
  isLeftToFormat,
  type OwnDropOffSettings,
} from '../../core/intake/drop-off-settings.ts';
import type { Refused } from '../../core/problem.ts';
import { unknownCarrier } from '../../core/refusals.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { DropOffKey, DropOffStore, StoredDropOffs } from './drop-off-ports.ts';

/**
 * Manages the settings by which files that come by SFTP or email are recognised as a carrier's (docs/reference/drop-offs.md#settings). An
 * account can make settings for a carrier of the catalogue without a format of its own.
 */
export interface DropOffManagement {
  readonly dropOffs: DropOffStore;
}

/** The settings that hold for a carrier, with the settings that the account itself made. */
export interface CarrierDropOffs extends DropOffSettings {
  readonly carrierId: string;
  readonly own: OwnDropOffSettings;
  /** The time at which the account made its settings; null when it has made none. */
  readonly setAt: string | null;
}

/** Finds the settings of a carrier. Refuses an unknown carrier. */
export async function findDropOffs(
  { dropOffs }: DropOffManagement,
  key: DropOffKey,
): Promise<CarrierDropOffs | Refused> {
  const stored = await dropOffs.find(key);
  return stored === null ? unknownCarrier() : shown(key, stored);
}

/** Replaces the account's settings of a carrier. They hold from the next file or message on. Refuses an unknown carrier. */
export async function setDropOffs(
  { dropOffs }: DropOffManagement,
  { own, ...key }: DropOffKey & { readonly own: OwnDropOffSettings },
  origin: RequestOrigin,
): Promise<CarrierDropOffs | Refused> {
  const stored = await dropOffs.set(key, isLeftToFormat(own) ? null : own, origin);
  return stored === null ? unknownCarrier() : shown(key, stored);
}

const NOTHING_SET: OwnDropOffSettings = {
  sftp: { patterns: null, onExisting: null },
  email: { allowedSenders: null, periodFrom: null },
};

function shown({ carrierId }: DropOffKey, { format, own, setAt }: StoredDropOffs): CarrierDropOffs {
  return { carrierId, ...effectiveDropOffs(format, own), own: own ?? NOTHING_SET, setAt };
}
