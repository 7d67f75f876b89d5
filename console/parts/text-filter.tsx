import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import { useEffect, useState } from 'react';

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
