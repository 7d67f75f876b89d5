import { Button, Skeleton, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi, useClient } from '../api/api.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { saveFile } from '../parts/save-workbook.ts';
import { useRights } from '../session/use-session.ts';
import classes from './statements.module.css';
import { type Statement, type StatementFile, useChange } from './use-statements.ts';

interface FailedRowsProps {
  readonly file: StatementFile;
  readonly statement: Statement;
  readonly onDone: () => void;
}

const SHOWN = 20;

/** The rows that could not be read. A person corrects their cells here, and they come as one more file of the month. */
export function FailedRows({ file: { jobId, fileName }, statement, onDone }: FailedRowsProps) {
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
  const send = useChange((headers: readonly string[]) => {
    const lines = [headers, ...mended.values()].map((cells) => cells.map(quoted).join(','));
    const bytes = new File([`${lines.join('\r\n')}\r\n`], `mended rows of ${fileName}.csv`, { type: 'text/csv' });
    const body = { file: bytes, carrierId, workspaceId, period, append: true };
    return answerOf(api.POST('/v1/files', { body, ...client.form() }));
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
              <b>Row {row}</b>: {errors.join('; ')}
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
