import type { TemplateButton } from '../../store/templates/templates.ts';

/**
 * What opt-out buttons say, without case and accents. Meta lists its own marketing opt-out ("Stop promotions", in the template's
 * language) as a plain quick reply, so its text is all there is to know it by; the rest is what businesses write themselves.
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

/** Letters and digits only, in lower case and without accents: "PARAR Promoções!" as "parar promocoes". */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll('ı', 'i')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether a press of the button means: no more marketing (§2.10). Such a button starts no flow (§4.8). */
export const isOptOutButton = ({ type, text }: Pick<TemplateButton, 'type' | 'text'>): boolean =>
  type.toUpperCase() === 'QUICK_REPLY' && TEXTS.has(plain(text));
