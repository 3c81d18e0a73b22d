import type { components } from '@wigwag/openapi';
import { Problem } from '../../api/problem.ts';

export type Flow = components['schemas']['Flow'];
type FlowStep = components['schemas']['FlowStep'];
type FlowBody = components['schemas']['CreateFlowRequest'];
type FileKind = 'image' | 'video' | 'document';

/** The number of steps and of reply buttons that a flow can have (section 2.11). */
export const MAX_STEPS = 10;
export const MAX_REPLIES = 3;

export interface ButtonDraft {
  type: 'reply' | 'url';
  text: string;
  url: string;
}

/** A step as it is typed: both kinds keep their fields while the person changes between them. */
export interface StepDraft {
  /** Stays the same when steps are moved. */
  key: string;
  kind: 'text' | 'file';
  delay: string;
  text: string;
  buttons: ButtonDraft[];
  url: string;
  /** Empty if the extension of the URL determines it. */
  fileKind: FileKind | '';
  caption: string;
}

/** A flow as it is typed. */
export interface FlowDraft {
  name: string;
  templateId: number | null;
  buttonIndex: number | null;
  stopOnReply: boolean;
  stopOnAgent: boolean;
  quiet: { start: number; end: number } | null;
  steps: StepDraft[];
}

/** The quiet hours that a flow gets when they are turned on. */
export const QUIET = { start: 22, end: 9 };

export const newStep = (delay: string): StepDraft => ({
  key: crypto.randomUUID(),
  kind: 'text',
  delay,
  text: '',
  buttons: [],
  url: '',
  fileKind: '',
  caption: '',
});

export const EMPTY: FlowDraft = {
  name: '',
  templateId: null,
  buttonIndex: null,
  stopOnReply: true,
  stopOnAgent: true,
  quiet: null,
  steps: [{ ...newStep('0'), key: 'first' }],
};

const stepDraft = (step: FlowStep, index: number): StepDraft => {
  const base = { ...newStep(step.delay ?? ''), key: `saved-${index}` };
  return 'media_url' in step
    ? { ...base, kind: 'file', url: step.media_url, fileKind: step.type ?? '', caption: step.caption ?? '' }
    : {
        ...base,
        text: step.text,
        buttons: (step.buttons ?? []).map((button) => ({ url: '', ...button })),
      };
};

export const draftOf = (flow: Flow): FlowDraft => ({
  name: flow.name,
  templateId: flow.template_id,
  buttonIndex: flow.button_index,
  stopOnReply: flow.stop_on_reply,
  stopOnAgent: flow.stop_on_agent,
  quiet: flow.quiet_start === null || flow.quiet_end === null ? null : { start: flow.quiet_start, end: flow.quiet_end },
  steps: flow.steps.map(stepDraft),
});

const stepOf = (step: StepDraft): FlowStep =>
  step.kind === 'file'
    ? {
        delay: step.delay.trim(),
        media_url: step.url.trim(),
        ...(step.fileKind !== '' && { type: step.fileKind }),
        ...(step.caption !== '' && { caption: step.caption }),
      }
    : {
        delay: step.delay.trim(),
        text: step.text,
        ...(step.buttons.length > 0 && {
          buttons: step.buttons.map(({ type, text, url }) =>
            type === 'url' ? { type, text, url: url.trim() } : { type, text },
          ),
        }),
      };

/** Returns the request that saves the draft. */
export const bodyOfDraft = (draft: FlowDraft): FlowBody =>
  ({
    name: draft.name,
    ...(draft.templateId !== null && { template_id: draft.templateId }),
    ...(draft.buttonIndex !== null && { button_index: draft.buttonIndex }),
    stop_on_reply: draft.stopOnReply,
    stop_on_agent: draft.stopOnAgent,
    quiet_start: draft.quiet?.start ?? null,
    quiet_end: draft.quiet?.end ?? null,
    steps: draft.steps.map(stepOf),
  }) as FlowBody;

/** Whether a draft has the same content as another one. */
export const isSame = (one: FlowDraft, other: FlowDraft): boolean =>
  JSON.stringify(bodyOfDraft(one)) === JSON.stringify(bodyOfDraft(other));

/** The messages of the API by field, such as `steps.2.buttons.0.text`. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The fields that the page shows under one control. */
const CONTROL: Record<string, string> = {
  template: 'template',
  template_id: 'template',
  button: 'button',
  button_index: 'button',
  quiet_start: 'quiet',
  quiet_end: 'quiet',
};

/** What each part of the form gets. */
export interface FormProps {
  draft: FlowDraft;
  change: (changes: Partial<FlowDraft>) => void;
  errors: FieldErrors;
  isDisabled: boolean;
}

/** What the API says of the whole request if a choice is missing, by the word that it names. */
const MISSING = [
  [/\btemplate\b/, 'template', 'Choose a template.'],
  [/\bbutton\b/, 'button', 'Choose the button that starts the flow.'],
] as const;

/** Returns the API's messages by field. Each begins with its field, which the label says already. */
export function fieldErrorsOf(error: unknown): FieldErrors {
  if (!(error instanceof Problem) || error.field === undefined) {
    return {};
  }
  const listed = (error.details.errors ?? []) as { field: string; message: string }[];
  const [, rest = error.message] = error.message.split(`${error.field} `);
  const all = listed.length > 0 ? listed : [{ field: error.field, message: rest }];
  return Object.fromEntries(
    all.map(({ field, message }) => {
      const missing = field === 'body' ? MISSING.find(([word]) => word.test(message)) : undefined;
      if (missing) {
        return [missing[1], missing[2]];
      }
      const sentence = message.charAt(0).toUpperCase() + message.slice(1);
      return [CONTROL[field] ?? field, /[.!?]$/.test(sentence) ? sentence : `${sentence}.`];
    }),
  );
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  name: 'Name',
  template: 'Template',
  button: 'Button',
  quiet: 'Quiet hours',
  steps: 'Steps',
  delay: 'delay',
  text: 'text',
  type: 'file',
  media_url: 'file',
  caption: 'caption',
  buttons: 'buttons',
};

/** Says where a field is, such as `Step 2: text`. */
export function placeOf(field: string): string {
  const [first = '', index, ...rest] = field.split('.');
  if (first !== 'steps' || index === undefined) {
    return FIELD_NAMES[first] ?? field;
  }
  const [part = '', button] = rest;
  return `Step ${Number(index) + 1}: ${button === undefined ? (FIELD_NAMES[part] ?? part) : `button ${Number(button) + 1}`}`;
}

/** Returns the field errors of one step, with names relative to it. */
export const errorsOfStep = (errors: FieldErrors, index: number): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors)
      .filter(([field]) => field.startsWith(`steps.${index}.`))
      .map(([field, message]) => [field.slice(`steps.${index}.`.length), message]),
  );
