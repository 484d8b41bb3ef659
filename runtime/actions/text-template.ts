import { ApiError } from '#spec/errors.ts';
import type { Json } from '#spec/values.ts';

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
      // biome-ignore lint/style/noNonNullAssertion: it is there
      yield { text: template[brace]! };
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
