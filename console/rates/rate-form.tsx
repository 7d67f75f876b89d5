import { Alert, Button, NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import type { components } from '../../client/generated/api-types.ts';
import { problemOf, useApi } from '../api/api.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Scrolling } from '../parts/scrolling.tsx';
import { counted, money, monthName } from '../parts/shown-values.ts';
import { amountFault, faultSentences, type NewRate, type RateDraft, rateOf } from './rate-draft.ts';
import { effectSentence, useRefreshAfterRates } from './rate-words.ts';
import classes from './rates.module.css';

/** Shows why rates were refused, with a sentence for each wrong field of the form or row of the sheet. */
export function RateFault({ error, title }: { readonly error: unknown; readonly title: string }) {
  const sentences = faultSentences(problemOf(error));
  if (sentences.length === 0) return <ProblemNotice title={title} error={error} />;
  return (
    <div role="alert">
      <strong>{title}</strong>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: Whoever has only a keyboard must be able to scroll a long list. */}
      <ul className={classes.faults} tabIndex={0} aria-label={title}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}

/** Shows what rates would change, before anything is stored. */
export function RateEffect({
  owed,
  children,
}: {
  readonly owed: NonNullable<components['schemas']['OwedComparison']>;
  readonly children?: string;
}) {
  const { totals, largestDifferences, periodsLeftOut } = owed;
  return (
    <Alert color="blue" title="What would change" role="status">
      {children !== undefined && <Text size="sm">{children}</Text>}
      <Text size="sm">{effectSentence(totals)}</Text>
      {periodsLeftOut > 0 && (
        <Text size="sm">
          {counted(periodsLeftOut, 'month')} of very large statements {periodsLeftOut === 1 ? 'is' : 'are'} not counted
          here.
        </Text>
      )}
      {largestDifferences.length > 0 && (
        <Scrolling label="The largest differences">
          <Table verticalSpacing={4} mt="xs" aria-label="The largest differences">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Member</Table.Th>
                <Table.Th scope="col">Month</Table.Th>
                <Table.Th scope="col" className={classes.number}>
                  Owed now
                </Table.Th>
                <Table.Th scope="col" className={classes.number}>
                  Owed then
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {largestDifferences.map((row) => (
                <Table.Tr key={`${row.memberRefId} ${row.period} ${row.workspaceId}`}>
                  <Table.Th scope="row" fw={500}>
                    {row.memberName ?? row.memberExternalId}
                  </Table.Th>
                  <Table.Td>{monthName(row.period)}</Table.Td>
                  <Table.Td className={classes.number}>{owedWords(row.commissionOwedBefore)}</Table.Td>
                  <Table.Td className={classes.number}>{owedWords(row.commissionOwedAfter)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Scrolling>
      )}
    </Alert>
  );
}

/** Writes the owed amount. Null means that no rate was known for the payment. */
function owedWords(amount: number | null): string {
  return amount === null ? 'not known' : money(amount);
}

interface RateFormProps {
  readonly initial: RateDraft;
  /** The carriers to choose from. Null when an existing rate is changed, which stays with its carrier, plan and first day. */
  readonly carriers: readonly { readonly id: string; readonly name: string }[] | null;
  readonly onSaved: () => void;
}

const KINDS = [
  { value: 'percent_of_premium', label: 'A share of the premium' },
  { value: 'flat_per_member', label: 'An amount for each member and month' },
] as const;

/** The form of one rate. The rate is stored only after the person has seen what it changes. */
export function RateForm({ initial, carriers, onSaved }: RateFormProps) {
  const api = useApi();
  const refresh = useRefreshAfterRates();
  const [draft, setDraft] = useState(initial);
  const preview = useMutation({
    mutationFn: (body: NewRate) => answerOf(api.POST('/v1/expected-rates/preview', { body })),
  });
  const save = useMutation({
    mutationFn: (body: NewRate) => answerOf(api.POST('/v1/expected-rates', { body })),
    onSuccess: async () => {
      onSaved();
      await refresh();
    },
  });
  const set = (change: Partial<RateDraft>) => {
    setDraft({ ...draft, ...change });
    preview.reset();
    save.reset();
  };
  const rate = rateOf(draft);
  const isShare = draft.kind === 'percent_of_premium';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (rate !== null) preview.mutate(rate);
  };
  const failed = save.error ?? preview.error;
  return (
    <form onSubmit={submit}>
      <Stack>
        <div className={classes.fields}>
          {carriers !== null && (
            <NativeSelect
              className={classes.field}
              label="Carrier"
              required
              data={[{ value: '', label: 'Choose' }, ...carriers.map(({ id, name }) => ({ value: id, label: name }))]}
              value={draft.carrierId}
              onChange={({ currentTarget }) => set({ carrierId: currentTarget.value })}
            />
          )}
          <NativeSelect
            className={classes.field}
            label="The carrier pays"
            data={[...KINDS]}
            value={draft.kind}
            onChange={({ currentTarget }) =>
              set({ kind: KINDS.find(({ value }) => value === currentTarget.value)?.value ?? draft.kind })
            }
          />
          <TextInput
            className={classes.field}
            label={isShare ? 'Percent of the premium' : 'Dollars a member a month'}
            inputMode="decimal"
            required
            placeholder={isShare ? '5' : '28.92'}
            value={draft.amount}
            error={amountFault(draft)}
            onChange={({ currentTarget }) => set({ amount: currentTarget.value })}
          />
        </div>
        <RateScopeFields draft={draft} onChange={set} isChange={carriers === null} />
        {failed !== null && <RateFault title="The rate was not accepted" error={failed} />}
        {preview.data !== undefined && (
          <RateEffect owed={preview.data}>
            {preview.data.replacedRateId === null || carriers === null
              ? undefined
              : 'It takes the place of the rate that is there for the same members and first day.'}
          </RateEffect>
        )}
        <div className={classes.buttons}>
          {preview.data === undefined ? (
            <Button type="submit" disabled={rate === null} loading={preview.isPending}>
              See what it changes
            </Button>
          ) : (
            <Button loading={save.isPending} onClick={() => rate !== null && save.mutate(rate)}>
              Save this rate
            </Button>
          )}
        </div>
      </Stack>
    </form>
  );
}

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
function RateScopeFields({ draft, onChange, isChange }: RateScopeFieldsProps) {
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
