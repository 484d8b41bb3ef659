/**
 * Properties of scene objects, of their components and of assets: their metadata, and how they are read and written.
 */
import type { Color, Json, PortType, Vector3 } from '#spec/values.ts';

/** The TypeScript type of each port type. */
interface ValueByType {
  Boolean: boolean;
  Integer: number;
  Float: number;
  Vector3: Vector3;
  Color: Color;
  List: Json[];
  Generic: Json;
}

export type ValueOfType<T extends PortType> = T extends keyof ValueByType ? ValueByType[T] : string;

/** The public description of a property. */
export interface PropertyMetadata<T extends PortType = PortType> {
  readonly type: T;
  /** One phrase, with the unit. */
  readonly description: string;
  /** The range of a number, or of each component of a vector. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** The maximum number of characters of a text. */
  readonly maxLength?: number;
  /** The values that a Dropdown accepts. */
  readonly options?: readonly string[];
  /** Changes the shape of what is drawn, so that the next refresh rebuilds the component. */
  readonly structural?: true;
  readonly readOnly?: true;
  /** Checks what the type can't express. @throws ApiError INVALID_VALUE */
  readonly check?: (value: Json) => void;
}

/** Options of a property besides its metadata and its accessors. */
interface PropertyOptions<Target> {
  /** Returns what a journal compares instead of the value, where reading rounds or shows only a part. */
  readonly exact?: (target: Target) => unknown;
  /** Derived from other properties, so a journal does not record it. */
  readonly derived?: true;
  /** Checks a value against the other values of the target. @throws ApiError INVALID_VALUE */
  readonly checkBeside?: (target: Target, value: Json) => void;
}

/** A property of every target of one kind: an object, an object with a certain component, or an asset. */
export interface Property<Target, T extends PortType = PortType>
  extends PropertyMetadata<T>,
    PropertyOptions<Target> {
  read(target: Target): ValueOfType<T>;
  write(target: Target, value: ValueOfType<T>): void;
}

/** Declares a property. Actions, tweens, nodes, the journal and discovery all read and write through it. */
export const defineProperty = <Target, T extends PortType>(
  type: T,
  description: string,
  read: (target: Target) => ValueOfType<T>,
  write: (target: Target, value: ValueOfType<T>) => void,
  marks: PropertyOptions<Target> = {},
): Property<Target, T> => ({ type, description, read, write, ...marks });

/** Properties by name. */
export type PropertyTable<Target> = Readonly<Record<string, Property<Target>>>;

/** Writes a property and returns its previous value, as most actions that set something do. */
export const swapValue = <Target, T extends PortType>(
  target: Target,
  { read, write }: Property<Target, T>,
  value: ValueOfType<T>,
): { readonly previous: ValueOfType<T> } => {
  const previous = read(target);
  write(target, value);
  return { previous };
};

/** Reads the values of all properties of a table, by name. */
export const readValues = <Target, Table extends PropertyTable<Target>>(table: Table, target: Target) =>
  Object.fromEntries(Object.entries(table).map(([name, { read }]) => [name, read(target)])) as {
    readonly [Name in keyof Table]: ReturnType<Table[Name]['read']>;
  };

/** Captures the exact values of all properties of a table, as plain data by name. */
export const capturePropertyState = <Target>(table: PropertyTable<Target>, target: Target) =>
  Object.fromEntries(
    Object.entries(table)
      .filter(([, { derived }]) => !derived)
      .map(([name, { read, exact = read }]) => [name, exact(target)]),
  );
