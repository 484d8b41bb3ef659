/** HTML that can stand in a page as it is. Everything else is escaped when it is put into a template. */
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

/** Text as it stands between tags and in quoted attributes. */
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => htmlEntities[character] ?? character);

const renderContent = (content: Content): string => {
  if (content instanceof Html) return content.text;
  if (content === undefined || content === false) return '';
  if (typeof content === 'object') return content.map(renderContent).join('');
  return escapeHtml(String(content));
};

/** Template tag for HTML: what is put in is escaped unless it is {@link Html} itself, lists are joined. */
export const html = (parts: TemplateStringsArray, ...contents: readonly Content[]): Html =>
  new Html(parts.reduce((text, part, i) => text + renderContent(contents[i - 1]) + part));

/** A name as an id of an element and the target of a link. */
export const toElementId = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\d.]+/gu, '-')
    .replace(/^-+|-+$/g, '');
