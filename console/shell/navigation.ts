/** The screens in the menu, in the order of a month's work. */
export const NAVIGATION = [
  { to: '/', label: 'Home' },
  { to: '/drop', label: 'Add statements' },
  { to: '/changes', label: 'Changes' },
  { to: '/ask', label: 'Ask for it' },
  { to: '/rates', label: 'Rates' },
  { to: '/settings', label: 'Settings' },
] as const;
