import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { z } from 'zod';
import { createSshKeyPair } from '../../server/drop-offs.ts';
import { mail, PERIOD } from '../http/email/mail-room.ts';
import type { MachineAccount, OneMachineService } from './one-machine-service.ts';
import { addPayRun } from './pay-agency.ts';
import { formOf, STATEMENT_CONFIG } from './service.ts';

const created = z.looseObject({ id: z.string() });
const DIGITS = PERIOD.replace('-', '');

export interface FullAccount extends MachineAccount {
  readonly username: string;
  readonly carrierId: string;
}

/** Makes an account with a row in every table of accounts and bytes in every folder. All of it contains a unique word. */
export async function makeFullAccount(service: OneMachineService, canary: string): Promise<FullAccount> {
  const account = await service.createAccount(`Agency ${canary}`);
  const post = async (path: string, json: object) => created.parse((await account.call('POST', path, { json })).json);
  const carrierId = (await post('/v1/carriers', { name: `Carrier ${canary}` })).id;
  await post(`/v1/carriers/${carrierId}/configs`, {
    ...STATEMENT_CONFIG,
    sftp: { patterns: ['*{YYYY}{MM}*.csv'] },
    email: { allowedSenders: ['pay@acme.example'], periodFrom: 'filename' },
  });
  const headers = { 'Idempotency-Key': canary };
  await account.call('POST', '/v1/workspaces', { json: { name: `Workspace ${canary}` }, headers });
  const { json } = await account.call('GET', '/v1/workspaces');
  const [workspace] = z.looseObject({ workspaces: z.array(created) }).parse(json).workspaces;
  const workspaceId = workspace?.id ?? '';
  const username = `user-${randomUUID().slice(0, 8)}`;
  await post('/v1/sftp/users', { username, publicKey: createSshKeyPair().public.trim(), workspaceId });
  const { address } = await post('/v1/email/addresses', { carrierId, workspaceId });
  await post('/v1/expected-rates', { carrierId, rateType: 'flat_per_member', rateValue: 50, planCode: canary });
  const policies = [{ id: canary, memberName: canary }];
  const listed = `/v1/policies?carrierId=${carrierId}&workspaceId=${workspaceId}`;
  expect((await account.call('PUT', listed, { json: { policies } })).status).toBe(200);
  await post('/v1/webhooks', { url: `http://127.0.0.1:9/${canary}`, events: ['job.completed', 'job.failed'] });
  const content = (month: string) =>
    [
      'Member ID,Commission,Name',
      `M-1,50,${canary} ${month}`,
      `M-2,-5,${canary}`,
      `M-3,abc,${canary}`,
      `Bonus,5,Bonus`,
    ].join('\n');
  const form = (period: string) =>
    formOf({ file: content(period), fileName: `${canary}.csv`, carrierId, period, workspaceId });
  for (const period of ['2025-01', '2025-02']) await account.call('POST', '/v1/files', { body: form(period) });
  await service.dropFile(username, `${canary} ${DIGITS}.csv`, content('sftp'));
  await service.dropFile(username, `${canary} without a month.csv`, content('nothing'));
  await service.receiveMail(mail([{ name: `${canary}-2026-01.csv`, content: content('mail') }]), String(address));
  await service.runJobs();
  // The month has one of its two files; it is closed and corrected afterwards.
  await account.call('PUT', `/v1/carriers/${carrierId}/expected-files`, { json: { expectedFiles: 2 } });
  const dropOffs = { sftp: { patterns: [`${canary}-{YYYY}{MM}.csv`] } };
  expect((await account.call('PUT', `/v1/carriers/${carrierId}/drop-offs`, { json: dropOffs })).status).toBe(200);
  const path = '/v1/months/2025-02';
  expect((await account.call('PUT', path, { json: { state: 'closed', carrierId, workspaceId } })).status).toBe(200);
  const late = formOf({
    file: `Member ID,Commission\nM-9,1`,
    fileName: `${canary}.csv`,
    carrierId,
    period: '2025-02',
    workspaceId,
  });
  late.set('append', 'true');
  await account.call('POST', '/v1/files', { body: late });
  await service.runJobs();
  await addUnreachable(service, account.accountId, canary);
  return { ...account, username, carrierId };
}

