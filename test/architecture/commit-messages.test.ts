import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import lint from '@commitlint/lint';
import { describe, expect, it } from 'vitest';
import config from '../../commitlint.config.ts';

/** Guarantee: the history follows `type(scope): imperative`, and the check refuses other messages. */

const NEWEST = 20;
const { rules, plugins } = config;
const isAccepted = async (message: string) => (await lint(message, rules, { plugins: { own: plugins[0] } })).valid;

/** Returns the messages of the newest commits without merges, or none without a history, as in an archive of the sources. */
async function newestMessages(): Promise<readonly string[]> {
  const git = promisify(execFile);
  const log = await git('git', ['log', `-${NEWEST}`, '--no-merges', '--format=%B%x00']).catch(() => null);
  return log === null
    ? []
    : log.stdout
        .split('\0')
        .map((text) => text.trim())
        .filter((text) => text !== '');
}

it(`the newest ${NEWEST} commits follow the rule`, async () => {
  const messages = await newestMessages();
  const checked = await Promise.all(messages.map(async (message) => ({ message, ok: await isAccepted(message) })));
  expect(checked.filter(({ ok }) => !ok).map(({ message }) => message.split('\n')[0])).toEqual([]);
});

describe('the rule', () => {
  it.each([
    'fix(money): refuse an amount without digits',
    'docs: speed up the first page',
    'feat(rates): address a plan by its name\n\nA name is what agencies know.',
  ])('accepts "%s"', async (message) => {
    expect(await isAccepted(message)).toBe(true);
  });

  it.each([
    ['no type', 'refuse an amount without digits'],
    ['an unknown type', 'wip(money): refuse an amount'],
    ['the past tense', 'fix(money): refused an amount'],
    ['the third person', 'fix(money): refuses an amount'],
    ['a participle', 'fix(money): refusing an amount'],
    ['a full stop', 'fix(money): refuse an amount.'],
    ['73 characters', `fix(money): refuse ${'a'.repeat(54)}`],
    ['a body without a blank line before it', 'fix(money): refuse an amount\nIt had no digits.'],
  ])('refuses %s', async (_, message) => {
    expect(await isAccepted(message)).toBe(false);
  });
});
