import {
  Ban,
  ClipboardList,
  CornerDownRight,
  ExternalLink,
  List,
  ListChecks,
  MapPin,
  Megaphone,
  MousePointerClick,
  Share2,
  ShoppingCart,
  SmilePlus,
  UserRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../../parts/feedback.tsx';
import type { HistoryMessage } from '../data/types.ts';
import { MediaView } from './media.tsx';
import { OuterLink, PersonText } from './text.tsx';

interface ContentProps {
  message: HistoryMessage;
  /** Who wrote it. */
  who: string;
}

/** What a message says, for every kind of content of the history. Everything from the customer is text. */
export function MessageContent({ message, who }: ContentProps) {
  const { type, text, media, button, location, contacts, order, form, referral, share, template } = message;
  if (message.deleted_at !== undefined) {
    return (
      <p className="bubble-aside">
        <Ban size={14} aria-hidden /> This message was deleted
      </p>
    );
  }
  const isRepeated = (button && text === button.title) || (form && text === form.text);
  return (
    <>
      {referral && <ReferralView referral={referral} />}
      {template && (
        <p className="bubble-aside">
          <ClipboardList size={14} aria-hidden /> Template <code>{template}</code>
        </p>
      )}
      {media && <MediaView message={message} who={who} />}
      {button && (
        <p className="choice">
          <MousePointerClick size={14} aria-hidden />
          <span dir="auto">{button.title ?? button.payload}</span>
        </p>
      )}
      {location && <LocationView location={location} />}
      {contacts?.map((card, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a message have no other identity and never change
        <ContactView key={place} card={card} />
      ))}
      {order && <OrderView order={order} />}
      {form && <FormView form={form} />}
      {share && <ShareView share={share} />}
      {type === 'reaction' ? (
        <p className="bubble-aside">
          <SmilePlus size={14} aria-hidden /> {text ? <>Reacted with {text}</> : 'Took a reaction back'}
        </p>
      ) : (
        text && !isRepeated && <PersonText text={text} />
      )}
      {message.interactive && <SentChoices interactive={message.interactive} />}
      {type === 'interactive' && !message.interactive && (
        <p className="bubble-aside">
          <ListChecks size={14} aria-hidden /> With choices to press
        </p>
      )}
      {message.template_buttons && <SentButtons texts={message.template_buttons} />}
      {isBare(message) && <Unsupported message={message} />}
    </>
  );
}

/** The buttons or the list that were sent. They cannot be pressed here. */
export function SentChoices({ interactive }: { interactive: NonNullable<HistoryMessage['interactive']> }) {
  if (interactive.kind === 'button') {
    return <SentButtons texts={interactive.buttons.map(({ title }) => title)} />;
  }
  return (
    <>
      <p className="bubble-aside">
        <List size={14} aria-hidden /> <bdi>{interactive.button}</bdi>
      </p>
      <ul className="sent-choices rows" aria-label="Rows of the list">
        {interactive.sections.flatMap(({ rows }) =>
          rows.map(({ id, title, description }) => (
            <li key={id} dir="auto">
              {title}
              {description && <p className="detail">{description}</p>}
            </li>
          )),
        )}
      </ul>
    </>
  );
}

const SentButtons = ({ texts }: { texts: readonly string[] }) => (
  <ul className="sent-choices" aria-label="Buttons">
    {texts.map((text, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a message have no other identity and never change
      <li key={place} dir="auto">
        {text}
      </li>
    ))}
  </ul>
);

/** Whether there is nothing to show of a message. */
const isBare = ({ type, text, media, button, location, contacts, order, form, referral, share }: HistoryMessage) =>
  type !== 'reaction' &&
  !text &&
  !media &&
  !button &&
  !location &&
  !contacts?.length &&
  !order &&
  !form &&
  !referral &&
  !share;

function Unsupported({ message: { type, problem } }: { message: HistoryMessage }) {
  return (
    <p className="bubble-aside">
      <Ban size={14} aria-hidden />
      <span>
        {type === 'unsupported' ? 'This kind of message cannot be shown' : `Nothing to show (${type})`}
        {problem?.title && <>: {problem.title}</>}. The customer can send it in another form.
      </span>
    </p>
  );
}

function Card({ icon, title, children }: { icon: ReactNode; title: ReactNode; children?: ReactNode }) {
  return (
    <div className="card-in-bubble">
      <p className="card-title" dir="auto">
        {icon} {title}
      </p>
      {children}
    </div>
  );
}

function LocationView({ location }: { location: NonNullable<HistoryMessage['location']> }) {
  const { latitude, longitude, name, address } = location;
  const place = `${latitude}, ${longitude}`;
  return (
    <Card icon={<MapPin size={16} aria-hidden />} title={name || 'Location'}>
      {address && <p dir="auto">{address}</p>}
      <OuterLink
        address={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`}
      >
        <span className="number">{place}</span> <ExternalLink size={12} aria-label="on a map" />
      </OuterLink>
    </Card>
  );
}

function ContactView({ card }: { card: NonNullable<HistoryMessage['contacts']>[number] }) {
  return (
    <Card icon={<UserRound size={16} aria-hidden />} title={card.name || 'Contact'}>
      {card.organization && <p className="muted">{card.organization}</p>}
      {card.phones.map(({ phone, type, wa_id }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a message have no other identity and never change
        <p key={place} className="number">
          {phone ?? wa_id} {type && <span className="muted">{type.toLowerCase()}</span>}
        </p>
      ))}
      {card.emails.map(({ email }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a message have no other identity and never change
        <p key={place}>{email}</p>
      ))}
    </Card>
  );
}

function OrderView({ order }: { order: NonNullable<HistoryMessage['order']> }) {
  const money = (amount: number, currency: string | null) => {
    try {
      return currency ? amount.toLocaleString(undefined, { style: 'currency', currency }) : amount.toLocaleString();
    } catch {
      return `${amount.toLocaleString()} ${currency}`;
    }
  };
  const total = order.items.reduce((sum, { price, quantity }) => sum + (price ?? 0) * (quantity ?? 1), 0);
  return (
    <Card icon={<ShoppingCart size={16} aria-hidden />} title={`Order of ${order.items.length} products`}>
      <ul className="lines">
        {order.items.map(({ product_id, quantity, price, currency }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a message have no other identity and never change
          <li key={place} className="row">
            <span className="number">{quantity ?? 1} ×</span>
            <span className="grow mono">{product_id}</span>
            <span className="number">{price === null ? '–' : money(price, currency)}</span>
          </li>
        ))}
      </ul>
      <p className="row">
        <span className="grow">Total</span>
        <strong className="number">{money(total, order.items[0]?.currency ?? null)}</strong>
      </p>
      {order.text && <PersonText text={order.text} />}
    </Card>
  );
}

function FormView({ form }: { form: NonNullable<HistoryMessage['form']> }) {
  const { response } = form;
  return (
    <Card icon={<ClipboardList size={16} aria-hidden />} title={form.text || form.name || 'Form'}>
      {typeof response === 'string' && <PersonText text={response} />}
      {response !== null && typeof response === 'object' && (
        <dl className="facts">
          {Object.entries(response).map(([name, value]) => (
            <div key={name}>
              <dt dir="auto">{name}</dt>
              <dd dir="auto">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

function ReferralView({ referral }: { referral: NonNullable<HistoryMessage['referral']> }) {
  const { source, headline, body, url, ref, product } = referral;
  return (
    <Card
      icon={<Megaphone size={16} aria-hidden />}
      title={
        <OuterLink address={url}>
          {headline || (product?.product_id ? `Product ${product.product_id}` : `Came from ${source ?? 'elsewhere'}`)}
        </OuterLink>
      }
    >
      {source && <Badge>{source}</Badge>}
      {body && <p dir="auto">{body}</p>}
      {ref && <p className="muted mono">{ref}</p>}
    </Card>
  );
}

const SHARES: Record<string, string> = {
  link: 'Link',
  post: 'Post',
  reel: 'Reel',
  story: 'Story',
  story_mention: 'Mentioned you in a story',
  story_reply: 'Replied to your story',
};

function ShareView({ share: { kind, url, title } }: { share: NonNullable<HistoryMessage['share']> }) {
  return (
    <Card
      icon={kind === 'story_reply' ? <CornerDownRight size={16} aria-hidden /> : <Share2 size={16} aria-hidden />}
      title={SHARES[kind] ?? kind}
    >
      {(title || url) && (
        <p dir="auto">
          <OuterLink address={url}>{title || url}</OuterLink>
        </p>
      )}
    </Card>
  );
}

/** A message in one line, for lists and quotes. */
export function summaryOf({ type, text, media, location, contacts, order, deleted_at }: HistoryMessage): string {
  if (deleted_at !== undefined) {
    return 'Deleted message';
  }
  if (type === 'reaction') {
    return text ? `Reacted with ${text}` : 'Took a reaction back';
  }
  if (text) {
    return text;
  }
  const names: Record<string, string> = {
    image: 'Image',
    video: 'Video',
    audio: 'Audio',
    sticker: 'Sticker',
    document: media?.filename ?? 'Document',
    location: location?.name ?? 'Location',
    contacts: contacts?.[0]?.name ?? 'Contact',
    order: `Order of ${order?.items.length ?? 0} products`,
    form: 'Form',
    share: 'Shared a post',
    referral: 'Came from an ad',
    template: 'Template',
    interactive: 'Choices',
    unsupported: 'Unsupported message',
  };
  return names[type] ?? type;
}
