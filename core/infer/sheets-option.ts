import type { StatementConfig } from '../statement/config.ts';
import { locateHeader } from '../statement/locate-header.ts';
import type { SourceSheet, StatementSource } from '../statement/source.ts';
import { sampleRows } from './find-table.ts';
import { tryConfig } from './try-config.ts';

/** The `sheets` option of a configuration, with notes. */
interface SheetsOption {
  readonly sheets: StatementConfig['sheets'];
  readonly notes: readonly string[];
}

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const YEAR = '(?:20)?\\d{2}(?!\\d)';
/** Matches names of sheets for one period: "Jan 2026", "2026-01", "01-2026", "Q1 2026". */
const ONE_PERIOD = [
  new RegExp(`(?<![a-z])(?:${MONTH}|Q[1-4])[\\s._'-]*${YEAR}`, 'i'),
  new RegExp(`(?<!\\d)20\\d{2}[\\s._-]*(?:${MONTH}|Q[1-4]|0[1-9]|1[0-2])(?![a-z\\d])`, 'i'),
  /(?<!\d)(?:0?[1-9]|1[0-2])[\s._-]20\d{2}(?!\d)/,
];
/** Matches a month without a year, which may also be a person's name: "April", "June". */
const BARE_MONTH = new RegExp(`^${MONTH}$`, 'i');

/**
 * Returns the names of the sheets with lines, or `all`. A sheet named after its month has another name in the next file, which would then
 * be refused. So all sheets are read, if no other sheet has the columns. `configOf` drafts the configuration for an option.
 */
export function sheetsOption(
  source: StatementSource,
  tables: readonly { readonly sheet: SourceSheet }[],
  configOf: (sheets: StatementConfig['sheets']) => StatementConfig,
): SheetsOption {
  const names = tables.map(({ sheet }) => sheet.name);
  const dated = names.filter((name) => ONE_PERIOD.some((form) => form.test(name)));
  const bare = names.filter((name) => BARE_MONTH.test(name.trim()));
  if (dated.length + bare.length === 0) return { sheets: names, notes: [] };
  const listed = [...dated, ...bare].map((name) => `"${name}"`).join(', ');
  if (bare.length === 0 && readsOnly(source, tables, configOf('all'))) {
    const note = `Named after a month, and called otherwise in the next file: ${listed}. So all sheets are read, and those without these columns passed over.`;
    return { sheets: 'all', notes: [note] };
  }
  const note = `The name seems to change every month: ${listed}. Where it does, the configured list of sheets fits this file only.`;
  return { sheets: names, notes: [note] };
}

/** Returns whether a configuration that reads all visible sheets finds its columns in the sheets of `tables` only. */
function readsOnly(
  source: StatementSource,
  tables: readonly { readonly sheet: SourceSheet }[],
  config: StatementConfig,
): boolean {
  const visible = source.sheets.filter(({ hidden }) => !hidden);
  const wanted = new Set(tables.map(({ sheet }) => sheet));
  if ([...wanted].some((sheet) => !visible.includes(sheet))) return false;
  const trial = tryConfig(
    source,
    config,
    visible.map((sheet) => ({ sheet })),
  );
  const others = visible.filter((sheet) => !wanted.has(sheet));
  const isRead = (sheet: SourceSheet) => locateHeader(sampleRows(sheet), config).kind === 'found';
  return trial.lines.length > 0 && !others.some(isRead);
}
