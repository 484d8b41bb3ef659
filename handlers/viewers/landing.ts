const links = [
  ['/api/health', 'Health'],
  ['/llms.txt', 'Orientation for clients'],
  ['/api/toc', 'Every route'],
  ['/openapi.json', 'OpenAPI document'],
] as const;

const page = (version: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Scene Runtime Control API</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem}code{background:#eee;padding:.1em .3em}</style>
</head>
<body>
<h1>Scene Runtime Control API</h1>
<p>Version ${version}. A local service in front of a 3D scene runtime and its node-graph editor.</p>
<ul>
${links.map(([href, text]) => `<li><a href="${href}">${text}</a> <code>${href}</code></li>`).join('\n')}
</ul>
</body>
</html>
`;

const securityHeaders = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept',
};

/** The root: a page for a browser, and `{name, api, health}` for everything else (description: 'Root, discovery and meta'). */
export const landing = (accept: string, version: string): Response =>
  accept.includes('text/html')
    ? new Response(page(version), {
        headers: { 'Content-Type': 'text/html; charset=utf-8', ...securityHeaders },
      })
    : new Response(
        JSON.stringify({ name: 'Scene Runtime Control API', api: '/api', health: '/api/health' }),
        {
          headers: { 'Content-Type': 'application/json; charset=utf-8', ...securityHeaders },
        },
      );
