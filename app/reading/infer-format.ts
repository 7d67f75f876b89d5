import { z } from 'zod';
import { type Inference, inferConfig, keepSettings } from '../../core/infer/infer-config.ts';
import { type CarrierCandidate, type CarrierRanking, rankCarriers } from '../../core/infer/rank-carriers.ts';
import type { Refused } from '../../core/problem.ts';
import { refuseField } from '../../core/refuse.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import { type StatementSource, UnreadableFile } from '../../core/statement/source.ts';
import type { ProcessorClock } from '../../core/statement/work-budget.ts';
import { statementConfig, type TrialRow, trialRow, trialRowOf } from './test-config.ts';

/** A confidence from 0 to 1. */
export const share = z.number().min(0).max(1);

export const formatInference = z
  .object({
    config: statementConfig,
    confidence: share.describe('From 0.8 on both the id and the amount are certain.'),
    headerRow: z.int().nullable().describe('1-based; null when no row reads like a header.'),
    sheets: z.array(z.string()).readonly().describe('The sheets that are read; none for CSV.'),
    mapped: z.array(z.object({ header: z.string(), target: z.string(), score: share })).readonly(),
    unmapped: z.array(z.object({ header: z.string(), reason: z.string() })).readonly(),
    notes: z.array(z.string()).readonly(),
    sampledRows: z.int().describe('Rows below the header that were looked at, at most 500 a sheet.'),
    preview: z.array(trialRow).readonly().describe('The first 20 rows as the configuration reads them.'),
  })
  .meta({
    id: 'FormatInference',
    description: 'The config has every option filled in. A required column that was not found is missing from it.',
  });

/**
 * Infers the format, or the carrier, of a file whose format is not known (docs/reference/carriers-and-formats.md#infer). Nothing is
 * stored.
 */

/** Opens a file by its content. Rejects with UnreadableFile. */
export type OpenAnyStatement = (bytes: Uint8Array) => Promise<{
  readonly source: StatementSource;
  readonly delimiter: StatementConfig['delimiter'];
}>;

export type InferredFormat = Omit<Inference, 'preview'> & { readonly preview: readonly TrialRow[] };

export interface InferenceInput {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly sheetName: string | undefined;
  /** The format that the carrier's statements are read with; null when the carrier has none. */
  readonly current: StatementConfig | null;
}

/** Infers a format from the bytes of a file. Refuses bytes that can't be read, and a sheet name that the workbook does not have. */
export function inferFormat(
  { openAny }: { readonly openAny: OpenAnyStatement },
  { bytes, fileName, sheetName, current }: InferenceInput,
): Promise<InferredFormat | Refused> {
  return refusingUnreadable(async () => {
    const { source, delimiter } = await openAny(bytes);
    const refused = refuseUnknownSheet(source, sheetName);
    if (refused !== null) return refused;
    const { preview, ...inference } = keepSettings(
      inferConfig(source, { fileName, sheetNames: sheetName === undefined ? undefined : [sheetName], delimiter }),
      current,
    );
    return { ...inference, preview: preview.map(trialRowOf) };
  });
}

/** Ranks known formats by how well they read the file. Refuses bytes that can't be read. */
export function rankByFormats(
  { openAny, clock }: { readonly openAny: OpenAnyStatement; readonly clock: ProcessorClock },
  { bytes, candidates }: { readonly bytes: Uint8Array; readonly candidates: readonly CarrierCandidate[] },
): Promise<CarrierRanking | Refused> {
  return refusingUnreadable(async () => rankCarriers((await openAny(bytes)).source, candidates, clock));
}

/** Refuses a sheet that the file does not have; null allows it. */
export function refuseUnknownSheet(source: StatementSource, sheetName: string | undefined): Refused | null {
  return sheetName === undefined || hasSheet(source, sheetName) ? null : refuseSheet(source);
}

function hasSheet({ sheets, fileType }: StatementSource, wanted: string): boolean {
  const key = wanted.trim().toLowerCase();
  return fileType !== 'csv' && sheets.some(({ name }) => name.trim().toLowerCase() === key);
}

function refuseSheet({ fileType, sheets }: StatementSource): Refused {
  if (fileType === 'csv') return refuseField('sheetName', 'A CSV file has no sheets.');
  return refuseField(
    'sheetName',
    `The workbook has no such sheet. Sheets found: ${sheets.map(({ name }) => `"${name}"`).join(', ')}.`,
  );
}

/** Runs `read` and turns UnreadableFile into a refusal of the field `file`. Throws every other error. */
export async function refusingUnreadable<T>(read: () => Promise<T | Refused>): Promise<T | Refused> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return refuseField('file', error.message);
  }
}
