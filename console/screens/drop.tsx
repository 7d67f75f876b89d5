import { PageTitle } from '../parts/page-title.tsx';

export function DropScreen() {
  return <PageTitle title="Add statements" />;
}
