import { ArrowLeft, CircleCheck, CircleUser, PanelRight, RotateCcw } from 'lucide-react';
import { useMay, useSession } from '../../../api/session.ts';
import { Button, IconButton } from '../../../parts/button.tsx';
import { Badge } from '../../../parts/feedback.tsx';
import { Menu } from '../../../parts/menu.tsx';
import { WindowCountdown } from '../composer/window-note.tsx';
import { type Conversation, nameOf } from '../data/types.ts';
import { ChannelIcon } from '../list/channel-icon.tsx';
import { useAssignActions } from './assign-actions.ts';

interface ThreadHeadProps {
  conversation: Conversation;
  closesAt: string | null | undefined;
  isAssignOpen: boolean;
  onAssignOpen: (isOpen: boolean) => void;
  onAssign: (agent: Conversation['agent']) => void;
  onClose: () => void;
  onBack: () => void;
  onAbout: () => void;
}

/** Who the thread is with, its state, and what one does with it. */
export function ThreadHead(props: ThreadHeadProps) {
  const { conversation, closesAt, isAssignOpen, onAssignOpen, onAssign, onClose, onBack, onAbout } = props;
  const mayChange = useMay('conversations:write');
  const isClosed = conversation.status === 'closed';
  return (
    <header className="thread-head">
      <span className="only-one-pane">
        <IconButton label="Back to the list" icon={ArrowLeft} onPress={onBack} />
      </span>
      <ChannelIcon channel={conversation.channel} size={20} />
      <div className="thread-who">
        <h2 className="thread-name cut" dir="auto" title={nameOf(conversation)}>
          {nameOf(conversation)}
        </h2>
        {conversation.status === 'bot' && <Badge tone="info">In a flow</Badge>}
        {isClosed && <Badge>Closed</Badge>}
        <WindowCountdown closesAt={closesAt} />
      </div>
      {mayChange && (
        <>
          <AssignMenu
            conversation={conversation}
            isOpen={isAssignOpen}
            onOpenChange={onAssignOpen}
            onAssign={onAssign}
          />
          <IconButton
            label={isClosed ? 'Open again' : 'Close the conversation'}
            icon={isClosed ? RotateCcw : CircleCheck}
            shortcut="e"
            onPress={onClose}
          />
        </>
      )}
      <span className="only-without-person">
        <IconButton label="About the person" icon={PanelRight} onPress={onAbout} />
      </span>
    </header>
  );
}

interface AssignMenuProps {
  conversation: Conversation;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onAssign: (agent: Conversation['agent']) => void;
}

function AssignMenu({ conversation: { agent }, isOpen, onOpenChange, onAssign }: AssignMenuProps) {
  const me = useSession().agent;
  const actions = useAssignActions([agent], onAssign);
  const isMine = me !== null && agent?.id === me.id;
  return (
    <Menu isOpen={isOpen} onOpenChange={onOpenChange} actions={actions}>
      <Button icon={CircleUser} aria-label={agent ? `Assigned to ${agent.name}. Assign` : 'Assign'}>
        <span className="assignee cut">{isMine ? 'You' : (agent?.name ?? 'Assign')}</span>
      </Button>
    </Menu>
  );
}
