import { Button, FileInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import classes from '../agents/agents.module.css';
import { useApi, useClient } from '../api/api.ts';
import { FaultNotice } from '../parts/fault-notice.tsx';
import { Rows } from '../parts/rows.tsx';
import { quietMoney, signedMoney } from '../parts/shown-values.ts';
import { SidePanel } from '../parts/side-panel.tsx';

interface CompareSheetProps {
  readonly runId: string;
}

/** Compares the run with the agency's own sheet. */
export function CompareSheet({ runId }: CompareSheetProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Compare with a sheet
      </Button>
      <SidePanel title="Your sheet said" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Comparison runId={runId} />
      </SidePanel>
    </>
  );
}

function Comparison({ runId }: CompareSheetProps) {
  const api = useApi();
  const { form } = useClient();
  const compare = useMutation({
    mutationFn: async (file: File) =>
      answerOf(
        api.POST('/v1/pay-runs/{runId}/compare', {
          params: { path: { runId } },
          body: { file },
          ...form(),
        }),
      ),
  });
  return (
    <div className={classes.form}>
      <FileInput
        label="Sheet of agents and amounts"
        placeholder="Choose a file"
        accept=".csv,.xlsx,.xls"
        onChange={(file) => file !== null && compare.mutate(file)}
      />
      {compare.error !== null && <FaultNotice title="The sheet was not read" error={compare.error} />}
      {compare.data !== undefined && <Differences compared={compare.data} />}
    </div>
  );
}

function Differences({ compared: { data, totals } }: { readonly compared: Schema<'SheetComparison'> }) {
  return (
    <>
      <Rows
        label="The run and the sheet"
        rows={data}
        keyOf={({ agentId, agentName }) => agentId ?? agentName}
        nameLabel="Agent"
        nameOf={({ agentName }) => agentName}
        columns={[
          { label: 'Run', cell: ({ run }) => quietMoney(run ?? 0), isNumber: true, total: quietMoney(totals.run) },
          {
            label: 'Sheet',
            cell: ({ sheet }) => quietMoney(sheet ?? 0),
            isNumber: true,
            total: quietMoney(totals.sheet),
          },
          {
            label: 'Difference',
            cell: ({ difference }) => signedMoney(difference),
            isNumber: true,
            total: signedMoney(totals.difference),
          },
        ]}
        totalLabel="All agents"
      />
      {data
        .filter(({ reasons }) => reasons.length > 0)
        .map(({ agentId, agentName, reasons }) => (
          <div key={agentId ?? agentName} className={classes.message}>
            <b>{agentName}</b>
            <span className={classes.small}>{reasons.join(' ')}</span>
          </div>
        ))}
    </>
  );
}
