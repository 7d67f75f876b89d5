import { Anchor, Button, Group, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf, type Schema } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { momentText } from '../parts/shown-values.ts';
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
      <Title order={2} size="h4" mb="xs">
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

interface ContactProps {
  readonly memberRefId: string;
  readonly mayWrite: boolean;
}

/** Phone and email of a member, to use and to change. */
export function ContactSection({ memberRefId, mayWrite }: ContactProps) {
  const api = useApi();
  const [isChanging, setChanging] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['member', memberRefId, 'contact'],
    queryFn: () => answerOf(api.GET('/v1/members/{memberRefId}/contact', { params: { path: { memberRefId } } })),
  });
  return (
    <section aria-label="Contact">
      <Title order={2} size="h4" mb="xs">
        Contact
      </Title>
      {error !== null && <ProblemNotice title="The contact could not be loaded" error={error} />}
      {data !== undefined && !isChanging && (
        <Group gap="lg">
          <ContactText contact={data} />
          {mayWrite && (
            <Button className="no-print" variant="default" size="xs" onClick={() => setChanging(true)}>
              Change the contact
            </Button>
          )}
        </Group>
      )}
      {data !== undefined && isChanging && (
        <ContactForm memberRefId={memberRefId} contact={data} onDone={() => setChanging(false)} />
      )}
    </section>
  );
}

function ContactText({ contact: { phone, email, statementEmail } }: { readonly contact: Schema<'MemberContact'> }) {
  const shownEmail = email ?? statementEmail;
  if (phone === null && shownEmail === null) return <Text c="dimmed">No phone and no email are known.</Text>;
  return (
    <>
      {phone !== null && (
        <Text>
          Phone{' '}
          <Anchor href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} underline="always">
            {phone}
          </Anchor>
        </Text>
      )}
      {shownEmail !== null && (
        <Text>
          Email{' '}
          <Anchor href={`mailto:${shownEmail}`} underline="always">
            {shownEmail}
          </Anchor>
          {email === null && ' (from the statement)'}
        </Text>
      )}
    </>
  );
}

interface ContactFormProps {
  readonly memberRefId: string;
  readonly contact: Schema<'MemberContact'>;
  readonly onDone: () => void;
}

function ContactForm({ memberRefId, contact, onDone }: ContactFormProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [phone, setPhone] = useState(contact.phone ?? '');
  const [email, setEmail] = useState(contact.email ?? '');
  const save = useMutation({
    mutationFn: () =>
      answerOf(
        api.PUT('/v1/members/{memberRefId}/contact', {
          params: { path: { memberRefId } },
          body: { phone: orNull(phone), email: orNull(email) },
        }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['member', memberRefId, 'contact'] });
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Phone"
          type="tel"
          maxLength={50}
          value={phone}
          onChange={({ currentTarget }) => setPhone(currentTarget.value)}
        />
        <TextInput
          label="Email"
          type="email"
          maxLength={254}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
      {save.error !== null && <ProblemNotice title="The contact was not saved" error={save.error} />}
    </form>
  );
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
