import { useState } from 'preact/hooks';
import { Icon } from '../components/icon.tsx';
import { getChoiceIcon, sortByIcon } from './choice-icons.ts';

/** Up to this number of options, and up to this number of characters, all options stand side by side. */
const maxSegments = 4;
const maxSegmentCharacters = 30;

/** The number of tiles that are shown at first, with a last one that shows all others. */
const maxTiles = 8;

/** Whether options name elements of a menu, such as `Primitives/Cube`, and at its top level `Camera`. */
const areMenuPaths = (options: readonly string[]): boolean => options.some((option) => option.includes('/'));

/** Whether options are few enough for a button each. Otherwise they are listed in a field. */
export const canShowAsButtons = (options: readonly string[]): boolean =>
  options.length > 1 && (options.length <= maxTiles || areMenuPaths(options));

interface ChoiceControlProps {
  readonly label: string;
  readonly options: readonly string[];
  readonly selected: unknown;
  /** Whether the selected option applies only because no other is chosen. */
  readonly isDefault?: boolean;
  readonly errorId?: string | undefined;
  readonly onChange: (option: string) => void;
}

/** Shows each option as a button: side by side if there are few, else as tiles with icons. */
export const ChoiceControl = (props: ChoiceControlProps) => {
  const { options } = props;
  return options.length <= maxSegments && options.join('').length <= maxSegmentCharacters ? (
    <Segments {...props} />
  ) : (
    <Tiles {...props} />
  );
};

const Segments = ({ label, options, selected, errorId, onChange }: ChoiceControlProps) => (
  <fieldset class="segments full" aria-label={label} aria-describedby={errorId}>
    {options.map((option) => (
      <button
        key={option}
        type="button"
        class="button"
        aria-pressed={option === selected}
        onClick={() => onChange(option)}
      >
        {option}
      </button>
    ))}
  </fieldset>
);

const Tiles = ({ label, options, selected, errorId, onChange }: ChoiceControlProps) => {
  const [isExpanded, setExpanded] = useState(false);
  const sorted = areMenuPaths(options) ? sortByIcon(options) : options;
  const fits = isExpanded || sorted.length <= maxTiles;
  const first = fits ? sorted : sorted.slice(0, maxTiles - 1);
  const shown =
    fits || typeof selected !== 'string' || first.includes(selected) || !sorted.includes(selected)
      ? first
      : [...first.slice(0, -1), selected];
  return (
    <fieldset class="tiles" aria-label={label} aria-describedby={errorId}>
      {shown.map((option) => (
        <button
          key={option}
          type="button"
          class="tile"
          title={option}
          aria-pressed={option === selected}
          onClick={() => onChange(option)}
        >
          {areMenuPaths(options) && <Icon name={getChoiceIcon(option)} />}
          <span>{option.split('/').at(-1)}</span>
        </button>
      ))}
      {!fits && (
        <button type="button" class="tile" aria-expanded={false} onClick={() => setExpanded(true)}>
          <Icon name="ellipsis" />
          <span>{sorted.length - shown.length} more</span>
        </button>
      )}
    </fieldset>
  );
};
