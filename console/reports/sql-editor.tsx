import { PostgreSQL, sql } from '@codemirror/lang-sql';
import { EditorView } from '@codemirror/view';
import { minimalSetup } from 'codemirror';
import { useEffect, useRef } from 'react';
import classes from './sql-editor.module.css';

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
export function SqlEditor({ initial, label, onChange }: SqlEditorProps) {
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
