import { Button, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { LinkButton } from '../parts/link-button.tsx';
import classes from './drop.module.css';
import { useDropEntries, useDropQueue } from './drop-context.tsx';
import { type DropEntry, isUnsettled, twinOf, useCarriers, warningsOf } from './drop-entry.ts';
import { isReady } from './drop-groups.ts';
import { DropBody, DropRow, LeaveOut } from './drop-row.tsx';
import { DropWarnings, usualWords } from './drop-warnings.tsx';
import { MonthFields } from './month-fields.tsx';

interface DropQuestionProps {
  readonly entry: DropEntry;
  readonly workspaceId: string | null;
}

/** Asks the person to confirm what the file is, or to choose what the service could not read from it. */
export function DropQuestion({ entry, workspaceId }: DropQuestionProps) {
  const queue = useDropQueue();
  const entries = useDropEntries();
  const { identified, carrier, period } = entry;
  const isDoubtful =
    (identified?.ambiguous === true && !entry.isChosen) ||
    carrier === null ||
    period === null ||
    (identified?.periodQuestion ?? null) !== null;
  const wasTaken = entry.stage.kind === 'question' && entry.stage.isEditing === true;
  const [isEditing, setEditing] = useState(isDoubtful || wasTaken);
  const twin = twinOf(entry, entries);
  const isOneOfSeveral = twin === null && isUnsettled(entry, entries);
  const usual = usualWords(entry, entries);
  const failed = identified?.statement?.failed ?? 0;
  const hasBody = isEditing || twin !== null || failed > 0 || isOneOfSeveral || warningsOf(entry).length > 0;
  return (
    <>
      <DropRow
        entry={entry}
        look={isReady(entry, entries) ? 'ready' : 'ask'}
        actions={
          <>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Add it: ${entry.file.name}`}
              disabled={carrier === null || period === null}
              onClick={() => queue.send([entry.id], { workspaceId })}
            >
              Add
            </Button>
            {!isEditing && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Change carrier or month: ${entry.file.name}`}
                onClick={() => setEditing(true)}
              >
                Change
              </Button>
            )}
            <LeaveOut name={entry.file.name} onClick={() => queue.remove(entry.id)} />
          </>
        }
      />
      {(hasBody || usual !== null) && (
        <DropBody label={entry.file.name}>
          {usual !== null && !isEditing && <div className={classes.quiet}>{usual}</div>}
          {isEditing && <Doubt entry={entry} />}
          {isEditing && (
            <div className={classes.fields}>
              <CarrierField entry={entry} />
              <MonthFields value={period} onChange={(next) => queue.choose(entry.id, { period: next })} />
              <NewCarrierButton draft={entry.id} />
            </div>
          )}
          {twin !== null && (
            <Text size="sm" c="yellow">
              It looks the same as {twin.file.name}. If it is a copy, leave it out.
            </Text>
          )}
          {isOneOfSeveral && (
            <Text size="sm" c="yellow">
              Another file of the list is for the same month. Both count.
            </Text>
          )}
          {failed > 0 && (
            <Text size="sm" c="yellow">
              {failed === 1 ? 'One row' : `${failed} rows`} of it cannot be read and will be listed for you.
            </Text>
          )}
          <DropWarnings entry={entry} isEditing={isEditing} />
        </DropBody>
      )}
    </>
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
  return (
    <CarrierSelect
      likely={entry.identified?.ranked ?? []}
      value={entry.carrier?.carrierId ?? null}
      onChange={(carrier) => queue.choose(entry.id, { carrier })}
    />
  );
}

interface CarrierSelectProps {
  readonly likely: readonly NonNullable<DropEntry['carrier']>[];
  readonly value: string | null;
  readonly onChange: (carrier: NonNullable<DropEntry['carrier']>) => void;
}

/** A carrier to choose, by name. */
export function CarrierSelect({ likely, value, onChange }: CarrierSelectProps) {
  const { data: carriers = [] } = useCarriers();
  const names = new Map(carriers.map(({ id, name }) => [id, name]));
  for (const { carrierId, name } of likely) names.set(carrierId, name);
  const choose = (carrierId: string) => {
    const name = names.get(carrierId);
    if (name !== undefined) onChange({ carrierId, name });
  };
  return (
    <Select
      className={classes.carrier}
      label="Carrier"
      placeholder="Search for a carrier"
      searchable
      nothingFoundMessage="No carrier of this name. Choose “It is a new carrier”."
      data={[...names].map(([id, label]) => ({ value: id, label }))}
      value={value}
      // Choosing the proposed carrier again is an answer too.
      onOptionSubmit={choose}
    />
  );
}

/** Leads to the page on which a new carrier is named, and the layout of its statements shown. */
export function NewCarrierButton({ draft }: { readonly draft: string }) {
  return (
    <LinkButton variant="default" to="/layout/$draft" params={{ draft }}>
      It is a new carrier
    </LinkButton>
  );
}
