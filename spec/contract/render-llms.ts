import { portTypes } from '../values.ts';
import { workedExamples } from '../worked-examples.ts';
import { layer1Areas } from './render-layer1.ts';
import { splitRoute } from './operation-spec.ts';
import { renderWorkedExample } from './worked-example.ts';
import type { ActionCategories } from './action-spec.ts';
import type { EventSpec } from './event-and-message-spec.ts';
import type { OperationSpec } from './operation-spec.ts';

/** The inputs for the introduction for agents. */
interface LlmsSources {
  readonly operations: Readonly<Record<string, OperationSpec>>;
  readonly actions: ActionCategories;
  readonly events: Readonly<Record<string, Pick<EventSpec, 'summary'>>>;
  readonly errors: Readonly<Record<string, { readonly status: number; readonly condition: string }>>;
  /** Semantic version of the service. */
  readonly version: string;
}

const layersSection = `## Three layers

L1  REST: edit and run node graphs. Nodes have typed input and output ports; a connection leads from
    an output port to an input port. Trigger ports carry the order of execution, data ports carry values.
L2  REST: direct actions. Each is one command to the runtime, without a graph:
    POST /api/actions/{category}/{action} with a JSON object of parameters (names in any letter case).
L3  The event hub at /api/events (SignalR hub protocol): live events, and direct actions over
    the same connection.`;

const orientationSection = `## Where to begin

GET /api/health                    is the service up, is the runtime connected, is your token right
GET /llms.txt                      this text
GET /api/toc                       every route with its purpose
GET /api/node-types/enum-values    L1: the enum values of all node types
GET /api/actions/schema            L2: every action with its parameters
GET /api/events/types              L3: every event, as an AsyncAPI document

With ?form=signatures GET /api/node-types, GET /api/actions/schema and GET /api/events/types return plain text:
one line for each, with all its parameters or ports. GET /openapi.json and GET /api/schemas/layer1 describe
requests and responses field by field.`;

const authenticationSection = `## Authentication

REST: send the token in the header X-API-Key.
Hub:  send it in the query parameter access_token, or as Authorization: Bearer.
The token is apiToken in api-security-settings.json in the user's application-data directory;
GET /api/health names the file to callers on this machine. The external API is off until someone
turns it on in the controller settings; until then gated routes return 403 API_DISABLED.`;

const examplesSection = `## Examples

In the examples below, a line that begins with -> is the response: its status and a part of its body.
A word in braces stands for a value from an earlier response.`;

const runningSection = `## How graphs run

Edits do not change a running graph until you sync. sync pushes the graph to the runtime: a running one continues
with the new program from the next tick, nodes that keep their id keep their state, and Start does not fire again.
run executes what was synchronized last, and reports stale if there were edits since.
GET /api/console has the output of LogConsole and all failures, oldest first; graphId and nodeId name the source.

## The scene

y is up, x to the right, z towards the viewer: right-handed, in metres. Rotations are Euler angles in degrees, in the
order XYZ. Cameras and lights look along their -z, other objects along their +z. Objects are addressed by tag.`;

const valuesSection = `## Port values and connections

Connections: same type; Generic with any data type; Float with Integer; String with ObjectSelector;
a Button output to a Trigger input. Triggers connect to triggers only. A data input holds one connection, and
a new one replaces it; a trigger input accepts many. If an input has affectsNodePorts, as Action of RunAction
and Count of Sequence do, its value decides which other ports the node has:
GET /api/node-types/{category}/{node}?values={"Count":2} lists them.`;

const hubSection = `## Events

Connect to /api/events and call:
Subscribe(patterns)                                     events whose type matches a pattern
SubscribeFiltered(patterns, objects, groups, clips)     the same, narrowed to objects, groups or clips
Unsubscribe(patterns)                                   remove these patterns
SendAction({Action, Parameters, RequestId})             needs the token; answered by ActionResponse
SendActionBatch(commands, parallel)                     needs the token; ends with BatchActionResponse
Events arrive in ReceiveEvent. Patterns ignore letter case: "graph.running" is one type, "animation.*"
everything below animation, "*" everything.`;

const errorsSection = `## Errors

Every error is {"error": {"code", "message", "details"?}}. The message names the problem and then
the call that fixes it; GET /api/errors/{code} explains a code. The header X-Ignored lists unknown body fields
and query parameters, such as body.prots.`;

const limitsSection = `## Limits and lists

Lists take limit and offset; wrap=true returns {totalCount, items}; every list has the header X-Total-Count.
include and exclude name fields, separated by commas. The console keeps 500 entries. A batch runs
its operations one after another; bulk and build take up to 1000 nodes, build up to 5000
connections. A body may have 4 MiB (bulk and build 16 MiB), a hub message 1 MiB.`;

const formatColumns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(0, ...rows.map(([key]) => key.length)) + 2;
  return rows.map(([key, text]) => `${key.padEnd(width)}${text}`).join('\n');
};

/** Formats rows without aligning columns, because the keys have very different lengths. */
const formatList = (rows: readonly (readonly [string, string])[]): string =>
  rows.map((row) => row.join('  ')).join('\n');

const listFreeRoutes = (operations: LlmsSources['operations']): string =>
  Object.values(operations)
    .filter(({ tier }) => tier === 'free')
    .map(({ route }) => splitRoute(route).path)
    .join(', ');

const listLayer1Routes = (operations: LlmsSources['operations']): string =>
  formatList(
    Object.values(operations)
      .filter(({ area }) => layer1Areas.some((name) => name === area))
      .map(({ route, summary }) => [route, summary]),
  );

const listActionNames = (actions: LlmsSources['actions']): string =>
  formatColumns(
    Object.entries(actions).map(([category, group]) => [category, Object.keys(group).join(', ')]),
  );

/** Renders `GET /llms.txt`, the plain-text introduction for agents. Its lists are generated from the contract. */
export const renderLlmsText = ({ operations, actions, events, errors, version }: LlmsSources): string =>
  [
    `# Scene Runtime Control API ${version}`,
    'A local HTTP and real-time service in front of a 3D scene runtime and its node-graph editor, the\ncontroller. JSON in, JSON out.',
    layersSection,
    orientationSection,
    `${authenticationSection}\nWithout the token: ${listFreeRoutes(operations)}`,
    examplesSection,
    renderWorkedExample(workedExamples.editGraph),
    renderWorkedExample(workedExamples.readClock),
    renderWorkedExample(workedExamples.actDirectly),
    renderWorkedExample(workedExamples.uploadAsset),
    renderWorkedExample(workedExamples.talkToHub),
    runningSection,
    `${valuesSection}\n\nWhat a write accepts, by port type:\n${formatColumns(
      Object.entries(portTypes).map(([name, { accepts }]) => [name, accepts]),
    )}`,
    `## Routes of L1\n\n${listLayer1Routes(operations)}`,
    `## Actions of L2\n\nParameters and results: GET /api/actions/schema?form=signatures\n\n${listActionNames(actions)}`,
    `${hubSection}\n\n${formatList(Object.entries(events).map(([type, { summary }]) => [type, summary]))}`,
    `${errorsSection}\n\n${formatColumns(
      Object.entries(errors).map(([code, { status, condition }]) => [`${status} ${code}`, condition]),
    )}`,
    limitsSection,
  ]
    .join('\n\n')
    .concat('\n');
