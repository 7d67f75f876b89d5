import { PageTitle } from '../parts/page-title.tsx';

export function MonthScreen() {
  return <PageTitle title="The month" />;
}
