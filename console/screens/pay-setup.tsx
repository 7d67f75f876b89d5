import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import classes from '../agents/agents.module.css';
import { useAgents } from '../agents/use-agents.ts';
import { useApi } from '../api/api.ts';
import { LinkButton } from '../parts/link-button.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { RowOpener, Rows, RowsSkeleton } from '../parts/rows.tsx';
import { counted } from '../parts/shown-values.ts';
import { SidePanel } from '../parts/side-panel.tsx';
import { FirstSetup } from '../pay/first-setup.tsx';
import { emptyRule, newId, type PlanDraft, planDraftOf, planOf } from '../pay/plan-draft.ts';
import { RuleFields } from '../pay/rule-fields.tsx';
import { SaveFault } from '../pay/save-fault.tsx';
import { Basics, Cases, Moves } from '../pay/setup-sections.tsx';
import { type Names, plansWords, ruleWords, termsWords } from '../pay/setup-words.ts';
import { TermsPanel } from '../pay/terms-panel.tsx';
import { ALWAYS, type Plan, type Revised, usePaySetup, useSaveSetup } from '../pay/use-pay.ts';
import { useRights } from '../session/use-session.ts';

/** The value of the address that opens the form of a new plan. */
const NEW = 'new';

/** How agents are paid, as sentences and tables; each opens to be changed. */
export function PaySetupScreen() {
  const { mayChange } = useRights();
  const { data: revised, error, refetch } = usePaySetup();
  const names = useNames();
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/pay/setup' });
  const show = (next: typeof search) =>
    void navigate({ to: '/pay/setup', search: next, replace: true, resetScroll: false });
  const close = () => show({});
  const isLoaded = revised !== undefined && names !== null;
  const plan = revised?.setup.plans.find(({ planId }) => planId === search.plan);
  return (
    <>
      <PageTitle
        title="Plans in words"
        lead="Who gets what of each line of commission."
        actions={
          <>
            {mayChange && isLoaded && revised !== null && (
              <LinkButton to="/pay/setup/import" variant="default">
                Import a sheet
              </LinkButton>
            )}
            <LinkButton to="/pay" variant="default">
              Pay runs
            </LinkButton>
          </>
        }
      />
      {error !== null && (
        <ProblemNotice title="The plans could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {!isLoaded && error === null && <RowsSkeleton />}
      {isLoaded && revised === null && <FirstSetup />}
      {isLoaded && revised !== null && (
        <>
          <Basics key={`basics ${revised.revision}`} revised={revised} mayChange={mayChange} />
          <Plans revised={revised} names={names} onOpen={(planId) => show({ plan: planId })} />
          <AgentsOfPlans revised={revised} names={names} onOpen={(agentId) => show({ agent: agentId })} />
          <Moves key={`moves ${revised.revision}`} revised={revised} names={names} mayChange={mayChange} />
          <Cases key={`cases ${revised.revision}`} revised={revised} names={names} mayChange={mayChange} />
          {(plan !== undefined || search.plan === NEW) && (
            <PlanPanel
              key={`${search.plan} ${revised.revision}`}
              revised={revised}
              plan={plan ?? null}
              names={names}
              onClose={close}
            />
          )}
          {search.agent !== undefined && (
            <TermsPanel
              key={`${search.agent} ${revised.revision}`}
              revised={revised}
              agentId={search.agent}
              names={names}
              onClose={close}
            />
          )}
        </>
      )}
    </>
  );
}

/** The names of agents and carriers; null until they are known. */
function useNames(): Names | null {
  const api = useApi();
  const agents = useAgents();
  const carriers = useQuery({ queryKey: ['carriers'], queryFn: () => answerOf(api.GET('/v1/carriers')) });
  if (agents.data === undefined || carriers.data === undefined) return null;
  return {
    agents: new Map(agents.data.data.map(({ agentId, name }) => [agentId, name])),
    carriers: new Map(carriers.data.data.map(({ id, name }) => [id, name])),
  };
}

interface PartProps {
  readonly revised: Revised;
  readonly names: Names;
  readonly onOpen: (id: string) => void;
}

function Plans({ revised: { setup }, names, onOpen }: PartProps) {
  const { mayChange } = useRights();
  return (
    <>
      {setup.plans.map((plan) => (
        <section key={plan.planId} className={classes.box} aria-label={plan.name}>
          <div className={classes.boxHead}>
            <h2>{plan.name}</h2>
            <span className={classes.count}>{counted(agentsOf(plan, setup.agents), 'agent')}</span>
            <Button
              size="xs"
              variant="default"
              aria-label={`${mayChange ? 'Change' : 'Look at'} ${plan.name}`}
              onClick={() => onOpen(plan.planId)}
            >
              {mayChange ? 'Change' : 'Look'}
            </Button>
          </div>
          <ul className={classes.sentences}>
            {plan.rules.map((rule) => (
              <li key={rule.ruleId}>{ruleWords(rule, names)}</li>
            ))}
            {plan.rules.length === 0 && <li>No rule: commission is held.</li>}
            {plan.afterLeaving === 'loses' && <li>Agents who left lose their renewals.</li>}
          </ul>
        </section>
      ))}
      {mayChange && (
        <Button variant="default" mb="md" onClick={() => onOpen(NEW)}>
          Add a plan
        </Button>
      )}
    </>
  );
}

function agentsOf({ planId }: Plan, agents: Revised['setup']['agents']): number {
  return agents.filter(({ plans = [] }) => plans.some((one) => one.planId === planId)).length;
}

function AgentsOfPlans({ revised, names, onOpen }: PartProps) {
  const { mayChange } = useRights();
  const { setup } = revised;
  const terms = new Map(setup.agents.map((one) => [one.agentId, one]));
  // Lines of the agency's own account are the house's, and need no plan.
  const house = useAgents().data?.data.find(({ isHouse }) => isHouse)?.agentId;
  const without = [...names.agents.keys()].filter((id) => id !== house && (terms.get(id)?.plans ?? []).length === 0);
  const ids = [...without, ...[...names.agents.keys()].filter((id) => !without.includes(id))];
  return (
    <section aria-label="Agents and their plans">
      {mayChange && without.length > 0 && setup.plans.length > 0 && (
        <WithoutPlan key={revised.revision} revised={revised} agentIds={without} />
      )}
      <Rows
        label="Agents and their plans"
        rows={ids.map((agentId) => terms.get(agentId) ?? { agentId })}
        keyOf={({ agentId }) => agentId}
        nameLabel="Agent"
        nameOf={({ agentId }) => (
          <RowOpener onOpen={() => onOpen(agentId)}>{names.agents.get(agentId) ?? ''}</RowOpener>
        )}
        columns={[
          { label: 'Plan', cell: (one) => plansWords(one, setup.plans) },
          { label: 'Terms', cell: termsWords },
        ]}
      />
      <br />
    </section>
  );
}

/** Gives one plan to all agents who have none, whose commission is held. */
function WithoutPlan({ revised, agentIds }: { readonly revised: Revised; readonly agentIds: readonly string[] }) {
  const { revision, setup } = revised;
  const [planId, setPlanId] = useState(setup.plans[0]?.planId ?? '');
  const save = useSaveSetup();
  const give = () => {
    const provided = agentIds.map((agentId) => ({
      ...setup.agents.find((one) => one.agentId === agentId),
      agentId,
      plans: [{ from: ALWAYS, planId }],
    }));
    const others = setup.agents.filter(({ agentId }) => !agentIds.includes(agentId));
    save.mutate({ revision, setup: { ...setup, agents: [...others, ...provided] } });
  };
  return (
    <div className={classes.box}>
      <div className={classes.boxHead}>
        <span>{counted(agentIds.length, 'agent')} without a plan: what they earn is held.</span>
        <div className={classes.buttons}>
          <NativeSelect
            size="xs"
            aria-label="The plan to give"
            data={setup.plans.map(({ planId: value, name }) => ({ value, label: name }))}
            value={planId}
            onChange={({ currentTarget }) => setPlanId(currentTarget.value)}
          />
          <Button size="xs" loading={save.isPending} onClick={give}>
            Give it to all of them
          </Button>
        </div>
      </div>
      <SaveFault error={save.error} />
    </div>
  );
}

interface PlanPanelProps {
  readonly revised: Revised;
  /** Null for a new plan. */
  readonly plan: Plan | null;
  readonly names: Names;
  readonly onClose: () => void;
}

/** The rules of a plan beside the list. */
function PlanPanel({ revised: { revision, setup }, plan, names, onClose }: PlanPanelProps) {
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
