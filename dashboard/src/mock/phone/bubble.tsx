import {
  Ban,
  Check,
  CheckCheck,
  CircleX,
  ClipboardList,
  Clock,
  ExternalLink,
  FileText,
  MapPin,
  Megaphone,
  MoreHorizontal,
  Reply,
  Share2,
  ShoppingCart,
  UserRound,
} from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { sizeText } from '../../files/size.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { Menu } from '../../parts/menu.tsx';
import { ClockTime } from '../../parts/values/time.tsx';
import type { Choice, FileOf, Message } from '../types.ts';

const TICKS: Record<string, readonly [sign: typeof Check, word: string]> = {
  accepted: [Clock, 'accepted'],
  sent: [Check, 'sent'],
  delivered: [CheckCheck, 'delivered'],
  read: [CheckCheck, 'read'],
  failed: [CircleX, 'failed'],
};

interface BubbleProps {
  message: Message;
  /** On Messenger or Instagram. */
  isPage: boolean;
  quoted: Message | undefined;
  /** The emoji of both sides. */
  reactions: string;
  write: (message: Record<string, unknown>) => Promise<boolean>;
  onReply: (message: Message) => void;
}

/** A message on the phone, with what the person can press. A long chat renders only those that change. */
export const Bubble = memo(function Bubble({ message, isPage, quoted, reactions, write, onReply }: BubbleProps) {
  const { id, from, at, status, choices = [], links = [], list_button, edited, deleted, tapped } = message;
  const [isListOpen, setListOpen] = useState(false);
  const press = ({ payload, title, postback, template }: Choice) =>
    void write({
      type: template ? 'template_button' : !isPage ? 'interactive' : postback ? 'postback' : 'quick_reply',
      button: { payload, title },
      reply_to: id,
    });
  const isList = list_button !== undefined;
  return (
    <li className={`mock-bubble ${from}${deleted ? ' deleted' : ''}`}>
      <div className="mock-bubble-body">
        {quoted && !tapped && (
          <p className="mock-quote cut" dir="auto">
            {quoted.text ?? quoted.type}
          </p>
        )}
        {deleted ? (
          <p className="mock-aside">
            <Ban size={14} aria-hidden /> This message was deleted
          </p>
        ) : (
          <Content message={message} />
        )}
        {links.map(({ title, url }) => (
          <p key={title} className="mock-choice link" title={url}>
            <ExternalLink size={14} aria-hidden /> {title}
          </p>
        ))}
        {isList && (
          <button
            type="button"
            className="mock-choice"
            aria-expanded={isListOpen}
            onClick={() => setListOpen(!isListOpen)}
          >
            {list_button}
          </button>
        )}
        {(!isList || isListOpen) &&
          choices.map((choice) => (
            <button
              key={choice.payload}
              type="button"
              className={isList ? 'mock-choice row-of-list' : 'mock-choice'}
              onClick={() => {
                press(choice);
                setListOpen(false);
              }}
            >
              {choice.title}
              {choice.description && <span className="muted mock-small"> {choice.description}</span>}
            </button>
          ))}
        <p className="mock-bubble-foot">
          {edited && !deleted && <span>edited</span>}
          <ClockTime at={at} />
          {status && <Tick status={status} />}
        </p>
        {reactions !== '' && <p className="mock-reactions">{reactions}</p>}
      </div>
      {!deleted && <Actions message={message} isPage={isPage} write={write} onReply={onReply} />}
    </li>
  );
});

function Tick({ status }: { status: string }) {
  const [Sign, word] = TICKS[status] ?? [Check, status];
  return (
    <span className={`mock-tick ${status}`} title={word}>
      <Sign size={14} aria-hidden />
      {status === 'read' || status === 'failed' ? word : <span className="visually-hidden">{word}</span>}
    </span>
  );
}

function Actions({ message, isPage, write, onReply }: Pick<BubbleProps, 'message' | 'isPage' | 'write' | 'onReply'>) {
  const { id, from, text = '' } = message;
  const [isEditing, setEditing] = useState(false);
  const [words, setWords] = useState(text);
  const isOwn = from === 'person';
  const edit = async () => {
    await write({ type: 'edit', target: id, text: words });
    setEditing(false);
  };
  return (
    <>
      <Menu
        actions={[
          { id: 'reply', text: 'Reply', icon: Reply, run: () => onReply(message) },
          ...['👍', '❤️', '😂'].map((emoji) => ({
            id: emoji,
            text: `React with ${emoji}`,
            run: () => void write({ type: 'reaction', reaction: { message_id: id, emoji } }),
          })),
          ...(isOwn
            ? [
                {
                  id: 'edit',
                  text: 'Edit',
                  run: () => {
                    setWords(text);
                    setEditing(true);
                  },
                },
                {
                  id: 'unsend',
                  text: 'Unsend',
                  isDanger: true,
                  run: () => void write({ type: isPage ? 'deleted' : 'revoke', target: id }),
                },
              ]
            : []),
        ]}
      >
        <IconButton label="More about this message" icon={MoreHorizontal} />
      </Menu>
      {isEditing && (
        <FormDialog
          title="Edit the message"
          action="Send the edit"
          isOpen
          isPending={false}
          onClose={() => setEditing(false)}
          onSubmit={() => void edit()}
        >
          <TextField label="New text" lines={3} value={words} onChange={setWords} />
        </FormDialog>
      )}
    </>
  );
}

