import { X } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { afterClose } from './after-close.ts';
import { Button, IconButton } from './button.tsx';
import { ErrorNote } from './feedback.tsx';

interface DialogProps {
  title: string;
  isOpen: boolean;
  /** Without it, the person cannot close the dialog. */
  onClose?: () => void;
  /** `sheet` is at the side and keeps the page in sight. */
  shape?: 'narrow' | 'wide' | 'sheet';
  children: ReactNode;
  /** The buttons at the foot, the primary one last. */
  actions?: ReactNode;
}

/** What last had focus outside dialogs. */
let opener: Element | undefined;
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && !target.closest('.modal, .popover')) {
    opener = target;
  }
});

/** If the closed dialog left focus nowhere, focuses the dialog below, what opened the first one, or the page. */
function returnFocus(): void {
  if (document.activeElement === document.body) {
    const below = [...document.querySelectorAll('.modal .dialog-frame')].at(-1);
    const place = below ?? (opener?.isConnected ? opener : document.querySelector('#content'));
    (place as HTMLElement | null)?.focus();
  }
}

/** A dialog over the page. Escape closes it, and focus returns to where it was. */
export function Dialog({ title, isOpen, onClose, shape = 'narrow', children, actions }: DialogProps) {
  const frame = useRef<HTMLElement>(null);
  // The focused button may disappear, and Escape closes the dialog only while focus is inside.
  useEffect(() => {
    if (document.activeElement === document.body) {
      frame.current?.focus();
    }
  });
  // React Aria returns focus to what had it when a dialog opened. In a dialog that replaced another, that is gone.
  useEffect(() => {
    if (isOpen) {
      return () => afterClose(returnFocus);
    }
    return undefined;
  }, [isOpen]);
  return (
    <ModalOverlay
      className={`overlay ${shape}`}
      isDismissable={onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose?.()}
    >
      <Modal className={`modal ${shape}`}>
        <AriaDialog ref={frame} className="dialog-frame">
          <header className="dialog-head">
            <Heading slot="title" level={2} className="grow">
              {title}
            </Heading>
            {onClose && <IconButton label="Close" icon={X} onPress={onClose} />}
          </header>
          <div className="dialog-body stack">{children}</div>
          {actions && <footer className="dialog-foot">{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

type ClosableProps = Omit<DialogProps, 'actions' | 'onClose'> & Required<Pick<DialogProps, 'onClose'>>;

interface DoneDialogProps extends ClosableProps {
  /** The text of its button. */
  done?: string;
}

/** A dialog that only shows something, such as a secret that is shown once. Its button closes it. */
export const DoneDialog = ({ done = 'Done', ...rest }: DoneDialogProps) => (
  <Dialog
    {...rest}
    actions={
      <Button kind="primary" onPress={rest.onClose}>
        {done}
      </Button>
    }
  />
);

interface ActionProps {
  /** The verb on the button. */
  action: string;
  isPending: boolean;
  /** Whether something that the action needs is missing. */
  isDisabled?: boolean;
  isDanger?: boolean;
}

interface FootProps extends ActionProps, Pick<ClosableProps, 'onClose'> {
  /** What the button does, unless it submits a form. */
  onAction?: () => void;
  /** The ID of the form. */
  form?: string;
}

const Foot = ({ action, isPending, isDisabled = false, isDanger = false, onClose, onAction, form }: FootProps) => (
  <>
    <Button onPress={onClose}>Cancel</Button>
    <Button
      kind={isDanger ? 'danger' : 'primary'}
      isPending={isPending}
      isDisabled={isDisabled}
      {...(form === undefined ? { onPress: onAction } : { type: 'submit', form })}
    >
      {action}
    </Button>
  </>
);

/** A dialog whose button does something. The caller closes it afterwards, and shows the error of a refusal. */
export const ActionDialog = (props: ClosableProps & ActionProps & { onAction: () => void }) => (
  <Dialog {...props} actions={<Foot {...props} />} />
);

/** A dialog with one form, which its button or Enter submits. The caller shows the error of a refusal. */
export function FormDialog({ onSubmit, children, ...props }: ClosableProps & ActionProps & { onSubmit: () => void }) {
  const form = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog {...props} actions={<Foot {...props} form={form} />}>
      <form id={form} className="stack" onSubmit={submit}>
        {children}
      </form>
    </Dialog>
  );
}

interface ConfirmProps extends ClosableProps, Pick<ActionProps, 'action' | 'isDanger'> {
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  onConfirm: () => Promise<unknown>;
}

/** Asks before something that cannot be undone. If it fails, the dialog stays and shows the error. */
export function Confirm({ children, onConfirm, ...props }: ConfirmProps) {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const confirm = async () => {
    setPending(true);
    setError(undefined);
    try {
      await onConfirm();
      props.onClose();
    } catch (problem) {
      setError(problem);
    } finally {
      setPending(false);
    }
  };
  return (
    <ActionDialog {...props} isPending={isPending} onAction={() => void confirm()}>
      {children}
      {error !== undefined && <ErrorNote error={error} />}
    </ActionDialog>
  );
}
