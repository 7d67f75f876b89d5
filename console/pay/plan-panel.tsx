import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import classes from '../agents/agents.module.css';
import { SidePanel } from '../parts/side-panel.tsx';
import { useRights } from '../session/use-session.ts';
import { emptyRule, newId, type PlanDraft, planDraftOf, planOf } from './plan-draft.ts';
import { RuleFields } from './rule-fields.tsx';
import { SaveFault } from './save-fault.tsx';
import type { Names } from './setup-words.ts';
import { type Plan, type Revised, useSaveSetup } from './use-pay.ts';

interface PlanPanelProps {
  readonly revised: Revised;
  /** Null for a new plan. */
  readonly plan: Plan | null;
  readonly names: Names;
  readonly onClose: () => void;
}

/** The rules of a plan beside the list. */
export function PlanPanel({ revised: { revision, setup }, plan, names, onClose }: PlanPanelProps) {
  const { mayChange } = useRights();
  const ids = setup.plans.map(({ planId }) => planId);
  const [draft, setDraft] = useState<PlanDraft>(() =>
    plan === null
      ? { planId: newId('plan', ids), name: '', afterLeaving: 'keeps', rules: [emptyRule([])] }
      : planDraftOf(plan),
  );
  const save = useSaveSetup(onClose);
  // A rule that was just added stays open while its fields are filled.
  const stored = new Set(plan?.rules.map(({ ruleId }) => ruleId));
  const whole = planOf(draft);
  const isUsed = setup.agents.some(({ plans = [] }) => plans.some(({ planId }) => planId === draft.planId));
  const others = setup.plans.filter(({ planId }) => planId !== draft.planId);
  const setRules = (rules: PlanDraft['rules']) => setDraft({ ...draft, rules });
  const add = () => setRules([...draft.rules, emptyRule(draft.rules.map(({ ruleId }) => ruleId))]);
  return (
    <SidePanel title={plan?.name ?? 'A new plan'} isOpen onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (whole === null) return;
          const plans = plan === null ? [...others, whole] : setup.plans.map((one) => (one === plan ? whole : one));
          save.mutate({ revision, setup: { ...setup, plans } });
        }}
      >
        <div className={classes.fields}>
          <TextInput
            label="Name of the plan"
            required
            maxLength={100}
            value={draft.name}
            onChange={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
          />
          <NativeSelect
            label="Agents who left"
            data={[
              { value: 'keeps', label: 'keep their renewals' },
              { value: 'loses', label: 'lose their renewals' },
            ]}
            value={draft.afterLeaving}
            onChange={({ currentTarget: { value } }) =>
              setDraft({ ...draft, afterLeaving: value === 'loses' ? 'loses' : 'keeps' })
            }
          />
        </div>
        <p className={classes.small}>The most particular rule wins: a policy before a carrier before everything.</p>
        {draft.rules.map((rule, at) => (
          <RuleFields
            key={rule.ruleId}
            rule={rule}
            names={names}
            isOpen={draft.rules.length === 1 || !stored.has(rule.ruleId)}
            onChange={(changed) => setRules(draft.rules.map((one, index) => (index === at ? changed : one)))}
            onRemove={() => setRules(draft.rules.filter((_, index) => index !== at))}
          />
        ))}
        <SaveFault error={save.error} />
        {mayChange && (
          <div className={classes.buttons}>
            <Button type="submit" loading={save.isPending} disabled={whole === null}>
              Save the plan
            </Button>
            <Button variant="default" onClick={add}>
              Add a rule
            </Button>
            {plan !== null && !isUsed && (
              <Button
                variant="default"
                disabled={save.isPending}
                onClick={() => save.mutate({ revision, setup: { ...setup, plans: others } })}
              >
                Delete the plan
              </Button>
            )}
          </div>
        )}
      </form>
    </SidePanel>
  );
}
