/** The parts of the settings, by their name in the address. */
export const SETTINGS_TABS = [
  { value: 'team', label: 'Team' },
  { value: 'tokens', label: 'Access tokens' },
  { value: 'webhooks', label: 'Webhooks' },
  { value: 'carriers', label: 'Carriers' },
  { value: 'data', label: 'Your data' },
] as const;

export type SettingsTab = (typeof SETTINGS_TABS)[number]['value'];

/** Reads the tab of an address; the team when it names none. */
export function settingsTabOf(text: string | null | undefined): SettingsTab {
  return SETTINGS_TABS.find(({ value }) => value === text)?.value ?? 'team';
}
