import { Select } from './fields.tsx';

interface PlaceProps {
  value: string;
  onChange: (value: string) => void;
  help: string;
  error?: string | undefined;
}

const NAMES = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'none' });
/** Codes with names that are no countries. */
const GROUPS = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Intl lists no regions. Retired codes have another canonical code. */
const COUNTRIES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  .filter((code) => !GROUPS.has(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)
  .flatMap((value) => {
    const text = NAMES.of(value);
    return text === undefined ? [] : [{ value, text }];
  })
  .sort((one, other) => one.text.localeCompare(other.text));

/** A country. */
export const CountryField = (props: PlaceProps) => <Select label="Country" {...props} options={COUNTRIES} />;

/** A time zone. Intl lists no aliases, which an account may have. */
export const ZoneField = (props: PlaceProps) => (
  <Select
    label="Time zone"
    {...props}
    options={[...new Set([props.value, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
      .sort()
      .map((zone) => ({ value: zone, text: zone }))}
  />
);
