/** Converts the parameters sent by a client into the parameters that the action receives. */
import type { z } from 'zod';
import type { ActionSpec } from '../contract/action-spec.ts';
import { ApiError } from '../errors.ts';
import { suggestNames } from '../suggest-names.ts';
import { validationMessages } from '../validation-messages.ts';
import type { NamedAction } from './index.ts';

/**
 * Maps parameter names to their declared spelling, because names are not case-sensitive (description: 'Layer 2
 * actions').
 * @throws ApiError INVALID_PARAMETERS for an unknown name, or a name that is given in two spellings
 */
const normalizeParameterNames = (
  spec: ActionSpec,
  raw: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const { shape } = spec.parameters;
  const declared = Object.keys(shape);
  const byLowerCase = new Map(declared.map((name) => [name.toLowerCase(), name]));
  const spellings = new Map<string, string>();
  const parameters: Record<string, unknown> = {};
  // Iterates over keys, because with 300,000 names, iterating over entries takes four times as long.
  for (const spelling of Object.keys(raw)) {
    const name = byLowerCase.get(spelling.toLowerCase());
    if (name === undefined) {
      throw new ApiError(
        'INVALID_PARAMETERS',
        `The action has no parameter '${spelling}'. Its parameters: ${quoteNames(declared) || 'none'}.`,
        {
          parameter: spelling,
          expected: 'a declared name',
          validOptions: declared,
          nearest: suggestNames(spelling, declared),
        },
      );
    }
    const earlier = spellings.get(name);
    if (earlier !== undefined) {
      throw new ApiError(
        'INVALID_PARAMETERS',
        `The parameter '${name}' is given twice, as '${earlier}' and '${spelling}'.`,
        {
          parameter: name,
          expected: 'the name once',
        },
      );
    }
    spellings.set(name, spelling);
    parameters[name] = raw[spelling];
  }
  return parameters;
};

/**
 * Parses the parameters of every call over REST, the hub or a node: resolves names, checks types, fills in defaults and
 * returns canonical values.
 * @throws ApiError INVALID_PARAMETERS with `parameter` and `expected` in its details
 */
export const parseParameters = (
  action: NamedAction,
  raw: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const accepted = action.getCompiledParser()(raw);
  if (accepted !== undefined) return accepted as Record<string, unknown>;
  const parsed = action.spec.parameters.safeParse(normalizeParameterNames(action.spec, raw), {
    ...validationMessages,
    reportInput: true,
  });
  if (parsed.success) return parsed.data;
  // biome-ignore lint/style/noNonNullAssertion: what is refused has an issue
  const issue = parsed.error.issues[0]!;
  const path = issue.path.join('.');
  const expected = describeExpectedValue(issue);
  const problem = issue.input === undefined ? 'is missing' : 'is not as declared';
  throw new ApiError('INVALID_PARAMETERS', `'${path}' of ${action.name} ${problem}: expected ${expected}.`, {
    action: action.name,
    parameter: issue.path[0],
    path,
    expected,
    ...(issue.code === 'invalid_value' && { validOptions: issue.values }),
  });
};

const describeExpectedValue = ({ message }: z.core.$ZodIssue): string =>
  message.replace(/^expected /, '').replace(/, received nothing$/, '');

const quoteNames = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');
