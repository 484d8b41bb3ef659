import { escapeHtml } from '../escape.ts';

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
