import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { defineCommand } from 'citty';
import type { CommissionClient, Schema } from '../client/commission-client.ts';
import { ProblemError } from '../client/problem-error.ts';
import { identifyStatement, uploadStatement, waitForJob } from '../client/upload-statement.ts';
import {
  carrierNamed,
  changeCounts,
  counted,
  dollars,
  monthName,
  WORKSPACE_OPTION,
  workspaceNamed,
} from './carriers.ts';
import { signedInClient } from './login.ts';
import { CommandFailure, REFUSED, refuseUnknownOptions, type Terminal, WRONG_USAGE } from './terminal.ts';

interface UploadOptions {
  readonly carrier: string | undefined;
  readonly period: string | undefined;
  readonly workspaceId?: string;
  /** The carrier's own total in dollars. */
  readonly statedTotal: number | undefined;
  readonly onExisting: 'replace' | 'append' | 'ask';
  readonly isConfirmed: boolean;
  readonly waits: boolean;
}

interface Outcome {
  readonly file: string;
  readonly status: 'accepted' | 'completed' | 'failed' | 'canceled' | 'refused' | 'skipped';
  readonly detail: string;
  readonly carrierId?: string;
  readonly period?: string;
  readonly job?: Schema<'Job'>;
  readonly jobId?: string;
}

/** Uploads files one after the other, because the months of a carrier are compared in the order in which they are accepted. */
export const uploadCommand = (terminal: Terminal) =>
  defineCommand({
    meta: { name: 'upload', description: 'Send statements, each to the carrier and month that it names.' },
    args: {
      files: {
        type: 'positional',
        required: true,
        description: 'Statements: CSV, Excel, PDF, or ZIP archives of them',
      },
      carrier: { type: 'string', description: 'Carrier of all files, by name; else each file tells' },
      period: { type: 'string', description: 'Month of all files; else each file tells', valueHint: 'YYYY-MM' },
      ...WORKSPACE_OPTION,
      'stated-total': { type: 'string', description: "The carrier's own total of the file, in dollars" },
      replace: { type: 'boolean', description: 'Replace the files that a month has' },
      append: { type: 'boolean', description: 'Add to the files that a month has' },
      yes: { type: 'boolean', alias: 'y', description: 'Ask nothing' },
      wait: { type: 'boolean', default: true, description: 'Wait for the results', negativeDescription: 'Do not wait' },
      json: { type: 'boolean', description: 'Print JSON' },
    },
    setup: refuseUnknownOptions,
    async run({ args }) {
      if (args.replace && args.append) throw new CommandFailure(WRONG_USAGE, 'Use --replace or --append, not both.');
      if (args.period !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(args.period)) {
        throw new CommandFailure(WRONG_USAGE, `"${args.period}" is not a month such as 2026-04.`);
      }
      const statedTotal = statedTotalOf(args['stated-total'], args._.length);
      const unreadable = await unreadableAmong(args._);
      if (unreadable.length > 0) {
        throw new CommandFailure(WRONG_USAGE, `Nothing is sent: ${unreadable.join(', ')} cannot be read.`);
      }
      const client = await signedInClient(terminal);
      const options: UploadOptions = {
        carrier: args.carrier === undefined ? undefined : (await carrierNamed(client, args.carrier)).id,
        period: args.period,
        ...(await workspaceNamed(client, args.workspace)),
        statedTotal,
        onExisting: args.replace ? 'replace' : args.append ? 'append' : 'ask',
        isConfirmed: args.yes === true || args.json === true || !terminal.isInteractive,
        waits: args.wait,
      };
      const outcomes: Outcome[] = [];
      try {
        for (const path of args._) {
          const outcome = await uploadOne(terminal, client, { path, ...options });
          if (!args.json) terminal.print(`${outcome.file}: ${outcome.detail}`);
          outcomes.push(outcome);
        }
      } finally {
        // Without a connection the files after the first are not sent, and a script has to know of the first.
        if (args.json && outcomes.length > 0) terminal.print(JSON.stringify(outcomes));
      }
      const done = outcomes.filter(({ status }) => status === 'completed' || status === 'accepted').length;
      if (done < outcomes.length) {
        throw new CommandFailure(REFUSED, missingInWords(outcomes.length - done, outcomes.length));
      }
    },
  });

