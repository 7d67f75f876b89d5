import { Button } from '@mantine/core';
import { LinkButton } from '../parts/link-button.tsx';
import { counted, monthName } from '../parts/shown-values.ts';
import { DropBody, LeaveOut } from './drop-body.tsx';
import { useDropQueue } from './drop-context.tsx';
import type { DropGroup } from './drop-groups.ts';
import classes from './drop-line.module.css';
import { CarrierSelect } from './drop-question.tsx';
import { DropRow } from './drop-row.tsx';

/** Shows files that one answer settles, with the one question. */
export function DropGroupLine({ group: { question, entries } }: { readonly group: DropGroup }) {
  const queue = useDropQueue();
  const [first] = entries;
  if (first === undefined) return null;
  const ids = entries.map(({ id }) => id);
  const many = counted(entries.length, 'file');
  return (
    <li className={classes.line} data-stage="group" tabIndex={-1}>
      {entries.map((entry) => (
        <DropRow
          key={entry.id}
          entry={question === 'carrier' ? { ...entry, carrier: null } : entry}
          look="ask"
          actions={<LeaveOut name={entry.file.name} onClick={() => queue.remove(entry.id)} />}
        />
      ))}
      <DropBody label={`${many} with one question`}>
        {question === 'layout' && (
          <>
            <div>{many} look alike, and we have not seen a statement like them before. Show once how to read them.</div>
            <div className={classes.buttons}>
              <LinkButton size="xs" variant="default" to="/layout/$draft" params={{ draft: first.id }}>
                Show how to read them
              </LinkButton>
            </div>
          </>
        )}
        {question === 'carrier' && (
          <>
            <div>{many} look alike, and more than one carrier sends such statements. Which one sent them?</div>
            <div className={classes.fields}>
              <CarrierSelect
                likely={first.identified?.ranked ?? []}
                value={null}
                onChange={(carrier) => carrier !== null && void queue.chooseCarrier(ids, carrier)}
              />
            </div>
          </>
        )}
        {question === 'several' && (
          <>
            <div>
              {many} are for {first.period === null ? 'one month' : monthName(first.period)} of {first.carrier?.name}.
              Do all of them count?
            </div>
            <div className={classes.buttons}>
              <Button size="xs" variant="default" onClick={() => queue.settle(ids)}>
                Yes, all of them
              </Button>
            </div>
          </>
        )}
      </DropBody>
    </li>
  );
}
