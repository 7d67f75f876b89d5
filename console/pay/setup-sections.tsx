import { Button, NativeSelect, NumberInput, Text, TextInput } from '@mantine/core';
import { type ChangeEvent, type ReactNode, useState } from 'react';
import classes from '../agents/agents.module.css';
import { Dialog } from '../parts/dialog.tsx';
import { monthName } from '../parts/shown-values.ts';
import { useRights } from '../session/use-session.ts';
import { SaveFault } from './save-fault.tsx';
import { caseWords, moveWords, type Names } from './setup-words.ts';
import { type Move, type Revised, type Setup, type SharedCase, useSaveSetup } from './use-pay.ts';

interface SectionProps {
  readonly revised: Revised;
  readonly names: Names;
  readonly mayChange: boolean;
}

/** Books that went to another agent, as sentences. */
export function Moves({ revised, names, mayChange }: SectionProps) {
  const { moves } = revised.setup;
  return (
    <Sentences
      title="Books that moved"
      sentences={moves.map((move) => moveWords(move, names))}
      revised={revised}
      mayChange={mayChange}
      without={(at) => ({ moves: moves.filter((_, index) => index !== at) })}
      form={(save) => <MoveForm names={names} onAdd={(move) => save({ moves: [...moves, move] })} />}
    />
  );
}

/** Cases that several agents share, as sentences. */
export function Cases({ revised, names, mayChange }: SectionProps) {
  const { cases } = revised.setup;
  return (
    <Sentences
      title="Shared cases"
      sentences={cases.map((one) => caseWords(one, names))}
      revised={revised}
      mayChange={mayChange}
      without={(at) => ({ cases: cases.filter((_, index) => index !== at) })}
      form={(save) => <CaseForm names={names} onAdd={(one) => save({ cases: [...cases, one] })} />}
    />
  );
}

interface SentencesProps {
  readonly title: string;
  readonly sentences: readonly string[];
  readonly revised: Revised;
  readonly mayChange: boolean;
  /** The setup without one of the sentences. */
  readonly without: (at: number) => Partial<Setup>;
  readonly form: (save: (change: Partial<Setup>) => void) => ReactNode;
}

function Sentences({ title, sentences, revised: { revision, setup }, mayChange, without, form }: SentencesProps) {
  const [isAdding, setAdding] = useState(false);
  const save = useSaveSetup(() => setAdding(false));
  const change = (part: Partial<Setup>) => save.mutate({ revision, setup: { ...setup, ...part } });
  return (
    <section className={classes.box} aria-label={title}>
      <div className={classes.boxHead}>
        <h2>{title}</h2>
        {mayChange && (
          <Button size="xs" variant="default" aria-label={`Add to ${title}`} onClick={() => setAdding(true)}>
            Add
          </Button>
        )}
      </div>
      {!isAdding && <SaveFault error={save.error} />}
      <ul className={classes.lines}>
        {sentences.length === 0 && <li className={classes.line}>None.</li>}
        {sentences.map((sentence, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: Two equal sentences are two.
          <li key={at} className={classes.line}>
            <span>{sentence}</span>
            {mayChange && (
              <Button
                size="compact-xs"
                variant="default"
                disabled={save.isPending}
                aria-label={`Remove: ${sentence}`}
                onClick={() => change(without(at))}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Dialog title={title} isOpen={isAdding} onClose={() => setAdding(false)}>
        {form(change)}
        <SaveFault error={save.error} />
      </Dialog>
    </section>
  );
}

/** The first month and who approves. */
export function Basics({ revised: { revision, setup }, mayChange }: Omit<SectionProps, 'names'>) {
  const { isOwner } = useRights();
  const [isChanging, setChanging] = useState(false);
  const [firstMonth, setFirstMonth] = useState(setup.firstMonth);
  const [approval, setApproval] = useState(setup.approval);
  const save = useSaveSetup(() => setChanging(false));
  return (
    <section className={classes.box} aria-label="In general">
      <div className={classes.boxHead}>
        <span>
          Statements from <b>{monthName(setup.firstMonth)}</b> on are paid here. An owner approves
          {setup.approval === 'second_person' ? ', another person than the one who reviewed' : ''}.
        </span>
        {mayChange && (
          <Button size="xs" variant="default" onClick={() => setChanging(true)}>
            Change
          </Button>
        )}
      </div>
      <Dialog title="In general" isOpen={isChanging} onClose={() => setChanging(false)}>
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate({ revision, setup: { ...setup, firstMonth, approval } });
          }}
        >
          <div className={classes.fields}>
            <TextInput
              label="First month of statements paid here"
              type="month"
              required
              value={firstMonth}
              onChange={({ currentTarget }) => setFirstMonth(currentTarget.value)}
            />
            <NativeSelect
              label="Who approves a run"
              disabled={!isOwner}
              data={[
                { value: 'owner', label: 'an owner' },
                { value: 'second_person', label: 'an owner who did not review it' },
              ]}
              value={approval}
              onChange={({ currentTarget: { value } }) =>
                setApproval(value === 'second_person' ? 'second_person' : 'owner')
              }
            />
          </div>
          {setup.approval === 'second_person' && approval === 'owner' && (
            <Text size="sm">The next run still needs another person, so that nobody can switch this off alone.</Text>
          )}
          <SaveFault error={save.error} />
          <div>
            <Button type="submit" loading={save.isPending}>
              Save
            </Button>
          </div>
        </form>
      </Dialog>
    </section>
  );
}

/** Options of a select with an empty one first. */
function choices(empty: string, names: ReadonlyMap<string, string>) {
  return [{ value: '', label: empty }, ...[...names].map(([value, label]) => ({ value, label }))];
}

interface MoveFormProps {
  readonly names: Names;
  readonly onAdd: (move: Move) => void;
}

/** A book that another agent gets from a month covered on. */
function MoveForm({ names, onAdd }: MoveFormProps) {
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
function CaseForm({ names, onAdd }: CaseFormProps) {
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
