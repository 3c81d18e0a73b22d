import type { Body, Data, Query } from '@wigwag/sdk';
import { OPERATIONS } from '../../generated/operations.ts';
import { barOf } from '../../output/bars.ts';
import type { CommandContext } from '../../program/context/context.ts';
import { type ListFlags, paginate, wanted } from '../../program/options/paginate.ts';
import { queryOf } from '../../program/options/query-options.ts';
import { readFlowBody } from './flow-file.ts';

const COLUMNS = ['id', 'name', 'is_active', 'template', 'button', 'updated_at'];
const RUN_COLUMNS = ['id', 'phone', 'status', 'stop_reason', 'current_step', 'next_step_at', 'started_at'];

/** `wigwag flows create`. */
export async function createFlow({ wigwag, output }: CommandContext, { file }: { file: string }): Promise<void> {
  await output.record(await wigwag.flows.create((await readFlowBody(file)) as Body<'createFlow'>));
}

interface FlowListFlags extends ListFlags {
  active?: boolean;
  inactive?: boolean;
}

/** `wigwag flows list`. */
export async function listFlows({ wigwag, output }: CommandContext, flags: FlowListFlags): Promise<void> {
  const is_active = flags.active ? true : flags.inactive ? false : undefined;
  const query = wanted({ ...queryOf<Query<'listFlows'>>('listFlows', flags), is_active });
  await output.list(
    paginate((limit) => wigwag.flows.list({ ...query, limit }), flags),
    COLUMNS,
  );
}

/** The API refuses these next to the name of the template and the text of the button. */
const OTHER_NAMES = ['template_id', 'button_index'];

/** The fields of a flow that a file contains; a response has more. */
const FLOW_FIELDS: readonly string[] = OPERATIONS.updateFlow.fields.filter((name) => !OTHER_NAMES.includes(name));

/** `wigwag flows get`. With `--output yaml` it prints a file that `create` and `update` read. */
export async function getFlow(
  { wigwag, output }: CommandContext,
  id: number,
  flags: { output?: string },
): Promise<void> {
  const flow = await wigwag.flows.get(id);
  if (flags.output !== 'yaml') {
    return output.record(flow);
  }
  const { stringify } = await import('yaml');
  // Requests omit what is not set; null is only in responses.
  const isField = ([name, value]: [string, unknown]) => FLOW_FIELDS.includes(name) && value !== null;
  const file = Object.fromEntries(Object.entries(flow).filter(isField));
  await output.text(stringify(file, { lineWidth: 0 }).trimEnd());
}

/** `wigwag flows update`. */
export async function updateFlow(
  { wigwag, output }: CommandContext,
  id: number,
  { file }: { file: string },
): Promise<void> {
  await output.record(await wigwag.flows.update(id, (await readFlowBody(file)) as Body<'updateFlow'>));
}

/** `wigwag flows delete`. */
export async function deleteFlow(
  { wigwag, output }: CommandContext,
  id: number,
  { force }: { force?: boolean },
): Promise<void> {
  await output.record(await wigwag.flows.delete(id, force ? { force } : {}));
}

/** `wigwag flows activate`. */
export async function activateFlow({ wigwag, output }: CommandContext, id: number): Promise<void> {
  await output.record(await wigwag.flows.update(id, { is_active: true }));
}

/** `wigwag flows deactivate`. */
export async function deactivateFlow({ wigwag, output }: CommandContext, id: number): Promise<void> {
  await output.record(await wigwag.flows.update(id, { is_active: false }));
}

/** `wigwag flows runs`. */
export async function listRuns({ wigwag, output }: CommandContext, id: number, flags: ListFlags): Promise<void> {
  const query = queryOf<Query<'listFlowRuns'>>('listFlowRuns', flags);
  await output.list(
    paginate((limit) => wigwag.flows.runs(id, { ...query, limit }), flags),
    RUN_COLUMNS,
  );
}

/** `wigwag flows stats`. */
export async function showFlowStats({ wigwag, output }: CommandContext, id: number): Promise<void> {
  const stats = await wigwag.flows.stats(id);
  await output.record(stats, () => funnelOf(stats, output.width));
}

/** Draws each step as a bar of the people who reached it. */
function funnelOf(stats: Data<'getFlowStats'>, width: number): string {
  const { entered, running, done, stopped, messages_sent, stop_reasons, funnel } = stats;
  const columns = Math.min(40, width - 30);
  const row = (name: string, count: number, rate: number) => {
    const bar = barOf(rate / 100, columns).trimEnd();
    const indent = ' '.repeat(Math.floor((columns - bar.length) / 2));
    return `${name.padEnd(9)}${(indent + bar).padEnd(columns)} ${count.toLocaleString('en')}  ${rate}%`;
  };
  return [
    row('entered', entered, entered > 0 ? 100 : 0),
    ...funnel.map(({ step, reached, rate }) => row(`step ${step}`, reached, rate)),
    '',
    `${running} running, ${done} done, ${stopped} stopped; ${messages_sent} messages sent`,
    `stopped by: ${Object.entries(stop_reasons)
      .map(([reason, count]) => `${reason} ${count}`)
      .join(', ')}`,
  ].join('\n');
}

/** `wigwag flows test`. */
export async function testFlow({ wigwag, output }: CommandContext, id: number, { to }: { to: string }): Promise<void> {
  const result = await wigwag.flows.test(id, { to });
  await (output.isTabular ? output.list(result.messages, ['step', 'id', 'status']) : output.record(result));
}
