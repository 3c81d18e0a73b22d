import { messageAt, Problem } from '../../api/problem.ts';
import { ErrorNote } from '../feedback.tsx';
import { TextField } from './fields.tsx';

interface PhoneFieldProps {
  value: string;
  onChange: (value: string) => void;
  help: string;
  /** The error of the request that sends to the number. One about `to` is shown at the field, and others below. */
  error: unknown;
}

/** The number that a test is sent to. */
export function PhoneField({ error, ...rest }: PhoneFieldProps) {
  const wrong = messageAt(error, 'to');
  const fix = error instanceof Problem ? error.fix : undefined;
  return (
    <>
      <TextField
        {...rest}
        label="Phone number"
        type="tel"
        inputMode="tel"
        autoFocus
        error={wrong && [wrong, fix].filter(Boolean).join(' ')}
      />
      {error !== null && wrong === undefined && <ErrorNote error={error} />}
    </>
  );
}
