import { BYTES_PER_MEGABYTE, FLOW_MAX_DELAY_HOURS, FLOW_MEDIA_MAX_MEGABYTES, MEDIA_EXTENSIONS } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { MICROSECONDS } from '../../base/time.ts';
import type { Config } from '../../config/config.ts';
import type { FlowStep } from '../../store/flows/flows.ts';
import { ApiError, invalidField } from '../api-error.ts';
import { isCertainlyNot, requireHttps, requireReachable } from '../media/media.ts';
import { plainMimeType } from '../media/media-type.ts';

type MediaStep = Extract<FlowStep, { media_url: string }>;
type TextStep = Exclude<FlowStep, MediaStep>;
type FileKind = keyof typeof MEDIA_EXTENSIONS;

export const isMediaStep = (step: FlowStep): step is MediaStep => 'media_url' in step;

/**
 * Returns the delay between the press and a step, in microseconds. The formats are `0`, `1h`, `30m`, `2h30m` and plain
 * minutes (§2.11).
 */
export function delayOf({ delay }: Pick<FlowStep, 'delay'>): number {
  const [, hours = '0', minutes = '0'] = /^(?:(\d+)h)?(?:(\d+)m?)?$/.exec(delay ?? '') ?? [];
  return Number(hours) * MICROSECONDS.hour + Number(minutes) * MICROSECONDS.minute;
}

/**
 * Returns the kind of file that a step sends: its `type`, or else the kind that the extension of its URL implies
 * (§2.11).
 */
export function kindOfStep({ type, media_url: url }: MediaStep): FileKind | undefined {
  const extension = /\.(\w+)$/.exec(URL.canParse(url) ? new URL(url).pathname : '')?.[1]?.toLowerCase() ?? '';
  const kinds = Object.keys(MEDIA_EXTENSIONS) as FileKind[];
  return type ?? kinds.find((kind) => (MEDIA_EXTENSIONS[kind] as readonly string[]).includes(extension));
}

const flowInvalid = (field: string, problem: string) =>
  new ApiError('FLOW_INVALID', { problem: `${field} ${problem}` }, { param: field });

/**
 * Checks the rules for steps that no schema can express: their delays, the texts of their buttons, and the kinds of
 * their files (§2.11, §4.8).
 *
 * @throws {ApiError} FLOW_INVALID, VALIDATION_FAILED or MEDIA_URL_INVALID naming the step and the field
 */
export function requireValidSteps(app: { config: Pick<Config, 'allowLoopback'> }, steps: readonly FlowStep[]): void {
  steps.forEach((step, index) => {
    requireValidStep(app, { step, before: steps[index - 1], field: `steps.${index}` });
  });
}

/**
 * Checks one step like `requireValidSteps`. The step is in `field` and follows `before`.
 *
 * @throws {ApiError}
 */
export function requireValidStep(
  app: { config: Pick<Config, 'allowLoopback'> },
  { step, before, field }: { step: FlowStep; before: FlowStep | undefined; field: string },
): void {
  requireDelay(`${field}.delay`, step, before);
  if (isMediaStep(step)) {
    requireHttps(app, step.media_url, `${field}.media_url`);
    if (kindOfStep(step) === undefined) {
      throw invalidField(
        `${field}.type`,
        'is required, because the extension of media_url does not show the kind of file',
      );
    }
  } else {
    requireButtons(`${field}.buttons`, step);
  }
}

function requireDelay(field: string, step: FlowStep, before: FlowStep | undefined): void {
  if (delayOf(step) > FLOW_MAX_DELAY_HOURS * MICROSECONDS.hour) {
    throw flowInvalid(field, `must be at most ${FLOW_MAX_DELAY_HOURS}h after the press; it is ${step.delay}`);
  }
  if (before && delayOf(step) <= delayOf(before)) {
    const counted = 'delays are counted from the press, not from the step before';
    throw flowInvalid(field, `must be longer than that of the step before, ${before.delay}; ${counted}`);
  }
}

function requireButtons(field: string, { buttons = [] }: TextStep): void {
  const seen = new Set<string>();
  buttons.forEach((button, index) => {
    const text = button.text.trim();
    if (text === '') {
      throw invalidField(`${field}.${index}.text`, 'must not be only white space');
    }
    if (seen.has(text)) {
      throw flowInvalid(`${field}.${index}.text`, 'is the same as that of another button; each must be different');
    }
    seen.add(text);
    // The values of placeholders are URL-encoded, so any value keeps the URL valid.
    if (button.type === 'url' && !URL.canParse(button.url.replaceAll(/\{\{[^{}]+\}\}/g, 'x'))) {
      throw invalidField(`${field}.${index}.url`, 'is not a valid URL');
    }
  });
}

/**
 * Checks the file of every step. An invalid flow gets 422 (§4.8), also where a send would get 413 or 415. This calls
 * the network: never use it inside a transaction.
 *
 * @throws {ApiError} MEDIA_URL_INVALID or VALIDATION_FAILED naming the step
 */
export async function requireUsableFiles(app: App, steps: readonly FlowStep[]): Promise<void> {
  for (const [index, step] of steps.entries()) {
    const kind = isMediaStep(step) ? kindOfStep(step) : undefined;
    if (isMediaStep(step) && kind !== undefined) {
      const field = `steps.${index}.media_url`;
      const { mimeType, bytes = 0 } = await requireReachable(app, step.media_url, field);
      if (isCertainlyNot(kind, mimeType)) {
        throw invalidField(field, `returns ${plainMimeType(mimeType)}, which cannot be sent as ${kind}`);
      }
      if (bytes > FLOW_MEDIA_MAX_MEGABYTES * BYTES_PER_MEGABYTE) {
        throw invalidField(field, `returns a file of more than ${FLOW_MEDIA_MAX_MEGABYTES} MB`);
      }
    }
  }
}
