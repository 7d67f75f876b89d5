import * as XLSX from 'xlsx';
import type { TestAccount, TestService } from './service.ts';

/** Downloads a list or a report as a workbook, and returns the rows of each sheet by its name. */
export async function downloadWorkbook({ url }: Pick<TestService, 'url'>, { token }: TestAccount, path: string) {
  const Accept = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const response = await fetch(new URL(path, url), { headers: { Authorization: `Bearer ${token}`, Accept } });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  const { Sheets } = XLSX.read(Buffer.from(await response.arrayBuffer()), { type: 'buffer' });
  const sheets = Object.entries(Sheets).map(
    ([name, sheet]) => [name, XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true })] as const,
  );
  return { headers: response.headers, sheets: Object.fromEntries(sheets) };
}
