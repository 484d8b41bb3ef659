import { type Color, type Json, type PortType, type Vector3, getDefaultValue } from '#spec/values.ts';
import type { PortDeclaration } from '#spec/node-type.ts';

/** A trigger or button, which carries execution instead of a value. */
export interface SignalPort {
  readonly type: 'Trigger' | 'Button';
}

/** A port that carries a value of the TypeScript type T. */
export interface DataPort<T = unknown> extends Omit<PortDeclaration, 'name' | 'direction' | 'type'> {
  readonly type: Exclude<PortType, 'Trigger' | 'Button'>;
  /** Whether the source is evaluated when the handler reads the port, instead of when the node is activated. */
  readonly lazy?: true;
  /** Whether the value of this input is published in `ports.updated`. */
  readonly watched?: true;
  /** Phantom property that only tells the compiler about the type T. */
  readonly carries?: T;
}

export type Ports = Readonly<Record<string, SignalPort | DataPort>>;

export type SignalNames<P extends Ports> = {
  [K in keyof P]: P[K] extends SignalPort ? K : never;
}[keyof P];
export type DataNames<P extends Ports> = { [K in keyof P]: P[K] extends SignalPort ? never : K }[keyof P];
export type PortValue<P> = P extends DataPort<infer T> ? T : never;

type PortFlags = Pick<
  DataPort,
  'lazy' | 'watched' | 'affectsNodePorts' | 'isSensitive' | 'minimum' | 'maximum'
>;

const createDataPort =
  <T extends Json>(type: DataPort['type'], zero: T) =>
  (initial: T = zero, flags: PortFlags = {}): DataPort<T> => ({ type, default: initial, ...flags });

export const trigger: SignalPort = { type: 'Trigger' };
export const button: SignalPort = { type: 'Button' };
export const boolean = createDataPort<boolean>('Boolean', false);
export const integer = createDataPort<number>('Integer', 0);
export const float = createDataPort<number>('Float', 0);
export const string = createDataPort<string>('String', '');
export const generic = createDataPort<Json>('Generic', null);
export const list = createDataPort<Json[]>('List', []);
export const assetSelector = createDataPort<string>('AssetSelector', '');
export const objectSelector = createDataPort<string>('ObjectSelector', '');
export const vector3 = createDataPort<Vector3>('Vector3', getDefaultValue('Vector3') as Vector3);
export const color = createDataPort<Color>('Color', getDefaultValue('Color') as Color);

/** Declares a choice between fixed options, given by their labels. The first option is the default. */
export const dropdown = <const T extends readonly [string, ...string[]]>(
  ...options: T
): DataPort<T[number]> => ({
  type: 'Dropdown',
  default: options[0],
  options,
});

/** Declares a choice between project items, given by name. The value is empty until an item is chosen. */
export const projectDropdown = (
  optionsFrom: NonNullable<PortDeclaration['optionsFrom']>,
  flags: PortFlags = {},
): DataPort<string> => ({ type: 'Dropdown', default: '', optionsFrom, ...flags });
