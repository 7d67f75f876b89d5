import { PageTitle } from '../parts/page-title.tsx';

export function LayoutScreen() {
  return <PageTitle title="How to read this statement" />;
}
