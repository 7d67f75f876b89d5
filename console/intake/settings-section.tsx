import { Alert, Button, CopyButton, NativeSelect, Textarea, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import type { components } from '../../client/generated/api-types.ts';
import { problemOf, useApi } from '../api/api.ts';
import { LoadingNotice, ProblemNotice } from '../parts/problem-notice.tsx';
import classes from './intake.module.css';

/** Shows a text that a person passes on to somebody else, with a button that copies it. */
export function CopiedText({ text, name }: { readonly text: string; readonly name: string }) {
  return (
    <span className={classes.address}>
      <code>{text}</code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`${copied ? 'Copied' : 'Copy'} ${name}`}
            onClick={copy}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </span>
  );
}

export type IntakeItem = components['schemas']['IntakeItem'];
export type DropOffs = components['schemas']['DropOffs'];

/** The values that every section of the screen gets. */
export interface IntakePlace {
  /** The carriers, sorted by name. */
  readonly carriers: readonly { readonly id: string; readonly name: string }[];
  readonly mayChange: boolean;
  /** True if the agency's plan includes statements by mail and SFTP. */
  readonly isAllowed: boolean;
}

export const OUTCOME_WORDS: Readonly<Record<IntakeItem['outcome'], string>> = {
  accepted: 'Added',
  rejected: 'Refused',
  duplicate: 'Was here already',
  held: 'Waits for you',
  waiting: 'Not complete yet',
};

export const ON_EXISTING = [
  { value: 'reject', label: 'Refuse it, and tell me here' },
  { value: 'replace', label: 'Replace what is there' },
  { value: 'append', label: 'Add it to what is there' },
] as const satisfies readonly { readonly value: DropOffs['sftp']['onExisting']; readonly label: string }[];

const MONTH_FROM = [
  { value: 'filename', label: 'In the name of the file' },
  { value: 'subject', label: 'In the subject of the mail' },
  { value: 'statement', label: 'In the rows of the statement' },
] as const satisfies readonly { readonly value: DropOffs['email']['periodFrom']; readonly label: string }[];

/** The settings by which the files of a carrier are recognized: the senders of mail, the file names, the place of the month. */
export function SettingsSection({ carriers, mayChange }: IntakePlace) {
  const api = useApi();
  const [carrierId, setCarrierId] = useState('');
  const { data, error } = useQuery({
    queryKey: ['drop-offs', carrierId],
    queryFn: () => answerOf(api.GET('/v1/carriers/{carrierId}/drop-offs', { params: { path: { carrierId } } })),
    enabled: carrierId !== '',
  });
  return (
    <section aria-label="How files are recognized">
      <Title order={2} size="h4" mt="xl" mb="xs">
        Who may send, and what the files are called
      </Title>
      <NativeSelect
        label="Carrier whose files come in"
        maw={360}
        data={[{ value: '', label: 'Choose' }, ...carriers.map(({ id, name }) => ({ value: id, label: name }))]}
        value={carrierId}
        onChange={({ currentTarget }) => setCarrierId(currentTarget.value)}
      />
      {error !== null && <ProblemNotice title="The settings could not be loaded" error={error} />}
      {carrierId !== '' && data === undefined && error === null && <LoadingNotice />}
      {data !== undefined && <SettingsForm key={data.carrierId} dropOffs={data} mayChange={mayChange} />}
    </section>
  );
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function SettingsForm({ dropOffs, mayChange }: { readonly dropOffs: DropOffs; readonly mayChange: boolean }) {
  const { carrierId } = dropOffs;
  const api = useApi();
  const queries = useQueryClient();
  const [senders, setSenders] = useState(dropOffs.email.allowedSenders.join('\n'));
  const [periodFrom, setPeriodFrom] = useState(dropOffs.email.periodFrom);
  const [patterns, setPatterns] = useState(dropOffs.sftp.patterns.join('\n'));
  const [onExisting, setOnExisting] = useState(dropOffs.sftp.onExisting);
  const save = useMutation({
    mutationFn: () =>
      answerOf(
        api.PUT('/v1/carriers/{carrierId}/drop-offs', {
          params: { path: { carrierId } },
          body: {
            email: { allowedSenders: linesOf(senders), periodFrom },
            sftp: { patterns: linesOf(patterns), onExisting },
          },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['drop-offs', carrierId] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <fieldset disabled={!mayChange} className={classes.plain}>
        <div className={classes.fields}>
          <Textarea
            className={classes.field}
            label="Who may mail statements"
            description="One address a line, or @carrier.com for everybody there."
            autosize={false}
            rows={3}
            value={senders}
            onChange={({ currentTarget }) => setSenders(currentTarget.value)}
          />
          <Textarea
            className={classes.field}
            label="What the files are called"
            description="One a line: {YYYY} and {MM} stand for year and month, * for anything. Example: ACME_{YYYY}{MM}*.csv"
            rows={3}
            value={patterns}
            onChange={({ currentTarget }) => setPatterns(currentTarget.value)}
          />
          <NativeSelect
            className={classes.field}
            label="Where the month of a mailed statement stands"
            data={[...MONTH_FROM]}
            value={periodFrom}
            onChange={({ currentTarget }) =>
              setPeriodFrom(MONTH_FROM.find(({ value }) => value === currentTarget.value)?.value ?? periodFrom)
            }
          />
          <NativeSelect
            className={classes.field}
            label="When a month by SFTP is there already"
            data={[...ON_EXISTING]}
            value={onExisting}
            onChange={({ currentTarget }) =>
              setOnExisting(ON_EXISTING.find(({ value }) => value === currentTarget.value)?.value ?? onExisting)
            }
          />
          {mayChange && (
            <Button type="submit" loading={save.isPending}>
              Save
            </Button>
          )}
        </div>
      </fieldset>
      {save.error !== null && (
        <ProblemNotice title={problemOf(save.error).fieldErrors[0]?.detail ?? 'Nothing was saved'} error={save.error} />
      )}
      {save.isSuccess && <Alert color="green" mt="md" role="status" title="Saved. It holds from the next file on." />}
    </form>
  );
}
