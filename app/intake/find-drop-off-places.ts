import { intakeRefusal } from '../../core/intake/intake-account.ts';
import type { TokenHolder } from '../accounts/account-ports.ts';
import type { IntakeFiling } from './file-intake-item.ts';

/** The places that take statements by mail and SFTP; null where one is off. */
export interface DropOffPlaces {
  readonly email: { readonly domain: string } | null;
  readonly sftp: { readonly host: string; readonly port: number; readonly fingerprint: string } | null;
}

/** The places as an account sees them. */
export interface AccountPlaces extends DropOffPlaces {
  readonly isAllowed: boolean;
  /** Whether this process can file what was rejected or held. */
  readonly canFile: boolean;
}

/** Tells an account where its statements can be mailed and dropped, and whether its tier allows it. */
export function findDropOffPlaces(
  places: DropOffPlaces,
  account: Pick<TokenHolder, 'status' | 'tier'>,
  { dropStore }: Pick<IntakeFiling, 'dropStore'>,
): AccountPlaces {
  return { isAllowed: intakeRefusal(account) === null, canFile: dropStore !== null, ...places };
}
