import { Button, Text } from '@mantine/core';
import IconChevronRight from '@tabler/icons-react/icons/IconChevronRight';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { ListTable } from '../parts/list-table.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { counted } from '../parts/shown-values.ts';
import {
  effectSentence,
  payWords,
  type Rate,
  scopeWords,
  sourceWords,
  timeWords,
  useRefreshAfterRates,
} from './rate-words.ts';
import classes from './rates.module.css';

interface RatesOfCarrierProps {
  readonly carrierName: string;
  readonly rates: readonly Rate[];
  readonly mayChange: boolean;
  readonly onChange: (rate: Rate) => void;
}

/** Shows in words what one carrier pays. An estimate is confirmed or left; a rate of the contract is changed or removed. */
export function RatesOfCarrier({ carrierName, rates, mayChange, onChange }: RatesOfCarrierProps) {
  const api = useApi();
  const refresh = useRefreshAfterRates();
  const confirm = useMutation({
    mutationFn: (rateId: string) =>
      answerOf(api.POST('/v1/expected-rates/{rateId}/confirm', { params: { path: { rateId } }, body: {} })),
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: (rateId: string) =>
      answerOf(api.DELETE('/v1/expected-rates/{rateId}', { params: { path: { rateId } } })),
    onSuccess: refresh,
  });
  const open = rates.filter((rate) => rate.source === 'estimated' && !isContracted(rate, rates));
  // The line confirms the only estimate, or else the one of all plans.
  const first = open.length === 1 ? open[0] : open.find(isForAllPlans);
  return (
    <div className={classes.row}>
      <details className={classes.carrier} aria-label={carrierName}>
        <summary className={classes.line} data-row>
          <IconChevronRight size={16} stroke={1.75} aria-hidden className={classes.chevron} />
          <span className={classes.name}>{carrierName}</span>
          <span>{lineWords(rates)}</span>
          <span className={classes.quiet}>
            {open.length === 0 ? 'By your contract' : `${counted(open.length, 'estimate')} to confirm`}
          </span>
        </summary>
        <div className={classes.details}>
          {confirm.error !== null && <ProblemNotice title="The estimate was not confirmed" error={confirm.error} />}
          {remove.error !== null && <ProblemNotice title="The rate was not removed" error={remove.error} />}
          <ListTable
            label={`Rates of ${carrierName}`}
            rows={rates}
            keyOf={({ id }) => id}
            columns={[
              { label: 'Pays', cell: payWords },
              { label: 'For', cell: scopeWords },
              { label: 'When', cell: timeWords },
              { label: 'Known from', cell: (rate) => <Source rate={rate} isContracted={isContracted(rate, rates)} /> },
              mayChange
                ? {
                    label: 'Change',
                    cell: (rate) => (
                      <RateButtons
                        rate={rate}
                        mayConfirm={!isContracted(rate, rates)}
                        isBusy={[confirm, remove].some(
                          ({ isPending, variables }) => isPending && variables === rate.id,
                        )}
                        onConfirm={() => confirm.mutate(rate.id)}
                        onChange={() => onChange(rate)}
                        onRemove={() => remove.mutate(rate.id)}
                      />
                    ),
                  }
                : null,
            ]}
          />
        </div>
      </details>
      {mayChange && first !== undefined && (
        <div className={classes.confirm}>
          <ConfirmEstimate
            key={first.id}
            rate={first}
            name={`${carrierName}, ${payWords(first)}`}
            isBusy={confirm.isPending}
            onConfirm={() => confirm.mutate(first.id)}
          />
        </div>
      )}
    </div>
  );
}

/** True for a rate of every plan, whose effect the service foretells. */
const isForAllPlans = ({ planCode, planName, productType }: Rate): boolean =>
  planCode === null && planName === null && productType === null;

