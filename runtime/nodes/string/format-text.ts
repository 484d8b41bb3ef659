import { ApiError } from '#spec/errors.ts';
import { fillTemplate, parseTemplate } from '../../actions/text-template.ts';
import { definePureNode } from '../dsl/define-node.ts';
import { maxNumberedPorts } from '../dsl/numbered-ports.ts';
import { generic, string } from '../dsl/ports.ts';
import { joinTexts } from '../dsl/text-limits.ts';
import type { Json } from '#spec/values.ts';
import type { PortDeclaration } from '../../link/node-type.ts';

const isPositionalPlaceholder = (placeholder: string): boolean =>
  /^(0|[1-9]\d?)$/.test(placeholder) && Number(placeholder) < maxNumberedPorts;

/**
 * Returns the positions used in a template, in ascending order. Returns an empty list when the template is malformed.
 */
const listPositions = (template: string): string[] => {
  try {
    const placeholders = [...parseTemplate(template)].flatMap((part) =>
      'placeholder' in part && isPositionalPlaceholder(part.placeholder) ? part.placeholder : [],
    );
    return [...new Set(placeholders)].sort((a, b) => Number(a) - Number(b));
  } catch (failure) {
    if (failure instanceof ApiError) return [];
    throw failure;
  }
};

const createArgumentPorts = (
  { Template }: Readonly<Record<string, Json>>,
  declared: readonly PortDeclaration[],
): readonly PortDeclaration[] => {
  if (typeof Template !== 'string' || Template === '') return declared;
  return declared.flatMap((port) => {
    if (!port.name.startsWith('Arg')) return [port];
    return port.name === 'Arg0'
      ? listPositions(Template).map((position) => ({ ...port, name: `Arg${position}` }))
      : [];
  });
};

export const formatTextNode = definePureNode({
  description: `Fills a template: {0} to {${maxNumberedPorts - 1}} stand for Arg0 to Arg${maxNumberedPorts - 1}, {name} for the variable of that name, {{ and }} for plain braces. A text is inserted as it is, any other value as JSON. The node has one input per number in Template; while Template is empty it has Arg0 to Arg3. A placeholder without a value, because the input is neither set nor connected or the variable does not exist, stays as it is, with one console warning per run of the graph; so does a whole template with an unmatched brace. A result of more than 1,000,000 characters is truncated.`,
  inputs: {
    Template: string('', { affectsNodePorts: true }),
    Arg0: generic(),
    Arg1: generic(),
    Arg2: generic(),
    Arg3: generic(),
  },
  outputs: { Result: string() },
  portsFor: createArgumentPorts,
  evaluate: ({ Template }, services) => {
    const { getSetInputs, findVariable, warnOnce } = services;
    const values = getSetInputs();
    const fill = (placeholder: string): Json => {
      const value = isPositionalPlaceholder(placeholder)
        ? values[`Arg${placeholder}`]
        : findVariable(placeholder)?.value;
      if (value !== undefined) return value;
      warnOnce(`The placeholder {${placeholder}} has no value.`);
      return `{${placeholder}}`;
    };
    try {
      return joinTexts([...fillTemplate(Template, fill)], '', services);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      warnOnce(failure.reason);
      return Template;
    }
  },
});
