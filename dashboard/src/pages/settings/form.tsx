import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';

interface FormProps<Result> {
  /** The verb on the button. */
  action: string;
  /** @default primary */
  kind?: 'primary' | 'plain';
  isDisabled?: boolean;
  submit: () => Promise<Result>;
  onDone: (result: Result) => void;
  /** The fields, which show the errors that name them. */
  children: (error: unknown) => ReactNode;
}

/** A form on the page, with one button. What the server says stays until the next attempt. */
export function Form<Result>(props: FormProps<Result>) {
  const { action, kind = 'primary', isDisabled = false, submit, onDone, children } = props;
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

interface SubmitDialogProps<Result> extends Omit<FormProps<Result>, 'kind'> {
  title: string;
  isDanger?: boolean;
  onClose: () => void;
}

/** A form in a dialog. What the server says stays until the next attempt. */
export function SubmitDialog<Result>({ submit, onDone, children, ...rest }: SubmitDialogProps<Result>) {
  const { mutate, isPending, error } = useMutation({ mutationFn: submit, onSuccess: onDone });
  return (
    <FormDialog {...rest} isOpen isPending={isPending} onSubmit={() => mutate()}>
      {children(error)}
      {error && <ErrorNote error={error} />}
    </FormDialog>
  );
}
