import * as z from 'zod';
import { markChosenValues } from './contract/choice-marks.ts';
import { isWithinLimits, describeExceededLimit } from './value-limits.ts';
import { listKeys } from './list-keys.ts';
import { portComponents } from './port-components.ts';

/** These are types rather than interfaces, because the compiler then accepts them as JSON values. */
export type Vector3 = { x: number; y: number; z: number };

export type Color = { r: number; g: number; b: number; a: number };

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

interface PortTypeEntry {
  readonly description: string;
  /** A description, with examples, of the shapes that a write accepts. */
  readonly accepts: string;
  readonly examples: readonly Json[];
  /** The sub-ports of an expanded port, each with the component of the value that it stands for. */
  readonly children?: Readonly<Record<string, string>>;
  /** Whether variables can have this type. */
  readonly variable?: true;
}

const definePortType = <const E extends PortTypeEntry>(entry: E): E => entry;

/** The canonical port types, with their values and what a write accepts. */
export const portTypes = {
  Trigger: definePortType({
    description: 'Execution order; has no value',
    accepts: 'nothing: a trigger holds no value',
    examples: [],
  }),
  Button: definePortType({
    description: 'A momentary press; connects to Trigger inputs',
    accepts: 'true, which presses it, or false',
    examples: [true],
  }),
  Boolean: definePortType({
    description: 'True or false',
    accepts: 'true or false',
    examples: [true, false],
    variable: true,
  }),
  Integer: definePortType({
    description: 'A whole number from -2^53+1 to 2^53-1',
    accepts: 'a whole number, or a string that contains one',
    examples: [7, '7'],
    variable: true,
  }),
  Float: definePortType({
    description: 'A finite double-precision number',
    accepts: 'a finite number, or a string that contains one',
    examples: [0.5, '0.5'],
    variable: true,
  }),
  String: definePortType({
    description: 'Text',
    accepts: 'a string',
    examples: ['text'],
    variable: true,
  }),
  Vector3: definePortType({
    description: 'Three numbers: a position, scale, direction or Euler angles in degrees',
    accepts: 'an object with x, y and z; an array [x, y, z]; or one number for every axis',
    examples: [{ x: 1, y: 2, z: 3 }, [1, 2, 3], 1],
    children: portComponents.Vector3,
    variable: true,
  }),
  Color: definePortType({
    description: 'Red, green, blue and alpha; 0 to 1 is the displayable range',
    accepts: 'an array [r, g, b, a]; an array [r, g, b] with alpha 1; or an object with r, g, b and a',
    examples: [[1, 0.5, 0, 0.25], [1, 0.5, 0], { r: 1, g: 0.5, b: 0, a: 1 }],
    children: portComponents.Color,
    variable: true,
  }),
  Dropdown: definePortType({
    description: 'One of the options of the port',
    accepts: 'the label of an option (string) or its index (integer)',
    examples: ['Ignore', 0],
  }),
  List: definePortType({
    description: 'An ordered list of any values',
    accepts: 'an array',
    examples: [[1, 'two', true]],
    variable: true,
  }),
  Generic: definePortType({
    description: 'Any value; takes the type of the connected port',
    accepts: 'any JSON value',
    examples: ['text', 1, { any: ['value'] }],
    variable: true,
  }),
  ObjectSelector: definePortType({
    description: 'A scene object, by its tag',
    accepts: 'the tag of a scene object (string); empty for none',
    examples: ['hero'],
  }),
  AssetSelector: definePortType({
    description: 'A project asset, by its exact name with extension',
    accepts: 'the name of an asset (string); empty for none',
    examples: ['chime.wav'],
  }),
} as const;

export type PortType = keyof typeof portTypes;

export const portTypeNames = listKeys(portTypes);

export const variableTypes = portTypeNames.filter((name) => 'variable' in portTypes[name]);

/** Returns the initial value of a port of this type. */
export const getDefaultValue = (portType: PortType): Json => {
  switch (portType) {
    case 'Boolean':
    case 'Button':
      return false;
    case 'Integer':
    case 'Float':
      return 0;
    case 'String':
    case 'ObjectSelector':
    case 'AssetSelector':
    case 'Dropdown':
      return '';
    case 'Vector3':
      return { x: 0, y: 0, z: 0 };
    case 'Color':
      return { r: 1, g: 1, b: 1, a: 1 };
    case 'List':
      return [];
    case 'Trigger':
    case 'Generic':
      return null;
  }
};

/** Type names that the description does not mention are the project's choice (C-03). */
export const PortTypeName = markChosenValues('C-03', z.enum(portTypeNames));

/** Any JSON value within the limits. Null is valid, but a missing field is not. */
export const JsonValue: z.ZodType<Json> = z.custom<Json>(
  (value) => value !== undefined && isWithinLimits(value),
  {
    error: ({ input }) =>
      input === undefined ? 'a value is required' : `expected ${describeExceededLimit(input)}`,
  },
);
