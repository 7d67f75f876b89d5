import IconSearch from '@tabler/icons-react/icons/IconSearch';
import { lazy, Suspense, useEffect, useState } from 'react';
import classes from './search-button.module.css';

/** The dialog is loaded when it is opened first, so that the first view stays small. */
const SearchDialog = lazy(() => import('./search-dialog.tsx'));

/** Opens the search, also by "/" and by Ctrl-K or Command-K. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const open = () => {
    setWasOpen(true);
    setOpen(true);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      setWasOpen(true);
      setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button type="button" className={classes.button} onClick={open} aria-keyshortcuts="/ Control+K">
        <IconSearch size={16} aria-hidden />
        <span className={classes.text}>Search people, policies, files …</span>
        <kbd className={classes.key} aria-hidden>
          /
        </kbd>
      </button>
      {wasOpen && (
        <Suspense>
          <SearchDialog isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** True for a key that opens the search. "/" is text where one types, and belongs to the dialog that is open. */
function isSearchKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key.toLowerCase() === 'k') return ctrlKey || metaKey;
  if (key !== '/' || ctrlKey || metaKey || altKey) return false;
  const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable=true]');
  return !isTyping && document.querySelector('[role=dialog]') === null;
}
