import { useSession } from '../api/session.ts';
import { Dialog } from '../parts/dialog.tsx';
import { placesOf } from './places.ts';

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['Ctrl K', 'Search pages and contacts'],
  ['?', 'Show these keys'],
  ['j k', 'Next and previous row'],
  ['Enter', 'Open the row'],
  ['x', 'Select the row. Then e, a and l change all that are selected'],
  ['/', 'Search the list'],
  ['r', 'Reply'],
  ['r /', 'Find a saved reply'],
  ['q', 'Quote the last message of the customer'],
  ['n', 'Write a note'],
  ['l', 'Go to the labels'],
  ['a', 'Assign the conversation'],
  ['e', 'Close the conversation'],
  ['z', 'Undo what the last message at the edge says'],
  ['Esc', 'Leave the field or close what is open. Then the other keys work.'],
];

/** The list of keys. */
export function KeyHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { login } = useSession();
  const pages = placesOf(login.role).map(({ key, name }) => [`g ${key}`, name] as const);
  return (
    <Dialog title="Keys" isOpen={isOpen} onClose={onClose}>
      <dl className="keys">
        {[...KEYS, ...pages].map(([keys, does]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
