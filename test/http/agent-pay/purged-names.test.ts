import { expect, test } from 'vitest';
import { z } from 'zod';
import { approve, halfForAgents } from '../../support/paid-agency.ts';
import { sharedService } from '../../support/service.ts';

/** Guarantee: the purge of a file removes the names of its members from approved runs, and changes no amount. */

const service = await sharedService();
const lines = z.object({
  data: z.array(z.object({ memberName: z.string().nullable(), memberExternalId: z.string(), amount: z.number() })),
});

test('a purged file leaves ids and amounts in the lines of an approved run, and no names', async () => {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ account });
  const { fileId, runId, lee, dana } = await halfForAgents({ account, carrierId });
  await approve(service.database, account, runId);
  const read = async (agentId: string) => {
    const { data } = lines.parse((await account.call('GET', `/v1/pay-runs/${runId}/lines?party=${agentId}`)).json);
    return data.map(({ memberName, memberExternalId, amount }) => [memberName, memberExternalId, amount]);
  };
  expect(await read(lee)).toEqual([['Cy Doe', 'M3', 40]]);
  const purged = await account.call('POST', `/v1/files/${fileId}/purge`);
  expect(purged.status, purged.body).toBe(200);
  expect(await read(lee)).toEqual([[null, 'M3', 40]]);
  expect(await read(dana)).toEqual([
    [null, 'M1', 50],
    [null, 'M2', 25.12],
  ]);
});
