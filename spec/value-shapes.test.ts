import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCanonicalValue, portTypeShapes } from './value-shapes.ts';
import { portTypeNames, portTypes } from './values.ts';

const numberArbitrary = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer());
const componentArbitrary = fc.oneof(
  { weight: 6, arbitrary: numberArbitrary },
  fc.constantFrom(null, '1', true),
);
const createRecordArbitrary = (names: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...names, 'w'), componentArbitrary, { maxKeys: names.length + 1 });

/** Generates values in every accepted shape, values that are almost acceptable, and arbitrary values. */
const writtenValues = fc.oneof(
  numberArbitrary,
  fc.array(componentArbitrary, { maxLength: 5 }),
  createRecordArbitrary(['x', 'y', 'z']),
  createRecordArbitrary(['r', 'g', 'b', 'a']),
  fc.constantFrom('1', ' 2.5e3 ', '1e999', '0x10', '', '.'),
  fc.jsonValue(),
);

const ajv = new Ajv({ strict: false });
const validators = new Map(
  portTypeNames.map((type) => [
    type,
    ajv.compile({ anyOf: [false, ...portTypeShapes[type].map((s) => s.schema)] }),
  ]),
);

describe('the accepted shapes of a port type', () => {
  it.each(portTypeNames.filter((type) => type !== 'Dropdown'))('of %s match the documents', (type) => {
    const documented = validators.get(type)!;
    fc.assert(
      fc.property(writtenValues, (value) => {
        if (toCanonicalValue(type, value) !== undefined) expect(documented(value)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['Vector3', 'Color', 'Boolean', 'String', 'List'] as const)(
    'of %s are complete in the documents',
    (type) => {
      const documented = validators.get(type)!;
      fc.assert(
        fc.property(writtenValues, (value) => {
          expect(toCanonicalValue(type, value) !== undefined).toBe(documented(value));
        }),
        { numRuns: 1000 },
      );
    },
  );

  it('of Color document the default of an omitted component', () => {
    const filling = new Ajv({ strict: false, useDefaults: true });
    const filled = { r: 0.1, g: 0.2, b: 0.3 };
    for (const { schema } of portTypeShapes.Color) filling.validate(schema, filled);
    expect(filled).toEqual({ r: 0.1, g: 0.2, b: 0.3, a: 1 });
    expect(filled).toEqual(toCanonicalValue('Color', { r: 0.1, g: 0.2, b: 0.3 }));
  });

  it.each(portTypeNames)('of %s have one canonical form, which is itself accepted', (type) => {
    const options = ['Ignore', 'Restart'];
    fc.assert(
      fc.property(fc.oneof(writtenValues, fc.constantFrom('Ignore', 'Restart', 0, 1, 2)), (value) => {
        const form = toCanonicalValue(type, value, options);
        if (form !== undefined) expect(toCanonicalValue(type, form, options)).toEqual(form);
      }),
      { numRuns: 1000 },
    );
  });

  it('are parsed in linear time, whatever the text', () => {
    const nearlyNumber = `${'1'.repeat(1_000_000)}x`;
    expect(toCanonicalValue('Float', nearlyNumber)).toBeUndefined();
    expect(toCanonicalValue('Integer', nearlyNumber)).toBeUndefined();
  });

  it.each(portTypeNames)('of %s include its examples', (type) => {
    for (const example of portTypes[type].examples) {
      expect(toCanonicalValue(type, example, ['Ignore'])).not.toBeUndefined();
    }
  });
});
