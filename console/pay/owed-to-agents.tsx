import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { answerOf } from '../../client/commission-client.ts';
import classes from '../agents/agents.module.css';
import { useApi } from '../api/api.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Rows } from '../parts/rows.tsx';
import { AS_WORKBOOK, saveFile } from '../parts/save-workbook.ts';
import { dayText, quietMoney } from '../parts/shown-values.ts';

const COLUMNS = [
  ['due', 'Approved, not paid'],
  ['waiting', 'Waits'],
  ['holdback', 'Held back'],
  ['debt', 'Owes'],
] as const;

/** Lists how much each agent is owed now. Nothing is shown while nobody is owed anything. */
export function OwedToAgents() {
  const api = useApi();
  const payables = useQuery({
    queryKey: ['agent-payables'],
    queryFn: () => answerOf(api.GET('/v1/reports/agent-payables')),
  });
  const save = useMutation({
    mutationFn: async () => {
      const options = { headers: AS_WORKBOOK, parseAs: 'blob' } as const;
      const bytes: unknown = await answerOf(api.GET('/v1/reports/agent-payables', options));
      if (bytes instanceof Blob) saveFile(bytes, 'owed to agents.xlsx');
    },
  });
  const error = payables.error ?? save.error;
  if (error !== null) return <ProblemNotice title="What agents are owed could not be loaded" error={error} />;
  if (payables.data === undefined || payables.data.data.length === 0) return null;
  const { data, totals } = payables.data;
  return (
    <section className={classes.box} aria-labelledby="owed-to-agents">
      <div className={classes.boxHead}>
        <h2 id="owed-to-agents">Owed to agents now</h2>
        <Button size="xs" variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          Excel
        </Button>
      </div>
      <Rows
        label="Owed to agents"
        rows={data}
        keyOf={({ agentId }) => agentId}
        nameLabel="Agent"
        nameOf={({ agentName }) => agentName}
        totalLabel="All agents"
        columns={[
          ...COLUMNS.map(([name, label]) => ({
            label,
            cell: (row: (typeof data)[number]) => quietMoney(row[name]),
            isNumber: true,
            total: quietMoney(totals[name]),
          })),
          {
            label: 'Owed in all',
            cell: ({ total }) => quietMoney(total),
            isNumber: true,
            total: quietMoney(totals.total),
          },
          {
            label: 'Since',
            cell: ({ dueSince }) => (dueSince === null ? '–' : dayText(`${dueSince}T12:00:00`)),
            isOptional: true,
          },
        ]}
      />
    </section>
  );
}
