import { UnreadableFile } from '../../core/statement/source.ts';
import { decodeText, detectEncoding, utf8Of } from './decode-text.ts';
import { unzipEntry } from './unzip-entry.ts';
import { XmlScanner } from './xml-scanner.ts';
import { damaged, readZipDirectory, type ZipEntry } from './zip-directory.ts';

/** A link from one part of a workbook to another. */
export interface Relationship {
  readonly id: string;
  /** The last word of the type's URI, which transitional and strict workbooks share: "worksheet", "sharedStrings". */
  readonly kind: string;
  /** The full name of the linked part. */
  readonly part: string;
}

/** The parts of a workbook file and the links between them. */
export class XlsxPackage {
  private readonly file: Buffer;
  private readonly entries: ReadonlyMap<string, ZipEntry>;

  constructor(file: Buffer) {
    this.file = file;
    this.entries = readZipDirectory(file);
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase());
  }

  /** Unpacks a part as text. */
  text(name: string, bytesMax?: number): string {
    return this.xml(name, bytesMax).toString();
  }

  /** Unpacks a part as UTF-8. XML is UTF-8 or UTF-16; other bytes are read as Windows-1252. */
  xml(name: string, bytesMax?: number): Buffer {
    const entry = this.entries.get(name.toLowerCase());
    if (entry === undefined) throw damaged(`its part ${name} is missing`);
    const bytes = unzipEntry(this.file, entry, { bytesMax });
    const text = detectEncoding(bytes).startsWith('utf-16') ? Buffer.from(decodeText(bytes, 'auto')) : bytes;
    if (text.includes(0)) throw damaged(`its part ${name} is not XML`);
    return utf8Of(text, 'auto');
  }

  /** Returns the links of a part; none if it has no list of links. The name "" stands for the package itself. */
  relationships(name: string): Relationship[] {
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    const list = `${folder}_rels/${name.slice(folder.length)}.rels`;
    if (!this.has(list)) return [];
    const found: Relationship[] = [];
    for (const scanner = new XmlScanner(this.xml(list), list); scanner.next(); ) {
      if (scanner.name !== 'Relationship' || scanner.kind === 'close' || scanner.attribute('TargetMode') === 'External')
        continue;
      const type = scanner.attribute('Type') ?? '';
      found.push({
        id: scanner.attribute('Id') ?? '',
        kind: type.slice(type.lastIndexOf('/') + 1),
        part: this.resolve(folder, scanner.attribute('Target') ?? ''),
      });
    }
    return found;
  }

  /** Resolves a target, which is relative to the folder of the part or absolute, and may be percent-encoded. */
  private resolve(folder: string, target: string): string {
    const segments: string[] = [];
    for (const segment of (target.startsWith('/') ? target : folder + target).split('/')) {
      if (segment === '..') segments.pop();
      else if (segment !== '' && segment !== '.') segments.push(segment);
    }
    const name = segments.join('/');
    return this.has(name) ? name : percentDecoded(name);
  }
}

function percentDecoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch (error) {
    if (error instanceof URIError) throw new UnreadableFile('The workbook has a part whose name cannot be read.');
    throw error;
  }
}
