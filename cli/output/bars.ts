const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const LEVELS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** Returns a share from 0 to 1 as a bar of this width. A share above 0 is always visible. */
export function barOf(share: number, width: number): string {
  const eighths = Math.max(share > 0 ? 1 : 0, Math.round(Math.min(1, share) * width * 8));
  return ('█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]).padEnd(width);
}

/** Returns counts as one line. If there are more counts than columns, adjacent counts are added. */
export function sparkline(counts: readonly number[], width: number): string {
  const perColumn = Math.max(1, Math.ceil(counts.length / Math.max(1, width)));
  const columns = Array.from({ length: Math.ceil(counts.length / perColumn) }, (_, index) =>
    counts.slice(index * perColumn, (index + 1) * perColumn).reduce((sum, count) => sum + count, 0),
  );
  const most = Math.max(...columns, 1);
  return columns.map((count) => LEVELS[Math.round((count / most) * (LEVELS.length - 1))]).join('');
}
