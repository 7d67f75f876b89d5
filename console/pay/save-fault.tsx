import { Button } from '@mantine/core';
import { problemOf } from '../api/api.ts';
import { FaultNotice } from '../parts/problem-notice.tsx';
import { useReloadSetup } from './use-pay.ts';

/** Says why a setup was not saved. After a change by somebody else it is loaded anew, without what was typed here. */
export function SaveFault({ error }: { readonly error: unknown }) {
  const reload = useReloadSetup();
  if (error === null) return null;
  const isConflict = problemOf(error).status === 409;
  return (
    <div>
      <FaultNotice title={isConflict ? 'Somebody else changed this meanwhile' : 'It was not saved'} error={error} />
      {isConflict && (
        <Button size="xs" variant="default" mt="xs" onClick={() => void reload()}>
          Show what holds now
        </Button>
      )}
    </div>
  );
}
