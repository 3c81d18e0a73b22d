/** A flow that each account has. */
export interface FlowPlan {
  name: string;
  /** The quick-reply button of the template `order` that starts it. */
  button: string;
  /** The delays of its steps after the press, in minutes. */
  delays: readonly number[];
  /** Whether a reply or an agent stops it. */
  stops: boolean;
  /** The first and the last quiet hour, in the account's time zone. */
  quiet?: { start: number; end: number };
}

/** §2.11: each account has these flows. Accounts are in Istanbul, three hours ahead of UTC all year. */
export const FLOWS: readonly FlowPlan[] = [
  { name: 'details', button: 'Details', delays: [0, 120, 480], stops: true, quiet: { start: 22, end: 7 } },
  { name: 'offers', button: 'Offers', delays: [1, 10, 1200], stops: false },
];

export const OPT_OUT_BUTTON = 'Stop promotions';

/** The quick-reply buttons of the template `order`. */
export const BUTTONS: readonly string[] = [...FLOWS.map(({ button }) => button), OPT_OUT_BUTTON];

/** Returns the text of a step, by which it is found at the provider. */
export const stepText = (account: number, flow: string, step: number): string =>
  `step ${step} of flow ${flow} of account ${account}`;

/** Parses a text from `stepText` anywhere in another. */
export function readStepText(text: string): { account: number; flow: string; step: number } | undefined {
  const [, step, flow, account] = /step (\d+) of flow (\w+) of account (\d+)/.exec(text) ?? [];
  return flow === undefined ? undefined : { account: Number(account), flow, step: Number(step) };
}

/** Returns the body of `POST /flows`. */
export const flowRequest = (account: number, { name, button, delays, stops, quiet }: FlowPlan): object => ({
  name,
  template: 'order',
  button,
  is_active: true,
  stop_on_reply: stops,
  stop_on_agent: stops,
  ...(quiet && { quiet_start: quiet.start, quiet_end: quiet.end }),
  steps: delays.map((delay, index) => ({
    delay: delay === 0 ? '0' : `${delay}m`,
    text: stepText(account, name, index + 1),
  })),
});
