/**
 * Requirements on an external runtime on the runtime link: statements of spec/RUNTIME-LINK.md, which bind whoever
 * claims the profile LINK, and of the description where the link shows them.
 */
import { defineSection } from './requirement.ts';

const hello = defineSection('Runtime link: hello', 'LINK');
const up = defineSection('Runtime link: coming up', 'LINK');
const commands = defineSection('Runtime link: commands', 'LINK');
const events = defineSection('Runtime link: events', 'LINK');
const graphs = defineSection('Runtime link: graphs', 'LINK');
const nodes = defineSection('Runtime link: nodes', 'LINK');
const variables = defineSection('Runtime link: variables', 'LINK');
const abilities = defineSection('Runtime link: what a runtime can', 'LINK');
const bad = defineSection('Runtime link: bad messages', 'LINK');
const pulse = defineSection('Runtime link: heartbeat', 'LINK');
const back = defineSection('Runtime link: coming back', 'LINK');

export const linkRequirements = [
  hello.must('LINK-HELLO-001', 'The first thing that a runtime says on a connection is the request hello'),
  hello.must('LINK-HELLO-002', 'hello says what the runtime is and can, as the schema has it'),
  hello.must('LINK-HELLO-003', 'Nothing more comes before the answer to hello'),
  hello.must('LINK-HELLO-004', 'A runtime whose hello is refused tells nothing more on that connection'),
  hello.must(
    'LINK-HELLO-005',
    'A runtime whose hello is refused ends, or comes back and waits in between: it connects 20 times in a second at most',
  ),
  hello.should(
    'LINK-HELLO-006',
    'A runtime ends the connection where the answer to hello names a version that it did not offer',
  ),
  hello.must(
    'LINK-HELLO-007',
    'A runtime that comes back with what it was given names the instance that it named before',
  ),

  up.must('LINK-UP-001', 'Within 10 s of the answer to hello a runtime says what it holds'),
  up.must('LINK-UP-002', 'holding is as the schema has it'),
  up.must('LINK-UP-003', 'holding comes once on a connection'),
  up.must('LINK-UP-004', 'holding names the graphs that are loaded, each with the version of its image'),
  up.must('LINK-UP-005', 'holding says of each graph whether it runs'),
  up.must('LINK-UP-006', 'holding names the variables with their values, also those that graphs wrote'),
  up.must('LINK-UP-007', 'holding names nothing that was unloaded or deleted'),
  up.must(
    'LINK-UP-008',
    'What comes behind the answer to hello is in the encoding that it says: JSON in text, MessagePack in binary messages',
  ),
  up.must('LINK-UP-009', 'A runtime that offers MessagePack serves a service that chooses it'),

  commands.must('LINK-CMD-001', 'Every command is answered once, under its id'),
  commands.must('LINK-CMD-002', 'A result is as the schema has it for its command'),
  commands.must('LINK-CMD-003', 'The tick of an answer is that of the step that comes next'),
  commands.must('LINK-CMD-004', 'seq counts the commands since the step before, from 1'),
  commands.must('LINK-CMD-005', 'Commands are carried out in the order in which they were sent'),
  commands.must('LINK-CMD-006', 'An unknown command is answered with -32601, and the connection goes on'),
  commands.must(
    'LINK-CMD-007',
    'Params that are not as described are answered with -32602, and the connection goes on',
  ),
  commands.must(
    'LINK-CMD-008',
    'An error has one of the codes of the link; the data of -32000 tells code, reason and resolution',
  ),
  commands.must('LINK-CMD-009', 'What happens by a command is told before its answer'),
  commands.must('LINK-CMD-010', 'What happens by a command has the tick of its answer'),
  commands.must(
    'LINK-CMD-011',
    'To stop, to unload or to delete what is not there succeeds, as does an answer to a question that nobody asked',
  ),
  commands.must('LINK-CMD-012', 'After a cancel, whatever it names, other commands are answered as ever'),
  commands.must('LINK-CMD-013', 'An action that the runtime does not have is refused with ACTION_NOT_FOUND'),
  commands.should('LINK-CMD-014', 'A notification that the runtime does not know is let go'),
  commands.must(
    'LINK-CMD-015',
    'An action that asks the service something ends with what the service answers',
  ),
  commands.must('LINK-CMD-016', 'What the runtime asks is as the schema has it, each time with another id'),
  commands.must('LINK-CMD-017', 'What a command has beside its described fields is let go'),

  events.must('LINK-EVT-001', 'The messages of events are numbered from 1, without a gap'),
  events.must('LINK-EVT-002', 'Messages of events, scenes and questions are as the schema has them'),
  events.must('LINK-EVT-003', 'The data of an event is as its kind has it'),
  events.must('LINK-EVT-004', 'A runtime raises the kinds that it claims, and no others'),
  events.must('LINK-EVT-005', 'The ticks and times of events never go back'),
  events.must('LINK-EVT-006', 'A message holds events of one step'),
  events.must('LINK-EVT-007', 'All events of a step come in one message'),
  events.must('LINK-EVT-008', 'From step to step the time of events grows by the length of a step'),
  events.must('LINK-EVT-009', 'Kinds that are not of high volume are raised whoever listens'),
  events.must('LINK-EVT-010', 'High-volume kinds that events.interest names are raised'),
  events.must('LINK-EVT-011', 'node.executing and node.done of a graph are properly nested'),
  events.must('LINK-EVT-012', 'No two console entries have the same id'),

  graphs.must('LINK-GRAPH-001', 'A graph that is told to run starts in the step that comes next'),
  graphs.must(
    'LINK-GRAPH-002',
    'graph.running tells id and name of a graph that starts, before anything that its nodes do',
  ),
  graphs.must('LINK-GRAPH-003', 'Start fires once, before the first OnNewFrame, in the same step'),
  graphs.must('LINK-GRAPH-004', 'OnNewFrame fires once in every step'),
  graphs.must('LINK-GRAPH-005', 'A graph that runs and is told to run is left as it is'),
  graphs.must('LINK-GRAPH-006', 'A graph that is told to stop does nothing more'),
  graphs.must(
    'LINK-GRAPH-007',
    'graph.stopped tells id, name and the reason explicit of a graph that was stopped',
  ),
  graphs.must('LINK-GRAPH-008', 'A graph that was stopped starts anew when it is told to run'),
  graphs.must('LINK-GRAPH-009', 'A graph takes the place of what was loaded under its id'),
  graphs.must(
    'LINK-GRAPH-010',
    'A graph that is loaded anew while it runs runs on as the new one from the next step, and does not start again',
  ),
  graphs.must(
    'LINK-GRAPH-011',
    'A graph that is unloaded while it runs is stopped, and graph.stopped gives the reason unloaded',
  ),
  graphs.must(
    'LINK-GRAPH-012',
    'To run or to flush a graph that is not loaded is refused with GRAPH_NOT_SYNCED',
  ),
  graphs.must(
    'LINK-GRAPH-013',
    'A graph with a node type that the runtime does not have is refused, and not loaded',
  ),
  graphs.must('LINK-GRAPH-014', 'Graphs run beside each other, and one that stops leaves the others alone'),
  graphs.must('LINK-GRAPH-015', 'A graph that is loaded does not run before it is told to'),
  graphs.must('LINK-GRAPH-016', 'graph.flush answers the latest values of the ports that changed'),
  graphs.must('LINK-GRAPH-017', 'graph.press has the Button output of a running graph fire'),
  graphs.must('LINK-GRAPH-018', 'Where a graph is refused, what was loaded under its id stays'),
  graphs.must('LINK-GRAPH-019', 'Nodes that stay go on waiting when their graph is loaded anew'),
  graphs.must(
    'LINK-GRAPH-020',
    'A graph that goes round for ever is stopped with the reason executionLimit, and the runtime goes on',
  ),

  nodes.must('LINK-NODE-001', 'Branch goes on at True or False as its Condition is'),
  nodes.must('LINK-NODE-002', 'Add yields the sum of its inputs'),
  nodes.must(
    'LINK-NODE-003',
    'An output with several connections serves them in their order, each branch to its end before the next',
  ),
  nodes.must('LINK-NODE-004', 'A disabled trigger port neither takes nor gives'),
  nodes.must(
    'LINK-NODE-005',
    'Delay goes on at Done once, and not before its Duration has passed in simulated time',
  ),
  nodes.should('LINK-NODE-006', 'Delay goes on in the first step by which its Duration has passed'),
  nodes.must('LINK-NODE-007', 'What a Delay waits for does not come once its graph is stopped'),

  variables.must(
    'LINK-VAR-001',
    'What graphs write to a variable is told by variable.changed, with the value before',
  ),
  variables.must('LINK-VAR-002', 'variable.changed comes once a step for a variable, with its last value'),
  variables.must('LINK-VAR-003', 'A value that is written and no other is not told of'),
  variables.must('LINK-VAR-004', 'Graphs read the value that was put last'),
  variables.must('LINK-VAR-005', 'What is put by the service is not told of by the runtime'),
  variables.must('LINK-VAR-006', 'OnVariableChanged fires when the service puts another value'),

  abilities.must('LINK-CAN-001', 'discovery.list answers every data type that hello names'),
  abilities.must('LINK-CAN-002', 'An object that is not there is refused with OBJECT_NOT_FOUND'),
  abilities.must('LINK-CAN-003', 'A component that is not there is refused with COMPONENT_NOT_FOUND'),
  abilities.must('LINK-CAN-004', 'A property that is not there is refused with PROPERTY_NOT_FOUND'),
  abilities.must('LINK-CAN-005', 'A property reads the same by itself and among those of its component'),
  abilities.must(
    'LINK-CAN-006',
    'A property that is written answers its value before and its new one, and reads so',
  ),
  abilities.must(
    'LINK-CAN-007',
    'A value that does not fit a property is refused with INVALID_VALUE, and changes nothing',
  ),
  abilities.must(
    'LINK-CAN-008',
    'Properties are written in order, and one that fails does not stop the rest',
  ),
  abilities.must('LINK-CAN-009', 'A clip that is not there is refused with CLIP_NOT_FOUND'),
  abilities.must('LINK-CAN-010', 'input.inject answers the state of keyboard, mouse and controllers'),
  abilities.must('LINK-CAN-011', 'That no project is open any more is taken in'),
  abilities.must(
    'LINK-CAN-012',
    'scene.changes answers all that is drawn where no mark is given, and each answer has a head with its own mark',
  ),

  bad.must('LINK-BAD-001', 'A message that is no JSON ends the connection with 1002'),
  bad.must('LINK-BAD-002', 'JSON that is no message of JSON-RPC 2.0 ends the connection with 1002'),
  bad.must('LINK-BAD-003', 'A command with another id than the next ends the connection with 1002'),
  bad.must('LINK-BAD-004', 'A binary message that is no MessagePack ends the connection with 1002'),
  bad.must('LINK-BAD-005', 'A message of more than 32 MiB ends the connection with 1009'),
  bad.must('LINK-BAD-006', 'A runtime that ended a connection for a bad message keeps what it was given'),
  bad.must('LINK-BAD-007', 'An answer to what was not asked ends the connection with 1002'),
  bad.must('LINK-BAD-008', 'A binary message where JSON was agreed upon ends the connection with 1002'),

  pulse.must('LINK-PULSE-001', 'A ping is answered'),
  pulse.must('LINK-PULSE-002', 'A runtime pings every 5 s'),
  pulse.info('LINK-PULSE-003', 'A service that was silent for 15 s is taken to be gone'),

  back.should('LINK-BACK-001', 'A runtime that was cut off comes back by itself'),
  back.should('LINK-BACK-002', 'What happened while the link was down is told before holding'),
  back.must('LINK-BACK-003', 'Nothing runs after a cut that did not run before'),
  back.must('LINK-BACK-004', 'A command that was under way at a cut is not answered on another connection'),
] as const;
