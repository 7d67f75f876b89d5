import { Button, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import type { components } from '../../client/generated/api-types.ts';
import { useApi } from '../api/api.ts';
import classes from '../intake/intake.module.css';
import { ProblemNotice } from '../parts/problem-notice.tsx';

type Settings = components['schemas']['RetentionSettings'];

interface RetentionFormProps {
  readonly settings: Settings;
  /** The key of the query that shows the settings. */
  readonly queryKey: readonly string[];
}

/** Lets an owner set for how long files and rejected rows are kept. */
export function RetentionForm({ settings, queryKey }: RetentionFormProps) {
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