/** What a message says, for every kind of content. */
function Content({ message }: { message: Message }) {
  const { type, text, header, footer, template, files, location, cards, order, form, referral, shares, error } =
    message;
  const isBare =
    !text && !header && !files && !location && !cards && !order && !form && !referral && !shares && !message.reaction;
  return (
    <>
      {referral && (
        <Card icon={<Megaphone size={16} aria-hidden />} title={referral.title}>
          {referral.body && <p dir="auto">{referral.body}</p>}
          {referral.source && <p className="muted">From {referral.source}</p>}
        </Card>
      )}
      {files?.map((file, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: files of a message have no other identity and never change
        <FileView key={place} file={file} />
      ))}
      {header && (
        <p className="mock-header" dir="auto">
          {header}
        </p>
      )}
      {location && (
        <Card icon={<MapPin size={16} aria-hidden />} title={location.name || 'Location'}>
          {location.address && <p dir="auto">{location.address}</p>}
          <p className="number">
            {location.latitude}, {location.longitude}
          </p>
        </Card>
      )}
      {cards?.map(({ name, phones, emails, organization }) => (
        <Card key={`${name} ${phones}`} icon={<UserRound size={16} aria-hidden />} title={name || 'Contact'}>
          {organization && <p className="muted">{organization}</p>}
          {[...phones, ...emails].map((one) => (
            <p key={one}>{one}</p>
          ))}
        </Card>
      ))}
      {order && <OrderView order={order} />}
      {form && (
        <Card icon={<ClipboardList size={16} aria-hidden />} title={form.name ?? 'Form'}>
          <FormFields response={form.response} />
        </Card>
      )}
      {shares?.map(({ kind, title, url }) => (
        <Card key={`${kind} ${url}`} icon={<Share2 size={16} aria-hidden />} title={title ?? kind.replaceAll('_', ' ')}>
          {url && <p className="muted">{url}</p>}
        </Card>
      ))}
      {message.reaction && (
        <p className="mock-aside">
          {message.reaction.emoji ? `Reacted with ${message.reaction.emoji}` : 'Took a reaction back'}
        </p>
      )}
      {text && (
        <p className="mock-text" dir="auto">
          {text}
        </p>
      )}
      {footer && (
        <p className="muted mock-small" dir="auto">
          {footer}
        </p>
      )}
      {template && isBare && <p className="mock-aside">Template {template}</p>}
      {error && (
        <p className="mock-aside">
          <CircleX size={14} aria-hidden /> {error}
        </p>
      )}
      {isBare && !template && !error && <p className="mock-aside">{type.replaceAll('_', ' ')}</p>}
    </>
  );
}

const Card = ({ icon, title, children }: { icon: ReactNode; title: string; children?: ReactNode }) => (
  <div className="mock-card">
    <p className="mock-card-title" dir="auto">
      {icon} {title}
    </p>
    {children}
  </div>
);

/** A file that the mock has. A file elsewhere is not loaded: the page calls no other host. */
function FileView({ file: { kind, id, url, mime_type, filename, size, voice } }: { file: FileOf }) {
  // Generated sounds and videos have no content that a browser can play.
  const [isPlayable, setPlayable] = useState(true);
  const name = filename ?? (voice ? 'Voice message' : kind);
  const source = id && `/_mock/lab/file?id=${encodeURIComponent(id)}`;
  if (source && mime_type?.startsWith('image/')) {
    return <img className="mock-picture" src={source} alt={name} />;
  }
  const onError = () => setPlayable(false);
  if (source && isPlayable && mime_type?.startsWith('video/')) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: these videos have none
      <video className="mock-picture" src={source} controls preload="metadata" aria-label={name} onError={onError} />
    );
  }
  if (source && isPlayable && mime_type?.startsWith('audio/')) {
    return (
      <>
        {voice && <p className="mock-aside">{name}</p>}
        {/* biome-ignore lint/a11y/useMediaCaption: these recordings have none */}
        <audio className="mock-sound" src={source} controls preload="metadata" aria-label={name} onError={onError} />
      </>
    );
  }
  const details = [mime_type, size === undefined ? undefined : sizeText(size)].filter(Boolean).join(', ');
  return (
    <Card icon={<FileText size={16} aria-hidden />} title={name}>
      {details && <p className="muted">{details}</p>}
      {source ? (
        <a href={source} download={filename ?? kind}>
          Save the file
        </a>
      ) : (
        url && <p className="muted">{url}</p>
      )}
    </Card>
  );
}

function OrderView({ order: { text, items } }: { order: NonNullable<Message['order']> }) {
  const total = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const currency = items[0]?.currency ?? '';
  return (
    <Card
      icon={<ShoppingCart size={16} aria-hidden />}
      title={`Order of ${items.length} ${items.length === 1 ? 'product' : 'products'}`}
    >
      {items.map(({ product, quantity, price }) => (
        <p key={product} className="row">
          <span className="number">{quantity} ×</span>
          <span className="grow mono">{product}</span>
          <span className="number">{price.toFixed(2)}</span>
        </p>
      ))}
      <p className="row">
        <span className="grow">Total</span>
        <strong className="number">
          {total.toFixed(2)} {currency}
        </strong>
      </p>
      {text && <p dir="auto">{text}</p>}
    </Card>
  );
}

function FormFields({ response }: { response: unknown }) {
  if (typeof response !== 'object' || response === null) {
    return <p dir="auto">{String(response)}</p>;
  }
  return (
    <>
      {Object.entries(response).map(([name, value]) => (
        <p key={name} dir="auto">
          <span className="muted">{name}:</span> {typeof value === 'string' ? value : JSON.stringify(value)}
        </p>
      ))}
    </>
  );
}

/** For messages that the person answers. */
export const ReplyLine = ({ message, onDrop }: { message: Message; onDrop: () => void }) => (
  <div className="mock-reply row">
    <span className="grow cut" dir="auto">
      Reply to: {message.text ?? message.type}
    </span>
    <Button kind="quiet" onPress={onDrop}>
      Cancel
    </Button>
  </div>
);
