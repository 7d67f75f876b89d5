import { z } from 'zod';
import { isRefused, type Refused } from '../../core/problem.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import {
  CONTACT_STATES,
  type ContactToSet,
  type FoundCandidate,
  type MatchedRow,
  matchContacts,
} from '../../core/roster/match-contacts.ts';
import type { RosterRow } from '../../core/roster/read-roster.ts';
import { hasRoom, refuseStorage, type StorageUse } from '../../core/storage-quota.ts';
import type { RunIsolated } from '../reading/run-isolated.ts';

const importedRow = z
  .object({
    row: z.int().describe('As a spreadsheet numbers it.'),
    name: z.string().nullable(),
    memberId: z.string().nullable(),
    policyNumber: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    state: z
      .enum(CONTACT_STATES)
      .describe(
        'new, changed: is written down. same: is so already. nobody: on no statement. several: it is not clear who is meant. faulty: the row itself.',
      ),
    members: z
      .array(
        z.object({
          memberRefId: z.string(),
          memberName: z.string().nullable(),
          memberExternalId: z.string(),
          carrierName: z.string(),
          phone: z.string().nullable().describe('As written down before.'),
          email: z.string().nullable(),
        }),
      )
      .readonly()
      .describe('The members who are this person, at most one of each carrier.'),
    detail: z.string().nullable().describe('Why nothing is written down, in words.'),
  })
  .meta({ id: 'ImportedContact' });

export const contactImport = z
  .object({
    applied: z.boolean().describe('False: a preview, which changed nothing.'),
    rows: z.int(),
    counts: z.object({
      new: z.int(),
      changed: z.int(),
      same: z.int(),
      nobody: z.int(),
      several: z.int(),
      faulty: z.int(),
    }),
    data: z.array(importedRow).readonly().describe('Every row of the list, in its order.'),
  })
  .meta({ id: 'ContactImport' });
export type ContactImport = Readonly<z.output<typeof contactImport>>;

export interface ContactImportStore {
  /** Finds members by the numbers and names of the rows. */
  findCandidates(accountId: string, rows: readonly RosterRow[]): Promise<readonly FoundCandidate[]>;
  /** Finds members and stores what `decide` makes of them, in one transaction. */
  apply(
    accountId: string,
    rows: readonly RosterRow[],
    decide: (found: readonly FoundCandidate[], use: StorageUse) => readonly ContactToSet[] | Refused,
    origin: RequestOrigin,
  ): Promise<null | Refused>;
}

export interface ContactImports {
  readonly contactImports: ContactImportStore;
  readonly runIsolated: RunIsolated;
}

/**
 * Reads a list of people and writes down their phone and email, or only says what it would write down. Unclear rows are left out; all
 * others are stored in one transaction. Refuses a list that can't be read, and an account without room.
 */
export async function importContacts(
  { contactImports, runIsolated }: ContactImports,
  {
    accountId,
    bytes,
    isApplied,
  }: { readonly accountId: string; readonly bytes: Uint8Array; readonly isApplied: boolean },
  origin: RequestOrigin,
): Promise<ContactImport | Refused> {
  const rows = await runIsolated(accountId, { name: 'readRoster', input: { bytes } });
  if (isRefused(rows)) return rows;
  if (!isApplied) return importOf(matchContacts(rows, await contactImports.findCandidates(accountId, rows)), false);
  let matched: readonly MatchedRow[] = [];
  const refused = await contactImports.apply(
    accountId,
    rows,
    (found, use) => {
      matched = matchContacts(rows, found);
      const toSet = matched.flatMap((row) => row.toSet);
      const bytesNeeded = new TextEncoder().encode(
        toSet.map(({ phone, email }) => `${phone ?? ''}${email ?? ''}`).join(''),
      ).byteLength;
      return hasRoom(use, bytesNeeded) ? toSet : refuseStorage(use, bytesNeeded);
    },
    origin,
  );
  return refused ?? importOf(matched, true);
}

function importOf(matched: readonly MatchedRow[], applied: boolean): ContactImport {
  const count = (state: MatchedRow['state']) => matched.filter((row) => row.state === state).length;
  return {
    applied,
    rows: matched.length,
    counts: {
      new: count('new'),
      changed: count('changed'),
      same: count('same'),
      nobody: count('nobody'),
      several: count('several'),
      faulty: count('faulty'),
    },
    data: matched.map(({ roster: { fault: _, ...row }, state, members, detail }) => ({
      ...row,
      state,
      members: members.map(({ carrierId: _carrier, ...member }) => member),
      detail,
    })),
  };
}
