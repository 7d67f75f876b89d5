import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { ProblemError } from '../../client/problem-error.ts';
import { useApi } from '../api/api.ts';
import { DropArea } from '../drop/drop-area.tsx';
import { counted } from '../parts/money.ts';
import { saveFile } from '../parts/save-workbook.ts';
import { RateEffect } from './rate-effect.tsx';
import { RateFault } from './rate-fault.tsx';
import classes from './rates.module.css';
import { useRefreshAfterRates } from './use-rates.ts';

interface RateSheetProps {
  readonly carriers: readonly { readonly id: string; readonly name: string }[];
  readonly onSaved: () => void;
}

/** The columns that a sheet may have. The first two are required. */
const HEADINGS =
  'Type,Rate,Plan,Tier,State,From,To,Max lives,From policy month,To policy month,From lives,To lives\r\n';
/** The most bytes of a sheet, far more than the rates that the service accepts at once need. */
const BYTES_MAX = 4 * 1024 * 1024;

/**
 * Takes a sheet of one carrier's rates. Shows the faults by row, or what the rates would change, and stores them when the person confirms.
 */
export function RateSheet({ carriers, onSaved }: RateSheetProps) {
  const api = useApi();
  const refresh = useRefreshAfterRates();
  const [carrierId, setCarrierId] = useState('');
  const [csv, setCsv] = useState<string | null>(null);
  const send = (text: string, dryRun: boolean) =>
    answerOf(
      api.POST('/v1/expected-rates/bulk', {
        params: { query: { carrierId, dryRun } },
        body: text,
        bodySerializer: (body) => body,
        headers: { 'Content-Type': 'text/csv' },
      }),
    );
  const check = useMutation({
    mutationFn: async (file: File) => {
      const text = await textOf(file);
      setCsv(text);
      return send(text, true);
    },
  });
  const save = useMutation({
    mutationFn: (text: string) => send(text, false),
    onSuccess: async () => {
      onSaved();
      await refresh();
    },
  });
  const choose = (id: string) => {
    setCarrierId(id);
    setCsv(null);
    check.reset();
    save.reset();
  };
  const failed = save.error ?? check.error;
  return (
    <Stack>
      <Text size="sm">
        One row for each rate: “percent of premium” and 5%, or “flat per member” and 28.92, and if you like the plan,
        the state and the days. Rates that are not in the sheet stay.
      </Text>
      <div className={classes.fields}>
        <NativeSelect
          className={classes.field}
          label="Carrier"
          required
          data={[{ value: '', label: 'Choose' }, ...carriers.map(({ id, name }) => ({ value: id, label: name }))]}
          value={carrierId}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        <Button
          variant="default"
          onClick={() => saveFile(new Blob([HEADINGS], { type: 'text/csv' }), 'rates to fill in.csv')}
        >
          Save an empty sheet
        </Button>
      </div>
      {carrierId !== '' && (
        <DropArea
          title="Drop the sheet of rates here"
          label="Sheet of rates"
          onFiles={([file]) => file !== undefined && check.mutate(file)}
        >
          A CSV file: in Excel choose “Save as” and then “CSV”.
        </DropArea>
      )}
      {check.isPending && <Text role="status">Reading the sheet …</Text>}
      {failed !== null && <RateFault title="Nothing was stored. Correct the sheet and drop it again" error={failed} />}
      {check.data !== undefined && csv !== null && check.error === null && (
        <>
          {check.data.owed !== null && (
            <RateEffect owed={check.data.owed}>
              {`${counted(check.data.created, 'new rate')}, ${check.data.replaced} changed, ${check.data.unchanged} as before.`}
            </RateEffect>
          )}
          <div className={classes.buttons}>
            <Button loading={save.isPending} onClick={() => save.mutate(csv)}>
              Save these rates
            </Button>
          </div>
        </>
      )}
    </Stack>
  );
}

/** Reads a text file. Throws a ProblemError for a workbook, which begins with the letters of a ZIP file, and for a large file. */
async function textOf(file: File): Promise<string> {
  if (file.size > BYTES_MAX) throw unreadable('The file is too large for a sheet of rates.');
  const text = await file.text();
  if (text.startsWith('PK') || text.includes('\0'))
    throw unreadable('This is not a CSV file. Open it in Excel, choose “Save as” and then “CSV”.');
  return text;
}

function unreadable(sentence: string): ProblemError {
  return new ProblemError(sentence, { code: 'validation_error', status: 0 });
}
