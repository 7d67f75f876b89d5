import { monthAfterSetting } from '../../core/month/month-state.ts';
import type { Refused } from '../../core/problem.ts';
import type { Carrier, CarrierStore, ExpectedFilesSetting } from '../carriers/carrier-ports.ts';
import type { RequestOrigin } from '../files/upload-ports.ts';

/**
 * Sets how many files a month of the carrier has, for the latest month and for open ones; null removes the setting. Refuses an unknown
 * carrier.
 */
export function setExpectedFiles(
  carriers: CarrierStore,
  setting: ExpectedFilesSetting,
  origin: RequestOrigin,
): Promise<Carrier | Refused> {
  return carriers.setExpectedFiles(setting, origin, monthAfterSetting);
}
