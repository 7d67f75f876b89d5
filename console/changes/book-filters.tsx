import { Select } from '@mantine/core';
import { MonthSelect } from '../month/month-select.tsx';
import { type Home, useHome } from '../month/use-home.ts';

/** The filters of the list of changes that are about the agency's book. */
interface BookSearch {
  readonly period?: string | undefined;
  readonly carrierId?: string | undefined;
  readonly agent?: string | undefined;
}

interface BookFiltersProps {
  readonly search: BookSearch;
  /** The month that the list shows. */
  readonly period: string;
  readonly onShow: (change: BookSearch) => void;
}

/** Chooses month, carrier and agent among those that the month has. */
export function BookFilters({ search, period, onShow }: BookFiltersProps) {
  const { data: home } = useHome(period);
  return (
    <>
      <MonthSelect label="Month" months={home?.months} period={period} onChoose={(next) => onShow({ period: next })} />
      <OneOfMany
        label="Carrier"
        everything="All carriers"
        options={home?.carriers.map(({ carrierId, carrierName }) => [carrierId, carrierName]) ?? []}
        value={search.carrierId}
        onChoose={(carrierId) => onShow({ carrierId })}
      />
      <OneOfMany
        label="Agent"
        everything="All agents"
        options={home === undefined ? [] : agentsOf(home)}
        value={search.agent}
        onChoose={(agent) => onShow({ agent })}
      />
    </>
  );
}

type Option = readonly [value: string, label: string];

function agentsOf({ agents }: Home): readonly Option[] {
  return agents.flatMap(({ agentId, agentName }) => {
    const value = agentId ?? agentName;
    return value === null ? [] : [[value, agentName ?? value] as const];
  });
}

interface OneOfManyProps {
  readonly label: string;
  readonly everything: string;
  readonly options: readonly Option[];
  readonly value: string | undefined;
  readonly onChoose: (value: string | undefined) => void;
}

/** Shows a filter. Its value is shown even when the month no longer has it, so that nobody overlooks it. */
export function OneOfMany({ label, everything, options, value, onChoose }: OneOfManyProps) {
  const labels = new Map([['', everything], ...(value === undefined ? [] : [[value, value] as const]), ...options]);
  return (
    <Select
      label={label}
      searchable
      allowDeselect={false}
      nothingFoundMessage="Nothing of this name"
      data={[...labels].map(([of, name]) => ({ value: of, label: name }))}
      value={value ?? ''}
      onChange={(chosen) => onChoose(chosen === null || chosen === '' ? undefined : chosen)}
    />
  );
}
