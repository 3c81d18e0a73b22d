import { singleEffect } from '../rules.ts';
import type { Media } from './media.ts';

export const mediaEffects = { media: singleEffect<Media>((tx, media) => tx.media.insert(media)) };
