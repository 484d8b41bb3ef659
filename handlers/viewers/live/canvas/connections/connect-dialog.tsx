import { useEffect, useState } from 'preact/hooks';
import { useModalDialog } from '../../components/floating.ts';
import { useLivePage } from '../../app/live-page-context.ts';
import { Button } from '../../components/button.tsx';
import {
  findNodeById,
  formatNodeName,
  type GraphDetail,
  type NodeRecord,
  type PortRecord,
} from '../../graphs/graph-types.ts';
import { sortPortsByDistance } from './sort-ports.ts';

interface ConnectDialogProps {
  /** The port that is chosen at first. By default, it is a port of the selected node. */
  readonly portId?: string | undefined;
  readonly onClose: () => void;
}

/**
 * A dialog that adds a connection without a mouse. The user chooses a port of the selected node, and then one of the
 * ports that the service accepts.
 */
export const ConnectDialog = ({ portId, onClose }: ConnectDialogProps) => {
  const { editor } = useLivePage();
  const dialog = useModalDialog();
  const graph = editor.detail.value;
  const node = graph && findStartNode(graph, portId, editor.selection.value.nodes[0]);
  const [fromId, setFrom] = useState(portId ?? findDefaultPort(node?.ports ?? []));
  const ports = useValidPorts(graph, fromId);
  const [toId, setTo] = useState<string>();
  const from = node?.ports.find(({ id }) => id === fromId);
  const to = ports?.find(({ id }) => id === toId) ?? ports?.[0];
  const connect = (): void => {
    if (!from || !to) return;
    const [output, input] = from.direction === 'output' ? [from, to] : [to, from];
    void editor.change({ kind: 'wires', cut: [], join: [{ from: output, to: input }] });
  };
  return (
    <dialog
      ref={dialog}
      class="floating dialog connect-dialog"
      aria-label="Add a connection"
      onClose={onClose}
    >
      <h2>Add a connection</h2>
      <form method="dialog" onSubmit={connect}>
        <label>
          From
          <select value={fromId} onChange={({ currentTarget }) => setFrom(currentTarget.value)}>
            {node?.ports.map(({ id, name, direction, type }) => (
              <option key={id} value={id}>
                {direction === 'output' ? '→' : '←'} {name} ({type})
              </option>
            ))}
          </select>
        </label>
        <label>
          To
          <select value={to?.id} disabled={!to} onChange={({ currentTarget }) => setTo(currentTarget.value)}>
            {ports?.map((port) => (
              <option key={port.id} value={port.id}>
                {graph && formatPort(graph, port)}
              </option>
            ))}
          </select>
        </label>
        {ports?.length === 0 && <p class="quiet">No port can be connected to this one.</p>}
        <div class="dialog-buttons">
          <Button label="Cancel" look="box" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
          <Button type="submit" label="Draw" look="primary" disabled={!to}>
            Draw
          </Button>
        </div>
      </form>
    </dialog>
  );
};

const formatPort = (graph: GraphDetail, { nodeId, name }: PortRecord): string => {
  const node = findNodeById(graph, nodeId);
  return node ? `${formatNodeName(node)} · ${name}` : name;
};

/** Returns the node of the given port, or else the selected node. */
const findStartNode = (
  { nodes }: GraphDetail,
  portId: string | undefined,
  selectedId: string | undefined,
): NodeRecord | undefined =>
  nodes.find(({ ports }) => ports.some(({ id }) => id === portId)) ??
  nodes.find(({ id }) => id === selectedId);

/** Returns the port that is selected initially: preferably an output, because most connections start at one. */
const findDefaultPort = (ports: readonly PortRecord[]): string | undefined =>
  (ports.find(({ direction }) => direction === 'output') ?? ports[0])?.id;

/**
 * Returns the ports that the service accepts as the other end of a connection, or `undefined` until the service has
 * answered.
 */
const useValidPorts = (graph: GraphDetail | undefined, fromId: string | undefined) => {
  const { connectionPreview } = useLivePage().editor;
  const [result, setResult] = useState<{ readonly fromId: string; readonly ports: readonly PortRecord[] }>();
  useEffect(() => {
    if (!graph || fromId === undefined) return;
    let isCurrent = true;
    const ports = sortPortsByDistance(graph, fromId);
    void connectionPreview
      .validateConnections(
        fromId,
        ports.map(({ id }) => id),
      )
      .catch(() => new Map())
      .then((verdicts) => {
        if (isCurrent) setResult({ fromId, ports: ports.filter(({ id }) => verdicts.get(id)?.valid) });
      });
    return () => {
      isCurrent = false;
    };
  }, [graph, fromId, connectionPreview]);
  return result?.fromId === fromId ? result?.ports : undefined;
};
