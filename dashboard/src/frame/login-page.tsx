import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Problem } from '../api/problem.ts';
import { redeemLink, type Session, sessionQuery } from '../api/session.ts';
import { ErrorNote, Note } from '../parts/feedback.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { LinkForm, LoginForm } from './login.tsx';

/** A one-time link has its token in the fragment, which is sent to no server and in no referrer. */
const tokenInAddress = (): string | undefined => /^#link=(.+)$/.exec(location.hash)?.[1];

/** Why a login with a provider of OpenID Connect did not work, by the fragment with which the server leads here. */
const PROVIDER_ERRORS: Readonly<Record<string, string>> = {
  '#error=oidc_failed': 'The login with your organization failed. Try again, or log in with your password.',
  '#error=oidc_refused':
    "You cannot log in here with your organization's account. Ask an owner of the account for an invitation or a new link.",
};

/** The login. A one-time link logs in, or asks for a password first. */
export function LoginPage({ back = '/' }: { back?: string }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [token] = useState(tokenInAddress);
  const providerError = PROVIDER_ERRORS[location.hash];
  const onLoggedIn = (session: Session) => {
    queries.setQueryData(sessionQuery.queryKey, session);
    void navigate({ to: back });
  };
  return (
    <main className="login" id="content">
      <div className="login-card stack">
        <p className="brand">wigwag</p>
        {token === undefined ? (
          <>
            <h1>Log in</h1>
            {providerError && <Note tone="bad">{providerError}</Note>}
            <LoginForm onLoggedIn={onLoggedIn} />
            <p className="muted">No login yet, or no password? Ask an owner of the account for a link.</p>
          </>
        ) : (
          <TokenLogin token={token} onLoggedIn={onLoggedIn} />
        )}
      </div>
    </main>
  );
}

/** Each link is used once, also if React renders twice. */
let attempt: { token: string; result: Promise<Session> } | undefined;

function TokenLogin({ token, onLoggedIn }: { token: string; onLoggedIn: (session: Session) => void }) {
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    // The token must not stay in the history.
    history.replaceState(history.state, '', location.pathname + location.search);
    if (attempt?.token !== token) {
      attempt = { token, result: redeemLink({ token }) };
    }
    let isShown = true;
    attempt.result.then(
      (session) => isShown && onLoggedIn(session),
      (problem: unknown) => isShown && setError(problem),
    );
    return () => {
      isShown = false;
    };
  }, [token, onLoggedIn]);
  if (error === undefined) {
    return (
      <p role="status" className="row">
        <Spinner /> Logging in
      </p>
    );
  }
  if (error instanceof Problem && error.field === 'password') {
    return (
      <>
        <h1>Choose a password</h1>
        <LinkForm token={token} onLoggedIn={onLoggedIn} />
      </>
    );
  }
  return (
    <>
      <h1>The link does not work</h1>
      <ErrorNote error={error} />
      <LoginForm onLoggedIn={onLoggedIn} />
    </>
  );
}
