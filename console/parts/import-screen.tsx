import { Button, FileButton, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useRights } from '../session/use-session.ts';
import { PageTitle } from './page-title.tsx';
import { ProblemNotice } from './problem-notice.tsx';

interface ImportScreenProps<Imported> {
  readonly title: string;
  readonly lead: string;
  readonly back: ReactNode;
  /** The word for the file: a list, a sheet. */
  readonly file: string;
  /** The sentence for people who may not import. */
  readonly refusal: string;
  /** The columns that the file may have. */
  readonly columns: string;
  readonly faultTitle: string;
  /** Reads the file and, with `apply`, also stores it. */
  readonly send: (file: File, apply: boolean) => Promise<Imported>;
  readonly onStored: () => Promise<void>;
  /** The label of the button that stores; null where nothing can be stored. */
  readonly storeLabel: (imported: Imported) => string | null;
  readonly children: (imported: Imported) => ReactNode;
}

/** Imports a file of the agency: first says what it would change, and then stores all of it at once. */
export function ImportScreen<Imported extends { readonly applied: boolean }>(props: ImportScreenProps<Imported>) {
  const { mayChange } = useRights();
  const [file, setFile] = useState<File | null>(null);
  const send = useMutation({
    mutationFn: ({ chosen, apply }: { readonly chosen: File; readonly apply: boolean }) => props.send(chosen, apply),
    onSuccess: (imported) => (imported.applied ? props.onStored() : undefined),
  });
  const choose = (chosen: File | null) => {
    if (chosen === null) return;
    setFile(chosen);
    send.mutate({ chosen, apply: false });
  };
  const isStoring = send.isPending && send.variables.apply;
  const imported = send.data;
  const storeLabel = imported === undefined || imported.applied ? null : props.storeLabel(imported);
  return (
    <>
      <PageTitle title={props.title} lead={props.lead} actions={props.back} />
      {!mayChange && <p>{props.refusal}</p>}
      {mayChange && (
        <Group gap="sm" mb="md">
          <FileButton accept=".csv,.xlsx,.xls,.txt" onChange={choose}>
            {(button) => (
              <Button
                {...button}
                variant={storeLabel === null ? 'filled' : 'default'}
                loading={send.isPending && !isStoring}
              >
                {file === null ? `Choose the ${props.file}` : `Choose another ${props.file}`}
              </Button>
            )}
          </FileButton>
          {file !== null && storeLabel !== null && (
            <Button loading={isStoring} onClick={() => send.mutate({ chosen: file, apply: true })}>
              {storeLabel}
            </Button>
          )}
          {file !== null && <Text c="dimmed">{file.name}</Text>}
        </Group>
      )}
      {mayChange && file === null && <Text maw="42rem">{props.columns}</Text>}
      {send.error !== null && <ProblemNotice title={props.faultTitle} error={send.error} />}
      {imported !== undefined && props.children(imported)}
    </>
  );
}

/** Says that a list has more rows than are shown. */
export function CutRows({ shown, rows }: { readonly shown: number; readonly rows: number }) {
  if (rows <= shown) return null;
  return (
    <Text size="sm" c="dimmed" mt="xs">
      The first {shown} of {rows.toLocaleString('en-US')}.
    </Text>
  );
}
