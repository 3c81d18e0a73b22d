import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';

export interface MenuAction {
  id: string;
  text: string;
  icon?: LucideIcon;
  isDanger?: boolean;
  isDisabled?: boolean;
  run: () => void;
}

interface MenuProps {
  /** The button. */
  children: ReactNode;
  actions: readonly MenuAction[];
  /** For menus that a key also opens. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
}

/** A button that opens a list of actions. */
export function Menu({ children, actions, ...opening }: MenuProps) {
  return (
    <MenuTrigger {...opening}>
      {children}
      <Popover className="popover" placement="bottom end">
        <AriaMenu
          className="options"
          autoFocus="first"
          onAction={(id) => actions.find((action) => action.id === id)?.run()}
        >
          {actions.map(({ id, text, icon: Icon, isDanger, isDisabled }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={text}
              isDisabled={isDisabled ?? false}
              className={isDanger ? 'option danger' : 'option'}
            >
              {Icon && <Icon size={16} aria-hidden />}
              {text}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
