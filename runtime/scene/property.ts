/** Properties of scene objects, of their components and of assets: what each is and how it is read and written. */
import type { Color, Json, PortType, Vector3 } from '#spec/values.ts';

/** What a value of each port type is to the compiler. */
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

/** What is told of a property. */
export interface PropertyMetadata<T extends PortType = PortType> {
  readonly type: T;
  /** In one phrase, with the unit. */
  readonly description: string;
  /** The range of a number, or of each component of a vector, where there is one. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** Characters that a text holds at most, where that is bounded. */
  readonly maxLength?: number;
  /** The values that a Dropdown takes. */
  readonly options?: readonly string[];
  /** It changes the shape of what is drawn, which the next refresh of the component draws anew. */
  readonly structural?: true;
  /** It only tells. */
  readonly readOnly?: true;
  /** What more is asked of a value of its type. @throws Fault INVALID_VALUE */
  readonly check?: (value: Json) => void;
}

/** What a property says beside its facts and how it is read and written. */
interface PropertyOptions<Target> {
  /** What a journal compares in place of the value, where reading rounds or shows a part only. */
  readonly exact?: (target: Target) => unknown;
  /** Follows from other properties, so that a journal needs no word of it. */
  readonly derived?: true;
  /** What is asked of a value beside what else the target holds. @throws Fault INVALID_VALUE */
  readonly checkBeside?: (target: Target, value: Json) => void;
}

/** A property of every target of one kind: of an object, of one that has a certain component, or of an asset. */
export interface Property<Target, T extends PortType = PortType>
  extends PropertyMetadata<T>,
    PropertyOptions<Target> {
  read(target: Target): ValueOfType<T>;
  write(target: Target, value: ValueOfType<T>): void;
}

/** Declares a property. Actions, tweens, nodes, the journal and discovery all read and write by this. */
export const defineProperty = <Target, T extends PortType>(
  type: T,
  description: string,
  read: (target: Target) => ValueOfType<T>,
  write: (target: Target, value: ValueOfType<T>) => void,
  marks: PropertyOptions<Target> = {},
): Property<Target, T> => ({ type, description, read, write, ...marks });

/** Properties by name. */
export type PropertyTable<Target> = Readonly<Record<string, Property<Target>>>;

/** Writes a property and answers what it was before, as most actions that set something do. */
export const swapValue = <Target, T extends PortType>(
  target: Target,
  { read, write }: Property<Target, T>,
  value: ValueOfType<T>,
): { readonly previous: ValueOfType<T> } => {
  const previous = read(target);
  write(target, value);
  return { previous };
};

/** The values of all properties of a table, by name. */
export const readValues = <Target, Table extends PropertyTable<Target>>(table: Table, target: Target) =>
  Object.fromEntries(Object.entries(table).map(([name, { read }]) => [name, read(target)])) as {
    readonly [Name in keyof Table]: ReturnType<Table[Name]['read']>;
  };

/** All that the properties of a table hold, to the last bit, as plain data by name. */
export const capturePropertyState = <Target>(table: PropertyTable<Target>, target: Target) =>
  Object.fromEntries(
    Object.entries(table)
      .filter(([, { derived }]) => !derived)
      .map(([name, { read, exact = read }]) => [name, exact(target)]),
  );
