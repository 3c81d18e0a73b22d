import { randomUUID } from 'node:crypto';
import { Callbacks, type Deliver } from './callbacks/callbacks.ts';
import { examples } from './callbacks/examples.ts';
import { receive } from './callbacks/receive.ts';
import { reportField } from './callbacks/report-field.ts';
import { unhandled } from './callbacks/unhandled.ts';
import { verifyCallback } from './callbacks/verification.ts';
import { chats } from './control/chats.ts';
import { BODY_FIELDS } from './control/control-fields.ts';
import { validateFields } from './control/meaning.ts';
import { summarize } from './control/summary.ts';
import { FaultInjector } from './faults/faults.ts';
import { exchangeFlowData } from './flows/data-exchange.ts';
import { mswHandler } from './graph/msw-handler.ts';
import { createRoutes } from './graph/routes.ts';
import type { MockProvider } from './mock-provider.ts';
import { personCalls } from './numbers/person-calls.ts';
import { listen, listenerOf } from './serve.ts';
import { requireWaba, setTemplate } from './whatsapp/templates.ts';
import { addAsset, addBusiness, DEMO_CREDENTIALS, removeBusiness } from './world/businesses.ts';
import { type Clock, type ManualClock, realClock } from './world/clock.ts';
import { Ids } from './world/ids.ts';
import { businessAsset, contactsOf, openWindow, setContact } from './world/people.ts';
import { changeSettings, type SettingsOptions, settingsOf } from './world/settings.ts';
import { signals } from './world/signals.ts';
import { type Credentials, State } from './world/state.ts';
import { Work } from './world/work.ts';
import { iso, type World } from './world/world.ts';

export interface MockOptions extends SettingsOptions {
  /** @default the machine's time */
  clock?: Clock;
  /** The URL for callbacks to the app. Without one, no callbacks are sent. */
  callbackUrl?: string;
  /** The same seed gives the same IDs and choices. @default a new one each time */
  seed?: number | string;
  /** Whether the demo business exists from the start. @default true */
  seedDemo?: boolean;
  /** Sends callbacks instead of the network. */
  deliver?: Deliver;
}

