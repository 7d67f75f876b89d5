/** Writes PDFs object by object, so that a test controls every construct in them. */

/** The body of an object. A stream has its data separately, and its length is added. */
export type RawObject = string | { readonly dictionary: string; readonly data: Buffer };

/** Makes a document of objects that are numbered from 1; the first is the catalogue. `trailer` is added to the trailer. */
export function rawPdf(objects: readonly RawObject[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const push = (bytes: Buffer) => {
    parts.push(bytes);
    length += bytes.length;
  };
  for (const [at, object] of objects.entries()) {
    offsets.push(length);
    push(Buffer.from(`${at + 1} 0 obj\n`));
    if (typeof object === 'string') push(Buffer.from(object));
    else {
      push(Buffer.from(`<< ${object.dictionary} /Length ${object.data.length} >>\nstream\n`));
      push(object.data);
      push(Buffer.from('\nendstream'));
    }
    push(Buffer.from('\nendobj\n'));
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`;
  push(Buffer.from(end));
  return Buffer.concat(parts);
}

export interface PageParts {
  readonly content: string | Buffer;
  /** Further entries of the content stream's dictionary. */
  readonly filter?: string;
  readonly resources?: string;
  readonly mediaBox?: string;
  readonly catalogue?: string;
  /** Objects from number 5 on. */
  readonly more?: readonly RawObject[];
  readonly trailer?: string;
}

const HELVETICA = '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>';

/** Makes a document of one page. */
export function onePage(parts: PageParts): Buffer {
  const { content, filter = '', resources = HELVETICA, mediaBox = '0 0 612 792', catalogue = '', more = [] } = parts;
  return rawPdf(
    [
      `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [${mediaBox}] /Contents 4 0 R /Resources << ${resources} >> >>`,
      { dictionary: filter, data: Buffer.from(content) },
      ...more,
    ],
    parts.trailer,
  );
}

/** Draws texts at places, in points from the lower left corner. */
export function drawn(texts: readonly (readonly [x: number, y: number, text: string])[]): string {
  return texts.map(([x, y, text]) => `BT /F1 9 Tf ${x} ${y} Td (${text}) Tj ET`).join('\n');
}
