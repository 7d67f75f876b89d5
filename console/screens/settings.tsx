import { PageTitle } from '../parts/page-title.tsx';

export function SettingsScreen() {
  return <PageTitle title="Settings" />;
}
