import type { DropOffSettings, OwnDropOffSettings } from '../../core/intake/drop-off-settings.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';

/** The database port for the settings of drop-offs that an account makes beside a carrier's format. */

export interface DropOffKey {
  readonly accountId: string;
  readonly carrierId: string;
}

export interface StoredDropOffs {
  /** Settings of the active format; null when the carrier has no format. */
  readonly format: DropOffSettings | null;
  /** The account's own settings; null when it has made none. */
  readonly own: OwnDropOffSettings | null;
  /** The time at which the account made its settings; null when it has made none. */
  readonly setAt: string | null;
}

/** The settings of drop-offs. Both functions return null when the account sees no such carrier. */
export interface DropOffStore {
  find(key: DropOffKey): Promise<StoredDropOffs | null>;
  /** Replaces the account's own settings; null removes them. */
  set(key: DropOffKey, own: OwnDropOffSettings | null, origin: RequestOrigin): Promise<StoredDropOffs | null>;
}
