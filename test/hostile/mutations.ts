import fc from 'fast-check';

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
