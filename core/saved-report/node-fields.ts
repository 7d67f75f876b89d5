/**
 * Reads fields of a parse tree, which is unknown JSON. Fields of an unexpected form read as empty, and the walk refuses
 * them.
 */

export type NodeFields = Readonly<Record<string, unknown>>;

/** Tells whether a value is an object with fields. */
export function isFields(value: unknown): value is NodeFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns a node's type and fields: `{ "ColumnRef": { … } }`. Null unless the value is an object with one key that
 * holds an object.
 */
export function unwrapNode(value: unknown): { readonly type: string; readonly fields: NodeFields } | null {
  if (!isFields(value)) return null;
  const [entry, ...others] = Object.entries(value);
  if (entry === undefined || others.length > 0) return null;
  const [type, fields] = entry;
  return isFields(fields) ? { type, fields } : null;
}

/** Returns a list; empty for any other value. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the fields of each node in a list, whatever its type. */
export function fieldsOfEach(value: unknown): readonly NodeFields[] {
  return listOf(value).flatMap((item) => {
    const node = unwrapNode(item);
    return node === null ? [] : [node.fields];
  });
}

/** Returns a text; '' for any other value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns the texts of a list of String nodes; null for any other node. */
export function namesOf(value: unknown): readonly (string | null)[] {
  return listOf(value).map((item) => {
    const node = unwrapNode(item);
    return node?.type === 'String' ? textOf(node.fields['sval']) : null;
  });
}

/** Returns the value of an integer constant, or null. The parser omits a zero. */
export function wholeNumberOf(value: unknown): number | null {
  const node = unwrapNode(value);
  const whole = node?.type === 'A_Const' ? node.fields['ival'] : undefined;
  if (!isFields(whole)) return null;
  const number = whole['ival'] ?? 0;
  return typeof number === 'number' ? number : null;
}

/** Tells whether a node is the constant NULL. */
export function isNull(value: unknown): boolean {
  const node = unwrapNode(value);
  return node?.type === 'A_Const' && node.fields['isnull'] === true;
}

/** Returns the value of a text constant, or null. */
export function constantTextOf(value: unknown): string | null {
  const node = unwrapNode(value);
  const text = node?.type === 'A_Const' ? node.fields['sval'] : undefined;
  return isFields(text) ? textOf(text['sval']) : null;
}

/** Returns the byte offset of a node in the text; null when the tree has none. */
export function locationOf(value: unknown): number | null {
  const fields = unwrapNode(value)?.fields ?? (isFields(value) ? value : {});
  const location = fields['location'];
  return typeof location === 'number' && location >= 0 ? location : null;
}
