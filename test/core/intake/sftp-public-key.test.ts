import { generateKeyPairSync } from 'node:crypto';
import ssh2 from 'ssh2';
import { expect, test } from 'vitest';
import { fingerprintOf, readPublicKey } from '../../../core/intake/sftp-folder.ts';

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
