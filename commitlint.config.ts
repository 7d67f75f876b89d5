import type lint from '@commitlint/lint';

// A subject says what the commit does: `type(scope): imperative`. CONTRIBUTING.md explains it; a test checks the newest commits.

const TYPES = ['feat', 'fix', 'perf', 'refactor', 'test', 'docs', 'build', 'chore', 'revert'];
/** Imperatives that end like a past tense, a participle or a third person. */
const IMPERATIVES = ['embed', 'exceed', 'feed', 'need', 'proceed', 'seed', 'shed', 'speed', 'bring', 'bias', 'focus'];

/** Refuses "added", "adding" and "adds". No list of all English verbs is needed to see these three. */
function startsWithImperative({ header }: { readonly header: string | null }): [boolean, string] {
  const [, verb = ''] = /^[^:]*:\s*([\p{L}-]*)/u.exec((header ?? '').toLowerCase()) ?? [];
  const isOther = /(?:ed|ing|[^s]s)$/.test(verb) && !IMPERATIVES.includes(verb);
  return [!isOther, `the subject must start with an imperative such as "add", not "${verb}"`];
}

type Rules = NonNullable<Parameters<typeof lint>[1]>;

const rules: Rules = {
  'type-enum': [2, 'always', TYPES],
  'type-empty': [2, 'never'],
  'scope-case': [2, 'always', 'kebab-case'],
  'subject-empty': [2, 'never'],
  'subject-imperative': [2, 'always'],
  'subject-full-stop': [2, 'never', '.'],
  'header-max-length': [2, 'always', 72],
  'header-trim': [2, 'always'],
  'body-leading-blank': [2, 'always'],
};

const plugins = [{ rules: { 'subject-imperative': startsWithImperative } }] as const;

export default { plugins, rules };
