import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { asyncapi, oas } from '@stoplight/spectral-rulesets';
import { describe, expect, test } from 'vitest';

const createSource = (name: string): string =>
  new URL(`../../spec/documents/${name}`, import.meta.url).pathname;

/** Returns the warnings that Redocly's recommended rules give for a document. */
const lintWithRedocly = async (name: string, source: string): Promise<string[]> => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: createSource(name), config });
  return problems.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`);
};

/**
 * Spectral reports errors and warnings up to this severity. Higher numbers are hints, such as that a later version
 * exists.
 */
const warningSeverities = 1;

/** Returns the warnings that Spectral's recommended rules give for a document. */
const lintWithSpectral = async (name: string, source: string): Promise<string[]> => {
  const linter = new Spectral();
  const rules = (name.startsWith('asyncapi') ? asyncapi : oas) as RulesetDefinition;
  linter.setRuleset({ extends: [[rules, 'recommended']] });
  const problems = await linter.run(JSON.parse(source));
  return problems
    .filter(({ severity }) => severity <= warningSeverities)
    .map(({ code, message, path }) => `${code}: ${message} (${path.join('/')})`);
};

describe.each(['openapi.json', 'asyncapi.json'])('%s', (name) => {
  const source = readFileSync(createSource(name), 'utf8');
  const anonymous = JSON.stringify({ ...JSON.parse(source), info: { title: 'Nobody' } });

  test("has no warning by Redocly's recommended rules, which detect a planted one", async () => {
    expect(await lintWithRedocly(name, source)).toEqual([]);
    expect(await lintWithRedocly(name, anonymous)).toContainEqual(expect.stringContaining('`version`'));
  });

  test("has no warning by Spectral's recommended rules, which detect a planted one", async () => {
    expect(await lintWithSpectral(name, source)).toEqual([]);
    expect(await lintWithSpectral(name, anonymous)).toContainEqual(expect.stringContaining('info-contact'));
  });
});
