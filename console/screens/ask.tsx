import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { ClaimsOfCarrier } from '../ask/claims-of-carrier.tsx';
import { DisputeList } from '../ask/dispute-list.tsx';
import { money } from '../parts/money.ts';
import { NotLoaded } from '../parts/not-loaded.tsx';
import { PageTitle } from '../parts/page-title.tsx';

/** The most claims that one page of the report has. */
const CLAIMS_MAX = 500;

/** Shows the money that carriers still owe, by carrier, with letters to write and the outcomes of earlier letters. */
export function AskScreen() {
  const api = useApi();
  const [written, setWritten] = useState(0);
  const { data, error, refetch } = useQuery({
    queryKey: ['recoverable'],
    queryFn: () => answerOf(api.GET('/v1/reports/recoverable', { params: { query: { limit: CLAIMS_MAX } } })),
  });
  if (data === undefined) return <NotLoaded title="The claims could not be loaded" error={error} onRetry={refetch} />;
  const { recoverable, estimated, asked } = data.totals;
  const lead =
    data.data.length === 0
      ? 'Nothing is open: no carrier owes you money by your rates and statements.'
      : `${money(recoverable)} to ask for in the last twelve months${estimated > 0 ? `, and ${money(estimated)} to check` : ''}.${asked > 0 ? ` ${money(asked)} of it is asked for already.` : ''}`;
  const byCarrier = Map.groupBy(data.data, ({ carrierId }) => carrierId);
  return (
    <>
      <PageTitle title="Ask for it" lead={lead} />
      {[...byCarrier.values()].map((claims) => {
        const [first] = claims;
        return first === undefined ? null : (
          <ClaimsOfCarrier
            key={`${first.carrierId} ${claims.map(({ disputeId }) => disputeId ?? '-').join(' ')}`}
            carrierName={first.carrierName}
            claims={claims}
            onWritten={() => setWritten((letters) => letters + 1)}
          />
        );
      })}
      {data.pagination.hasMore && <p>The first {CLAIMS_MAX} claims are shown. Ask for these first.</p>}
      <DisputeList written={written} />
    </>
  );
}
