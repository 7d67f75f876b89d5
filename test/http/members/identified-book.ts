import { expect } from 'vitest';
import { z } from 'zod';
import type { TestAccount, TestService } from '../../support/service.ts';

/** A book whose members have ids of their own, second ids and names, in an old layout and in a new one. */

export const OLD = ['Member ID', 'MBI', 'Name', 'Effective', 'Commission'];
export const NEW = ['Commission', 'Insured', 'Start', 'ID'];
export const oldConfig = {
  fileType: 'csv',
  columns: {
    member_external_id: 'Member ID',
    alternate_member_id: 'MBI',
    member_name: 'Name',
    effective_date: 'Effective',
    commission_amount: 'Commission',
  },
};
const newConfig = {
  fileType: 'csv',
  columns: {
    member_external_id: 'ID',
    member_name: 'Insured',
    effective_date: 'Start',
    commission_amount: 'Commission',
  },
};
export const NAMES = ['Ada Low', 'Ben Moss', 'Cy Nash', 'Di Orr', 'Ed Poe', 'Flo Quick'];
export const oldRows = (names = NAMES) => names.map((name, i) => [`M${i}`, `S${i}`, name, `2025-0${i + 1}-01`, '50']);
export const newRows = (id: (i: number) => string, names = NAMES) =>
  names.map((name, i) => ['50', name.split(' ').reverse().join(', '), `2025-0${i + 1}-01`, id(i)]);
/** The expected statuses: all members are green under their earlier ids. */
export const GREEN = NAMES.map((_, i) => `M${i} green`);

export const withoutSecond = (rows: readonly Row[]): readonly Row[] =>
  rows.map(([id = '', , ...rest]) => [id, '', ...rest]);
export const renumbered = (names = NAMES): readonly Row[] =>
  oldRows(names).map(([, , ...rest], i) => [`X${i}`, '', ...rest]);
export type Row = readonly string[];

const job = z.looseObject({
  status: z.string(),
  warnings: z.array(z.object({ code: z.string(), detail: z.string() })),
});
const members = z.object({
  data: z.array(z.object({ memberExternalId: z.string(), status: z.string(), lastPeriod: z.string() })),
});

export interface IdentifiedBook {
  readonly account: TestAccount;
  readonly carrierId: string;
  /** Uploads a month's rows. Returns what its job says of members. */
  load(period: string, header: Row, rows: readonly Row[], more?: Readonly<Record<string, string>>): Promise<Loaded>;
  retract(fileId: string): Promise<void>;
  /** Gives the carrier the format of the new layout. */
  relay(): Promise<unknown>;
  /** Returns the status of each member in the month. */
  statuses(period: string): Promise<readonly string[]>;
}

interface Loaded {
  readonly jobId: string;
  readonly fileId: string;
  readonly said: readonly string[];
}

export async function openIdentifiedBook(service: TestService): Promise<IdentifiedBook> {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ account, config: oldConfig });
  return {
    account,
    carrierId,
    load: async (period, header, rows, more = {}) => {
      const file = [header, ...rows].map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n');
      const { jobId, fileId } = await account.load({ carrierId, period, file, ...more });
      const { status, warnings } = job.parse((await account.call('GET', `/v1/jobs/${jobId}`)).json);
      expect(status).toBe('completed');
      const ofMembers = warnings.filter(({ code }) => code.startsWith('members_')).map(({ detail }) => detail);
      return { jobId, fileId, said: ofMembers };
    },
    retract: async (fileId) => {
      expect((await account.call('DELETE', `/v1/files/${fileId}`)).status).toBe(202);
      await service.runJobs();
    },
    relay: () => service.addConfig(carrierId, newConfig, account),
    statuses: async (period) => {
      const { json } = await account.call('GET', `/v1/members?carrierId=${carrierId}&period=${period}&limit=200`);
      return members
        .parse(json)
        .data.map(({ memberExternalId, status }) => `${memberExternalId} ${status}`)
        .sort();
    },
  };
}

export const found = z.object({ data: z.array(z.object({ memberRefId: z.string(), memberExternalId: z.string() })) });
