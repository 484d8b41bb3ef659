import { layerDescriptions } from '../rest/meta/service-description.ts';
import { orreryPicture } from './orrery-picture.ts';
import { type PageContent, toRelativeUrl } from './page-layout.ts';
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

const landingPages = [
  ['/llms', 'Orientation', 'What a client needs to know, from the first call to a running graph.'],
  ['/reference', 'Reference', 'Every route, to be read and tried.'],
  ['/asyncapi', 'Events', 'Every event and hub method with its payload.'],
  ['/docs', 'Guides', 'Clients, the kit, runtimes, benchmarks, agents, embedding, operation.'],
] as const;

const landingDocuments = [
  ['/llms.txt', 'llms.txt', 'the orientation as plain text'],
  ['/openapi.json', 'openapi.json', 'the interface description, OpenAPI 3.0.1'],
  ['/api/toc', 'Routes', 'every route in one line, as JSON'],
  ['/api/health', 'Health', 'the state of the service, the runtime and your token, as JSON'],
] as const;

const renderState = (isGood: boolean, good: string, bad: string): Html =>
  html`<span class="chip ${isGood ? 'good' : 'warn'}">${isGood ? good : bad}</span>`;

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
export const renderLandingPage = (info: LandingInfo): PageContent => {
  const { version, address, isEncrypted, apiEnabled, runtimeConnected, projectName } = info;
  const base = `${isEncrypted ? 'https' : 'http'}://${address}`;
  return {
    title: 'Scene Runtime Control API',
    path: '/',
    main: html`<section class="hero card"><div>
<h1>Scene Runtime Control API</h1>
<p class="lead">A local service in front of a 3D scene runtime and its node-graph editor: build and run graphs, send
actions, follow events as they happen.</p>
<p class="actions"><a class="button primary" href="./live">Open the live page</a><a class="button" href="./llms">Read the orientation</a></p>
<p class="chips">${renderState(apiEnabled, 'API on', 'API off')}${renderState(runtimeConnected, 'runtime connected', 'runtime not connected')}
<span class="chip">version ${version}</span>
${projectName !== null && html`<span class="chip">project ${projectName}</span>`}</p>
</div>${orreryPicture}</section>
${!apiEnabled && apiDisabledNotice}
<p class="quiet">The live page shows the scene, the graphs and the events right now. <code>serve</code> prints a link to it
that contains the token.</p>
<h2>Read on</h2>
<ul class="tiles">${landingPages.map(([path, name, description]) => html`<li><a class="card tile" href="${toRelativeUrl(path)}"><b>${name}</b>${description}</a></li>\n`)}</ul>
<div class="halves"><section aria-labelledby="addresses">
<h2 id="addresses">Addresses</h2>
<div class="scroll" tabindex="0"><table><tbody>
<tr><th scope="row">REST</th><td><code>${base}</code></td></tr>
<tr><th scope="row">Event hub</th><td><code>${isEncrypted ? 'wss' : 'ws'}://${address}/api/events</code></td></tr>
</tbody></table></div>
<h2>First calls</h2>
<p>The token is <code>apiToken</code> in the settings file that <a href="./api/health">the health</a> names.</p>
<pre><code>curl ${base}/api/health
curl ${base}/llms.txt
curl -H "X-API-Key: $TOKEN" ${base}/api/graphs
curl -H "X-API-Key: $TOKEN" -H "Content-Type: application/json" \\
  -d '{"name": "Hello"}' ${base}/api/graphs</code></pre>
</section><section aria-labelledby="layers">
<h2 id="layers">Three layers</h2>
<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">Layer</th><th scope="col">What it does</th><th scope="col">Where to begin</th></tr></thead>
<tbody>${Object.entries(layerDescriptions).map(renderLayerRow)}</tbody></table></div>
<h2>For programs</h2>
<div class="scroll" tabindex="0"><table><tbody>
${landingDocuments.map(([path, name, description]) => html`<tr><th scope="row"><a href="${toRelativeUrl(path)}">${name}</a></th><td>${description}</td></tr>\n`)}
</tbody></table></div>
</section></div>`,
  };
};
