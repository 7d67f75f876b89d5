import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as driver, type Page } from 'playwright-core';
import type { PrintedStatement } from './draw-pages.ts';
import { dollars, type PrintedMember, printedMembers, sumOf } from './printed-members.ts';

/** Makes statements as a browser prints them, which is the form that carriers' portals give. */

/** Opens the browser that prints. */
export async function openBrowser(): Promise<Browser> {
  return driver.launch({ executablePath: await chromium.executablePath(), args: chromium.args, headless: true });
}

interface PrintedPage {
  readonly name: string;
  readonly members: readonly PrintedMember[];
  readonly style?: string;
  readonly head?: string;
  readonly rowOf?: (member: PrintedMember, at: number) => string;
  readonly landscape?: boolean;
}

const HEAD = '<tr><th>Member ID</th><th>Member Name</th><th>Plan</th><th>Effective Date</th><th>Commission</th></tr>';
const cell = (text: string, attributes = '') => `<td${attributes}>${text}</td>`;
const plainRow = ({ id, name, plan, effective, amount }: PrintedMember) =>
  `<tr>${cell(id)}${cell(name)}${cell(plan)}${cell(effective)}${cell(dollars(amount), ' class=money')}</tr>`;

function html({ members, style = '', head = HEAD, rowOf = plainRow }: PrintedPage): string {
  const total = `<tr><td colspan=4>Total</td>${cell(dollars(sumOf(members)), ' class=money')}</tr>`;
  return `<html><style>
    body { font: 9pt 'DejaVu Sans', sans-serif } table { border-collapse: collapse; width: 100% }
    td, th { padding: 3px 6px; text-align: left } .money { text-align: right } ${style}</style>
    <h1>Northwind Health Plan</h1><p>Commission Statement for January 2026</p><h2>Commission Detail</h2>
    <table><thead>${head}</thead><tbody>${members.map(rowOf).join('')}${total}</tbody></table></html>`;
}

const HEBREW = ['שרה כהן', 'דוד לוי', 'רחל אברהם'];
const ARABIC = ['محمد علي', 'فاطمة حسن', 'يوسف إبراهيم'];
const narrowNames = 'td:nth-child(2), th:nth-child(2) { width: 110px; max-width: 110px }';

const PAGES: readonly PrintedPage[] = [
  { name: 'a plain table', members: printedMembers(20) },
  { name: 'many pages with borders', members: printedMembers(150), style: 'td, th { border: 1px solid #000 }' },
  { name: 'names wrapped in the middle', members: printedMembers(60), style: narrowNames },
  { name: 'names wrapped at the top', members: printedMembers(60), style: `${narrowNames} td { vertical-align: top }` },
  { name: 'Hebrew names', members: printedMembers(12, HEBREW) },
  { name: 'Arabic names', members: printedMembers(12, ARABIC) },
  {
    name: 'small print, landscape',
    members: printedMembers(140),
    style: 'body { font-size: 6pt } td, th { padding: 0 4px }',
    landscape: true,
  },
  {
    name: 'headings of groups',
    members: printedMembers(40),
    rowOf: (member, at) =>
      `${at % 20 === 0 ? `<tr><td colspan=5><b>Plan group: ${at === 0 ? 'Individual' : 'Family'}</b></td></tr>` : ''}${plainRow(member)}`,
  },
  {
    name: 'headers wrapped over narrow columns',
    members: printedMembers(40),
    style: 'th { width: 50px; max-width: 60px } table { width: auto }',
  },
  {
    name: 'amounts with the dollar sign apart',
    members: printedMembers(30),
    rowOf: ({ id, name, plan, effective, amount }) =>
      `<tr>${[id, name, plan, effective].map((text) => cell(text)).join('')}<td style="display:flex;justify-content:space-between"><span>$</span><span>${dollars(amount).replace('$', '')}</span></td></tr>`,
  },
];

/**
 * Makes the statements that a browser prints, all in one tab, because the browser's single process ends with the first tab that is closed.
 */
export function browserStatements(tab: Page): readonly PrintedStatement[] {
  return PAGES.map((page) => ({
    name: page.name,
    generator: 'Chromium',
    members: page.members,
    async print() {
      await tab.setContent(html(page));
      return tab.pdf({ format: 'Letter', landscape: page.landscape ?? false });
    },
  }));
}

/** The statements are printed by LibreOffice from a spreadsheet, as carriers do that keep their books in spreadsheets. */

const run = promisify(execFile);
const PROGRAM = 'soffice';

/** Returns whether LibreOffice is installed. */
export async function hasOffice(): Promise<boolean> {
  return run(PROGRAM, ['--version']).then(
    () => true,
    () => false,
  );
}

interface Spreadsheet {
  readonly name: string;
  readonly members: readonly PrintedMember[];
  /** The widths of the columns in inches. */
  readonly widths?: readonly number[];
  readonly isLandscape?: boolean;
  readonly hasGrid?: boolean;
  /** True when the header is repeated on every page. */
  readonly repeatsHeader?: boolean;
}

