import { Button, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import classes from '../agents/agents.module.css';
import { useApi } from '../api/api.ts';
import { TextLink } from '../parts/link-button.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { money, shortMonthName } from '../parts/shown-values.ts';
import { AskField } from './pay-questions.tsx';

const PAGE = 100;

interface RunLinesProps {
  readonly runId: string;
  /** `house`, `held`, or the id of an agent. */
  readonly party: string;
}

/** The lines of a run for one party: each with its amount and the rule in words. */
export function RunLines({ runId, party }: RunLinesProps) {
  const api = useApi();
  const [offset, setOffset] = useState(0);
  const query = { party, limit: PAGE, offset };
  const { data, error } = useQuery({
    queryKey: ['pay-run-lines', runId, query],
    placeholderData: keepPreviousData,
    queryFn: () => answerOf(api.GET('/v1/pay-runs/{runId}/lines', { params: { path: { runId }, query } })),
  });
  if (error !== null) return <ProblemNotice title="The lines could not be loaded" error={error} />;
  if (data === undefined) return <Skeleton height={180} />;
  if (data.data.length === 0) return <p className={classes.quiet}>No line.</p>;
  const { hasMore } = data.pagination;
  return (
    <div>
      {data.data.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: Two lines of a statement can be equal.
        <Line key={`${offset} ${at}`} runId={runId} line={line} />
      ))}
      {(offset > 0 || hasMore) && (
        <div className={classes.buttons}>
          <Button size="xs" variant="default" disabled={offset === 0} onClick={() => setOffset(offset - PAGE)}>
            Earlier lines
          </Button>
          <Button size="xs" variant="default" disabled={!hasMore} onClick={() => setOffset(offset + PAGE)}>
            Further lines
          </Button>
        </div>
      )}
    </div>
  );
}

interface LineProps {
  readonly runId: string;
  readonly line: Schema<'PayRunLine'>;
}

function Line({ runId, line }: LineProps) {
  const { memberRefId, memberName, memberExternalId, policyNumber, carrierName, agentName, party } = line;
  const name = memberName ?? memberExternalId ?? 'No member';
  const month = line.coverageMonth ?? line.period;
  const facts = [
    carrierName,
    shortMonthName(month),
    policyNumber === null ? null : `policy ${policyNumber}`,
    party === 'agent' ? null : agentName,
    `${money(line.received)} received`,
  ].filter((fact) => fact !== null);
  return (
    <div className={classes.detail}>
      {memberRefId === null ? (
        <span>{name}</span>
      ) : (
        <TextLink to="/members/$id" params={{ id: memberRefId }}>
          {name}
        </TextLink>
      )}
      <span className={classes.amount}>{money(line.amount)}</span>
      <span className={classes.small}>{facts.join(' · ')}</span>
      <span className={classes.small}>{line.why}</span>
      {line.number !== null && line.agentId !== null && (
        <div className={classes.whole}>
          <AskField runId={runId} agentId={line.agentId} lineNumber={line.number} />
        </div>
      )}
    </div>
  );
}
