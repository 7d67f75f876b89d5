import { replacesNote } from '../../core/infer/infer-config.ts';
import type { CarrierRanking } from '../../core/infer/rank-carriers.ts';
import { isStatementPeriod, type NamedPeriod, namedPeriod, type Period } from '../../core/period.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { unknownCarrier } from '../../core/refusals.ts';
import { refuse, refuseField } from '../../core/refuse.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import type { IdentifiedStatement } from '../reading/identify-statement.ts';
import type { InferredFormat } from '../reading/infer-format.ts';
import type { FilePreview, PreviewInput } from '../reading/preview-file.ts';
import type { RunIsolated } from '../reading/run-isolated.ts';
import type { ConfigTrialResult } from '../reading/test-config.ts';
import type { CarrierStore } from './manage-carriers.ts';
import type { BrandStore } from './manage-catalogue.ts';
import type { ConfigStore } from './manage-configs.ts';

/** Reads a file within a request, in a separate process. Nothing is stored. */
export interface SampleReading {
  readonly carriers: CarrierStore;
  readonly configs: ConfigStore;
  readonly brands: BrandStore;
  readonly runIsolated: RunIsolated;
}

interface Sample {
  readonly accountId: string;
  readonly bytes: Uint8Array;
}

interface NamedSample extends Sample {
  readonly fileName: string;
}

/** Tries a format on a file. Refuses an incomplete or future month, an unknown carrier and an unreadable file. `today`: YYYY-MM-DD. */
export async function tryConfig(
  { carriers, runIsolated }: Pick<SampleReading, 'carriers' | 'runIsolated'>,
  trial: Sample & NamedPeriod & { readonly carrierId: string; readonly config: StatementConfig },
  today: string,
): Promise<ConfigTrialResult | Refused> {
  const period = trialPeriod(trial, today);
  if (isRefused(period)) return period;
  const { accountId, carrierId, config, bytes } = trial;
  if ((await carriers.find(accountId, carrierId)) === null) return unknownCarrier();
  return runIsolated(accountId, { name: 'testConfig', input: { config, bytes, period } });
}

function trialPeriod(fields: NamedPeriod, today: string): Period | null | Refused {
  const period = namedPeriod(fields);
  if (period === undefined || isRefused(period)) return period ?? null;
  if (isStatementPeriod(period, today)) return period;
  return refuseField('periodMonth', 'is later than the month after the current one');
}

/**
 * Infers a format from a file. The active format of a carrier provides settings that the file does not show, and a note says that the
 * proposal would replace it. Without a carrier the file alone decides. Refuses an unknown carrier.
 */
export async function inferConfig(
  { carriers, configs, runIsolated }: Pick<SampleReading, 'carriers' | 'configs' | 'runIsolated'>,
  {
    accountId,
    carrierId,
    ...input
  }: NamedSample & { readonly carrierId: string | null; readonly sheetName: string | undefined },
): Promise<InferredFormat | Refused> {
  if (carrierId === null) return runIsolated(accountId, { name: 'inferFormat', input: { ...input, current: null } });
  if ((await carriers.find(accountId, carrierId)) === null) return unknownCarrier();
  // The newest versions may be removed ones.
  const versions = await configs.list(accountId, carrierId, { limit: 200, offset: 0 });
  const current = versions?.data.find(({ active }) => active) ?? null;
  const proposed = await runIsolated(accountId, {
    name: 'inferFormat',
    input: { ...input, current: current?.config ?? null },
  });
  if (isRefused(proposed) || current === null) return proposed;
  return { ...proposed, notes: [...proposed.notes, replacesNote(current.version)] };
}

/** Ranks the carriers of a brand by how well their formats read a file. Refuses an unknown brand. */
export async function resolveCarrier(
  { brands, runIsolated }: Pick<SampleReading, 'brands' | 'runIsolated'>,
  { accountId, groupId, bytes }: Sample & { readonly groupId: string },
): Promise<CarrierRanking | Refused> {
  const candidates = await brands.listCandidates(accountId, groupId);
  if (candidates === null) return refuse('not_found', 'There is no brand with this groupId.');
  return runIsolated(accountId, { name: 'rankCarriers', input: { bytes, candidates } });
}

/**
 * Identifies the carrier and month of a file among all carriers that the account sees. `today`: YYYY-MM-DD. Refuses a file that takes too
 * long or too much memory to read.
 */
export async function identifyFile(
  { brands, runIsolated }: Pick<SampleReading, 'brands' | 'runIsolated'>,
  { accountId, bytes, fileName }: NamedSample,
  today: string,
): Promise<IdentifiedStatement | Refused> {
  const candidates = await brands.listIdentifiable(accountId);
  return runIsolated(accountId, { name: 'identifyStatement', input: { bytes, fileName, candidates, today } });
}

/**
 * Previews the first rows of a file with the meaning of its columns. `columns` are the meanings that a person chose. Refuses a file that
 * takes too long or too much memory to read.
 */
export function previewSample(
  { runIsolated }: Pick<SampleReading, 'runIsolated'>,
  { accountId, ...input }: Sample & Omit<PreviewInput, 'bytes'>,
): Promise<FilePreview | Refused> {
  return runIsolated(accountId, { name: 'previewFile', input });
}
