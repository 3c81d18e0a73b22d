import type { FilledButton } from '../../store/messages/content.ts';
import type { Template, TemplateButton } from '../../store/templates/templates.ts';
import { buttonsOf, variableNames } from './template-parts.ts';

/** What a send can say about a button. */
export interface ButtonRule {
  /** How the provider gets the text. */
  kind: NonNullable<FilledButton['kind']>;
  isRequired: boolean;
  /** In characters. */
  maxLength?: number;
  /** What the button needs, for error messages. */
  needs: string;
}

/** Meta, "Coupon code templates" and "Authentication templates": codes have at most 15 characters. */
const LONGEST_CODE = 15;

const DYNAMIC_URL: ButtonRule = { kind: 'url', isRequired: true, needs: 'a value for the variable in its URL' };
const PASSWORD: ButtonRule = {
  kind: 'url',
  isRequired: true,
  maxLength: LONGEST_CODE,
  needs: 'the one-time password, as in the body',
};

/** The buttons that take a text, except links (Meta, "Template components"). */
const RULES: Readonly<Record<string, ButtonRule>> = {
  OTP: PASSWORD,
  COPY_CODE: { kind: 'copy_code', isRequired: true, maxLength: LONGEST_CODE, needs: 'the code to copy' },
  FLOW: { kind: 'flow', isRequired: false, needs: 'a token of the form' },
  CATALOG: { kind: 'catalog', isRequired: false, needs: 'the product whose picture is shown' },
};

/** Meta also lists a button that copies a one-time password as a link to this page. */
const PASSWORD_URL = /^https:\/\/www\.whatsapp\.com\/otp\//i;

/** Returns what a send can say about a button; undefined if the button is fixed. */
export function buttonRuleOf({ type, url }: TemplateButton): ButtonRule | undefined {
  const kind = type.toUpperCase();
  if (kind === 'URL' && url !== undefined && PASSWORD_URL.test(url)) {
    return PASSWORD;
  }
  return kind === 'URL' && variableNames(url).length > 0
    ? DYNAMIC_URL
    : Object.hasOwn(RULES, kind)
      ? RULES[kind]
      : undefined;
}

/** Returns whether a send must provide a text for the button. */
export const isDynamic = (button: TemplateButton): boolean => buttonRuleOf(button)?.isRequired === true;

/** A button that takes a text. */
export interface ButtonPlace {
  /** Its index among all buttons, from 0. */
  index: number;
  isRequired: boolean;
}

/** Returns the buttons that take a text. */
export const buttonPlaces = (template: Template): ButtonPlace[] =>
  buttonsOf(template).flatMap((button, index) => {
    const rule = buttonRuleOf(button);
    return rule ? [{ index, isRequired: rule.isRequired }] : [];
  });
