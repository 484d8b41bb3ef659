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
  /** The value that applies while there is none. It is shown dimmed. */
  readonly fallback?: unknown;
  /** The id of the element that says why the value was rejected. */
  readonly errorId?: string | undefined;
  /**
   * Called with a complete value, after Enter, blur or a click. If this returns a promise, the field shows the entered
   * value until the promise settles, and `value` from then on.
   */
  readonly onChange: (value: unknown) => unknown;
}

/**
 * Replaces a field's value by the one that was entered while this is being written. Otherwise, the field would show the
 * previous value until the written one is read, and what is entered in the meantime would be based on it.
 */
export const useEnteredValue = <Props extends Pick<ValueFieldProps, 'value' | 'onChange'>>(
  props: Props,
): Props => {
  const [entered, setEntered] = useState<{ readonly value: unknown }>();
  return {
    ...props,
    value: entered ? entered.value : props.value,
    async onChange(value: unknown): Promise<void> {
      const written = { value };
      setEntered(written);
      try {
        await props.onChange(value);
      } finally {
        setEntered((latest) => (latest === written ? undefined : latest));
      }
    },
  };
};

/** The attributes of a control whose value was rejected. */
const getErrorAttributes = (errorId: string | undefined) =>
  errorId === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': errorId };

/** Edits the value of a port, property or parameter, using a control that suits its type. */
export const ValueField = (given: ValueFieldProps) => {
  const props = useEnteredValue(given);
  const { label, type, value, fallback, errorId, options, disabled, onChange } = props;
  if (options) {
    return (
      <ChoiceField
        label={label}
        selected={String(value ?? fallback ?? '')}
        options={options}
        disabled={disabled}
        errorId={errorId}
        onChange={onChange}
      />
    );
  }
  switch (type) {
    case 'Boolean':
      return (
        <input
          type="checkbox"
          class="switch"
          aria-label={label}
          {...getErrorAttributes(errorId)}
          disabled={disabled}
          checked={(value ?? fallback) === true}
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

const TextField = (props: ValueFieldProps) => {
  const { label, value, fallback, isSensitive, hasValue, suggest, disabled, errorId, onChange } = props;
  const shared = {
    ...{ label, text: String(value ?? ''), disabled, onCommit: onChange },
    ...getErrorAttributes(errorId),
    ...(fallback !== undefined && { placeholder: String(fallback) }),
  };
  if (isSensitive) {
    const status = hasValue ? 'set' : 'not set';
    const named = hasValue === undefined ? {} : { label: `${label}, ${status}`, placeholder: status };
    return <CommitOnBlurInput {...shared} {...named} type="password" autocomplete="new-password" />;
  }
  return suggest ? (
    <AutocompleteField {...shared} suggest={suggest} />
  ) : (
    <CommitOnBlurInput {...shared} type="text" autocomplete="off" />
  );
};

/** The largest range of values that a slider covers. Sliders over more values would be too coarse. */
const maxSliderRange = 360;

const NumberField = (props: ValueFieldProps) => {
  const { minimum, maximum } = props;
  return minimum !== undefined && maximum !== undefined && maximum - minimum <= maxSliderRange ? (
    <SliderField {...props} minimum={minimum} maximum={maximum} />
  ) : (
    <NumberInput {...props} />
  );
};

const NumberInput = (props: ValueFieldProps) => {
  const { label, value, fallback, minimum, maximum, type, disabled, errorId, onChange } = props;
  return (
    <CommitOnBlurInput
      label={label}
      text={String(value ?? (fallback === undefined ? 0 : ''))}
      placeholder={fallback === undefined ? undefined : String(fallback)}
      type="number"
      step={type === 'Integer' ? 1 : 'any'}
      min={minimum}
      max={maximum}
      disabled={disabled}
      {...getErrorAttributes(errorId)}
      onCommit={(text: string) => text.trim() !== '' && onChange(Number(text))}
    />
  );
};

interface SliderFieldProps extends ValueFieldProps {
  readonly minimum: number;
  readonly maximum: number;
}

const sliderDigits = 3;

/** A bar that can be dragged, with the number at its right end. */
const SliderField = (props: SliderFieldProps) => {
  const { label, type, value, fallback, minimum, maximum, disabled, onChange } = props;
  const [draft, setDraft] = useState<number>();
  const shown = draft ?? Number(value ?? fallback ?? minimum);
  const share = maximum > minimum ? (shown - minimum) / (maximum - minimum) : 0;
  const finish = (): void => {
    if (draft !== undefined) onChange(draft);
    setDraft(undefined);
  };
  return (
    <span
      class={value === undefined ? 'slider unset' : 'slider'}
      style={{ '--share': `${Math.round(Math.min(1, Math.max(0, share)) * 100)}%` }}
    >
      <input
        type="range"
        aria-label={`${label} slider`}
        min={minimum}
        max={maximum}
        step={type === 'Integer' ? 1 : 'any'}
        disabled={disabled}
        value={shown}
        onInput={({ currentTarget }) =>
          setDraft(Number(Number(currentTarget.value).toPrecision(sliderDigits)))
        }
        onPointerUp={finish}
        onKeyUp={finish}
        onBlur={finish}
      />
      <NumberInput {...props} value={draft ?? value} />
    </span>
  );
};

const readComponents = (value: unknown): Readonly<Record<string, number>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, number>) : {};

const VectorField = ({ label, value, fallback, disabled, errorId, onChange }: ValueFieldProps) => {
  const numbers = readComponents(value ?? fallback);
  return (
    <span class="components">
      {['x', 'y', 'z'].map((axis) => (
        <span key={axis} class={`axis ${axis}`}>
          <b aria-hidden="true">{axis.toUpperCase()}</b>
          <NumberInput
            label={`${label} ${axis}`}
            type="Float"
            value={value === undefined && fallback !== undefined ? undefined : (numbers[axis] ?? 0)}
            fallback={fallback === undefined ? undefined : (numbers[axis] ?? 0)}
            disabled={disabled}
            errorId={errorId}
            onChange={(number) => onChange({ ...numbers, [axis]: number })}
          />
        </span>
      ))}
    </span>
  );
};

const ColorField = (props: ValueFieldProps) => {
  const { label, value, fallback, disabled, errorId, onChange } = props;
  const { r = 1, g = 1, b = 1, a = 1 } = readComponents(value ?? fallback);
  const hex = toHexColor([r, g, b]);
  const changeHex = (text: string): void => {
    const parsed = parseHexColor(text);
    if (parsed) onChange({ ...parsed, a });
  };
  return (
    <span
      class={value === undefined && fallback !== undefined ? 'components color unset' : 'components color'}
    >
      <span class="hex">
        <input
          type="color"
          aria-label={label}
          disabled={disabled}
          value={hex}
          {...getErrorAttributes(errorId)}
          onChange={({ currentTarget }) => changeHex(currentTarget.value)}
        />
        <CommitOnBlurInput
          label={`${label} hex`}
          text={hex.toUpperCase()}
          type="text"
          autocomplete="off"
          spellcheck={false}
          disabled={disabled}
          onCommit={changeHex}
        />
      </span>
      <NumberInput
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

/** Parses a color such as `#ff8fb5`, with or without the `#`. Returns `undefined` for any other text. */
export const parseHexColor = (text: string): { r: number; g: number; b: number } | undefined => {
  const digits = /^#?([\da-f]{6})$/i.exec(text.trim())?.[1];
  if (digits === undefined) return undefined;
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255);
  return { r, g, b };
};

const JsonField = ({ label, type, value, fallback, disabled, errorId, onChange }: ValueFieldProps) => {
  const [invalidText, setInvalidText] = useState<string>();
  return (
    <CommitOnBlurInput
      label={label}
      text={invalidText ?? (value === undefined ? '' : JSON.stringify(value))}
      isDraft={invalidText !== undefined}
      type="text"
      placeholder={fallback === undefined ? undefined : JSON.stringify(fallback)}
      disabled={disabled}
      {...getErrorAttributes(errorId)}
      aria-invalid={invalidText !== undefined || errorId !== undefined}
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
  /** Whether the text was not accepted. */
  readonly isDraft?: boolean;
  readonly label: string;
  readonly onCommit: (text: string) => void;
  readonly [attribute: string]: unknown;
}

/** A text input that commits its text on blur or Enter. Escape restores the previous text. */
export const CommitOnBlurInput = ({ text, isDraft, label, onCommit, ...rest }: CommitOnBlurInputProps) => {
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
      data-draft={isDraft || draft !== undefined}
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
