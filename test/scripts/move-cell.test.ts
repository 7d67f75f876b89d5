import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSecretBox } from '../../adapters/secret-box/aes-secret-box.ts';
import { openAwsCell, openMachineCell } from '../../scripts/move-cell.ts';

/** Guarantee: a move opens a stage by the settings of its API, and a data directory only where a service runs. No AWS is called here. */

const ARN = 'arn:aws:secretsmanager:us-east-1:1:secret:';
const SEALING_TEXT = 'a sealing secret of forty characters long';
const SETTINGS = {
  DATABASE_HOST: 'proxy.example.com',
  DATABASE_NAME: 'commission',
  DATABASE_SECRET_ARNS: JSON.stringify({ service: `${ARN}service`, system: `${ARN}system`, report: `${ARN}report` }),
  RAW_BUCKET: 'cas-prod-raw',
  DROP_BUCKET: 'cas-prod-drops',
  SECRET_KEY_ARN: `${ARN}key`,
};

test('reads host, secrets and buckets of a stage from its function, and seals with its key', async () => {
  const calls: string[] = [];
  const cell = await openAwsCell(
    'prod',
    async (words) => {
      calls.push(words.join(' '));
      return JSON.stringify({ Environment: { Variables: SETTINGS } });
    },
    {
      read: async (arn) => {
        calls.push(arn);
        return SEALING_TEXT;
      },
      readAfterRefusal: async () => SEALING_TEXT,
      readWithPrevious: async () => [SEALING_TEXT],
    },
  );
  expect(calls).toEqual(['lambda get-function-configuration --function-name cas-prod-http-api', `${ARN}key`]);
  const key = createHash('sha256').update(SEALING_TEXT).digest();
  expect(createSecretBox(key).open(cell.secretBox.seal('whsec'))).toBe('whsec');
  await cell.close();
});

test('refuses a stage whose settings are not complete', async () => {
  const { RAW_BUCKET: _, ...incomplete } = SETTINGS;
  const answer = JSON.stringify({ Environment: { Variables: incomplete } });
  await expect(openAwsCell('prod', async () => answer)).rejects.toThrow('RAW_BUCKET');
});

test('refuses a folder without a key, and a service that does not run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cell-'));
  await expect(openMachineCell(folder, undefined)).rejects.toThrow('is not the data directory');
  await writeFile(join(folder, 'secret-key'), Buffer.alloc(32).toString('base64'));
  await expect(openMachineCell(folder, undefined)).rejects.toThrow('Start it first');
  await rm(folder, { recursive: true });
});
