import { GraphError } from '../graph/graph-error.ts';
import { list, object } from '../graph/graph-request.ts';
import type { Json } from '../world/state.ts';

const CODE = '*{{1}}* is your verification code.';
const ADVICE = ' For your security, do not share this code.';
const EXPIRY_MINUTES = { min: 1, max: 90 };
/** The kinds of buttons with their labels. */
const BUTTONS: Record<string, string> = { COPY_CODE: 'Copy code', ONE_TAP: 'Autofill', ZERO_TAP: 'Autofill' };

/** "Authentication templates": Meta provides the text, and the business only selects its parts. */
export function writePresets(components: Json[]): void {
  for (const component of components) {
    if (component.type === 'BODY') {
      component.text ??= CODE + (component.add_security_recommendation ? ADVICE : '');
    } else if (component.type === 'FOOTER') {
      writeFooter(component);
    } else if (component.type === 'BUTTONS') {
      list(component.buttons).map(object).forEach(writeButton);
    }
  }
}

function writeFooter(footer: Json): void {
  const minutes = footer.code_expiration_minutes;
  if (minutes === undefined) {
    return;
  }
  const { min, max } = EXPIRY_MINUTES;
  if (!(Number(minutes) >= min && Number(minutes) <= max)) {
    throw invalid(`Param code_expiration_minutes must be between ${min} and ${max}.`);
  }
  footer.text ??= `This code expires in ${Number(minutes)} minutes.`;
}

function writeButton(button: Json): void {
  if (button.type !== 'OTP') {
    return;
  }
  const words = BUTTONS[String(button.otp_type).toUpperCase()];
  if (words === undefined) {
    throw invalid(`Param otp_type must be one of {${Object.keys(BUTTONS).join(', ')}} - got "${button.otp_type}".`);
  }
  button.text ??= words;
}

function invalid(message: string): GraphError {
  return new GraphError('whatsapp', 100, { message });
}
