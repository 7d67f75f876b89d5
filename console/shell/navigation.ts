import type { Rights } from '../session/use-rights.ts';

/** The screens in the menu, in the order of a month's work. */
const NAVIGATION = [
  { to: '/', label: 'Home' },
  { to: '/drop', label: 'Add statements' },
  { to: '/changes', label: 'Changes' },
  { to: '/ask', label: 'Ask for it' },
  { to: '/rates', label: 'Rates' },
  { to: '/by-itself', label: 'By itself next month' },
  { to: '/settings', label: 'Settings' },
] as const;

/** Returns the screens that a person can use. */
export function screensFor({ mayChange, agent }: Rights) {
  return NAVIGATION.filter(({ to }) =>
    agent === null ? mayChange || to !== '/drop' : to === '/changes' || to === '/settings',
  );
}
