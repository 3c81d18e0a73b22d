import { CAPABILITIES } from 'virtual:facts';
import {
  Bookmark,
  LayoutTemplate,
  Link as LinkIcon,
  List,
  MapPin,
  Paperclip,
  Plus,
  RectangleEllipsis,
  SendHorizontal,
} from 'lucide-react';
import { useRef } from 'react';
import { Button, IconButton } from '../../../parts/button.tsx';
import { Menu, type MenuAction } from '../../../parts/menu.tsx';
import type { Channel } from '../data/types.ts';
import { isTooLong, lengthOf } from './draft.ts';

/** A form above the field, or the dialog of templates or of saved replies. */
export type PanelName = 'buttons' | 'list' | 'location' | 'url' | 'template' | 'saved';

interface ActionRowProps {
  channel: Channel;
  text: string;
  canWrite: boolean;
  canSend: boolean;
  offersTemplates: boolean;
  onFiles: (files: FileList | undefined) => void;
  onPanel: (panel: PanelName) => void;
  onSend: () => void;
}

/** What an agent can add to a reply, how long its text is, and the button that sends it. */
export function ActionRow(props: ActionRowProps) {
  const { channel, text, canWrite, canSend, offersTemplates, onFiles, onPanel, onSend } = props;
  const { features, mediaFrom, maxTextLength } = CAPABILITIES[channel];
  const picker = useRef<HTMLInputElement>(null);
  const length = lengthOf(text, channel);
  const isLong = isTooLong(text, channel);
  const opens = (id: PanelName, name: string, icon: MenuAction['icon']): MenuAction => ({
    id,
    text: name,
    icon,
    run: () => onPanel(id),
  });
  const actions: MenuAction[] = [
    ...(mediaFrom.includes('id')
      ? [{ id: 'file', text: 'File', icon: Paperclip, run: () => picker.current?.click() }]
      : []),
    opens('url', 'File by address', LinkIcon),
    ...(features.includes('interactive')
      ? [opens('buttons', 'Reply buttons', RectangleEllipsis), opens('list', 'List to choose from', List)]
      : []),
    ...(features.includes('location') ? [opens('location', 'Location', MapPin)] : []),
  ];
  return (
    <div className="row">
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={({ target }) => {
          onFiles(target.files ?? undefined);
          target.value = '';
        }}
      />
      <Menu actions={actions}>
        <IconButton label="Add" icon={Plus} isDisabled={!canWrite} />
      </Menu>
      <IconButton label="Saved replies" icon={Bookmark} shortcut="/" onPress={() => onPanel('saved')} />
      {offersTemplates && (
        <IconButton label="Send a template" icon={LayoutTemplate} onPress={() => onPanel('template')} />
      )}
      <span className="composer-hint muted">
        {isLong || length > maxTextLength * 0.9 ? (
          <span className={`number${isLong ? ' too-long' : ''}`}>
            {length.toLocaleString()} of {maxTextLength.toLocaleString()}
          </span>
        ) : (
          <>
            <kbd>Enter</kbd> sends, <kbd>Shift</kbd> <kbd>Enter</kbd> starts a line
          </>
        )}
      </span>
      <span className="grow" />
      <Button kind="primary" icon={SendHorizontal} isDisabled={!canSend} onPress={onSend}>
        Send
      </Button>
    </div>
  );
}
