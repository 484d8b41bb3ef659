/** Random graphs that remember nothing from one frame to the next. */
import { draw } from './draw.ts';
import { allDefinitions, graphPlan, ownNodes } from './graph-plans.ts';
import type fc from 'fast-check';
import type { GraphImage, WireImage } from '../../link/protocol.ts';
import type { NodeDefinition } from '../../nodes/node.ts';

/** Nodes that remember something without declaring a state: outputs, draws, frames, events on their way. */
const remembering = new Set([
  ...['DoN', 'FlipFlop', 'RandomFloat', 'RandomInteger', 'FrameCount', 'ElapsedTime'],
  ...['Breakpoint', 'RunGraph', 'SendCustomEvent'],
]);

const isStateless = ({ type, state, due, done }: NodeDefinition): boolean =>
  (state ?? due ?? done) === undefined &&
  (type.kind !== 'event' || type.enumValue === 'OnNewFrame') &&
  !remembering.has(type.enumValue);

/** Without Start, which a sync does not fire, and without wires that carry what a node put out before. */
const forgetful = (image: GraphImage): GraphImage => {
  const nodes = image.nodes.filter(({ category }) => category !== 'Start');
  const categories = new Map(nodes.map(({ id, category }) => [id, category.toLowerCase()]));
  const carries = ({ from: [id, output] }: WireImage): boolean => {
    const definition = allDefinitions.get(categories.get(id) ?? '');
    if (!definition) return false;
    return definition.evaluate !== undefined || !(output in dataOutputs(definition));
  };
  return { ...image, nodes, connections: image.connections.filter(carries) };
};

const dataOutputs = ({ type }: NodeDefinition): Readonly<Record<string, true>> =>
  Object.fromEntries(
    type.ports
      .filter((port) => port.direction === 'output' && port.type !== 'Trigger' && port.type !== 'Button')
      .map(({ name }) => [name, true]),
  );

export const statelessGraph: fc.Arbitrary<GraphImage> = graphPlan({
  definitions: ownNodes.filter(isStateless),
}).map((plan) => forgetful(draw(plan)));
