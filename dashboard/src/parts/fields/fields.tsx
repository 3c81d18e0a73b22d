import { Check, ChevronDown, Search, X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import {
  Button as AriaButton,
  Checkbox as AriaCheckbox,
  SearchField as AriaSearchField,
  Select as AriaSelect,
  Switch as AriaSwitch,
  TextField as AriaTextField,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
  TextArea,
} from 'react-aria-components';

interface FieldProps {
  label: string;
  /** What the field is for, below it. */
  help?: ReactNode;
  /** What is wrong with the value, and how to fix it. */
  error?: string | undefined;
  isRequired?: boolean;
  isDisabled?: boolean;
}

const Below = ({ help, error }: Pick<FieldProps, 'help' | 'error'>) => (
  <>
    {help && (
      <Text slot="description" className="field-help">
        {help}
      </Text>
    )}
    <FieldError className="field-error">{error}</FieldError>
  </>
);

/** An error of the server must not keep the browser from sending the form again. */
const invalidProps = (error: string | undefined) => ({
  isInvalid: error !== undefined,
  validationBehavior: error === undefined ? ('native' as const) : ('aria' as const),
});

interface TextFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'email' | 'password' | 'tel' | 'url' | 'number' | 'datetime-local' | 'date' | 'time';
  name?: string;
  autoComplete?: string;
  placeholder?: string;
  maxLength?: number;
  /** The longest text that is accepted. The field counts, but takes longer texts, which a person then cuts. */
  limit?: number | undefined;
  /** The number of lines of a text of several lines. */
  lines?: number;
  autoFocus?: boolean;
  inputMode?: 'numeric' | 'tel' | 'text';
  isMono?: boolean;
  /** The element of a text of several lines, for the place of the caret. */
  areaRef?: Ref<HTMLTextAreaElement>;
  onFocus?: () => void;
  onBlur?: () => void;
}

/** A field for text of one line, or of several with `lines`. */
export function TextField(props: TextFieldProps) {
  const { label, help, error, lines, placeholder, isMono, areaRef, limit, ...rest } = props;
  const className = isMono ? 'input mono' : 'input';
  const length = [...rest.value].length;
  return (
    <AriaTextField {...rest} className="field" {...invalidProps(error)}>
      {limit === undefined ? (
        <Label>{label}</Label>
      ) : (
        <span className="row">
          <Label className="field-label grow">{label}</Label>
          <span className={`field-help number${length > limit ? ' too-long' : ''}`}>
            {length.toLocaleString()} of {limit.toLocaleString()}
          </span>
        </span>
      )}
      {lines === undefined ? (
        <Input className={className} placeholder={placeholder} />
      ) : (
        <TextArea ref={areaRef} className={className} rows={lines} placeholder={placeholder} />
      )}
      <Below help={help} error={error} />
    </AriaTextField>
  );
}

interface SelectProps<Value extends string> extends FieldProps {
  value: Value | undefined;
  onChange: (value: Value) => void;
  options: readonly { value: Value; text: string; detail?: string | undefined }[];
  placeholder?: string;
  /** Shows the label to screen readers only, for filters in a row. */
  isLabelHidden?: boolean;
}

/** A choice of one of several values. */
export function Select<Value extends string>({
  label,
  help,
  error,
  value,
  onChange,
  options,
  placeholder = 'Choose',
  isLabelHidden = false,
  ...rest
}: SelectProps<Value>) {
  return (
    <AriaSelect
      {...rest}
      className="field"
      {...invalidProps(error)}
      value={value ?? null}
      onChange={(key) => key !== null && onChange(key as Value)}
      placeholder={placeholder}
    >
      <Label className={isLabelHidden ? 'visually-hidden' : 'field-label'}>{label}</Label>
      <AriaButton className="input select">
        <SelectValue className="cut">
          {({ selectedText }) => selectedText || <span className="muted">{placeholder}</span>}
        </SelectValue>
        <ChevronDown size={16} aria-hidden />
      </AriaButton>
      <Below help={help} error={error} />
      <Popover className="popover">
        <ListBox className="options">
          {options.map(({ value: id, text, detail }) => (
            <ListBoxItem key={id} id={id} textValue={text} className="option">
              {({ isSelected }) => (
                <>
                  <span className="grow">
                    {text}
                    {detail && <span className="option-detail">{detail}</span>}
                  </span>
                  {isSelected && <Check size={16} aria-hidden />}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

/** A field that filters a list as one types. */
export function SearchField(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  autoFocus?: boolean;
  /** Is called when Enter is pressed. */
  onSubmit?: () => void;
  onKeyDown?: (event: { key: string; preventDefault: () => void }) => void;
}) {
  const { label, placeholder, ...rest } = props;
  return (
    <AriaSearchField {...rest} aria-label={label} className="search">
      <Search size={16} aria-hidden />
      <Input className="input" placeholder={placeholder ?? label} />
      <AriaButton className="icon-button search-clear" aria-label="Clear">
        <X size={14} aria-hidden />
      </AriaButton>
    </AriaSearchField>
  );
}

interface ToggleProps {
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean;
  children: ReactNode;
}

export const Checkbox = ({ children, ...rest }: ToggleProps) => (
  <AriaCheckbox {...rest} className="checkbox">
    <span className="check" aria-hidden>
      <Check size={12} />
    </span>
    {children}
  </AriaCheckbox>
);

/** A setting that takes effect at once. */
export const Switch = ({ children, ...rest }: ToggleProps) => (
  <AriaSwitch {...rest} className="switch">
    <span className="switch-track" aria-hidden />
    {children}
  </AriaSwitch>
);
