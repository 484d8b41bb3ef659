/**
 * A direct action as code for other programs. The token is read from the environment variable SCENE_TOKEN and never
 * included.
 */

/** An action with its parameters and the service to call. */
interface ActionCall {
  readonly url: string;
  /** Dotted name. */
  readonly name: string;
  /** REST path. */
  readonly route: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

const toCurl = ({ url, route, parameters }: ActionCall): string =>
  [
    `curl -X POST ${quoteForShell(`${url}${route}`)} \\`,
    `  -H "X-API-Key: $SCENE_TOKEN" -H 'Content-Type: application/json' \\`,
    `  -d ${quoteForShell(JSON.stringify(parameters))}`,
  ].join('\n');

/** Quotes a text as one shell word. */
export const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const toTypeScript = ({ url, name, parameters }: ActionCall): string =>
  `import { createClient } from 'scene-runtime-control/client';

const scene = createClient({ url: '${url}', token: process.env.SCENE_TOKEN });
const { result } = await scene.act('${name}', ${JSON.stringify(parameters, undefined, 2)});
console.log(result);`;

const toPython = ({ url, route, parameters }: ActionCall): string =>
  `import json, os, urllib.request

request = urllib.request.Request(
    '${url}${route}',
    data=json.dumps(${toPythonLiteral(parameters)}).encode(),
    headers={'X-API-Key': os.environ['SCENE_TOKEN'], 'Content-Type': 'application/json'},
)
with urllib.request.urlopen(request) as answer:
    print(json.load(answer)['result'])`;

/** Formats a JSON value as a Python literal. Python accepts JSON strings as they are. */
const toPythonLiteral = (value: unknown): string => {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(toPythonLiteral).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${toPythonLiteral(item)}`,
  );
  return `{${entries.join(', ')}}`;
};

/** Formats a message of the SignalR JSON protocol, without the 0x1E byte that ends it. */
const toHubMessage = ({ name, parameters }: ActionCall): string =>
  JSON.stringify(
    {
      type: 1,
      target: 'SendAction',
      arguments: [{ Action: name, Parameters: parameters, RequestId: '1' }],
    },
    undefined,
    2,
  );

/** The formats by their display names. */
export const copyFormats = {
  curl: toCurl,
  TypeScript: toTypeScript,
  Python: toPython,
  Hub: toHubMessage,
} as const satisfies Readonly<Record<string, (action: ActionCall) => string>>;

export type CopyFormat = keyof typeof copyFormats;
