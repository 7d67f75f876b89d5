import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import classes from '../agents/agents.module.css';
import type { Terms } from './use-pay.ts';

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
export function RecurringFields({ terms: { recurring = [] }, onChange }: RecurringFieldsProps) {
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
