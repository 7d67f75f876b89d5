import { intakeRefusal } from '../../core/intake/intake-account.ts';
import type { TokenHolder } from '../accounts/account-ports.ts';
import type { IntakeFiling } from './file-intake-item.ts';

/** The places that take statements by email and SFTP. A place that the installation has turned off is null. */
export interface DropOffPlaces {
  readonly email: { readonly domain: string } | null;
  readonly sftp: { readonly host: string; readonly port: number; readonly fingerprint: string } | null;
}

/** The places as an account sees them. */
export interface AccountPlaces extends DropOffPlaces {
  readonly isAllowed: boolean;
  /** True when this process can file dropped files that were rejected or held. */
  readonly canFile: boolean;
}

/** Returns the places that an account can mail and drop its statements to, and whether its tier allows that. */
export function findDropOffPlaces(
  places: DropOffPlaces,
  account: Pick<TokenHolder, 'status' | 'tier'>,
  { dropStore }: Pick<IntakeFiling, 'dropStore'>,
): AccountPlaces {
  return { isAllowed: intakeRefusal(account) === null, canFile: dropStore !== null, ...places };
}
