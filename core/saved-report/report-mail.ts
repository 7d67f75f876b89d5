import { REPORT_MAIL_LIMITS } from '../limits/saved-report-limits.ts';
import type { Period } from '../period.ts';
import { moneyColumn, type SheetCell, textColumn, type WorkbookSheet, wholeColumn } from '../report/workbook-sheet.ts';
import { csvLine } from '../row-export.ts';
import { monthName } from '../wording.ts';

/** Writes the result of a report as a sheet of a workbook. */

const WIDTH = 20;
const NUMBER_WIDTH = 13;

/** Returns the sheet. A column that has only numbers is written as numbers, so that a spreadsheet can add it up. */
export function reportSheet({ columns, rows }: Pick<ReportTable, 'columns' | 'rows'>): WorkbookSheet {
  return {
    name: 'Report',
    columns: columns.map((title, place) => columnOf(title, rows, place)),
    async *batches() {
      yield rows.map((row) => row.map(cellOf));
    },
  };
}

type Rows = ReportTable['rows'];

function columnOf(title: string, rows: Rows, place: number) {
  const values = rows.map((row) => row[place] ?? null).filter((value) => value !== null);
  if (values.length === 0 || !values.every((value) => typeof value === 'number')) return textColumn(title, WIDTH);
  return values.every((value) => Number.isInteger(value))
    ? wholeColumn(title, NUMBER_WIDTH)
    : moneyColumn(title, NUMBER_WIDTH);
}

function cellOf(value: Rows[number][number]): SheetCell {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

/**
 * Schedules of saved reports (docs/reference/saved-reports.md#schedule): weekly on Mondays or monthly on the 1st, at
 * 08:00 UTC.
 */

export const CADENCES = ['off', 'weekly', 'monthly'] as const;
export type Cadence = (typeof CADENCES)[number];

const HOUR = 8;
const MONDAY = 1;

/**
 * Returns the first occurrence strictly after a moment, so that a report just sent is not due again. Both are ISO 8601
 * in UTC; null for cadence `off`.
 */
export function nextDueAt(cadence: Cadence, after: string): string | null {
  if (cadence === 'off') return null;
  const moment = new Date(after);
  const first = cadence === 'weekly' ? mondayFrom(moment, 0) : firstOfMonth(moment, 0);
  if (first > moment) return first.toISOString();
  return (cadence === 'weekly' ? mondayFrom(moment, 7) : firstOfMonth(moment, 1)).toISOString();
}

/** Returns `daysLater` days after the Monday on or after a day. Date.UTC handles the ends of months and years. */
function mondayFrom(moment: Date, daysLater: number): Date {
  const untilMonday = (MONDAY + 7 - moment.getUTCDay()) % 7;
  const day = moment.getUTCDate() + untilMonday + daysLater;
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), day, HOUR));
}

function firstOfMonth(moment: Date, monthsLater: number): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + monthsLater, 1, HOUR));
}

/**
 * Builds the email of a scheduled report (docs/reference/saved-reports.md#schedule): a table, and all rows as a CSV
 * attachment. The subject is the same for all reports, because lock screens and mail logs show it.
 */

export interface ReportTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  /** True when the result had more rows than a run returns. */
  readonly truncated: boolean;
  /** Date of the report, in UTC. */
  readonly asOf: string;
}

export interface MailedReport {
  readonly name: string;
  readonly question: string | null;
  readonly cadence: Cadence;
  /** The newest months of the account that still wait for files, newest first. */
  readonly openMonths: readonly Period[];
  /** The newest month whose rows are archived, so that a report does not show all of them; null or absent without any. */
  readonly archivedThrough?: Period | null;
}

export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly {
    readonly filename: string;
    readonly contentType: string;
    readonly content: string;
  }[];
}

/** Returns the header and the rows as CSV, with formulas escaped. Column names may repeat. */
export function reportCsv({ columns, rows }: Pick<ReportTable, 'columns' | 'rows'>): string {
  return [columns, ...rows].map(csvLine).join('');
}

const IN_ATTACHMENT = 'All of them are in the attached CSV file.';
const TOO_LARGE = 'They are too large for an email: run the report to get them.';

