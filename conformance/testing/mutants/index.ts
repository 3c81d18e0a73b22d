import { CLASSES } from './classes.ts';
import { CORNERS } from './corners.ts';
import { ENVELOPES } from './envelopes.ts';
import { EVENTS } from './events.ts';
import { KEYS } from './keys.ts';
import { LIMITS } from './limits.ts';
import { OPEN_NAMES } from './open-names.ts';
import { PAIRS } from './pairs.ts';
import { PEOPLE } from './people.ts';
import { RACES } from './races.ts';
import { RECORDS } from './records.ts';
import { REQUESTS } from './requests.ts';
import { SENDS } from './sends.ts';
import { SPELLINGS } from './spellings.ts';
import { VALUES } from './values.ts';

/** Each mutant is a mistake that a server could plausibly make. */
export const MUTANTS = [
  ...ENVELOPES,
  ...LIMITS,
  ...SENDS,
  ...REQUESTS,
  ...RECORDS,
  ...OPEN_NAMES,
  ...KEYS,
  ...EVENTS,
  ...CORNERS,
  ...CLASSES,
  ...PEOPLE,
  ...VALUES,
  ...PAIRS,
  ...SPELLINGS,
  ...RACES,
];
