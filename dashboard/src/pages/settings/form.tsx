import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';

interface FormProps<Result> {
  /** The verb on the button. */
  action: string;
  kind?: 'primary' | 'plain' | 'danger';
  isDisabled?: boolean;
  submit: () => Promise<Result>;
  onDone: (result: Result) => void;
  /** The fields, which show the errors that name them. */
  children: (error: unknown) => ReactNode;
}

/** A form with one button. What the server says stays until the next attempt. */
export function Form<Result>({
  action,
  kind = 'primary',
  isDisabled = false,
  submit,
  onDone,
  children,
}: FormProps<Result>) {
  const { mutate, isPending, error } = useMutation({ mutationFn: submit, onSuccess: onDone });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <form className="stack settings-form" onSubmit={onSubmit}>
      {children(error)}
      {error && <ErrorNote error={error} />}
      <div className="row">
        <Button kind={kind} type="submit" isPending={isPending} isDisabled={isDisabled}>
          {action}
        </Button>
      </div>
    </form>
  );
}
