import { NativeSelect, TextInput } from '@mantine/core';
import type { RateDraft } from './rate-draft.ts';
import classes from './rates.module.css';

interface RateScopeFieldsProps {
  readonly draft: RateDraft;
  readonly onChange: (change: Partial<RateDraft>) => void;
  /** True for an existing rate. Its members and its first day cannot be changed, because with others it would be another rate. */
  readonly isChange: boolean;
}

const TIERS = [
  { value: '', label: 'Any year' },
  { value: 'initial', label: 'The first year' },
  { value: 'renewal', label: 'Renewals' },
] as const;

/** The fields that say when a rate holds and for whom. Fields that few contracts need are folded away. */
export function RateScopeFields({ draft, onChange, isChange }: RateScopeFieldsProps) {
  const field = (name: NumberField | 'planCode' | 'state' | 'effectiveFrom' | 'effectiveTo') => ({
    className: classes.field,
    value: draft[name],
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      onChange({ [name]: currentTarget.value }),
  });
  const count = (name: NumberField) => ({ ...field(name), type: 'number', min: 1, step: 1 });
  const last = <TextInput {...field('effectiveTo')} type="date" label="Last day (empty: no end)" />;
  const household = draft.kind === 'flat_per_member' && (
    <TextInput {...count('maxLives')} label="Members of a household that are paid, at most" />
  );
  if (isChange)
    return (
      <div className={classes.fields}>
        {last}
        {household}
      </div>
    );
  return (
    <>
      <div className={classes.fields}>
        <TextInput {...field('effectiveFrom')} type="date" label="First day (empty: always)" />
        {last}
        <TextInput {...field('planCode')} label="Plan: code or name (empty: every plan)" />
      </div>
      <details className={classes.more}>
        <summary>Only for some members</summary>
        <div className={classes.fields}>
          <NativeSelect
            className={classes.field}
            label="Year of the policy"
            data={[...TIERS]}
            value={draft.tier}
            onChange={({ currentTarget }) =>
              onChange({ tier: TIERS.find(({ value }) => value === currentTarget.value)?.value ?? '' })
            }
          />
          <TextInput {...field('state')} label="State (two letters)" maxLength={2} />
          <TextInput {...count('fromPolicyMonth')} label="From month of the policy" />
          <TextInput {...count('toPolicyMonth')} label="To month of the policy" />
          <TextInput {...count('fromLives')} label="Smallest group" />
          <TextInput {...count('toLives')} label="Largest group" />
          {household}
        </div>
      </details>
    </>
  );
}

type NumberField = 'maxLives' | 'fromPolicyMonth' | 'toPolicyMonth' | 'fromLives' | 'toLives';
