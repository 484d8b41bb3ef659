import { escapeControlCharacters } from './escape-control-characters.ts';

/** HTML that can safely be inserted unescaped. Templates escape all other values. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = Html | string | number | undefined | false | readonly Content[];

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for element content and quoted attributes. */
const escapeHtml = (text: string): string =>
  escapeControlCharacters(text).replace(/[&<>"']/g, (character) => htmlEntities[character] ?? character);

const renderContent = (content: Content): string => {
  if (content instanceof Html) return content.text;
  if (content === undefined || content === false) return '';
  if (typeof content === 'object') return content.map(renderContent).join('');
  return escapeHtml(String(content));
};

/** A template tag for HTML. It escapes every value that is not {@link Html}, joins lists, and omits absent values. */
export const html = (parts: TemplateStringsArray, ...contents: readonly Content[]): Html =>
  new Html(parts.reduce((text, part, i) => text + renderContent(contents[i - 1]) + part));

/** Converts a name to an element id that links can target. */
export const toElementId = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\d.]+/gu, '-')
    .replace(/^-+|-+$/g, '');
