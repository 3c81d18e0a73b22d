import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate, useRouterState } from '@tanstack/react-router';
import { CircleUser, LogOut, Menu as MenuIcon, Moon, Search, Sun, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { BASE } from '../api/client.ts';
import { refreshShown, useIsConnected, useRefreshAfterReconnect } from '../api/events.ts';
import { chosenAccount, logOut, sessionQuery, useAccount, useHasSessionEnded, useSession } from '../api/session.ts';
import { IconButton } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { EmptyState } from '../parts/feedback.tsx';
import { Menu } from '../parts/menu.tsx';
import { TimeZone } from '../parts/time.tsx';
import { chooseTheme, type Theme, themeOf } from '../theme.ts';
import { AccountChooser, OperatorsChooser } from './account-chooser.tsx';
import { KeyHelp } from './key-help.tsx';
import { LoginForm } from './login.tsx';
import { Palette } from './palette.tsx';
import { placesOf } from './places.ts';
import { useKeys } from './use-keys.ts';

/** The only page that needs no account. */
const INSTALLATION = '/installation';

/** The frame of all pages: header, navigation and the page. */
export function Frame() {
  const session = useSession();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const navigate = useNavigate();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const places = placesOf(session.login.role);
  const place = places.find((candidate) => path.startsWith(candidate.path));
  const account = useAccount();
  const accountId = session.account?.account_id ?? chosenAccount();
  // While a page loads, the one before it is still shown.
  const shownPath = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname ?? path });
  const needsAccount = [path, shownPath].some((one) => !one.startsWith(INSTALLATION));
  useRefreshAfterReconnect();
  useKeys({
    'mod+k': () => setPaletteOpen(true),
    '?': () => setHelpOpen(true),
    ...Object.fromEntries(places.map(({ key, path: to }) => [`g ${key}`, () => void navigate({ to })])),
  });
  useEffect(() => {
    document.title = place ? `${place.name} · wigwag` : 'wigwag';
  }, [place]);
  return (
    <TimeZone value={account?.time_zone}>
      <div className="frame">
        <a className="skip" href="#content">
          Skip to the content
        </a>
        <header className="frame-head">
          <span className="only-narrow">
            <IconButton label="Pages" icon={MenuIcon} onPress={() => setMenuOpen(true)} />
          </span>
          <Link to="/" className="brand">
            wigwag
          </Link>
          <span className="where cut">{place?.name}</span>
          <AriaButton className="palette-opener" onPress={() => setPaletteOpen(true)}>
            <Search size={16} aria-hidden />
            <span className="grow">
              Search<span className="visually-hidden"> pages and contacts</span>
            </span>
            <kbd>Ctrl K</kbd>
          </AriaButton>
          <span className="grow" />
          {accountId !== undefined && <ConnectionState />}
          <AccountChooser />
          <ThemeButton />
          <PersonMenu />
        </header>
        <nav className="rail" aria-label="Pages">
          <Places onOpen={() => {}} />
        </nav>
        <main id="content" className="content" tabIndex={-1}>
          {accountId === undefined && needsAccount ? (
            <EmptyState title="Choose an account" action={<OperatorsChooser />}>
              This page shows one account at a time.
            </EmptyState>
          ) : (
            <Outlet key={accountId} />
          )}
        </main>
      </div>
      <Dialog title="Pages" shape="sheet" isOpen={isMenuOpen} onClose={() => setMenuOpen(false)}>
        <nav className="sheet-nav" aria-label="Pages">
          <Places onOpen={() => setMenuOpen(false)} />
        </nav>
      </Dialog>
      <Palette isOpen={isPaletteOpen} onClose={() => setPaletteOpen(false)} />
      <KeyHelp isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
      <LoginAgain />
    </TimeZone>
  );
}

function Places({ onOpen }: { onOpen: () => void }) {
  const { login } = useSession();
  return (
    <ul>
      {placesOf(login.role).map(({ path, name, icon: Icon }) => (
        <li key={path}>
          <Link to={path} className="place" activeProps={{ 'aria-current': 'page' }} onClick={onOpen} title={name}>
            <Icon size={20} aria-hidden />
            <span className="place-name">{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function ConnectionState() {
  const isConnected = useIsConnected();
  return (
    <span role="status" className="connection-state">
      {!isConnected && (
        <>
          <WifiOff size={16} aria-hidden />
          <span>Connecting again</span>
        </>
      )}
    </span>
  );
}

function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(themeOf);
  const other: Theme = theme === 'light' ? 'dark' : 'light';
  return (
    <IconButton
      label={other === 'dark' ? 'Dark colors' : 'Light colors'}
      icon={other === 'dark' ? Moon : Sun}
      onPress={() => {
        chooseTheme(other);
        setTheme(other);
      }}
    />
  );
}

function PersonMenu() {
  const { login } = useSession();
  const navigate = useNavigate();
  const leave = async () => {
    await logOut();
    // A new page forgets everything of the session.
    location.assign(new URL('login', BASE));
  };
  return (
    <Menu
      actions={[
        {
          id: 'settings',
          text: `${login.name} (${login.role})`,
          icon: CircleUser,
          run: () => void navigate({ to: '/settings' }),
        },
        { id: 'leave', text: 'Log out', icon: LogOut, run: () => void leave() },
      ]}
    >
      <IconButton label={`Logged in as ${login.name}`} icon={CircleUser} />
    </Menu>
  );
}

/** Asks to log in again over the page, so that nothing typed is lost. */
function LoginAgain() {
  const hasEnded = useHasSessionEnded();
  const queries = useQueryClient();
  return (
    <Dialog title="Your session has ended" isOpen={hasEnded} onClose={() => {}}>
      <p>Log in again. What you typed is still here.</p>
      <LoginForm
        onLoggedIn={(session) => {
          queries.setQueryData(sessionQuery.queryKey, session);
          void refreshShown(queries);
        }}
      />
    </Dialog>
  );
}
