import { Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import classes from '../agents/agents.module.css';
import { type Api, useApi } from '../api/api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { counted, momentText } from '../parts/shown-values.ts';

interface MailStatementsProps {
  readonly runId: string;
}

/** Sends the statements that still wait. One request sends some of them. */
async function sendAll(api: Api, runId: string) {
  const params = { path: { runId } };
  const failed: string[] = [];
  for (let left = 1; left > 0; ) {
    const part = await answerOf(api.POST('/v1/pay-runs/{runId}/statement-mails', { params, body: {} }));
    failed.push(...part.failed);
    left = part.sent > 0 ? part.left : 0;
  }
  return { failed };
}

/** Mails each agent of an approved run the own statement. Agents without an address stand first. */
export function MailStatements({ runId }: MailStatementsProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        Send to agents
      </Button>
      <Dialog title="Send the statements" isOpen={isAsked} onClose={() => setAsked(false)}>
        <MailForm runId={runId} />
      </Dialog>
    </>
  );
}

function MailForm({ runId }: MailStatementsProps) {
  const api = useApi();
  const queries = useQueryClient();
  const key = ['pay-mails', runId];
  const params = { path: { runId } };
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: () => answerOf(api.GET('/v1/pay-runs/{runId}/statement-mails', { params })),
  });
  const onSettled = () => queries.invalidateQueries({ queryKey: key });
  const send = useMutation({ mutationFn: () => sendAll(api, runId), onSettled });
  const again = useMutation({
    mutationFn: (agentId: string) =>
      answerOf(api.POST('/v1/pay-runs/{runId}/statement-mails', { params, body: { agentId, isAgain: true } })),
    onSettled,
  });
  if (error !== null) return <ProblemNotice title="The agents could not be loaded" error={error} />;
  if (data === undefined) return null;
  const waiting = data.data.filter(({ email, sentAt }) => email !== null && sentAt === null).length;
  const failed = [...(send.data?.failed ?? []), ...(again.data?.failed ?? [])];
  return (
    <div className={classes.form}>
      {!data.canSend && (
        <Text size="sm">No mail server is set up here. Take the statements, and send them yourself.</Text>
      )}
      <ul className={classes.lines}>
        {data.data.map(({ agentId, agentName, email, sentTo, sentAt }) => (
          <li key={agentId} className={classes.line}>
            <span>{agentName}</span>
            <span className={classes.quiet}>
              {email === null ? 'No email address' : sentAt === null ? email : `${sentTo}, ${momentText(sentAt)}`}
            </span>
            {sentAt !== null && email !== null && data.canSend && (
              <Button
                size="compact-xs"
                variant="default"
                loading={again.isPending}
                onClick={() => again.mutate(agentId)}
              >
                Send again
              </Button>
            )}
          </li>
        ))}
      </ul>
      {[send.error, again.error].map(
        (problem, at) =>
          problem !== null && (
            <ProblemNotice key={at === 0 ? 'send' : 'again'} title="Not all were sent" error={problem} />
          ),
      )}
      {failed.length > 0 && <Text size="sm">The mail server did not take those of {failed.join(', ')}.</Text>}
      {data.canSend && (
        <div>
          <Button loading={send.isPending} disabled={waiting === 0} onClick={() => send.mutate()}>
            {waiting === 0 ? 'All are sent' : `Send ${counted(waiting, 'statement')}`}
          </Button>
        </div>
      )}
    </div>
  );
}
