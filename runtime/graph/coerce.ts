/** Port values as they are written, made canonical (description: 'Port value formats'; register: C-21). */
import { Fault } from '#spec/errors.ts';
import { type Color, type Json, type PortType, portTypes, type Vector3 } from '#spec/values.ts';

/** What a value is written to: the words of the error name it. */
export interface Target {
  readonly name: string;
  readonly type: PortType;
  /** Labels in index order, for a Dropdown. */
  readonly options?: readonly string[] | undefined;
}

type Coercion = (raw: unknown, target: Target) => Json | undefined;

const decimal = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;

const toFloat = (raw: unknown): number | undefined => {
  const value = typeof raw === 'string' && decimal.test(raw) ? Number(raw) : raw;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

const toInteger = (raw: unknown): number | undefined => {
  const value = toFloat(raw);
  return Number.isSafeInteger(value) ? value : undefined;
};

const isObject = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw);

const isNumber = (raw: unknown): raw is number => typeof raw === 'number' && Number.isFinite(raw);

const onlyKeys = (raw: Record<string, unknown>, allowed: readonly string[]): boolean =>
  Object.keys(raw).every((key) => allowed.includes(key));

const toVector3 = (raw: unknown): Vector3 | undefined => {
  if (isNumber(raw)) return { x: raw, y: raw, z: raw };
  const [x, y, z, more] = Array.isArray(raw)
    ? raw
    : isObject(raw) && onlyKeys(raw, ['x', 'y', 'z'])
      ? [raw.x, raw.y, raw.z]
      : [];
  return isNumber(x) && isNumber(y) && isNumber(z) && more === undefined ? { x, y, z } : undefined;
};

const toColor = (raw: unknown): Color | undefined => {
  const [r, g, b, a = 1, more] = Array.isArray(raw)
    ? raw
    : isObject(raw) && onlyKeys(raw, ['r', 'g', 'b', 'a'])
      ? [raw.r, raw.g, raw.b, raw.a]
      : [];
  const complete = isNumber(r) && isNumber(g) && isNumber(b) && isNumber(a) && more === undefined;
  return complete ? { r, g, b, a } : undefined;
};

const toLabel: Coercion = (raw, { options = [] }) => {
  if (typeof raw === 'number' && Number.isInteger(raw)) return options[raw];
  return typeof raw === 'string' && options.includes(raw) ? raw : undefined;
};

const ofType =
  (name: 'boolean' | 'string'): Coercion =>
  (raw) =>
    typeof raw === name ? (raw as boolean | string) : undefined;

/** By port type: the canonical value of an accepted shape, or undefined. */
const coercions: Readonly<Record<PortType, Coercion>> = {
  Trigger: () => undefined,
  Button: ofType('boolean'),
  Boolean: ofType('boolean'),
  Integer: toInteger,
  Float: toFloat,
  String: ofType('string'),
  ObjectSelector: ofType('string'),
  AssetSelector: ofType('string'),
  Vector3: toVector3,
  Color: toColor,
  Dropdown: toLabel,
  List: (raw) => (Array.isArray(raw) ? (raw as Json[]) : undefined),
  Generic: (raw) => (raw === undefined ? undefined : (raw as Json)),
};

/**
 * The canonical form of a written value.
 * @throws Fault INVALID_VALUE that names the target, what it accepts and, for a Dropdown, the valid options.
 */
export const coerce = (target: Target, raw: unknown): Json => {
  const value = coercions[target.type](raw, target);
  if (value !== undefined) return value;
  const { accepts, examples } = portTypes[target.type];
  const options = target.type === 'Dropdown' ? (target.options ?? []) : undefined;
  const hint = options
    ? ` The valid options are ${options.map((o) => `'${o}'`).join(', ') || 'none yet'}.`
    : '';
  throw new Fault(
    'INVALID_VALUE',
    `'${target.name}' is of type ${target.type} and accepts ${accepts}.${hint}`,
    {
      name: target.name,
      type: target.type,
      ...(options ? { validOptions: options } : { examples }),
    },
  );
};
