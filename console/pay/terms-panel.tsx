import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import classes from '../agents/agents.module.css';
import { SidePanel } from '../parts/side-panel.tsx';
import { useRights } from '../session/use-session.ts';
import { SaveFault } from './save-fault.tsx';
import type { Names } from './setup-words.ts';
import { ALWAYS, type Revised, type Terms, useSaveSetup } from './use-pay.ts';

interface TermsPanelProps {
  readonly revised: Revised;
  readonly agentId: string;
  readonly names: Names;
  readonly onClose: () => void;
}

/** The terms of an agent: the plan and the upline from a month on, and the terms of payment. */
export function TermsPanel({ revised: { revision, setup }, agentId, names, onClose }: TermsPanelProps) {
  const { mayChange } = useRights();
  const [terms, setTerms] = useState<Terms>(
    () => setup.agents.find((one) => one.agentId === agentId) ?? { agentId, plans: [], uplines: [] },
  );
  const save = useSaveSetup(onClose);
  const set = (change: Partial<Terms>) => setTerms({ ...terms, ...change });
  const others = setup.agents.filter((one) => one.agentId !== agentId);
  const uplines = [...names.agents].filter(([id]) => id !== agentId);
  return (
    <SidePanel title={names.agents.get(agentId) ?? 'An agent'} isOpen onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ revision, setup: { ...setup, agents: [...others, terms] } });
        }}
      >
        <Dated
          title="Plan"
          none="No plan"
          options={setup.plans.map(({ planId, name }) => [planId, name] as const)}
          dated={(terms.plans ?? []).map(({ from, planId }) => ({ from, value: planId }))}
          onChange={(dated) => set({ plans: dated.map(({ from, value }) => ({ from, planId: value })) })}
        />
        <Dated
          title="Upline"
          none="Nobody"
          options={uplines}
          dated={(terms.uplines ?? []).map((one) => ({ from: one.from, value: one.agentId }))}
          onChange={(dated) => set({ uplines: dated.map(({ from, value }) => ({ from, agentId: value })) })}
          note="Without a line here the upline of the agent's record counts."
        />
        <Amounts terms={terms} onChange={set} />
        <RecurringFields terms={terms} onChange={set} />
        <SaveFault error={save.error} />
        {mayChange && (
          <div>
            <Button type="submit" loading={save.isPending}>
              Save
            </Button>
          </div>
        )}
      </form>
    </SidePanel>
  );
}

interface DatedValue {
  readonly from: string;
  readonly value: string | null;
}

interface DatedProps {
  readonly title: string;
  readonly none: string;
  readonly note?: string;
  readonly options: readonly (readonly [id: string, name: string])[];
  readonly dated: readonly DatedValue[];
  readonly onChange: (dated: readonly DatedValue[]) => void;
}

/** Values that hold from a month covered on. */
function Dated({ title, none, note, options, dated, onChange }: DatedProps) {
  const set = (at: number, change: Partial<DatedValue>) =>
    onChange(dated.map((one, index) => (index === at ? { ...one, ...change } : one)));
  const first = options[0]?.[0] ?? null;
  return (
    <section aria-label={title} className={classes.form}>
      {note !== undefined && <p className={classes.small}>{note}</p>}
      {dated.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: A value has no other name than its place.
        <div key={at} className={classes.fields}>
          <NativeSelect
            label={title}
            data={[{ value: '', label: none }, ...options.map(([value, label]) => ({ value, label }))]}
            value={one.value ?? ''}
            onChange={({ currentTarget: { value } }) => set(at, { value: value === '' ? null : value })}
          />
          <TextInput
            label="From month covered (empty: always)"
            type="month"
            value={one.from === ALWAYS ? '' : one.from}
            onChange={({ currentTarget: { value } }) => set(at, { from: value === '' ? ALWAYS : value })}
          />
          <Button size="xs" variant="default" onClick={() => onChange(dated.filter((_, index) => index !== at))}>
            Remove
          </Button>
        </div>
      ))}
      <div>
        <Button size="xs" variant="subtle" onClick={() => onChange([...dated, { from: ALWAYS, value: first }])}>
          {dated.length === 0 ? `Name the ${title.toLowerCase()}` : `Another ${title.toLowerCase()} from a month on`}
        </Button>
      </div>
    </section>
  );
}

