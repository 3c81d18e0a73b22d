import { expect, test } from 'vitest';
import { CAPABILITIES, FEATURES } from './channels.ts';
import { document } from './document.ts';
import { ERRORS } from './errors.ts';
import { CHANNELS } from './generated/names.ts';
import { createJudge } from './testing.ts';

const TO = { whatsapp: '905551112233', instagram: '17841400', messenger: '6042731925', web: 'web_1' };
type Channel = keyof typeof TO;
const ALL: Channel[] = ['whatsapp', 'instagram', 'messenger', 'web'];

/** Returns the channels on which the schema of a send accepts a request. */
function channelsThatTake(schema: string, request: object): Channel[] {
  const judge = createJudge();
  return ALL.filter(
    (channel) => judge(`/components/schemas/${schema}`, { channel, to: TO[channel], ...request }).length === 0,
  );
}

test('the table matches section 1 of the specification', () => {
  const rows = Object.entries(CAPABILITIES).map(([channel, { recipient, windowHours, features, prefix }]) => [
    channel,
    recipient,
    windowHours,
    FEATURES.map((feature) => (features.includes(feature) ? 'yes' : 'no')).join(' '),
    prefix,
  ]);
  expect(FEATURES).toEqual(['text', 'media', 'location', 'interactive', 'template']);
  expect(rows).toEqual([
    ['whatsapp', 'phone', 24, 'yes yes yes yes yes', 'wa'],
    ['instagram', 'sender', 24, 'yes yes no yes no', 'ig'],
    ['messenger', 'sender', 24, 'yes yes no yes no', 'fb'],
    ['web', 'visitor', null, 'yes yes no no no', 'web'],
  ]);
});

test('whatsapp and web refuse text over 4,096; instagram splits text over 1,000, and messenger over 2,000', () => {
  const rows = Object.entries(CAPABILITIES).map(([channel, row]) => [channel, row.maxTextLength, row.splitsText]);
  expect(rows).toEqual([
    ['whatsapp', 4096, false],
    ['instagram', 1000, true],
    ['messenger', 2000, true],
    ['web', 4096, false],
  ]);
});

test('a connection sends at most 80 messages per second on whatsapp and 300 on instagram and messenger', () => {
  const rows = Object.entries(CAPABILITIES).map(([channel, { sendsPerSecond }]) => [channel, sendsPerSecond]);
  expect(rows).toEqual([
    ['whatsapp', 80],
    ['instagram', 300],
    ['messenger', 300],
    ['web', null],
  ]);
});

test('only whatsapp accepts media by ID', () => {
  const rows = Object.entries(CAPABILITIES).map(([channel, { mediaFrom }]) => [channel, ...mediaFrom]);
  expect(rows).toEqual([
    ['whatsapp', 'id', 'url'],
    ['instagram', 'url'],
    ['messenger', 'url'],
    ['web', 'url'],
  ]);
});

test('files have captions only where the channel supports them', () => {
  const rows = Object.entries(CAPABILITIES).map(([channel, { captions }]) => [channel, ...captions]);
  expect(rows).toEqual([
    ['whatsapp', 'image', 'video', 'document'],
    ['instagram'],
    ['messenger'],
    ['web', 'image', 'video', 'audio', 'document'],
  ]);
});

test('the document and the table list the same channels', () => {
  expect(document.components.schemas.Channel.enum).toEqual(ALL);
  expect(Object.keys(CAPABILITIES)).toEqual(ALL);
  expect(CHANNELS).toEqual(ALL);
});

test('the reason of CHANNEL_UNSUPPORTED names every channel', () => {
  expect(ERRORS.CHANNEL_UNSUPPORTED.reason.match(/\w+/g)).toEqual(expect.arrayContaining([...CHANNELS]));
});

test('on each channel, the schemas accept what the table allows', () => {
  const interactive = { kind: 'button', text: 'Now?', buttons: [{ id: 'yes', title: 'Yes' }] };
  const taken = {
    text: channelsThatTake('SendMessageRequest', { text: 'Hello' }),
    media: channelsThatTake('SendMessageRequest', { type: 'image', media: { url: 'https://shop.example/a.jpg' } }),
    location: channelsThatTake('SendMessageRequest', { type: 'location', latitude: 41, longitude: 29 }),
    interactive: channelsThatTake('SendMessageRequest', { type: 'interactive', interactive }),
    template: channelsThatTake('SendTemplateRequest', { name: 'hello_world' }),
  };
  expect(taken).toEqual({
    text: ['whatsapp', 'instagram', 'messenger', 'web'],
    media: ['whatsapp', 'instagram', 'messenger', 'web'],
    location: ['whatsapp'],
    interactive: ['whatsapp', 'instagram', 'messenger'],
    template: ['whatsapp'],
  });
  for (const feature of FEATURES) {
    expect([feature, taken[feature]]).toEqual([
      feature,
      ALL.filter((name) => CAPABILITIES[name].features.includes(feature)),
    ]);
  }
});

test('the schemas accept 4,096 characters on whatsapp and web, and longer text on the other channels', () => {
  expect(channelsThatTake('SendMessageRequest', { text: 'x'.repeat(4096) })).toEqual(ALL);
  expect(channelsThatTake('SendMessageRequest', { text: 'x'.repeat(4097) })).toEqual(['instagram', 'messenger']);
  const judge = createJudge();
  const withoutChannel = { to: '905551112233', text: 'x'.repeat(4097) };
  expect(judge('/components/schemas/SendMessageRequest', withoutChannel)).not.toEqual([]);
});
