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

/** A button that opens a list of actions. `children` is the button. */
export function Menu({ children, actions }: { children: ReactNode; actions: readonly MenuAction[] }) {
  return (
    <MenuTrigger>
      {children}
      <Popover className="popover" placement="bottom end">
        <AriaMenu className="options" onAction={(id) => actions.find((action) => action.id === id)?.run()}>
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
