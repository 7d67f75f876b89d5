import { PageTitle } from '../parts/page-title.tsx';

export function RatesScreen() {
  return <PageTitle title="Rates" />;
}
