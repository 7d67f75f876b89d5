import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAllowedSender, readSender } from '../../../core/intake/sender.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const address = (from: readonly string[]) => {
  const reading = readSender(from);
  return reading.ok ? reading.address : null;
};

describe('a From header in its plain forms', () => {
  test.each([
    ['pay@acme.example', 'pay@acme.example'],
    ['<pay@acme.example>', 'pay@acme.example'],
    ['Acme Commissions <Pay@ACME.example>', 'pay@acme.example'],
    ['"Doe, Jane (Acme)" <jane.doe+pay@mail.acme.example>', 'jane.doe+pay@mail.acme.example'],
    ['"Pay@acme.example" <pay@acme.example>', 'pay@acme.example'],
    ["  O'Neil & Sons  <o'neil@acme.example> ", "o'neil@acme.example"],
    ['"" <pay@acme.example>', 'pay@acme.example'],
  ])('is read: %s', (from, expected) => {
    expect(address([from])).toBe(expected);
  });
});

describe('an ambiguous or invalid From header', () => {
  test.each([
    ['no header', []],
    ['two headers', ['pay@acme.example', 'pay@acme.example']],
    ['a list', ['pay@acme.example, x@evil.example']],
    ['a list in brackets', ['<pay@acme.example>, <x@evil.example>']],
    ['a group', ['Acme: pay@acme.example;']],
    ['an empty group', ['undisclosed recipients:;']],
    ['an encoded name', ['=?utf-8?Q?J=C3=BCrgen?= <pay@acme.example>']],
    ['an address in an encoded word', ['=?utf-8?Q?pay=40acme.example?=']],
    ['an encoded word that hides another address', ['=?utf-8?Q?x=40evil.example=2C?= <pay@acme.example>']],
    ['a quoted encoded word', ['"=?utf-8?Q?x?=" <pay@acme.example>']],
    ['another address as the name', ['"x@evil.example" <pay@acme.example>']],
    ['another address before', ['x@evil.example <pay@acme.example>']],
    ['two addresses in brackets', ['<x@evil.example> <pay@acme.example>']],
    ['text behind', ['<pay@acme.example> x@evil.example']],
    ['a comment', ['pay@acme.example (x@evil.example)']],
    ['a comment inside', ['pay(x)@acme.example']],
    ['a route', ['<@evil.example:pay@acme.example>']],
    ['a quoted local part', ['"pay"@acme.example']],
    ['a quoted @', ['"pay@acme.example"@evil.example']],
    ['an escaped quote', ['"a\\" <x@evil.example>" <pay@acme.example>']],
    ['a cyrillic a', ['pay@\u0430cme.example']],
    ['a full-width @', ['pay\uFF20acme.example']],
    ['a zero-width space', ['pay@acme\u200B.example']],
    ['a NUL', ['pay@acme.example\0.evil.example']],
    ['a line break', ['pay@acme.example\r\nX: y']],
    ['no domain', ['pay']],
    ['a domain of one label', ['pay@localhost']],
    ['an address literal', ['pay@[127.0.0.1]']],
    ['two dots', ['pay@acme..example']],
    ['a dot at the end', ['pay@acme.example.']],
    ['a hyphen at the end of a label', ['pay@acme-.example']],
    ['an unclosed bracket', ['Acme <pay@acme.example']],
    ['a local part of 65 characters', [`${'a'.repeat(65)}@acme.example`]],
    ['255 characters', [`pay@${'a.'.repeat(122)}example`]],
    ['an empty header', ['']],
  ])('names nobody: %s', (_, from) => {
    expect(address(from)).toBeNull();
  });

  test('is refused in time proportional to its length', () => {
    for (const part of ['a', '.', '"', '<', ' ', 'a@', '=?', 'a.', '\\"']) {
      expect(address([`${part.repeat(200_000)}<`])).toBeNull();
    }
  });
});

test('reads at most one address of plain characters from any header', () => {
  const piece = fc.constantFrom(
    'pay',
    '@',
    'acme.example',
    '<',
    '>',
    '"',
    ',',
    ' ',
    '=?',
    ':',
    ';',
    '(',
    ')',
    '\\',
    'é',
    '.',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const read = address([pieces.join('')]);
      if (read !== null) expect(read).toMatch(/^[a-z0-9.]+@[a-z0-9.]+$/);
    }),
    { seed: 20_260_601, numRuns: propertyRuns(5_000) },
  );
});

describe('the allowed senders of a format', () => {
  test.each([
    ['its address', ['pay@acme.example'], true],
    ['its address in another case, with space around', [' Pay@Acme.Example '], true],
    ['its domain', ['@acme.example'], true],
    ['nobody', [], false],
    ['another address of the domain', ['billing@acme.example'], false],
    ['the domain above', ['@example'], false],
    ['a domain below', ['@mail.acme.example'], false],
    ['the end of the domain', ['@cme.example', 'cme.example', 'acme.example'], false],
    ['everybody, by a wildcard', ['*', '@*', '@', ''], false],
  ])('%s', (_, allowed, expected) => {
    expect(isAllowedSender('pay@acme.example', allowed)).toBe(expected);
  });

  test('include exactly a domain, not a longer domain with the same end', () => {
    expect(isAllowedSender('x@evil-acme.example', ['@acme.example'])).toBe(false);
    expect(isAllowedSender('x@sub.acme.example', ['@acme.example'])).toBe(false);
  });
});
