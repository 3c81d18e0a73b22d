import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { IconButton } from '../../parts/button.tsx';
import { PhonePreview } from '../../parts/phone-preview.tsx';
import { previewValues, recipientMaker } from './slots.ts';
import type { CampaignDraft, DraftList, Template } from './use-campaign-draft.ts';

/** The message of one row of the list, and buttons to the rows before and after it. */
export function RowPreview({ template, list, draft }: { template: Template; list: DraftList; draft: CampaignDraft }) {
  const [place, setPlace] = useState(0);
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
    </>
  );
}
