import { describe, expect, it } from 'vitest';
import { fileTypeProblem, sniffFileType } from '../../../adapters/statement-file/sniff-file-type.ts';
import { CONTENT_TYPES, workbookBytes, zipBytes } from './workbook-bytes.ts';

const OLD_OFFICE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const xlsb = CONTENT_TYPES.replace(/application[^"]*/, 'application/vnd.ms-excel.sheet.binary.macroEnabled.main');
const xlsm = CONTENT_TYPES.replace(
  'openxmlformats-officedocument.spreadsheetml.sheet.main',
  'ms-excel.sheet.macroEnabled.main',
);
const docx = CONTENT_TYPES.replaceAll('spreadsheetml', 'wordprocessingml');

const FILES = {
  workbook: workbookBytes({}),
  csv: Buffer.from('id,amount\n1,2\n'),
  empty: Buffer.alloc(0),
  blank: Buffer.from('\uFEFF \r\n\t'),
  xls: Buffer.concat([OLD_OFFICE, Buffer.alloc(512), utf16('Workbook'), Buffer.alloc(64)]),
  encrypted: Buffer.concat([OLD_OFFICE, Buffer.alloc(512), utf16('EncryptedPackage')]),
  oldWord: Buffer.concat([OLD_OFFICE, Buffer.alloc(512), utf16('WordDocument')]),
  html: Buffer.from('\uFEFF\n<!-- saved -->\n<HTML xmlns:o="x"><table><tr><td>1</td></tr></table>'),
  htmlTable: Buffer.from('<table border=1><tr><td>1</td></tr></table>'),
  xhtml: Buffer.from('<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x">'),
  pdf: Buffer.from('\n%PDF-1.7\n%âãÏÓ'),
  spreadsheetml: Buffer.from(
    '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
  ),
  oddSpreadsheetml: Buffer.from('<xml version>\r\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">'),
  zip: zipBytes([{ name: 'statement.csv', data: 'id,amount\n1,2\n' }]),
  ods: zipBytes([{ name: 'mimetype', data: 'application/vnd.oasis.opendocument.spreadsheet', stored: true }]),
  xlsb: workbookBytes({ contentTypes: xlsb }),
  xlsm: workbookBytes({ contentTypes: xlsm }),
  docx: workbookBytes({ contentTypes: docx }),
  program: Buffer.concat([
    Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff', 'latin1'),
    Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 73) % 256)),
  ]),
};

describe('the kind of a file', () => {
  it.each([
    ['workbook', 'xlsx'],
    ['csv', 'text'],
    ['empty', 'empty'],
    ['blank', 'empty'],
    ['xls', 'xls'],
    ['encrypted', 'encrypted'],
    ['oldWord', 'binary'],
    ['html', 'html'],
    ['htmlTable', 'html'],
    ['xhtml', 'page'],
    ['pdf', 'pdf'],
    ['spreadsheetml', 'spreadsheetml'],
    ['oddSpreadsheetml', 'spreadsheetml'],
    ['zip', 'zip'],
    ['ods', 'ods'],
    ['xlsb', 'xlsb'],
    ['xlsm', 'macros'],
    ['docx', 'binary'],
    ['program', 'binary'],
  ] as const)('is recognized from its bytes: %s is %s', (file, kind) => {
    expect(sniffFileType(FILES[file]).kind).toBe(kind);
  });

  it.each([
    ['a damaged workbook is still a workbook', workbookBytes({}).subarray(0, -30), 'xlsx'],
    ['text that begins with PK', Buffer.from('PK,Name\n1,2\n'), 'text'],
    ['text with a few control characters', Buffer.from('id,a\x01b\n\x02\n'), 'text'],
    ['text in Windows-1252', Buffer.from('id,José\n', 'latin1'), 'text'],
    ['text in UTF-16', utf16('id,amount\n1,2\n'), 'text'],
    ['text with a less-than sign first', Buffer.from('<none>,1\n'), 'text'],
    ['XML of some other kind', Buffer.from('<?xml version="1.0"?><a/>'), 'text'],
  ] as const)('%s', (_, bytes, kind) => {
    expect(sniffFileType(bytes).kind).toBe(kind);
  });
});

describe('the declared type', () => {
  it('is not contradicted by its own kind', () => {
    expect(fileTypeProblem(FILES.csv, 'csv')).toBeNull();
    expect(fileTypeProblem(FILES.workbook, 'xlsx')).toBeNull();
  });

  it('is PDF for PDFs, and for no other file', () => {
    expect(fileTypeProblem(FILES.pdf, 'pdf')).toBeNull();
    expect(fileTypeProblem(FILES.pdf, 'auto')).toBeNull();
    expect(fileTypeProblem(FILES.pdf, 'csv')).toMatch(/a PDF document, but .* configured as CSV\. Send the other/);
    expect(fileTypeProblem(FILES.csv, 'pdf')).toMatch(/configured as PDF/);
  });

  it('is XLSX for workbooks of all formats', () => {
    for (const file of ['xls', 'xlsb', 'ods', 'spreadsheetml', 'oddSpreadsheetml', 'html', 'htmlTable'] as const) {
      expect(fileTypeProblem(FILES[file], 'xlsx')).toBeNull();
      expect(fileTypeProblem(FILES[file], 'auto')).toBeNull();
    }
  });

  it('may be either, so that only other files are a problem, and the advice names both', () => {
    expect(fileTypeProblem(FILES.csv, 'auto')).toBeNull();
    expect(fileTypeProblem(FILES.workbook, 'auto')).toBeNull();
    expect(fileTypeProblem(FILES.empty, 'auto')).toBe('The file is empty.');
    expect(fileTypeProblem(FILES.encrypted, 'auto')).toMatch(/protected by a password\. Remove the password/);
    for (const file of ['xhtml', 'docx', 'xlsm', 'program'] as const) {
      expect(fileTypeProblem(FILES[file], 'auto')).toMatch(
        /^The file is .*\. Save the statement as CSV or as an Excel/,
      );
    }
  });

  it('is named in each contradiction, with the sent type and advice', () => {
    expect(fileTypeProblem(FILES.workbook, 'csv')).toMatch(
      /is an Excel workbook \(\.xlsx\), but .* configured as CSV\. Send/,
    );
    expect(fileTypeProblem(FILES.csv, 'xlsx')).toMatch(/is a text file such as CSV, but .* configured as XLSX\. Send/);
    expect(fileTypeProblem(FILES.encrypted, 'xlsx')).toMatch(
      /protected by a password, but .* Remove the password, save/,
    );
    expect(fileTypeProblem(FILES.xls, 'csv')).toMatch(/old Excel format \(\.xls\), but .* configured as CSV\. Send/);
    expect(fileTypeProblem(FILES.xhtml, 'xlsx')).toMatch(/web page \(HTML\) without a table, but .* Open it, save/);
    expect(fileTypeProblem(FILES.ods, 'csv')).toMatch(/OpenDocument spreadsheet \(\.ods\), but .*\. Send the other/);
    expect(fileTypeProblem(FILES.docx, 'csv')).toMatch(/a Word document, but .* save the statement as CSV/);
    expect(fileTypeProblem(FILES.empty, 'csv')).toBe('The file is empty.');
  });
});
