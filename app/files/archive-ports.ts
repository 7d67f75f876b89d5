import type { PackedStatement } from '../../core/upload/decide-archive.ts';

/** A statement in a ZIP archive. Its bytes are unpacked at every call, so that one statement at a time is in memory. */
export interface PackedFile extends PackedStatement {
  readonly unpack: () => Uint8Array;
}

/** The content of uploaded bytes: one file, several statements in a ZIP archive, or an archive that can't be opened. */
export type UploadContent =
  | { readonly kind: 'file' }
  | { readonly kind: 'archive'; readonly files: readonly PackedFile[] }
  /** `reason`: for the sender, with what to do. */
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Opens uploaded bytes. A workbook, which is a ZIP archive itself, is one file. */
export type OpenUpload = (bytes: Uint8Array) => Promise<UploadContent>;
