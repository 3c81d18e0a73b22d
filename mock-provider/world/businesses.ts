import { DEMO_TEMPLATES } from '../whatsapp/demo-templates.ts';
import { addTemplate } from '../whatsapp/templates.ts';
import { phoneNumberOf } from './ids.ts';
import type { Asset, Business, Channel, Credentials, Json } from './state.ts';
import type { World } from './world.ts';

export interface BusinessOptions {
  /** Overrides the app's callback URL. */
  callbackUrl?: string;
  /** In Meta's format. @default the demo's templates */
  templates?: readonly Json[];
  /** IDs and token of an earlier business, to recreate it after a restart. */
  credentials?: Partial<Credentials>;
}

/** Adds a separate business with one WhatsApp account and number, one page and one Instagram account. */
export function addBusiness(world: World, options: BusinessOptions = {}): Credentials {
  const { state, settings } = world;
  const { ids } = state;
  const known = options.credentials ?? {};
  const id = ids.object('business');
  const business: Business = {
    id,
    access_token: known.access_token ?? ids.token('EAA', id),
    callbackUrl: options.callbackUrl,
  };
  state.businesses.push(business);
  state.tokens.set(business.access_token, business);
  const waba = { id: known.whatsapp?.waba_id ?? ids.object('waba', id), business, templates: [], created: [] };
  state.wabas.set(waba.id, waba);
  for (const template of options.templates ?? DEMO_TEMPLATES) {
    addTemplate(world, waba, template);
  }
  const number = addAsset(world, business, 'whatsapp', { id: known.whatsapp?.phone_number_id, waba_id: waba.id });
  const page = addAsset(world, business, 'messenger', { id: known.messenger?.page_id });
  const account = addAsset(world, business, 'instagram', { id: known.instagram?.account_id });
  return {
    access_token: business.access_token,
    app_id: settings.appId,
    app_secret: settings.appSecret,
    verify_token: settings.verifyToken,
    whatsapp: { phone_number_id: number.id, waba_id: waba.id },
    messenger: { page_id: page.id },
    instagram: { account_id: account.id },
  };
}

/** Removes a business with its WhatsApp accounts, numbers, pages and Instagram accounts. */
export function removeBusiness({ state }: World, business: Business): void {
  state.businesses.splice(state.businesses.indexOf(business), 1);
  state.tokens.delete(business.access_token);
  for (const owned of [state.wabas, state.assets] as Map<string, { business: Business }>[]) {
    for (const [id, one] of owned) {
      if (one.business === business) {
        owned.delete(id);
      }
    }
  }
}

const NAMES: Record<Channel, string> = {
  whatsapp: 'Demo Shop',
  messenger: 'Demo Shop Page',
  instagram: 'Demo Shop on Instagram',
};

/** Adds a number, page or account to a business. */
export function addAsset(
  world: World,
  business: Business,
  channel: Channel,
  options: { id?: string; name?: string; handle?: string; waba_id?: string } = {},
): Asset {
  const { ids } = world.state;
  const id = options.id ?? ids.object(channel, business.id);
  const name = options.name ?? NAMES[channel];
  const handle =
    options.handle ?? (channel === 'whatsapp' ? phoneNumberOf(id) : channel === 'instagram' ? 'demo.shop' : name);
  const asset: Asset = { channel, id, business, name, handle };
  if (channel === 'whatsapp') {
    asset.waba_id = options.waba_id ?? wabaOf(world, business);
  }
  world.state.assets.set(id, asset);
  return asset;
}

function wabaOf(world: World, business: Business): string | undefined {
  return [...world.state.wabas.values()].find((waba) => waba.business === business)?.id;
}

/** The demo business has the same IDs and token in every run, so that apps can store them. */
export const DEMO_CREDENTIALS: Partial<Credentials> = {
  access_token: 'EAADemoTokenOfTheMockProvider0000000000000000000000000ZD',
  whatsapp: { phone_number_id: '106540352242922', waba_id: '102290129340398' },
  messenger: { page_id: '113846158011745' },
  instagram: { account_id: '178414532089610' },
};
