import { admin, bodyOf } from '../../api/client.ts';
import { patiently } from '../../api/patiently.ts';
import { bodyOfWish, type CheckedList, type Wish } from './check-list.ts';

/** How many recipients one call adds. */
const BATCH = 500;

/**
 * Stores a checked list and starts the campaign. Nothing is sent before the list is complete, and an interrupted load
 * can be repeated.
 *
 * @param name what people call it
 * @param at when it starts; now if undefined
 * @param onProgress is called with the number of stored rows
 * @returns the campaign's ID
 */
export async function startCampaign(
  wish: Wish,
  { recipients, people, digest, previous }: CheckedList,
  name: string,
  at: Date | undefined,
  onProgress: (rows: number) => void,
): Promise<number> {
  const { account } = wish;
  const again = previous?.state === 'done';
  if (at && previous && !again && previous.state !== 'loading') {
    // The server would continue the campaign at once.
    throw new Error(`Campaign ${previous.campaign_id} has the same list, so a start time cannot be chosen.`);
  }
  const { campaign_id: campaign, is_loading } = await patiently(() =>
    bodyOf(
      admin.POST('/accounts/{account}/campaigns', {
        params: { path: { account } },
        body: { ...bodyOfWish(wish), ...(name !== '' && { name }), digest, again },
      }),
    ),
  );
  if (!is_loading) {
    return campaign;
  }
  const params = { path: { account, campaign } };
  await patiently(() => bodyOf(admin.DELETE('/accounts/{account}/campaigns/{campaign}/recipients', { params })));
  for (let start = 0; start < recipients.length; start += BATCH) {
    const body = { recipients: recipients.slice(start, start + BATCH) };
    await patiently(() => bodyOf(admin.POST('/accounts/{account}/campaigns/{campaign}/recipients', { params, body })));
    onProgress(Math.min(recipients.length, start + BATCH));
  }
  const body = { recipients: people, ...(at && { at: at.toISOString() }) };
  await patiently(() => bodyOf(admin.POST('/accounts/{account}/campaigns/{campaign}/start', { params, body })));
  return campaign;
}
