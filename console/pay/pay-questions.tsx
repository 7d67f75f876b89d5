import { Button, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import classes from '../agents/agents.module.css';
import { useApi } from '../api/api.ts';
import { TextLink } from '../parts/link-button.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { dayText, momentText, money, shortMonthName } from '../parts/shown-values.ts';
import { useRights } from '../session/use-session.ts';

type Question = Schema<'PayQuestion'>;

const QUESTIONS_KEY = 'pay-questions';
const PAGE = 100;

function useQuestions(query: { readonly runId?: string; readonly agentId?: string; readonly isOpen?: true }) {
  const api = useApi();
  return useQuery({
    queryKey: [QUESTIONS_KEY, query],
    queryFn: () => answerOf(api.GET('/v1/pay-questions', { params: { query: { ...query, limit: PAGE } } })),
  });
}

/** Changes questions, after which they are loaded again. */
function useQuestionChange<Input>(change: (input: Input) => Promise<unknown>, onDone?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      onDone?.();
      await queries.invalidateQueries({ queryKey: [QUESTIONS_KEY] });
    },
  });
}

/** Open questions of all agents, for the office. Nothing where there are none. */
export function OpenQuestions() {
  const { data } = useQuestions({ isOpen: true });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <section className={classes.box} aria-labelledby="open-questions">
      <div className={classes.boxHead}>
        <h2 id="open-questions">Agents ask</h2>
      </div>
      <ul className={classes.lines}>
        {data.data.map((question) => (
          <li key={question.questionId} className={classes.line}>
            <TextLink to="/pay/$runId" params={{ runId: question.runId }} search={{ open: question.agentId }}>
              {question.agentName}: {question.messages.at(-1)?.text ?? ''}
            </TextLink>
            <span className={classes.quiet}>{aboutWords(question)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface StatementProps {
  readonly runId: string;
  readonly agentId: string;
}

/** The questions about an agent's statement of a run, and a field for one about the whole statement. */
export function StatementQuestions({ runId, agentId }: StatementProps) {
  const { data, error } = useQuestions({ runId, agentId });
  if (error !== null) return <ProblemNotice title="The questions could not be loaded" error={error} />;
  const questions = data?.data ?? [];
  const isAsked = questions.some(({ lineNumber }) => lineNumber === null);
  return (
    <>
      {questions.map((question) => (
        <Thread key={question.questionId} question={question} />
      ))}
      {data !== undefined && !isAsked && <AskField runId={runId} agentId={agentId} lineNumber={null} />}
    </>
  );
}

function aboutWords({ about, payDate }: Question): string {
  if (about === null) return `Statement of ${dayText(`${payDate}T12:00:00`)}`;
  const { memberName, policyNumber, coverageMonth, amount } = about;
  return [
    memberName ?? policyNumber ?? 'A line',
    coverageMonth === null ? null : shortMonthName(coverageMonth),
    money(amount),
  ]
    .filter((word) => word !== null)
    .join(' · ');
}

function Thread({ question }: { readonly question: Question }) {
  const api = useApi();
  const { mayChange, agent } = useRights();
  const { questionId, isOpen, messages } = question;
  const params = { path: { questionId } };
  const write = (text: string) =>
    answerOf(api.POST('/v1/pay-questions/{questionId}/messages', { params, body: { text } }));
  const close = useQuestionChange(() =>
    answerOf(api.PATCH('/v1/pay-questions/{questionId}', { params, body: { isOpen: !isOpen } })),
  );
  const about = aboutWords(question);
  return (
    <section className={classes.thread} aria-label={`About ${about}`}>
      <div className={classes.buttons}>
        <b className={classes.count}>{about}</b>
        <span className={classes.pill}>{isOpen ? 'Open' : 'Closed'}</span>
        {mayChange && (
          <Button size="compact-xs" variant="default" loading={close.isPending} onClick={() => close.mutate(undefined)}>
            {isOpen ? 'Close' : 'Open again'}
          </Button>
        )}
      </div>
      {messages.map(({ author, isOffice, text, writtenAt }) => (
        <div key={`${writtenAt} ${text}`} className={classes.message}>
          <span className={classes.small}>
            {author ?? (isOffice ? 'The office' : 'The agent')} · {momentText(writtenAt)}
          </span>
          <span>{text}</span>
        </div>
      ))}
      {close.error !== null && <ProblemNotice title="It was not changed" error={close.error} />}
      {(mayChange || agent !== null) && <MessageField label="Answer" button="Send" write={write} />}
    </section>
  );
}

/** Asks about a line, or about the statement. */
export function AskField({ runId, agentId, lineNumber }: StatementProps & { readonly lineNumber: number | null }) {
  const api = useApi();
  const { mayChange, agent } = useRights();
  const [isAsked, setAsked] = useState(false);
  const params = { path: { runId, agentId } };
  const ask = (text: string) =>
    answerOf(api.POST('/v1/pay-runs/{runId}/agents/{agentId}/questions', { params, body: { lineNumber, text } }));
  if (!mayChange && agent === null) return null;
  const words = agent === null ? 'Write to the agent' : 'Ask the office';
  if (!isAsked)
    return (
      <div>
        <Button size="compact-xs" variant="default" onClick={() => setAsked(true)}>
          {words}
        </Button>
      </div>
    );
  return <MessageField label={words} button="Send" write={ask} onSent={() => setAsked(false)} />;
}

interface MessageFieldProps {
  readonly label: string;
  readonly button: string;
  readonly write: (text: string) => Promise<unknown>;
  readonly onSent?: () => void;
}

function MessageField({ label, button, write, onSent }: MessageFieldProps) {
  const [text, setText] = useState('');
  const send = useQuestionChange(write, () => {
    setText('');
    onSent?.();
  });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate(text.trim());
      }}
    >
      <Textarea
        label={label}
        autosize
        maxLength={2_000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {send.error !== null && <ProblemNotice title="It was not sent" error={send.error} />}
      <div>
        <Button size="xs" type="submit" loading={send.isPending} disabled={text.trim() === ''}>
          {button}
        </Button>
      </div>
    </form>
  );
}
