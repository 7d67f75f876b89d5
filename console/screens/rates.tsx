import { Button, NativeSelect, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { ProblemError } from '../../client/problem-error.ts';
import { useApi } from '../api/api.ts';
import { DropArea } from '../drop/drop-area.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { NotLoaded } from '../parts/problem-notice.tsx';
import { saveFile } from '../parts/save-workbook.ts';
import { counted } from '../parts/shown-values.ts';
import { draftOf, EMPTY_DRAFT } from '../rates/rate-draft.ts';
import { RateEffect, RateFault, RateForm } from '../rates/rate-form.tsx';
import {
  payWords,
  type Rate,
  scopeWords,
  useAllCarriers,
  useRates,
  useRefreshAfterRates,
} from '../rates/rate-words.ts';
import classes from '../rates/rates.module.css';
import { RatesOfCarrier } from '../rates/rates-of-carrier.tsx';
import { useSession } from '../session/use-session.ts';

type Shown = { readonly kind: 'add' | 'sheet' } | { readonly kind: 'change'; readonly rate: Rate };

/** Describes in words what each carrier should pay. The owed amounts are computed by these rates. */
export function RatesScreen() {
  const { me } = useSession();
  const navigate = useNavigate();
  const { carrierId, page = 1 } = useSearch({ from: '/signed-in/rates' });
  const carriers = useAllCarriers();
  const rates = useRates(carrierId, page);
  const [dialog, setDialog] = useState<Shown | null>(null);
  const error = rates.error ?? carriers.error;
  if (rates.data === undefined || carriers.data === undefined)
    return (
      <NotLoaded
        title="The rates could not be loaded"
        error={error}
        onRetry={() => Promise.all([rates.refetch(), carriers.refetch()])}
      />
    );
  const mayChange = me?.scopes.includes('write') === true;
  const names = new Map(carriers.data.map(({ id, name }) => [id, name]));
  const byName = carriers.data.toSorted((a, b) => a.name.localeCompare(b.name));
  const byCarrier = Map.groupBy(rates.data.data, (rate) => rate.carrierId);
  const show = (search: { readonly carrierId?: string | undefined; readonly page?: number }) =>
    void navigate({ to: '/rates', search });
  const close = () => setDialog(null);
  return (
    <>
      <PageTitle
        title="Rates"
        lead="What your carriers should pay you. What they pay less than that is yours to ask for."
        actions={
          mayChange && (
            <>
              <Button onClick={() => setDialog({ kind: 'add' })}>Add a rate</Button>
              <Button variant="default" onClick={() => setDialog({ kind: 'sheet' })}>
                Add a sheet of rates
              </Button>
            </>
          )
        }
      />
      <Select
        label="Carrier"
        placeholder="All carriers"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Show all carriers' }}
        maw={360}
        data={byName.map(({ id, name }) => ({ value: id, label: name }))}
        value={carrierId ?? null}
        onChange={(id) => show({ carrierId: id ?? undefined })}
      />
      {byCarrier.size === 0 && (
        <Text mt="lg">
          No rate is known yet. Add what your contracts say; until then rates are estimated from your statements.
        </Text>
      )}
      {[...byCarrier].map(([id, ofCarrier]) => (
        <RatesOfCarrier
          key={id}
          carrierName={names.get(id) ?? 'A carrier that is not yours any more'}
          rates={ofCarrier}
          mayChange={mayChange}
          onChange={(rate) => setDialog({ kind: 'change', rate })}
        />
      ))}
      {(page > 1 || rates.data.pagination.hasMore) && (
        <nav aria-label="Pages" className={classes.pages}>
          <Button variant="default" disabled={page === 1} onClick={() => show({ carrierId, page: page - 1 })}>
            Previous page
          </Button>
          <Button
            variant="default"
            disabled={!rates.data.pagination.hasMore}
            onClick={() => show({ carrierId, page: page + 1 })}
          >
            Next page
          </Button>
        </nav>
      )}
      <Dialog isOpen={dialog !== null} onClose={close} title={dialog === null ? '' : titleOf(dialog, names)}>
        {dialog?.kind === 'add' && (
          <RateForm initial={{ ...EMPTY_DRAFT, carrierId: carrierId ?? '' }} carriers={byName} onSaved={close} />
        )}
        {dialog?.kind === 'change' && <RateForm initial={draftOf(dialog.rate)} carriers={null} onSaved={close} />}
        {dialog?.kind === 'sheet' && <RateSheet carriers={byName} onSaved={close} />}
      </Dialog>
    </>
  );
}

function titleOf(dialog: Shown, names: ReadonlyMap<string, string>): string {
  if (dialog.kind !== 'change') return dialog.kind === 'add' ? 'Add a rate' : 'Add a sheet of rates';
  const { rate } = dialog;
  return `${names.get(rate.carrierId) ?? ''}: ${payWords(rate)}, ${scopeWords(rate)}`;
}

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
function RateSheet({ carriers, onSaved }: RateSheetProps) {
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
