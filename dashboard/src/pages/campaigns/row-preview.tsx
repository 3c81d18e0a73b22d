import { ChevronLeft, ChevronRight, Send } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button, IconButton } from '../../parts/button.tsx';
import { PhonePreview } from '../../parts/phone-preview.tsx';
import { previewValues, recipientMaker } from './slots.ts';
import { TestMessage } from './test-message.tsx';
import type { CampaignDraft, DraftList, Template } from './use-campaign-draft.ts';

interface RowPreviewProps {
  template: Template;
  list: DraftList;
  draft: CampaignDraft;
  /** Whether all values are chosen, so that the message can be sent. */
  canTest: boolean;
}

/** The message of one row of the list, and buttons to the rows before and after it. */
export function RowPreview({ template, list, draft, canTest }: RowPreviewProps) {
  const [place, setPlace] = useState(0);
  const [isTesting, setTesting] = useState(false);
  const make = useMemo(() => recipientMaker(template, draft, list.header), [template, draft, list.header]);
  const at = Math.min(place, list.rows.length - 1);
  const row = list.rows[at];
  if (!row) {
    return null;
  }
  const recipient = make(row);
  return (
    <>
      <div className="row">
        <span className="grow cut" role="status">
          {'problem' in recipient ? (
            `Row ${row.line} ${recipient.problem}`
          ) : (
            <>
              <span className="number">{recipient.phone}</span> <bdi className="muted">{recipient.name}</bdi>
            </>
          )}
        </span>
        <IconButton label="Previous person" icon={ChevronLeft} isDisabled={at === 0} onPress={() => setPlace(at - 1)} />
        <IconButton
          label="Next person"
          icon={ChevronRight}
          isDisabled={at === list.rows.length - 1}
          onPress={() => setPlace(at + 1)}
        />
      </div>
      <PhonePreview template={template} values={previewValues(template, recipient)} />
      {canTest && 'phone' in recipient && (
        <div className="row">
          <Button icon={Send} onPress={() => setTesting(true)}>
            Send a test message
          </Button>
        </div>
      )}
      {isTesting && 'phone' in recipient && (
        <TestMessage
          template={template}
          connection={draft.connection}
          recipient={recipient}
          onClose={() => setTesting(false)}
        />
      )}
    </>
  );
}
