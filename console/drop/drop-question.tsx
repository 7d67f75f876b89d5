import { Button, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { useDropEntries, useDropQueue } from './drop-context.tsx';
import { type DropEntry, twinOf, useCarriers } from './drop-entry.ts';
import classes from './drop-line.module.css';
import { DropWarnings } from './drop-warnings.tsx';
import { MonthFields } from './month-fields.tsx';
import { factsOf } from './result-sentence.ts';

interface DropQuestionProps {
  readonly entry: DropEntry;
  readonly workspaceId: string | null;
}

/** Asks the person to confirm what the file is, or to choose what the service could not read from it. */
export function DropQuestion({ entry, workspaceId }: DropQuestionProps) {
  const queue = useDropQueue();
  const { identified, carrier, period } = entry;
  const isDoubtful =
    identified?.ambiguous === true ||
    carrier === null ||
    period === null ||
    (identified?.periodQuestion ?? null) !== null;
  const wasTaken = entry.stage.kind === 'question' && entry.stage.isEditing === true;
  const [isEditing, setEditing] = useState(isDoubtful || wasTaken);
  const twin = twinOf(entry, useDropEntries());
  const failed = identified?.statement?.failed ?? 0;
  return (
    <div>
      <Text fw={600}>{isEditing ? 'What is this?' : `${factsOf(entry)}. Right?`}</Text>
      {isEditing && <Doubt entry={entry} />}
      {isEditing && (
        <div className={classes.fields}>
          <CarrierField entry={entry} />
          <MonthFields value={period} onChange={(next) => queue.choose(entry.id, { period: next })} />
        </div>
      )}
      {twin !== null && (
        <Text size="sm" c="yellow" mt={4}>
          It looks the same as {twin.file.name} above. If it is a copy, leave it out.
        </Text>
      )}
      {failed > 0 && (
        <Text size="sm" c="yellow" mt={4}>
          {failed === 1 ? 'One row' : `${failed} rows`} of it cannot be read and will be listed for you.
        </Text>
      )}
      <DropWarnings entry={entry} isEditing={isEditing} />
      <div className={classes.buttons}>
        <Button
          size="xs"
          disabled={carrier === null || period === null}
          onClick={() => queue.send([entry.id], 'new', workspaceId)}
        >
          {isEditing ? 'Add it' : 'Yes, add it'}
        </Button>
        {!isEditing && (
          <Button size="xs" variant="default" onClick={() => setEditing(true)}>
            No, change it
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => queue.remove(entry.id)}>
          Leave it out
        </Button>
      </div>
    </div>
  );
}

/** Says why the person is asked. */
function Doubt({ entry: { identified, carrier, period } }: { readonly entry: DropEntry }) {
  const isSeveral = identified?.ambiguous === true && identified.ranked.length > 1;
  const sentences = [
    isSeveral ? 'More than one carrier sends statements that look like this.' : null,
    carrier === null ? 'The file does not say which carrier sent it.' : null,
    period === null ? 'The file does not say which month it is for.' : null,
    identified?.periodQuestion ?? null,
  ].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? null : (
    <Text size="sm" c="dimmed">
      {sentences.join(' ')}
    </Text>
  );
}

function CarrierField({ entry }: { readonly entry: DropEntry }) {
  const queue = useDropQueue();
  const { data: carriers = [] } = useCarriers();
  const names = new Map(carriers.map(({ id, name }) => [id, name]));
  for (const { carrierId, name } of entry.identified?.ranked ?? []) names.set(carrierId, name);
  const choose = (carrierId: string | null) => {
    const name = carrierId === null ? undefined : names.get(carrierId);
    queue.choose(entry.id, { carrier: carrierId === null || name === undefined ? null : { carrierId, name } });
  };
  return (
    <Select
      className={classes.carrier}
      label="Carrier"
      placeholder="Search for a carrier"
      searchable
      nothingFoundMessage="No carrier of this name"
      data={[...names].map(([value, label]) => ({ value, label }))}
      value={entry.carrier?.carrierId ?? null}
      onChange={choose}
    />
  );
}
