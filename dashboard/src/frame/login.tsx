import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { admin, bodyOf } from '../api/client.ts';
import { fieldOf, Problem } from '../api/problem.ts';
import { logIn, redeemLink, type Session } from '../api/session.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/feedback.tsx';
import { TextField } from '../parts/fields/fields.tsx';
import { NewPassword } from '../parts/fields/new-password.tsx';

interface LoginProps {
  /** Logs in. The code is given once the server has asked for one. */
  enter: (code: { code?: string }) => Promise<Session>;
  onLoggedIn: (session: Session) => void;
  action: string;
  /** The fields, which show the errors that name them. */
  children: ReactNode | ((error: unknown) => ReactNode);
}

/** A form that logs in. It asks for a one-time code only if the login has them. */
function Login({ enter, onLoggedIn, action, children }: LoginProps) {
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const [isRecovery, setRecovery] = useState(false);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setError(undefined);
    try {
      onLoggedIn(await enter(code === '' ? {} : { code }));
    } catch (problem) {
      const asksForCode = problem instanceof Problem && problem.field === 'code';
      setNeedsCode((needed) => needed || asksForCode);
      if (!asksForCode || code !== '') {
        setError(problem);
      }
    } finally {
      setPending(false);
    }
  };
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      {typeof children === 'function' ? children(error) : children}
      {needsCode && (
        <>
          <TextField
            // Another field, so that a phone shows the keyboard of its kind.
            key={isRecovery ? 'recovery' : 'code'}
            label={isRecovery ? 'Recovery code' : 'One-time code'}
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            help={isRecovery ? 'One that you have not used yet.' : 'The six digits of your authenticator.'}
            value={code}
            onChange={setCode}
            autoFocus
            isRequired
          />
          <Button
            kind="quiet"
            onPress={() => {
              setCode('');
              setError(undefined);
              setRecovery(!isRecovery);
            }}
          >
            {isRecovery ? 'Use a one-time code' : 'Use a recovery code'}
          </Button>
        </>
      )}
      {error !== undefined && fieldOf(error) !== 'password' && <ErrorNote error={error} />}
      <Button kind="primary" type="submit" isPending={isPending}>
        {action}
      </Button>
    </form>
  );
}

interface LoginFormProps {
  /** The email address of the person, if it is known. */
  known?: string;
  onLoggedIn: (session: Session) => void;
}

/** Email, password and, if the login has them, one-time codes. */
export function LoginForm({ known = '', onLoggedIn }: LoginFormProps) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  return (
    <>
      <Login action="Log in" enter={(code) => logIn({ email, password, ...code })} onLoggedIn={onLoggedIn}>
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          autoFocus={known === ''}
          isRequired
        />
        <TextField
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          autoFocus={known !== ''}
          isRequired
        />
      </Login>
      <ProviderLink />
    </>
  );
}

/** The login with a provider of OpenID Connect, if the server has one. */
function ProviderLink() {
  const { data } = useQuery({ queryKey: ['login-methods'], queryFn: () => bodyOf(admin.GET('/session/methods')) });
  if (!data?.oidc) {
    return null;
  }
  return (
    <a className="button plain" href={data.oidc}>
      Log in with your organization
    </a>
  );
}

/** Uses a one-time link. An invitation or a reset asks for the new password. */
export function LinkForm({ token, onLoggedIn }: { token: string; onLoggedIn: (session: Session) => void }) {
  const [password, setPassword] = useState('');
  return (
    <Login
      action="Set the password and log in"
      enter={(code) => redeemLink({ token, password, ...code })}
      onLoggedIn={onLoggedIn}
    >
      {(error) => <NewPassword value={password} onChange={setPassword} error={error} autoFocus />}
    </Login>
  );
}
