import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { FaultNotice } from '../parts/fault-notice.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { useRights } from '../session/use-session.ts';
import classes from './agents.module.css';
import { type Agent, useAgentChange } from './use-agents.ts';

/** The names and numbers by which carriers' statements know an agent. */
export function AgentNames({ agent: { agentId, names } }: { readonly agent: Agent }) {
  const api = useApi();
  const { mayChange } = useRights();
  const separate = useAgentChange((nameId: string) =>
    answerOf(api.DELETE('/v1/agents/{agentId}/names/{nameId}', { params: { path: { agentId, nameId } } })),
  );
  return (
    <section aria-labelledby="names-of-agent">
      <h3 id="names-of-agent" className={classes.heading}>
        On statements
      </h3>
      {names.length === 0 && <p className={classes.quiet}>No statement knows this agent yet.</p>}
      <ul className={classes.names}>
        {names.map(({ nameId, kind, text, carrierName }) => (
          <li key={nameId}>
            <span>
              {kind === 'number' && <span className={classes.quiet}>Number </span>}
              {text} <span className={classes.quiet}>{carrierName ?? 'every carrier'}</span>
            </span>
            {mayChange && (
              <Button
                size="compact-xs"
                variant="default"
                disabled={separate.isPending}
                aria-label={`Separate ${text}`}
                onClick={() => separate.mutate(nameId)}
              >
                Separate
              </Button>
            )}
          </li>
        ))}
      </ul>
      {separate.error !== null && <ProblemNotice title="The name was not separated" error={separate.error} />}
      {mayChange && <NewName agentId={agentId} />}
    </section>
  );
}

function NewName({ agentId }: { readonly agentId: string }) {
  const api = useApi();
  const [text, setText] = useState('');
  const [kind, setKind] = useState<'name' | 'number'>('name');
  const [carrierId, setCarrierId] = useState('');
  const carriers = useQuery({ queryKey: ['carriers'], queryFn: () => answerOf(api.GET('/v1/carriers')) });
  const add = useAgentChange(
    () =>
      answerOf(
        api.POST('/v1/agents/{agentId}/names', {
          params: { path: { agentId } },
          body: { kind, text: text.trim(), ...(carrierId !== '' && { carrierId }) },
        }),
      ),
    () => setText(''),
  );
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(undefined);
      }}
    >
      <div className={classes.wideFields}>
        <TextInput
          label="Another name or number"
          description="As statements write it."
          value={text}
          maxLength={500}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <NativeSelect
          label="It is a"
          data={[
            { value: 'name', label: 'name' },
            { value: 'number', label: 'number' },
          ]}
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value === 'number' ? 'number' : 'name')}
        />
        <NativeSelect
          label="On statements of"
          data={[
            { value: '', label: 'every carrier' },
            ...(carriers.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={carrierId}
          onChange={({ currentTarget }) => setCarrierId(currentTarget.value)}
        />
      </div>
      {add.error !== null && <FaultNotice title="The name was not added" error={add.error} />}
      <div className={classes.buttons}>
        <Button type="submit" size="xs" variant="default" loading={add.isPending} disabled={text.trim() === ''}>
          Add it
        </Button>
      </div>
    </form>
  );
}
