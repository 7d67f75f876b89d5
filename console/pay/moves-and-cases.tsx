import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import classes from '../agents/agents.module.css';
import type { Names } from './setup-words.ts';
import type { Move, SharedCase } from './use-pay.ts';

/** Options of a select with an empty one first. */
function choices(empty: string, names: ReadonlyMap<string, string>) {
  return [{ value: '', label: empty }, ...[...names].map(([value, label]) => ({ value, label }))];
}

interface MoveFormProps {
  readonly names: Names;
  readonly onAdd: (move: Move) => void;
}

/** A book that another agent gets from a month covered on. */
export function MoveForm({ names, onAdd }: MoveFormProps) {
  const [draft, setDraft] = useState({ agentId: '', toAgentId: '', carrierId: '', from: '' });
  const field = (name: keyof typeof draft) => ({
    value: draft[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      setDraft({ ...draft, [name]: currentTarget.value }),
  });
  const { agentId, toAgentId, carrierId, from } = draft;
  const isWhole = agentId !== '' && toAgentId !== '' && agentId !== toAgentId && from !== '';
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) onAdd({ agentId, toAgentId, from, carrierId: carrierId === '' ? null : carrierId });
      }}
    >
      <div className={classes.fields}>
        <NativeSelect label="The book of" required data={choices('Choose', names.agents)} {...field('agentId')} />
        <NativeSelect label="at" data={choices('every carrier', names.carriers)} {...field('carrierId')} />
        <NativeSelect label="goes to" required data={choices('Choose', names.agents)} {...field('toAgentId')} />
        <TextInput label="from month covered" required type="month" {...field('from')} />
      </div>
      <div>
        <Button type="submit" disabled={!isWhole}>
          Save the move
        </Button>
      </div>
    </form>
  );
}

interface CaseFormProps {
  readonly names: Names;
  readonly onAdd: (one: SharedCase) => void;
}

/** A policy that two or more agents share. */
export function CaseForm({ names, onAdd }: CaseFormProps) {
  const [policy, setPolicy] = useState('');
  const [carrierId, setCarrierId] = useState('');
  const [from, setFrom] = useState('');
  const [shares, setShares] = useState<SharedCase['shares']>([
    { agentId: '', percent: 50 },
    { agentId: '', percent: 50 },
  ]);
  const set = (at: number, change: Partial<SharedCase['shares'][number]>) =>
    setShares(shares.map((share, index) => (index === at ? { ...share, ...change } : share)));
  const isWhole = policy.trim() !== '' && from !== '' && shares.every(({ agentId }) => agentId !== '');
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) onAdd({ policy: policy.trim(), carrierId: carrierId === '' ? null : carrierId, from, shares });
      }}
    >
      <div className={classes.fields}>
        <TextInput
          label="Policy number"
          required
          value={policy}
          onChange={({ currentTarget }) => setPolicy(currentTarget.value)}
        />
        <NativeSelect
          label="at"
          data={choices('every carrier', names.carriers)}
          value={carrierId}
          onChange={({ currentTarget }) => setCarrierId(currentTarget.value)}
        />
        <TextInput
          label="From month covered"
          type="month"
          required
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
      </div>
      {shares.map((share, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: A share has no other name than its place.
        <div key={at} className={classes.fields}>
          <NativeSelect
            label={`Agent ${at + 1}`}
            data={choices('Choose', names.agents)}
            value={share.agentId}
            onChange={({ currentTarget }) => set(at, { agentId: currentTarget.value })}
          />
          <NumberInput
            label={`Part of agent ${at + 1}`}
            suffix=" %"
            min={0}
            max={100}
            decimalScale={4}
            hideControls
            value={share.percent}
            onChange={(value) => set(at, { percent: Number(value) })}
          />
        </div>
      ))}
      <div className={classes.buttons}>
        <Button type="submit" disabled={!isWhole}>
          Save the case
        </Button>
        <Button variant="default" onClick={() => setShares([...shares, { agentId: '', percent: 0 }])}>
          Another agent
        </Button>
      </div>
    </form>
  );
}
