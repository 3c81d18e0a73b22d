import { useQueryClient } from '@tanstack/react-query';
import type { AdminComponents } from '@wigwag/openapi';
import { useState } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { fieldOf } from '../../api/problem.ts';
import { sessionQuery } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Badge } from '../../parts/feedback.tsx';
import { TextField } from '../../parts/fields.tsx';
import { Section } from '../../parts/page.tsx';
import { QrCode } from '../../parts/qr-code.tsx';
import { Secret } from '../../parts/secret.tsx';
import { toast } from '../../parts/toasts.tsx';
import { Form } from './form.tsx';

type Secrets = AdminComponents['schemas']['TotpSecret'];

interface TotpProps {
  hasTotp: boolean;
  hasPassword: boolean;
}

/** One-time codes of an authenticator, as a second proof at each login. */
export function Totp({ hasTotp, hasPassword }: TotpProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title="One-time codes">
      <div className="row wrap">
        {hasTotp ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>}
        <span className="grow muted">Each login then also needs a code from an authenticator app.</span>
        <Button onPress={() => setOpen(true)}>{hasTotp ? 'Turn off' : 'Turn on'}</Button>
      </div>
      {isOpen && <TotpDialog hasTotp={hasTotp} hasPassword={hasPassword} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function TotpDialog({ hasTotp, hasPassword, onClose }: TotpProps & { onClose: () => void }) {
  const queries = useQueryClient();
  const [wasOn] = useState(hasTotp);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [secret, setSecret] = useState<Secrets>();
  const body = hasPassword ? { password } : {};
  const done = (text: string) => {
    void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    toast(text);
    onClose();
  };
  const passwordField = (error: unknown) =>
    hasPassword && (
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        value={password}
        error={fieldOf(error) === 'password' ? 'This is not your password.' : undefined}
        onChange={setPassword}
        autoFocus
        isRequired
      />
    );
  return (
    <Dialog title={wasOn ? 'Turn one-time codes off' : 'Turn one-time codes on'} isOpen onClose={onClose}>
      {wasOn ? (
        <Form
          action="Turn off"
          kind="danger"
          submit={() => bodyOf(admin.POST('/session/totp/off', { body }))}
          onDone={() => done('One-time codes are off')}
        >
          {passwordField}
        </Form>
      ) : secret ? (
        <Form
          action="Confirm and turn on"
          submit={() => bodyOf(admin.POST('/session/totp/confirm', { body: { code } }))}
          onDone={() => done('One-time codes are on')}
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
                  fieldOf(error) === 'code'
                    ? 'This code is not right. Enter the one that the app shows now.'
                    : undefined
                }
                onChange={setCode}
                isRequired
              />
            </>
          )}
        </Form>
      ) : (
        <Form action="Show the secret" submit={() => bodyOf(admin.POST('/session/totp', { body }))} onDone={setSecret}>
          {passwordField}
        </Form>
      )}
    </Dialog>
  );
}
