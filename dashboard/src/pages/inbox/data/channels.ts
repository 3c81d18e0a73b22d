import { CAPABILITIES } from 'virtual:facts';
import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../../api/client.ts';
import type { Channel } from './types.ts';

/** The digits of an international number. */
const NUMBER = /^\d{7,15}$/;

/** A channel of the account, and why it cannot begin a conversation with an address. */
interface OfferedChannel {
  channel: Channel;
  reason: string | undefined;
}

/** Returns whether a text can be the address of someone who has never written. */
export const isNewAddress = (address: string): boolean => NUMBER.test(address);

/** Returns the connected channels for a new address, or undefined while they are loading. */
export function useChannelsFor(address: string): OfferedChannel[] | undefined {
  const { data } = useQuery({ queryKey: ['channels'], queryFn: () => dataOf(api.GET('/channels')) });
  return data?.channels
    .filter(({ connections }) => connections.length > 0)
    .map(({ channel }) => ({
      channel,
      reason: !CAPABILITIES[channel].features.includes('template')
        ? 'People write first'
        : NUMBER.test(address)
          ? undefined
          : 'Needs a phone number',
    }));
}
