/** Reads fields of a parse tree, which is unknown JSON. What has not the expected form is empty: the walk refuses it. */

export type NodeFields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is NodeFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The node's type and fields: `{ "ColumnRef": { … } }`. Null for anything but an object with one key and an object in it. */
export function unwrapNode(value: unknown): { readonly type: string; readonly fields: NodeFields } | null {
  if (!isFields(value)) return null;
  const [entry, ...others] = Object.entries(value);
  if (entry === undefined || others.length > 0) return null;
  const [type, fields] = entry;
  return isFields(fields) ? { type, fields } : null;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The fields of each node in a list, whatever its type. */
export function fieldsOfEach(value: unknown): readonly NodeFields[] {
  return listOf(value).flatMap((item) => {
    const node = unwrapNode(item);
    return node === null ? [] : [node.fields];
  });
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The texts of a list of String nodes; any other node is null. */
export function namesOf(value: unknown): readonly (string | null)[] {
  return listOf(value).map((item) => {
    const node = unwrapNode(item);
    return node?.type === 'String' ? textOf(node.fields['sval']) : null;
  });
}

/** Of a constant that is a whole number; the parser leaves out a zero. */
export function wholeNumberOf(value: unknown): number | null {
  const node = unwrapNode(value);
  const whole = node?.type === 'A_Const' ? node.fields['ival'] : undefined;
  if (!isFields(whole)) return null;
  const number = whole['ival'] ?? 0;
  return typeof number === 'number' ? number : null;
}

/** The constant NULL. */
export function isNull(value: unknown): boolean {
  const node = unwrapNode(value);
  return node?.type === 'A_Const' && node.fields['isnull'] === true;
}

/** Of a constant that is a text. */
export function constantTextOf(value: unknown): string | null {
  const node = unwrapNode(value);
  const text = node?.type === 'A_Const' ? node.fields['sval'] : undefined;
  return isFields(text) ? textOf(text['sval']) : null;
}

/** Where a node is in the text, in bytes; null where the tree doesn't say. */
export function locationOf(value: unknown): number | null {
  const fields = unwrapNode(value)?.fields ?? (isFields(value) ? value : {});
  const location = fields['location'];
  return typeof location === 'number' && location >= 0 ? location : null;
}
