import { Html, html } from './markup.ts';
import { policyOf } from './policy.ts';
import { style } from './style.ts';
import type { Content } from './markup.ts';

/** A whole page of this title, which loads nothing: its one style and its one script stand in it. */
export const documentOf = (title: Content, script: string, body: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(style, script)}">
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
