import { actions } from '#spec/actions/index.ts';
import { maxTimeScale } from '#spec/actions/time.ts';
import { warnOnFailure } from '../dsl/handler-helpers.ts';
import { defineCategory, defineFlowNode, definePureNode } from '../dsl/define-node.ts';
import { boolean, float, integer, string, trigger } from '../dsl/ports.ts';

const datePartPattern = /yyyy|MM|dd|HH|mm|ss|fff/g;

/** Extracts the parts of a date from a string such as 2026-01-02T03:04:05.678Z. */
const parseDateParts = (iso: string): Readonly<Record<string, string>> => ({
  yyyy: iso.slice(-24, -20),
  MM: iso.slice(-19, -17),
  dd: iso.slice(-16, -14),
  HH: iso.slice(-13, -11),
  mm: iso.slice(-10, -8),
  ss: iso.slice(-7, -5),
  fff: iso.slice(-4, -1),
});

export const timeNodes = defineCategory('Time', {
  DeltaTime: definePureNode({
    description: 'Simulated seconds of the current step: the fixed step length times the time scale.',
    inputs: {},
    outputs: { Seconds: float() },
    evaluate: (_, { runtime }) => runtime.clock.deltaTime,
  }),
  ElapsedTime: definePureNode({
    description: 'Simulated seconds since the graph started running.',
    inputs: {},
    outputs: { Seconds: float() },
    evaluate: (_, { graph }) => graph.elapsed,
  }),
  FrameCount: definePureNode({
    description: 'Frames since the graph started running; 1 in its first frame.',
    inputs: {},
    outputs: { Frame: integer() },
    evaluate: (_, { graph }) => graph.frame,
  }),
  DateTimeNow: definePureNode({
    description:
      'Wall-clock date and time in UTC at the beginning of the frame: as a text, and as milliseconds since 1970. In Format, yyyy, MM, dd, HH, mm, ss and fff (milliseconds) stand for the parts, anything else for itself; an empty Format yields a text such as 2026-01-02T03:04:05.678Z.',
    inputs: { Format: string() },
    outputs: { Text: string(), UnixMs: float() },
    evaluate: {
      Text: ({ Format }, { runtime }) => {
        const { iso } = runtime.getWallTime();
        const parts = parseDateParts(iso);
        return Format === '' ? iso : Format.replace(datePartPattern, (part) => parts[part] ?? part);
      },
      UnixMs: (_, { runtime }) => runtime.getWallTime().unixMs,
    },
  }),
  Stopwatch: defineFlowNode({
    description:
      'Measures simulated time: Start starts or resumes it; Stop stops it; Reset sets it to 0, whether it runs or not. Seconds is the measured time.',
    inputs: { Start: trigger, Stop: trigger, Reset: trigger },
    outputs: { Seconds: float(), IsRunning: boolean() },
    state: (): { gathered: number; since: number | undefined } => ({ gathered: 0, since: undefined }),
    live: {
      Seconds: ({ state, graph }) => state.gathered + graph.elapsed - (state.since ?? graph.elapsed),
      IsRunning: ({ state }) => state.since !== undefined,
    },
    on: {
      Start: ({ state, graph }) => {
        state.since ??= graph.elapsed;
      },
      Stop: ({ state, graph }) => {
        state.gathered += graph.elapsed - (state.since ?? graph.elapsed);
        state.since = undefined;
      },
      Reset: ({ state, graph }) => {
        state.gathered = 0;
        if (state.since !== undefined) state.since = graph.elapsed;
      },
    },
  }),
  SetTimeScale: defineFlowNode({
    description: `Makes simulated time of the whole runtime run Scale times as fast as real time from the next frame on, then fires Out. A Scale below 0 or above ${maxTimeScale} changes nothing and writes one console warning per run of the graph.`,
    inputs: { In: trigger, Scale: float(1, { minimum: 0, maximum: maxTimeScale }) },
    outputs: { Out: trigger },
    on: {
      In: (context) => {
        const { inputs, emit, runAction } = context;
        warnOnFailure(() => runAction(actions.time.setScale, { scale: inputs.Scale }), context);
        emit.Out();
      },
    },
  }),
});
