import { PageTitle } from '../parts/page-title.tsx';

export function ArrivalsScreen() {
  return <PageTitle title="By itself next month" />;
}
