import { Alert, Text } from '@mantine/core';
import { counted, money } from '../parts/money.ts';
import classes from './layout.module.css';
import type { Preview } from './role-labels.ts';

const FAILURES_SHOWN = 5;

/** Shows the total that the statement prints beside the total that the service read, so that people notice a wrong column. */
export function ReadTotals({ preview: { statement } }: { readonly preview: Preview }) {
  if (statement === null)
    return (
      <Alert color="yellow" title="It cannot be read yet">
        Choose at least the columns "Member number" and "Commission paid".
      </Alert>
    );
  const { commissionTotal, printedTotal, totalsMatch, members, failed, failures } = statement;
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
          Perhaps another column is the commission, or a second one belongs to it.
        </Alert>
      )}
      {totalsMatch === null && (
        <Text c="dimmed" mt="xs">
          The statement prints no total. Compare the one that was read with your payment.
        </Text>
      )}
      {failed > 0 && (
        <Alert color="yellow" title={`${counted(failed, 'row')} cannot be read`} mt="xs">
          <ul>
            {failures.slice(0, FAILURES_SHOWN).map(({ row, errors }) => (
              <li key={row}>
                Row {row}: {errors.join(' ')}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  );
}
