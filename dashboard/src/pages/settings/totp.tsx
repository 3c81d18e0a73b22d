import { useQueryClient } from '@tanstack/react-query';
import type { AdminComponents } from '@wigwag/openapi';
import { useState } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { fieldOf } from '../../api/problem.ts';
import { sessionQuery } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { DoneDialog } from '../../parts/dialog.tsx';
import { Badge } from '../../parts/feedback.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { Section } from '../../parts/page.tsx';
import { toast } from '../../parts/toasts.tsx';
import { QrCode } from '../../parts/values/qr-code.tsx';
import { Secret } from '../../parts/values/secret.tsx';
import { SubmitDialog } from './form.tsx';

type Secrets = AdminComponents['schemas']['TotpSecret'];

interface TotpProps {
  hasTotp: boolean;
  hasPassword: boolean;
}

/** One-time codes of an authenticator, as a second proof at each login, and codes for the case that it is lost. */
export function Totp({ codesLeft, ...props }: TotpProps & { codesLeft: number }) {
  const { hasTotp } = props;
  const [isOpen, setOpen] = useState<'totp' | 'recovery'>();
  const close = () => setOpen(undefined);
  return (
    <Section title="One-time codes">
      <div className="row wrap">
        {hasTotp ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>}
        <span className="grow muted">Each login then also needs a code from an authenticator app.</span>
        <Button onPress={() => setOpen('totp')}>{hasTotp ? 'Turn off' : 'Turn on'}</Button>
      </div>
      {hasTotp && (
        <div className="row wrap">
          <Badge tone={codesLeft > FEW ? 'neutral' : 'warn'}>{codesLeft.toLocaleString()} left</Badge>
          <span className="grow muted">A recovery code logs you in once if you do not have the app.</span>
          <Button onPress={() => setOpen('recovery')}>New recovery codes</Button>
        </div>
      )}
      {isOpen === 'totp' && <TotpDialog {...props} onClose={close} />}
      {isOpen === 'recovery' && <NewRecoveryCodes hasPassword={props.hasPassword} onClose={close} />}
    </Section>
  );
}

/** So few recovery codes are a warning. */
const FEW = 2;

/** Replaces the recovery codes, and shows the new ones once. */
function NewRecoveryCodes({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const [password, setPassword] = useState('');
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) {
    return <RecoveryCodes codes={codes} onClose={onClose} />;
  }
  return (
    <SubmitDialog
      title="New recovery codes"
      onClose={onClose}
      action="Create recovery codes"
      submit={() => bodyOf(admin.POST('/session/totp/recovery-codes', { body: hasPassword ? { password } : {} }))}
      onDone={({ recovery_codes }) => {
        setCodes(recovery_codes);
        void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      }}
    >
      {(error) => (
        <>
          <p>The earlier codes stop working.</p>
          {hasPassword && <OwnPassword value={password} onChange={setPassword} error={error} />}
        </>
      )}
    </SubmitDialog>
  );
}

/** Shows recovery codes, which are not shown again. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <DoneDialog title="Recovery codes" isOpen onClose={onClose} done="I have stored them">
      <p>Keep them where you find them without your phone. Each logs you in once in place of a one-time code.</p>
      <Secret name="Recovery codes" text={codes.join('\n')} isSeveral />
    </DoneDialog>
  );
}

interface OwnPasswordProps {
  value: string;
  onChange: (value: string) => void;
  error: unknown;
}

const OwnPassword = ({ error, ...rest }: OwnPasswordProps) => (
  <TextField
    {...rest}
    label="Your password"
    type="password"
    autoComplete="current-password"
    error={fieldOf(error) === 'password' ? 'This is not your password.' : undefined}
    autoFocus
    isRequired
  />
);

function TotpDialog({ hasTotp, hasPassword, onClose }: TotpProps & { onClose: () => void }) {
  const queries = useQueryClient();
  const [wasOn] = useState(hasTotp);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [secret, setSecret] = useState<Secrets>();
  const [codes, setCodes] = useState<readonly string[]>();
  const body = hasPassword ? { password } : {};
  const done = (text: string) => {
    void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    toast(text);
    onClose();
  };
  const passwordField = (error: unknown) =>
    hasPassword && <OwnPassword value={password} onChange={setPassword} error={error} />;
  if (codes) {
    return <RecoveryCodes codes={codes} onClose={onClose} />;
  }
  const dialog = { title: wasOn ? 'Turn one-time codes off' : 'Turn one-time codes on', onClose };
  if (wasOn) {
    return (
      <SubmitDialog
        {...dialog}
        action="Turn off"
        isDanger
        submit={() => bodyOf(admin.POST('/session/totp/off', { body }))}
        onDone={() => done('One-time codes are off')}
      >
        {passwordField}
      </SubmitDialog>
    );
  }
  if (secret) {
    return (
      <SubmitDialog
        key="code"
        {...dialog}
        action="Confirm and turn on"
        submit={() => bodyOf(admin.POST('/session/totp/confirm', { body: { code } }))}
        onDone={({ recovery_codes }) => {
          setCodes(recovery_codes);
          void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
          toast('One-time codes are on');
        }}
      >
        {(error) => (
          <>
            <p>
              Scan the QR code with an authenticator app, enter the secret there, or{' '}
              <a href={secret.url}>open the app on this device</a>.
            </p>
            <QrCode name="QR code for the authenticator app" text={secret.url} />
            <Secret name="Secret for the authenticator app" text={secret.secret} />
            <TextField
              label="Code that the app shows now"
              inputMode="numeric"
              autoComplete="one-time-code"
              value={code}
              error={
                fieldOf(error) === 'code' ? 'This code is not right. Enter the one that the app shows now.' : undefined
              }
              onChange={setCode}
              isRequired
            />
          </>
        )}
      </SubmitDialog>
    );
  }
  return (
    <SubmitDialog
      key="password"
      {...dialog}
      action="Show the secret"
      submit={() => bodyOf(admin.POST('/session/totp', { body }))}
      onDone={setSecret}
    >
      {passwordField}
    </SubmitDialog>
  );
}
