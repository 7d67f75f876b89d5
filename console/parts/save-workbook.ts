const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The header that asks for a list as a workbook. */
export const AS_WORKBOOK = { Accept: WORKBOOK } as const;

/** The header that asks for a list as CSV. */
export const AS_CSV = { Accept: 'text/csv' } as const;

/** Lets the browser save a file under a name. */
export function saveFile(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
