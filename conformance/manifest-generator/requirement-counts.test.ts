import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { requirements } from '../requirements/index.ts';
import { Manifest } from '../target/manifest.ts';
import { fieldNames } from '../target/field-readers/field-catalog.ts';
import { conditionNames } from '../target/manifest.ts';
import { countRequirementsWithNeed, requirementsByField, requirementsByKey } from './requirement-counts.ts';

const readSources = (folder: string): string => {
  const url = new URL(`../${folder}/`, import.meta.url);
  return readdirSync(url, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(new URL(path, url), 'utf8'))
    .join('\n');
};

describe('the number of requirements', () => {
  it('is known for each field that an audit reads by its name', () => {
    const sources = readSources('audits') + readSources('audit-helpers');
    const uncounted = fieldNames.filter(
      (key) =>
        requirementsByField[key] === 0 &&
        new RegExp(`\\.(read|named|truth)\\([^;]*?'${key.replace('.', '\\.')}'\\)`).test(sources),
    );
    expect(uncounted).toEqual([]);
    for (const count of Object.values(requirementsByField)) expect(count).toBeLessThan(requirements.length);
  });

  it('belongs to keys that a manifest can have', () => {
    for (const key of Object.keys(requirementsByKey)) {
      const [, section = '', name] = /^choices\.(\w+)\.?(.*)$/.exec(key) ?? [];
      const example = section === 'routes' ? 'GET /x' : {};
      const choices = name ? { [section]: { [name]: example } } : {};
      expect(Manifest.safeParse({ choices }).success, key).toBe(true);
    }
  });

  it('is that of the audits that need a condition', () => {
    for (const name of conditionNames)
      expect(countRequirementsWithNeed(`condition:${name}`, `control:${name}`)).toBeGreaterThan(0);
    expect(countRequirementsWithNeed('destructive')).toBeGreaterThan(
      countRequirementsWithNeed('defaultSettings'),
    );
  });
});
