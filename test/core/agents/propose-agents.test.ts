import { describe, expect, test } from 'vitest';
import { nameFromSpellings } from '../../../core/agents/agent-name.ts';
import { type AgentSighting, type KnownAgent, pairsOf, proposeAgents } from '../../../core/agents/propose-agents.ts';

const at = (name: string | null, number: string | null = null, carrier = 'aetna'): AgentSighting => ({
  carrierId: carrier,
  carrierName: carrier,
  name,
  number,
});

const known = (name: string, more: Partial<KnownAgent> = {}): KnownAgent => ({
  agentId: `id of ${name}`,
  name,
  npn: null,
  spellings: [{ kind: 'name', text: name, carrierId: null }],
  ...more,
});

const propose = (sightings: readonly AgentSighting[], agents: readonly KnownAgent[] = []) =>
  proposeAgents({ sightings, agents, apart: [] });

const shown = (sightings: readonly AgentSighting[], agents: readonly KnownAgent[] = []) =>
  propose(sightings, agents).map(({ certainty, name, about }) => [certainty, name, about.map(({ text }) => text)]);

describe('names', () => {
  test('of the same words are one agent, in any order, case and punctuation', () => {
    expect(
      shown([at('WHITFIELD, DANA'), at('Whitfield, Dana'), at('Dana Whitfield'), at('dana   whitfield.')]),
    ).toEqual([['sure', 'Dana Whitfield', ['WHITFIELD, DANA', 'Dana Whitfield', 'dana   whitfield.']]]);
  });

  test('that differ by a middle initial only are one agent', () => {
    expect(shown([at('Dana R Whitfield'), at('WHITFIELD, DANA')])).toEqual([
      ['sure', 'Dana R Whitfield', ['Dana R Whitfield', 'WHITFIELD, DANA']],
    ]);
  });

  test('with an initial for the first name are one agent where one full name fits', () => {
    const [only] = propose([at('D. Whitfield'), at('Dana Whitfield')]);
    expect(only).toMatchObject({ certainty: 'sure', name: 'Dana Whitfield' });
    expect(only?.reason).toBe('"D. Whitfield" and "Dana Whitfield" differ by an initial only, and no other name fits.');
  });

  test('with an initial that fits two full names are a doubtful proposal', () => {
    const found = propose([at('D Whitfield'), at('Dana Whitfield'), at('David Whitfield')]);
    expect(found.map(({ certainty, about }) => [certainty, about.map(({ text }) => text)])).toEqual(
      expect.arrayContaining([
        ['sure', ['Dana Whitfield']],
        ['sure', ['David Whitfield']],
        ['maybe', ['D Whitfield']],
      ]),
    );
  });

  test('with two middle initials are never joined through the name without one', () => {
    const found = propose([at('Dana R Whitfield'), at('Dana L Whitfield'), at('Dana Whitfield')]);
    expect(found).toHaveLength(3);
    expect(found.filter(({ certainty }) => certainty === 'sure').every(({ spellings }) => spellings.length === 1)).toBe(
      true,
    );
  });

  test('that differ by Jr, or by a further first name, are doubtful', () => {
    expect(shown([at('Dana Whitfield'), at('Dana Whitfield', null, 'cigna'), at('Dana Whitfield Jr.')])).toEqual([
      ['sure', 'Dana Whitfield', ['Dana Whitfield']],
      ['maybe', 'Dana Whitfield', ['Dana Whitfield Jr.']],
    ]);
    expect(shown([at('Dana Whitfield'), at('Dana Rose Whitfield')]).map(([certainty]) => certainty)).toContain('maybe');
  });

  test('with the same surname only are two agents', () => {
    expect(shown([at('Dana Whitfield'), at('Robert Whitfield')])).toEqual([
      ['sure', 'Dana Whitfield', ['Dana Whitfield']],
      ['sure', 'Robert Whitfield', ['Robert Whitfield']],
    ]);
  });

  test('of a company are no spelling of a person', () => {
    expect(shown([at('Whitfield Insurance LLC'), at('D Whitfield'), at('WHITFIELD INSURANCE, LLC')])).toEqual([
      ['sure', 'D Whitfield', ['D Whitfield']],
      ['sure', 'Whitfield Insurance LLC', ['Whitfield Insurance LLC', 'WHITFIELD INSURANCE, LLC']],
    ]);
  });

  test('without a letter are not proposed', () => {
    expect(shown([at('---'), at('0')])).toEqual([]);
  });
});

