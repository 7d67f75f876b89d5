import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { dollars, type PrintedMember, printedMembers, sumOf } from './members.ts';
import type { PrintedStatement } from './printed-statement.ts';

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
const HEBREW = ['שרה כהן', 'דוד לוי', 'רחל אברהם'];
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

const HEAD = ['Member ID', 'Member Name', 'Plan', 'Effective Date', 'Commission'];

/** Writes a flat OpenDocument spreadsheet, which is one XML file. */
function flatSpreadsheet({ members, widths = WIDTHS, isLandscape, hasGrid, repeatsHeader }: Spreadsheet): string {
  const [width, height] = isLandscape === true ? ['11in', '8.5in'] : ['8.5in', '11in'];
  const border = hasGrid === true ? ' fo:border="0.5pt solid #000000"' : '';
  const row = (cells: readonly string[]) =>
    `<table:table-row table:style-name="row">${cells.map(cellOf).join('')}</table:table-row>`;
  const head = row(HEAD);
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
  const style = column === HEAD.length - 1 ? 'money' : 'text';
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<table:table-cell table:style-name="${style}" office:value-type="string"><text:p>${escaped}</text:p></table:table-cell>`;
}

const NAMESPACES = ['office', 'style', 'text', 'table']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat('xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"')
  .join(' ');
