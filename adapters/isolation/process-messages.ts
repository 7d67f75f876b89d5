import { z } from 'zod';
import type { FileCall, FileFunctionName, FileFunctions } from '../../app/reading/run-isolated.ts';

/** The message to a process: one call. Both ends are the same program, so the content is not checked. */
export const fileCall = z.custom<FileCall<FileFunctionName>>((value) => typeof value === 'object' && value !== null);

/** The messages from a process: `ready` once, then one message for each call. */
export const fileReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('done'), output: z.unknown() }),
  z.object({ kind: z.literal('failed'), error: z.unknown() }),
]);
export type FileReply = z.output<typeof fileReply>;

/** Returns the schema of a call's output. A process runs one call at a time, so the next output belongs to that call. */
export const outputOf = <Name extends FileFunctionName>(_: FileCall<Name>) => z.custom<FileFunctions[Name]['output']>();
