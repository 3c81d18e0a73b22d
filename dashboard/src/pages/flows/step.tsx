import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Braces, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { templatesQuery } from '../../api/templates.ts';
import { afterClose } from '../../parts/after-close.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Select, TextField } from '../../parts/fields/fields.tsx';
import { useInsertText } from '../../parts/fields/insert-text.ts';
import { Menu } from '../../parts/menu.tsx';
import { delayText, minutesOf, problemOfDelay } from './delay.ts';
import type { FieldErrors, StepDraft } from './draft.ts';
import { StepButtons } from './step-buttons.tsx';

interface StepProps {
  step: StepDraft;
  index: number;
  count: number;
  errors: FieldErrors;
  isDisabled: boolean;
  templateId: number | null;
  onChange: (step: StepDraft) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

const KINDS = [
  { value: 'text', text: 'Text' },
  { value: 'file', text: 'Image, video or document' },
] as const;

const FILES = [
  { value: '', text: 'By the extension of the URL' },
  { value: 'image', text: 'Image' },
  { value: 'video', text: 'Video' },
  { value: 'document', text: 'Document' },
] as const;

/** One message of a flow, on the time line. */
export function Step({ step, index, count, errors, isDisabled, templateId, onChange, onMove, onRemove }: StepProps) {
  const change = (changes: Partial<StepDraft>) => onChange({ ...step, ...changes });
  const [isDelayLeft, setDelayLeft] = useState(false);
  const minutes = minutesOf(step.delay);
  const number = index + 1;
  const isWrong = Object.keys(errors).length > 0;
  return (
    <li className={isWrong ? 'timeline-step wrong' : 'timeline-step'}>
      <span className="timeline-dot" aria-hidden>
        {number}
      </span>
      <fieldset className="card flow-step" disabled={isDisabled}>
        <legend className="visually-hidden">Step {number}</legend>
        <header className="row">
          <h3 className="grow">{minutes === undefined ? `Step ${number}` : delayText(minutes)}</h3>
          {!isDisabled && (
            <>
              <IconButton
                label={`Move step ${number} up`}
                icon={ArrowUp}
                isDisabled={index === 0}
                onPress={() => onMove(-1)}
              />
              <IconButton
                label={`Move step ${number} down`}
                icon={ArrowDown}
                isDisabled={index === count - 1}
                onPress={() => onMove(1)}
              />
              <IconButton label={`Remove step ${number}`} icon={Trash2} onPress={onRemove} />
            </>
          )}
        </header>
        <div className="flow-step-when">
          <TextField
            label="Delay after the press"
            value={step.delay}
            isDisabled={isDisabled}
            onChange={(delay) => change({ delay })}
            error={(isDelayLeft ? problemOfDelay(step.delay) : undefined) ?? errors.delay}
            onFocus={() => setDelayLeft(false)}
            onBlur={() => setDelayLeft(true)}
            placeholder="2h30m"
            help="0, 30m or 2h30m, at most 24h. Meta allows free text only within 24 hours."
          />
          <Select
            label="Message"
            value={step.kind}
            options={KINDS}
            isDisabled={isDisabled}
            onChange={(kind) => change({ kind })}
          />
        </div>
        {step.kind === 'text' ? (
          <>
            <Placeheld
              label="Text"
              value={step.text}
              error={errors.text}
              lines={3}
              isDisabled={isDisabled}
              templateId={templateId}
              onChange={(text) => change({ text })}
              help={`${step.text.length.toLocaleString()} of ${step.buttons.length > 0 ? '1,024' : '4,096'} characters`}
            />
            <StepButtons
              buttons={step.buttons}
              errors={errors}
              isDisabled={isDisabled}
              onChange={(buttons) => change({ buttons })}
            />
          </>
        ) : (
          <>
            <TextField
              label="Public URL of the file"
              type="url"
              value={step.url}
              isDisabled={isDisabled}
              error={errors.media_url}
              placeholder="https://"
              help="At most 16 MB. Saving checks that it can be downloaded."
              onChange={(url) => change({ url })}
            />
            <Select
              label="Kind of file"
              value={step.fileKind}
              options={FILES}
              isDisabled={isDisabled}
              error={errors.type}
              onChange={(fileKind) => change({ fileKind })}
            />
            <Placeheld
              label="Caption"
              value={step.caption}
              error={errors.caption}
              lines={2}
              isDisabled={isDisabled}
              templateId={templateId}
              onChange={(caption) => change({ caption })}
            />
          </>
        )}
      </fieldset>
    </li>
  );
}

interface PlaceheldProps {
  label: string;
  value: string;
  error: string | undefined;
  lines: number;
  help?: string;
  isDisabled: boolean;
  templateId: number | null;
  onChange: (value: string) => void;
}

/** A text with placeholders, which a menu adds at its caret. */
function Placeheld({ templateId, lines, help, ...rest }: PlaceheldProps) {
  const { data: templates } = useQuery(templatesQuery);
  const names = templates?.find(({ id }) => id === templateId)?.variables.names ?? [];
  const { areaRef, onFocus, insert } = useInsertText(rest.value, rest.onChange);
  const add = (name: string) =>
    afterClose(() => insert((before) => `${before === rest.value && /\S$/.test(before) ? ' ' : ''}{{${name}}}`));
  return (
    <div className="placeheld">
      <TextField {...rest} lines={lines} areaRef={areaRef} onFocus={onFocus} {...(help !== undefined && { help })} />
      {!rest.isDisabled && (
        <Menu
          actions={[
            { id: 'name', text: 'Name of the customer', run: () => add('name') },
            ...names
              .filter((name) => name !== 'name')
              .map((name) => ({
                id: `variable-${name}`,
                text: `Variable {{${name}}} of the template`,
                run: () => add(name),
              })),
          ]}
        >
          <Button kind="quiet" icon={Braces}>
            Placeholder
          </Button>
        </Menu>
      )}
    </div>
  );
}
