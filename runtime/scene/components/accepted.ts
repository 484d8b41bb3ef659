import { coerce } from '#spec/coerce.ts';
import { Fault } from '#spec/errors.ts';
import { nearest } from '#spec/nearest.ts';
import type { Json } from '#spec/values.ts';
import type { Values } from './values.ts';
import type { Slots } from './slots.ts';

/**
 * Values for slots by name, in canonical form.
 * @throws Fault PROPERTY_NOT_FOUND for a name that no slot has, INVALID_VALUE for a value that its slot does not take
 */
export const acceptedBy = (slots: Slots, given: Readonly<Record<string, Json>>): Values =>
  Object.fromEntries(
    Object.entries(given).map(([name, raw]) => {
      const slot = Object.hasOwn(slots, name) ? slots[name] : undefined;
      if (!slot) {
        const properties = Object.keys(slots);
        throw new Fault('PROPERTY_NOT_FOUND', `There is no property '${name}'.`, {
          ...{ property: name, nearest: nearest(name, properties), properties },
        });
      }
      const { type, options, minimum, maximum, longest } = slot;
      const value = coerce({ name, type, options, minimum, maximum, longest }, raw);
      slot.check?.(value);
      return [name, value];
    }),
  );
