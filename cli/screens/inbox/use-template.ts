import { type InboxModel, slotsOf } from '../../commands/inbox/model.ts';
import { clamped } from '../list/lines.ts';
import { type InputLine, lineOf, textOf } from '../parts/input-line.ts';
import { type Now, useNow } from '../parts/use-keys.ts';
import type { Mode } from './inbox-actions.ts';

export interface TemplateForm {
  /** The position of the chosen template. */
  selected: number;
  /** The value that the user types. */
  value: Now<InputLine>;
  /** The values so far, for the preview. */
  values: readonly string[];
  /** The part of the template whose value the user types. */
  slot: string | undefined;
  /** Lets the user choose a template, or says why there is none. */
  start: () => Promise<void>;
  move: (steps: number) => void;
  /** Continues with the next variable of the template, and sends it after the last one. */
  next: () => void;
  /** Takes the typed value, and continues. */
  submit: () => void;
}

/**
 * Chooses a template, and asks for the value of each of its variables.
 *
 * @param onSend called when the template is being sent
 */
export function useTemplate(inbox: InboxModel, mode: Now<Mode>, onSend: () => void): TemplateForm {
  const picked = useNow<{ at: number; values: readonly string[] }>({ at: 0, values: [] });
  const value = useNow(lineOf(''));
  const chosen = () => inbox.templates[picked.now.at];
  const next = () => {
    const { at, values } = picked.now;
    const template = chosen();
    if (template && values.length < slotsOf(template).length) {
      value.set(lineOf(''));
      mode.set('value');
    } else if (template) {
      mode.set('list');
      onSend();
      void inbox.sendTemplate(template, values).then((isSent) => isSent || picked.set({ at, values: [] }));
    }
  };
  const template = chosen();
  return {
    selected: picked.now.at,
    value,
    values: mode.now === 'value' ? [...picked.now.values, textOf(value.now)] : [],
    slot: template && slotsOf(template)[picked.now.values.length],
    start: async () => {
      await inbox.loadTemplates();
      picked.set({ at: 0, values: [] });
      if (inbox.templates.length > 0) {
        mode.set('template');
      } else if (inbox.note === '') {
        inbox.say('no approved templates: create one at Meta, then run `wigwag admin templates sync`');
      }
    },
    move: (steps) => picked.set({ at: clamped(picked.now.at + steps, inbox.templates.length), values: [] }),
    next,
    submit: () => {
      picked.set({ ...picked.now, values: [...picked.now.values, textOf(value.now)] });
      next();
    },
  };
}
