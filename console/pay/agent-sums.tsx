import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Schema } from '../../client/commission-client.ts';
import classes from '../agents/agents.module.css';
import { useApi } from '../api/api.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { saveFile } from '../parts/save-workbook.ts';
import { money, quietMoney, signedMoney } from '../parts/shown-values.ts';

/** Amounts with which a run settled with an agent. */
type Amounts = Omit<Schema<'PayRunAgent'>, 'agentId' | 'agentName'>;

/** The sums of an agent in a run; what is zero is left out. */
export function AgentSums({ agent }: { readonly agent: Amounts }) {
  const { before, after } = agent;
  const facts = [
    ['Earned', quietMoney(agent.earned)],
    ['Taken back', signedMoney(agent.takenBack)],
    ['Adjustments', signedMoney(agent.adjustments)],
    ['Advance', quietMoney(agent.advance)],
    ['Held back', quietMoney(agent.heldBack)],
    ['Released', quietMoney(agent.released)],
    ['Debt paid off', quietMoney(agent.recovered)],
    ['Debt before', quietMoney(before.debt)],
    ['Debt after', quietMoney(after.debt)],
    ['Waiting before', quietMoney(before.waiting)],
    ['Waiting after', quietMoney(after.waiting)],
  ] as const;
  return (
    <dl className={classes.sums}>
      <div data-hero>
        <dt>Paid</dt>
        <dd>{money(agent.paid)}</dd>
      </div>
      {facts
        .filter(([, amount]) => amount !== '–')
        .map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
    </dl>
  );
}

interface AgentPapersProps {
  readonly runId: string;
  readonly payDate: string;
  readonly agentId: string;
  readonly agentName: string;
}

/** Buttons for an agent's statement of a run. */
export function AgentPapers({ runId, payDate, agentId, agentName }: AgentPapersProps) {
  const api = useApi();
  const take = useMutation({
    mutationFn: async (form: 'pdf' | 'xlsx') => {
      const params = { path: { runId, agentId } };
      const { data } =
        form === 'pdf'
          ? await api.GET('/v1/pay-runs/{runId}/agents/{agentId}/statement-pdf', { params, parseAs: 'blob' })
          : await api.GET('/v1/pay-runs/{runId}/agents/{agentId}/statement', { params, parseAs: 'blob' });
      if (data instanceof Blob) saveFile(data, `${agentName} ${payDate}.${form}`);
    },
  });
  return (
    <>
      {take.error !== null && <ProblemNotice title="The statement was not made" error={take.error} />}
      <div className={classes.buttons}>
        <Button size="xs" variant="default" loading={take.isPending} onClick={() => take.mutate('pdf')}>
          Statement as PDF
        </Button>
        <Button size="xs" variant="default" disabled={take.isPending} onClick={() => take.mutate('xlsx')}>
          Excel
        </Button>
      </div>
    </>
  );
}

/** Says what an agent has or owes after a run. */
export function carriedWords({ waiting, holdback, debt }: Schema<'PayBalance'>): string {
  const parts = [
    debt === 0 ? null : `${money(debt)} owed`,
    waiting === 0 ? null : `${money(waiting)} waits`,
    holdback === 0 ? null : `${money(holdback)} held back`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? '–' : parts.join(', ');
}
