import { Button, FileButton, NativeSelect, Skeleton, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { TextLink } from '../parts/link-button.tsx';
import { ListPanel, PanelButtons } from '../parts/list-panel.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { AS_WORKBOOK, saveFile } from '../parts/save-workbook.ts';
import { counted, money } from '../parts/shown-values.ts';
import { useRights } from '../session/use-session.ts';
import classes from './ask.module.css';
import { STATE_WORDS, STATES } from './ask-words.ts';
import { wayOf } from './to-ask.tsx';

interface LetterPanelProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Shows one letter beside the list: its text, its way to the carrier, and what came of it. */
export function LetterPanel({ id, onClose }: LetterPanelProps) {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: ['disputes', 'one', id],
    queryFn: () => answerOf(api.GET('/v1/disputes/{disputeId}', { params: { path: { disputeId: id } } })),
  });
  return (
    <ListPanel label="The letter" title={data?.carrierName ?? 'The letter'} onClose={onClose}>
      {error !== null && <ProblemNotice title="The letter could not be loaded" error={error} />}
      {data === undefined ? error === null && <Skeleton height={320} /> : <Letter dispute={data} onGone={onClose} />}
    </ListPanel>
  );
}

interface LetterProps {
  readonly dispute: Schema<'WholeDispute'>;
  readonly onGone: () => void;
}

function Letter({ dispute, onGone }: LetterProps) {
  const { mayChange } = useRights();
  const { state, askedAmount, paidAmount, rows } = dispute;
  const isOpen = state === 'asked' || state === 'answered';
  return (
    <>
      <p>
        <b>{money(askedAmount)}</b> asked, {paidAmount === 0 ? 'nothing' : money(paidAmount)} paid so far ·{' '}
        {STATE_WORDS[state]} · {wayOf(dispute)}
      </p>
      <Sending key={dispute.letter} dispute={dispute} isOpen={isOpen} onWithdrawn={onGone} />
      {mayChange && <Outcome key={dispute.changedAt} dispute={dispute} />}
      <h3>{counted(rows.length, 'item')}</h3>
      {rows.map((row) => (
        <p key={row.claimId}>
          <TextLink to="/members/$id" params={{ id: row.memberRefId }}>
            {row.memberName ?? row.memberExternalId}
          </TextLink>{' '}
          <b>{money(row.askedAmount)}</b> {row.ask}
        </p>
      ))}
    </>
  );
}

/** Loads what letters begin and end with, and where those to the carrier go. */
function useAddresses(carrierId: string) {
  const api = useApi();
  const params = { path: { carrierId } };
  const letterhead = useQuery({ queryKey: ['letterhead'], queryFn: () => answerOf(api.GET('/v1/letterhead')) });
  const department = useQuery({
    queryKey: ['department', carrierId],
    queryFn: () => answerOf(api.GET('/v1/carriers/{carrierId}/commission-department', { params })),
  });
  return { letterhead, department };
}

interface SendingProps {
  readonly dispute: Schema<'WholeDispute'>;
  readonly isOpen: boolean;
  readonly onWithdrawn: () => void;
}

