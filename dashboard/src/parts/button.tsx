import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  Tooltip,
  TooltipTrigger,
} from 'react-aria-components';
import { Spinner } from './spinner.tsx';

interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className'> {
  /** A view has one `primary` button. `danger` is for what cannot be undone. */
  kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  icon?: LucideIcon;
  children: ReactNode;
}

/** A button with a verb. While `isPending`, it cannot be pressed again. */
export function Button({ kind = 'plain', icon: Icon, isPending = false, children, ...rest }: ButtonProps) {
  // React Aria's own `isPending` leaves announcements without a name in the page.
  const idle = isPending ? { onPress: () => {}, type: 'button' as const } : {};
  return (
    <AriaButton {...rest} {...idle} className={`button ${kind}`}>
      {isPending ? <Spinner /> : Icon && <Icon size={16} aria-hidden />}
      <span>{children}</span>
      <span className="visually-hidden" role="status">
        {isPending ? 'In progress' : ''}
      </span>
    </AriaButton>
  );
}

interface IconButtonProps extends Omit<AriaButtonProps, 'children' | 'className'> {
  /** The name for screen readers, and the tooltip. */
  label: string;
  icon: LucideIcon;
  /** The key that does the same. */
  shortcut?: string;
}

/** A button that shows only an icon. */
export function IconButton({ label, icon: Icon, shortcut, ...rest }: IconButtonProps) {
  return (
    <TooltipTrigger delay={400}>
      <AriaButton {...rest} aria-label={label} className="icon-button">
        <Icon size={16} aria-hidden />
      </AriaButton>
      <Tooltip className="tooltip" offset={6}>
        {label}
        {shortcut && <kbd>{shortcut}</kbd>}
      </Tooltip>
    </TooltipTrigger>
  );
}
