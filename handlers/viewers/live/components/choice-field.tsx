import { useId, useState } from 'preact/hooks';

interface ChoiceFieldProps {
  readonly label: string;
  readonly selected: string;
  readonly options: readonly string[];
  readonly disabled?: boolean | undefined;
  /** The id of the element that says why the option was rejected. */
  readonly errorId?: string | undefined;
  readonly onChange: (option: string) => void;
}

/** If there are more options than this, the field filters them by the typed text. */
const maxListedOptions = 30;

/** The input type that browsers report if an option from a datalist was chosen. */
const optionInputType = 'insertReplacementText';

export const ChoiceField = (props: ChoiceFieldProps) =>
  props.options.length > maxListedOptions ? <DatalistChoice {...props} /> : <SelectChoice {...props} />;

const SelectChoice = ({ label, selected, options, disabled, errorId, onChange }: ChoiceFieldProps) => (
  <select
    class="value"
    aria-label={label}
    aria-invalid={errorId !== undefined}
    aria-describedby={errorId}
    disabled={disabled}
    value={selected}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  >
    {!options.includes(selected) && <option value={selected}>{selected}</option>}
    {options.map((option) => (
      <option key={option} value={option}>
        {option}
      </option>
    ))}
  </select>
);

/** Renders the options only while they are visible, because many of these fields share one canvas. */
const DatalistChoice = ({ label, selected, options, disabled, errorId, onChange }: ChoiceFieldProps) => {
  const listId = useId();
  const [draft, setDraft] = useState<string>();
  const finish = (text: string | undefined): void => {
    const option = options.find((candidate) => candidate.toLowerCase() === text?.trim().toLowerCase());
    if (option !== undefined && option !== selected) onChange(option);
    setDraft(undefined);
  };
  const isInvalid =
    draft !== undefined &&
    !options.some((candidate) => candidate.toLowerCase().includes(draft.toLowerCase()));
  return (
    <>
      <input
        class="value"
        aria-label={label}
        aria-invalid={isInvalid || errorId !== undefined}
        aria-describedby={errorId}
        data-draft={Boolean(draft)}
        list={listId}
        placeholder={selected}
        disabled={disabled}
        value={draft ?? selected}
        title={selected}
        // an empty field lists all options instead of only the chosen one
        onFocus={() => setDraft('')}
        onInput={({ currentTarget, inputType }) => {
          setDraft(currentTarget.value);
          if (inputType === optionInputType) finish(currentTarget.value);
        }}
        onBlur={() => finish(draft)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') finish(draft);
          else if (key === 'Escape') setDraft(undefined);
        }}
      />
      {draft !== undefined && <OptionList id={listId} options={options} />}
    </>
  );
};

/** The options that a text field suggests. */
export const OptionList = ({ id, options }: { readonly id: string; readonly options: readonly string[] }) => (
  <datalist id={id}>
    {options.map((option) => (
      <option key={option} value={option} />
    ))}
  </datalist>
);
