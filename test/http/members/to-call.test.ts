import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { personToCall } from '../../../app/reads/list-changes.ts';
import { sharedService, statement } from '../../support/service.ts';

/** Guarantee: the list to call has who is gone lately or going, with phone and email, and nobody else. */
describe('to call', async () => {
  const service = await sharedService();
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({
    name: 'Beacon Health',
    account,
    config: {
      fileType: 'csv',
      columns: {
        member_external_id: 'Member ID',
        commission_amount: 'Commission',
        member_name: 'Name',
        email: 'Email',
        agent_name: 'Agent',
        term_date: 'Effective',
      },
    },
  });
  const of = (name: string, ends = '') => ({
    Name: name,
    Agent: 'Kim',
    Email: `${name.slice(0, 3)}@s.example`,
    Effective: ends,
  });
  const months: readonly (readonly [string, readonly string[]])[] = [
    ['2026-01', ['Old Gone', 'Ann Gone', 'Bea Stays', 'Cy Going']],
    ['2026-02', ['Ann Gone', 'Bea Stays', 'Cy Going']],
    ['2026-03', ['Ann Gone', 'Bea Stays', 'Cy Going']],
    ['2026-04', ['Bea Stays', 'Cy Going']],
  ];
  for (const [period, names] of months)
    await account.load({
      carrierId,
      period,
      file: statement(names.map((name) => [name.slice(0, 3), 20, of(name, name === 'Cy Going' ? '05/31/2026' : '')])),
    });

  async function list(query = '') {
    const { status, json } = await account.call('GET', `/v1/members/to-call${query}`);
    expect(status).toBe(200);
    return z.object({ data: z.array(personToCall) }).parse(json).data;
  }

  test('lists who is gone since the month before, and whose policy ends', async () => {
    const [ann] = await list();
    await account.call('PUT', `/v1/members/${ann?.memberRefId}/contact`, { json: { phone: '555 0100', email: null } });
    expect(await list()).toMatchObject([
      { memberName: 'Ann Gone', kind: 'gone', phone: '555 0100', email: 'Ann@s.example', lastPaidPeriod: '2026-03' },
      { memberName: 'Cy Going', kind: 'going', phone: null, email: 'Cy @s.example', termDate: '2026-05-31' },
    ]);
  });

  test('goes further back, and narrows to an agent', async () => {
    expect((await list('?since=2026-01')).map(({ memberName }) => memberName)).toEqual([
      'Ann Gone',
      'Cy Going',
      'Old Gone',
    ]);
    expect(await list('?agent=nobody')).toEqual([]);
  });
});
