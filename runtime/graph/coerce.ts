/** Port values as they are written, made canonical (description: 'Port value formats'; register: C-21). */
import { Fault } from '#spec/errors.ts';
import { canonical } from '#spec/shapes.ts';
import { type Json, type PortType, portTypes } from '#spec/values.ts';

/** What a value is written to: the words of the error name it. */
export interface Target {
  readonly name: string;
  readonly type: PortType;
  /** Labels in index order, for a Dropdown. */
  readonly options?: readonly string[] | undefined;
}

/**
 * The canonical form of a written value.
 * @throws Fault INVALID_VALUE that names the target, what it accepts and, for a Dropdown, the valid options.
 */
export const coerce = ({ name, type, options = [] }: Target, raw: unknown): Json => {
  const value = canonical(type, raw, options);
  if (value !== undefined) return value;
  const { accepts, examples } = portTypes[type];
  const isDropdown = type === 'Dropdown';
  const hint = isDropdown
    ? ` The valid options are ${options.map((o) => `'${o}'`).join(', ') || 'none yet'}.`
    : '';
  throw new Fault('INVALID_VALUE', `'${name}' is of type ${type} and accepts ${accepts}.${hint}`, {
    name,
    type,
    ...(isDropdown ? { validOptions: options } : { examples }),
  });
};
