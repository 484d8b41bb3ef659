/** The properties of scene objects, components and assets: their metadata, and how they are read and written. */
import { ApiError } from '#spec/errors.ts';
import type { Color, Json, PortType, Vector3 } from '#spec/values.ts';
import type { PropertyInfo, PropertyWrite, PropertyWriteResults } from '../link/runtime-link.ts';

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
  /** A phrase that describes the property, with its unit. */
  readonly description: string;
  /** The minimum of a number, or of each component of a vector. `maximum` is the other end of the range. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** The maximum number of characters of a string. */
  readonly maxLength?: number;
  readonly options?: readonly string[];
  /** Set when the property changes the shape of what is drawn, so that the next refresh rebuilds the component. */
  readonly structural?: true;
  readonly readOnly?: true;
  /**
   * Checks constraints that the type can't express.
   * @throws ApiError INVALID_VALUE
   */
  readonly check?: (value: Json) => void;
}

/** Options of a property in addition to its metadata and its accessors. */
interface PropertyOptions<Target> {
  /**
   * Returns a value that a journal compares instead of the property's value. This is necessary when reading the
   * property rounds the value or shows only a part of it.
   */
  readonly exact?: (target: Target) => unknown;
  /** Set when the property is derived from other properties, so that a journal does not record it. */
  readonly derived?: true;
  /**
   * Checks a value against the target's other values.
   * @throws ApiError INVALID_VALUE
   */
  readonly checkBeside?: (target: Target, value: Json) => void;
}

/** A property that all targets of one kind have: objects, objects with a certain component, or assets. */
export interface Property<Target, T extends PortType = PortType>
  extends PropertyMetadata<T>,
    PropertyOptions<Target> {
  read(target: Target): ValueOfType<T>;
  write(target: Target, value: ValueOfType<T>): void;
}

/**
 * Declares a property. Actions, tweens, nodes, the journal and discovery all read and write the property through the
 * returned object.
 */
export const defineProperty = <Target, T extends PortType>(
  type: T,
  description: string,
  read: (target: Target) => ValueOfType<T>,
  write: (target: Target, value: ValueOfType<T>) => void,
  marks: PropertyOptions<Target> = {},
): Property<Target, T> => ({ type, description, read, write, ...marks });

/** Properties keyed by name. */
export type PropertyTable<Target> = Readonly<Record<string, Property<Target>>>;

/** Writes a property and returns its previous value. Most actions that set a property use this function. */
export const swapValue = <Target, T extends PortType>(
  target: Target,
  { read, write }: Property<Target, T>,
  value: ValueOfType<T>,
): { readonly previous: ValueOfType<T> } => {
  const previous = read(target);
  write(target, value);
  return { previous };
};

/** Returns the values of all properties in a table, keyed by name. */
export const readValues = <Target, Table extends PropertyTable<Target>>(table: Table, target: Target) =>
  Object.fromEntries(Object.entries(table).map(([name, { read }]) => [name, read(target)])) as {
    readonly [Name in keyof Table]: ReturnType<Table[Name]['read']>;
  };

/** Returns the exact values of all properties in a table as plain data, keyed by name. */
export const capturePropertyState = <Target>(table: PropertyTable<Target>, target: Target) =>
  Object.fromEntries(
    Object.entries(table)
      .filter(([, { derived }]) => !derived)
      .map(([name, { read, exact = read }]) => [name, exact(target)]),
  );

export const describeProperty = (name: string, metadata: PropertyMetadata, value: Json): PropertyInfo => {
  const { type, description, minimum, maximum, maxLength, options, structural, readOnly } = metadata;
  return {
    ...{ name, type, value },
    ...(options && { options }),
    structural: structural ?? false,
    description,
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(maxLength !== undefined && { maxLength: maxLength }),
    ...(readOnly && { readOnly }),
  };
};

/** Writes properties in order. A write that fails is reported with its reason, and the remaining writes still run. */
export const runPropertyWrites = (
  writes: readonly PropertyWrite[],
  write: (propertyWrite: PropertyWrite) => void,
): PropertyWriteResults => {
  const results = writes.map((propertyWrite) => {
    try {
      write(propertyWrite);
      return { name: propertyWrite.name, success: true };
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      return { name: propertyWrite.name, success: false, error: failure.toEnvelope().error };
    }
  });
  const succeededCount = results.filter(({ success }) => success).length;
  const failedCount = results.length - succeededCount;
  return { totalCount: results.length, succeededCount, failedCount, results };
};
