import { PageTitle } from '../parts/page-title.tsx';

export function MemberScreen() {
  return <PageTitle title="Member" />;
}
