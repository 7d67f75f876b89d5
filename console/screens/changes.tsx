import { PageTitle } from '../parts/page-title.tsx';

export function ChangesScreen() {
  return <PageTitle title="Changes" />;
}
