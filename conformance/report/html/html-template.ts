import { escapeControlCharacters } from '#spec/text/escape-control-characters.ts';

/** Escapes text for HTML content and for quoted attributes. */
const escapeHtml = (text: string): string =>
  escapeControlCharacters(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** Escapes text for a single line of Markdown or a table cell, so that no part of the text is read as markup. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]()#+!|~-]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Formats lines as a Markdown code block. Its fence has more backticks than any run of backticks in the lines. */
export const fenceCode = (lines: readonly string[]): readonly string[] => {
  const runs = lines.join('\n').match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return [`${fence}text`, ...lines, fence];
};

/** Markup that templates insert unescaped. Templates escape everything else. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = Html | string | number | undefined | false | readonly Content[];

const renderContent = (content: Content): string => {
  if (content instanceof Html) return content.text;
  if (content === undefined || content === false) return '';
  if (typeof content === 'object') return content.map(renderContent).join('');
  return escapeHtml(String(content));
};

/** Template tag for HTML. The tag escapes contents unless they are {@link Html}, and joins the elements of lists. */
export const html = (parts: TemplateStringsArray, ...contents: readonly Content[]): Html =>
  new Html(parts.reduce((text, part, index) => text + renderContent(contents[index - 1]) + part));
