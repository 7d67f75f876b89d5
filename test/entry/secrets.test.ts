import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createSecretSource,
  createSecretsClient,
  type SecretSource,
  secretLogin,
} from '../../adapters/secrets/secrets-manager.ts';
import { TEST_CLIENT } from '../adapters/aws-server.ts';
import { type SecretServer, startSecretServer } from './secret-server.ts';

let server: SecretServer;
let source: SecretSource;
let nowMs = 0;
const CHANGED_AT = Date.UTC(2026, 3, 1);

beforeEach(async () => {
  nowMs = 0;
  server = await startSecretServer();
  const client = createSecretsClient({ ...TEST_CLIENT, endpoint: server.endpoint, maxAttempts: 1 });
  source = createSecretSource({ client, elapsedMs: () => nowMs, now: () => new Date(CHANGED_AT + nowMs) });
  server.secrets.set('a', { current: 'one' });
});
afterEach(() => server.close());

describe('a secret', () => {
  test('is read once for all callers, and again when it is five minutes old', async () => {
    expect(await Promise.all([source.read('a'), source.read('a'), source.read('a')])).toEqual(['one', 'one', 'one']);
    server.secrets.set('a', { current: 'two' });
    nowMs = 299_999;
    expect(await source.read('a')).toBe('one');
    nowMs = 300_000;
    expect(await source.read('a')).toBe('two');
    expect(server.reads()).toBe(2);
  });

  test('is read again after a failed read', async () => {
    server.secrets.delete('a');
    await expect(source.read('a')).rejects.toThrow('There is no such secret');
    server.secrets.set('a', { current: 'one' });
    expect(await source.read('a')).toBe('one');
  });

  test('that was refused is replaced by the current text, otherwise by the pending text, otherwise stays', async () => {
    expect(await source.read('a')).toBe('one');
    server.secrets.set('a', { current: 'one', pending: 'two' });
    expect(await source.readAfterRefusal('a', 'one')).toBe('two');
    expect(await source.read('a')).toBe('two');
    server.secrets.set('a', { current: 'three' });
    expect(await source.readAfterRefusal('a', 'two')).toBe('three');
    expect(await source.readAfterRefusal('a', 'three')).toBe('three');
    // A later caller with the refused value finds that another caller has read the new value.
    const reads = server.reads();
    expect(await source.readAfterRefusal('a', 'one')).toBe('three');
    expect(server.reads()).toBe(reads);
  });
});

describe('a secret with its previous text', () => {
  test('ends the overlap to the second, without another read', async () => {
    server.secrets.set('a', { current: 'two', previous: { text: 'one', replacedAt: new Date(CHANGED_AT) } });
    expect(await source.readWithPrevious('a', 60)).toEqual(['two', 'one']);
    nowMs = 59_999;
    expect(await source.readWithPrevious('a', 60)).toEqual(['two', 'one']);
    nowMs = 60_000;
    expect(await source.readWithPrevious('a', 60)).toEqual(['two']);
    expect(server.reads()).toBe(2);
  });

  test('has one text until it was changed once, and finds a change within five minutes', async () => {
    expect(await source.readWithPrevious('a', 3600)).toEqual(['one']);
    server.secrets.set('a', { current: 'two', previous: { text: 'one', replacedAt: new Date(CHANGED_AT) } });
    nowMs = 299_999;
    expect(await source.readWithPrevious('a', 3600)).toEqual(['one']);
    nowMs = 300_000;
    expect(await source.readWithPrevious('a', 3600)).toEqual(['two', 'one']);
  });
});

describe('a login', () => {
  const secret = (password: string) => ({ current: JSON.stringify({ username: 'u', password }) });

  test('reads again only for a refused password, however many connections were refused', async () => {
    server.secrets.set('a', secret('old'));
    const login = secretLogin(source, { user: 'u', arn: 'a' });
    expect(await login.password()).toBe('old');
    server.secrets.set('a', secret('new'));
    expect(await login.password()).toBe('old');
    login.refused();
    login.refused();
    expect(await Promise.all([login.password(), login.password()])).toEqual(['new', 'new']);
    expect(server.reads()).toBe(2);
  });

  test("reveals nothing of a secret that is not a database's", async () => {
    server.secrets.set('a', { current: '{"user":"u","password":"quagmire"' });
    const login = secretLogin(source, { user: 'u', arn: 'a' });
    await expect(login.password()).rejects.toThrow(/^A database secret holds no JSON with username and password$/);
  });
});
