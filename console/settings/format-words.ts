import type { Schema } from '../../client/commission-client.ts';
import { ROLE_LABELS } from '../layout/role-labels.ts';

export type FormatVersion = Schema<'ConfigVersion'>;

const FILE_TYPES: Readonly<Record<string, string>> = {
  csv: 'text files (CSV)',
  xlsx: 'Excel files',
  pdf: 'PDF files',
  auto: 'text, Excel and PDF files',
};

/** Names the kind of files that a format reads. */
export function fileTypeWords(fileType: string): string {
  return FILE_TYPES[fileType] ?? fileType;
}

/** Describes where a value is read from: the names of columns, as the statement prints them. */
function sourceWords(source: Schema<'ColumnSource'>): string {
  if (typeof source === 'string') return source;
  if (Array.isArray(source)) return source.join(' or ');
  if ('concat' in source) return source.concat.join(' and ');
  if ('firstFilled' in source) return `the first that is filled of ${source.firstFilled.join(', ')}`;
  if ('sum' in source) return `the sum of ${source.sum.join(', ')}`;
  if ('column' in source) return `column ${source.column}`;
  if ('constant' in source) return `always “${source.constant}”`;
  if ('sheetName' in source) return 'the name of the sheet';
  return 'a line above the rows';
}

/** The columns that a format reads, in the order in which people look for them. */
export function columnsOf({ config }: FormatVersion): readonly { readonly label: string; readonly from: string }[] {
  const { columns } = config;
  const roles = new Map<string, string>(Object.entries(ROLE_LABELS));
  return Object.entries(columns).map(([role, source]) => ({
    label: roles.get(role) ?? role,
    from: sourceWords(source),
  }));
}
