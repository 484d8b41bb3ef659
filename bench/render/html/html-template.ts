/** Trusted HTML. Templates insert it without escaping, but escape all other values. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Content = Html | string | number | false | readonly Content[];

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const renderContent = (content: Content): string => {
  if (content instanceof Html) return content.text;
  if (content === false) return '';
  if (typeof content === 'object') return content.map(renderContent).join('');
  return String(content).replace(/[&<>"']/g, (character) => htmlEntities[character] ?? character);
};

/** Template tag for HTML. Values are escaped unless they are {@link Html}, and list elements are joined. */
export const html = (parts: TemplateStringsArray, ...contents: readonly Content[]): Html =>
  new Html(parts.reduce((text, part, index) => text + renderContent(contents[index - 1] ?? '') + part));
