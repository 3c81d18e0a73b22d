import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useAccountId } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { SkeletonRows } from '../../parts/feedback.tsx';
import { Page } from '../../parts/page.tsx';
import { PhonePreview, samplesOf } from '../../parts/phone-preview.tsx';
import { Steps } from '../../parts/steps.tsx';
import { RowPreview } from './row-preview.tsx';
import { openSlots, unusableReason } from './slots.ts';
import { StepCheck } from './step-check.tsx';
import { StepRecipients } from './step-recipients.tsx';
import { StepTemplate } from './step-template.tsx';
import { StepValues } from './step-values.tsx';
import {
  STEPS,
  type StepId,
  useCampaignDraft,
  useCampaignName,
  useDraftList,
  useDraftTemplate,
  useStartTime,
} from './use-campaign-draft.ts';

/** A new campaign, in steps. What is chosen stays after a reload. */
export function NewCampaign({ step, chosen }: { step: StepId; chosen: string | undefined }) {
  const account = useAccountId();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [draft, setDraft, clearDraft] = useCampaignDraft();
  const [, , clearStartTime] = useStartTime();
  const [, , clearName] = useCampaignName();
  const template = useDraftTemplate(draft);
  const files = useDraftList();
  const { list } = files;
  // A link from a template chooses it once. The address then does not, so that another one can be chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new address chooses a template
  useEffect(() => {
    const [name = '', language = ''] = chosen?.split(' ') ?? [];
    if (chosen !== undefined) {
      setDraft({ ...draft, template: { name, language }, sources: {} });
      void navigate({ to: '/campaigns', search: { step } as never, replace: true });
    }
  }, [chosen]);
  // The values of a draft are kept if one looks back at an earlier step.
  const [isDone, setDone] = useState(false);
  const isUsable = template !== undefined && unusableReason(template) === undefined;
  const areValuesKnown = isUsable && !!list && openSlots(template, draft, list.header).length === 0;
  const canOpen: Readonly<Record<StepId, boolean>> = {
    template: true,
    recipients: isUsable,
    values: isUsable && !!list,
    check: areValuesKnown,
  };
  const open = (id: StepId) => void navigate({ to: '/campaigns', search: { step: id } as never });
  const finish = async (campaign: number) => {
    setDone(true);
    // Otherwise the list would not have it for some seconds.
    void queries.invalidateQueries({ queryKey: ['campaigns', account] });
    await navigate({ to: '/campaigns', search: { campaign } as never });
    clearDraft();
    clearStartTime();
    clearName();
    await files.clear();
  };
  const discard = async () => {
    await navigate({ to: '/campaigns' });
    clearDraft();
    clearStartTime();
    clearName();
    await files.clear();
  };
  const at = STEPS.findIndex(({ id }) => id === step);
  const next = STEPS[at + 1]?.id;
  const isReady = canOpen[step];
  return (
    <Page
      title="New campaign"
      about={
        <Link to="/campaigns" className="back">
          <ArrowLeft size={14} aria-hidden /> All campaigns
        </Link>
      }
      actions={
        <Button kind="quiet" onPress={() => void discard()}>
          Discard draft
        </Button>
      }
    >
      <Steps label="Steps of a campaign" steps={STEPS} current={step} isOpen={(id) => canOpen[id]} onOpen={open} />
      <div className="wizard">
        <div className="wizard-step stack">
          {step === 'template' && (
            <StepTemplate draft={draft} onChange={(change) => setDraft({ ...draft, ...change })} />
          )}
          {step === 'recipients' && (
            <StepRecipients files={files} onReplaced={() => setDraft({ ...draft, sources: {} })} />
          )}
          {step === 'values' && isReady && template && list && (
            <StepValues
              template={template}
              list={list}
              draft={draft}
              onChange={(sources) => setDraft({ ...draft, sources })}
            />
          )}
          {step === 'check' && isReady && template && list && !isDone && (
            <StepCheck template={template} list={list} draft={draft} onStarted={(id) => void finish(id)} />
          )}
          {!isReady && (list === undefined || (draft.template && !template)) && <SkeletonRows rows={6} />}
          {next !== undefined && (
            <div className="row">
              {at > 0 && <Button onPress={() => open(STEPS[at - 1]?.id ?? 'template')}>Back</Button>}
              <span className="grow" />
              <Button kind="primary" isDisabled={!canOpen[next]} onPress={() => open(next)}>
                {`Continue to ${STEPS[at + 1]?.name.toLowerCase()}`}
              </Button>
            </div>
          )}
        </div>
        <aside className="wizard-preview stack tight" aria-label="Preview">
          {template && list && isReady && step !== 'template' ? (
            <RowPreview template={template} list={list} draft={draft} canTest={canOpen.check} />
          ) : template ? (
            <PhonePreview template={template} values={samplesOf(template)} />
          ) : (
            <p className="muted">The message is shown here as on a phone.</p>
          )}
        </aside>
      </div>
    </Page>
  );
}
