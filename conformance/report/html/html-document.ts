import { Html, html } from '#spec/text/html.ts';
import { createContentSecurityPolicy } from './content-security-policy.ts';
import { pageStyle } from './page-style.ts';
import type { Content } from '#spec/text/html.ts';

/** Renders a complete page. The page loads nothing, because its style and script are inline. */
export const renderDocument = (title: Content, script: string, body: Html, extraStyle = ''): string => {
  const style = pageStyle + extraStyle;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${createContentSecurityPolicy(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
${body}
<script>${new Html(script)}</script>
</body>
</html>
`.text;
};
