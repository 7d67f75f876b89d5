import { Button, Checkbox, FileButton, NativeSelect, Skeleton, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi, useClient } from '../api/api.ts';
import { MonthFields } from '../drop/month-fields.tsx';
import { inOwnersWords } from '../layout/role-labels.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { saveFile } from '../parts/save-workbook.ts';
import { counted, momentText, money } from '../parts/shown-values.ts';
import { useRights } from '../session/use-session.ts';
import classes from './statements.module.css';
import { type Statement, type StatementFile, useChange } from './use-statements.ts';

const STATUS_WORDS: Readonly<Record<StatementFile['status'], string>> = {
  pending: 'Being read',
  active: 'Counts',
  failed: 'Could not be read',
  canceled: 'Canceled',
  replaced: 'Replaced by another file',
  retracted: 'Taken back',
};

const SOURCE_WORDS = { api: 'added here', sftp: 'by SFTP', email: 'by mail' } as const;

interface FileProps {
  readonly file: StatementFile;
  readonly statement: Statement;
}

/** A file of the month: who sent it, what it says, and what can be done with it. */
export function StatementFileCard({ file, statement }: FileProps) {
  const { status, sentBy, source, uploadedAt, members, sumRead, sumPrinted, rowsFailed, error, warnings } = file;
  const isLeftWhole = file.isLeft && status === 'failed';
  const isGone = status === 'replaced' || status === 'retracted' || status === 'canceled' || isLeftWhole;
  const [showsFailed, setShowsFailed] = useState(false);
  const keptFocus = useKeptFocus();
  const facts = [
    isLeftWhole ? 'Could not be read, left' : STATUS_WORDS[status],
    ...(members === null ? [] : [counted(members, 'member')]),
    ...(sumRead === null ? [] : [`${money(sumRead)} read`]),
    ...(sumPrinted === null ? [] : [`${money(sumPrinted)} printed`]),
  ];
  return (
    <article className={classes.file} data-gone={isGone || undefined} aria-label={file.fileName} {...keptFocus}>
      <div>
        <div className={classes.fileName}>{file.fileName}</div>
        <Text size="sm">{facts.join(' · ')}</Text>
        <p className={classes.note}>
          {sentBy === null ? '' : `${sentBy}, `}
          {momentText(uploadedAt)}, {SOURCE_WORDS[source]}
        </p>
      </div>
      {error !== null && <Text size="sm">{inOwnersWords(error)}</Text>}
      {!isGone && warnings.length > 0 && (
        <ul className={classes.items}>
          {warnings.map((warning) => (
            <li key={warning}>{inOwnersWords(warning)}</li>
          ))}
        </ul>
      )}
      {!isGone && rowsFailed > 0 && (
        <Text size="sm">
          {counted(rowsFailed, 'row')} could not be read{file.isLeft && ', left'}.{' '}
          <Button size="compact-xs" variant="default" onClick={() => setShowsFailed(!showsFailed)}>
            {showsFailed ? 'Hide them' : 'Look at them'}
          </Button>
        </Text>
      )}
      {showsFailed && <FailedRows file={file} statement={statement} onDone={() => setShowsFailed(false)} />}
      <Actions file={file} statement={statement} isGone={isGone} />
    </article>
  );
}

/** Keeps the keyboard focus on the file when its pressed button vanishes. Returns the attributes of its element. */
function useKeptFocus() {
  const card = useRef<HTMLElement>(null);
  const hasFocus = useRef(false);
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) card.current?.focus({ preventScroll: true });
  });
  return {
    ref: card,
    tabIndex: -1,
    onFocus: () => {
      hasFocus.current = true;
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) hasFocus.current = false;
    },
  };
}

type Step = 'none' | 'take-back' | 'move';

