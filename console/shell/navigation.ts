import type { Icon } from '@tabler/icons-react';
import IconArrowsDiff from '@tabler/icons-react/icons/IconArrowsDiff';
import IconCalendarCheck from '@tabler/icons-react/icons/IconCalendarCheck';
import IconCashBanknote from '@tabler/icons-react/icons/IconCashBanknote';
import IconCoin from '@tabler/icons-react/icons/IconCoin';
import IconFilePlus from '@tabler/icons-react/icons/IconFilePlus';
import IconHome from '@tabler/icons-react/icons/IconHome';
import IconIdBadge2 from '@tabler/icons-react/icons/IconIdBadge2';
import IconPercentage from '@tabler/icons-react/icons/IconPercentage';
import IconReportAnalytics from '@tabler/icons-react/icons/IconReportAnalytics';
import IconSettings from '@tabler/icons-react/icons/IconSettings';
import IconUsers from '@tabler/icons-react/icons/IconUsers';
import type { Rights } from '../session/use-session.ts';

interface NavigationEntry {
  readonly to:
    | '/'
    | '/statements'
    | '/drop'
    | '/changes'
    | '/members'
    | '/ask'
    | '/agents'
    | '/pay'
    | '/my-pay'
    | '/rates'
    | '/reports'
    | '/settings';
  readonly label: string;
  readonly icon: Icon;
  /** Further words by which the search finds the screen. */
  readonly words: string;
}

/** The screens in the menu, in the order of a month's work. */
const NAVIGATION: readonly NavigationEntry[] = [
  { to: '/', label: 'Home', icon: IconHome, words: 'start month overview' },
  { to: '/statements', label: 'Statements', icon: IconCalendarCheck, words: 'late deposit close month files' },
  { to: '/drop', label: 'Add statements', icon: IconFilePlus, words: 'upload drop file' },
  { to: '/changes', label: 'Changes', icon: IconArrowsDiff, words: 'gone new paid less' },
  { to: '/members', label: 'Members', icon: IconUsers, words: 'people call list contacts' },
  { to: '/ask', label: 'Money to ask', icon: IconCoin, words: 'owed claims letter dispute recover' },
  { to: '/agents', label: 'Agents', icon: IconIdBadge2, words: 'producers spellings names npn upline tax form' },
  { to: '/pay', label: 'Pay', icon: IconCashBanknote, words: 'agent commission run plans payroll statement 1099' },
  { to: '/my-pay', label: 'My pay', icon: IconCashBanknote, words: 'statements commission balance questions' },
  { to: '/rates', label: 'Rates', icon: IconPercentage, words: 'percent contract' },
  { to: '/reports', label: 'Reports', icon: IconReportAnalytics, words: 'excel sql mail' },
  { to: '/settings', label: 'Settings', icon: IconSettings, words: 'preferences' },
];

/** The screens of agents, who see their own members only. */
const FOR_AGENTS: ReadonlySet<string> = new Set(['/my-pay', '/changes', '/members', '/settings']);

/** Returns the screens that a person can use. */
export function screensFor({ mayChange, agent }: Rights): readonly NavigationEntry[] {
  return NAVIGATION.filter(({ to }) =>
    agent === null ? to !== '/my-pay' && (mayChange || to !== '/drop') : FOR_AGENTS.has(to),
  );
}

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
