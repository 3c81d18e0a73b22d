import { escaped } from './markup.ts';
import { type Report, testedOf } from './report.ts';

const LABEL = 'conformance';
/** Average width of a character at 11 px, and the space on both sides. */
const CHARACTER_PIXELS = 6.6;
const PADDING_PIXELS = 10;
const widthOf = (text: string): number => Math.ceil(text.length * CHARACTER_PIXELS) + 2 * PADDING_PIXELS;

/** Returns an SVG badge with the number of clauses that pass, of those that could be tested. */
export function badge({ totals, incomplete }: Pick<Report, 'totals' | 'incomplete'>): string {
  const failed = totals.fail + totals.error;
  const value = incomplete === undefined ? `${totals.pass} of ${testedOf(totals)}` : 'incomplete';
  const color = incomplete !== undefined ? '#6e7781' : failed > 0 ? '#c62828' : '#1a7f37';
  const [left, right] = [widthOf(LABEL), widthOf(value)];
  const text = (content: string, x: number) => `<text x="${x}" y="14" text-anchor="middle">${escaped(content)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${LABEL}: ${escaped(value)}">\n<rect width="${left}" height="20" fill="#444c56"/>\n<rect x="${left}" width="${right}" height="20" fill="${color}"/>\n<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(LABEL, left / 2)}${text(value, left + right / 2)}</g>\n</svg>\n`;
}
