import { Button, Select, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { NotLoaded } from '../parts/not-loaded.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { draftOf, EMPTY_DRAFT } from '../rates/rate-draft.ts';
import { RateForm } from '../rates/rate-form.tsx';
import { RateSheet } from '../rates/rate-sheet.tsx';
import { payWords, type Rate, scopeWords } from '../rates/rate-words.ts';
import classes from '../rates/rates.module.css';
import { RatesOfCarrier } from '../rates/rates-of-carrier.tsx';
import { useAllCarriers, useRates } from '../rates/use-rates.ts';
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
