import { X } from 'lucide-react';
import {
  UNSTABLE_Toast as AriaToast,
  Text,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { Button, IconButton } from './button.tsx';

interface Toast {
  text: string;
  /** Takes back what was done. */
  undo?: (() => void) | undefined;
}

const queue = new ToastQueue<Toast>({ maxVisibleToasts: 3 });

/** How long a toast stays, in milliseconds. */
const STAYS = 6000;

/** Says that something is done, and offers to take it back. Errors do not use it: they stay on the page. */
export const toast = (text: string, undo?: () => void): void => {
  // Several would cover what the person uses next.
  for (const { key, content } of queue.visibleToasts) {
    if (content.undo === undefined) {
      queue.close(key);
    }
  }
  queue.add({ text, undo }, { timeout: STAYS });
};

/** Takes back what the newest toast says, if it can be taken back. */
export const undoLast = (): void => {
  const last = queue.visibleToasts.find(({ content }) => content.undo !== undefined);
  if (last) {
    last.content.undo?.();
    queue.close(last.key);
  }
};

export const Toasts = () => (
  <ToastRegion queue={queue} className="toasts">
    {({ toast: shown }) => (
      <AriaToast toast={shown} className="toast">
        <ToastContent className="grow">
          <Text slot="title">{shown.content.text}</Text>
        </ToastContent>
        {shown.content.undo && (
          <Button
            kind="quiet"
            onPress={() => {
              shown.content.undo?.();
              queue.close(shown.key);
            }}
          >
            Undo
          </Button>
        )}
        <IconButton slot="close" label="Dismiss" icon={X} />
      </AriaToast>
    )}
  </ToastRegion>
);
