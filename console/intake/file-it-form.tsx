import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { problemOf } from '../api/problem.ts';
import { MonthFields } from '../drop/month-fields.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import classes from './intake.module.css';
import { type IntakeItem, type IntakePlace, ON_EXISTING } from './intake-words.ts';

interface FileItFormProps extends Pick<IntakePlace, 'carriers'> {
  readonly item: IntakeItem;
  readonly onFiled: () => Promise<void>;
}

/** Asks for the carrier and the month of a file that was dropped or mailed and then refused. */
export function FileItForm({ item, carriers, onFiled }: FileItFormProps) {
  const api = useApi();
  const [carrierId, setCarrierId] = useState(item.carrierId ?? '');
  const [period, setPeriod] = useState(item.period);
  const [onExisting, setOnExisting] = useState<(typeof ON_EXISTING)[number]['value']>('reject');
  const [chosenWorkspace, setWorkspace] = useState<string | null>(null);
  const { data: workspaces = [] } = useQuery({
    queryKey: ['workspaces'],
    queryFn: async () => (await answerOf(api.GET('/v1/workspaces'))).workspaces,
    staleTime: 60_000,
  });
  const workspaceId = workspaces.length > 1 ? (chosenWorkspace ?? workspaces[0]?.id) : undefined;
  const file = useMutation({
    mutationFn: (month: string) =>
      answerOf(
        api.POST('/v1/intake/{itemId}/file', {
          params: { path: { itemId: item.id } },
          body: { carrierId, period: month, onExisting, ...(workspaceId !== undefined && { workspaceId }) },
        }),
      ),
    onSuccess: onFiled,
  });
  const isTaken = file.error !== null && problemOf(file.error).code === 'period_exists';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (period !== null) file.mutate(period);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {item.reason !== null && <Text size="sm">It was refused: {item.reason}</Text>}
        <div className={classes.fields}>
          <NativeSelect
            className={classes.field}
            label="Carrier that sent it"
            data={[{ value: '', label: 'Choose' }, ...carriers.map(({ id, name }) => ({ value: id, label: name }))]}
            value={carrierId}
            onChange={({ currentTarget }) => setCarrierId(currentTarget.value)}
          />
          {workspaces.length > 1 && (
            <NativeSelect
              label="It belongs to"
              value={workspaceId ?? ''}
              data={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={({ currentTarget }) => setWorkspace(currentTarget.value)}
            />
          )}
          <MonthFields value={period} onChange={setPeriod} />
        </div>
        {file.error !== null && <ProblemNotice title="It was not filed" error={file.error} />}
        {isTaken && (
          <NativeSelect
            label="The month is here already"
            data={[...ON_EXISTING]}
            value={onExisting}
            onChange={({ currentTarget }) =>
              setOnExisting(ON_EXISTING.find(({ value }) => value === currentTarget.value)?.value ?? onExisting)
            }
          />
        )}
        <Button type="submit" disabled={carrierId === '' || period === null} loading={file.isPending}>
          File it
        </Button>
      </Stack>
    </form>
  );
}