/** Says in one line what a carrier pays: "We think $21.00 a member a month", "5 rates, the first $24.75 a member a month". */
function lineWords(rates: readonly Rate[]): string {
  const [first] = rates.toSorted((a, b) => (a.source === b.source ? 0 : a.source === 'contracted' ? -1 : 1));
  if (first === undefined) return 'No rate yet';
  const pay = payWords(first);
  const words = new Set(rates.map(payWords));
  const what = words.size === 1 ? pay : `${pay}, and ${counted(words.size - 1, 'other rate')}`;
  return first.source === 'contracted' ? what : `We think ${what}`;
}

interface SourceProps {
  readonly rate: Rate;
  readonly isContracted: boolean;
}

function Source({ rate, isContracted: isInContract }: SourceProps) {
  return (
    <>
      {sourceWords(rate)}
      {rate.source === 'estimated' && (
        <Text size="xs" c="dimmed">
          {isInContract ? 'Your contract says the same.' : 'Compare it with your contract.'}
        </Text>
      )}
    </>
  );
}

/** True if a contracted rate pays the same for the same members, as after the estimate was confirmed. */
function isContracted(estimate: Rate, rates: readonly Rate[]): boolean {
  return rates.some(
    (rate) =>
      rate.source === 'contracted' &&
      payWords(rate) === payWords(estimate) &&
      scopeWords(rate) === scopeWords(estimate),
  );
}

interface RateButtonsProps {
  readonly rate: Rate;
  readonly mayConfirm: boolean;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onChange: () => void;
  readonly onRemove: () => void;
}

function RateButtons({ rate, mayConfirm, isBusy, onConfirm, onChange, onRemove }: RateButtonsProps) {
  const [isAsking, setAsking] = useState(false);
  const name = `${payWords(rate)}, ${scopeWords(rate)}`;
  if (rate.source === 'estimated')
    return mayConfirm ? <ConfirmEstimate {...{ rate, name, isBusy, onConfirm }} /> : null;
  if (isAsking)
    return (
      <div className={classes.buttons}>
        <Button size="xs" color="red" loading={isBusy} aria-label={`Yes, remove it: ${name}`} onClick={onRemove}>
          Yes, remove it
        </Button>
        <Button size="xs" variant="default" onClick={() => setAsking(false)}>
          Keep it
        </Button>
      </div>
    );
  // A confirmed estimate is for a plan's name or a type of product, which no form has. It can be removed and not changed.
  const isConfirmed = rate.planName !== null || rate.productType !== null;
  return (
    <div className={classes.buttons}>
      {!isConfirmed && (
        <Button size="xs" variant="default" aria-label={`Change ${name}`} onClick={onChange}>
          Change
        </Button>
      )}
      <Button size="xs" variant="default" aria-label={`Remove ${name}`} onClick={() => setAsking(true)}>
        Remove
      </Button>
    </div>
  );
}

interface ConfirmEstimateProps {
  readonly rate: Rate;
  readonly name: string;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
}

/** Says what confirming an estimate brings, and confirms it. The service foretells only rates of all plans. */
function ConfirmEstimate({ rate, name, isBusy, onConfirm }: ConfirmEstimateProps) {
  const api = useApi();
  const { carrierId, rateType, rateValue } = rate;
  const effect = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/expected-rates/preview', { body: { carrierId, rateType, rateValue } })),
  });
  if (!effect.isSuccess && isForAllPlans(rate))
    return (
      <>
        <Button
          size="xs"
          variant="default"
          aria-label={`Confirm: ${name}`}
          loading={effect.isPending}
          onClick={() => effect.mutate()}
        >
          Confirm
        </Button>
        {effect.error !== null && <ProblemNotice title="What it brings is not known" error={effect.error} />}
      </>
    );
  return (
    <>
      {effect.data !== undefined && (
        <Text size="xs" role="status" maw="16rem">
          {effectSentence(effect.data.totals)}
        </Text>
      )}
      <Button size="xs" variant="default" loading={isBusy} aria-label={`This is our rate: ${name}`} onClick={onConfirm}>
        This is our rate
      </Button>
    </>
  );
}
