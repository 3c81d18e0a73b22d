import { rareEffect } from '../rules.ts';
import type { Media } from './media.ts';

export const mediaEffects = { media: rareEffect<Media>((tx, media) => tx.media.insert(media)) };
