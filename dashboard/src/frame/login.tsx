import { type FormEvent, useState } from 'react';
import { Problem } from '../api/problem.ts';
import { logIn, redeemLink, type Session } from '../api/session.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/feedback.tsx';
import { TextField } from '../parts/fields.tsx';

/** Email, password and, if the login has them, one-time codes. */
export function LoginForm({ onLoggedIn }: { onLoggedIn: (session: Session) => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setError(undefined);
    try {
      onLoggedIn(await logIn({ email, password, ...(code !== '' && { code }) }));
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
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        isRequired
      />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        isRequired
      />
      {needsCode && (
        <TextField
          label="One-time code"
          inputMode="numeric"
          autoComplete="one-time-code"
          help="The six digits of your authenticator."
          value={code}
          onChange={setCode}
          autoFocus
          isRequired
        />
      )}
      {error !== undefined && <ErrorNote error={error} />}
      <Button kind="primary" type="submit" isPending={isPending}>
        Log in
      </Button>
    </form>
  );
}

/** Uses a one-time link. An invitation or a reset asks for the new password. */
export function LinkForm({ token, onLoggedIn }: { token: string; onLoggedIn: (session: Session) => void }) {
  const [password, setPassword] = useState('');
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setError(undefined);
    try {
      onLoggedIn(await redeemLink({ token, password }));
    } catch (problem) {
      setError(problem);
    } finally {
      setPending(false);
    }
  };
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        help="At least 12 characters."
        value={password}
        onChange={setPassword}
        autoFocus
        isRequired
      />
      {error !== undefined && <ErrorNote error={error} />}
      <Button kind="primary" type="submit" isPending={isPending}>
        Set the password and log in
      </Button>
    </form>
  );
}
