import { Alert, Text } from '@mantine/core';
import { counted, money } from '../parts/shown-values.ts';
import classes from './layout.module.css';
import { LOST_IDS, LOST_IDS_TITLE, saysLost } from './lost-ids.ts';
import { inOwnersWords, type Preview } from './role-labels.ts';

const FAILURES_SHOWN = 5;

/** Shows the total that the statement prints beside the total that the service read, so that people notice a wrong column. */
export function ReadTotals({ preview: { statement, isComplete, notes } }: { readonly preview: Preview }) {
  if (statement === null)
    return (
      <>
        <Alert color="yellow" title="It cannot be read yet">
          {isComplete
            ? inOwnersWords(notes.at(-1) ?? '')
            : 'Choose at least the columns "Member number" and "Commission paid".'}
        </Alert>
        {notes.some(saysLost) && <LostIds />}
      </>
    );
  const { commissionTotal, printedTotal, totalsMatch, members, failed, failures, warnings } = statement;
  // The totals themselves are compared above.
  const others = warnings.filter(({ code }) => code !== 'footer_variance');
  return (
    <div>
      <dl className={classes.totals}>
        <div>
          <dt>Total that was read</dt>
          <dd>{money(commissionTotal)}</dd>
        </div>
        <div>
          <dt>Total printed on the statement</dt>
          <dd>{printedTotal === null ? 'none' : money(printedTotal)}</dd>
        </div>
        <div>
          <dt>Members</dt>
          <dd>{members}</dd>
        </div>
      </dl>
      {totalsMatch === true && (
        <Text c="green" role="status" mt="xs">
          ✓ Both totals are the same.
        </Text>
      )}
      {totalsMatch === false && (
        <Alert color="orange" title="The totals differ" mt="xs">
          Perhaps another column is the commission, a second one belongs to it, or another sheet is to be read.
        </Alert>
      )}
      {totalsMatch === null && (
        <Text c="dimmed" mt="xs">
          The statement prints no total. Compare the one that was read with your payment.
        </Text>
      )}
      {others.length > 0 && (
        <Alert color="yellow" title="Look at this" mt="xs">
          {others.map(({ code, detail }) => (
            <Text key={code} size="sm">
              {inOwnersWords(detail)}
            </Text>
          ))}
        </Alert>
      )}
      {failed > 0 && (
        <Alert color="yellow" title={`${counted(failed, 'row')} cannot be read`} mt="xs">
          <ul>
            {failures.slice(0, FAILURES_SHOWN).map(({ row, errors }) => (
              <li key={row}>
                Row {row}: {errors.map(inOwnersWords).join(' ')}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {failures.some(({ errors }) => errors.some(saysLost)) && <LostIds />}
    </div>
  );
}

function LostIds() {
  return (
    <Alert color="orange" title={LOST_IDS_TITLE} mt="xs">
      {LOST_IDS}
    </Alert>
  );
}
