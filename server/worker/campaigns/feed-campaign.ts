import { CAMPAIGN_MOST_LEAVING } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { decideNext, loadNext } from '../../domain/campaigns/campaign-messages.ts';
import { type OutboxTask, postponedTo } from '../../engine/outbox/task.ts';
import type { Campaign } from '../../store/campaigns/campaigns.ts';
import { type Effects, mergeEffects, separateRule } from '../../store/effects.ts';
import type { Tx } from '../../store/index.ts';
import type { Decision } from '../../store/rules.ts';
import type { LogAfterCommit, Task } from '../task.ts';
import { CAMPAIGN_TICK, campaignCapacity } from './campaign-pace.ts';

/** The number of messages per transaction. It is small, so that campaigns do not delay other work. */
const MAX_AT_ONCE = 8;
/** Above this load, a process creates fewer messages, down to one: requests and callbacks come first. */
const BUSY = 0.6;

/** Returns how many messages a process with this load creates per transaction. */
export const maxAtOnce = (load: number): number =>
  Math.max(1, Math.round(MAX_AT_ONCE * Math.min(1, (1 - load) / (1 - BUSY))));
/** How long to wait until queued messages are sent, in milliseconds. */
const PAUSE = 1_000;

/**
 * Creates the next messages of a campaign, a few at a time, while its connection has spare capacity and recipients are
 * waiting. Until then, recipients are only rows of a list, so a list of a hundred thousand people costs little. People
 * who opt out or are blocked before their turn are skipped.
 */
export const feedCampaign: Task = async (app, task) => {
  (await app.store.batch(feed, { app, task }))?.();
};

/** What decides whether a campaign that is sending may create messages now. */
interface FeedFacts {
  campaign: Campaign;
  /** Until when its connection is unavailable, in microseconds. */
  unavailableUntil: number;
  /** How many of its messages have not been sent. */
  leaving: number;
  /** How many messages it may create. */
  room: number;
  next: Parameters<typeof decideNext>[0];
}

const feed = separateRule({
  async load(tx, { app, task }: { app: App; task: OutboxTask }) {
    const { accountId, subject } = task;
    await tx.identities.lockNames(accountId); // a join locks people before campaigns
    // Locked until the commit: if two workers feed the same campaign, the second sees the result of the first.
    const campaign = await tx.campaigns.findHeld(accountId, Number(subject));
    // A campaign that is resumed while its task runs gets another task, which replaces this one.
    if (await tx.outbox.hasLater(task)) {
      return undefined;
    }
    return campaign?.state === 'sending' ? loadFeed(app, tx, campaign) : campaign;
  },

  decide(facts, { app, task }): Decision<Effects, LogAfterCommit | undefined> {
    const {
      wait,
      effects = {},
      log,
    } = facts === undefined ? {} : 'next' in facts ? feedOnce(app, facts) : begin(app, facts);
    const after = wait === undefined ? { ended: [task] } : { postponed: [postponedTo(task, app.now() + wait * 1000)] };
    return { effects: mergeEffects(effects, after), result: log };
  },
});

/** Starts a scheduled campaign at its time. The next turn of the task feeds it. In any other state, the task ends. */
function begin(app: App, { accountId, id, state, startsAt }: Campaign): Fed {
  if (state !== 'scheduled') {
    return {};
  }
  const left = (startsAt ?? 0) - app.now();
  if (left > 0) {
    return { wait: Math.ceil(left / 1000) };
  }
  const started = { accountId, id, from: 'scheduled', state: 'sending', at: app.monotonicNow() } as const;
  return { wait: 0, effects: { movedCampaigns: [started] } };
}

async function loadFeed(app: App, tx: Tx, campaign: Campaign): Promise<FeedFacts> {
  const { accountId, id, connectionId } = campaign;
  const connection = await tx.connections.find(accountId, connectionId);
  const unavailableUntil = connection?.unavailableUntil ?? 0;
  const leaving = await tx.campaigns.countLeaving(accountId, id);
  const free = unavailableUntil > app.now() ? 0 : await campaignCapacity(app, tx, { accountId, connectionId });
  const room = Math.min(free, CAMPAIGN_MOST_LEAVING - leaving, maxAtOnce(app.load()));
  return { campaign, unavailableUntil, leaving, room, next: await loadNext(app, tx, campaign, room) };
}

/** The next messages, and how long to wait until there may be more, in milliseconds; undefined if nothing is left. */
interface Fed {
  wait?: number;
  effects?: Effects;
  log?: LogAfterCommit;
}

function feedOnce(app: App, { campaign: { accountId, id }, unavailableUntil, leaving, room, next }: FeedFacts): Fed {
  const downFor = unavailableUntil - app.now();
  if (downFor > 0) {
    return { wait: Math.ceil(downFor / 1000) };
  }
  const { effects, queued, result, problem } = decideNext(next);
  const ended = { accountId, id, from: 'sending', at: app.now() } as const;
  if (problem) {
    return {
      effects: { ...effects, movedCampaigns: [{ ...ended, state: 'stopped', problem: problem.message }] },
      log: () => app.log.error({ campaign: id, code: problem.code }, 'a campaign stopped'),
    };
  }
  if (result === 'more wait') {
    // Skipped recipients left capacity unused, so the next ones follow at once.
    return { effects, wait: queued < room ? 0 : CAMPAIGN_TICK };
  }
  return leaving + queued > 0
    ? { effects, wait: PAUSE }
    : { effects: { ...effects, movedCampaigns: [{ ...ended, state: 'done' }] } };
}
