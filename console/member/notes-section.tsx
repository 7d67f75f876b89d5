import { Button, Group, Text, Textarea, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { momentText } from '../parts/date-text.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import classes from './member.module.css';

const NOTES_SHOWN = 200;

/** Shows the notes about a member, newest first, and a field for the next note. */
export function NotesSection({ memberRefId, mayWrite }: { readonly memberRefId: string; readonly mayWrite: boolean }) {
  const api = useApi();
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const path = { memberRefId };
  const key = ['member', memberRefId, 'notes'];
  const refresh = () => queries.invalidateQueries({ queryKey: key });
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: () =>
      answerOf(api.GET('/v1/members/{memberRefId}/notes', { params: { path, query: { limit: NOTES_SHOWN } } })),
  });
  const add = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/members/{memberRefId}/notes', { params: { path }, body: { text } })),
    onSuccess: async () => {
      setText('');
      await refresh();
    },
  });
  const remove = useMutation({
    mutationFn: (noteId: string) =>
      answerOf(api.DELETE('/v1/members/{memberRefId}/notes/{noteId}', { params: { path: { memberRefId, noteId } } })),
    onSuccess: refresh,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  const failed = error ?? add.error ?? remove.error;
  return (
    <section aria-label="Notes">
      <Title order={2} size="h4" mt="xl" mb="xs">
        Notes
      </Title>
      {failed !== null && <ProblemNotice error={failed} />}
      {mayWrite && (
        <form onSubmit={submit} className="no-print">
          <Textarea
            label="New note"
            autosize={false}
            rows={3}
            required
            maxLength={4_000}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Button type="submit" mt="xs" mb="sm" variant="default" loading={add.isPending}>
            Save the note
          </Button>
        </form>
      )}
      {data?.data.length === 0 && <Text c="dimmed">Nobody has written a note yet.</Text>}
      {data?.data.map((note) => (
        <article key={note.id} className={classes.note}>
          <Group justify="space-between" gap="xs">
            <Text size="xs" c="dimmed">
              {note.author ?? 'A program'}, {momentText(note.writtenAt)}
            </Text>
            {mayWrite && (
              <Button
                className="no-print"
                variant="subtle"
                size="compact-xs"
                aria-label={`Delete the note of ${momentText(note.writtenAt)}`}
                onClick={() => remove.mutate(note.id)}
              >
                Delete
              </Button>
            )}
          </Group>
          <Text className={classes.text}>{note.text}</Text>
        </article>
      ))}
    </section>
  );
}
