import { useMutation } from '@tanstack/react-query';
import type { components } from '@wigwag/openapi';
import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useDraft } from '../../api/draft.ts';
import { Problem } from '../../api/problem.ts';
import { useMay } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorNote, Note } from '../../parts/feedback.tsx';
import { toast } from '../../parts/toasts.tsx';
import { nextDelay } from './delay.ts';
import {
  bodyOfDraft,
  errorsOfStep,
  type FieldErrors,
  type Flow,
  type FlowDraft,
  type FormProps,
  fieldErrorsOf,
  isSame,
  MAX_STEPS,
  newStep,
  placeOf,
  type StepDraft,
} from './draft.ts';
import { Preview } from './preview.tsx';
import { Rules } from './rules.tsx';
import { Step } from './step.tsx';
import { Trigger } from './trigger.tsx';

interface BuilderProps {
  saved: FlowDraft;
  /** Names the draft that stays after a reload. */
  name: string;
  isPublished: boolean;
  /** How many people are in the flow. @default 0 */
  running?: number | undefined;
  save: (body: components['schemas']['CreateFlowRequest']) => Promise<Flow>;
  onSaved: (flow: Flow) => void;
}

/** What starts a flow, its steps on a time line, and how they look on a phone. */
export function Builder({ saved, name, isPublished, running = 0, save, onSaved }: BuilderProps) {
  const mayWrite = useMay('flows:write');
  const [draft, setDraft, clearDraft] = useDraft<FlowDraft>(`flow:${name}`, saved);
  const isChanged = !isSame(draft, saved);
  const saving = useMutation({
    mutationFn: (isActive: boolean | undefined) =>
      save({ ...bodyOfDraft(draft), ...(isActive !== undefined && { is_active: isActive }) }),
    onSuccess: (flow, isActive) => {
      clearDraft();
      onSaved(flow);
      toast(isActive ? 'The flow is saved and published' : 'The flow is saved');
    },
  });
  const errors = fieldErrorsOf(saving.error);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (saving.error) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] button')?.focus();
    }
  }, [saving.error]);
  const change = (changes: Partial<FlowDraft>) => setDraft({ ...draft, ...changes });
  const shared = { draft, change, errors, isDisabled: !mayWrite };
  return (
    <div className="flow-builder">
      <div ref={form} className="stack flow-form">
        <Trigger {...shared} />
        <Steps {...shared} />
        <Rules {...shared} />
        {saving.error && <SaveError error={saving.error} errors={errors} />}
        {mayWrite && (
          <div className="flow-foot">
            <span className="muted grow" role="status">
              {isChanged && (
                <>
                  Not saved yet. <span className="only-wide">This tab keeps what you typed. </span>
                  {running > 0 &&
                    (running === 1
                      ? '1 person is in the flow, and gets the changed steps.'
                      : `${running.toLocaleString()} people are in the flow, and get the changed steps.`)}
                </>
              )}
            </span>
            {isChanged && name !== 'new' && (
              <Button
                kind="quiet"
                onPress={() => {
                  clearDraft();
                  saving.reset();
                }}
              >
                Discard changes
              </Button>
            )}
            <Button
              kind={isPublished ? 'primary' : 'plain'}
              isDisabled={!isChanged}
              isPending={saving.isPending && saving.variables !== true}
              onPress={() => saving.mutate(undefined)}
            >
              Save
            </Button>
            {!isPublished && (
              <Button
                kind="primary"
                isPending={saving.isPending && saving.variables === true}
                onPress={() => saving.mutate(true)}
              >
                {isChanged || name === 'new' ? 'Save and publish' : 'Publish'}
              </Button>
            )}
          </div>
        )}
      </div>
      <Preview draft={draft} />
    </div>
  );
}

/** Errors at fields are shown there; here is where, or everything if no field is named. */
function SaveError({ error, errors }: { error: Error; errors: FieldErrors }) {
  const count = Object.keys(errors).length;
  if (count === 0 || !(error instanceof Problem)) {
    return <ErrorNote error={error} />;
  }
  return (
    <Note tone="bad">
      <p role="alert">
        Not saved: {count === 1 ? 'one field needs a change' : `${count.toLocaleString()} fields need a change`}.{' '}
        {[...new Set(Object.keys(errors).map(placeOf))].join('. ')}.
      </p>
    </Note>
  );
}

function Steps({ draft, change, errors, isDisabled }: FormProps) {
  const { steps } = draft;
  const list = useRef<HTMLOListElement>(null);
  const latest = useRef(steps);
  latest.current = steps;
  /** Changes the steps, and focuses the first usable one of these elements. The browser forgets the focus of what moves. */
  const changeAndFocus = (next: readonly StepDraft[], ...selectors: string[]) => {
    flushSync(() => change({ steps: [...next] }));
    for (const selector of selectors) {
      const element = list.current?.querySelector<HTMLElement>(`${selector}:not(:disabled)`);
      if (element) {
        element.focus();
        return;
      }
    }
  };
  const setStep = (index: number, step: StepDraft) => change({ steps: steps.with(index, step) });
  const move = (index: number, by: -1 | 1) => {
    const other = steps[index + by];
    const own = steps[index];
    if (own && other) {
      // The delays stay where they are: only the messages change places.
      const moved = steps.with(index, { ...other, delay: own.delay }).with(index + by, { ...own, delay: other.delay });
      const button = (way: string) => `[aria-label="Move step ${index + by + 1} ${way}"]`;
      changeAndFocus(moved, button(by === -1 ? 'up' : 'down'), button(by === -1 ? 'down' : 'up'));
    }
  };
  const remove = (index: number) => {
    const own = steps[index];
    const near = Math.min(index + 1, steps.length - 1);
    changeAndFocus(steps.toSpliced(index, 1), `[aria-label="Remove step ${near}"]`, '.timeline-add button');
    if (own) {
      toast(`Step ${index + 1} is removed`, () => change({ steps: latest.current.toSpliced(index, 0, own) }));
    }
  };
  const add = () =>
    changeAndFocus(
      [...steps, newStep(nextDelay(steps.at(-1)?.delay))],
      `.timeline-step:nth-child(${steps.length + 1}) textarea`,
    );
  return (
    <section className="section" aria-label="Steps">
      <h2>Steps</h2>
      {errors.steps && <p className="field-error">{errors.steps}</p>}
      <ol ref={list} className="timeline">
        {steps.map((step, index) => (
          <Step
            key={step.key}
            step={step}
            index={index}
            count={steps.length}
            errors={errorsOfStep(errors, index)}
            isDisabled={isDisabled}
            templateId={draft.templateId}
            onChange={(next) => setStep(index, next)}
            onMove={(by) => move(index, by)}
            onRemove={() => remove(index)}
          />
        ))}
        {!isDisabled && (
          <li className="timeline-add">
            <span className="timeline-dot" aria-hidden />
            <Button icon={Plus} isDisabled={steps.length >= MAX_STEPS} onPress={add}>
              Add a step
            </Button>
            <span className="muted">
              {steps.length} of {MAX_STEPS}
            </span>
          </li>
        )}
      </ol>
    </section>
  );
}
