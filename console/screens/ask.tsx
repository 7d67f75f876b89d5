import { PageTitle } from '../parts/page-title.tsx';

export function AskScreen() {
  return <PageTitle title="Ask for it" />;
}
