import type {
  AsyncApiChannel,
  AsyncApiDocument,
  AsyncApiOperation,
  AsyncApiServer,
  Reference,
} from '#spec/contract/asyncapi-types.ts';
import { type Components, listReachableComponents } from '#spec/contract/json-schema.ts';
import { renderPage } from './page-layout.ts';
import {
  renderEventMessage,
  getMessageId,
  getReferenceName,
  resolveSchema,
  inlineSchemaParts,
} from './render-event-message.ts';
import { type Content, type Html, html, toElementId } from '#spec/text/html.ts';
import { renderSchemaTable, getSchemaId } from './render-schema-table.ts';

const getChannelId = (name: string): string => `channel-${toElementId(name)}`;

/** Renders the parts of Markdown that the AsyncAPI document uses: headings, paragraphs and code. */
const renderProse = (markdown: string): Content =>
  markdown.split('\n\n').map((block) => {
    const [, heading] = /^## (.+)$/.exec(block) ?? [];
    if (heading !== undefined) return html`<h2>${heading}</h2>\n`;
    const parts = block.split('`').map((text, i) => (i % 2 === 0 ? text : html`<code>${text}</code>`));
    return html`<p>${parts}</p>\n`;
  });

const renderTable = (headings: readonly string[], rows: Content): Html => html`<div class="scroll"><table>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>
${rows}</tbody></table></div>`;

const renderServer = ([name, server]: readonly [string, AsyncApiServer]): Html => {
  const { protocol, host, pathname, description } = server;
  return html`<p><code>${`${protocol}://${host}${pathname}`}</code></p>
<p>${description}.</p>
${renderTable(
  ['Encoding', 'Versions', 'Content type', 'Frames', 'How messages follow each other'],
  server['x-hub-protocols'].map(
    (
      encoding,
    ) => html`<tr id="encoding-${name}-${toElementId(encoding.name)}"><th scope="row"><code>${encoding.name}</code></th>
<td>${encoding.versions.join(', ')}</td><td><code>${encoding.contentType}</code></td>
<td>${encoding.transferFormat}</td><td>${encoding.framing}</td></tr>\n`,
  ),
)}
<details><summary>Limits</summary>
${renderTable(
  ['Limit', 'Value'],
  Object.entries(server['x-hub-limits']).map(
    ([limit, value]) => html`<tr><th scope="row"><code>${limit}</code></th><td>${value}</td></tr>\n`,
  ),
)}</details>`;
};

const renderSecurityRows = ({ components }: AsyncApiDocument): Content =>
  Object.entries(components.securitySchemes).map(
    ([name, { type, description, ...rest }]) =>
      html`<tr><th scope="row">${name}</th><td>${type}</td>
<td>${Object.entries(rest).map(([key, value]) => html`${key} <code>${value}</code> `)}</td><td>${description}</td></tr>\n`,
  );

const renderReferenceLink = (reference: Reference): Html =>
  html`<a href="#${getMessageId(getReferenceName(reference))}"><code>${getReferenceName(reference)}</code></a> `;

type NamedOperation = readonly [id: string, operation: AsyncApiOperation];

const renderMethod = ([id, { title, summary, messages, security, reply }]: NamedOperation): Html =>
  // biome-ignore lint/style/noNonNullAssertion: an operation has one message
  html`<tr id="operation-${toElementId(id)}"><th scope="row"><a href="#${getMessageId(getReferenceName(messages[0]!))}"><code>${title}</code></a></th>
<td>${summary}</td><td>${reply?.messages.map(renderReferenceLink)}</td><td>${security.map((scheme) => html`<code>${getReferenceName(scheme)}</code> `)}</td></tr>
`;

const renderCallback = ([id, { title, summary, channel }]: NamedOperation): Html =>
  html`<tr id="operation-${toElementId(id)}"><th scope="row"><code>${title}</code></th>
<td>${summary}</td><td><a href="#${getChannelId(getReferenceName(channel))}">${getReferenceName(channel)}</a></td></tr>
`;

/**
 * Renders the schemas that payloads and headers refer to. The payloads themselves are shown together with their
 * messages.
 */
const renderSharedSchemas = ({ components }: AsyncApiDocument, schemas: Components): Components => {
  const messageSchemas = Object.values(components.messages).map(({ headers, payload }) => [
    headers,
    payload && resolveSchema(payload, schemas),
  ]);
  return listReachableComponents(messageSchemas, schemas);
};

const renderChannel = (
  { components }: AsyncApiDocument,
  schemas: Components,
  [name, channel]: readonly [string, AsyncApiChannel],
): Html => {
  const messages = Object.values(channel.messages).map(getReferenceName);
  return html`<section aria-labelledby="${getChannelId(name)}">
<h3 id="${getChannelId(name)}">${channel.title}<a class="anchor" href="#${getChannelId(name)}" aria-label="Link to this channel">#</a></h3>
<p>${channel.summary}. Address: <code>${channel.address}</code></p>
${messages.map((message) => renderEventMessage(components, message, schemas))}</section>
`;
};

/** Renders the full content of the AsyncAPI document as a page. */
export const renderEventCatalog = (document: AsyncApiDocument): string => {
  const { info, servers, channels, operations } = document;
  const schemas = inlineSchemaParts(document);
  const filterByAction = (requested: AsyncApiOperation['action']): readonly NamedOperation[] =>
    Object.entries(operations).filter(([, { action }]) => action === requested);
  return renderPage({
    title: 'Events · Scene Runtime Control API',
    path: '/asyncapi',
    main: html`<h1>${info.title}</h1>
<p class="quiet">Version ${info.version} · AsyncAPI ${document.asyncapi} · the document itself is at
<code>GET /api/events/types</code>, behind the token</p>
${renderProse(info.description)}
<h2>Server</h2>
${Object.entries(servers).map(renderServer)}
<h2>Security</h2>
${renderTable(['Name', 'Type', 'Where', 'What it is'], renderSecurityRows(document))}
<h2>Methods that a client calls</h2>
${renderTable(['Method', 'What it does', 'Answered by', 'Security'], filterByAction('receive').map(renderMethod))}
<h2>Callbacks that a client is called by</h2>
${renderTable(['Callback', 'What it does', 'Channel'], filterByAction('send').map(renderCallback))}
<h2>Channels</h2>
<nav aria-label="Channels"><ul class="contents">
${Object.entries(channels).map(([name, { title }]) => html`<li><a href="#${getChannelId(name)}">${title}</a></li>\n`)}</ul></nav>
${Object.entries(channels).map((channel) => renderChannel(document, schemas, channel))}
<h2>Schemas</h2>
${Object.entries(renderSharedSchemas(document, schemas)).map(
  ([name, schema]) => html`<section class="card" aria-labelledby="${getSchemaId(name)}">
<h3 id="${getSchemaId(name)}"><code>${name}</code></h3>
${renderSchemaTable(schema, name)}</section>
`,
)}`,
  });
};
