import {
  ActionIcon,
  Burger,
  Button,
  Container,
  Menu,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import { useMutation } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { DropProvider } from '../drop/drop-context.tsx';
import mark from '../icon.svg';
import { TextLink } from '../parts/link-button.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { LoadingNotice, ProblemNotice } from '../parts/problem-notice.tsx';
import { identityOf, type Me, useRights, useSession } from '../session/use-session.ts';
import { Introduction } from '../team/introduction.tsx';
import { screensFor } from './navigation.ts';
import classes from './shell.module.css';

/** Shows the screens to a signed-in person. Sends everybody else to the sign-in, which leads back to the same screen. */
export function SignedIn() {
  const { state, me, problem, askAgain } = useSession();
  const navigate = useNavigate();
  const router = useRouter();
  useEffect(() => {
    if (state !== 'signed-out') return;
    const { publicHref, pathname } = router.state.location;
    if (pathname === '/sign-in') return;
    void navigate({ to: '/sign-in', search: pathname === '/' ? {} : { to: publicHref }, replace: true });
  }, [state, navigate, router]);
  if (me !== null)
    return (
      // The key changes with the person, so that nobody finds the screens and the dropped files of the person before.
      <DropProvider key={identityOf(me)} owner={me.person === null ? null : identityOf(me)}>
        <Shell me={me} />
      </DropProvider>
    );
  if (state === 'asking' || state === 'signed-out') return <LoadingNotice />;
  return (
    <Container size="sm" py="xl" component="main">
      <ProblemNotice title="The service does not answer" error={problem} onRetry={askAgain} />
    </Container>
  );
}

/** Shown in the frame of the screens, so that the menu and the search lead on. */
export function UnknownPage() {
  return (
    <>
      <PageTitle title="There is no such page" />
      <Text>
        The address may have a typing mistake. <TextLink to="/">Go to the start</TextLink>
      </Text>
    </>
  );
}

/** The frame of every screen: the bar with the agency's name, the menu, and the screen itself. */
function Shell({ me }: { readonly me: Me }) {
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  const rights = useRights();
  useListKeys();
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another page closes the menu of a narrow screen.
  useEffect(() => setOpen(false), [pathname]);
  return (
    <div className={classes.frame}>
      <button type="button" className={`${classes.skip} no-print`} onClick={focusContent}>
        Skip to the content
      </button>
      <header className={`${classes.bar} no-print`}>
        <Burger
          className={classes.burger}
          opened={isOpen}
          onClick={() => setOpen(!isOpen)}
          aria-label={isOpen ? 'Close the menu' : 'Open the menu'}
          aria-expanded={isOpen}
          aria-controls="menu"
          size="sm"
        />
        <Link to="/" className={classes.brand}>
          <img src={mark} alt="" width={26} height={26} />
          <span className={classes.name}>Commission statements</span>
        </Link>
        <div className={classes.search}>
          <SearchButton />
        </div>
        <div className={classes.barEnd}>
          <ColorSchemeButton />
          <PersonMenu me={me} />
        </div>
      </header>
      <nav id="menu" aria-label="Main" className={`${classes.menu} no-print`} data-open={isOpen || undefined}>
        <ul className={classes.links}>
          {screensFor(rights).map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                className={classes.link}
                activeOptions={{ exact: to === '/', includeSearch: false }}
                activeProps={{ 'data-active': true }}
              >
                <Icon size={18} stroke={1.6} aria-hidden />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <main id="content" className={classes.content} tabIndex={-1}>
        {needsIntroduction(me) && INTRODUCED_ON.includes(pathname) && <Introduction agency={me.name} />}
        <RoleNote />
        <Outlet />
      </main>
    </div>
  );
}

/** The screens that ask the first owner for a name. On others it would stand between a person and the list. */
const INTRODUCED_ON = ['/', '/drop', '/settings'];

/** True for the first owner, whose address is a placeholder that can never get mail. */
function needsIntroduction({ person }: Me): boolean {
  return person?.email.endsWith('@first-start.invalid') === true;
}

/** Returns the name to show. The first owner and visitors have placeholders as names, so they see the agency's name. */
function nameOf({ person, name }: Me): string {
  return person === null || person.email.endsWith('.invalid') ? name : person.name;
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  return [words.at(0), words.length > 1 ? words.at(-1) : undefined].map((word) => word?.slice(0, 1) ?? '').join('');
}

function focusContent(): void {
  document.getElementById('content')?.focus();
}

/** The menu of the signed-in person, who may change to another agency. */
function PersonMenu({ me }: { readonly me: Me }) {
  const api = useApi();
  const { signOut, askAgain } = useSession();
  const enter = useMutation({
    mutationFn: (accountId: string) => answerOf(api.PUT('/v1/me/account', { body: { accountId } })),
    onSuccess: askAgain,
  });
  const others = me.accounts.filter(({ accountId }) => accountId !== me.accountId);
  return (
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" size="xs" className={classes.person} classNames={{ label: classes.personName }}>
          <span className={classes.initials} aria-hidden>
            {initialsOf(nameOf(me))}
          </span>
          <span className={classes.wholeName}>{nameOf(me)}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {others.length > 0 && <Menu.Label>You work in {me.name}</Menu.Label>}
        {others.map(({ accountId, name }) => (
          <Menu.Item key={accountId} onClick={() => enter.mutate(accountId)}>
            Work in {name}
          </Menu.Item>
        ))}
        {others.length > 0 && <Menu.Divider />}
        <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Describes in words what the person cannot do here, so that nobody searches for missing buttons. */
function RoleNote() {
  const { me } = useSession();
  const { mayChange, agent } = useRights();
  if (mayChange) return null;
  const isExample = me?.person?.email.endsWith('@example-agency.invalid') === true;
  return (
    <Text size="sm" c="dimmed" mb="md" className="no-print">
      {agent === null
        ? isExample
          ? 'An invented agency of six people. You can look at everything here, and change nothing.'
          : 'You can look at everything here, and change nothing. An owner of the agency can let you change things.'
        : `You see the members of ${agent}. An owner of the agency can let you see more.`}
    </Text>
  );
}

/** Switches between light and dark. Until a person uses it, the device's setting applies. */
function ColorSchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const label = isDark ? 'Light colors' : 'Dark colors';
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      <svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
        {isDark ? (
          <path d="M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10ZM12 1v2M12 21v2M1 12h2M21 12h2M4.2 4.2l1.4 1.4M18.4 18.4l1.4 1.4M4.2 19.8l1.4-1.4M18.4 5.6l1.4-1.4" />
        ) : (
          <path d="M21 12.8A9 9 0 1 1 11.2 3a7 7 0 0 0 9.8 9.8Z" />
        )}
      </svg>
    </ActionIcon>
  );
}

/** The dialog is loaded when it is opened first, so that the first view stays small. */
const SearchDialog = lazy(() => import('./search-dialog.tsx'));

/** Opens the search, also by "/" and by Ctrl-K or Command-K. */
function SearchButton() {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const [text, setText] = useState('');
  const open = () => {
    setWasOpen(true);
    setText('');
    setOpen(true);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const letter = isOpen ? letterBeforeFocus(event) : null;
      if (letter === null && !isSearchKey(event)) return;
      event.preventDefault();
      if (letter === null) open();
      else setText((before) => before + letter);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
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
          <SearchDialog isOpen={isOpen} onClose={() => setOpen(false)} text={text} onText={setText} />
        </Suspense>
      )}
    </>
  );
}

