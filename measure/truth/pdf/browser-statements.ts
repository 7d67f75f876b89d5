import chromium from '@sparticuz/chromium';
import { type Browser, chromium as driver, type Page } from 'playwright-core';
import { dollars, type PrintedMember, printedMembers, sumOf } from './members.ts';
import type { PrintedStatement } from './printed-statement.ts';

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
