import { Autocomplete, Button, Checkbox, Text } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { type Api, useApi, useClient } from '../api/api.ts';
import classes from '../layout/layout.module.css';
import type { Preview, Role } from '../layout/role-labels.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { useDropQueue } from './drop-context.tsx';
import type { DropEntry } from './drop-entry.ts';
import { MonthFields } from './month-fields.tsx';

export interface ChosenColumn {
  readonly index: number;
  readonly role: Role | null;
}

export interface PreviewChoice {
  /** The sheet whose rows are shown; null leaves the choice to the service. */
  readonly sheet: string | null;
  /** The sheets that are read; null as long as the person has changed none. */
  readonly sheets: readonly string[] | null;
  /** The meanings that the person chose; null as long as the person has changed none. */
  readonly columns: readonly ChosenColumn[] | null;
}

/** Reads the first rows of a file and the probable meanings of its columns. Nothing is stored. */
export function usePreview(draft: string, file: File | null, { sheet, sheets, columns }: PreviewChoice) {
  const client = useClient();
  return useQuery({
    queryKey: ['preview', draft, sheet, sheets, columns],
    enabled: file !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: () =>
      answerOf(
        client.api.POST('/v1/files/preview', {
          body: {
            file: file ?? new File([], ''),
            ...(sheet !== null && { sheetName: sheet }),
            ...(sheets !== null && { sheetNames: JSON.stringify(sheets) }),
            ...(columns !== null && { columns: JSON.stringify(columns) }),
          },
          ...client.form(),
        }),
      ),
  });
}

interface SaveLayoutProps {
  readonly entry: DropEntry;
  readonly preview: Preview;
}

/** Asks for carrier and month, saves the layout for later statements, and adds the statement. */
export function SaveLayout({ entry, preview }: SaveLayoutProps) {
  const api = useApi();
  const queries = useQueryClient();
  const queue = useDropQueue();
  const navigate = useNavigate();
  const [name, setName] = useState(entry.carrier?.name ?? preview.carrierName ?? '');
  const [period, setPeriod] = useState(entry.period);
  const { data: carriers = [] } = useQuery({
    queryKey: ['carriers', 'all'],
    queryFn: async () => (await answerOf(api.GET('/v1/carriers'))).data,
  });
  // A file that the carrier's layout reads already shows a mistake in that layout, which is then to be replaced.
  const [keepsOther, setKeepsOther] = useState(entry.identified?.best == null);
  const wanted = name.trim();
  const known = carriers.find((carrier) => carrier.name.toLowerCase() === wanted.toLowerCase());
  const replaced = known?.configured === true ? known.name : null;
  const save = useMutation({
    mutationFn: async () => {
      const carrier = known ?? (await answerOf(api.POST('/v1/carriers', { body: { name: wanted } })));
      const config = replaced !== null && keepsOther ? { ...preview.config, readsPrevious: true } : preview.config;
      const { version } = await addLayout(api, carrier.id, config);
      return { carrier: { carrierId: carrier.id, name: carrier.name }, version };
    },
    onSuccess: async ({ carrier, version }) => {
      await queries.invalidateQueries({ queryKey: ['carriers'] });
      const layout = { carrierId: carrier.carrierId, version };
      queue.choose(entry.id, { carrier, period, identified: null, layout });
      queue.send([entry.id]);
      queue.readUnknownAgain();
      await navigate({ to: '/drop' });
    },
  });
  const isReady = preview.isComplete && wanted !== '' && period !== null;
  return (
    <>
      <div className={classes.save}>
        <Autocomplete
          className={classes.carrier}
          label="Which carrier sent it?"
          description="Choose one, or write a new name."
          data={[...new Set(carriers.map((carrier) => carrier.name))]}
          limit={20}
          value={name}
          onChange={setName}
        />
        <MonthFields value={period} onChange={setPeriod} />
        <Button
          h="auto"
          mih={36}
          styles={{ label: { whiteSpace: 'normal', lineHeight: 1.3 } }}
          disabled={!isReady}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          Remember this layout and add the statement
        </Button>
      </div>
      {replaced !== null && (
        <div>
          <Text size="sm">
            {replaced} has a layout already.{' '}
            {keepsOther
              ? 'This one comes before it; a file that has not its columns is read as before.'
              : 'This one replaces it: files that come in the other layout will no longer be read.'}
          </Text>
          <Checkbox
            label={`Also read the layout that ${replaced} has now`}
            checked={keepsOther}
            onChange={({ currentTarget }) => setKeepsOther(currentTarget.checked)}
          />
        </div>
      )}
      {save.error !== null && <ProblemNotice title="The layout was not kept" error={save.error} />}
    </>
  );
}

function addLayout(api: Api, carrierId: string, config: Preview['config']) {
  return answerOf(api.POST('/v1/carriers/{carrierId}/configs', { params: { path: { carrierId } }, body: config }));
}
