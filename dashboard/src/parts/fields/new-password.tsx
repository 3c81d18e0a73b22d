import { messageAt } from '../../api/problem.ts';
import { TextField } from './fields.tsx';

interface NewPasswordProps {
  value: string;
  onChange: (password: string) => void;
  /** The refusal of the form. */
  error: unknown;
  autoFocus?: boolean;
}

/** The field for a new password. */
export const NewPassword = ({ error, ...rest }: NewPasswordProps) => (
  <TextField
    {...rest}
    label="New password"
    type="password"
    autoComplete="new-password"
    help="At least 12 characters."
    error={messageAt(error, 'password')}
    isRequired
  />
);
