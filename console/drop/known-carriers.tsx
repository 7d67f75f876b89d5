import { Text, TextInput, Title } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import { useCarriers } from './drop-entry.ts';
import classes from './known-carriers.module.css';

/** Shows the carriers whose statements are read without any setting, with a search by name. */
export function KnownCarriers() {
  const { data: carriers = [] } = useCarriers();
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim().toLowerCase());
  if (carriers.length === 0) return null;
  const found = carriers.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <section aria-labelledby="known" className={classes.known}>
      <Title order={2} size="h4" id="known">
        Statements of these carriers are read by themselves
      </Title>
      <TextInput
        type="search"
        label="Find a carrier"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        maw={360}
      />
      {found.length === 0 ? (
        <Text role="status">
          No carrier of this name yet. Drop its statement all the same: you show once which column is which.
        </Text>
      ) : (
        <ul className={classes.names}>
          {found.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