interface AmountsProps {
  readonly terms: Terms;
  readonly onChange: (change: Partial<Terms>) => void;
}

function Amounts({ terms, onChange }: AmountsProps) {
  const { minimum = 0, holdbackPercent = 0, recoveryPercent = 100, opening = {} } = terms;
  const dollars = { prefix: '$', thousandSeparator: ',', decimalScale: 2, hideControls: true, min: 0 } as const;
  const part = { suffix: ' %', decimalScale: 4, hideControls: true, min: 0, max: 100 } as const;
  return (
    <>
      <div className={classes.fields}>
        <NumberInput
          label="Smallest payment"
          {...dollars}
          value={minimum}
          onChange={(value) => onChange({ minimum: Number(value) })}
        />
        <NumberInput
          label="Held back of each run"
          {...part}
          value={holdbackPercent}
          onChange={(value) => onChange({ holdbackPercent: Number(value) })}
        />
        <NumberInput
          label="Debt takes at most"
          {...part}
          value={recoveryPercent}
          onChange={(value) => onChange({ recoveryPercent: Number(value) })}
        />
      </div>
      <details>
        <summary>From before the first run</summary>
        <div className={classes.fields}>
          <NumberInput
            label="Owes the agency"
            {...dollars}
            value={opening.debt ?? 0}
            onChange={(value) => onChange({ opening: { ...opening, debt: Number(value) } })}
          />
          <NumberInput
            label="Is held back"
            {...dollars}
            value={opening.holdback ?? 0}
            onChange={(value) => onChange({ opening: { ...opening, holdback: Number(value) } })}
          />
          <NumberInput
            label="Waits to be paid"
            {...dollars}
            value={opening.waiting ?? 0}
            onChange={(value) => onChange({ opening: { ...opening, waiting: Number(value) } })}
          />
        </div>
      </details>
    </>
  );
}

type Recurring = NonNullable<Terms['recurring']>[number];

const KINDS: readonly { readonly value: Recurring['kind']; readonly label: string }[] = [
  { value: 'fee', label: 'Fee (negative)' },
  { value: 'bonus', label: 'Bonus' },
  { value: 'draw', label: 'Draw' },
];

interface RecurringFieldsProps {
  readonly terms: Terms;
  readonly onChange: (change: Partial<Terms>) => void;
}

/** Adjustments of every run whose pay date is in their months. */
function RecurringFields({ terms: { recurring = [] }, onChange }: RecurringFieldsProps) {
  const set = (at: number, change: Partial<Recurring>) =>
    onChange({ recurring: recurring.map((one, index) => (index === at ? { ...one, ...change } : one)) });
  return (
    <section aria-label="In every run" className={classes.form}>
      {recurring.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: An adjustment has no other name than its place.
        <div key={at} className={classes.fields}>
          <NativeSelect
            label="In every run"
            data={[...KINDS]}
            value={one.kind}
            onChange={({ currentTarget }) =>
              set(at, { kind: KINDS.find(({ value }) => value === currentTarget.value)?.value ?? one.kind })
            }
          />
          <NumberInput
            label="Amount"
            prefix="$"
            thousandSeparator=","
            decimalScale={2}
            hideControls
            value={one.amount}
            onChange={(value) => set(at, { amount: Number(value) })}
          />
          <TextInput
            label="Reason"
            required
            maxLength={300}
            value={one.reason}
            onChange={({ currentTarget }) => set(at, { reason: currentTarget.value })}
          />
          <Button
            size="xs"
            variant="default"
            onClick={() => onChange({ recurring: recurring.filter((_, index) => index !== at) })}
          >
            Remove
          </Button>
        </div>
      ))}
      <div>
        <Button
          size="xs"
          variant="subtle"
          onClick={() => onChange({ recurring: [...recurring, { kind: 'fee', amount: 0, reason: '' }] })}
        >
          Add something of every run
        </Button>
      </div>
    </section>
  );
}