/** Returns the letter that is typed while the dialog is still loading or has not taken the focus yet; null for other keys. */
function letterBeforeFocus({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): string | null {
  if (key.length !== 1 || ctrlKey || metaKey || altKey) return null;
  return target instanceof Element && target.closest('[role=dialog]') !== null ? null : key;
}

/** True for a key that opens the search. "/" is text where one types, and belongs to the dialog that is open. */
function isSearchKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key.toLowerCase() === 'k') return ctrlKey || metaKey;
  if (key !== '/' || ctrlKey || metaKey || altKey) return false;
  const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable=true]');
  return !isTyping && document.querySelector('[role=dialog]') === null;
}

/** The elements in which a key writes text or chooses, and dialogs, which have keys of their own. */
const ELSEWHERE = 'input:not([type="checkbox"]), select, textarea, [contenteditable="true"], [role="dialog"] *';

/**
 * The keys of all lists: j and k move over the elements with `data-row`, Enter opens the focused one and goes into its panel, x ticks the
 * box of its row, and Escape closes the panel and goes back to the row. An open panel follows j and k. The marks in the page say what is a
 * row, so that a list has the keys without code of its own.
 */
function useListKeys(): void {
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target instanceof Element && event.target.matches(ELSEWHERE)) return;
  const panel = document.querySelector('[data-panel]');
  if (event.key === 'j' || event.key === 'k') move(event.key === 'j' ? 1 : -1, panel !== null);
  if (event.key === 'x') press(rowInHand()?.querySelector('input[type="checkbox"]'));
  if (event.key === 'Escape' && panel !== null) close(panel);
  if (event.key === 'Enter' && document.activeElement?.matches('[data-active] [data-row]') && panel !== null) {
    event.preventDefault();
    focus(panel.querySelector('[data-panel-title]'));
  }
}

/** The row that has the focus, else the row whose panel is open. */
const rowInHand = () =>
  document.activeElement?.closest('[data-key]') ?? document.querySelector('[data-key][data-active]');

/** Closes a panel beside a list. The focus goes back to its row, or to the title of the page. */
function close(panel: Element): void {
  const isInside = panel.contains(document.activeElement);
  const row = document.querySelector('[data-active] [data-row]');
  press(panel.querySelector('[data-close]'));
  if (isInside) focus(row ?? document.querySelector('main h1'));
}

function focus(found: Element | null): void {
  if (found instanceof HTMLElement) found.focus();
}

function move(step: 1 | -1, hasPanel: boolean): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const isFocused = (row: HTMLElement) => row === document.activeElement;
  // A panel that took the focus belongs to the active row.
  const isActive = (row: HTMLElement) => row.closest('[data-active]') !== null;
  const at = rows.findIndex(rows.some(isFocused) ? isFocused : isActive);
  const next = rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  if (hasPanel && next?.closest('[data-active]') === null) next.click();
}

function press(found: Element | null | undefined): void {
  if (found instanceof HTMLElement) found.click();
}
