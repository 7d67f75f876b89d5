import { Burger, Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { answerOf } from '../../client/commission-client.ts';
import { useApi } from '../api/api.ts';
import { useRights } from '../session/use-rights.ts';
import { type Me, useSession } from '../session/use-session.ts';
import { Introduction } from '../team/introduction.tsx';
import { ColorSchemeButton } from './color-scheme-button.tsx';
import { screensFor } from './navigation.ts';
import { RoleNote } from './role-note.tsx';
import classes from './shell.module.css';

/** The frame of every screen: the bar with the agency's name, the menu, and the screen itself. */
export function Shell({ me }: { readonly me: Me }) {
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  const rights = useRights();
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
          Commission statements
        </Link>
        <div className={classes.barEnd}>
          <ColorSchemeButton />
          <PersonMenu me={me} />
        </div>
      </header>
      <nav id="menu" aria-label="Main" className={`${classes.menu} no-print`} data-open={isOpen || undefined}>
        <ul className={classes.links}>
          {screensFor(rights).map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                className={classes.link}
                activeOptions={{ exact: to === '/', includeSearch: false }}
                activeProps={{ 'data-active': true }}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <main id="content" className={classes.content} tabIndex={-1}>
        {needsIntroduction(me) && <Introduction agency={me.name} />}
        <RoleNote />
        <Outlet />
      </main>
    </div>
  );
}

/** True for the first owner, whose address is a placeholder that can never get mail. */
function needsIntroduction({ person }: Me): boolean {
  return person?.email.endsWith('@first-start.invalid') === true;
}

/** Returns the name to show. The first owner and visitors have placeholders as names, so they see the agency's name. */
function nameOf({ person, name }: Me): string {
  return person === null || person.email.endsWith('.invalid') ? name : person.name;
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
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="xs" className={classes.person} classNames={{ label: classes.personName }}>
          {nameOf(me)}
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
