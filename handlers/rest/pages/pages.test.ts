import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hubProtocols } from '#spec/hub.ts';
import { createTestService, testHosts, type TestHost, type TestService } from '../../testing-service.ts';
import { getApiDocuments } from '../../api-documents.ts';
import { guides } from '../../viewers/guides.ts';
import { referenceFileNames } from '../../viewers/page-file-types.ts';
import type { Components, JsonSchema } from '#spec/contract/json-schema.ts';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const guidePaths = Object.keys(guides).map((name) => `/docs/${name}`);
const pagePaths = ['/', '/llms', '/asyncapi', '/reference', '/docs', ...guidePaths];
const textPages = pagePaths.filter((path) => path !== '/reference');

const isBuilt = existsSync('dist/live/index.json');
const uncompressed = { br: brotliDecompressSync, gzip: gunzipSync };

/** Whether an address is on another site. Guides may link to other sites, but pages load nothing from them. */
const isOutside = (address: string): boolean => address.startsWith('https://');

/** Elements that have no end tag. */
const empty = new Set(['meta', 'link', 'img', 'br', 'hr', 'input', '!doctype']);

/** Returns the tags that are not closed in order. */
const unbalanced = (page: string): string[] => {
  const open: string[] = [];
  const problems: string[] = [];
  for (const [tag, slash, name] of page.matchAll(/<(\/?)(!?[a-z][\w]*)[^>]*>/gi)) {
    if (empty.has(name!.toLowerCase()) || tag.endsWith('/>')) continue;
    if (!slash) open.push(name!);
    else if (open.pop() !== name) problems.push(name!);
  }
  return [...problems, ...open];
};

/** Returns the addresses that a page loads or links to, exactly as written. */
const linksIn = (page: string): string[] =>
  [...page.matchAll(/\s(?:href|src|action|srcset|data|poster)="([^"]*)"/g)].map(([, address]) => address!);

/**
 * Returns the addresses that a page loads or links to, as paths of this service. Links to other sites and within the
 * page stay unchanged.
 */
const addressesIn = (page: string, path = '/'): string[] =>
  linksIn(page).map((link) => {
    const { pathname, search, hash } = new URL(link, `http://localhost${path}`);
    return link.startsWith('.') ? `${pathname}${search}${hash}` : link;
  });

