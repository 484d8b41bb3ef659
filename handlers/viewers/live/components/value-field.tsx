import { useId, useState } from 'preact/hooks';
import { ChoiceField, OptionList } from './choice-field.tsx';
import './value-field.css';

export interface ValueFieldProps {
  /** The control's accessible name. */
  readonly label: string;
  /** A port type from the contract. Values of any other type are edited as JSON. */
  readonly type: string;
  readonly value: unknown;
  readonly options?: readonly string[] | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  /** Whether the value must never be shown. */
  readonly isSensitive?: boolean | undefined;
  /** Whether a sensitive port currently has a value. */
  readonly hasValue?: boolean | undefined;
  /** Loads suggested texts. Any other text can be entered too. */
  readonly suggest?: (() => Promise<readonly string[]>) | undefined;
  readonly disabled?: boolean | undefined;
  /** Called with a complete value, after Enter, blur or a click. */
  readonly onChange: (value: unknown) => void;
}

/** Edits the value of a port, property or parameter, using a control that suits its type. */
export const ValueField = (props: ValueFieldProps) => {
  const { label, type, value, options, disabled, onChange } = props;
  if (options) {
    return (
      <ChoiceField
        label={label}
        selected={String(value ?? '')}
        options={options}
        disabled={disabled}
        onChange={onChange}
      />
    );
  }
  switch (type) {
    case 'Boolean':
      return (
        <input
          type="checkbox"
          aria-label={label}
          disabled={disabled}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case 'Button':
      return (
        <button type="button" class="value" disabled={disabled} onClick={() => onChange(true)}>
          {label}
        </button>
      );
    case 'Integer':
    case 'Float':
      return <NumberField {...props} />;
    case 'Vector3':
      return <VectorField {...props} />;
    case 'Color':
      return <ColorField {...props} />;
    case 'String':
    case 'ObjectSelector':
    case 'AssetSelector':
    case 'Dropdown':
      return <TextField {...props} />;
    default:
      return <JsonField {...props} />;
  }
};

const TextField = ({ label, value, isSensitive, hasValue, suggest, disabled, onChange }: ValueFieldProps) => {
  const shared = { label, text: String(value ?? ''), disabled, onCommit: onChange };
  if (isSensitive) {
    const status = hasValue ? 'set' : 'not set';
    const props = hasValue === undefined ? {} : { label: `${label}, ${status}`, placeholder: status };
    return <CommitOnBlurInput {...shared} {...props} type="password" autocomplete="new-password" />;
  }
  return suggest ? (
    <AutocompleteField {...shared} suggest={suggest} />
  ) : (
    <CommitOnBlurInput {...shared} type="text" autocomplete="off" />
  );
};

const NumberField = ({ label, value, minimum, maximum, type, disabled, onChange }: ValueFieldProps) => (
  <CommitOnBlurInput
    label={label}
    text={String(value ?? 0)}
    type="number"
    step={type === 'Integer' ? 1 : 'any'}
    min={minimum}
    max={maximum}
    disabled={disabled}
    onCommit={(text: string) => text.trim() !== '' && onChange(Number(text))}
  />
);

const readComponents = (value: unknown): Readonly<Record<string, number>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, number>) : {};

const VectorField = ({ label, value, disabled, onChange }: ValueFieldProps) => {
  const numbers = readComponents(value);
  return (
    <span class="components">
      {['x', 'y', 'z'].map((component) => (
        <NumberField
          key={component}
          label={`${label} ${component}`}
          type="Float"
          value={numbers[component] ?? 0}
          disabled={disabled}
          onChange={(number) => onChange({ ...numbers, [component]: number })}
        />
      ))}
    </span>
  );
};

const ColorField = (props: ValueFieldProps) => {
  const { label, value, disabled, onChange } = props;
  const { r = 1, g = 1, b = 1, a = 1 } = readComponents(value);
  return (
    <span class="components">
      <input
        type="color"
        aria-label={label}
        disabled={disabled}
        value={toHexColor([r, g, b])}
        onChange={({ currentTarget }) => onChange({ ...parseHexColor(currentTarget.value), a })}
      />
      <NumberField
        label={`${label} alpha`}
        type="Float"
        minimum={0}
        maximum={1}
        value={a}
        disabled={disabled}
        onChange={(alpha) => onChange({ r, g, b, a: alpha })}
      />
    </span>
  );
};

/** Formats color channels between 0 and 1 as `#rrggbb`. */
export const toHexColor = (channels: readonly number[]): string =>
  `#${channels
    .map((channel) =>
      Math.round(Math.min(1, Math.max(0, channel)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

export const parseHexColor = (hex: string): { r: number; g: number; b: number } => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return { r, g, b };
};

const JsonField = ({ label, type, value, disabled, onChange }: ValueFieldProps) => {
  const [invalidText, setInvalidText] = useState<string>();
  return (
    <CommitOnBlurInput
      label={label}
      text={invalidText ?? (value === undefined ? '' : JSON.stringify(value))}
      type="text"
      disabled={disabled}
      aria-invalid={invalidText !== undefined}
      title={
        invalidText === undefined
          ? undefined
          : `This is not ${type === 'List' ? 'a list, such as [1, "two"]' : 'JSON'}`
      }
      onCommit={(text: string) => {
        const parsed = parseJson(text);
        const isAccepted = parsed !== undefined && (type !== 'List' || Array.isArray(parsed));
        setInvalidText(isAccepted ? undefined : text);
        if (isAccepted) onChange(parsed);
      }}
    />
  );
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

interface CommitOnBlurInputProps {
  readonly text: string;
  readonly label: string;
  readonly onCommit: (text: string) => void;
  readonly [attribute: string]: unknown;
}

/** A text input that commits its text on blur or Enter. Escape restores the previous text. */
export const CommitOnBlurInput = ({ text, label, onCommit, ...rest }: CommitOnBlurInputProps) => {
  const [draft, setDraft] = useState<string>();
  const finish = (): void => {
    if (draft !== undefined && draft !== text) onCommit(draft);
    setDraft(undefined);
  };
  return (
    <input
      class="value"
      {...rest}
      aria-label={label}
      value={draft ?? text}
      onInput={({ currentTarget }) => setDraft(currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish();
        else if (event.key === 'Escape') setDraft(undefined);
      }}
    />
  );
};

interface AutocompleteFieldProps {
  readonly label: string;
  readonly text: string;
  readonly disabled?: boolean | undefined;
  /** Loads the suggestions. The field calls this function whenever it receives the focus. */
  readonly suggest: () => Promise<readonly string[]>;
  readonly onCommit: (text: string) => void;
}

/** A text field that offers suggestions. */
const AutocompleteField = ({ suggest, ...rest }: AutocompleteFieldProps) => {
  const listId = useId();
  const [suggestions, setSuggestions] = useState<readonly string[]>([]);
  return (
    <>
      <CommitOnBlurInput
        {...rest}
        type="text"
        autocomplete="off"
        list={listId}
        onFocus={() => void suggest().then(setSuggestions)}
      />
      {suggestions.length > 0 && <OptionList id={listId} options={suggestions} />}
    </>
  );
};
