import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import fc from 'fast-check';
import { workbook } from '../../demo/statements/workbook.ts';

/** One change to the bytes of a file, as a bad connection, a bad disk or an attacker might make it. */
type Mutation =
  | { readonly kind: 'flip'; readonly at: number; readonly mask: number }
  | { readonly kind: 'set' | 'insert'; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: 'remove' | 'repeat'; readonly at: number; readonly length: number; readonly times: number }
  | { readonly kind: 'truncate'; readonly at: number }
  | { readonly kind: 'splice'; readonly at: number; readonly from: number; readonly length: number };

/** Bytes that have a meaning in CSV, XML, ZIP or text. */
const TELLING = ['"', '""', ',', ';', '\t', '\r', '\n', '\r\n', '=', '<', '>', '&', ']]>', '<!--', '\0', '\ufeff', 'PK']
  .map((text) => Buffer.from(text))
  .concat(
    ['ff', 'fffe', 'c328', 'eda080', 'ffffffff', '00000000', '504b0102', '504b0506'].map((hex) =>
      Buffer.from(hex, 'hex'),
    ),
  );

const at = fc.nat(0x7fff_ffff);
const length = fc.oneof(fc.integer({ min: 1, max: 16 }), fc.integer({ min: 1, max: 4_096 }));
const bytes = fc.oneof(fc.constantFrom(...TELLING), fc.uint8Array({ minLength: 1, maxLength: 12 }));

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at, mask: fc.integer({ min: 1, max: 255 }) }),
  fc.record({ kind: fc.constantFrom('set' as const, 'insert' as const), at, bytes }),
  fc.record({
    kind: fc.constantFrom('remove' as const, 'repeat' as const),
    at,
    length,
    times: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 200 })),
  }),
  fc.record({ kind: fc.constant('truncate' as const), at }),
  fc.record({ kind: fc.constant('splice' as const), at, from: at, length }),
);

export const mutations = fc.array(mutation, { minLength: 1, maxLength: 4 });

/** Applies the changes in turn; `donor` is the source of inserted bytes. No file grows by more than a megabyte. */
export function mutated(file: Uint8Array, changes: readonly Mutation[], donor: Uint8Array): Uint8Array {
  return changes.reduce<Uint8Array>((now, change) => apply(now, change, donor), file);
}

function apply(file: Uint8Array, change: Mutation, donor: Uint8Array): Uint8Array {
  const place = change.at % (file.length + 1);
  const head = file.subarray(0, place);
  switch (change.kind) {
    case 'flip':
      return joined(head, [Buffer.from([(file[place] ?? 0) ^ change.mask]), file.subarray(place + 1)]);
    case 'set':
      return joined(head, [change.bytes, file.subarray(place + change.bytes.length)]);
    case 'insert':
      return joined(head, [change.bytes, file.subarray(place)]);
    case 'remove':
      return joined(head, [file.subarray(place + change.length)]);
    case 'truncate':
      return head;
    case 'repeat': {
      const piece = file.subarray(place, place + change.length);
      return joined(head, [...Array.from({ length: change.times }, () => piece), file.subarray(place)]);
    }
    case 'splice': {
      const start = change.from % (donor.length + 1);
      return joined(head, [donor.subarray(start, start + change.length), file.subarray(place + change.length)]);
    }
  }
}

function joined(head: Uint8Array, rest: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([head, ...rest]);
}

/** A file of any kind, to be sent as a statement. */
export interface OddFile {
  readonly name: string;
  readonly bytes: Buffer<ArrayBuffer>;
}

const CORPUS = '../shared/corpus';

/** The irregular files that this module makes, and real irregular files if they are available. */
export function oddFiles(): readonly OddFile[] {
  return [...ownFiles(), ...(existsSync(CORPUS) ? corpusFiles() : [])];
}

function corpusFiles(): OddFile[] {
  return readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(`${CORPUS}/${name}`).isFile())
    .sort()
    .map((name) => ({ name, bytes: Buffer.from(readFileSync(`${CORPUS}/${name}`)) }));
}

const CSV =
  'Member ID,Commission,Name,Policy\r\nM-1,12.50,"O\'Brien, Jo",P-1\r\nM-2,-3,"Ann ""A"" Lee",P-2\r\nTotal,9.50,,\r\n';

/** Small files to mutate: each is of another kind that the readers distinguish. */
function ownFiles(): OddFile[] {
  const file = (name: string, content: string | Uint8Array): OddFile => ({ name, bytes: Buffer.from(content) });
  const cells = CSV.trim()
    .split('\r\n')
    .map((line) => line.split(','));
  return [
    file('plain.csv', CSV),
    file('byte-order-mark.csv', `\ufeff${CSV}`),
    file('utf-16.csv', Buffer.from(`\ufeff${CSV}`, 'utf16le')),
    file('windows-1252.csv', Buffer.from(CSV.replace('Jo', 'Jö'), 'latin1')),
    file('broken-utf-8.csv', Buffer.concat([Buffer.from(CSV), Buffer.from([0xc3, 0x28, 0xff, 0xfe, 0x2c, 0x31])])),
    file('nul.csv', CSV.replace('M-2', 'M\0-2')),
    file('open-quote.csv', `${CSV}"M-3,1\r\nM-4,2\r\n`),
    file('ragged.csv', `${CSV}M-3,1,a,b,c,d,e\r\nM-4\r\n,,,,,,,\r\n`),
    file('bare-cr.csv', CSV.replaceAll('\r\n', '\r')),
    file('wide.csv', `${'a,'.repeat(2_000)}\r\n`),
    file('long-cell.csv', `${CSV}M-5,1,${'x'.repeat(100_000)},P\r\n`),
    file('one-line.csv', 'Member ID,Commission'),
    file('blank-lines.csv', '\r\n'.repeat(500)),
    file('separator-line.csv', `sep=;\r\n${CSV.replaceAll(',', ';')}`),
    file('empty.csv', ''),
    file('one-byte.csv', ','),
    file('plain.xlsx', workbook({ Detail: cells })),
    file('cut.xlsx', workbook({ Detail: cells }).subarray(0, 900)),
    file('no-end.xlsx', workbook({ Detail: cells }).subarray(0, -30)),
    file('headless.xlsx', workbook({ Detail: cells }).subarray(40)),
    file('page.html', '<!doctype html><html><table><tr><td>Member ID</td></tr></table></html>'),
    file('old.xls', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])),
    file('paper.pdf', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
    file('program.exe', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(300)])),
    file('picture.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')),
    file('members.json', '[{"Member ID":"M-1","Commission":12.5}]'),
    file('end-only.zip', Buffer.concat([Buffer.from('504b0506', 'hex'), Buffer.alloc(18)])),
  ];
}
