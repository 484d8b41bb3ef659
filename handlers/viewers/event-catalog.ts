import type {
  AsyncApiChannel,
  AsyncApiDocument,
  AsyncApiOperation,
  AsyncApiServer,
  Reference,
} from '#spec/contract/asyncapi-types.ts';
import { type Components, listReachableComponents } from '#spec/contract/json-schema.ts';
import { renderPage } from './frame.ts';
import { drawEventMessage, messageId, nameOf, resolve, wholeSchemas } from './event-message.ts';
import { type Content, type Html, html, idOf } from './html.ts';
import { renderSchema, schemaId } from './schema-table.ts';

const channelId = (name: string): string => `channel-${idOf(name)}`;

/** The little Markdown that the document is written in: headings, paragraphs and code in them. */
const drawProse = (markdown: string): Content =>
  markdown.split('\n\n').map((block) => {
    const [, heading] = /^## (.+)$/.exec(block) ?? [];
    if (heading !== undefined) return html`<h2>${heading}</h2>\n`;
    const parts = block.split('`').map((text, i) => (i % 2 === 0 ? text : html`<code>${text}</code>`));
    return html`<p>${parts}</p>\n`;
  });

const table = (headings: readonly string[], rows: Content): Html => html`<div class="scroll"><table>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>
${rows}</tbody></table></div>`;

const drawServer = ([name, server]: readonly [string, AsyncApiServer]): Html => {
  const { protocol, host, pathname, description } = server;
  return html`<p><code>${`${protocol}://${host}${pathname}`}</code></p>
<p>${description}.</p>
${table(
  ['Encoding', 'Versions', 'Content type', 'Frames', 'How messages follow each other'],
  server['x-hub-protocols'].map(
    (
      encoding,
    ) => html`<tr id="encoding-${name}-${idOf(encoding.name)}"><th scope="row"><code>${encoding.name}</code></th>
<td>${encoding.versions.join(', ')}</td><td><code>${encoding.contentType}</code></td>
<td>${encoding.transferFormat}</td><td>${encoding.framing}</td></tr>\n`,
  ),
)}
<details><summary>Limits</summary>
${table(
  ['Limit', 'Value'],
  Object.entries(server['x-hub-limits']).map(
    ([limit, value]) => html`<tr><th scope="row"><code>${limit}</code></th><td>${value}</td></tr>\n`,
  ),
)}</details>`;
};

const securityRows = ({ components }: AsyncApiDocument): Content =>
  Object.entries(components.securitySchemes).map(
    ([name, { type, description, ...rest }]) =>
      html`<tr><th scope="row">${name}</th><td>${type}</td>
<td>${Object.entries(rest).map(([key, value]) => html`${key} <code>${value}</code> `)}</td><td>${description}</td></tr>\n`,
  );

const linkTo = (reference: Reference): Html =>
  html`<a href="#${messageId(nameOf(reference))}"><code>${nameOf(reference)}</code></a> `;

type NamedOperation = readonly [id: string, operation: AsyncApiOperation];

const drawMethod = ([id, { title, summary, messages, security, reply }]: NamedOperation): Html =>
  // biome-ignore lint/style/noNonNullAssertion: an operation has one message
  html`<tr id="operation-${idOf(id)}"><th scope="row"><a href="#${messageId(nameOf(messages[0]!))}"><code>${title}</code></a></th>
<td>${summary}</td><td>${reply?.messages.map(linkTo)}</td><td>${security.map((scheme) => html`<code>${nameOf(scheme)}</code> `)}</td></tr>
`;

const drawCallback = ([id, { title, summary, channel }]: NamedOperation): Html =>
  html`<tr id="operation-${idOf(id)}"><th scope="row"><code>${title}</code></th>
<td>${summary}</td><td><a href="#${channelId(nameOf(channel))}">${nameOf(channel)}</a></td></tr>
`;

/** The schemas that payloads, which are shown with their messages, and headers refer to. */
const sharedSchemas = ({ components }: AsyncApiDocument, schemas: Components): Components => {
  const shown = Object.values(components.messages).map(({ headers, payload }) => [
    headers,
    payload && resolve(payload, schemas),
  ]);
  return listReachableComponents(shown, schemas);
};

const drawChannel = (
  { components }: AsyncApiDocument,
  schemas: Components,
  [name, channel]: readonly [string, AsyncApiChannel],
): Html => {
  const messages = Object.values(channel.messages).map(nameOf);
  return html`<section aria-labelledby="${channelId(name)}">
<h3 id="${channelId(name)}">${channel.title}<a class="anchor" href="#${channelId(name)}" aria-label="Link to this channel">#</a></h3>
<p>${channel.summary}. Address: <code>${channel.address}</code></p>
${messages.map((message) => drawEventMessage(components, message, schemas))}</section>
`;
};

/** The AsyncAPI document as a page: whatever the document holds is shown, and nothing else. */
export const renderEventCatalog = (document: AsyncApiDocument): string => {
  const { info, servers, channels, operations } = document;
  const schemas = wholeSchemas(document);
  const by = (wanted: AsyncApiOperation['action']): readonly NamedOperation[] =>
    Object.entries(operations).filter(([, { action }]) => action === wanted);
  return renderPage({
    title: 'Events · Scene Runtime Control API',
    path: '/asyncapi',
    main: html`<h1>${info.title}</h1>
<p class="quiet">Version ${info.version} · AsyncAPI ${document.asyncapi} · the document itself is at
<code>GET /api/events/types</code>, behind the token</p>
${drawProse(info.description)}
<h2>Server</h2>
${Object.entries(servers).map(drawServer)}
<h2>Security</h2>
${table(['Name', 'Type', 'Where', 'What it is'], securityRows(document))}
<h2>Methods that a client calls</h2>
${table(['Method', 'What it does', 'Answered by', 'Security'], by('receive').map(drawMethod))}
<h2>Callbacks that a client is called by</h2>
${table(['Callback', 'What it does', 'Channel'], by('send').map(drawCallback))}
<h2>Channels</h2>
<nav aria-label="Channels"><ul class="contents">
${Object.entries(channels).map(([name, { title }]) => html`<li><a href="#${channelId(name)}">${title}</a></li>\n`)}</ul></nav>
${Object.entries(channels).map((channel) => drawChannel(document, schemas, channel))}
<h2>Schemas</h2>
${Object.entries(sharedSchemas(document, schemas)).map(
  ([name, schema]) => html`<section class="card" aria-labelledby="${schemaId(name)}">
<h3 id="${schemaId(name)}"><code>${name}</code></h3>
${renderSchema(schema, name)}</section>
`,
)}`,
  });
};
