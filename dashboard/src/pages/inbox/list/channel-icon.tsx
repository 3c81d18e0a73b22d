import { Camera, Globe, type LucideIcon, MessageCircle, MessagesSquare } from 'lucide-react';
import type { Channel } from '../data/types.ts';

export const CHANNEL_NAMES: Record<Channel, string> = {
  whatsapp: 'WhatsApp',
  instagram: 'Instagram',
  messenger: 'Messenger',
  web: 'Web chat',
};
const ICONS: Record<Channel, LucideIcon> = {
  whatsapp: MessageCircle,
  instagram: Camera,
  messenger: MessagesSquare,
  web: Globe,
};

/** The sign of a channel, in its quiet colour. */
export function ChannelIcon({ channel, size = 14 }: { channel: Channel; size?: number }) {
  const Icon = ICONS[channel];
  return (
    <span className={`channel ${channel}`} title={CHANNEL_NAMES[channel]}>
      <Icon size={size} aria-hidden />
      <span className="visually-hidden">{CHANNEL_NAMES[channel]}</span>
    </span>
  );
}
