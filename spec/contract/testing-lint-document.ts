import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { asyncapi, oas } from '@stoplight/spectral-rulesets';

/** Higher severities are hints, such as that a later version of AsyncAPI exists. */
const warningSeverity = 1;

/**
 * Lints an OpenAPI or AsyncAPI document with Spectral's recommended rules, which include its JSON Schema.
 * @returns the errors and warnings
 */
export const lintDocument = async (document: object): Promise<string[]> => {
  const linter = new Spectral();
  const rules = 'asyncapi' in document ? asyncapi : oas;
  linter.setRuleset({ extends: [[rules as RulesetDefinition, 'recommended']] });
  const problems = await linter.run({ ...document });
  return problems
    .filter(({ severity }) => severity <= warningSeverity)
    .map(({ code, message, path }) => `${code}: ${message} (${path.join('/')})`);
};
