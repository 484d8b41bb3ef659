import { html, Html } from '#spec/text/html.ts';
import { addHeadingAnchors, type PageContent, renderSectionLinks } from './page-layout.ts';
import type { MarkdownIt, StateCore, Token } from 'markdown-it';

interface Guide {
  readonly title: string;
  readonly summary: string;
  /** The Markdown file's path, relative to `spec`. */
  readonly file: string;
}

/** The documents under `/docs`, keyed by the name in their address, in the order of the index. */
export const guides = {
  client: {
    title: 'Write a client',
    summary: 'REST, the event hub, the typed client, errors, reconnecting, generated clients',
    file: 'guides/client.md',
  },
  implementation: {
    title: 'Check an implementation',
    summary: 'the conformance kit: verdicts, reports, manifest, conditions, exit codes, CI',
    file: 'guides/implementation.md',
  },
  runtime: {
    title: 'Connect a runtime',
    summary: 'a runtime of your own behind the service, in any language',
    file: 'guides/runtime.md',
  },
  benchmark: {
    title: 'Measure an implementation',
    summary: 'the benchmark harness: suites, baselines, peers, goals, reports, comparisons',
    file: 'guides/benchmark.md',
  },
  agents: {
    title: 'Connect an agent',
    summary: 'the Model Context Protocol, over HTTP and over standard input and output',
    file: 'guides/agents.md',
  },
  embedding: {
    title: 'Embed the service',
    summary: 'the Fetch bundle on Deno, Bun, Cloudflare and AWS Lambda, and in a browser',
    file: 'guides/embedding.md',
  },
  operations: {
    title: 'Run the service',
    summary: 'all settings, flags and exit codes; LAN mode, permissions, journals, relays, Docker, proxies',
    file: 'guides/operations.md',
  },
  protocol: {
    title: 'Protocol',
    summary: 'what clients and implementations rely on: states, order, values, requests, the hub, limits',
    file: 'PROTOCOL.md',
  },
  engine: {
    title: 'Engine',
    summary: 'the reference semantics of graphs, the scene, devices and assets',
    file: 'ENGINE.md',
  },
  projects: {
    title: 'Projects',
    summary: 'the files of a project, and what of them survives a crash',
    file: 'PROJECTS.md',
  },
  'runtime-link': {
    title: 'Runtime link',
    summary: 'the messages between the service and a runtime in a process of its own',
    file: 'RUNTIME-LINK.md',
  },
  choices: {
    title: 'Choices',
    summary: 'every choice that the service description leaves open, with its reason',
    file: 'CHOICES.md',
  },
} as const satisfies Readonly<Record<string, Guide>>;

export type GuideName = keyof typeof guides;

export const isGuide = (name: string): name is GuideName => Object.hasOwn(guides, name);

/**
 * Returns the id that GitHub would generate for a heading, so that links to sections work both on GitHub and on these
 * pages.
 */
export const toHeadingId = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/**
 * Targets for links between documents, keyed by the last part of the linked path. They are relative to `/docs/<guide>`.
 */
const linkTargets: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(guides).map(([name, { file }]) => [file.slice(file.lastIndexOf('/') + 1), `./${name}`]),
  ),
  'README.md': '../docs',
  'openapi.json': '../openapi.json',
};

/** Returns the address for a link on a page, or `undefined` for files that the service does not serve. */
const resolveLink = (href: string): string | undefined => {
  if (/^(#|https?:)/.test(href)) return href;
  const [path = '', fragment] = href.split('#');
  const target = linkTargets[path.slice(path.lastIndexOf('/') + 1)];
  return target && fragment ? `${target}#${fragment}` : target;
};

const resolveLinks = ({ tokens }: StateCore): void => {
  for (const { children } of tokens) {
    let isLinked = true;
    for (const token of children ?? []) {
      if (token.type === 'link_open') {
        const target = resolveLink(String(token.attrGet('href')));
        isLinked = target !== undefined;
        if (target !== undefined) token.attrSet('href', target);
      }
      // Links to files that are only in the package are shown as plain text.
      const isEdge = token.type === 'link_open' || token.type === 'link_close';
      if (isEdge && !isLinked) Object.assign(token, { type: 'text', content: '', hidden: true });
    }
  }
};

/** Creates a function that numbers the ids of headings that occur several times in a document. */
const createHeadingIdFormatter = (): ((heading: string) => string) => {
  const counts = new Map<string, number>();
  return (heading) => {
    const id = toHeadingId(heading);
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return count === 0 ? id : `${id}-${count}`;
  };
};

/**
 * Creates the Markdown parser, which shows HTML in a document as text. markdown-it is loaded when the first guide is
 * requested, not at startup.
 */
const createMarkdown = async (): Promise<MarkdownIt> => {
  const { default: Markdown } = await import('markdown-it');
  const markdown = new Markdown({ html: false }).disable('image');
  markdown.core.ruler.push('resolve-links', resolveLinks);
  addHeadingAnchors(markdown, createHeadingIdFormatter);
  const { rules } = markdown.renderer;
  rules.table_open = () => '<div class="scroll" tabindex="0"><table>\n';
  rules.table_close = () => '</table></div>\n';
  return markdown;
};

/** Renders a guide's Markdown as a page. */
export const renderGuide = async (name: GuideName, text: string): Promise<PageContent> => {
  const markdown = await createMarkdown();
  const tokens = markdown.parse(text, {});
  const draw = (part: Token[]): Html => new Html(markdown.renderer.render(part, markdown.options, {}));
  const titleEnd = tokens.findIndex(({ type }) => type === 'heading_close') + 1;
  return {
    title: `${guides[name].title} · Scene Runtime Control API`,
    path: `/docs/${name}`,
    intro: draw(tokens.slice(0, titleEnd)),
    contents: renderSectionLinks(tokens),
    main: draw(tokens.slice(titleEnd)),
  };
};

/** The page that lists all guides. */
export const guideIndex: PageContent = {
  title: 'Guides · Scene Runtime Control API',
  path: '/docs',
  intro: html`<h1>Guides</h1>
<p class="lead">Each guide starts with something that runs, shows its output, and says what to do when it fails.</p>`,
  main: html`<ul class="tiles">${Object.entries(guides).map(
    ([name, { title, summary }]) =>
      html`<li><a class="card tile" href="./docs/${name}"><b>${title}</b>${summary}</a></li>\n`,
  )}</ul>`,
};
