import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { SqlEditor } from './sql-editor.tsx';
import { useSaveReport } from './use-reports.ts';

const BEGINNING = 'select period, sum(net) as paid\nfrom commission_paid\ngroup by period\norder by period desc';

// biome-ignore lint/style/noDefaultExport: React.lazy loads default exports.
export default function SqlForm({ onSaved }: { readonly onSaved: () => void }) {
  const save = useSaveReport();
  const [name, setName] = useState('');
  const [sql, setSql] = useState(BEGINNING);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ name, sql }, { onSuccess: onSaved });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Name of the report"
          required
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          One SELECT over members, statuses, comparisons, rollups, commission_paid, commission_lines, carriers, files.
        </Text>
        <SqlEditor initial={BEGINNING} label="The query" onChange={setSql} />
        {save.error !== null && <ProblemNotice title="The report was not saved" error={save.error} />}
        <Button type="submit" loading={save.isPending}>
          Save the report
        </Button>
      </Stack>
    </form>
  );
}
