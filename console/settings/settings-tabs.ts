import type { Rights } from '../session/use-session.ts';

/** The parts of the settings, by their name in the address; those for developers last. */
const SETTINGS_TABS = [
  { value: 'team', label: 'Team' },
  { value: 'incoming', label: 'Incoming statements' },
  { value: 'carriers', label: 'Carriers' },
  { value: 'data', label: 'Your data' },
  { value: 'you', label: 'You' },
  { value: 'tokens', label: 'Access tokens' },
  { value: 'webhooks', label: 'Webhooks' },
] as const;

type SettingsTab = (typeof SETTINGS_TABS)[number];

/**
 * Returns the tabs that the person can use. An agent cannot use the agency's tabs. `hasOwn` is false for a token and for placeholders,
 * which have no settings of their own.
 */
export function settingsTabsFor({ isOwner, agent }: Rights, hasOwn: boolean): readonly SettingsTab[] {
  return SETTINGS_TABS.filter(({ value }) => {
    if (value === 'you') return hasOwn;
    return agent === null && (value !== 'tokens' || isOwner);
  });
}
