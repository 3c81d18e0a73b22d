import { Download, FileText, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { BASE } from '../../../api/client.ts';
import type { HistoryMessage } from '../data/types.ts';
import { OuterLink, safeAddress } from './text.tsx';

/** The path of received files (received-media). */
const RECEIVED = /\/media\/([\w.-]+)$/;

/**
 * Returns the address of a received file on the host of this page: its link names the public host, from which the
 * page may not load. Undefined for files that are elsewhere.
 */
export function receivedAddress({ media, direction, sent_by }: HistoryMessage): string | undefined {
  const token = direction === 'in' || sent_by !== undefined ? RECEIVED.exec(media?.url ?? '')?.[1] : undefined;
  return token === undefined ? undefined : new URL(`../media/${token}`, BASE).href;
}

const NAMES: Record<string, string> = {
  image: 'Picture',
  video: 'Video',
  audio: 'Audio',
  sticker: 'Sticker',
  document: 'Document',
};

/** A file of a message. */
export function MediaView({ message, who }: { message: HistoryMessage; who: string }) {
  const [isMissing, setMissing] = useState(false);
  const address = receivedAddress(message);
  const name = `${NAMES[message.type] ?? 'File'} from ${who}`;
  if (isMissing) {
    return (
      <p className="attachment">
        <ImageOff size={20} aria-hidden />
        <span>{NAMES[message.type] ?? 'File'} is no longer available</span>
      </p>
    );
  }
  if (address !== undefined && (message.type === 'image' || message.type === 'sticker')) {
    return (
      <a href={address} target="_blank" rel="noopener" className={`picture ${message.type}`}>
        <img src={address} alt={message.text ?? name} loading="lazy" onError={() => setMissing(true)} />
      </a>
    );
  }
  if (address !== undefined && message.type === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: customers' videos have none
      <video
        className="video"
        src={address}
        controls
        preload="metadata"
        aria-label={name}
        onError={() => setMissing(true)}
      />
    );
  }
  if (address !== undefined && message.type === 'audio') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: customers' recordings have none
      <audio className="audio" src={address} controls preload="none" aria-label={name} />
    );
  }
  return <FileLink message={message} address={address} />;
}

/** A document, or a file that is on another host, from which the page does not load. */
function FileLink({ message, address }: { message: HistoryMessage; address: string | undefined }) {
  const { media, type } = message;
  const outer = safeAddress(media?.url);
  const file = media?.filename ?? (outer === undefined ? undefined : lastPart(outer)) ?? NAMES[type] ?? 'File';
  const kind = NAMES[type] ?? 'File';
  const body = (
    <>
      <FileText size={20} aria-hidden />
      <span className="grow">
        <span className="attachment-name" dir="auto">
          {file}
        </span>
        <span className="muted">{media?.mime_type ?? kind}</span>
      </span>
    </>
  );
  if (address !== undefined) {
    return (
      <a className="attachment" href={address} download>
        {body}
        <Download size={16} aria-label="Download" />
      </a>
    );
  }
  return (
    <span className="attachment">
      <OuterLink address={media?.url}>{body}</OuterLink>
    </span>
  );
}

function lastPart(address: string): string | undefined {
  const part = new URL(address).pathname.split('/').at(-1);
  try {
    return part ? decodeURIComponent(part) : undefined;
  } catch {
    return part;
  }
}
