import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import ssh2 from 'ssh2';
import { describe, expect, test } from 'vitest';
import {
  type DropOffSettings,
  dropId,
  effectiveDropOffs,
  intakeRefusal,
  isLeftToFormat,
  type OwnDropOffSettings,
} from '../../../core/intake/drop-off-settings.ts';
import { periodOutOfWindow } from '../../../core/intake/find-period.ts';
import { refusalText } from '../../../core/intake/mail-reply.ts';
import {
  fingerprintOf,
  processedKeys,
  readPublicKey,
  reasonKey,
  rejectedKeys,
  settlingOf,
  takeInTurn,
} from '../../../core/intake/sftp-folder.ts';
import { PROBLEM_CODES } from '../../../core/problem.ts';
import { refuse } from '../../../core/refuse.ts';
import { propertyRuns } from '../../support/property-runs.ts';

describe('sftp settling', () => {
  const HOUR = 3600;

  test.each([
    ['a.csv', 10, 59.9, 'leave'],
    ['a.csv', 10, 60, 'take'],
    ['a.csv', 10, 90 * 24 * HOUR, 'take'],
    ['a.csv', 0, 60, 'leave'],
    ['a.csv', 0, 24 * HOUR, 'report'],
    ['a.csv.filepart', 10, 24 * HOUR - 1, 'leave'],
    ['a.csv.part', 10, 24 * HOUR, 'report'],
    ['.a.csv', 10, 72 * HOUR - 1, 'report'],
    ['a.tmp', 10, 72 * HOUR, 'reject'],
    // The clock of the disk may be slightly ahead of the clock of the database.
    ['a.csv', 10, -5, 'leave'],
  ] as const)('handles %s of %i bytes that last changed %d s ago: %s', (name, byteSize, ageSeconds, expected) => {
    expect(settlingOf({ name, byteSize }, ageSeconds)).toBe(expected);
  });

  test('accepts the last 36 months, this month and the next without a question', () => {
    const today = '2026-07-15';
    for (const period of ['2023-07', '2026-07', '2026-08']) expect(periodOutOfWindow(period, today)).toBeNull();
    for (const period of ['2023-06', '2026-09', '1999-12']) {
      expect(periodOutOfWindow(period, today)).toMatch(/Jul 2023 to Aug 2026/);
    }
  });

  test('accepts drop-offs of active accounts on the Enterprise tier only', () => {
    expect(intakeRefusal({ status: 'active', tier: 'enterprise' })).toBeNull();
    expect(intakeRefusal({ status: 'active', tier: 'standard' })).toMatchObject({ refused: { code: 'tier_required' } });
    for (const status of ['pending', 'suspended'] as const) {
      expect(intakeRefusal({ status, tier: 'enterprise' })).toMatchObject({
        refused: { code: 'account_not_provisioned' },
      });
    }
  });

  test('gives different lists of parts different drop-off ids', () => {
    const ids = [['a', 'b'], ['ab'], ['a,b'], ['a', null], ['a', 'null'], ['a'], ['a', '']].map(dropId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(dropId(['a', 'b'])).toBe(dropId(['a', 'b']));
  });

  test('has words for every refusal, without the names of form fields', () => {
    for (const code of PROBLEM_CODES) {
      for (const refusal of [
        { code },
        { code, detail: 'It is so.' },
        { code, errors: [{ field: 'file', detail: 'The file is a PDF.' }] },
      ]) {
        expect(refusalText(refusal)).toMatch(/^\p{Lu}(?!.*\.\.).*\.$/su);
        expect(refusalText(refusal)).not.toMatch(/\b(\w+) (?:the )?\1\b/i);
      }
    }
    const exists = refuse('period_exists', { title: 'There are 4 members on file', detail: 'Send replace=true.' });
    expect(refusalText(exists.refused)).toMatch(/^There are 4 members on file\. .*to replace or append/);
    const fields = { code: 'validation_error', errors: [{ field: 'file', detail: 'is empty' }] } as const;
    expect(refusalText(fields)).toBe('The file is empty.');
    const fault = (field: string, detail: string) =>
      refusalText({ code: 'validation_error', errors: [{ field, detail }] });
    expect(fault('file', 'The file is a PDF document. Send a CSV.')).toBe('The file is a PDF document. Send a CSV.');
    expect(fault('periodMonth', 'must be 1 to 12')).toBe('periodMonth must be 1 to 12.');
  });

  const ID = dropId(['x']);
  const TWELVE = ID.slice(0, 12);

  test("keeps keys in the folder of their user for any name: the plain name first, then with the drop-off's id", () => {
    const drop = { name: 'a.csv', dropId: ID, receivedOn: '2026-03-31T23:59:59.000Z' };
    expect(processedKeys('lake', drop)).toEqual([
      'sftp/lake/processed/2026-03/a.csv',
      `sftp/lake/processed/2026-03/${TWELVE}-a.csv`,
    ]);
    expect(rejectedKeys('lake', { ...drop, name: '../../../other/rejected/a.csv' })).toEqual([
      'sftp/lake/rejected/a.csv',
      `sftp/lake/rejected/${TWELVE}-a.csv`,
    ]);
    expect(reasonKey('sftp/lake/rejected/a.csv')).toBe('sftp/lake/rejected/a.csv.reason.txt');
  });

  test("never uses the plain name if it could be another file's reason, or leaves no room for the name of a reason", () => {
    const nameOf = (key: string | undefined) => key?.split('/').at(-1);
    for (const name of ['a.csv.reason.txt', 'a'.repeat(255), 'ü'.repeat(123)]) {
      const keys = rejectedKeys('lake', { name, dropId: ID });
      expect(keys).toHaveLength(1);
      expect(nameOf(keys[0])).toMatch(new RegExp(`^${TWELVE}-`));
      expect(Buffer.byteLength(nameOf(keys[0]) ?? '')).toBeLessThanOrEqual(255);
      expect(Buffer.byteLength(nameOf(reasonKey(keys[0] ?? '')) ?? '')).toBeLessThanOrEqual(255);
    }
    expect(rejectedKeys('lake', { name: 'ü'.repeat(122), dropId: ID })).toHaveLength(2);
  });

  test('stores the files and reasons of any two names in different places', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('a', 'a.reason.txt', 'a.reason.txt.reason.txt', 'é'.repeat(127), 'é'.repeat(128)),
    );
    fc.assert(
      fc.property(name, name, (one, two) => {
        const plainOf = (file: string, id: string) => rejectedKeys('lake', { name: file, dropId: dropId([id]) });
        const [first, second] = [plainOf(one, '1'), plainOf(two, '2')];
        // The second file gets a free place.
        const [a = '', b = ''] = [first[0], second.find((key) => key !== first[0])];
        expect(new Set([a, reasonKey(a), b, reasonKey(b)]).size).toBe(4);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  const { generateKeyPairSync: sshKeys } = ssh2.utils;

  const lineOf = (fields: readonly (string | Buffer)[], type = String(fields[0])) => {
    const blob = fields.map((field) => {
      const bytes = Buffer.from(field);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return Buffer.concat([length, bytes]);
    });
    return `${type} ${Buffer.concat(blob).toString('base64')}`;
  };

  /** Makes an RSA key of the number of bits in SSH's form. A positive number begins with a zero byte if its first bit is set. */
  function rsaLine(bits: number): string {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: bits });
    const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
    const positive = (text: string) => {
      const bytes = Buffer.from(text, 'base64url');
      return (bytes[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.of(0), bytes]) : bytes;
    };
    return lineOf(['ssh-rsa', positive(e), positive(n)]);
  }

  /** Makes an Ed25519 key in SSH's form. The function of ssh2 would drop the leading zero of one key in 256. */
  function ed25519Line(): string {
    const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    return lineOf(['ssh-ed25519', Buffer.from(x, 'base64url')]);
  }

  test('accepts Ed25519, the three curves and RSA of 2048 bits as OpenSSH writes them', () => {
    const lines = [
      ed25519Line(),
      ...([256, 384, 521] as const).map((bits) => sshKeys('ecdsa', { bits }).public),
      rsaLine(2048),
      rsaLine(3072),
    ];
    for (const line of lines) {
      const canonical = line.split(' ').slice(0, 2).join(' ').trim();
      expect(readPublicKey(line)).toEqual({ ok: true, publicKey: canonical });
    }
  });

  test('ignores comment, white space and missing padding when it compares keys', () => {
    const line = rsaLine(2048).replace(/=+$/, '');
    const read = readPublicKey(line);
    expect(read.ok).toBe(true);
    expect(readPublicKey(`  ${line.replace(' ', '\t')}   jane@office backup\n`)).toEqual(read);
  });

  test('makes the fingerprint that ssh-keygen shows', () => {
    // The fingerprint is the output of ssh-keygen -lf for this line.
    const line = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPrZyIYH/ue6zxhZrs1DJ3VpyQrTBtAE/y3mTx4LLIUw';
    expect(fingerprintOf(line)).toBe('SHA256:hFVMawtc93P+YmyOKWJLfYeasx1Jtk+8w7YotHMoVxc');
  });

  test('refuses RSA below 2048 bits and names the size', () => {
    expect(readPublicKey(rsaLine(1024))).toEqual({ ok: false, problem: expect.stringContaining('1024 bits') });
  });

  const ed25519 = ed25519Line();
  const point = Buffer.alloc(32, 7);

  test.each([
    ['an empty text', '', /begin with/],
    ['a private key', sshKeys('ed25519').private, /private key/],
    ['two keys', `${ed25519}\n${ed25519}`, /one line/],
    ['options before the key', `command="sh" ${ed25519}`, /begin with/],
    ['DSA', ed25519.replaceAll('ssh-ed25519', 'ssh-dss'), /begin with/],
    ['a certificate', ed25519.replace('ssh-ed25519', 'ssh-ed25519-cert-v01@openssh.com'), /begin with/],
    ['only a type', 'ssh-ed25519', /damaged/],
    ['something that is not base64', 'ssh-ed25519 AAAA!!!!', /damaged/],
    ['a cut line', ed25519.slice(0, -8), /damaged/],
    ['another type inside', lineOf(['ssh-rsa', point], 'ssh-ed25519'), /damaged/],
    ['a point that is too short', lineOf(['ssh-ed25519', point.subarray(1)]), /damaged/],
    ['something after the point', lineOf(['ssh-ed25519', point, 'more']), /damaged/],
    ['another curve inside', lineOf(['ecdsa-sha2-nistp256', 'nistp384', Buffer.alloc(65, 4)]), /damaged/],
    ['a compressed point', lineOf(['ecdsa-sha2-nistp256', 'nistp256', Buffer.alloc(65, 2)]), /damaged/],
    ['a negative modulus', lineOf(['ssh-rsa', Buffer.of(3), Buffer.alloc(257, 0xff)]), /damaged/],
    [
      'needless zeros',
      lineOf(['ssh-rsa', Buffer.of(3), Buffer.concat([Buffer.alloc(2), Buffer.alloc(255, 0xff)])]),
      /damaged/,
    ],
    [
      'an exponent of one',
      lineOf(['ssh-rsa', Buffer.of(1), Buffer.concat([Buffer.of(0), Buffer.alloc(256, 0xff)])]),
      /damaged/,
    ],
    ['an even modulus', lineOf(['ssh-rsa', Buffer.of(3), Buffer.alloc(257, 0x7e)]), /damaged/],
    ['a modulus above the usable size', lineOf(['ssh-rsa', Buffer.of(3), Buffer.alloc(2049, 0x7f)]), /16384/],
  ] as const)('refuses %s', (_, text, problem) => {
    expect(readPublicKey(text)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  });

  /** Guarantee: a long queue does not take the places of other queues, and each queue keeps its order. */

  describe('takeInTurn', () => {
    test.each([
      [
        'the first item of each queue comes before any second one',
        [['a1', 'a2', 'a3'], ['b1'], ['c1', 'c2']],
        5,
        ['a1', 'b1', 'c1', 'a2', 'c2'],
      ],
      ['a queue that is alone has everything', [['a1', 'a2'], []], 9, ['a1', 'a2']],
      [
        'a limit in the middle of a turn favours the first queues',
        [
          ['a1', 'a2'],
          ['b1', 'b2'],
        ],
        3,
        ['a1', 'b1', 'a2'],
      ],
      ['more queues than places leave the last queues without an item', [['a1'], ['b1'], ['c1']], 2, ['a1', 'b1']],
      ['empty queues give no items', [], 3, []],
      ['no places give no items', [['a1']], 0, []],
    ])('%s', (_name, queues, limit, taken) => {
      expect(takeInTurn(queues, limit)).toEqual(taken);
    });

    test('takes as many items as there are places, the first of each queue, with no queue more than one ahead of another that still waits', () => {
      const lengths = fc.array(fc.nat({ max: 30 }), { maxLength: 12 });
      fc.assert(
        fc.property(lengths, fc.nat({ max: 80 }), (of, limit) => {
          const queues = of.map((length, queue) => Array.from({ length }, (_, at) => ({ queue, at })));
          const taken = takeInTurn(queues, limit);
          expect(taken).toHaveLength(Math.min(limit, queues.flat().length));
          const had = of.map((_, own) => taken.filter(({ queue }) => queue === own));
          for (const [own, items] of had.entries()) expect(items).toEqual(queues[own]?.slice(0, items.length));
          const least = Math.min(...had.flatMap(({ length }, own) => (length < (of[own] ?? 0) ? [length] : [])));
          for (const { length } of had) expect(length).toBeLessThanOrEqual(least + 1);
        }),
        { numRuns: propertyRuns(100) },
      );
    });
  });
});

describe('drop off settings', () => {
  const FORMAT: DropOffSettings = {
    sftp: { patterns: ['A_{YYYY}{MM}.csv'], onExisting: 'append' },
    email: { allowedSenders: ['@a.example'], periodFrom: 'subject' },
  };
  const NOTHING: OwnDropOffSettings = {
    sftp: { patterns: null, onExisting: null },
    email: { allowedSenders: null, periodFrom: null },
  };

  describe('the settings in force', () => {
    test('are those of the format where the account has set nothing', () => {
      expect(effectiveDropOffs(FORMAT, null)).toEqual(FORMAT);
      expect(effectiveDropOffs(FORMAT, NOTHING)).toEqual(FORMAT);
    });

    test("take each of the account's settings before the format's", () => {
      const own: OwnDropOffSettings = {
        sftp: { patterns: ['B_{YYYY}{MM}.csv'], onExisting: null },
        email: { allowedSenders: null, periodFrom: 'statement' },
      };
      expect(effectiveDropOffs(FORMAT, own)).toEqual({
        sftp: { patterns: ['B_{YYYY}{MM}.csv'], onExisting: 'append' },
        email: { allowedSenders: ['@a.example'], periodFrom: 'statement' },
      });
    });

    test('allow no sender where the account has set an empty list of senders', () => {
      const own = { ...NOTHING, email: { allowedSenders: [], periodFrom: null } };
      expect(effectiveDropOffs(FORMAT, own).email.allowedSenders).toEqual([]);
    });

    test('allow nobody and fit no name without a format and settings', () => {
      expect(effectiveDropOffs(null, null)).toEqual({
        sftp: { patterns: [], onExisting: 'reject' },
        email: { allowedSenders: [], periodFrom: 'filename' },
      });
    });
  });

  test.each([
    [NOTHING, true],
    [{ ...NOTHING, sftp: { patterns: [], onExisting: null } }, false],
    [{ ...NOTHING, email: { allowedSenders: null, periodFrom: 'filename' } }, false],
  ] as const)('%j leaves everything to the format: %s', (own, isLeft) => {
    expect(isLeftToFormat(own)).toBe(isLeft);
  });
});
