import type { Exchange } from './exchange.ts';
import { mask } from './redact.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The request as a command line; secrets stand as shell variables. */
export const curlOf = ({ request, transport }: Exchange): string | undefined => {
  if (transport !== 'http') return undefined;
  const headers = Object.entries(request.headers).map(([name, value]) =>
    value === mask ? `-H "${name}: $TOKEN"` : `-H ${quoted(`${name}: ${value}`)}`,
  );
  return [
    'curl -i',
    `-X ${request.method}`,
    quoted(request.url),
    ...headers,
    ...(request.body === undefined ? [] : [`--data-binary ${quoted(shortened(request.body))}`]),
  ].join(' ');
};

const shortened = (body: string): string => (body.length > 2000 ? `${body.slice(0, 2000)}…` : body);
