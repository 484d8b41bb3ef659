import { Fault } from '#spec/errors.ts';
import type { Json } from '#spec/values.ts';

/** A piece of a template: text as it stands, or the name of a placeholder. */
type TemplatePart = { readonly text: string } | { readonly placeholder: string };

const tokens = /\{\{|\}\}|\{([^{}]*)\}|[{}]|[^{}]+/g;

/**
 * Takes a template apart: `{name}` and `{0}` are placeholders, `{{` and `}}` plain braces.
 * @throws Fault INVALID_PARAMETERS for a lone brace or an empty placeholder.
 */
export const parseTemplate = (template: string): TemplatePart[] =>
  [...template.matchAll(tokens)].map(({ 0: token, 1: name, index }) => {
    if (token === '{{' || token === '}}') return { text: token.slice(1) };
    if (name?.trim()) return { placeholder: name.trim() };
    if (name === undefined && token !== '{' && token !== '}') return { text: token };
    throw new Fault('INVALID_PARAMETERS', `The template has a stray '${token}' at character ${index}.`, {
      parameter: 'template',
      expected: 'placeholders such as {0} or {name}, and {{ or }} for plain braces',
    });
  });

const written = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/**
 * Takes a template apart and puts a value in the place of each placeholder: a string as it is, any other value as JSON.
 * @throws Fault INVALID_PARAMETERS as `parseTemplate` does, and what `lookUp` throws.
 */
export const fillTemplate = (template: string, lookUp: (placeholder: string) => Json): string[] =>
  parseTemplate(template).map((part) => ('text' in part ? part.text : written(lookUp(part.placeholder))));
