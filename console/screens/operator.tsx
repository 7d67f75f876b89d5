import { PageTitle } from '../parts/page-title.tsx';

export function OperatorScreen() {
  return <PageTitle title="Operator" />;
}
