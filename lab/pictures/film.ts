import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

const FOLDER = new URL('../../server/http/developers/browser/pictures/', import.meta.url);
const SCHEMES = ['light', 'dark'] as const;
/** How long the last frame stays before the film starts again, in milliseconds. */
const END = 3_000;
/** A page of the documentation should not load more for a film, in bytes. */
const MOST = 400_000;

/** Takes frames of a page in light and in dark, and writes each as an animated picture. */
export class Film {
  private readonly page: Page;
  private readonly frames = { light: [] as Buffer[], dark: [] as Buffer[] };
  private readonly delays: number[] = [];

  constructor(page: Page) {
    this.page = page;
  }

  /** @param shown how long the film shows this frame, in milliseconds */
  async take(shown: number): Promise<void> {
    const taken: Buffer[] = [];
    for (const scheme of SCHEMES) {
      await this.page.emulateMedia({ colorScheme: scheme });
      const png = await this.page.screenshot({ animations: 'disabled', caret: 'hide' });
      taken.push(png);
    }
    const [light, dark] = taken as [Buffer, Buffer];
    if (this.frames.light.at(-1)?.equals(light)) {
      this.delays.push((this.delays.pop() ?? 0) + shown);
      return;
    }
    this.frames.light.push(light);
    this.frames.dark.push(dark);
    this.delays.push(shown);
  }

  /** Types into the focused field as people do, with a frame for every few characters. */
  async type(text: string): Promise<void> {
    for (const part of text.match(/.{1,4}/gs) ?? []) {
      await this.page.keyboard.type(part);
      await this.take(160);
    }
  }

  /** @throws {Error} if a file is too large */
  async write(name: string): Promise<void> {
    const delay = this.delays.with(-1, END);
    for (const scheme of SCHEMES) {
      const bytes = await sharp(this.frames[scheme], { join: { animated: true } })
        .webp({ delay, loop: 0, quality: 80, effort: 4, minSize: true, mixed: true })
        .toBuffer();
      console.log(`${name}-${scheme}.webp: ${delay.length} frames, ${Math.round(bytes.length / 1000)} kB`);
      if (bytes.length > MOST) {
        throw new Error(`${name}-${scheme}.webp has ${bytes.length} bytes; at most ${MOST} are allowed`);
      }
      writeFileSync(new URL(`${name}-${scheme}.webp`, FOLDER), bytes);
    }
  }
}