function statedTotalOf(text: string | undefined, files: number): number | undefined {
  if (text === undefined) return undefined;
  if (!/^-?\d+(\.\d{1,4})?$/.test(text)) {
    throw new CommandFailure(WRONG_USAGE, `"${text}" is not an amount such as 1735.20.`);
  }
  if (files > 1)
    throw new CommandFailure(WRONG_USAGE, 'A --stated-total is the total of one file. Send one at a time.');
  return Number(text);
}

/** Says how many of the files are not in: `The file is not in.`, `1 of 3 files is not in.`, `None of the 3 files is in.` */
export function missingInWords(missing: number, files: number): string {
  if (files === 1) return 'The file is not in.';
  return missing === files
    ? `None of the ${files} files is in.`
    : `${missing} of ${files} files ${missing === 1 ? 'is' : 'are'} not in.`;
}

/** Returns the paths that are neither files nor pipes, so that a mistyped name is noticed before the first file is sent. */
async function unreadableAmong(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => null)));
  return paths.filter((_, index) => !(found[index]?.isFile() === true || found[index]?.isFIFO() === true));
}

async function uploadOne(
  terminal: Terminal,
  client: CommissionClient,
  options: UploadOptions & { readonly path: string },
): Promise<Outcome> {
  const name = basename(options.path);
  const bytes = await readFile(options.path).catch(() => null);
  if (bytes === null) return { file: name, status: 'refused', detail: 'The file cannot be read.' };
  try {
    const file = new File([bytes], name);
    const target = await targetOf(terminal, client, { ...options, file });
    if ('status' in target) return { file: name, ...target };
    return { file: name, ...target, ...(await sendAndWait(terminal, client, { ...options, ...target, file })) };
  } catch (error) {
    // A refusal concerns this file only. Without a connection or a valid token the next file would fail as well.
    if (!(error instanceof ProblemError) || error.code === 'no_answer' || error.code === 'unauthorized') throw error;
    const faults = error.fieldErrors.map(({ detail }) => detail);
    return { file: name, status: 'refused', detail: [...new Set([error.message, ...faults])].join(' ') };
  }
}

type Target = { readonly carrierId: string; readonly period: string };
type NoTarget = Pick<Outcome, 'status' | 'detail'>;

/** Determines carrier and month: from the options, else by identifying the file, which the person confirms. */
async function targetOf(
  terminal: Terminal,
  client: CommissionClient,
  { file, carrier, period, isConfirmed }: UploadOptions & { readonly file: File },
): Promise<Target | NoTarget> {
  if (carrier !== undefined && period !== undefined) return { carrierId: carrier, period };
  const found = await identifyStatement(client, file, { signal: terminal.signal });
  const carrierId = carrier ?? found.best?.carrierId;
  const month = period ?? found.period;
  if (carrierId === undefined) {
    const names = found.ranked.map((each) => each.name).join(', ');
    const detail = `The carrier is not certain${names === '' ? '' : ` (${names}?)`}. Add --carrier.`;
    return { status: 'refused', detail };
  }
  if (period === undefined && found.periodQuestion !== null) {
    return { status: 'refused', detail: `${found.periodQuestion} Add --period.` };
  }
  if (month === null) return { status: 'refused', detail: 'The file names no month. Add --period.' };
  if (!isConfirmed && !(await terminal.confirm(`${found.summary ?? file.name}. Right?`))) {
    return { status: 'skipped', detail: 'Not sent.' };
  }
  return { carrierId, period: month };
}

interface Sending extends Omit<UploadOptions, 'carrier' | 'period'>, Target {
  readonly file: File;
}

