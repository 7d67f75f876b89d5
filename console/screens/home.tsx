import { PageTitle } from '../parts/page-title.tsx';

export function HomeScreen() {
  return <PageTitle title="Home" />;
}
