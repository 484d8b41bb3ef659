import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from './errors.ts';
import { type PortType, portTypeNames, portTypes } from './values.ts';
import { coerceValue, clampToRange } from './coerce-value.ts';

const writeValue = (type: PortType, raw: unknown, options?: readonly string[]) =>
  coerceValue({ name: 'Port', type, options }, raw);

const getCoercionError = (type: PortType, raw: unknown, options?: readonly string[]): ApiError => {
  try {
    writeValue(type, raw, options);
  } catch (failure) {
    if (failure instanceof ApiError) return failure;
  }
  throw new Error(`${type} accepted ${JSON.stringify(raw)}`);
};

const floatTarget = fc.double({ noNaN: true, noDefaultInfinity: true });

describe('coercion of a written value', () => {
  it('gives a Vector3 the same value in each of its three shapes', () => {
    fc.assert(
      fc.property(floatTarget, floatTarget, floatTarget, (x, y, z) => {
        expect(writeValue('Vector3', [x, y, z])).toEqual(writeValue('Vector3', { x, y, z }));
        expect(writeValue('Vector3', x)).toEqual({ x, y: x, z: x });
      }),
    );
  });

  it('gives a three-item Color an alpha of 1 and keeps the alpha of a four-item one', () => {
    fc.assert(
      fc.property(floatTarget, floatTarget, floatTarget, floatTarget, (r, g, b, a) => {
        expect(writeValue('Color', [r, g, b])).toEqual({ r, g, b, a: 1 });
        expect(writeValue('Color', [r, g, b, a])).toEqual({ r, g, b, a });
        expect(writeValue('Color', { r, g, b, a })).toEqual({ r, g, b, a });
      }),
    );
  });

  it('limits each component of a vector to a range', () => {
    const size = { name: 'Size', type: 'Vector3', minimum: 1, maximum: 5 } as const;
    expect(coerceValue(size, [1, 5, 2])).toEqual({ x: 1, y: 5, z: 2 });
    expect(() => coerceValue(size, [1, 6, 0])).toThrow("'Size' holds 6; expected numbers from 1 to 5.");
    expect(clampToRange(size, { x: 0, y: 6, z: 3 })).toEqual({ x: 1, y: 5, z: 3 });
    expect(clampToRange({ minimum: 1 }, { x: 0, y: 1, name: 'no vector' })).toEqual({
      x: 0,
      y: 1,
      name: 'no vector',
    });
  });

  it('accepts the label or the index of an option', () => {
    const options = ['Ignore', 'Restart', 'Queue'];
    for (const [index, label] of options.entries()) {
      expect(writeValue('Dropdown', label, options)).toBe(label);
      expect(writeValue('Dropdown', index, options)).toBe(label);
    }
  });

  it('lists the valid options when it rejects a value', () => {
    const { code, message, details } = getCoercionError('Dropdown', 'Never', ['Ignore', 'Restart']);
    expect(code).toBe('INVALID_VALUE');
    expect(message).toContain("'Ignore', 'Restart'");
    expect(details?.validOptions).toEqual(['Ignore', 'Restart']);
  });

  it.each([
    ['Vector3', [1, 2]],
    ['Vector3', [1, 2, 3, 4]],
    ['Vector3', { x: 1, y: 2 }],
    ['Vector3', { x: 1, y: 2, z: 3, w: 4 }],
    ['Vector3', [1, 'two', 3]],
    ['Vector3', 'up'],
    ['Color', [1, 2]],
    ['Color', [1, 2, 3, 4, 5]],
    ['Color', { r: 1, g: 2 }],
    ['Color', 1],
    ['Boolean', 'true'],
    ['Integer', 1.5],
    ['Integer', '1.5'],
    ['Integer', 2 ** 53],
    ['Float', 'many'],
    ['Float', '0x10'],
    ['Float', ''],
    ['Float', null],
    ['String', 7],
    ['List', { length: 0 }],
    ['Trigger', true],
    ['Dropdown', -1],
    ['Dropdown', 9],
  ] as const)('rejects for type %s the value %j, and names port and type', (type, raw) => {
    const fault = getCoercionError(type, raw, ['Only']);
    expect(fault.code).toBe('INVALID_VALUE');
    expect(fault.message).toContain(`'Port' is of type ${type}`);
  });

  it.each(portTypeNames)('accepts every documented example of %s', (type) => {
    for (const example of portTypes[type].examples) {
      expect(() => writeValue(type, example, ['Ignore'])).not.toThrow();
    }
  });

  it('leaves a canonical value unchanged', () => {
    fc.assert(
      fc.property(fc.constantFrom(...portTypeNames), fc.jsonValue(), (type, raw) => {
        let once: unknown;
        try {
          once = writeValue(type, raw, ['a', 'b']);
        } catch {
          return;
        }
        expect(writeValue(type, once, ['a', 'b'])).toEqual(once);
      }),
    );
  });
});