/** Adds rows of the kinds that the requests of this test do not make, such as saved reports, people, disputes and aliases. */
async function addUnreachable(service: OneMachineService, accountId: string, canary: string): Promise<void> {
  await service.database.system(async (sql) => {
    await sql`
      insert into saved_reports (report_id, account_id, name, sql) values (${randomUUID()}, ${accountId}, ${canary}, 'select 1')`;
    await sql`insert into report_places (place_id, account_id) values (${randomUUID()}, ${accountId})`;
    const personId = randomUUID();
    await sql`
      insert into people (person_id, name, email, email_verified, created_at, updated_at)
      values (${personId}, ${canary}, ${`${accountId}@people.example`}, true, now(), now())`;
    await sql`
      insert into team_members (account_id, person_id, role, invited_by) values (${accountId}, ${personId}, 'owner', 'operator')`;
    await sql`
      insert into recent_invitations (invitation_id, account_id, address_digest) values (${randomUUID()}, ${accountId}, '\\x00')`;
    const disputeId = randomUUID();
    await sql`
      insert into disputes (dispute_id, account_id, carrier_id, carrier_name, letter, asked_amount)
      values (${disputeId}, ${accountId}, ${randomUUID()}, ${canary}, ${canary}, 1)`;
    await sql`
      insert into dispute_rows (account_id, dispute_id, number, claim_id, workspace_id, carrier_id, member_ref_id,
        member_external_id, period, kind, certainty, ask, evidence, asked_amount, open_amount)
      values (${accountId}, ${disputeId}, 1, ${canary}, ${randomUUID()}, ${randomUUID()}, ${randomUUID()}, ${canary}, '2026-01',
        'underpaid', 'contracted', ${canary}, '[]', 1, 1)`;
    await sql`
      insert into member_aliases (account_id, workspace_id, carrier_id, alias_ref_id, member_ref_id, external_id, source)
      select account_id, workspace_id, carrier_id, ${randomUUID()}, member_ref_id, ${canary}, 'manual' from scored_rows
      where account_id = ${accountId} limit 1`;
    await sql`
      insert into member_second_ids (account_id, workspace_id, carrier_id, second_key, member_ref_id)
      select account_id, workspace_id, carrier_id, ${canary}, member_ref_id from scored_rows where account_id = ${accountId} limit 1`;
    const [upline, agent] = [randomUUID(), randomUUID()];
    await sql`
      insert into agents (agent_id, account_id, name, upline_id)
      values (${upline}, ${accountId}, ${canary}, null), (${agent}, ${accountId}, ${canary}, ${upline})`;
    await sql`
      insert into agent_names (name_id, account_id, agent_id, kind, text)
      values (${randomUUID()}, ${accountId}, ${agent}, 'name', ${canary})`;
    await sql`
      insert into member_notes (note_id, account_id, member_ref_id, body) values (${randomUUID()}, ${accountId}, ${randomUUID()}, ${canary})`;
    await sql`
      insert into member_contacts (account_id, member_ref_id, phone) values (${accountId}, ${randomUUID()}, ${canary})`;
    await addPayRun(sql, { accountId, text: canary });
    await sql`insert into letterheads (account_id, name) values (${accountId}, ${canary})`;
    await sql`
      insert into commission_departments (account_id, carrier_id, name) values (${accountId}, ${randomUUID()}, ${canary})`;
    await sql`
      insert into statement_deposits (account_id, workspace_id, carrier_id, period, amount, deposited_on, note)
      select account_id, workspace_id, carrier_id, ${PERIOD}, 1, '2026-02-01', ${canary} from files where account_id = ${accountId} limit 1`;
    await sql`insert into account_places (place_id, account_id, until) values (${randomUUID()}, ${accountId}, now())`;
    await sql`insert into owner_news (account_id, kind, period) values (${accountId}, 'complete', ${PERIOD})`;
    await sql`
      insert into carrier_events (event_id, account_id, workspace_id, carrier_id, period, kind, scope_field, scope_value, scope_key,
        members, compared, amount, detail)
      select gen_random_uuid(), account_id, workspace_id, carrier_id, ${PERIOD}, 'members_left', 'agent', ${canary}, ${canary}, 5, 5, 50,
        ${canary}
      from books where account_id = ${accountId} limit 1`;
    await sql`
      insert into webhook_attempts (account_id, delivery_id, number, attempted_at, duration_ms)
      select account_id, delivery_id, 1, now(), 1 from webhook_deliveries where account_id = ${accountId}`;
    await sql`
      insert into dead_letters (dead_letter_id, queue, message_id, body, receive_count)
      select gen_random_uuid(), 'statements', job_id, json_build_object('jobId', job_id)::text, 6 from jobs where account_id = ${accountId}`;
  });
}