/** Returns the email with a report's result. A CSV over the size limit is not attached. */
export function resultMail(report: MailedReport, table: ReportTable): MailContent {
  const csv = reportCsv(table);
  const attached = new TextEncoder().encode(csv).length <= REPORT_MAIL_LIMITS.attachmentBytes;
  const sentences = [
    `${countRows(table)} as of ${table.asOf} (UTC).`,
    ...openMonthsSentence(report.openMonths),
    ...archivedSentence(report.archivedThrough ?? null),
    ...(table.truncated
      ? ['There are more: a report shows no more than this. Narrow the query or sum the rows up.']
      : []),
    ...(table.rows.length === 0 ? [] : [attached ? IN_ATTACHMENT : TOO_LARGE]),
  ];
  return {
    subject: `Your ${report.cadence} report`,
    text: textOf(report, sentences),
    html: htmlOf(report, sentences, htmlTable(table)),
    attachments: attached
      ? [{ filename: `report-${table.asOf}.csv`, contentType: 'text/csv; charset=utf-8; header=present', content: csv }]
      : [],
  };
}

/** Names the open months, because the query may not show which absences are provisional. */
function openMonthsSentence(months: readonly Period[]): readonly string[] {
  if (months.length === 0) return [];
  const names = months.toReversed().map(monthName).join(', ');
  const wait = months.length === 1 ? 'still waits' : 'still wait';
  return [`${names} ${wait} for files of a carrier: who is missing there is missing provisionally.`];
}

function archivedSentence(through: Period | null): readonly string[] {
  if (through === null) return [];
  return [`Some rows up to ${monthName(through)} are archived: the report does not contain them.`];
}

/** Returns the email of a failed run, with the error of the report list. */
export function failureMail(report: MailedReport, error: string): MailContent {
  const sentences = ['The report could not be made this time.', error, 'It is tried again at its next date.'];
  return {
    subject: `Your ${report.cadence} report failed`,
    text: textOf(report, sentences),
    html: htmlOf(report, sentences, ''),
    attachments: [],
  };
}

function countRows({ rows }: ReportTable): string {
  return rows.length === 1 ? '1 row' : `${rows.length} rows`;
}

function textOf({ name, question }: MailedReport, sentences: readonly string[]): string {
  return `${[name, ...(question === null ? [] : [question]), '', ...sentences].join('\n')}\n`;
}

function htmlOf({ name, question }: MailedReport, sentences: readonly string[], table: string): string {
  const paragraphs = [...(question === null ? [] : [question]), ...sentences].map(
    (text) => `<p>${escapeHtml(text)}</p>`,
  );
  const body = `<h1 style="font-size:18px">${escapeHtml(name)}</h1>${paragraphs.join('')}${table}`;
  return `<!doctype html><html><head><meta charset="utf-8"></head><body style="font-family:sans-serif;font-size:14px">${body}</body></html>`;
}

const CELL_STYLE = 'border:1px solid #ccc;padding:4px 8px;text-align:left;vertical-align:top';

/** Returns the first rows and columns as an HTML table, and states what is left out. */
function htmlTable({ columns, rows }: ReportTable): string {
  const limits = REPORT_MAIL_LIMITS;
  const line = (tag: 'td' | 'th', cells: readonly unknown[]) =>
    `<tr>${cells
      .slice(0, limits.columns)
      .map((cell) => `<${tag} style="${CELL_STYLE}">${escapeHtml(shortened(cell))}</${tag}>`)
      .join('')}</tr>`;
  const lines = [line('th', columns), ...rows.slice(0, limits.rows).map((row) => line('td', row))];
  const left = [
    ...(rows.length > limits.rows ? [`the first ${limits.rows} of ${rows.length} rows`] : []),
    ...(columns.length > limits.columns ? [`the first ${limits.columns} of ${columns.length} columns`] : []),
  ];
  const note = left.length === 0 ? '' : `<p>Shown here: ${left.join(' and ')}.</p>`;
  return `<table style="border-collapse:collapse">${lines.join('')}</table>${note}`;
}

function shortened(cell: unknown): string {
  const text = cellText(cell);
  const characters = [...text];
  const max = REPORT_MAIL_LIMITS.cellCharacters;
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text;
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

const HTML_NAMES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => HTML_NAMES[character] ?? '');
}
