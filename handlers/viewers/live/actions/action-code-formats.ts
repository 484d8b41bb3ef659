/**
 * Formats a direct action as code for other programs. The code reads the token from the environment variable
 * SCENE_TOKEN, so the token itself is never included.
 */

interface ActionCall {
  readonly url: string;
  /** The action's dotted name. */
  readonly name: string;
  /** The action's REST path. */
  readonly route: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

const toCurl = ({ url, route, parameters }: Omit<ActionCall, 'name'>): string =>
  [
    `curl -X POST ${quoteForShell(`${url}${route}`)} \\`,
    `  -H "X-API-Key: $SCENE_TOKEN" -H 'Content-Type: application/json' \\`,
    `  -d ${quoteForShell(JSON.stringify(parameters))}`,
  ].join('\n');

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

/** Formats a JSON value as a Python literal. JSON strings are valid Python strings, so they stay unchanged. */
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

/** Formats the call as a message in the SignalR JSON protocol, without the final 0x1E byte. */
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

export const copyFormats = {
  curl: toCurl,
  TypeScript: toTypeScript,
  Python: toPython,
  Hub: toHubMessage,
} as const satisfies Readonly<Record<string, (action: ActionCall) => string>>;
