import {
  type Components,
  type JsonSchema,
  listReachableComponents,
  mapSchema,
} from '#spec/contract/json-schema.ts';
import { type Content, html, type Html, toElementId } from '#spec/text/html.ts';
import { getSchemaId, renderSchemaTable } from './render-schema-table.ts';
import type { PageContent } from './page-layout.ts';
import type {
  AsyncApiChannel,
  AsyncApiDocument,
  AsyncApiMessage,
  AsyncApiOperation,
  AsyncApiServer,
  MessageExample,
  Reference,
} from '#spec/contract/asyncapi-types.ts';

/** Returns the id of a message's element on the page. */
const getMessageId = (name: string): string => `message-${toElementId(name)}`;

/** Returns the last part of a reference, which is the target's name. */
const getReferenceName = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** Returns a document's schemas. The parts of each schema, whose names start with the schema's name, are inlined. */
const inlineSchemaParts = ({ components: { schemas } }: AsyncApiDocument): Components => {
  const expand = (owner: string, schema: JsonSchema): JsonSchema =>
    mapSchema(schema, (part) => {
      const name = part.$ref === undefined ? '' : getReferenceName({ $ref: part.$ref });
      const isOwn = name.startsWith(owner) && /^[A-Z]/.test(name.slice(owner.length));
      return isOwn ? expand(owner, schemas[name] ?? part) : part;
    });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, expand(name, schema)]));
};

/** Returns the schema that a reference points to. A schema that is not a reference is returned unchanged. */
const resolveSchema = (schema: JsonSchema, schemas: Components): JsonSchema =>
  schema.$ref === undefined ? schema : (schemas[getReferenceName({ $ref: schema.$ref })] ?? schema);

/**
 * Renders a message in the AsyncAPI document, with its payload and examples.
 * @param schemas the schemas returned by {@link inlineSchemaParts}
 */
const renderEventMessage = (
  { messages }: Pick<AsyncApiDocument['components'], 'messages'>,
  name: string,
  schemas: Components,
): Html => {
  const message = messages[name];
  if (!message) throw new Error(`The document has no message '${name}'.`);
  const { title, summary, payload, examples } = message;
  return html`<article class="card entry" id="${getMessageId(name)}">
<h4><code>${title}</code></h4>
<p>${summary}</p>
${listMessageBadges(message)}
<p>On the wire: <code>${renderHubMessage(resolveSchema(message.headers, schemas), message['x-hub-field'])}</code></p>
${payload && renderSchemaTable(resolveSchema(payload, schemas), `Payload of ${title}`)}
${examples.map((example) => renderExample(example, summary))}
</article>
`;
};

const listMessageBadges = (message: AsyncApiMessage): Content => {
  const { 'x-high-volume': highVolume, 'x-filter-fields': fields } = message;
  if (!highVolume && !fields) return undefined;
  return html`<p class="chips">${highVolume && html`<span class="chip">coalesced under load</span>`}
${fields?.map((field) => html`<span class="chip">can be filtered by ${field}</span>`)}</p>`;
};

/** Formats the hub message that surrounds a payload in the JSON encoding. */
const renderHubMessage = ({ properties }: JsonSchema, payloadAt: string | undefined): string => {
  const fields = Object.entries(properties ?? {}).map(
    ([name, schema]) => `"${name}": ${'const' in schema ? JSON.stringify(schema.const) : '…'}`,
  );
  const [, field, isItem] = payloadAt?.split('/') ?? [];
  const payload = isItem === undefined ? 'payload' : '[payload]';
  return `{${[...fields, ...(field === undefined ? [] : [`"${field}": ${payload}`])].join(', ')}}`;
};

const renderExample = ({ summary, headers, payload }: MessageExample, messageSummary: string): Html =>
  html`<details><summary>Example${summary !== messageSummary && `: ${summary}`}</summary>
<pre><code>${JSON.stringify(payload ?? headers, null, 2)}</code></pre></details>
`;

const getChannelId = (name: string): string => `channel-${toElementId(name)}`;

/** Renders the parts of Markdown that the AsyncAPI document uses: headings, paragraphs and code. */
const renderProse = (markdown: string): Content =>
  markdown.split('\n\n').map((block) => {
    const [, heading] = /^## (.+)$/.exec(block) ?? [];
    if (heading !== undefined) return html`<h2>${heading}</h2>\n`;
    const parts = block.split('`').map((text, i) => (i % 2 === 0 ? text : html`<code>${text}</code>`));
    return html`<p>${parts}</p>\n`;
  });

const renderTable = (
  headings: readonly string[],
  rows: Content,
): Html => html`<div class="scroll" tabindex="0"><table>
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
  html`<tr id="operation-${toElementId(id)}"><th scope="row"><a href="#${messages.map((message) => getMessageId(getReferenceName(message)))}"><code>${title}</code></a></th>
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
export const renderEventCatalog = (document: AsyncApiDocument): PageContent => {
  const { info, servers, channels, operations } = document;
  const schemas = inlineSchemaParts(document);
  const filterByAction = (requested: AsyncApiOperation['action']): readonly NamedOperation[] =>
    Object.entries(operations).filter(([, { action }]) => action === requested);
  return {
    title: 'Events · Scene Runtime Control API',
    path: '/asyncapi',
    intro: html`<h1>${info.title}</h1>
<p class="quiet">Version ${info.version} · AsyncAPI ${document.asyncapi} · the document itself is at
<code>GET /api/events/types</code>, behind the token</p>`,
    contents: html`<li><a href="#server">Server</a></li>
<li><a href="#security">Security</a></li>
<li><a href="#methods">Methods</a></li>
<li><a href="#callbacks">Callbacks</a></li>
<li><a href="#channels">Channels</a><ul>
${Object.entries(channels).map(([name, { title }]) => html`<li><a href="#${getChannelId(name)}">${title}</a></li>\n`)}</ul></li>
<li><a href="#schemas">Schemas</a></li>`,
    main: html`${renderProse(info.description)}
<h2 id="server">Server</h2>
${Object.entries(servers).map(renderServer)}
<h2 id="security">Security</h2>
${renderTable(['Name', 'Type', 'Where', 'What it is'], renderSecurityRows(document))}
<h2 id="methods">Methods that a client calls</h2>
${renderTable(['Method', 'What it does', 'Answered by', 'Security'], filterByAction('receive').map(renderMethod))}
<h2 id="callbacks">Callbacks that a client is called by</h2>
${renderTable(['Callback', 'What it does', 'Channel'], filterByAction('send').map(renderCallback))}
<h2 id="channels">Channels</h2>
${Object.entries(channels).map((channel) => renderChannel(document, schemas, channel))}
<h2 id="schemas">Schemas</h2>
${Object.entries(renderSharedSchemas(document, schemas)).map(
  ([name, schema]) => html`<section class="card entry" aria-labelledby="${getSchemaId(name)}">
<h3 id="${getSchemaId(name)}"><code>${name}</code></h3>
${renderSchemaTable(schema, name)}</section>
`,
)}`,
  };
};
