// biome-ignore-all lint/style/noNonNullAssertion: a heading or paragraph is three tokens: its beginning, its text and its end
import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { renderPage } from './page-layout.ts';
import { Html, html, toElementId } from '#spec/text/html.ts';
import { type TextBlock, parseTextBlocks } from './parse-plain-text.ts';

const renderForm = (block: TextBlock): Html =>
  block.kind === 'table'
    ? html`<div class="scroll"><table><tbody>
${block.rows.map(([key, text]) => html`<tr><th scope="row"><code>${key}</code></th><td>${text}</td></tr>\n`)}
</tbody></table></div>
`
    : html`<pre><code>${block.text}</code></pre>
`;

/** Returns the tokens of a paragraph, depending on the layout of its lines. */
const renderParagraph = (state: StateCore, [open, inline, close]: readonly Token[]): Token[] =>
  parseTextBlocks(inline!.content).flatMap((block) => {
    const isProse = block.kind === 'prose';
    const token = new state.Token(isProse ? 'inline' : 'html_block', '', 0);
    token.content = isProse ? block.text : renderForm(block).text;
    token.children = [];
    return isProse ? [open!, token, close!] : [token];
  });

const addParagraphRule = (state: StateCore): void => {
  const { tokens } = state;
  state.tokens = tokens.flatMap((token, i) => {
    if (token.type === 'paragraph_open') return renderParagraph(state, tokens.slice(i, i + 3));
    const isOfParagraph = tokens[i - 1]?.type === 'paragraph_open' || token.type === 'paragraph_close';
    return isOfParagraph ? [] : [token];
  });
};

const addHeadingIds = ({ tokens }: StateCore): void => {
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', toElementId(tokens[i + 1]!.content));
  }
};

/** Creates a Markdown renderer that escapes HTML and doesn't interpret asterisks or images. */
const createMarkdownRenderer = async (): Promise<MarkdownIt> => {
  const { default: Markdown } = await import('markdown-it');
  const markdown = new Markdown({ html: false }).disable(['emphasis', 'image']);
  markdown.core.ruler.after('block', 'plain-forms', addParagraphRule);
  markdown.core.ruler.push('heading-ids', addHeadingIds);
  markdown.renderer.rules.heading_close = (tokens, i) => {
    const id = String(tokens[i - 2]!.attrGet('id'));
    return `${html`<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`.text}</${tokens[i]!.tag}>\n`;
  };
  return markdown;
};

const renderTableOfContents = (tokens: readonly Token[]): Html => {
  const sections = tokens.flatMap((token, i) =>
    token.type === 'heading_open' && token.tag === 'h2' ? [tokens[i + 1]!.content] : [],
  );
  return html`<nav aria-label="Contents"><ul class="contents">
${sections.map((name) => html`<li><a href="#${toElementId(name)}">${name}</a></li>\n`)}</ul></nav>`;
};

/** Renders the orientation document as a page. The package markdown-it is loaded on first use and not at startup. */
export const renderOrientationPage = async (text: string): Promise<string> => {
  const markdown = await createMarkdownRenderer();
  const tokens = markdown.parse(text, {});
  const content = new Html(markdown.renderer.render(tokens, markdown.options, {}));
  return renderPage({
    title: 'Orientation · Scene Runtime Control API',
    path: '/llms',
    main: html`${renderTableOfContents(tokens)}
${content}
<p class="quiet">The same as plain text: <a href="./llms.txt">/llms.txt</a></p>`,
  });
};
