import type { TemplateButton } from '../../store/templates/templates.ts';

/**
 * The texts of opt-out buttons, without case and accents. Meta lists its own marketing opt-out ("Stop promotions", in
 * the template's language) as a plain quick reply, so only its text identifies it. The other texts are common in
 * buttons that businesses write themselves.
 */
const TEXTS = new Set([
  'stop promotions',
  'promosyonlari durdur',
  'detener promociones',
  'parar promocoes',
  'stop',
  'stop marketing',
  'unsubscribe',
  'opt out',
]);

/** Returns letters and digits only, in lower case and without accents: "PARAR Promoções!" becomes "parar promocoes". */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll('ı', 'i')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Returns whether a press of the button opts out of marketing (§2.10). Such a button starts no flow (§4.8). */
export const isOptOutButton = ({ type, text }: Pick<TemplateButton, 'type' | 'text'>): boolean =>
  type.toUpperCase() === 'QUICK_REPLY' && TEXTS.has(plain(text));