/** The text of the letter and its way: by mail from here, as PDF, or not at all. */
function Sending({ dispute, isOpen, onWithdrawn }: SendingProps) {
  const api = useApi();
  const { mayChange } = useRights();
  const queries = useQueryClient();
  const [text, setText] = useState(dispute.letter);
  const params = { path: { disputeId: dispute.id } };
  const { letterhead, department } = useAddresses(dispute.carrierId);
  const [typed, setTyped] = useState<string>();
  const to = typed ?? dispute.sentTo ?? department.data?.email ?? '';
  const isEditable = mayChange && isOpen && dispute.sentAt === null;
  const save = async () => {
    if (text === dispute.letter) return;
    await answerOf(api.PATCH('/v1/disputes/{disputeId}', { params, body: { letter: text } }));
  };
  const refresh = () =>
    Promise.all(
      ['disputes', 'recoverable', 'department'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
    );
  const send = useMutation({
    mutationFn: async () => {
      await save();
      await answerOf(api.POST('/v1/disputes/{disputeId}/send', { params, body: { to } }));
    },
    onSuccess: refresh,
  });
  const keep = useMutation({ mutationFn: save, onSuccess: refresh });
  const withdraw = useMutation({
    mutationFn: () => answerOf(api.PATCH('/v1/disputes/{disputeId}', { params, body: { withdrawn: true } })),
    onSuccess: async () => {
      await refresh();
      onWithdrawn();
    },
  });
  const take = useMutation({
    mutationFn: async (what: 'pdf' | 'workbook') => {
      await save();
      const { data } =
        what === 'pdf'
          ? await api.GET('/v1/disputes/{disputeId}/pdf', { params, parseAs: 'blob' })
          : await api.GET('/v1/disputes/{disputeId}/workbook', { params, headers: AS_WORKBOOK, parseAs: 'blob' });
      const [name, ending] = what === 'pdf' ? ['letter', 'pdf'] : ['rows', 'xlsx'];
      if (data instanceof Blob) saveFile(data, `${name}-${dispute.carrierName}.${ending}`);
    },
  });
  const failed = send.error ?? keep.error ?? withdraw.error ?? take.error;
  const mails = letterhead.data?.mails;
  return (
    <>
      <h3>The letter</h3>
      <Textarea
        className={classes.letter}
        aria-label="The letter"
        rows={14}
        value={text}
        readOnly={!isEditable}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {isEditable && letterhead.data !== undefined && department.data !== undefined && (
        <Addresses dispute={dispute} letterhead={letterhead.data} department={department.data} />
      )}
      {mails === false && (
        <Text size="sm" c="dimmed" mt="xs">
          No mail server is set up here. Take the PDF and the rows, and send them yourself.
        </Text>
      )}
      {mayChange && isOpen && mails === true && (
        <TextInput
          label="Send to"
          type="email"
          mt="xs"
          placeholder="commissions@carrier.com"
          value={to}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      {failed !== null && <ProblemNotice title="That was not done" error={failed} />}
      {send.isSuccess && <p role="status">The letter was sent to {to}.</p>}
      <PanelButtons>
        {mayChange && isOpen && mails === true && (
          <Button loading={send.isPending} disabled={to === ''} onClick={() => send.mutate()}>
            {dispute.sentAt === null ? 'Send' : 'Send again'}
          </Button>
        )}
        {isEditable && text !== dispute.letter && (
          <Button variant="default" loading={keep.isPending} onClick={() => keep.mutate()}>
            Keep the text
          </Button>
        )}
        <Button variant="default" loading={take.isPending} onClick={() => take.mutate('pdf')}>
          PDF
        </Button>
        <Button variant="default" onClick={() => take.mutate('workbook')}>
          Rows for Excel
        </Button>
        {mayChange && isOpen && (
          <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Withdraw
          </Button>
        )}
      </PanelButtons>
    </>
  );
}

interface AddressesProps {
  readonly dispute: Schema<'WholeDispute'>;
  readonly letterhead: Schema<'Letterhead'>;
  readonly department: Schema<'CommissionDepartment'>;
}

const textOf = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** The agency's letterhead and the carrier's address. Saving them writes the letter anew. */
function Addresses({ dispute, letterhead, department }: AddressesProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [agency, setAgency] = useState({
    name: letterhead.name ?? '',
    address: letterhead.address ?? '',
    contact: letterhead.contact ?? '',
    email: letterhead.email ?? '',
    npn: letterhead.npn ?? '',
  });
  const [carrier, setCarrier] = useState({ name: department.name ?? '', address: department.address ?? '' });
  const save = useMutation({
    mutationFn: async () => {
      const { name, address, contact, email, npn } = agency;
      const head = {
        ...{ name: textOf(name), address: textOf(address), contact: textOf(contact) },
        ...{ email: textOf(email), npn: textOf(npn) },
      };
      await answerOf(api.PUT('/v1/letterhead', { body: head }));
      await answerOf(
        api.PUT('/v1/carriers/{carrierId}/commission-department', {
          params: { path: { carrierId: dispute.carrierId } },
          body: { name: textOf(carrier.name), address: textOf(carrier.address), email: department.email },
        }),
      );
      const params = { path: { disputeId: dispute.id } };
      await answerOf(api.PATCH('/v1/disputes/{disputeId}', { params, body: { letter: null } }));
    },
    onSuccess: () =>
      Promise.all(
        ['letterhead', 'department', 'disputes'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
      ),
  });
  const ofAgency = (field: keyof typeof agency) => ({
    value: agency[field],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      setAgency({ ...agency, [field]: currentTarget.value }),
  });
  const ofCarrier = (field: keyof typeof carrier) => ({
    value: carrier[field],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      setCarrier({ ...carrier, [field]: currentTarget.value }),
  });
  return (
    <details>
      <summary className={classes.summary}>Letterhead and address</summary>
      <div className={classes.fields}>
        <div className={classes.pair}>
          <TextInput label="Carrier's department" placeholder="Commission Department" {...ofCarrier('name')} />
          <Textarea label="Carrier's address" autosize={false} rows={2} {...ofCarrier('address')} />
        </div>
        <div className={classes.pair}>
          <TextInput label="Your agency" {...ofAgency('name')} />
          <Textarea label="Your address" autosize={false} rows={2} {...ofAgency('address')} />
        </div>
        <div className={classes.pair}>
          <TextInput label="Who signs" {...ofAgency('contact')} />
          <TextInput label="Answers go to" type="email" {...ofAgency('email')} />
        </div>
        <div className={classes.pair}>
          <TextInput label="Producer number (NPN)" {...ofAgency('npn')} />
        </div>
      </div>
      {save.error !== null && <ProblemNotice title="The addresses were not kept" error={save.error} />}
      <div className={classes.buttons}>
        <Button size="xs" variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          Keep them and write the letter anew
        </Button>
      </div>
    </details>
  );
}

/** The outcome of a letter: its state, other payments, the day to ask again, a note, and the carrier's answer. */
function Outcome({ dispute }: { readonly dispute: Schema<'WholeDispute'> }) {
  const api = useApi();
  const queries = useQueryClient();
  const params = { path: { disputeId: dispute.id } };
  const [fields, setFields] = useState({
    state: dispute.state,
    paid: dispute.otherPaidAmount === 0 ? '' : String(dispute.otherPaidAmount),
    askAgainOn: dispute.askAgainOn ?? '',
    note: dispute.note ?? '',
  });
  const refresh = () =>
    Promise.all(['disputes', 'recoverable'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
  const save = useMutation({
    mutationFn: () =>
      answerOf(
        api.PATCH('/v1/disputes/{disputeId}', {
          params,
          body: {
            ...(fields.state !== dispute.state && { state: fields.state }),
            otherPaidAmount: Number(fields.paid),
            askAgainOn: fields.askAgainOn === '' ? null : fields.askAgainOn,
            note: fields.note.trim() === '' ? null : fields.note.trim(),
          },
        }),
      ),
    onSuccess: refresh,
  });
  const attach = useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData();
      form.set('file', file);
      await answerOf(
        api.PUT('/v1/disputes/{disputeId}/answer', {
          params,
          body: { file },
          bodySerializer: () => form,
        }),
      );
    },
    onSuccess: refresh,
  });
  const take = useMutation({
    mutationFn: async () => {
      const { data } = await api.GET('/v1/disputes/{disputeId}/answer', { params, parseAs: 'blob' });
      if (data instanceof Blob) saveFile(data, dispute.answer?.fileName ?? 'answer');
    },
  });
  const failed = save.error ?? attach.error ?? take.error;
  const choices = STATES.filter((state) => state === dispute.state || mayBecome(dispute.state, state));
  return (
    <>
      <h3>What came of it</h3>
      <div className={classes.fields}>
        <div className={classes.pair}>
          <NativeSelect
            label="State"
            data={choices.map((state) => ({ value: state, label: STATE_WORDS[state] }))}
            value={fields.state}
            onChange={({ currentTarget: { value } }) =>
              setFields({ ...fields, state: STATES.find((state) => state === value) ?? fields.state })
            }
          />
          <TextInput
            label="Ask again on"
            type="date"
            value={fields.askAgainOn}
            onChange={({ currentTarget: { value } }) => setFields({ ...fields, askAgainOn: value })}
          />
        </div>
        <TextInput
          label="Paid in another way, such as by check"
          type="number"
          min={0}
          step="0.01"
          leftSection="$"
          value={fields.paid}
          onChange={({ currentTarget: { value } }) => setFields({ ...fields, paid: value })}
        />
        <Textarea
          label="Note"
          rows={2}
          value={fields.note}
          onChange={({ currentTarget: { value } }) => setFields({ ...fields, note: value })}
        />
      </div>
      {failed !== null && <ProblemNotice title="It was not kept" error={failed} />}
      <div className={classes.buttons}>
        <Button size="xs" variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          Keep
        </Button>
        <FileButton onChange={(file) => file !== null && attach.mutate(file)}>
          {(props) => (
            <Button size="xs" variant="default" loading={attach.isPending} {...props}>
              {dispute.answer === null ? 'Attach the answer' : 'Replace the answer'}
            </Button>
          )}
        </FileButton>
        {dispute.answer !== null && (
          <Button size="xs" variant="default" onClick={() => take.mutate()}>
            Open {dispute.answer.fileName}
          </Button>
        )}
      </div>
    </>
  );
}

/** The states that a person may set, as the service allows them. */
function mayBecome(from: Schema<'Dispute'>['state'], to: Schema<'Dispute'>['state']): boolean {
  if (from === 'asked') return true;
  return from === 'answered' && (to === 'paid' || to === 'refused');
}
