import { Alert, Button, List, Progress, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import type { components } from '../../client/generated/api-types.ts';
import { ProblemError } from '../../client/problem-error.ts';
import { ME_KEY, useApi } from '../api/api.ts';
import classes from '../intake/intake.module.css';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { saveFile } from '../parts/save-workbook.ts';
import { counted } from '../parts/shown-values.ts';

const USAGE_KEY = ['usage'];

interface DataSectionProps {
  readonly accountName: string;
  readonly mayExport: boolean;
  /** True for an owner, who may delete the account and set for how long data are kept. */
  readonly isOwner: boolean;
}

/** Shows which data are kept for how long, saves a copy of all data, and deletes the account. */
export function DataSection({ accountName, mayExport, isOwner }: DataSectionProps) {
  return (
    <>
      <RetentionSection maySet={isOwner} />
      {mayExport && <ExportSection />}
      {isOwner && <DeletionSection accountName={accountName} />}
    </>
  );
}

function RetentionSection({ maySet }: { readonly maySet: boolean }) {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: USAGE_KEY,
    queryFn: () => answerOf(api.GET('/v1/account/usage')),
  });
  return (
    <section aria-label="What is kept">
      <Title order={2} size="h4" mt="lg" mb="xs">
        What is kept, and for how long
      </Title>
      {error !== null && <ProblemNotice title="This could not be loaded" error={error} />}
      {data !== undefined && (
        <>
          <List mb="sm">
            <List.Item>
              Members, months, changes and letters: until you take a statement back or delete the account.
            </List.Item>
            <List.Item>
              The file of a statement: {counted(data.retention.readFileHours, 'hour')} after it was read, or{' '}
              {counted(data.retention.unreadFileDays, 'day')} if it never was.
            </List.Item>
            <List.Item>Rows that could not be read: {counted(data.retention.rejectedRowDays, 'day')}.</List.Item>
            <List.Item>What was sent to webhooks: {counted(data.retention.webhookDeliveryDays, 'day')}.</List.Item>
          </List>
          {maySet && <RetentionForm settings={data.retention} queryKey={USAGE_KEY} />}
          <Text mt="sm">
            Stored at this moment: {sizeText(data.usedBytes)} of {sizeText(data.maxBytes)}.
          </Text>
        </>
      )}
    </section>
  );
}

function ExportSection() {
  const api = useApi();
  const [bytes, setBytes] = useState(0);
  const save = useMutation({
    mutationFn: async () => {
      setBytes(0);
      const stream: unknown = await answerOf(api.GET('/v1/account/export', { parseAs: 'stream' }));
      if (!(stream instanceof ReadableStream))
        throw new ProblemError('The copy did not come.', { code: 'unreadable_answer', status: 0 });
      saveFile(new Blob([...(await readBytes(stream, setBytes))], { type: 'application/zip' }), 'your-data.zip');
    },
  });
  return (
    <section aria-label="A copy of everything">
      <Title order={2} size="h4" mt="xl" mb="xs">
        A copy of everything
      </Title>
      <Text mb="sm">A ZIP file with a table for each kind of record. Excel opens the tables.</Text>
      <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
        Save a copy of everything
      </Button>
      {save.isPending && (
        <>
          <Progress value={100} animated mt="sm" aria-label="The copy is on its way" />
          <Text size="sm" mt="xs">
            {sizeText(bytes)} so far. Keep this page open.
          </Text>
        </>
      )}
      {save.isSuccess && (
        <Text size="sm" mt="xs" role="status">
          The copy is complete: {sizeText(bytes)}.
        </Text>
      )}
      {save.error !== null && <ProblemNotice title="The copy was not saved" error={save.error} />}
    </section>
  );
}

function DeletionSection({ accountName }: { readonly accountName: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const remove = useMutation({
    mutationFn: () => answerOf(api.DELETE('/v1/account', { params: { query: { confirm: typed } } })),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    remove.mutate();
  };
  if (remove.isSuccess)
    return (
      <Alert color="green" title="The account is deleted" mt="xl" role="status">
        <Text size="sm">
          {remove.data.status === 'completed'
            ? 'Everything was removed. Everybody is signed out.'
            : 'Everybody is signed out. The rest is removed within the next hours.'}
        </Text>
        <Button variant="default" size="xs" mt="sm" onClick={() => queries.setQueryData(ME_KEY, null)}>
          Leave
        </Button>
      </Alert>
    );
  return (
    <section aria-label="Delete the account">
      <Title order={2} size="h4" mt="xl" mb="xs">
        Delete the account
      </Title>
      <Text mb="sm">
        Removes every statement, member, letter, person and setting of {accountName}, at once and for good. Save a copy
        first.
      </Text>
      <form onSubmit={submit}>
        <TextInput
          label={`Type the name of the agency, ${accountName}, to confirm`}
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" color="red" mt="sm" disabled={typed !== accountName} loading={remove.isPending}>
          Delete everything
        </Button>
      </form>
      {remove.error !== null && <ProblemNotice title="Nothing was deleted" error={remove.error} />}
    </section>
  );
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;
const SIZE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** Formats a size as people read it: `12.3 MB`. */
function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${SIZE.format(bytes / 1024 ** power)} ${UNITS[power]}`;
}

/** Reads a stream to its end, and reports how many bytes have arrived. Throws if the stream breaks off. */
async function readBytes(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onProgress: (bytes: number) => void,
): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = stream.getReader();
  let bytes = 0;
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    parts.push(step.value);
    bytes += step.value.byteLength;
    onProgress(bytes);
  }
  return parts;
}

type Settings = components['schemas']['RetentionSettings'];

interface RetentionFormProps {
  readonly settings: Settings;
  /** The key of the query that shows the settings. */
  readonly queryKey: readonly string[];
}

/** Lets an owner set for how long files and rejected rows are kept. */
function RetentionForm({ settings, queryKey }: RetentionFormProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [hours, setHours] = useState(String(settings.readFileHours));
  const [days, setDays] = useState(String(settings.rejectedRowDays));
  const save = useMutation({
    mutationFn: (body: Settings) => answerOf(api.PUT('/v1/account/retention', { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ readFileHours: Number(hours), rejectedRowDays: Number(days) });
  };
  return (
    <form onSubmit={submit} className={classes.fields} aria-label="How long things are kept">
      <TextInput
        className={classes.field}
        label="Hours for a file that was read (1 to 96)"
        type="number"
        min={1}
        max={96}
        required
        value={hours}
        onChange={({ currentTarget }) => setHours(currentTarget.value)}
      />
      <TextInput
        className={classes.field}
        label="Days for rows that could not be read (1 to 30)"
        type="number"
        min={1}
        max={30}
        required
        value={days}
        onChange={({ currentTarget }) => setDays(currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={save.isPending}>
        Save how long
      </Button>
      {save.isSuccess && (
        <Text size="sm" role="status">
          Saved. What is older is deleted within a quarter of an hour.
        </Text>
      )}
      {save.error !== null && <ProblemNotice title="This was not saved" error={save.error} />}
    </form>
  );
}
