import { computed } from '@preact/signals';
import { memo } from 'preact/compat';
import { useContext, useMemo } from 'preact/hooks';
import { createContext } from 'preact';
import { type LivePage, useLivePage } from '../../app/live-page-context.ts';
import { getCategoryClass, getCategoryIcon } from '../../components/category-icon.tsx';
import { Icon } from '../../components/icon.tsx';
import { layOutPortRows } from './card-geometry.ts';
import { PortRow } from './port-row.tsx';
import {
  formatNodeName,
  getNodeTitle,
  getPortProblem,
  getRunGraphReference,
  type NodeRecord,
  type PortRecord,
} from '../../graphs/graph-types.ts';
import type { NodeCardData } from '../react-flow-elements.ts';

/** Below this zoom level, ports would be unreadable, so cards show large titles and no values. */
export const zoomedOutThreshold = 0.5;

export const ZoomedOutContext = createContext(false);

/**
 * Renders a node with its ports and their values, or only its title when zoomed out. The card glows while the node
 * executes.
 */
export const NodeCard = memo(({ data: { node, connectedPortIds } }: { readonly data: NodeCardData }) => {
  const live = useLivePage();
  const isZoomedOut = useContext(ZoomedOutContext);
  const { id, category, isMissing } = node;
  const [className, problem] = useMemo(
    () => [
      computed(() => getCardClasses(live, node)),
      computed(() =>
        isMissing ? `The service has no node type ${category}` : live.editor.activity.getError(id).value,
      ),
    ],
    [live, node, id, category, isMissing],
  );
  const type = live.nodeTypes.types.value.get(category);
  const title = getNodeTitle(node);
  return (
    <article class={className} title={problem}>
      <header>
        <Icon name={isMissing ? 'triangle-alert' : getCategoryIcon(type?.category)} />
        <div
          class="card-title"
          title={[formatNodeName(node), ...(type ? [type.description] : [])].join('\n')}
        >
          <h3 class={title === category ? undefined : 'hidden'}>{category}</h3>
          {title !== category && title}
        </div>
        {isMissing && <span class="card-detail">missing</span>}
      </header>
      <PortRows node={node} connectedPortIds={connectedPortIds} isZoomedOut={isZoomedOut} />
    </article>
  );
});

/** Returns a card's classes, which depend on the node's category and on what runs. */
const getCardClasses = (
  { nodeTypes, editor: { activity } }: Pick<LivePage, 'nodeTypes' | 'editor'>,
  { id, category, isMissing, ports }: NodeRecord,
): string => {
  const classes = ['node-card', getCategoryClass(nodeTypes.types.value.get(category)?.category)];
  const pulse = activity.getNodePulse(id).value;
  const isComputing = ports.some(
    (port) => port.direction === 'output' && activity.getValuePulse(port.id).value !== undefined,
  );
  if (pulse) classes.push(pulse.kind === 'steady' ? 'steady' : 'lit');
  else if (isComputing) classes.push('computing');
  else if (activity.wasReached(id).value) classes.push('reached');
  if (activity.isLastReached(id).value) classes.push('last-reached');
  if (isMissing || activity.getError(id).value !== undefined) classes.push('failed');
  return classes.join(' ');
};

interface PortRowsProps extends NodeCardData {
  readonly isZoomedOut: boolean;
}

const PortRows = memo(({ node, connectedPortIds, isZoomedOut }: PortRowsProps) => {
  const { variables, graphs } = useLivePage();
  const connectedPorts = new Set(connectedPortIds.split(','));
  const reference = getRunGraphReference(node);
  // only nodes that run a graph are rendered again when the list of graphs changes
  const runGraphId = reference === undefined ? undefined : graphs.find(reference)?.id;
  const buttonText = node.ports.find(({ name }) => name === 'Label')?.value;
  return (
    <ul>
      {layOutPortRows(node.ports).map((row) => (
        <li key={row[0].id} class={row[0].type === 'Button' ? 'port-row tall' : 'port-row'}>
          {row.map((port) => {
            if (!port) return null;
            if (isZoomedOut) return <PortHandle key={port.id} port={port} />;
            return (
              <PortRow
                key={port.id}
                port={port}
                description={runGraphId === undefined ? undefined : variables.describePort(runGraphId, port)}
                problem={getPortProblem(node, port)}
                isConnected={connectedPorts.has(port.id)}
                isPaired={row.length > 1}
                buttonText={buttonText}
              />
            );
          })}
        </li>
      ))}
    </ul>
  );
});

/**
 * Renders a port while zoomed out: only the point where its connections end. React Flow finds this element by its
 * classes.
 */
const PortHandle = ({ port: { id, direction } }: { readonly port: PortRecord }) => {
  const isInput = direction === 'input';
  const side = isInput ? 'left' : 'right';
  return (
    <div class={`port ${direction}`}>
      <span
        class={`react-flow__handle react-flow__handle-${side} ${isInput ? 'target' : 'source'}`}
        data-handleid={id}
        data-handlepos={side}
      />
    </div>
  );
};
