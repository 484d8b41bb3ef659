import { useId, useState } from 'preact/hooks';
import { CommitOnBlurInput } from './commit-on-blur-input.tsx';

interface AutocompleteFieldProps {
  readonly label: string;
  readonly text: string;
  readonly disabled?: boolean | undefined;
  /** Loads the suggestions. The field calls this function whenever it receives the focus. */
  readonly suggest: () => Promise<readonly string[]>;
  readonly onCommit: (text: string) => void;
}

/** A text field that offers suggestions. */
export const AutocompleteField = ({ suggest, ...rest }: AutocompleteFieldProps) => {
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
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </>
  );
};