describe('numbers', () => {
  test('belong to the agent with whose name they stand', () => {
    expect(shown([at('Dana Whitfield', '1001')])).toEqual([['sure', 'Dana Whitfield', ['Dana Whitfield', '1001']]]);
  });

  test('join two surnames of one first name at the same carrier', () => {
    const [only, ...more] = propose([at('Dana Whitfield', '1001'), at('Dana Jones', '1001')]);
    expect(more).toEqual([]);
    expect(only).toMatchObject({ certainty: 'sure' });
    expect(only?.reason).toBe('"Dana Whitfield" and "Dana Jones" both have the number 1001 at aetna.');
    expect(propose([at('Dana Whitfield', '1001'), at('Dana Jones', '1001', 'cigna')])).toHaveLength(2);
  });

  test('leave two first names doubtful, and join neither with the number', () => {
    expect(shown([at('Dana Whitfield', '1001'), at('Bob Whitfield', '1001'), at('Bob Whitfield')])).toEqual([
      ['sure', 'Bob Whitfield', ['Bob Whitfield']],
      ['maybe', 'Bob Whitfield', ['Dana Whitfield']],
    ]);
  });

  test('of three names are those of the agency', () => {
    expect(shown([at('Ann Lee', '9'), at('Bob Ray', '9'), at('Cy Poe', '9')])).toEqual([
      ['sure', 'Ann Lee', ['Ann Lee']],
      ['sure', 'Bob Ray', ['Bob Ray']],
      ['sure', 'Cy Poe', ['Cy Poe']],
    ]);
  });

  test('that are the NPN of a record complete it', () => {
    const [only] = propose([at(null, '18273645')], [known('Dana Whitfield', { npn: '18273645' })]);
    expect(only).toMatchObject({
      ...{ certainty: 'sure', agentId: 'id of Dana Whitfield' },
      ...{ spellings: [{ kind: 'number', text: '18273645', carrierId: 'aetna' }] },
      reason: 'The number 18273645 is the NPN of Dana Whitfield.',
    });
  });
});

describe('records', () => {
  test('get further spellings, and nothing that they have', () => {
    expect(shown([at('Dana Whitfield'), at('WHITFIELD, DANA')], [known('Dana Whitfield')])).toEqual([
      ['sure', 'Dana Whitfield', ['WHITFIELD, DANA']],
    ]);
  });

  test('of the same name get nothing by itself that fits both', () => {
    const two = [known('Dana Whitfield'), known('Dana Whitfield', { agentId: 'other', spellings: [] })];
    expect(shown([at('D Whitfield')], two).map(([certainty]) => certainty)).toEqual(['maybe']);
  });

  test('get nothing again that was taken away from one', () => {
    const apart = [{ kind: 'name', text: 'Whitfield, Dana', carrierId: null } as const];
    const facts = {
      sightings: [at('WHITFIELD, DANA'), at('Dana Whitfield')],
      agents: [known('Dana Whitfield')],
      apart,
    };
    expect(proposeAgents(facts)).toEqual([]);
  });

  test('get no name at one carrier that another agent has at another', () => {
    const one = known('Dana Whitfield', { spellings: [{ kind: 'name', text: 'Dana Whitfield', carrierId: 'aetna' }] });
    expect(shown([at('Dana Whitfield'), at('Dana Whitfield', null, 'cigna')], [one])).toEqual([]);
  });
});

describe('a proposal', () => {
  test('has the same id while it says the same', () => {
    const one = propose([at('Dana Whitfield', '1'), at('WHITFIELD, DANA')]);
    const same = propose([at('WHITFIELD, DANA'), at('Dana Whitfield', '1')]);
    expect(same[0]?.proposalId).toBe(one[0]?.proposalId);
    expect(propose([at('Dana Whitfield', '2')])[0]?.proposalId).not.toBe(one[0]?.proposalId);
  });

  test('never gives a text to two agents', () => {
    const names = [
      'D Whitfield',
      'Dana Whitfield',
      'Dana R Whitfield',
      'David Whitfield',
      'Whitfield LLC',
      'Dana Jones',
    ];
    const sightings = names.flatMap((name, index) => [at(name, String(index % 3)), at(name, '7', 'cigna')]);
    const sure = propose(sightings).filter(({ certainty }) => certainty === 'sure');
    const texts = sure.flatMap(({ spellings }) =>
      spellings.map(({ kind, text, carrierId }) => `${kind} ${text} ${carrierId}`),
    );
    expect(new Set(texts).size).toBe(texts.length);
  });
});

test.each([
  [['WHITFIELD, DANA'], 'Dana Whitfield'],
  [['dana whitfield', 'Dana Whitfield'], 'Dana Whitfield'],
  [["O'NEIL, KIM"], "Kim O'neil"],
  [['HARBOR AGENCY LLC'], 'HARBOR AGENCY LLC'],
  [['Whitfield, Jr'], 'Whitfield, Jr'],
])('the name of a new agent from %j is %s', (texts, name) => {
  expect(nameFromSpellings(texts)).toBe(name);
});

describe('a doubtful pair that people said is two agents', () => {
  const sightings = [at('Dana Whitfield'), at('Dana Whitfield Jr')];
  const agents = [known('Dana Whitfield')];
  const certaintiesOf = (twoAgents: readonly (readonly [string, string])[]) =>
    proposeAgents({ sightings, agents, apart: [], twoAgents }).map(
      ({ name, agentId, certainty }) => [name, agentId, certainty] as const,
    );

  test('is not proposed again, and its name is an agent of its own', () => {
    expect(certaintiesOf([])).toContainEqual(['Dana Whitfield', 'id of Dana Whitfield', 'maybe']);
    const [doubtful] = proposeAgents({ sightings, agents, apart: [] }).filter(({ certainty }) => certainty === 'maybe');
    if (doubtful === undefined) throw new Error('No proposal is doubtful.');
    expect(pairsOf(doubtful)).toEqual([['dana whitfield', 'dana whitfield jr']]);
    const after = certaintiesOf(pairsOf(doubtful));
    expect(after.filter(([, , certainty]) => certainty === 'maybe')).toEqual([]);
    expect(after).toContainEqual(['Dana Whitfield Jr', null, 'sure']);
  });
});
