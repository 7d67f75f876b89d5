import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { FaultNotice } from '../parts/fault-notice.tsx';
import { useRights } from '../session/use-session.ts';
import classes from './agents.module.css';
import { type Agent, useAgentChange } from './use-agents.ts';

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
export function AgentForm({ agent, agents, onSaved }: AgentFormProps) {
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
