import { Icon } from '../../components/icon.tsx';
import {
  CommitOnBlurInput,
  parseHexColor,
  toHexColor,
  useEnteredValue,
  ValueField,
  type ValueFieldProps,
} from '../../components/value-field.tsx';

/** The types whose values are chosen from a list, also if any other text can be entered. */
const listTypes: ReadonlySet<string> = new Set(['ObjectSelector', 'AssetSelector']);

/** Edits the value of an unconnected input in the little room on a card. Its tooltip is the whole value. */
export const PortField = (props: ValueFieldProps) => {
  const { type, value, options, isSensitive } = props;
  const hasList = options !== undefined || listTypes.has(type);
  return (
    <span
      class={`nodrag nopan port-field ${hasList ? 'with-list' : ''}`}
      title={isSensitive ? undefined : formatWhole(value)}
    >
      {type === 'Color' ? <HexColorField {...props} /> : <ValueField {...props} />}
      {hasList && <Icon name="chevron-down" />}
    </span>
  );
};

const formatWhole = (value: unknown): string | undefined => {
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.values(value).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
};

interface ColorValue {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a: number;
}

const white: ColorValue = { r: 1, g: 1, b: 1, a: 1 };
const hexPattern = /^#?([\da-f]{6})([\da-f]{2})?$/i;

/** A swatch with the color's hexadecimal digits, of which the last two are the opacity of a translucent color. */
const HexColorField = (props: ValueFieldProps) => {
  const { label, value, onChange } = useEnteredValue(props);
  const { r, g, b, a } = { ...white, ...(value as Partial<ColorValue> | undefined) };
  const hex = toHexColor([r, g, b]);
  return (
    <>
      <input
        type="color"
        aria-label={label}
        value={hex}
        onChange={({ currentTarget }) => onChange({ ...parseHexColor(currentTarget.value), a })}
      />
      <CommitOnBlurInput
        type="text"
        label={`${label} as hexadecimal digits`}
        text={a < 1 ? `${hex}${toHexColor([a]).slice(1)}` : hex}
        onCommit={(text) => {
          const [, digits, opacity] = hexPattern.exec(text.trim()) ?? [];
          if (digits === undefined) return;
          const channels = parseHexColor(`#${digits}`);
          onChange({ ...channels, a: opacity === undefined ? 1 : Number.parseInt(opacity, 16) / 255 });
        }}
      />
    </>
  );
};
