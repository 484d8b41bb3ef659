import { portTypes } from '../values.ts';
import { layer1Areas } from './render-layer1.ts';
import { splitRoute } from './operation.ts';
import type { ActionSpec } from './action.ts';
import type { EventSpec } from './message.ts';
import type { OperationSpec } from './operation.ts';

/** What the orientation text is made of. */
interface LlmsSources {
  readonly operations: Readonly<Record<string, OperationSpec>>;
  readonly actions: Readonly<Record<string, Readonly<Record<string, ActionSpec>>>>;
  readonly events: Readonly<Record<string, Pick<EventSpec, 'summary'>>>;
  readonly errors: Readonly<Record<string, { readonly status: number; readonly condition: string }>>;
  /** Semantic version of the service. */
  readonly version: string;
}

const layers = `## Three layers

L1  REST: edit and run node graphs. Nodes have typed input and output ports; a connection leads from
    an output port to an input port. Trigger ports carry the order of execution, data ports carry values.
L2  REST: direct actions, one command to the runtime at a time, without a graph:
    POST /api/actions/{category}/{action} with a JSON object of parameters (names in any letter case).
L3  The event hub at /api/events (SignalR hub protocol): events as they happen, and direct actions over
    the same connection.`;

const orientation = `## Where to begin

GET /api/health                    is the service up, is the runtime connected, is your token right
GET /llms.txt                      this text
GET /api/toc                       every route with its purpose
GET /api/node-types/enum-values    L1: what a node can be
GET /api/actions/schema            L2: every action with its parameters
GET /api/events/types              L3: every event, as an AsyncAPI document

GET /openapi.json and GET /api/schemas/layer1 describe requests and answers field by field.`;

const authentication = `## Authentication

REST: send the token in the header X-API-Key.
Hub:  send it in the query parameter access_token, or as Authorization: Bearer.
The token stands as apiToken in api-security-settings.json in the user's application-data directory;
GET /api/health names the file to callers on this machine. The external API is off until somebody
switches it on in the controller settings; until then gated routes answer 403 API_DISABLED.`;

const workflow = `## From nothing to a running graph

1. Create a graph. It is born with the nodes Start and OnNewFrame; the answer has all their port ids.

POST /api/graphs
{"name": "Hello"}

2. Add a node. "category" takes an enum value; the answer lists its ports with id, name and type.

POST /api/graphs/{graphId}/nodes
{"category": "LogConsole", "locationX": 240, "locationY": 0}

3. Wire the trigger of Start to the new node: the id of an output port, then the id of an input port.

POST /api/graphs/{graphId}/connections
{"outputPortId": "<port Out of Start>", "inputPortId": "<port In of LogConsole>"}

4. Write a value to an input port.

PUT /api/ports/{portId}/value
{"value": "Hello"}

5. Push the graph to the runtime. Edits do not travel on their own: do this before every run that shall
   see them, or add ?sync=true to the last edit.

POST /api/graphs/{graphId}/sync

6. Run it, look at what it wrote, stop it.

POST /api/graphs/{graphId}/run
GET /api/console?limit=10
POST /api/graphs/{graphId}/stop`;

const values = `## Port values and connections

Connections: same type; Generic with any data type; Float with Integer; String with ObjectSelector;
a Button output to a Trigger input. Triggers connect to triggers only. A data input holds one connection,
a new one takes its place; a trigger input takes many.`;

const hub = `## Events

Connect to /api/events and call:
Subscribe(patterns)                                     events whose type matches a pattern
SubscribeFiltered(patterns, objects, groups, clips)     the same, narrowed to objects, groups or clips
Unsubscribe(patterns)                                   stop what these patterns brought
SendAction({Action, Parameters, RequestId})             needs the token; answered by ActionResponse
SendActionBatch(commands, parallel)                     needs the token; ends with BatchActionResponse
Events arrive in ReceiveEvent. Patterns ignore letter case: "graph.running" is one type, "animation.*"
everything below animation, "*" everything.`;

const failures = `## Errors

Every error is {"error": {"code", "message", "details"?}}. The message says what was wrong and ends with
the call that mends it; GET /api/errors/{code} explains a code. The header X-Ignored names body fields
and query parameters that nothing read, such as body.prots.`;

const limits = `## Limits and lists

Lists take limit and offset; wrap=true answers {totalCount, items}; the header X-Total-Count is always
there. include and exclude name fields, separated by commas. The console keeps 500 entries. A batch runs
its operations one after another; bulk and build take up to 1000 nodes, build up to 5000
connections. A body may have 4 MiB (bulk and build 16 MiB), a hub message 1 MiB.`;

const pad = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(0, ...rows.map(([key]) => key.length)) + 2;
  return rows.map(([key, text]) => `${key.padEnd(width)}${text}`).join('\n');
};

const freeRoutes = (operations: LlmsSources['operations']): string =>
  Object.values(operations)
    .filter(({ tier }) => tier === 'free')
    .map(({ route }) => splitRoute(route).path)
    .join(', ');

const layer1Routes = (operations: LlmsSources['operations']): string =>
  pad(
    Object.values(operations)
      .filter(({ area }) => layer1Areas.some((name) => name === area))
      .map(({ route, summary }) => [route, summary]),
  );

const actionNames = (actions: LlmsSources['actions']): string =>
  pad(
    Object.entries(actions).flatMap(([category, group]) =>
      Object.entries(group).map(([name, { summary }]) => [`${category}.${name}`, summary] as const),
    ),
  );

/** The plain-text orientation document of `GET /llms.txt`; lists in it come from the contract. */
export const renderLlmsText = ({ operations, actions, events, errors, version }: LlmsSources): string =>
  [
    `# Scene Runtime Control API ${version}`,
    'A local HTTP and real-time service in front of a 3D scene runtime and its node-graph editor, the\ncontroller. JSON in, JSON out.',
    layers,
    orientation,
    `${authentication}\nFree of the token: ${freeRoutes(operations)}`,
    workflow,
    `${values}\n\nWhat a write accepts, by port type:\n${pad(
      Object.entries(portTypes).map(([name, { accepts }]) => [name, accepts]),
    )}`,
    `## Routes of L1\n\n${layer1Routes(operations)}`,
    `## Actions of L2\n\n${actionNames(actions)}`,
    `${hub}\n\n${pad(Object.entries(events).map(([type, { summary }]) => [type, summary]))}`,
    `${failures}\n\n${pad(
      Object.entries(errors).map(([code, { status, condition }]) => [`${status} ${code}`, condition]),
    )}`,
    limits,
  ]
    .join('\n\n')
    .concat('\n');
