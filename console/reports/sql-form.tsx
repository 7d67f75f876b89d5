import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { EditorView } from '@codemirror/view';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { minimalSetup } from 'codemirror';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import classes from './sql-editor.module.css';
import { useSaveReport } from './use-reports.ts';

const BEGINNING = 'select period, sum(net) as paid\nfrom commission_paid\ngroup by period\norder by period desc';

// biome-ignore lint/style/noDefaultExport: React.lazy loads default exports.
export default function SqlForm({ onSaved }: { readonly onSaved: () => void }) {
  const save = useSaveReport();
  const [name, setName] = useState('');
  const [sql, setSql] = useState(BEGINNING);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ name, sql }, { onSuccess: onSaved });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Name of the report"
          required
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          One SELECT over members, statuses, comparisons, rollups, commission_paid, commission_lines, agents, pay_runs,
          pay_lines, carriers, files.
        </Text>
        <SqlEditor initial={BEGINNING} label="The query" onChange={setSql} />
        {save.error !== null && <ProblemNotice title="The report was not saved" error={save.error} />}
        <Button type="submit" loading={save.isPending}>
          Save the report
        </Button>
      </Stack>
    </form>
  );
}

interface SqlEditorProps {
  readonly initial: string;
  readonly label: string;
  readonly onChange: (text: string) => void;
}

/** The language of the editor. It completes no names: docs/howto/write-a-saved-report.md lists the columns of the views. */
const LANGUAGE = sql({ dialect: PostgreSQL, upperCaseKeywords: false });

/**
 * An editor that colours SQL. It lives in a shadow root, where CodeMirror adopts a style sheet; in the page itself it would add a style
 * element, which the Content-Security-Policy refuses. Tab leaves the editor, as in every field.
 */
function SqlEditor({ initial, label, onChange }: SqlEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const changed = useRef(onChange);
  changed.current = onChange;
  useEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const view = new EditorView({
      doc: initial,
      root,
      parent: root,
      extensions: [
        minimalSetup,
        LANGUAGE,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) changed.current(state.doc.toString());
        }),
      ],
    });
    return () => view.destroy();
  }, [initial, label]);
  return <div ref={host} className={classes.editor} />;
}
