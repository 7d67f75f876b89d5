import { expect, test } from 'vitest';
import { lineKindOf } from '../../../core/statement/taken-back-words.ts';
import { configOf } from './statements.ts';

/** Guarantee: pay beside the agent's commission is recognised by its words, and a configuration takes precedence. */

const words = (transactionType: string | null, description: string | null = null) => ({ transactionType, description });

test.each([
  ['Renewal', null, 'commission'],
  [null, null, 'commission'],
  ['Override', null, 'override'],
  ['OW Placed Adv', null, 'override'],
  ['Renewal', 'Override', 'override'],
  ['Placed Adv', null, 'advance'],
  ['HRA Bonus', null, 'bonus'],
  ['Admin Fee', null, 'fee'],
  ['True-Up', null, 'true_up'],
  ['Adjustment', null, 'adjustment'],
  ['Advantage Plus', null, 'commission'],
  ['Feesville Renewal', null, 'commission'],
])('reads %s, %s as %s', (type, description, kind) => {
  expect(lineKindOf(configOf({}))(words(type, description))).toBe(kind);
});

test('takes the first matching entry for the type or the description, before the usual words', () => {
  const kindOf = lineKindOf(
    configOf({
      lineKinds: [
        { kind: 'true_up', patterns: ['MED2'] },
        { kind: 'override', patterns: ['Service Fee'] },
        { kind: 'bonus', patterns: ['/^HA\\b/i'] },
      ],
    }),
  );
  expect(kindOf(words('MED2'))).toBe('true_up');
  expect(kindOf(words('Renewal', 'Service Fee'))).toBe('override');
  expect(kindOf(words('HA payment'))).toBe('bonus');
  expect(kindOf(words('ARCM', 'Broker Level'))).toBe('commission');
});
