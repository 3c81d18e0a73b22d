import { useQuery } from '@tanstack/react-query';
import { Download, FileText, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { admin, BASE, bodyOf } from '../../../api/client.ts';
import { useAccountId } from '../../../api/session.ts';
import { sizeText } from '../../../files/size.ts';
import { Skeleton } from '../../../parts/feedback.tsx';
import type { HistoryMessage } from '../data/types.ts';
import { OuterLink, safeAddress } from './text.tsx';

/** The path of files (received-media). */
const FILE = /\/media\/([\w.-]+)$/;

/** Returns the address of a file on the host of this page: its link names the public host, from which the page may not load. */
function ownAddress(url: string | null | undefined): string | undefined {
  const token = FILE.exec(url ?? '')?.[1];
  return token === undefined ? undefined : new URL(`../media/${token}`, BASE).href;
}

/** Whether the history has a link to the file. It has none for what this API sent. */
const isLinked = ({ direction, sent_by }: HistoryMessage): boolean => direction === 'in' || sent_by !== undefined;

/** Links are valid for 7 days. */
const LINK_FRESH = 86_400_000;

/** The file of a message as this page can load it. */
interface OwnFile {
  address: string | undefined;
  name: string | undefined;
  size: number | undefined;
  /** Whether the link is not known yet. */
  isLoading: boolean;
}

function useFile(message: HistoryMessage): OwnFile {
  const account = useAccountId();
  const { id, media, type } = message;
  const linked = isLinked(message) ? ownAddress(media?.url) : undefined;
  const sent = useQuery({
    queryKey: ['file', account, id],
    queryFn: () =>
      bodyOf(admin.GET('/accounts/{account}/messages/{message}/file', { params: { path: { account, message: id } } })),
    enabled: !isLinked(message),
    staleTime: LINK_FRESH,
  });
  // The history names no size. Pictures and players show what they are without it.
  const size = useQuery({
    queryKey: ['file-size', account, id],
    queryFn: async () => {
      const response = await fetch(linked as string, { method: 'HEAD' });
      const length = response.ok ? response.headers.get('content-length') : null;
      return length === null ? null : Number(length);
    },
    enabled: linked !== undefined && type === 'document',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    address: linked ?? ownAddress(sent.data?.url),
    name: media?.filename ?? sent.data?.filename ?? undefined,
    size: sent.data?.size ?? size.data ?? undefined,
    isLoading: !isLinked(message) && sent.isPending,
  };
}

const NAMES: Record<string, string> = {
  image: 'Image',
  video: 'Video',
  audio: 'Audio',
  sticker: 'Sticker',
  document: 'Document',
};

/** A file of a message. */
export function MediaView({ message, who }: { message: HistoryMessage; who: string }) {
  const [isMissing, setMissing] = useState(false);
  const { type } = message;
  const file = useFile(message);
  const { address, isLoading } = file;
  const name = `${NAMES[type] ?? 'File'} from ${who}`;
  if (isMissing) {
    return (
      <p className="attachment">
        <ImageOff size={20} aria-hidden />
        <span>{NAMES[type] ?? 'File'} is no longer available</span>
      </p>
    );
  }
  if (type === 'image' || type === 'sticker') {
    if (isLoading) {
      return <span className={`picture ${type}`} />;
    }
    if (address !== undefined) {
      return (
        <a href={address} target="_blank" rel="noopener" className={`picture ${type}`}>
          <img src={address} alt={message.text ?? name} loading="lazy" onError={() => setMissing(true)} />
        </a>
      );
    }
  }
  if (type === 'video' && (isLoading || address !== undefined)) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: these videos have none
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
  if (type === 'audio' && (isLoading || address !== undefined)) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: these recordings have none
      <audio className="audio" src={address} controls preload="none" aria-label={name} />
    );
  }
  return <FileLink message={message} file={file} />;
}

/** A document, or a file that this page cannot load. */
function FileLink({ message, file }: { message: HistoryMessage; file: OwnFile }) {
  const { media, type } = message;
  const outer = safeAddress(media?.url);
  const kind = NAMES[type] ?? 'File';
  const name = file.name ?? (outer === undefined ? undefined : lastPart(outer)) ?? kind;
  const about = [media?.mime_type ?? kind, file.size !== undefined && sizeText(file.size)].filter(Boolean).join(', ');
  const body = (
    <>
      <FileText size={20} aria-hidden />
      <span className="grow">
        <span className="attachment-name" dir="auto">
          {name}
        </span>
        <span className="muted">{file.isLoading ? <Skeleton width={96} /> : about}</span>
      </span>
    </>
  );
  if (file.address !== undefined) {
    return (
      <a className="attachment" href={file.address} download>
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
