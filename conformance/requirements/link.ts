/**
 * Defines the requirements for an external runtime on the runtime link. These requirements come from
 * spec/RUNTIME-LINK.md, which applies to every runtime that claims the profile LINK, and from those parts of the
 * service description that are visible on the link.
 */
import { defineSection } from './requirement.ts';

const hello = defineSection('Runtime link: hello', 'LINK');
const startup = defineSection('Runtime link: startup', 'LINK');
const commands = defineSection('Runtime link: commands', 'LINK');
const events = defineSection('Runtime link: events', 'LINK');
const graphs = defineSection('Runtime link: graphs', 'LINK');
const nodes = defineSection('Runtime link: nodes', 'LINK');
const variables = defineSection('Runtime link: variables', 'LINK');
const abilities = defineSection('Runtime link: capabilities', 'LINK');
const actions = defineSection('Runtime link: actions', 'LINK');
const badMessages = defineSection('Runtime link: bad messages', 'LINK');
const heartbeat = defineSection('Runtime link: heartbeat', 'LINK');
const reconnecting = defineSection('Runtime link: reconnecting', 'LINK');

export const linkRequirements = [
  hello.must('LINK-HELLO-001', 'The first message of a runtime on a connection is the request hello'),
  hello.must('LINK-HELLO-002', 'hello describes the runtime and its capabilities, and matches the schema'),
  hello.must('LINK-HELLO-003', 'A runtime sends nothing else before the response to hello'),
  hello.must('LINK-HELLO-004', 'A runtime whose hello was rejected sends nothing more on that connection'),
  hello.must(
    'LINK-HELLO-005',
    'A runtime whose hello was rejected exits, or reconnects with delays: it connects at most 20 times a second',
  ),
  hello.should(
    'LINK-HELLO-006',
    'A runtime closes the connection if the response to hello names a version that it did not offer',
  ),
  hello.must('LINK-HELLO-007', 'A runtime that reconnects with its state names the same instance as before'),

  startup.must('LINK-UP-001', 'Within 10 s of the response to hello, a runtime reports what it holds'),
  startup.must('LINK-UP-002', 'holding matches the schema'),
  startup.must('LINK-UP-003', 'holding is sent once per connection'),
  startup.must('LINK-UP-004', 'holding lists the loaded graphs, each with the version of its snapshot'),
  startup.must('LINK-UP-005', 'holding reports whether each graph runs'),
  startup.must(
    'LINK-UP-006',
    'holding lists the variables with their values, including those that graphs wrote',
  ),
  startup.must('LINK-UP-007', 'holding lists nothing that was unloaded or deleted'),
  startup.must(
    'LINK-UP-008',
    'Messages after the response to hello have the encoding that it names: JSON in text messages, MessagePack in binary ones',
  ),
  startup.must('LINK-UP-009', 'A runtime that offers MessagePack works with a service that chooses it'),

  commands.must('LINK-CMD-001', 'Every command gets one response with its id'),
  commands.must('LINK-CMD-002', 'The result of a command matches the schema'),
  commands.must('LINK-CMD-003', 'The tick of a response is that of the next tick'),
  commands.must('LINK-CMD-004', 'seq counts the commands since the previous tick, from 1'),
  commands.must('LINK-CMD-005', 'Commands run in the order in which they were sent'),
  commands.must('LINK-CMD-006', 'An unknown command is answered with -32601, and the connection stays open'),
  commands.must('LINK-CMD-007', 'Invalid params are answered with -32602, and the connection stays open'),
  commands.must(
    'LINK-CMD-008',
    'An error has one of the codes of the link, and the data of -32000 contains code, reason and resolution',
  ),
  commands.must('LINK-CMD-009', 'Events that a command causes are sent before its response'),
  commands.must('LINK-CMD-010', 'Events that a command causes have the tick of its response'),
  commands.must(
    'LINK-CMD-011',
    'Stopping, unloading or deleting what does not exist succeeds, and so does a response to a request that was never made',
  ),
  commands.must('LINK-CMD-012', 'After a cancel, whatever it names, other commands are answered as usual'),
  commands.must(
    'LINK-CMD-013',
    'An action that the runtime does not support is rejected with ACTION_NOT_FOUND',
  ),
  commands.should('LINK-CMD-014', 'An unknown notification is ignored'),
  commands.must(
    'LINK-CMD-015',
    'An action that sends a request to the service ends with the response of the service',
  ),
  commands.must('LINK-CMD-016', 'Requests of the runtime match the schema, and each has a new id'),
  commands.must('LINK-CMD-017', 'Undeclared fields of a command are ignored'),
  commands.should('LINK-CMD-018', 'No command leads to an internal error (-32603)'),

  events.must('LINK-EVT-001', 'The messages of events are numbered from 1, without gaps'),
  events.must('LINK-EVT-002', 'Messages of events, scenes and requests match the schema'),
  events.must('LINK-EVT-003', 'The data of an event matches its kind'),
  events.must('LINK-EVT-004', 'A runtime raises only the kinds that it declares'),
  events.must('LINK-EVT-005', 'The ticks and times of events never decrease'),
  events.must('LINK-EVT-006', 'A message contains events of one tick only'),
  events.must('LINK-EVT-007', 'All events of a tick arrive in one message'),
  events.must('LINK-EVT-008', 'From tick to tick, the time of events increases by the length of a tick'),
  events.must('LINK-EVT-009', 'Kinds that are not high-volume are raised even without subscribers'),
  events.must('LINK-EVT-010', 'High-volume kinds that events.interest names are raised'),
  events.must('LINK-EVT-011', 'node.executing and node.done of a graph are properly nested'),
  events.must('LINK-EVT-012', 'No two console entries have the same id'),

  graphs.must('LINK-GRAPH-001', 'A graph that is started runs from the next tick'),
  graphs.must(
    'LINK-GRAPH-002',
    'graph.running reports id and name of a starting graph before anything that its nodes do',
  ),
  graphs.must('LINK-GRAPH-003', 'Start fires once, before the first OnNewFrame, in the same tick'),
  graphs.must('LINK-GRAPH-004', 'OnNewFrame fires once in every tick'),
  graphs.must('LINK-GRAPH-005', 'Starting a graph that already runs has no effect'),
  graphs.must('LINK-GRAPH-006', 'A graph that is stopped does nothing more'),
  graphs.must(
    'LINK-GRAPH-007',
    'graph.stopped reports id, name and the reason explicit of a graph that was stopped',
  ),
  graphs.must(
    'LINK-GRAPH-008',
    'A graph that was stopped starts from the beginning when it is started again',
  ),
  graphs.must('LINK-GRAPH-009', 'A graph replaces the one that was loaded with its id'),
  graphs.must(
    'LINK-GRAPH-010',
    'A running graph that is reloaded continues as the new one from the next tick, without starting again',
  ),
  graphs.must(
    'LINK-GRAPH-011',
    'A running graph that is unloaded is stopped, and graph.stopped has the reason unloaded',
  ),
  graphs.must(
    'LINK-GRAPH-012',
    'Running or flushing a graph that is not loaded is rejected with GRAPH_NOT_SYNCED',
  ),
  graphs.must(
    'LINK-GRAPH-013',
    'A graph with a node type that the runtime does not have is rejected and not loaded',
  ),
  graphs.must('LINK-GRAPH-014', 'Graphs run side by side, and one that stops does not affect the others'),
  graphs.must('LINK-GRAPH-015', 'A loaded graph does not run until it is started'),
  graphs.must('LINK-GRAPH-016', 'graph.flush returns the latest values of the ports that changed'),
  graphs.must('LINK-GRAPH-017', 'graph.press makes the Button output of a running graph fire'),
  graphs.must('LINK-GRAPH-018', 'If a graph is rejected, the graph that was loaded with its id stays'),
  graphs.must('LINK-GRAPH-019', 'Nodes that remain keep waiting when their graph is reloaded'),
  graphs.must(
    'LINK-GRAPH-020',
    'A graph that loops forever is stopped with the reason executionLimit, and the runtime continues',
  ),
  graphs.must('LINK-GRAPH-021', 'graph.send makes OnCustomEvent nodes with the name of the event fire'),
  graphs.must('LINK-GRAPH-022', 'graph.send with a graphId reaches that graph only'),
  graphs.must('LINK-GRAPH-023', 'graph.send returns the listening nodes of running graphs as heard'),

  nodes.must('LINK-NODE-001', 'Branch continues at True or False according to its Condition'),
  nodes.must('LINK-NODE-002', 'Add yields the sum of its inputs'),
  nodes.must(
    'LINK-NODE-003',
    'An output with several connections fires them in order, each branch to its end before the next',
  ),
  nodes.must('LINK-NODE-004', 'A disabled trigger port passes no trigger in either direction'),
  nodes.must(
    'LINK-NODE-005',
    'Delay continues at Done once, and not before its Duration has passed in simulated time',
  ),
  nodes.should('LINK-NODE-006', 'Delay continues in the first tick at which its Duration has passed'),
  nodes.must('LINK-NODE-007', 'A pending Delay does not fire after its graph was stopped'),
  nodes.must('LINK-NODE-008', "Graphs with the node types of the runtime's own are loaded"),

  variables.must(
    'LINK-VAR-001',
    'variable.changed reports what graphs write to a variable, with the previous value',
  ),
  variables.must(
    'LINK-VAR-002',
    'variable.changed is raised once per tick and variable, with the last value',
  ),
  variables.must('LINK-VAR-003', 'Writing an equal value raises no event'),
  variables.must('LINK-VAR-004', 'Graphs read the value that was written last'),
  variables.must('LINK-VAR-005', 'The runtime raises no events for values that the service writes'),
  variables.must('LINK-VAR-006', 'OnVariableChanged fires when the service writes another value'),
  variables.must(
    'LINK-VAR-007',
    'A value that a graph writes to a variable is converted to the type of the variable',
  ),

  abilities.must('LINK-CAN-001', 'discovery.list returns every data type that hello lists'),
  abilities.must('LINK-CAN-002', 'An object that does not exist is rejected with OBJECT_NOT_FOUND'),
  abilities.must('LINK-CAN-003', 'A component that does not exist is rejected with COMPONENT_NOT_FOUND'),
  abilities.must('LINK-CAN-004', 'A property that does not exist is rejected with PROPERTY_NOT_FOUND'),
  abilities.must(
    'LINK-CAN-005',
    'A property has the same value when read alone and among those of its component',
  ),
  abilities.must(
    'LINK-CAN-006',
    'A property write returns the previous and the new value, and the new one is read back',
  ),
  abilities.must(
    'LINK-CAN-007',
    'A value that does not fit a property is rejected with INVALID_VALUE, and changes nothing',
  ),
  abilities.must(
    'LINK-CAN-008',
    'Properties are written in order, and one that fails does not stop the rest',
  ),
  abilities.must('LINK-CAN-009', 'A clip that does not exist is rejected with CLIP_NOT_FOUND'),
  abilities.must('LINK-CAN-010', 'input.inject returns the state of keyboard, mouse and controllers'),
  abilities.must('LINK-CAN-011', 'The notification that no project is open is accepted'),
  abilities.must(
    'LINK-CAN-012',
    'scene.changes without a mark returns everything that is drawn, and each response has a header with a new mark',
  ),
  abilities.must(
    'LINK-CAN-013',
    'The bytes of a picture, which is a PNG or where allowed a JPEG, are sent directly before the response to scene.picture',
  ),
  abilities.must('LINK-CAN-014', 'A picture has the requested width and height'),
  abilities.must('LINK-CAN-015', 'A picture by a camera that does not exist is rejected'),

  actions.must('LINK-ACT-001', 'tween.position ends at its target'),
  actions.must('LINK-ACT-002', 'tween.completed is raised once for each tween that ends'),
  actions.must(
    'LINK-ACT-003',
    'A playback that is stopped raises animation.playback.stopped once, with the reason explicit',
  ),

  badMessages.must('LINK-BAD-001', 'A message that is not JSON closes the connection with 1002'),
  badMessages.must('LINK-BAD-002', 'JSON that is not a JSON-RPC 2.0 message closes the connection with 1002'),
  badMessages.must(
    'LINK-BAD-003',
    'A command with an id other than the next closes the connection with 1002',
  ),
  badMessages.must(
    'LINK-BAD-004',
    'A binary message that is not MessagePack closes the connection with 1002',
  ),
  badMessages.must('LINK-BAD-005', 'A message of more than 32 MiB closes the connection with 1009'),
  badMessages.must(
    'LINK-BAD-006',
    'A runtime that closed a connection because of a bad message keeps its state',
  ),
  badMessages.must(
    'LINK-BAD-007',
    'A response to a request that was never made closes the connection with 1002',
  ),
  badMessages.must('LINK-BAD-008', 'A binary message after JSON was agreed closes the connection with 1002'),

  heartbeat.must('LINK-PULSE-001', 'A ping is answered'),
  heartbeat.must('LINK-PULSE-002', 'A runtime pings every 5 s'),
  heartbeat.info('LINK-PULSE-003', 'A service that sends nothing for 15 s counts as disconnected'),

  reconnecting.should('LINK-BACK-001', 'A runtime that loses the connection reconnects by itself'),
  reconnecting.should('LINK-BACK-002', 'Events from while the link was down are sent before holding'),
  reconnecting.must('LINK-BACK-003', 'Nothing runs after a disconnect that did not run before'),
  reconnecting.must(
    'LINK-BACK-004',
    'A command in progress when the connection was lost is not answered on another connection',
  ),
] as const;
