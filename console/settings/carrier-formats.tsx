import { Select, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useCarriers } from '../drop/use-carriers.ts';
import { LoadingNotice } from '../parts/loading-notice.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { FormatVersions } from './format-versions.tsx';

/** Shows how the statements of a carrier are read. The carrier is chosen from those that the service knows. */
export function CarrierFormats({ mayWrite }: { readonly mayWrite: boolean }) {
  const { data, error, refetch } = useCarriers();
  const [carrierId, setCarrierId] = useState<string | null>(null);
  const carrier = data?.find(({ id }) => id === carrierId);
  return (
    <section aria-label="Carriers">
      <Title order={2} size="h4" mt="lg">
        How statements are read
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        Each carrier has a format that says which column means what. Formats that come with the service get better by
        themselves; one that you saved stays as it is, and goes first.
      </Text>
      {error !== null && (
        <ProblemNotice title="The carriers could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined ? (
        error === null && <LoadingNotice />
      ) : (
        <Select
          label="Carrier"
          placeholder="Type a few letters"
          searchable
          nothingFoundMessage="No carrier has this name"
          data={data.map(({ id, name }) => ({ value: id, label: name }))}
          value={carrierId}
          onChange={setCarrierId}
        />
      )}
      {carrier !== undefined && (
        <FormatVersions key={carrier.id} carrierId={carrier.id} carrierName={carrier.name} mayWrite={mayWrite} />
      )}
    </section>
  );
}
