import { FLOWS, type FlowPlan, readStepText } from '../world/flows.ts';
import type { Ledger } from './ledger.ts';
import type { FlowState, InboundRecord, ProviderSend } from './records.ts';

const MINUTE = 60_000_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Istanbul's offset from UTC. */
const OFFSET = 3 * HOUR;
/**
 * How long after its last check a step may still reach the provider: a suspended process or a network that is cut delay
 * an in-flight request (flow-late).
 */
const LATE = HOUR;

interface SentStep {
  send: ProviderSend;
  /** Microseconds since the epoch. */
  at: number;
}

/** Compares what flows sent with the presses, replies and lists that the ledger knows (§2.11). */
export function checkFlows(ledger: Ledger, flows: readonly FlowState[], provider: readonly ProviderSend[]): void {
  const sent = new Map<string, SentStep[]>();
  for (const send of provider) {
    const found = readStepText(JSON.stringify(send.payload));
    if (found) {
      const key = `${found.account} ${found.flow} ${found.step} ${send.to}`;
      sent.set(key, [...(sent.get(key) ?? []), { send, at: Date.parse(send.at) * 1000 }]);
    }
  }
  for (const state of flows) {
    const flow = FLOWS.find(({ name }) => name === state.name) as FlowPlan;
    checkStats(ledger, state);
    for (const phone of new Set(state.runs.map((run) => run.phone))) {
      checkPerson(ledger, state, flow, phone, sent);
    }
  }
  for (const [key, steps] of sent) {
    const [account, name, , phone] = key.split(' ');
    const state = flows.find((one) => one.account === Number(account) && one.name === name);
    if (!state?.runs.some((run) => run.phone === phone)) {
      ledger.problem(`flow: the provider accepted ${steps.length} of the step ${key}, and no run shows it`);
    }
  }
}

/** §2.11: the statistics add up to the runs. */
function checkStats(ledger: Ledger, { account, name, runs, stats }: FlowState): void {
  const withStatus = (status: string) => runs.filter((run) => run.status === status).length;
  const stoppedBy = (reason: string) => runs.filter((run) => run.stop_reason === reason).length;
  const expected = {
    entered: runs.length,
    running: withStatus('running'),
    done: withStatus('done'),
    stopped: withStatus('stopped'),
    // No step of these flows is ever skipped.
    messages_sent: runs.reduce((sum, run) => sum + run.current_step, 0),
    stop_reasons: {
      reply: stoppedBy('reply'),
      agent: stoppedBy('agent'),
      window: stoppedBy('window'),
      other: stoppedBy('other'),
    },
    funnel: stats.funnel.map(({ step }) => ({
      step,
      reached: runs.filter(({ current_step }) => current_step >= step).length,
    })),
  };
  const shown = { ...stats, funnel: stats.funnel.map(({ step, reached }) => ({ step, reached })) };
  for (const [field, value] of Object.entries(expected)) {
    const other = shown[field as keyof typeof shown];
    if (JSON.stringify(other) !== JSON.stringify(value)) {
      ledger.problem(
        `stats: ${field} of flow ${name} of account ${account} is ${JSON.stringify(other)} instead of ${JSON.stringify(value)}`,
      );
    }
  }
  if (expected.running > 0) {
    ledger.problem(`stuck: ${expected.running} runs of flow ${name} of account ${account} have not ended`);
  }
}

function checkPerson(
  ledger: Ledger,
  { account, name, runs }: FlowState,
  flow: FlowPlan,
  phone: string,
  sent: ReadonlyMap<string, readonly SentStep[]>,
): void {
  const own = runs.filter((run) => run.phone === phone);
  const inbound = ledger.inbound.filter(
    (one) => one.account === account && one.channel === 'whatsapp' && one.person === phone,
  );
  const presses = inbound.filter(({ button }) => button === flow.button);
  if (own.length > presses.length) {
    ledger.problem(
      `flow: ${phone} entered ${name} of account ${account} ${own.length} times by ${presses.length} presses`,
    );
  }
  for (const [index, delay] of flow.delays.entries()) {
    const steps = sent.get(`${account} ${name} ${index + 1} ${phone}`) ?? [];
    const reached = own.filter((run) => run.current_step > index).length;
    if (steps.length > reached) {
      ledger.problem(
        `doubled: ${phone} got step ${index + 1} of flow ${name} of account ${account} ${steps.length} times in ${reached} runs`,
      );
    }
    for (const { at } of steps) {
      const press = presses.filter((one) => one.at + delay * MINUTE <= at + ledger.slack).at(-1);
      const what = `flow: ${phone} got step ${index + 1} of ${name} of account ${account} at ${new Date(at / 1000).toISOString()}`;
      if (press === undefined) {
        ledger.problem(`${what}, which is earlier than ${delay} minutes after any press`);
        continue;
      }
      checkStep(ledger, { account, phone, at, press, flow, inbound }, what);
    }
  }
}

interface StepMoment {
  account: number;
  phone: string;
  at: number;
  /** The last press that can have led to the step. */
  press: InboundRecord;
  flow: FlowPlan;
  inbound: readonly InboundRecord[];
}

function checkStep(ledger: Ledger, { account, phone, at, press, flow, inbound }: StepMoment, what: string): void {
  const last = Math.max(...inbound.filter((one) => one.at <= at + ledger.slack).map((one) => one.at));
  if (at - last > DAY + LATE) {
    ledger.problem(`${what}, when the window was closed`);
  }
  const { quiet } = flow;
  if (quiet) {
    // The hour of a check may be that of the send, or earlier.
    const hours = [at - LATE, at + ledger.slack].map((time) => new Date((time + OFFSET) / 1000).getUTCHours());
    if (hours.every((hour) => hour >= quiet.start || hour < quiet.end)) {
      ledger.problem(`${what}, in its quiet hours`);
    }
  }
  if (flow.stops) {
    const isReply = (one: InboundRecord) =>
      one.button !== flow.button &&
      one.at > press.at + ledger.slack &&
      (one.knownAt ?? Number.POSITIVE_INFINITY) + LATE < at;
    if (inbound.some(isReply)) {
      ledger.problem(`${what}, after a reply`);
    }
    const isTakeover = (one: Ledger['takeovers'][number]) =>
      one.account === account && one.phone === phone && one.begun > press.at + ledger.slack && one.at + LATE < at;
    if (ledger.takeovers.some(isTakeover)) {
      ledger.problem(`${what}, after an agent had taken over`);
    }
  }
  // §2.10
  for (const list of ['opt-outs', 'blocked-numbers']) {
    if (ledger.lists.wasOn(account, list, phone, at - LATE, at)) {
      ledger.problem(`${what}, though they were on the list of ${list}`);
    }
  }
}
