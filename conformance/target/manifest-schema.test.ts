import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { toJSONSchema } from 'zod';
import { isRecord } from '../json.ts';
import { fieldCatalog } from './field-readers/field-catalog.ts';
import { Manifest } from './manifest.ts';
import { placeholders } from './placeholders.ts';
import type { JsonRecord } from '../json.ts';

const schema = toJSONSchema(Manifest, { io: 'input' }) as JsonRecord;
const ajv = addFormats.default(new Ajv2020({ strict: false }));

interface Property {
  readonly path: string;
  readonly property: JsonRecord;
}

/** Lists the properties anywhere in a schema. */
const listProperties = (node: unknown, path = ''): readonly Property[] => {
  if (Array.isArray(node)) return node.flatMap((item) => listProperties(item, path));
  if (!isRecord(node)) return [];
  return Object.entries(node).flatMap(([key, inner]) => {
    if (key === 'examples' || key === 'default') return [];
    if (key !== 'properties' || !isRecord(inner)) return listProperties(inner, path);
    return Object.entries(inner).flatMap(([name, property]) => [
      { path: `${path}.${name}`, property: property as JsonRecord },
      ...listProperties(property, `${path}.${name}`),
    ]);
  });
};

const properties = listProperties(schema);

describe('the JSON schema of the manifest', () => {
  it('describes every property, with a valid example', () => {
    expect(properties.length).toBeGreaterThan(180);
    const incomplete = properties.filter(({ property: { description, examples } }) => {
      const isDescribed = typeof description === 'string' && /^[A-Z`].*\.$/.test(description);
      return !isDescribed || !Array.isArray(examples) || examples.length === 0;
    });
    expect(incomplete.map(({ path }) => path)).toEqual([]);
    const invalid = properties.flatMap(({ path, property }) =>
      (property.examples as readonly unknown[])
        .filter((example) => !ajv.validate(property, example))
        .map((example) => `${path}: ${JSON.stringify(example)} ${ajv.errorsText()}`),
    );
    expect(invalid).toEqual([]);
  });

  it('names the record to which each reading is applied', () => {
    for (const [key, { about, root }] of Object.entries(fieldCatalog)) {
      const { property } = properties.find(({ path }) => path === `.choices.paths.${key}`) ?? {};
      expect(property?.description).toBe(`Reads ${about} from ${root}.`);
    }
  });

  it('explains each placeholder where it may stand', () => {
    for (const [word, { about, keys }] of Object.entries(placeholders)) {
      for (const key of keys) {
        const { property } = properties.find(({ path }) => path === `.${key}`) ?? {};
        expect(property?.description).toContain(`${word}: ${about}`);
      }
    }
  });
});
