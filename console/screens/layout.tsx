import { Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useDropEntries } from '../drop/drop-context.tsx';
import type { DropEntry } from '../drop/drop-entry.ts';
import { ColumnTable } from '../layout/column-table.tsx';
import classes from '../layout/layout.module.css';
import { ReadTotals } from '../layout/read-totals.tsx';
import type { Preview, Role } from '../layout/role-labels.ts';
import { SaveLayout } from '../layout/save-layout.tsx';
import { SheetList } from '../layout/sheet-list.tsx';
import { type PreviewChoice, usePreview } from '../layout/use-preview.ts';
import { LinkButton } from '../parts/link-button.tsx';
import { LoadingNotice } from '../parts/loading-notice.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';

const UNTOUCHED: PreviewChoice = { sheet: null, sheets: null, columns: null };

/** Shows a statement of a layout that no format reads. The person says what its columns mean. */
export function LayoutScreen() {
  const { draft } = useParams({ from: '/signed-in/layout/$draft' });
  const entry = useDropEntries().find(({ id }) => id === draft) ?? null;
  if (entry === null)
    return (
      <>
        <PageTitle title="The file is not here any more" lead="Files are forgotten when the page is reloaded." />
        <LinkButton to="/drop">Drop it again</LinkButton>
      </>
    );
  return <Layout entry={entry} />;
}

function Layout({ entry }: { readonly entry: DropEntry }) {
  const [choice, setChoice] = useState<PreviewChoice>(UNTOUCHED);
  const { data: preview, error, isFetching, refetch } = usePreview(entry.id, entry.file, choice);
  const choose = (index: number, role: Role | null) => {
    if (preview !== undefined) setChoice({ ...choice, columns: chosenColumns(preview, index, role) });
  };
  return (
    <>
      <PageTitle title="How is this statement read?" lead={entry.file.name} />
      <div className={classes.steps}>
        <Text>
          These are the first rows of your file. Above each column you see what it seems to be. Change what is wrong;
          columns that are not needed stay as they are.
        </Text>
        {error !== null && (
          <ProblemNotice title="That choice does not work" error={error} onRetry={() => void refetch()} />
        )}
        {preview === undefined && error === null && <LoadingNotice text="Reading the file …" />}
        {preview !== undefined && (
          <>
            {preview.sheets.length > 1 && <SheetList preview={preview} choice={choice} onChoose={setChoice} />}
            <ColumnTable preview={preview} onChoose={choose} />
            <div aria-busy={isFetching}>
              <ReadTotals preview={preview} />
            </div>
            <SaveLayout entry={entry} preview={preview} />
          </>
        )}
      </div>
    </>
  );
}

/**
 * Returns all columns with the changed one. A column that had the meaning before loses it, because only amounts may be in several columns.
 */
function chosenColumns({ columns }: Preview, index: number, role: Role | null) {
  return columns.map((column) => {
    if (column.index === index) return { index, role };
    const isTaken = role !== null && role !== 'commission_amount' && column.role === role;
    return { index: column.index, role: isTaken ? null : column.role };
  });
}
