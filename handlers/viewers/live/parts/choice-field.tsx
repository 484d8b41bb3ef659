import { useId, useState } from 'preact/hooks';

interface ChoiceFieldProps {
  readonly label: string;
  readonly chosen: string;
  readonly options: readonly string[];
  readonly disabled?: boolean | undefined;
  readonly onChange: (option: string) => void;
}

/** More options than these are found by typing a part of them. */
const mostListed = 30;

/** How browsers tell that an option was picked from the list of a field. */
const picked = 'insertReplacementText';

/** Chooses one of several options. */
export const ChoiceField = (props: ChoiceFieldProps) =>
  props.options.length > mostListed ? <FilteredChoice {...props} /> : <ListedChoice {...props} />;

const ListedChoice = ({ label, chosen, options, disabled, onChange }: ChoiceFieldProps) => (
  <select
    class="value"
    aria-label={label}
    disabled={disabled}
    value={chosen}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  >
    {!options.includes(chosen) && <option value={chosen}>{chosen}</option>}
    {options.map((option) => (
      <option key={option} value={option}>
        {option}
      </option>
    ))}
  </select>
);

/** The options are only there while they can be seen: many such fields stand on one canvas. */
const FilteredChoice = ({ label, chosen, options, disabled, onChange }: ChoiceFieldProps) => {
  const listId = useId();
  const [draft, setDraft] = useState<string>();
  const finish = (text: string | undefined): void => {
    const option = options.find((one) => one.toLowerCase() === text?.trim().toLowerCase());
    if (option !== undefined && option !== chosen) onChange(option);
    setDraft(undefined);
  };
  const isWrong =
    draft !== undefined && !options.some((one) => one.toLowerCase().includes(draft.toLowerCase()));
  return (
    <>
      <input
        class="value"
        aria-label={label}
        aria-invalid={isWrong}
        list={listId}
        placeholder={chosen}
        disabled={disabled}
        value={draft ?? chosen}
        title={chosen}
        // an empty field lists all options, and not just the chosen one
        onFocus={() => setDraft('')}
        onInput={({ currentTarget, inputType }) => {
          setDraft(currentTarget.value);
          if (inputType === picked) finish(currentTarget.value);
        }}
        onBlur={() => finish(draft)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') finish(draft);
          else if (key === 'Escape') setDraft(undefined);
        }}
      />
      {draft !== undefined && (
        <datalist id={listId}>
          {options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
    </>
  );
};