/** Creates a mock of Meta: WhatsApp Cloud API, Messenger and Instagram with their state, callbacks and faults. */
export function createMockProvider(options: MockOptions = {}): MockProvider {
  const clock = options.clock ?? realClock;
  const world: World = {
    settings: settingsOf(options),
    clock,
    work: new Work(clock),
    faults: new FaultInjector(),
    callbacks: new Callbacks(() => world, options.callbackUrl, options.deliver),
    state: newState(options),
  };
  let credentials = seedDemo(world, options);
  const find = createRoutes(world, () => mock);

  const mock: MockProvider = {
    handlers: [mswHandler(find)],
    get credentials() {
      return credentials;
    },
    faults: world.faults,
    listen: (listenOptions) => listen(world, find, listenOptions),
    // The proxy is loaded when it is used, since most runs need no certificates.
    listenAsProxy: async (proxyOptions) =>
      (await import('./proxy/proxy.ts')).startProxy(
        { answer: (scheme) => listenerOf(world, find, scheme) },
        proxyOptions,
      ),
    reset() {
      world.work.cancelAll();
      world.faults.clear();
      world.callbacks.reset();
      Object.assign(world.settings, settingsOf(options));
      world.state = newState(options);
      credentials = seedDemo(world, options);
    },
    addBusiness(businessOptions = {}) {
      validateFields('The argument', businessOptions, BODY_FIELDS['POST businesses']);
      return addBusiness(world, businessOptions);
    },
    removeBusiness: (business) => removeBusiness(world, businessOf(world, business)),
    addNumber(business, numberOptions = {}) {
      validateFields('The argument', { ...numberOptions, business }, BODY_FIELDS['POST numbers']);
      const { name, display_phone_number, id } = numberOptions;
      const asset = addAsset(world, businessOf(world, business), 'whatsapp', {
        name,
        handle: display_phone_number,
        id,
        waba_id: business.whatsapp.waba_id,
      });
      return { phone_number_id: asset.id, waba_id: business.whatsapp.waba_id };
    },
    addPage(business, pageOptions = {}) {
      validateFields('The argument', { ...pageOptions, business }, BODY_FIELDS['POST pages']);
      return { page_id: addAsset(world, businessOf(world, business), 'messenger', pageOptions).id };
    },
    addInstagramAccount(business, accountOptions = {}) {
      validateFields('The argument', { ...accountOptions, business }, BODY_FIELDS['POST instagram-accounts']);
      const { name, username, id } = accountOptions;
      return {
        account_id: addAsset(world, businessOf(world, business), 'instagram', { name, handle: username, id }).id,
      };
    },
    setCallbackUrl(url) {
      world.callbacks.url = url;
    },
    postCallback(callback) {
      validateFields('The argument', callback, BODY_FIELDS['POST callbacks']);
      const { channel, business_id, entries } = callback;
      const { business } = businessAsset(world, business_id);
      return world.callbacks.post(entries.map((entry) => ({ channel, business, business_id, event: 'raw', entry })));
    },
    verifyCallback: () => verifyCallback(world),
    receive: (inbound) => receive(world, inbound),
    async report(what) {
      validateFields('The argument', what, BODY_FIELDS['POST report']);
      return reportField(world, { business_id: credentials.whatsapp.phone_number_id, ...what });
    },
    examples,
    openWindow: (business_id, user, at = clock.now()) => openWindow(world, business_id, user, at),
    setContact(input) {
      validateFields('The argument', input, BODY_FIELDS['POST contacts']);
      setContact(world, input);
    },
    contacts: (business_id) => contactsOf(world, business_id),
    chats: () => chats(world),
    clockIsManual: 'advance' in clock,
    sends({ business_id } = {}) {
      const ids = business_id === undefined ? undefined : new Set([business_id].flat());
      return world.state.sends.filter((send) => ids?.has(send.business_id) ?? true).map((send) => ({ ...send }));
    },
    reads: ({ business_id } = {}) =>
      world.state.reads.filter((read) => business_id === undefined || read.business_id === business_id),
    signals: ({ business_id } = {}) =>
      signals(world).filter((one) => business_id === undefined || one.business_id === business_id),
    callbacks: ({ business_id } = {}) =>
      world.callbacks.attempts.filter((one) => business_id === undefined || one.business_id === business_id),
    unhandledCallbacks: () => unhandled(world.callbacks.attempts),
    call(what) {
      validateFields('The argument', what, BODY_FIELDS['POST calls']);
      return personCalls(world, what);
    },
    exchangeFlowData(what) {
      validateFields('The argument', what, BODY_FIELDS['POST flow-exchange']);
      return exchangeFlowData(world, what);
    },
    setTemplate(waba_id, template) {
      validateFields('The argument', template, BODY_FIELDS['POST templates']);
      return setTemplate(world, waba_id, template);
    },
    templates: (waba_id) => structuredClone(requireWaba(world, waba_id).templates),
    setLimits(limits) {
      validateFields('The argument', limits, BODY_FIELDS['PUT limits']);
      return Object.assign(world.settings.limits, limits);
    },
    setOptions(changed) {
      validateFields('The argument', changed, BODY_FIELDS['PUT options']);
      // Meta deletes the stored numbers if the contact book is turned off.
      if (changed.contactBook === false) {
        world.state.clearContactBook();
      }
      world.state.spellAll(changed.waIds ?? {});
      return changeSettings(world.settings, changed);
    },
    expireToken(access_token, subcode = 463) {
      world.state.tokens.delete(access_token);
      world.state.deadTokens.set(access_token, subcode);
    },
    state: () => summarize(world),
    now: () => iso(world),
    async advance(seconds) {
      if (!('advance' in clock)) {
        throw new Error('The clock is real; only a manual clock can be moved');
      }
      await (clock as ManualClock).advance(seconds * 1000, () => world.work.whenIdleOrAfter(LONGEST_WAIT_MS));
    },
    idle: () => world.work.idle(),
    whenIdle: () => world.work.whenIdle(),
  };
  return mock;
}

/** How long in-flight work may delay a clock move. An app that never responds times out only if the clock moves. */
const LONGEST_WAIT_MS = 1000;

/** Without a seed, every start and reset uses new IDs, so that an app never sees IDs that it remembers. */
function newState(options: MockOptions): State {
  const state = new State(new Ids(String(options.seed ?? randomUUID())));
  state.spellAll(options.waIds ?? {});
  return state;
}

const NO_CREDENTIALS = {
  whatsapp: { phone_number_id: '', waba_id: '' },
  messenger: { page_id: '' },
  instagram: { account_id: '' },
};

function seedDemo(world: World, { seedDemo = true }: MockOptions): Credentials {
  const { appId: app_id, appSecret: app_secret, verifyToken: verify_token } = world.settings;
  return seedDemo
    ? addBusiness(world, { credentials: DEMO_CREDENTIALS })
    : { access_token: '', app_id, app_secret, verify_token, ...NO_CREDENTIALS };
}

function businessOf(world: World, { access_token }: { access_token: string }) {
  const business = world.state.tokens.get(access_token);
  if (!business) {
    throw new Error('No business with this access token');
  }
  return business;
}
