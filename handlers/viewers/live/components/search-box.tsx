import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';
import './search-box.css';

interface SearchBoxProps {
  readonly label: string;
  /** The key that moves the focus to the field. */
  readonly keys?: string | undefined;
  readonly value: string;
  readonly onEnter: (text: string) => void;
  /** Whether the field has the focus at first. */
  readonly isFocused?: boolean | undefined;
}

/** A search field with its icon, and the key that leads to it. */
export const SearchBox = ({ label, keys, value, onEnter, isFocused = false }: SearchBoxProps) => {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);
  return (
    <div class="search-box">
      <Icon name="search" class="small" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        aria-keyshortcuts={keys}
        placeholder={label}
        value={value}
        onInput={({ currentTarget }) => onEnter(currentTarget.value)}
      />
      {keys && <kbd>{keys}</kbd>}
    </div>
  );
};
