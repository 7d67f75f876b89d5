import { createHash, randomUUID } from 'node:crypto';
import type { Period } from '../../core/period.ts';
import { isRefused } from '../../core/problem.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import type { AccountStore } from '../accounts/manage-accounts.ts';
import { processStatement, type StatementWorker } from '../book/process-statement.ts';
import type { CarrierStore } from '../carriers/manage-carriers.ts';
import type { ConfigStore } from '../carriers/manage-configs.ts';
import { acceptUpload, type UploadIntake } from '../files/accept-upload.ts';

/**
 * Scores two made-up statements of a made-up account in the way that real statements are scored. The transaction is rolled back, so the
 * database keeps nothing (docs/runbooks/version-taken-back.md).
 */
export interface Rehearsal {
  readonly accounts: Pick<AccountStore, 'create'>;
  readonly carriers: Pick<CarrierStore, 'create'>;
  readonly configs: Pick<ConfigStore, 'add'>;
  readonly intake: UploadIntake;
  /** Its `onError` has to throw, because the rehearsal tries each job once. */
  readonly worker: StatementWorker;
  readonly findStats: (accountId: string, jobId: string) => Promise<Readonly<Record<string, unknown>> | null>;
}

const ORIGIN: RequestOrigin = { actor: 'operator', ip: null, requestId: 'release-check' };

/** Ann is paid in both months; Bob drops off in the second. */
const MONTHS: readonly { readonly period: Period; readonly rows: string; readonly expected: Stats }[] = [
  {
    period: '2001-01',
    rows: 'A-1,Ann,10.50\nB-2,Bob,20.25\n',
    expected: { rowsIngested: 2, members: 2, red: 0, commissionTotal: 30.75 },
  },
  {
    period: '2001-02',
    rows: 'A-1,Ann,10.50\n',
    expected: { rowsIngested: 1, green: 1, red: 1, commissionTotal: 10.5 },
  },
];
type Stats = Readonly<Record<string, number>>;

/**
 * Scores the statements of all months. Throws an error that names the first wrong figure. `config` has to read the columns Member ID, Name
 * and Commission.
 */
export async function rehearseStatements(rehearsal: Rehearsal, config: StatementConfig): Promise<void> {
  const { accounts, carriers, configs } = rehearsal;
  const account = await accounts.create({ name: 'Release check', tier: 'standard', email: null }, ORIGIN);
  const carrier = await carriers.create(
    account.id,
    { name: 'Release check', productLine: null, allowSameName: true },
    ORIGIN,
  );
  if (isRefused(carrier)) throw new Error('The rehearsal could not make its carrier');
  const key = { accountId: account.id, carrierId: carrier.id };
  const added = await configs.add(key, config, ORIGIN);
  if (added === null || isRefused(added)) throw new Error('The rehearsal could not make its statement format');
  for (const { period, rows, expected } of MONTHS) {
    const stats = await score(rehearsal, { ...key, period, rows });
    for (const [name, value] of Object.entries(expected)) {
      if (stats[name] !== value) {
        throw new Error(`The rehearsal of ${period} has ${name} ${String(stats[name])} and not ${value}`);
      }
    }
  }
}

interface Month {
  readonly accountId: string;
  readonly carrierId: string;
  readonly period: Period;
  readonly rows: string;
}

async function score(
  { intake, worker, findStats }: Rehearsal,
  { accountId, carrierId, period, rows }: Month,
): Promise<Readonly<Record<string, unknown>>> {
  const bytes = new TextEncoder().encode(`Member ID,Name,Commission\n${rows}`);
  const request = {
    accountId,
    carrierId,
    period,
    workspaceId: null,
    fileName: `release-check-${period}.csv`,
    byteSize: bytes.byteLength,
    checksumSha256: createHash('sha256').update(bytes).digest('hex'),
    statedTotal: null,
    webhookUrl: null,
    replace: false,
    append: false,
    replaceFileId: null,
    idempotencyKey: null,
    fingerprint: randomUUID(),
    source: 'api',
  } as const;
  const accepted = await acceptUpload(intake, { request, bytes, origin: ORIGIN });
  if (isRefused(accepted)) throw new Error(`The rehearsal's statement of ${period} was refused`);
  const { jobId } = accepted.job;
  const { kind } = await processStatement(worker, jobId);
  const stats = await findStats(accountId, jobId);
  if (kind !== 'done' || stats === null) throw new Error(`The rehearsal's job of ${period} did not complete`);
  return stats;
}
