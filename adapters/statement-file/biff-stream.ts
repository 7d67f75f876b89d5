import { CFB } from 'xlsx';
import { z } from 'zod';
import { UnreadableFile } from '../../core/statement/source.ts';

/** The part of a compound file that is used: its streams with their bytes. */
const compoundFile = z.object({
  FileIndex: z.array(z.object({ name: z.string(), content: z.instanceof(Uint8Array).optional().catch(undefined) })),
});

const BEGIN_RECORDS: ReadonlySet<number> = new Set([0x0009, 0x0209, 0x0409, 0x0809]);
const END_RECORD = 0x000a;
const SHEET_RECORD = 0x0085;
const PASSWORD_RECORD = 0x002f;

export const protectedWorkbook = () =>
  new UnreadableFile(
    'The workbook is protected by a password. Remove the password in Excel, save it and send it again.',
  );

/** The error of a workbook that the sender can repair only by saving it again. */
export const damagedWorkbook = () =>
  new UnreadableFile(
    'The workbook is damaged or was cut off on its way. Open it in Excel, save it as .xlsx and send that file.',
  );

/**
 * Checks that the records of an .xls workbook are complete: every substream that begins also ends, and there is one for every sheet.
 * SheetJS reads a file that was cut off up to its end, and the rest of the money would be missing silently. Throws UnreadableFile.
 */
export function checkBiffStream(file: Buffer): void {
  const stream = workbookStream(file);
  let begun = 0;
  let ended = 0;
  let sheets = 0;
  let at = 0;
  // Zeros after the last substream are padding.
  while (at + 4 <= stream.length && (begun > ended || stream.readUInt16LE(at) !== 0)) {
    const type = stream.readUInt16LE(at);
    const length = stream.readUInt16LE(at + 2);
    if (type === 0 && length === 0) throw damagedWorkbook();
    if (type === PASSWORD_RECORD) throw protectedWorkbook();
    if (BEGIN_RECORDS.has(type)) begun += 1;
    else if (type === END_RECORD) ended += 1;
    else if (type === SHEET_RECORD) sheets += 1;
    at += 4 + length;
  }
  if (at > stream.length || begun === 0 || begun !== ended || begun < 1 + sheets) throw damagedWorkbook();
}

function workbookStream(file: Buffer): Buffer {
  const container = readContainer(file);
  const streams = container.FileIndex.filter(({ content }) => content !== undefined);
  const stream = ['workbook', 'book'].flatMap((name) => streams.filter((one) => one.name.toLowerCase() === name))[0];
  if (stream?.content === undefined) throw damagedWorkbook();
  return Buffer.from(stream.content);
}

function readContainer(file: Buffer): z.output<typeof compoundFile> {
  try {
    return compoundFile.parse(CFB.read(file, { type: 'buffer' }));
  } catch {
    throw damagedWorkbook();
  }
}
