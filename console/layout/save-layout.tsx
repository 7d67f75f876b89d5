import { Autocomplete, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { type Api, useApi } from '../api/api.ts';
import { useDropQueue } from '../drop/drop-context.tsx';
import type { DropEntry } from '../drop/drop-entry.ts';
import { MonthFields } from '../drop/month-fields.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import classes from './layout.module.css';
import type { Preview } from './role-labels.ts';

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
  const [name, setName] = useState(entry.carrier?.name ?? '');
  const [period, setPeriod] = useState(entry.period);
  const { data: carriers = [] } = useQuery({
    queryKey: ['carriers', 'all'],
    queryFn: async () => (await answerOf(api.GET('/v1/carriers'))).data,
  });
  const save = useMutation({
    mutationFn: async () => {
      const wanted = name.trim();
      const known = carriers.find((carrier) => carrier.name.toLowerCase() === wanted.toLowerCase());
      const carrier = known ?? (await answerOf(api.POST('/v1/carriers', { body: { name: wanted } })));
      await addLayout(api, carrier.id, preview.config);
      return { carrierId: carrier.id, name: carrier.name };
    },
    onSuccess: async (carrier) => {
      await queries.invalidateQueries({ queryKey: ['carriers'] });
      queue.choose(entry.id, { carrier, period, identified: null });
      queue.send([entry.id]);
      queue.readUnknownAgain();
      await navigate({ to: '/drop' });
    },
  });
  const isReady = preview.isComplete && name.trim() !== '' && period !== null;
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
        <Button disabled={!isReady} loading={save.isPending} onClick={() => save.mutate()}>
          Remember this layout and add the statement
        </Button>
      </div>
      {save.error !== null && <ProblemNotice title="The layout was not kept" error={save.error} />}
    </>
  );
}

async function addLayout(api: Api, carrierId: string, config: Preview['config']): Promise<void> {
  await answerOf(api.POST('/v1/carriers/{carrierId}/configs', { params: { path: { carrierId } }, body: config }));
}