function Actions({ file, statement, isGone }: FileProps & { readonly isGone: boolean }) {
  const api = useApi();
  const client = useClient();
  const { mayChange } = useRights();
  const [step, setStep] = useState<Step>('none');
  const { fileId, jobId, fileName, status, isKept, isReading, countsElsewhere, rescoreSuggested } = file;
  const { carrierId, workspaceId, period } = statement;
  const download = useChange(async () => {
    const params = { path: { fileId } };
    const bytes = await answerOf(api.GET('/v1/files/{fileId}/original', { params, parseAs: 'blob' }));
    if (bytes instanceof Blob) saveFile(bytes, fileName);
  });
  const readAgain = useChange(() => {
    if (status === 'failed') return answerOf(api.POST('/v1/jobs/{jobId}/retry', { params: { path: { jobId } } }));
    return answerOf(api.POST('/v1/files/{fileId}/rescore', { params: { path: { fileId } } }));
  });
  const takeBack = useChange(() =>
    answerOf(api.DELETE('/v1/files/{fileId}', { params: { path: { fileId }, query: { only: true } } })),
  );
  const countAgain = useChange(() =>
    answerOf(
      api.POST('/v1/files/{fileId}/move', {
        params: { path: { fileId } },
        body: { carrierId, period, onExisting: 'append' },
      }),
    ),
  );
  const leave = useChange((isLeft: boolean) =>
    answerOf(api.PUT('/v1/files/{fileId}/left', { params: { path: { fileId } }, body: { isLeft } })),
  );
  const replace = useChange((by: File) =>
    answerOf(
      api.POST('/v1/files', {
        body: {
          ...{ file: by, carrierId, period, workspaceId },
          ...(status === 'active' ? { replaceFileId: fileId } : { replace: true }),
        },
        ...client.form(),
      }),
    ),
  );
  if (isGone && !isKept && !file.isLeft) return null;
  const changes = mayChange && !isGone && !isReading;
  const error = download.error ?? readAgain.error ?? replace.error ?? leave.error ?? takeBack.error ?? countAgain.error;
  // A step with an undo asks no question.
  const canCountAgain = isKept && !file.isLayoutOnlyHere;
  const askOrTakeBack = () =>
    canCountAgain ? takeBack.mutate() : setStep(step === 'take-back' ? 'none' : 'take-back');
  return (
    <>
      <div className={classes.actions}>
        {isKept ? (
          <Button size="xs" variant="default" loading={download.isPending} onClick={() => download.mutate()}>
            Download the original
          </Button>
        ) : (
          <span className={classes.note}>The original is not kept any more.</span>
        )}
        {changes && status === 'active' && (
          <Button size="xs" variant="default" loading={takeBack.isPending} onClick={askOrTakeBack}>
            Take it back
          </Button>
        )}
        {status === 'retracted' && countsElsewhere && (
          <span className={classes.note}>The same file counts here or in another month, and cannot count twice.</span>
        )}
        {mayChange && status === 'retracted' && isKept && !isReading && !countsElsewhere && (
          <Button size="xs" variant="default" loading={countAgain.isPending} onClick={() => countAgain.mutate()}>
            Undo: count it again
          </Button>
        )}
        {changes && (
          <FileButton onChange={(by) => by !== null && replace.mutate(by)}>
            {(props) => (
              <Button {...props} size="xs" variant="default" loading={replace.isPending}>
                Replace it
              </Button>
            )}
          </FileButton>
        )}
        {changes && (
          <Button size="xs" variant="default" loading={readAgain.isPending} onClick={() => readAgain.mutate()}>
            Read again
          </Button>
        )}
        {mayChange && !isReading && (status === 'failed' || (status === 'active' && file.rowsFailed > 0)) && (
          <Button size="xs" variant="default" loading={leave.isPending} onClick={() => leave.mutate(!file.isLeft)}>
            {file.isLeft ? 'Take it up again' : status === 'failed' ? 'Leave it' : 'Leave the unread rows'}
          </Button>
        )}
        {changes && isKept && (
          <Button size="xs" variant="default" onClick={() => setStep(step === 'move' ? 'none' : 'move')}>
            Move it
          </Button>
        )}
      </div>
      {changes && rescoreSuggested && (
        <p className={classes.note}>The layout of the carrier has changed since this month was read.</p>
      )}
      {error !== null && <ProblemNotice title="Nothing was changed" error={error} />}
      {changes && step === 'take-back' && <TakeBack file={file} onDone={() => setStep('none')} />}
      {changes && step === 'move' && <Move file={file} statement={statement} onDone={() => setStep('none')} />}
    </>
  );
}

function TakeBack({ file, onDone }: { readonly file: StatementFile; readonly onDone: () => void }) {
  const api = useApi();
  const [withLayout, setWithLayout] = useState(file.isLayoutOnlyHere);
  const takeBack = useChange(() => {
    const query = { only: true, ...(withLayout ? { withLayout: true } : {}) };
    return answerOf(api.DELETE('/v1/files/{fileId}', { params: { path: { fileId: file.fileId }, query } }));
  }, onDone);
  return (
    <div className={classes.form}>
      <Text size="sm">
        Its rows are removed from this month, and later months are compared anew.{' '}
        {file.isKept ? 'You can add the file again.' : 'To have it again, add the file from your own copy.'}
      </Text>
      {file.isLayoutOnlyHere && (
        <Checkbox
          label="Also forget the layout: only this file was read with it"
          checked={withLayout}
          onChange={({ currentTarget }) => setWithLayout(currentTarget.checked)}
        />
      )}
      {takeBack.error !== null && <ProblemNotice title="The file still counts" error={takeBack.error} />}
      <div className={classes.actions}>
        <Button size="xs" color="red" loading={takeBack.isPending} onClick={() => takeBack.mutate()}>
          Yes, take it back
        </Button>
      </div>
    </div>
  );
}

const EXISTING = [
  { value: 'reject', label: 'Do nothing' },
  { value: 'append', label: 'Add this file to it' },
  { value: 'replace', label: 'Replace it by this file' },
] as const;

