import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react';
import { useClient } from '../api/api.ts';
import { ME_KEY } from '../api/query-client.ts';
import { createDropCalls } from './drop-calls.ts';
import { type DropEntry, isUnderWay } from './drop-entry.ts';
import { DropQueue } from './drop-queue.ts';

const DropContext = createContext<DropQueue | null>(null);

/** Keeps the dropped files while a person is signed in, and warns before the browser closes in the middle of an upload. */
export function DropProvider({ children }: { readonly children: ReactNode }) {
  const client = useClient();
  const queries = useQueryClient();
  const [queue] = useState(() => {
    const onChanged = () => void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== ME_KEY[0] });
    return new DropQueue(createDropCalls(client, onChanged));
  });
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (queue.entries().some(isUnderWay)) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [queue]);
  return <DropContext value={queue}>{children}</DropContext>;
}

export function useDropQueue(): DropQueue {
  const queue = use(DropContext);
  if (queue === null) throw new Error('A component that shows dropped files is outside of DropProvider.');
  return queue;
}

export function useDropEntries(): readonly DropEntry[] {
  const queue = useDropQueue();
  return useSyncExternalStore(queue.subscribe, queue.entries);
}
