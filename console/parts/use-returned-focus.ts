import { useEffect, useState } from 'react';

/**
 * Gives the focus back to what opened a dialog, when the component inside it goes and nothing else has taken the focus. The library does so
 * only for a dialog that stays in the page while it is closed.
 */
export function useReturnedFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [opener],
  );
}
