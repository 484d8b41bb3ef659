import { ApiError } from '#spec/errors.ts';
import { maxValueSize } from '#spec/value-limits.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { Json } from '#spec/values.ts';
import type { ActionHandlers } from '../runtime-services.ts';

type Arguments = readonly Json[] | Readonly<Record<string, Json>>;

const positionPattern = /^\d+$/;

/** Array elements can only be found by position, so `{length}` is treated like any other name. */
const findArgument = (values: Arguments, name: string): Json | undefined => {
  if (Array.isArray(values)) return positionPattern.test(name) ? values[Number(name)] : undefined;
  return Object.hasOwn(values, name) ? (values as Readonly<Record<string, Json>>)[name] : undefined;
};

/** The text actions that need no scene. */
export const formatTextHandlers = {
  format: ({ template, arguments: values = [], variables }, { getGlobalVariable }) => {
    const fill = (name: string): Json => {
      const argument = findArgument(values, name);
      if (argument !== undefined) return argument;
      const value = variables ? getGlobalVariable(name) : undefined;
      if (value !== undefined) return value;
      throw new ApiError('ACTION_FAILED', `The placeholder {${name}} has no value.`, {
        placeholder: name,
        expected: `'${name}' among the arguments${variables ? ' or the global variables' : ''}`,
      });
    };
    let text = '';
    for (const part of fillTemplate(template, fill)) {
      text += part;
      if (text.length > maxValueSize) {
        throw new ApiError('ACTION_FAILED', `The text would have more than ${maxValueSize} characters.`, {
          expected: `a text of at most ${maxValueSize} characters`,
        });
      }
    }
    return { text };
  },
} satisfies Pick<ActionHandlers<Actions['text']>, 'format'>;

/** A part of a template: literal text, or the name of a placeholder. */
type TemplatePart = { readonly text: string } | { readonly placeholder: string };

/**
 * Parses a template, in which `{name}` and `{0}` are placeholders, and `{{` and `}}` are literal braces.
 * @throws ApiError INVALID_PARAMETERS for an unmatched brace or an empty placeholder
 */
export function* parseTemplate(template: string): Generator<TemplatePart> {
  const find = (brace: string, from: number): number => {
    const index = template.indexOf(brace, from);
    return index < 0 ? template.length : index;
  };
  let open = find('{', 0);
  let close = find('}', 0);
  let position = 0;
  while (position < template.length) {
    // Searches for a brace again only after passing the last one found, so that no template is scanned more than twice.
    if (open < position) open = find('{', position);
    if (close < position) close = find('}', position);
    const brace = Math.min(open, close);
    if (brace > position) yield { text: template.slice(position, brace) };
    if (brace === template.length) return;
    if (template[brace] === template[brace + 1]) {
      yield { text: template.charAt(brace) };
      position = brace + 2;
      continue;
    }
    if (brace === open) open = find('{', brace + 1);
    const isPair = brace < close && close < open;
    position = (isPair ? close : brace) + 1;
    const placeholder = isPair ? template.slice(brace + 1, close).trim() : '';
    if (placeholder === '') throw createStrayBraceError(template.slice(brace, position), brace);
    yield { placeholder };
  }
}

const createStrayBraceError = (token: string, index: number): ApiError =>
  new ApiError('INVALID_PARAMETERS', `The template has an unmatched '${token}' at character ${index}.`, {
    parameter: 'template',
    expected: 'placeholders such as {0} or {name}, and {{ or }} for plain braces',
  });

const toInsertedText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/**
 * Parses a template and replaces each placeholder with its value. Strings are inserted unchanged, other values as JSON.
 * @throws ApiError INVALID_PARAMETERS as `parseTemplate` does, and any error that `resolve` throws
 */
export function* fillTemplate(template: string, resolve: (placeholder: string) => Json): Generator<string> {
  for (const part of parseTemplate(template)) {
    yield 'text' in part ? part.text : toInsertedText(resolve(part.placeholder));
  }
}