describe.each(Object.entries(testHosts))('pages on the %s', (_, open) => {
  let test: TestService;
  let host: TestHost;

  const start = async (settings: { apiEnabled?: boolean } = {}): Promise<void> => {
    test = await createTestService({ settings });
    host = await open(test.service);
  };
  const get = async (path: string, accept = browser) => {
    const response = await host.fetch(path, { headers: { accept } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  beforeEach(() => start());
  afterEach(async () => {
    expect(test.failures).toEqual([]);
    await host.close();
    await test.dispose();
  });

  describe('the root', () => {
    it('is a page for browsers and three facts for other clients, with a matching Vary header', async () => {
      const page = await get('/');
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      for (const accept of ['application/json', '*/*']) {
        const info = await get('/', accept);
        expect(info.headers.get('content-type')).toContain('application/json');
        expect(JSON.parse(info.text)).toEqual({
          name: 'Scene Runtime Control API',
          api: '/api',
          health: '/api/health',
        });
        expect(info.headers.get('vary')).toBe('Accept');
      }
      expect(page.headers.get('vary')).toBe('Accept');
    });

    it('varies by origin too', async () => {
      const response = await host.fetch('/', {
        headers: { accept: browser, origin: 'http://localhost:3000' },
      });
      expect(response.headers.get('vary')).toBe('Accept, Origin');
      expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
    });

    it('says whether the API is on', async () => {
      expect((await get('/')).text).toContain('API on');
      await host.close();
      await test.dispose();
      await start({ apiEnabled: false });
      expect((await get('/')).text).toMatch(/API off[\s\S]*apiEnabled/);
    });

    it('escapes the name of the project', async () => {
      Object.defineProperty(test.service.controller, 'project', { value: { name: '<script>"&' } });
      const { text } = await get('/');
      expect(text).toContain('project &lt;script&gt;&quot;&amp;');
      expect(text).not.toContain('<script');
    });
  });

  it.each(pagePaths)('%s works without a token, also while the API is off', async (path) => {
    expect((await get(path)).status).toBe(200);
    await host.close();
    await test.dispose();
    await start({ apiEnabled: false });
    const { status, headers } = await get(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it.each(pagePaths)(
    '%s is well formed, with language, title, one main and one first heading',
    async (path) => {
      const { text } = await get(path);
      expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
      expect(unbalanced(text)).toEqual([]);
      for (const tag of ['<title>', '<main ', '<h1']) expect(text.split(tag)).toHaveLength(2);
      const ids = [...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
      expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
      const currentLink = path.startsWith('/docs/')
        ? '../docs" aria-current="true'
        : `.${path}" aria-current="page`;
      expect(text).toContain(`<a href="${currentLink}">`);
    },
  );

  it.each(pagePaths)('%s links only to this service, and every link leads somewhere', async (path) => {
    const { text } = await get(path);
    const addresses = addressesIn(text, path);
    expect(addresses.length).toBeGreaterThan(4);
    for (const address of new Set(addresses)) {
      if (address.startsWith('data:') || isOutside(address)) continue;
      const [target = '', fragment] = address.split('#');
      const response = target === '' ? undefined : await host.fetch(target, { headers: { accept: browser } });
      if (response) {
        expect(address).toMatch(/^\/(?!\/)/);
        expect(response.status, address).toBe(200);
      }
      const page = response ? await response.text() : text;
      if (fragment !== undefined) expect(page, address).toContain(` id="${fragment}"`);
    }
  });

  it.each(pagePaths)('%s allows only what it needs, and cannot be framed', async (path) => {
    const { headers, text } = await get(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    const policy = headers.get('content-security-policy')!;
    for (const part of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
    ]) {
      expect(policy).toContain(part);
    }
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const [style] = text.match(/(?<=<style>)[^<]*/)!;
    expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect(style).not.toMatch(/url\((?!'\.\.?\/live\/[\w-]+\.woff2'\))|@import/);
    expect(text).not.toMatch(/\sstyle="|\son\w+="|<script>/);
  });

  it.each(textPages)('%s has no script', async (path) => {
    const { text, headers } = await get(path);
    expect(text).not.toContain('<script');
    expect(headers.get('content-security-policy')).not.toContain('script-src');
    expect(headers.get('content-security-policy')).toContain('img-src data:;');
  });

  it('the orientation shows the whole text, as headings, tables and calls', async () => {
    const { text } = await get('/llms');
    const source = getApiDocuments('1.2.3').llms({});
    for (const [, heading] of source.matchAll(/^## (.+)$/gm))
      expect(text).toMatch(new RegExp(`<h2 id="[^"]+">${heading}<`));
    const visibleText = text
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<');
    const words = (from: string): Set<string> => new Set(from.match(/[\w./{}]{3,}/g));
    const visible = words(
      visibleText.replaceAll('&gt;', '>').replaceAll('&#39;', "'").replaceAll('&amp;', '&'),
    );
    expect([...words(source)].filter((word) => !visible.has(word))).toEqual([]);
    expect(text).toMatch(
      /<pre><code>POST \/api\/graphs\n{&quot;name&quot;:&quot;Hello&quot;}\n-&gt; 201 {.*}<\/code><\/pre>/,
    );
    expect(text).toMatch(/<pre><code>C: {.*}\nS: {}\n/);
  });

  it.each([...pagePaths, '/live'])('%s works behind a prefix: its links are relative', async (path) => {
    const links = linksIn((await get(path)).text).filter((link) => !/^(#|data:|https:)/.test(link));
    if (path !== '/live' || isBuilt) expect(links.length).toBeGreaterThan(2);
    for (const link of links)
      expect(new URL(link, `http://proxy.invalid/scene${path}`).href).toMatch(
        /^http:\/\/proxy\.invalid\/scene\//,
      );
  });

  it.each(guidePaths)('%s shows all of its Markdown', async (path) => {
    const { text } = await get(path);
    const { file } = Object.entries(guides).find(([name]) => path === `/docs/${name}`)![1];
    const source = readFileSync(`spec/${file}`, 'utf8')
      .replace(/\]\([^)]*\)/g, ']')
      // Definitions of links and the numbers of lists are not text.
      .replace(/^\[[^\]]+\]: .*$|^\d+\. /gm, '')
      .replace(/(?<!\w)_+|_+(?!\w)/g, '');
    const visibleText = text
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<');
    const words = (from: string): Set<string> => new Set(from.match(/[\w./{}]{3,}/g));
    const visible = words(
      visibleText
        .replaceAll('&gt;', '>')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&')
        .replace(/(?<!\w)_+|_+(?!\w)/g, ''),
    );
    const missing = [...words(source.replace(/^```.*$/gm, ''))].filter((word) => !visible.has(word));
    expect(missing).toEqual([]);
  });

  it('has no guide but the listed ones', async () => {
    for (const name of ['PROTOCOL.md', '..%2fPROTOCOL', 'constructor', '__proto__', 'Client']) {
      const { status, text } = await get(`/docs/${name}`);
      expect([status, JSON.parse(text).error.code]).toEqual([404, 'ROUTE_NOT_FOUND']);
    }
  });

  it('the event viewer shows every server, channel, message, field, operation, reply and scheme of the document', async () => {
    const { text } = await get('/asyncapi');
    const { info, channels, operations, components } = getApiDocuments('1.2.3').asyncapi(
      {},
      { host: undefined },
    );
    const ids = (prefix: string, names: readonly string[]): string[] =>
      names.map((name) => ` id="${prefix}-${name.toLowerCase()}"`);
    for (const expected of [
      info.title,
      ...ids('channel', Object.keys(channels)),
      ...Object.values(channels).map(({ address }) => `Address: <code>${address}</code>`),
      ...ids('message', Object.keys(components.messages)),
      ...ids('operation', Object.keys(operations)),
      ...ids('schema', ['EventEnvelope', 'ReceiveEventHeaders', 'CommandRequest', 'CommandResult']),
      ...Object.keys(components.securitySchemes).map((name) => `<th scope="row">${name}</th>`),
    ]) {
      expect(text).toContain(expected);
    }
    for (const [, name] of text.matchAll(/href="#(schema-[^"]+)"/g)) expect(text).toContain(` id="${name}"`);
    const resolve = (schema: JsonSchema): JsonSchema =>
      components.schemas[String(schema.$ref).replace('#/components/schemas/', '')] ?? schema;
    const getAttribute = (tag: string, id: string): string =>
      text.split(` id="${id.toLowerCase()}"`)[1]!.split(`</${tag}>`)[0]!;
    for (const [name, { payload = {}, examples }] of Object.entries(components.messages)) {
      const article = getAttribute('article', `message-${name}`);
      const payloadSchema = resolve(payload);
      const parts = [payloadSchema, ...((payloadSchema.allOf ?? []) as JsonSchema[])];
      const inner = parts.flatMap(({ properties }) => Object.entries((properties ?? {}) as Components));
      const { data = {} } = Object.fromEntries(inner);
      const dataFields = Object.keys((resolve(data).properties ?? {}) as Components);
      for (const field of [...inner.map(([name]) => name), ...(name === 'console.log' ? [] : dataFields)]) {
        expect(article).toContain(`<code>${field}</code></th>`);
      }
      expect(article.split('<summary>Example')).toHaveLength(examples.length + 1);
    }
    for (const [name, { reply }] of Object.entries(operations)) {
      for (const { $ref } of reply?.messages ?? []) {
        expect(getAttribute('tr', `operation-${name}`)).toContain(
          `href="#message-${$ref.split('/').at(-1)!.toLowerCase()}"`,
        );
      }
    }
  });

  it('the event viewer shows the encodings of the hub', async () => {
    const { text } = await get('/asyncapi');
    for (const { name, contentType } of hubProtocols) {
      expect(text).toContain(`<code>${name}</code>`);
      expect(text).toContain(`<code>${contentType}</code>`);
    }
  });

  it('the event viewer shows how a message is wrapped in its hub message', async () => {
    const { text } = await get('/asyncapi');
    for (const form of [
      '{"type": 1, "target": "Subscribe", "invocationId": …, "arguments": payload}',
      '{"type": 1, "target": "ReceiveEvent", "arguments": [payload]}',
      '{"type": 3, "invocationId": …, "error": payload}',
      '{"type": 3, "invocationId": …}',
    ]) {
      expect(text).toContain(`<code>${form.replaceAll('"', '&quot;')}</code>`);
    }
  });

  describe('the reference', () => {
    it('runs no script but its own, and calls only this service', async () => {
      const { headers, text } = await get('/reference');
      const policy = headers.get('content-security-policy');
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("connect-src 'self'");
      const { text: start } = await get('/reference/init.js');
      expect(start).toMatch(/url: '\.\/openapi\.json'/);
      expect(start).toContain('validatorUrl: null');
      expect(text).toContain('<div id="reference">');
      expect(start).toContain("dom_id: '#reference'");
    });

    it.each(referenceFileNames)('serves %s as immutable under its fingerprint', async (name) => {
      const { text } = await get('/reference');
      const address = addressesIn(text).find((url) => url.startsWith(`/reference/${name}?`))!;
      const { status, headers, text: content } = await get(address);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe(
        name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
      );
      expect(headers.get('cache-control')).toContain('immutable');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(content.length).toBeGreaterThan(100);
      expect((await get(`/reference/${name}`)).headers.get('cache-control')).toBe('no-cache');
    });

    it.each([
      'package.json',
      'index.html',
      'swagger-ui-bundle.js.map',
      '..%2Fpackage.json',
      '..%2f..%2f..%2f..%2fetc%2fpasswd',
      '%2e%2e%2finit.js',
      '.%2Finit.js',
      'init.js%00.css',
      'INIT.JS',
      '..%5cpackage.json',
      'constructor',
      '__proto__',
    ])('has no file %s', async (name) => {
      const { status, text } = await get(`/reference/${name}`);
      expect([status, JSON.parse(text).error.code]).toEqual([404, 'ROUTE_NOT_FOUND']);
    });

    it('has no folders', async () => {
      for (const path of ['/reference/', '/reference/a/init.js', '/reference/../package.json']) {
        expect((await get(path)).status, path).toBe(404);
      }
    });
  });

  describe.skipIf(!isBuilt)(`the live page${isBuilt ? '' : ' (npm run build creates it)'}`, () => {
    const getPolicy = async (path: string) =>
      (await get(path)).headers.get('content-security-policy')?.split('; ') ?? [];

    it('has no inline script or style, and loads its files under a version that changes with them', async () => {
      const { status, headers, text } = await get('/live');
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(text).not.toMatch(/<style|<script>|\sstyle="|\son\w+="/);
      const files = addressesIn(text).filter((address) => address.startsWith('/live/'));
      expect(files).toHaveLength(2);
      for (const file of files) {
        expect(file).toMatch(/^\/live\/live\.(js|css)\?v=[\w-]{16}$/);
        const { status, headers, text } = await get(file);
        expect(status).toBe(200);
        expect(headers.get('content-type')).toMatch(/^text\/(javascript|css); charset=utf-8$/);
        expect(headers.get('cache-control')).toContain('immutable');
        expect((await get(file.replace(/=.*/, '=old'))).headers.get('cache-control')).toBe('no-cache');
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(text.length).toBeGreaterThan(1000);
      }
    });

    it('sends its files compressed to clients that accept it, with the same content', async () => {
      const script = addressesIn((await get('/live')).text).find((address) => address.includes('.js?'))!;
      const { text } = await get(script);
      for (const [accepted, coding] of [
        ['gzip, deflate, br', 'br'],
        ['gzip', 'gzip'],
        ['br;q=0, gzip', 'gzip'],
        ['identity', null],
      ] as const) {
        const response = await host.fetch(script, { headers: { 'accept-encoding': accepted } });
        expect([accepted, response.headers.get('content-encoding')]).toEqual([accepted, coding]);
        expect(response.headers.get('vary')).toContain('Accept-Encoding');
        const bytes = Buffer.from(await response.arrayBuffer());
        // With a real server, fetch has already decompressed the response.
        const sent = bytes.toString() === text ? bytes : uncompressed[coding ?? 'gzip'](bytes);
        expect(sent.toString()).toBe(text);
      }
    });

    it('may call this service and the one in its address, and no other', async () => {
      const connectSource = (await getPolicy('/live')).find((part) => part.startsWith('connect-src'));
      expect(connectSource).toMatch(/^connect-src 'self' http:\/\/\S+ ws:\/\/\S+$/);
      const otherPolicy = await getPolicy('/live?url=https%3A%2F%2Fstage.example%3A8443%2Fx');
      expect(otherPolicy.find((part) => part.startsWith('connect-src'))).toContain(
        ' https://stage.example:8443 wss://stage.example:8443',
      );
      expect(otherPolicy.find((part) => part.startsWith('img-src'))).toContain(' https://stage.example:8443');
      expect(otherPolicy).toContain("script-src 'self'");
    });

    it.each(['javascript:alert(1)', 'stage', 'file:///etc/passwd', 'https://a.example;script-src'])(
      'shows no service at %s',
      async (url) => {
        const { status, headers } = await get(`/live?url=${encodeURIComponent(url)}`);
        expect(headers.get('content-security-policy') ?? '').not.toContain('script-src *');
        expect([url, status]).toEqual([url, 400]);
      },
    );

    it.each(['index.json', 'main.tsx', '..%2fcli.js', 'constructor', '__proto__', 'live.js.br'])(
      'has no file %s',
      async (name) => {
        const { status, text } = await get(`/live/${name}`);
        expect([status, JSON.parse(text).error.code]).toEqual([404, 'ROUTE_NOT_FOUND']);
      },
    );
  });
});
