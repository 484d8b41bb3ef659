import { layerDescriptions } from '../rest/meta/service-description.ts';
import { toRelativeUrl, renderPage } from './page-layout.ts';
import { type Html, html } from '#spec/text/html.ts';

interface LandingInfo {
  readonly version: string;
  /** Host, port and base path with which the reader opened the page. */
  readonly address: string;
  readonly isEncrypted: boolean;
  readonly apiEnabled: boolean;
  readonly runtimeConnected: boolean;
  readonly projectName: string | null;
}

/** Where a client discovers each layer. */
const discoveryRows: Readonly<Record<keyof typeof layerDescriptions, string>> = {
  L1: '/api/node-types/enum-values',
  L2: '/api/actions/schema',
  L3: '/api/events/types',
};

const landingLinks = [
  [
    '/live',
    'Live',
    'the scene, the graphs and the events right now; `serve` prints a link that contains the token',
  ],
  ['/llms', 'Orientation', 'what a client needs to know, from the first call to a running graph'],
  ['/reference', 'Reference', 'every route, to be read and tried'],
  ['/docs', 'Guides', 'clients, the kit, runtimes, benchmarks, agents, embedding, operation'],
  ['/asyncapi', 'Events', 'every event and hub method with its payload'],
  ['/llms.txt', 'llms.txt', 'the orientation as plain text'],
  ['/openapi.json', 'openapi.json', 'the interface description, OpenAPI 3.0.1'],
  ['/api/toc', 'Routes', 'every route in one line, as JSON'],
  ['/api/health', 'Health', 'the state of the service, the runtime and your token, as JSON'],
] as const;

const renderBadge = (isGood: boolean, good: string, bad: string): Html =>
  html`<span class="badge ${isGood ? 'good' : 'warn'}">${isGood ? good : bad}</span>`;

const renderLayerRow = ([name, purpose]: [string, string]): Html => {
  const path = discoveryRows[name as keyof typeof layerDescriptions];
  return html`<tr><th scope="row">${name}</th><td>${purpose}</td><td><code>GET ${path}</code></td></tr>`;
};

const apiDisabledNotice = html`<p>The external API is switched off: routes that need the token return 403. Set
<code>apiEnabled</code> to true in <code>api-security-settings.json</code>; the change takes effect immediately.
These pages and <a href="./api/health">the health</a> are available either way.</p>`;

/**
 * Renders the landing page, which shows what the service is, its addresses and links (description: 'Root, discovery and
 * meta').
 */
export const renderLandingPage = (info: LandingInfo): string => {
  const { version, address, isEncrypted, apiEnabled, runtimeConnected, projectName } = info;
  const base = `${isEncrypted ? 'https' : 'http'}://${address}`;
  return renderPage({
    title: 'Scene Runtime Control API',
    path: '/',
    main: html`<h1>Scene Runtime Control API</h1>
<p class="lead">A local service in front of a 3D scene runtime and its node-graph editor: build and run graphs, send
actions, follow events as they happen.</p>
<p>${renderBadge(apiEnabled, 'API on', 'API off')}${renderBadge(runtimeConnected, 'runtime connected', 'runtime not connected')}
<span class="badge">version ${version}</span>
${projectName !== null && html`<span class="badge">project ${projectName}</span>`}</p>
${!apiEnabled && apiDisabledNotice}
<h2>Read on</h2>
<ul>${landingLinks.map(([path, name, description]) => html`<li><a href="${toRelativeUrl(path)}">${name}</a>: ${description}</li>\n`)}</ul>
<h2>Addresses</h2>
<div class="scroll"><table><tbody>
<tr><th scope="row">REST</th><td><code>${base}</code></td></tr>
<tr><th scope="row">Event hub</th><td><code>${isEncrypted ? 'wss' : 'ws'}://${address}/api/events</code></td></tr>
</tbody></table></div>
<h2>Three layers</h2>
<div class="scroll"><table>
<thead><tr><th scope="col">Layer</th><th scope="col">What it does</th><th scope="col">Where to begin</th></tr></thead>
<tbody>${Object.entries(layerDescriptions).map(renderLayerRow)}</tbody></table></div>
<h2>First calls</h2>
<p>The token is <code>apiToken</code> in the settings file that <a href="./api/health">the health</a> names.</p>
<pre><code>curl ${base}/api/health
curl ${base}/llms.txt
curl -H "X-API-Key: $TOKEN" ${base}/api/graphs
curl -H "X-API-Key: $TOKEN" -H "Content-Type: application/json" \\
  -d '{"name": "Hello"}' ${base}/api/graphs</code></pre>`,
  });
};
