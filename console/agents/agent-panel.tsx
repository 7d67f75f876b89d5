import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { LinkButton } from '../parts/link-button.tsx';
import { FaultNotice, ProblemNotice } from '../parts/problem-notice.tsx';
import { SidePanel } from '../parts/side-panel.tsx';
import { useRights } from '../session/use-session.ts';
import classes from './agents.module.css';
import { type Agent, useAgentChange } from './use-agents.ts';

interface AgentPanelProps {
  /** Null for a new agent. */
  readonly agent: Agent | null;
  readonly agents: readonly Agent[];
  /** Shows another agent; undefined closes the panel. */
  readonly onOpen: (agentId: string | undefined) => void;
}

/** The panel of an agent: the record, and the names on statements. */
export function AgentPanel({ agent, agents, onOpen }: AgentPanelProps) {
  return (
    <SidePanel title={agent?.name ?? 'A new agent'} isOpen onClose={() => onOpen(undefined)}>
      <AgentForm
        key={`${agent?.agentId ?? 'new'} ${agent?.name ?? ''}`}
        agent={agent}
        agents={agents}
        onSaved={({ agentId }) => onOpen(agentId)}
      />
      {agent !== null && <AgentNames agent={agent} />}
      {agent !== null && <Ways agent={agent} onDeleted={() => onOpen(undefined)} />}
    </SidePanel>
  );
}

function Ways({ agent, onDeleted }: { readonly agent: Agent; readonly onDeleted: () => void }) {
  const api = useApi();
  const { mayChange } = useRights();
  const params = { path: { agentId: agent.agentId } };
  const remove = useAgentChange(() => answerOf(api.DELETE('/v1/agents/{agentId}', { params })), onDeleted);
  return (
    <>
      {remove.error !== null && <ProblemNotice title="The agent is still there" error={remove.error} />}
      <div className={classes.buttons}>
        <LinkButton to="/changes" search={{ agent: agent.name }} size="xs" variant="default">
          Changes of this agent
        </LinkButton>
        <LinkButton to="/agents/$agentId/pay" params={{ agentId: agent.agentId }} size="xs" variant="default">
          Pay
        </LinkButton>
        <LinkButton to="/members" search={{ agent: agent.name }} size="xs" variant="default">
          Members
        </LinkButton>
        {mayChange && agent.names.length === 0 && (
          <Button
            size="xs"
            variant="subtle"
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate(undefined)}
          >
            Delete
          </Button>
        )}
      </div>
    </>
  );
}

const LABELS = {
  name: 'The name',
  npn: 'The NPN',
  email: 'The email',
  phone: 'The phone',
  address: 'The address',
  uplineId: 'The upline',
  leftFrom: 'The first month without the agent',
  taxFormOn: 'The day of the tax form',
} as const;

type TextField = keyof typeof LABELS;

interface AgentFormProps {
  /** Null for a new agent. */
  readonly agent: Agent | null;
  readonly agents: readonly Agent[];
  readonly onSaved: (agent: Agent) => void;
}

/** The record of an agent as fields. */
function AgentForm({ agent, agents, onSaved }: AgentFormProps) {
  const api = useApi();
  const { mayChange } = useRights();
  const [draft, setDraft] = useState<Readonly<Record<TextField, string>>>(() => draftOf(agent));
  const [isHouse, setHouse] = useState(agent?.isHouse ?? false);
  const save = useAgentChange(async () => {
    const { name, ...others } = draft;
    const rest = Object.fromEntries(Object.entries(others).map(([field, text]) => [field, textOrNull(text)]));
    const body = { name: name.trim(), ...rest, isHouse };
    if (agent === null) return answerOf(api.POST('/v1/agents', { body }));
    return answerOf(api.PATCH('/v1/agents/{agentId}', { params: { path: { agentId: agent.agentId } }, body }));
  }, onSaved);
  const field = (name: TextField) => ({
    value: draft[name],
    disabled: !mayChange,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      setDraft({ ...draft, [name]: currentTarget.value }),
  });
  const others = agents.filter(({ agentId }) => agentId !== agent?.agentId);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(undefined);
      }}
    >
      <div className={classes.wideFields}>
        <TextInput label="Name" required maxLength={200} {...field('name')} />
        <TextInput label="NPN" inputMode="numeric" {...field('npn')} />
        <TextInput label="Email" type="email" {...field('email')} />
        <TextInput label="Phone" {...field('phone')} />
        <NativeSelect
          label="Upline"
          data={[
            { value: '', label: 'Nobody' },
            ...others.map(({ agentId, name }) => ({ value: agentId, label: name })),
          ]}
          {...field('uplineId')}
        />
        <TextInput label="First month without the agent" type="month" placeholder="2026-09" {...field('leftFrom')} />
        <TextInput label="Tax form on file since" type="date" {...field('taxFormOn')} />
        <Checkbox
          label="The agency's own account"
          checked={isHouse}
          disabled={!mayChange}
          onChange={({ currentTarget }) => setHouse(currentTarget.checked)}
        />
      </div>
      <Textarea label="Address" autosize minRows={2} {...field('address')} />
      {save.error !== null && <FaultNotice title="The agent was not saved" error={save.error} labels={LABELS} />}
      {save.isSuccess && <p role="status">Saved.</p>}
      {mayChange && (
        <div className={classes.buttons}>
          <Button type="submit" loading={save.isPending} disabled={draft.name.trim() === ''}>
            {agent === null ? 'Add the agent' : 'Save'}
          </Button>
        </div>
      )}
    </form>
  );
}

function draftOf(agent: Agent | null): Readonly<Record<TextField, string>> {
  return {
    name: agent?.name ?? '',
    npn: agent?.npn ?? '',
    email: agent?.email ?? '',
    phone: agent?.phone ?? '',
    address: agent?.address ?? '',
    uplineId: agent?.uplineId ?? '',
    leftFrom: agent?.leftFrom ?? '',
    taxFormOn: agent?.taxFormOn ?? '',
  };
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

/** The names and numbers by which carriers' statements know an agent. */
function AgentNames({ agent: { agentId, names } }: { readonly agent: Agent }) {
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
