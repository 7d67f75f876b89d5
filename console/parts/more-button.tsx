import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';

interface MoreButtonProps {
  readonly isLoading: boolean;
  readonly onMore: () => void;
}

/** The distance to the end of a list at which its next page is loaded. */
const AHEAD = '600px';

/** Ends a list that has more pages. The next page is loaded as the end comes near, and by the button. */
export function MoreButton({ isLoading, onMore }: MoreButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const more = useRef(onMore);
  more.current = onMore;
  // After each page the observer starts anew, because an end that stays near does not come near again.
  useEffect(() => {
    if (button.current === null || isLoading) return;
    const observer = new IntersectionObserver(
      ([end]) => {
        if (end?.isIntersecting === true) more.current();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [isLoading]);
  return (
    <Button ref={button} variant="default" loading={isLoading} onClick={onMore}>
      Show more
    </Button>
  );
}
