import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import classes from '../agents/agents.module.css';
import { isShare, type RuleDraft, ruleOf } from './plan-draft.ts';
import { CLASS_WORDS, MEASURE_WORDS, type Names, ruleWords } from './setup-words.ts';

interface RuleFieldsProps {
  readonly rule: RuleDraft;
  readonly names: Names;
  readonly isOpen: boolean;
  readonly onChange: (rule: RuleDraft) => void;
  readonly onRemove: () => void;
}

const BASES: readonly { readonly value: RuleDraft['by']; readonly label: string }[] = [
  { value: 'commission', label: 'per cent of commission' },
  { value: 'premium', label: 'per cent of premium' },
  { value: 'policy', label: 'dollars a policy' },
  { value: 'life', label: 'dollars a life' },
  { value: 'month', label: 'dollars a month' },
];
const YEARS: readonly { readonly value: RuleDraft['years']; readonly label: string }[] = [
  { value: '', label: 'every year' },
  { value: 'first', label: 'the first year' },
  { value: 'renewal', label: 'renewals' },
];
const OVERRIDES: readonly { readonly value: RuleDraft['overridesBy']; readonly label: string }[] = [
  { value: 'none', label: 'nothing' },
  { value: 'level', label: 'a percentage by level' },
  { value: 'difference', label: 'the difference to their own' },
];

/** A rule as its sentence, which opens to its fields. */
export function RuleFields({ rule, names, isOpen, onChange, onRemove }: RuleFieldsProps) {
  const whole = ruleOf(rule);
  const set = (change: Partial<RuleDraft>) => onChange({ ...rule, ...change });
  const text = (name: 'value' | 'from' | 'to' | 'overridePercents') => ({
    value: rule[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => set({ [name]: currentTarget.value }),
  });
  return (
    <details className={classes.rule} open={isOpen}>
      <summary>{whole === null ? 'A rule without a number' : ruleWords(whole, names)}</summary>
      <div className={classes.form}>
        <div className={classes.fields}>
          <TextInput
            label="The writing agent gets"
            required
            inputMode="decimal"
            placeholder="62.5"
            {...text('value')}
          />
          <NativeSelect
            label="which is"
            data={[...BASES]}
            value={rule.by}
            onChange={({ currentTarget }) => set({ by: optionOf(BASES, currentTarget.value, rule.by) })}
          />
          <NativeSelect
            label="Carrier"
            data={[
              { value: '', label: 'every carrier' },
              ...[...names.carriers].map(([value, label]) => ({ value, label })),
            ]}
            value={rule.carrierId}
            onChange={({ currentTarget }) => set({ carrierId: currentTarget.value })}
          />
          <NativeSelect
            label="Year of the policy"
            data={[...YEARS]}
            value={rule.years}
            onChange={({ currentTarget }) => set({ years: optionOf(YEARS, currentTarget.value, rule.years) })}
          />
          <TextInput label="From month" type="month" {...text('from')} />
          <TextInput label="To month" type="month" {...text('to')} />
          <NativeSelect
            label="Uplines get"
            data={[...OVERRIDES]}
            value={rule.overridesBy}
            onChange={({ currentTarget }) =>
              set({ overridesBy: optionOf(OVERRIDES, currentTarget.value, rule.overridesBy) })
            }
          />
          {rule.overridesBy === 'level' && (
            <TextInput label="Per cent, nearest first" placeholder="10, 5" {...text('overridePercents')} />
          )}
        </div>
        {isShare(rule.by) && <TierFields rule={rule} onChange={set} />}
        <Narrower rule={rule} onChange={set} />
        <div className={classes.buttons}>
          <Button size="xs" variant="default" onClick={onRemove}>
            Remove this rule
          </Button>
        </div>
      </div>
    </details>
  );
}

function optionOf<Value extends string>(
  options: readonly { readonly value: Value }[],
  text: string,
  otherwise: Value,
): Value {
  return options.find(({ value }) => value === text)?.value ?? otherwise;
}

interface PartProps {
  readonly rule: RuleDraft;
  readonly onChange: (change: Partial<RuleDraft>) => void;
}

const MEASURES = Object.entries(MEASURE_WORDS).map(([value, label]) => ({ value, label }));

/** Higher percentages for agents who produced more in the year. */
function TierFields({ rule, onChange }: PartProps) {
  const { tierSteps } = rule;
  const setStep = (at: number, change: Partial<RuleDraft['tierSteps'][number]>) =>
    onChange({ tierSteps: tierSteps.map((step, index) => (index === at ? { ...step, ...change } : step)) });
  return (
    <>
      {tierSteps.length > 0 && (
        <div className={classes.fields}>
          <NativeSelect
            label="What counts in the year"
            data={MEASURES}
            value={rule.tierMeasure}
            onChange={({ currentTarget: { value } }) =>
              onChange({
                tierMeasure: value === 'commission' || value === 'premium' ? value : 'first_year_commission',
              })
            }
          />
          <NativeSelect
            label="The higher part holds"
            data={[
              { value: 'next_line', label: 'from the next line' },
              { value: 'year', label: 'for all lines of the year' },
            ]}
            value={rule.tierReach}
            onChange={({ currentTarget: { value } }) =>
              onChange({ tierReach: value === 'year' ? 'year' : 'next_line' })
            }
          />
        </div>
      )}
      {tierSteps.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: Steps have no other name than their place.
        <div key={at} className={classes.fields}>
          <TextInput
            label="From dollars"
            inputMode="decimal"
            value={step.reached}
            onChange={({ currentTarget }) => setStep(at, { reached: currentTarget.value })}
          />
          <TextInput
            label="Per cent then"
            inputMode="decimal"
            value={step.percent}
            onChange={({ currentTarget }) => setStep(at, { percent: currentTarget.value })}
          />
          <Button
            size="xs"
            variant="default"
            onClick={() => onChange({ tierSteps: tierSteps.filter((_, index) => index !== at) })}
          >
            Remove this step
          </Button>
        </div>
      ))}
      <div>
        <Button
          size="xs"
          variant="subtle"
          onClick={() => onChange({ tierSteps: [...tierSteps, { reached: '', percent: '' }] })}
        >
          Add a step for more production
        </Button>
      </div>
    </>
  );
}

const CLASSES = Object.entries(CLASS_WORDS).map(([value, label]) => ({ value, label }));

/** Fields that few rules need: a product, a plan of the carrier, a policy, another kind of money. */
function Narrower({ rule, onChange }: PartProps) {
  const text = (name: 'product' | 'planName' | 'policy' | 'policyYear') => ({
    value: rule[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => onChange({ [name]: currentTarget.value }),
  });
  return (
    <details>
      <summary>Only for some lines</summary>
      <div className={classes.fields}>
        <TextInput label="Product, as statements write it" {...text('product')} />
        <TextInput label="Plan of the carrier" {...text('planName')} />
        <TextInput label="Policy number" {...text('policy')} />
        <TextInput label="One policy year" type="number" min={1} {...text('policyYear')} />
        <NativeSelect
          label="Kind of money"
          data={CLASSES}
          value={rule.payClass}
          onChange={({ currentTarget: { value } }) =>
            onChange({ payClass: CLASS_KINDS.find((kind) => kind === value) ?? rule.payClass })
          }
        />
      </div>
    </details>
  );
}

const CLASS_KINDS = ['commission', 'override', 'bonus', 'fee', 'no_member'] as const;
