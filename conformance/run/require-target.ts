import type { ApiResponse } from '../answer.ts';
import type { Api } from '../api.ts';
import { type Control, ControlFault } from '../control.ts';
import type { Target } from '../target.ts';
import { TargetError } from '../verdict.ts';

/** Checks the minimum that a target must do to be tested. @throws {TargetError} */
export async function requireTarget(target: Target, api: Api, control: Control | undefined): Promise<void> {
  let answer: ApiResponse;
  try {
    answer = await api.call('GET', '/me', { key: target.keys?.live ?? 'none' });
  } catch (error) {
    throw new TargetError(`${target.base_url} cannot be tested: ${(error as Error).message}`);
  }
  if (answer.body === undefined) {
    const type = answer.headers['content-type'] ?? 'no Content-Type';
    throw new TargetError(
      `${target.base_url}/me returned ${answer.status} with ${type} instead of JSON. Check that base_url is correct and ends in /v1.`,
    );
  }
  // Without /v1, every path would return 404 and a thousand clauses would fail. A 404 below /v1 is tested as usual.
  if (answer.status === 404 && !target.base_url.endsWith('/v1')) {
    throw new TargetError(`${target.base_url}/me returned 404; base_url must end in /v1 (§9)`);
  }
  const code = answer.body?.error?.code;
  if (!control && answer.status === 401) {
    throw new TargetError(
      `${target.base_url}/me refused keys.live: ${answer.status} ${code ?? ''}. Check the key in the target file.`,
    );
  }
  if (control) {
    try {
      const { now } = await control.call('getClock');
      if (Number.isNaN(Date.parse(now))) {
        throw new ControlFault(`GET /clock returned now: ${now}`);
      }
    } catch (error) {
      throw new TargetError(
        `control_url ${target.control_url} does not serve the control protocol: ${(error as Error).message}`,
      );
    }
  }
}

/** Returns the shortest response time of three calls, in milliseconds. */
export async function latencyOf(api: Api): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 3; i++) {
    const begun = performance.now();
    await api.call('GET', '/me');
    times.push(performance.now() - begun);
  }
  return Math.min(...times);
}

/** Returns whether the target's clock can be moved. */
export async function movesClock(control: Control | undefined): Promise<boolean> {
  try {
    await control?.call('advanceClock', { seconds: 0 });
    return control !== undefined;
  } catch (error) {
    if (error instanceof ControlFault && error.status !== undefined) {
      return false;
    }
    throw error;
  }
}
