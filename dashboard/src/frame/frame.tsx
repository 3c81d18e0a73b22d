import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { CircleUser, LogOut, Menu as MenuIcon, Moon, Search, Smartphone, Sun, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { BASE } from '../api/client.ts';
import { refreshShown, useIsConnected, useIsRefused, useRefreshAfterReconnect } from '../api/events.ts';
import { useMentions } from '../api/mentions.ts';
import {
  type Account,
  accountsQuery,
  chosenAccount,
  logOut,
  sessionQuery,
  useAccount,
  useHasSessionEnded,
  useSession,
} from '../api/session.ts';
import { IconButton } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Count } from '../parts/feedback.tsx';
import { Menu } from '../parts/menu.tsx';
import { undoLast } from '../parts/toasts.tsx';
import { TimeZone } from '../parts/values/time.tsx';
import { chooseTheme, type Theme, themeOf } from '../theme.ts';
import { AccountChooser, NoAccount } from './account-chooser.tsx';
import { Locked, LockNote, lockOf, NoRight } from './closed.tsx';
import { KeyHelp } from './key-help.tsx';
import { LoginForm } from './login.tsx';
import { Palette } from './palette.tsx';
import { closedTo, placeAt, placesOf } from './places.ts';
import { useKeys } from './use-keys.ts';

const INSTALLATION = '/installation';
/** The pages that need no account. Of the settings, that is only the part about the own login. */
const WITHOUT_ACCOUNT = [INSTALLATION, '/settings'];
/** The page of the conversations, which shows how many mentions the person has not seen. */
const INBOX = '/inbox';
/** How often a locked account is read again, in milliseconds. */
const WHILE_LOCKED = 60_000;

/** The frame of all pages: header, navigation and the page. */
export function Frame() {
  const session = useSession();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const navigate = useNavigate();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const places = placesOf(session.login.role);
  const place = placeAt(path);
  const mentions = useMentions().length;
  const account = useAccount();
  const accountId = session.account?.account_id ?? chosenAccount();
  // While a page loads, the one before it is still shown.
  const shownPath = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname ?? path });
  const needsAccount = [path, shownPath].some((one) => !WITHOUT_ACCOUNT.some((place) => one.startsWith(place)));
  useRefreshAfterReconnect();
  useFreshAccount(account);
  useKeys({
    'mod+k': () => setPaletteOpen(true),
    '?': () => setHelpOpen(true),
    z: undoLast,
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
          <span className={`only-narrow${mentions > 0 ? ' marked' : ''}`}>
            <IconButton
              label={mentions > 0 ? `Pages, ${mentions.toLocaleString()} unread mentions` : 'Pages'}
              icon={MenuIcon}
              onPress={() => setMenuOpen(true)}
            />
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
          {session.mock_url && <MockLink url={session.mock_url} />}
          <ThemeButton />
          <PersonMenu />
        </header>
        <nav className="rail" aria-label="Pages">
          <Places onOpen={() => {}} />
        </nav>
        <main id="content" className="content" tabIndex={-1}>
          <Content accountId={accountId} needsAccount={needsAccount} />
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

/** Opens the phone of a customer in `wigwag dev`. */
const MockLink = ({ url }: { url: string }) => (
  <a className="icon-button" href={url} target="_blank" rel="noreferrer" title="Write as a customer">
    <Smartphone size={16} aria-hidden />
    <span className="visually-hidden">Write as a customer</span>
  </a>
);

/** The page, or why it cannot be shown. */
function Content({ accountId, needsAccount }: { accountId: string | undefined; needsAccount: boolean }) {
  const { role } = useSession().login;
  const account = useAccount();
  const place = placeAt(useLocation({ select: ({ pathname }) => pathname }));
  const { tab } = useSearch({ strict: false }) as { tab?: unknown };
  const closed = place && closedTo(role, place, tab);
  if (place && closed !== undefined) {
    return <NoRight name={closed} isOperators={place.path === INSTALLATION} />;
  }
  if (place && accountId === undefined && needsAccount) {
    return <NoAccount />;
  }
  const isAlways = place === undefined || place.isAlways === true;
  const reason = lockOf(account, place?.module);
  if (account && reason !== undefined && !isAlways) {
    return <Locked reason={reason} account={account} />;
  }
  return (
    <>
      {account && reason !== undefined && place?.path !== INSTALLATION && (
        <LockNote reason={reason} account={account} />
      )}
      <Outlet key={accountId} />
    </>
  );
}

/** Reads the account again when the server refuses its events, and while it is locked. */
function useFreshAccount(account: Account | undefined): void {
  const queries = useQueryClient();
  const { role } = useSession().login;
  const isRefused = useIsRefused();
  const isLocked = lockOf(account) !== undefined;
  const isOperator = role === 'operator';
  useQuery({ ...sessionQuery, refetchInterval: isLocked && !isOperator && WHILE_LOCKED });
  useQuery({ ...accountsQuery, enabled: isOperator, refetchInterval: isLocked && isOperator && WHILE_LOCKED });
  useEffect(() => {
    if (isRefused) {
      void queries.invalidateQueries({ queryKey: isOperator ? accountsQuery.queryKey : sessionQuery.queryKey });
    }
  }, [isRefused, isOperator, queries]);
}

function Places({ onOpen }: { onOpen: () => void }) {
  const { login } = useSession();
  const mentions = useMentions().length;
  return (
    <ul>
      {placesOf(login.role).map(({ path, name, icon: Icon }) => (
        <li key={path}>
          <Link to={path} className="place" activeProps={{ 'aria-current': 'page' }} onClick={onOpen} title={name}>
            <Icon size={20} aria-hidden />
            <span className="place-name">{name}</span>
            {path === INBOX && mentions > 0 && <Count of={mentions} what="unread mentions" />}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function ConnectionState() {
  const isConnected = useIsConnected();
  const isRefused = useIsRefused();
  const account = useAccount();
  const lacksEvents = account !== undefined && !account.modules.includes('webhook');
  return (
    <span role="status" className="connection-state">
      {lacksEvents && (
        <span title="The module Webhooks of this account is off. Reload the page to see what is new.">
          No live updates
        </span>
      )}
      {!isConnected && !isRefused && !lacksEvents && (
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
  const { email } = useSession().login;
  return (
    <Dialog title="Your session has ended" isOpen={hasEnded}>
      <p>Log in again. What you typed is still here.</p>
      <LoginForm
        known={email}
        onLoggedIn={(session) => {
          queries.setQueryData(sessionQuery.queryKey, session);
          void refreshShown(queries);
        }}
      />
    </Dialog>
  );
}