async function sendAndWait(
  terminal: Terminal,
  client: CommissionClient,
  sending: Sending,
): Promise<Omit<Outcome, 'file'>> {
  const bar = terminal.progressBar(`Sending ${sending.file.name}`);
  try {
    const accepted = await send(client, sending, (percent) => bar.show(percent / 2, `Sending ${sending.file.name}`));
    const { jobId } = accepted;
    if (!sending.waits) return { status: 'accepted', detail: accepted.detail ?? 'Accepted.', jobId };
    const [first, ...others] = accepted.files ?? [{ jobId, fileName: sending.file.name }];
    let outcome = await waitFor(terminal, client, { ...(first ?? { jobId, fileName: sending.file.name }), bar });
    // The last result of a ZIP archive has the figures of the whole month, unless a statement has failed.
    for (const file of others) {
      const next = await waitFor(terminal, client, { ...file, bar });
      if (outcome.status !== 'completed') continue;
      const { job } = next;
      const isDone = next.status === 'completed' && job !== undefined;
      outcome = isDone ? { ...next, detail: resultOf(job.period, job.currentStats ?? job.stats) } : next;
    }
    return outcome;
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'period_exists' || sending.onExisting !== 'ask') throw error;
    const onExisting = await askWhatToDo(terminal, sending, error);
    return onExisting === 'leave'
      ? { status: 'skipped', detail: 'Not sent.' }
      : await sendAndWait(terminal, client, { ...sending, onExisting });
  } finally {
    bar.end(sending.file.name);
  }
}

async function waitFor(
  terminal: Terminal,
  client: CommissionClient,
  {
    jobId,
    fileName,
    bar,
  }: { readonly jobId: string; readonly fileName: string; readonly bar: ReturnType<Terminal['progressBar']> },
): Promise<Omit<Outcome, 'file'>> {
  const job = await waitForJob(client, jobId, {
    onProgress: ({ percent, stage }) => bar.show(50 + percent / 2, `${fileName}: ${stage}`),
    signal: terminal.signal,
  });
  for (const { detail } of job.warnings) terminal.tell(`${fileName}: ${detail}`);
  if (job.status === 'completed') return { status: 'completed', detail: resultOf(job.period, job.stats), jobId, job };
  const status = job.status === 'canceled' ? 'canceled' : 'failed';
  return { status, detail: `${fileName}: ${job.error ?? 'The statement was not read.'}`, jobId, job };
}

function send(client: CommissionClient, sending: Sending, onPercent: (percent: number) => void) {
  const { file, carrierId, period, workspaceId, statedTotal, onExisting } = sending;
  const decision = onExisting === 'ask' ? {} : { [onExisting]: true };
  return uploadStatement(
    client,
    {
      ...{ file, carrierId, period, ...decision },
      ...(workspaceId === undefined ? {} : { workspaceId }),
      ...(statedTotal === undefined ? {} : { statedTotal }),
    },
    { onProgress: ({ sentBytes, totalBytes }) => onPercent((sentBytes / Math.max(totalBytes, 1)) * 100) },
  );
}

async function askWhatToDo(
  terminal: Terminal,
  { period, isConfirmed }: Sending,
  refusal: ProblemError,
): Promise<'replace' | 'append' | 'leave'> {
  if (isConfirmed) {
    const problem = `${monthName(period)} has a file already. Add --replace or --append.`;
    throw new ProblemError(problem, { code: refusal.code, status: refusal.status });
  }
  return terminal.choose(`${monthName(period)} has a file already.`, [
    { value: 'replace', label: 'Replace it' },
    { value: 'append', label: 'Add this file to it' },
    { value: 'leave', label: 'Leave it' },
  ]);
}

/** The figures of a period as it is scored now; null in a job that has none. */
type PeriodFigures = NonNullable<Schema<'Job'>['currentStats']>;

function resultOf(period: string, stats: Schema<'Job'>['stats'] | PeriodFigures): string {
  const counts = changeCounts(stats);
  return `${monthName(period)}, ${counted(stats.members ?? 0, 'member')}, ${dollars(stats.commissionTotal ?? 0)}${counts === '' ? '' : ` (${counts})`}`;
}
