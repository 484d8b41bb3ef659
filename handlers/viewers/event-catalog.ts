import type {
  AsyncApiChannel,
  AsyncApiDocument,
  AsyncApiMessage,
  AsyncApiOperation,
  Reference,
} from '#spec/contract/asyncapi.ts';
import { renderPage } from './frame.ts';
import { type Content, type Html, html, idOf } from './html.ts';
import { renderSchema, schemaId } from './schema-table.ts';

const channelId = (name: string): string => `channel-${idOf(name)}`;

/** The last part of a reference, which is the name of what it points to. */
const nameOf = ({ $ref }: Reference): string => $ref.split('/').at(-1)!;

const table = (headings: readonly string[], rows: Content): Html => html`<div class="scroll"><table>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>
${rows}</tbody></table></div>`;

const serverRows = ({ servers }: AsyncApiDocument): Content =>
  Object.entries(servers).map(
    ([name, { protocol, host, pathname, description }]) =>
      html`<tr><th scope="row">${name}</th><td><code>${`${protocol}://${host}${pathname}`}</code></td>
<td>${description}</td></tr>\n`,
  );

const securityRows = ({ components }: AsyncApiDocument): Content =>
  Object.entries(components.securitySchemes).map(
    ([name, { type, description, ...rest }]) =>
      html`<tr><th scope="row">${name}</th><td>${type}</td>
<td>${Object.entries(rest).map(([key, value]) => html`${key} <code>${value}</code> `)}</td><td>${description}</td></tr>\n`,
  );

const directions: Readonly<Record<AsyncApiOperation['action'], string>> = {
  receive: 'method, client to service',
  send: 'callback, service to client',
};

const operationRow = ([id, operation]: readonly [string, AsyncApiOperation]): Html => {
  const { action, title, summary, channel, security } = operation;
  const link = html`<a href="#${channelId(nameOf(channel))}">${nameOf(channel)}</a>`;
  return html`<tr id="operation-${idOf(id)}"><th scope="row"><code>${title}</code></th><td>${directions[action]}</td>
<td>${summary}</td><td>${link}</td><td>${security ? security.map(nameOf).join(' or ') : 'none'}</td></tr>
`;
};

const exampleOf = (example: NonNullable<AsyncApiMessage['examples']>[number]): Html =>
  html`<details><summary>Example</summary><pre><code>${JSON.stringify(example.payload, null, 2)}</code></pre></details>`;

const marksOf = (message: AsyncApiMessage): Content => {
  const { 'x-high-volume': highVolume, 'x-filter-fields': fields } = message;
  if (!highVolume && !fields) return undefined;
  return html`<p>${highVolume && html`<span class="badge">coalesced under load</span>`}
${fields?.map((field) => html`<span class="badge">can be filtered by ${field}</span>`)}</p>`;
};

const drawMessage = (message: AsyncApiMessage): Html => {
  const { name, title, summary, payload, examples = [] } = message;
  return html`<article class="card" id="message-${idOf(name)}">
<h4><code>${title}</code></h4>
<p>${summary}</p>
${marksOf(message)}
${renderSchema(payload, `Payload of ${title}`)}
${examples.map(exampleOf)}
</article>
`;
};

const drawChannel = ({ components }: AsyncApiDocument, name: string, channel: AsyncApiChannel): Html => {
  const messages = Object.values(channel.messages).map(
    (reference) => components.messages[nameOf(reference)]!,
  );
  return html`<section aria-labelledby="${channelId(name)}">
<h3 id="${channelId(name)}">${channel.title}<a class="anchor" href="#${channelId(name)}" aria-label="Link to this channel">#</a></h3>
<p>${channel.summary}. Address: <code>${channel.address}</code></p>
${messages.map(drawMessage)}</section>
`;
};

/** The AsyncAPI document as a page: whatever the document holds is shown, and nothing else. */
export const renderEventCatalog = (document: AsyncApiDocument): string => {
  const { info, channels, operations, components } = document;
  return renderPage({
    title: 'Events · Scene Runtime Control API',
    path: '/asyncapi',
    main: html`<h1>${info.title}</h1>
<p class="quiet">Version ${info.version} · AsyncAPI ${document.asyncapi} · the document itself is at
<code>GET /api/events/types</code>, behind the token</p>
${info.description.split('\n\n').map((text) => html`<p>${text}</p>\n`)}
<h2>Server</h2>
${table(['Name', 'Address', 'What it is'], serverRows(document))}
<h2>Security</h2>
${table(['Name', 'Type', 'Where', 'What it is'], securityRows(document))}
<h2>Operations</h2>
${table(['Name', 'Direction', 'What it does', 'Channel', 'Token'], Object.entries(operations).map(operationRow))}
<h2>Channels</h2>
<nav aria-label="Channels"><ul class="contents">
${Object.entries(channels).map(([name, { title }]) => html`<li><a href="#${channelId(name)}">${title}</a></li>\n`)}</ul></nav>
${Object.entries(channels).map(([name, channel]) => drawChannel(document, name, channel))}
<h2>Schemas</h2>
${Object.entries(components.schemas).map(
  ([name, schema]) => html`<section class="card" aria-labelledby="${schemaId(name)}">
<h3 id="${schemaId(name)}"><code>${name}</code></h3>
${renderSchema(schema, name)}</section>
`,
)}`,
  });
};
