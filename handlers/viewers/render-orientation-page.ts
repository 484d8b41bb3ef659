import { html, Html, toElementId } from '#spec/text/html.ts';
import { addHeadingAnchors, type PageContent, renderSectionLinks } from './page-layout.ts';
import type { MarkdownIt, StateCore, Token } from 'markdown-it';

const renderForm = (block: TextBlock): Html =>
  block.kind === 'table'
    ? html`<div class="scroll" tabindex="0"><table><tbody>
${block.rows.map(([key, text]) => html`<tr><th scope="row"><code>${key}</code></th><td>${text}</td></tr>\n`)}
</tbody></table></div>
`
    : html`<pre><code>${block.text}</code></pre>
`;

/** Returns the tokens of a paragraph, depending on the layout of its lines. */
const renderParagraph = (state: StateCore, open: Token, inline: Token, close: Token): Token[] =>
  parseTextBlocks(inline.content).flatMap((block) => {
    const isProse = block.kind === 'prose';
    const token = new state.Token(isProse ? 'inline' : 'html_block', '', 0);
    token.content = isProse ? block.text : renderForm(block).text;
    token.children = [];
    return isProse ? [open, token, close] : [token];
  });

const addParagraphRule = (state: StateCore): void => {
  const { tokens } = state;
  state.tokens = tokens.flatMap((token, i) => {
    const [, inline, close] = tokens.slice(i, i + 3);
    if (token.type === 'paragraph_open' && inline && close)
      return renderParagraph(state, token, inline, close);
    const isOfParagraph = tokens[i - 1]?.type === 'paragraph_open' || token.type === 'paragraph_close';
    return isOfParagraph ? [] : [token];
  });
};

/** Creates a Markdown renderer that escapes HTML and doesn't interpret asterisks or images. */
const createMarkdownRenderer = async (): Promise<MarkdownIt> => {
  const { default: Markdown } = await import('markdown-it');
  const markdown = new Markdown({ html: false }).disable(['emphasis', 'image']);
  markdown.core.ruler.after('block', 'plain-forms', addParagraphRule);
  addHeadingAnchors(markdown, () => toElementId);
  return markdown;
};

/** Renders the orientation document as a page. The package markdown-it is loaded on first use and not at startup. */
export const renderOrientationPage = async (text: string): Promise<PageContent> => {
  const markdown = await createMarkdownRenderer();
  const tokens = markdown.parse(text, {});
  const draw = (part: Token[]): Html => new Html(markdown.renderer.render(part, markdown.options, {}));
  const titleEnd = tokens.findIndex(({ type }) => type === 'heading_close') + 1;
  return {
    title: 'Orientation · Scene Runtime Control API',
    path: '/llms',
    intro: html`${draw(tokens.slice(0, titleEnd))}
<p class="quiet">The same as plain text: <a href="./llms.txt">/llms.txt</a></p>`,
    contents: renderSectionLinks(tokens),
    main: draw(tokens.slice(titleEnd)),
  };
};

/** A part of a plain-text paragraph, classified by its layout. */
type TextBlock =
  | { readonly kind: 'prose' | 'calls'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly TableRow[] };

type TableRow = readonly [key: string, text: string];

type LineKind = TextBlock['kind'] | 'continuation';

const columnGapPattern = /^(\S.*?) {2,}(\S.*)$/;
const requestLinePattern = /^((GET|POST|PUT|DELETE) \/\S*|\{.*\}|-> \d{3} .*|[CS]: \{.*\})$/;

const getLineKind = (line: string): LineKind => {
  if (/^ {2,}/.test(line)) return 'continuation';
  if (requestLinePattern.test(line)) return 'calls';
  return columnGapPattern.test(line) ? 'table' : 'prose';
};

/** Groups adjacent lines of the same kind. An indented line continues the line before it. */
const groupLines = (lines: readonly string[]): { kind: TextBlock['kind']; lines: string[] }[] => {
  const runs: { kind: TextBlock['kind']; lines: string[] }[] = [];
  for (const line of lines) {
    const kind = getLineKind(line);
    const last = runs.at(-1);
    if (last && (kind === 'continuation' || kind === last.kind)) last.lines.push(line);
    else runs.push({ kind: kind === 'continuation' ? 'prose' : kind, lines: [line] });
  }
  return runs;
};

const parseRows = (lines: readonly string[]): TableRow[] => {
  const rows: TableRow[] = [];
  for (const line of lines) {
    const [, name, description] = columnGapPattern.exec(line) ?? [];
    const last = rows.at(-1);
    if (name !== undefined && description !== undefined && !line.startsWith(' '))
      rows.push([name, description]);
    else if (last) rows[rows.length - 1] = [last[0], `${last[1]} ${line.trim()}`];
  }
  return rows;
};

/**
 * Splits a plain-text paragraph into blocks. Aligned columns become tables, and requests on lines of their own become
 * calls. A single aligned line remains prose.
 */
export const parseTextBlocks = (paragraph: string): readonly TextBlock[] => {
  const blocks: TextBlock[] = [];
  for (const { kind, lines } of groupLines(paragraph.split('\n'))) {
    const rows = kind === 'table' ? parseRows(lines) : [];
    const last = blocks.at(-1);
    if (rows.length > 1) blocks.push({ kind: 'table', rows });
    else if (kind === 'calls') blocks.push({ kind, text: lines.join('\n') });
    else if (last?.kind === 'prose')
      blocks[blocks.length - 1] = { kind: 'prose', text: [last.text, ...lines].join('\n') };
    else blocks.push({ kind: 'prose', text: lines.join('\n') });
  }
  return blocks;
};