function Move({ file, statement, onDone }: FileProps & { readonly onDone: () => void }) {
  const api = useApi();
  const [carrierId, setCarrierId] = useState(statement.carrierId);
  const [period, setPeriod] = useState<string | null>(statement.period);
  const [onExisting, setOnExisting] = useState<(typeof EXISTING)[number]['value']>('reject');
  const { data: carriers = [] } = useQuery({
    queryKey: ['carriers', 'all'],
    queryFn: async () => (await answerOf(api.GET('/v1/carriers'))).data,
  });
  const move = useChange(async () => {
    const params = { path: { fileId: file.fileId } };
    const body = { carrierId, period: period ?? statement.period, onExisting };
    return answerOf(api.POST('/v1/files/{fileId}/move', { params, body }));
  }, onDone);
  const isSame = carrierId === statement.carrierId && period === statement.period;
  const choices = carriers.filter(({ configured, id }) => configured || id === statement.carrierId);
  return (
    <div className={classes.form}>
      <div className={classes.fields}>
        <NativeSelect
          label="To the carrier"
          value={carrierId}
          data={choices.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget }) => setCarrierId(currentTarget.value)}
        />
        <MonthFields value={period} onChange={setPeriod} />
        <NativeSelect
          label="If a statement is there"
          value={onExisting}
          data={EXISTING}
          onChange={({ currentTarget }) =>
            setOnExisting(EXISTING.find(({ value }) => value === currentTarget.value)?.value ?? 'reject')
          }
        />
      </div>
      {move.error !== null && <ProblemNotice title="The file stays where it is" error={move.error} />}
      <div className={classes.actions}>
        <Button
          size="xs"
          variant="default"
          disabled={isSame || period === null}
          loading={move.isPending}
          onClick={() => move.mutate()}
        >
          Move the file
        </Button>
      </div>
    </div>
  );
}

interface FailedRowsProps {
  readonly file: StatementFile;
  readonly statement: Statement;
  readonly onDone: () => void;
}

const SHOWN = 20;

/**
 * The rows that could not be read. A person corrects their cells here, and they come as one more file of the month. Once all of them are
 * corrected, the first file has none to answer.
 */
function FailedRows({ file: { fileId, jobId, fileName }, statement, onDone }: FailedRowsProps) {
  const api = useApi();
  const client = useClient();
  const { mayChange } = useRights();
  const [mended, setMended] = useState<ReadonlyMap<number, readonly string[]>>(new Map());
  const params = { path: { jobId } };
  const { data, error } = useQuery({
    queryKey: ['failed-rows', jobId],
    queryFn: () => answerOf(api.GET('/v1/jobs/{jobId}/failed-rows', { params })),
  });
  const all = useChange(async () => {
    const text = await answerOf(api.GET('/v1/jobs/{jobId}/exceptions', { params, parseAs: 'blob' }));
    if (text instanceof Blob) saveFile(text, `failed rows of ${fileName}.csv`);
  });
  const { carrierId, workspaceId, period } = statement;
  const send = useChange(async (headers: readonly string[]) => {
    const lines = [headers, ...mended.values()].map((cells) => cells.map(quoted).join(','));
    const bytes = new File([`${lines.join('\r\n')}\r\n`], `mended rows of ${fileName}.csv`, { type: 'text/csv' });
    const body = { file: bytes, carrierId, workspaceId, period, append: true };
    await answerOf(api.POST('/v1/files', { body, ...client.form() }));
    if (mended.size === data?.total)
      await answerOf(api.PUT('/v1/files/{fileId}/left', { params: { path: { fileId } }, body: { isLeft: true } }));
  }, onDone);
  if (error !== null) return <ProblemNotice title="The rows are not kept any more" error={error} />;
  if (data === undefined) return <Skeleton height={80} />;
  const { headers, total } = data;
  const mend = (row: number, cells: readonly string[]) => setMended(new Map([...mended, [row, cells]]));
  return (
    <div>
      {data.data.slice(0, SHOWN).map(({ row, errors, cells: read }, at) => {
        const cells = headers.map((_, index) => read[index] ?? '');
        return (
          <div key={`${row} ${String(at)}`} className={classes.failedRow}>
            <Text size="sm">
              <b>Row {row}</b>: {errors.map(inOwnersWords).join('; ')}
            </Text>
            <div className={classes.fields}>
              {headers.map((header, index) => (
                <TextInput
                  key={`${header} ${String(index)}`}
                  size="xs"
                  label={header === '' ? `Column ${String(index + 1)}` : header}
                  readOnly={!mayChange}
                  value={mended.get(at)?.[index] ?? cells[index] ?? ''}
                  onChange={({ currentTarget }) => mend(at, (mended.get(at) ?? cells).with(index, currentTarget.value))}
                />
              ))}
            </div>
          </div>
        );
      })}
      {send.error !== null && <ProblemNotice title="The rows were not added" error={send.error} />}
      <div className={classes.actions}>
        {mayChange && (
          <Button
            size="xs"
            variant="default"
            disabled={mended.size === 0}
            loading={send.isPending}
            onClick={() => send.mutate(headers)}
          >
            Add the mended rows
          </Button>
        )}
        <Button size="xs" variant="default" loading={all.isPending} onClick={() => all.mutate()}>
          Download {total === 1 ? 'it' : `all ${String(total)}`} as CSV
        </Button>
      </div>
    </div>
  );
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
