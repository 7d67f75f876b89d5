import { Button, FileButton, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { saveFile } from '../parts/save-workbook.ts';
import classes from './ask.module.css';
import { STATE_WORDS, STATES } from './ask-words.ts';

/** The outcome of a letter: its state, other payments, the day to ask again, a note, and the carrier's answer. */
export function Outcome({ dispute }: { readonly dispute: Schema<'WholeDispute'> }) {
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
