import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import { useEffect, useState } from 'react';
import { type Home, useHome } from '../month/use-home.ts';
import type { ChangesSearch } from './changes-view.ts';

interface BookFiltersProps {
  readonly search: ChangesSearch;
  /** The month that the list shows. */
  readonly period: string;
  readonly onShow: (change: ChangesSearch) => void;
}

/** Chooses carrier and agent among those that the month has. */
export function BookFilters({ search, period, onShow }: BookFiltersProps) {
  const { data: home } = useHome(period);
  return (
    <>
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
    const value = agentName ?? agentId;
    return value === null ? [] : [[value, value] as const];
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
      aria-label={label}
      searchable
      nothingFoundMessage="Nothing of this name"
      data={[...labels].map(([of, name]) => ({ value: of, label: name }))}
      value={value ?? ''}
      onChange={(chosen) => onChoose(chosen === null || chosen === '' ? undefined : chosen)}
    />
  );
}

interface TextFilterProps {
  readonly label: string;
  readonly text: string;
  readonly onSearch: (text: string) => void;
}

/** Filters a list while one types. Another address, such as that of the button "back", replaces the text. */
export function TextFilter({ label, text, onSearch }: TextFilterProps) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  const search = useDebouncedCallback((next: string) => onSearch(next.trim()), 250);
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        search(currentTarget.value);
      }}
    />
  );
}
