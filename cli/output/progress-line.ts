const REDRAW_MILLISECONDS = 100;
const BAR = 24;

/** Returns a number of seconds as `2:05`. */
export function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const tail = `${String(minutes).padStart(hours > 0 ? 2 : 1, '0')}:${String(whole % 60).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}

/** Returns progress in at most 80 columns: a bar, a share, a rate and the remaining time. */
export function progressText(done: number, total: number, seconds: number, unit: (count: number) => string): string {
  const share = total > 0 ? Math.min(1, done / total) : 1;
  const filled = Math.round(share * BAR);
  const rate = seconds > 0 ? done / seconds : 0;
  const left = rate > 0 ? `ETA ${clockOf((total - done) / rate)}` : '';
  const bar = '█'.repeat(filled) + '░'.repeat(BAR - filled);
  return `${bar} ${Math.floor(share * 100)}%  ${unit(done)}/${unit(total)}  ${unit(Math.round(rate))}/s  ${left}`.trimEnd();
}

/** Draws progress on stderr; without a terminal it prints nothing. */
export class ProgressLine {
  readonly #total: number;
  readonly #unit: (count: number) => string;
  readonly #began = performance.now();
  readonly #isShown: boolean;
  #drawn = Number.NEGATIVE_INFINITY;

  constructor(total: number, { unit = String, quiet = false }: { unit?: (count: number) => string; quiet?: boolean }) {
    this.#total = total;
    this.#unit = unit;
    this.#isShown = process.stderr.isTTY === true && !quiet;
  }

  /** Seconds since the start. */
  get seconds(): number {
    return (performance.now() - this.#began) / 1000;
  }

  at(done: number): void {
    const now = performance.now();
    if (this.#isShown && (now - this.#drawn >= REDRAW_MILLISECONDS || done === this.#total)) {
      this.#drawn = now;
      process.stderr.write(`\r${progressText(done, this.#total, this.seconds, this.#unit)}\x1b[K`);
    }
  }

  /** Removes the line, so that other lines can be printed. */
  clear(): void {
    if (this.#isShown) {
      process.stderr.write('\r\x1b[K');
      this.#drawn = Number.NEGATIVE_INFINITY;
    }
  }
}

/** Returns a number of bytes as readable text. */
export function bytesOf(count: number): string {
  const [unit, size] = count >= 1e6 ? ['MB', 1e6] : ['kB', 1e3];
  return count < 1e3 ? `${count} B` : `${(count / (size as number)).toFixed(1)} ${unit}`;
}