const CHINESE = ['李小明', '王芳', '欧阳娜娜'];
const WIDTHS = [0.9, 2.2, 1.2, 1.1, 1.1];

const SPREADSHEETS: readonly Spreadsheet[] = [
  { name: 'a spreadsheet of one page', members: printedMembers(25) },
  { name: 'a spreadsheet of many pages', members: printedMembers(180), repeatsHeader: true },
  { name: 'a spreadsheet without a repeated header', members: printedMembers(120) },
  { name: 'a spreadsheet with borders', members: printedMembers(90), hasGrid: true, repeatsHeader: true },
  { name: 'a spreadsheet in landscape', members: printedMembers(70), isLandscape: true, repeatsHeader: true },
  { name: 'a spreadsheet with wrapped names', members: printedMembers(60), widths: [0.9, 1.1, 1.2, 1.1, 1.1] },
  { name: 'a spreadsheet with Chinese names', members: printedMembers(12, CHINESE) },
  { name: 'a spreadsheet with Hebrew names', members: printedMembers(12, HEBREW) },
];

/** Makes the statements that LibreOffice prints. */
export function officeStatements(): readonly PrintedStatement[] {
  return SPREADSHEETS.map((sheet) => ({
    name: sheet.name,
    generator: 'LibreOffice',
    members: sheet.members,
    print: () => convert(flatSpreadsheet(sheet)),
  }));
}

async function convert(spreadsheet: string): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'cas-office-'));
  try {
    await writeFile(join(folder, 'statement.fods'), spreadsheet);
    // The process gets a profile of its own, because a second process with the same profile ends at once.
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const to = ['--convert-to', 'pdf', '--outdir', folder, join(folder, 'statement.fods')];
    await run(PROGRAM, ['--headless', '--norestore', profile, ...to]);
    return await readFile(join(folder, 'statement.pdf'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const SHEET_HEAD = ['Member ID', 'Member Name', 'Plan', 'Effective Date', 'Commission'];

/** Writes a flat OpenDocument spreadsheet, which is one XML file. */
function flatSpreadsheet({ members, widths = WIDTHS, isLandscape, hasGrid, repeatsHeader }: Spreadsheet): string {
  const [width, height] = isLandscape === true ? ['11in', '8.5in'] : ['8.5in', '11in'];
  const border = hasGrid === true ? ' fo:border="0.5pt solid #000000"' : '';
  const row = (cells: readonly string[]) =>
    `<table:table-row table:style-name="row">${cells.map(cellOf).join('')}</table:table-row>`;
  const head = row(SHEET_HEAD);
  const rows = members.map(({ id, name, plan, effective, amount }) =>
    row([id, name, plan, effective, dollars(amount)]),
  );
  const titles = ['Northwind Health Plan', 'Commission Statement for January 2026', ''].map((title) => row([title]));
  const columns = widths.map((_, at) => `<table:table-column table:style-name="column${at}"/>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${NAMESPACES} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles>
${widths.map((inches, at) => `<style:style style:name="column${at}" style:family="table-column"><style:table-column-properties style:column-width="${inches}in"/></style:style>`).join('\n')}
<style:style style:name="row" style:family="table-row"><style:table-row-properties style:use-optimal-row-height="true"/></style:style>
<style:style style:name="text" style:family="table-cell"><style:table-cell-properties fo:wrap-option="wrap"${border}/><style:text-properties fo:font-size="9pt"/></style:style>
<style:style style:name="money" style:family="table-cell"><style:table-cell-properties${border}/><style:paragraph-properties fo:text-align="end"/><style:text-properties fo:font-size="9pt"/></style:style>
<style:style style:name="sheet" style:family="table" style:master-page-name="Page"/>
<style:page-layout style:name="layout"><style:page-layout-properties fo:page-width="${width}" fo:page-height="${height}" fo:margin="0.6in" style:print-orientation="${isLandscape === true ? 'landscape' : 'portrait'}"/></style:page-layout>
</office:automatic-styles>
<office:master-styles><style:master-page style:name="Page" style:page-layout-name="layout"/></office:master-styles>
<office:body><office:spreadsheet><table:table table:name="Commission Detail" table:style-name="sheet">${columns}
${titles.join('\n')}
${repeatsHeader === true ? `<table:table-header-rows>${head}</table:table-header-rows>` : head}
${rows.join('\n')}
${row(['Total', '', '', '', dollars(sumOf(members))])}
</table:table></office:spreadsheet></office:body></office:document>`;
}

function cellOf(text: string, column: number): string {
  const style = column === SHEET_HEAD.length - 1 ? 'money' : 'text';
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<table:table-cell table:style-name="${style}" office:value-type="string"><text:p>${escaped}</text:p></table:table-cell>`;
}

const NAMESPACES = ['office', 'style', 'text', 'table']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat('xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"')
  .join(' ');
