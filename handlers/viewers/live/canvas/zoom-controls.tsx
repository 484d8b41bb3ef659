import { MiniMap, Panel, useReactFlow, useStore } from '@xyflow/react';
import { useSignal } from '@preact/signals';
import { useLivePage } from '../app/live-page-context.ts';
import { Button } from '../components/button.tsx';
import { getCategoryClass } from '../components/category-icon.tsx';
import type { FlowNode } from './react-flow-elements.ts';

/** The size of the minimap, which React Flow reads from this object. */
const miniMapSize = { width: 150, height: 84 };

/** The controls in the lower right corner of the canvas, with a map on request. */
export const ZoomControls = () => {
  const { editor, nodeTypes } = useLivePage();
  const { zoomIn, zoomOut, zoomTo } = useReactFlow();
  const zoom = useStore(({ transform }) => transform[2]);
  const isMapOpen = useSignal(false);
  const types = nodeTypes.types.value;
  return (
    <>
      {isMapOpen.value && (
        <MiniMap
          pannable
          zoomable
          ariaLabel="Map of the graph"
          style={miniMapSize}
          nodeBorderRadius={9}
          nodeClassName={({ type, data }: FlowNode) =>
            type === 'node' ? getCategoryClass(types.get(data.node.category)?.category) : `is-${type}`
          }
        />
      )}
      <Panel position="bottom-right" className="zoom-controls">
        <Button icon="minus" label="Zoom out" onClick={() => void zoomOut()} />
        <button type="button" class="zoom-level number" title="Zoom to 100 %" onClick={() => void zoomTo(1)}>
          {Math.round(zoom * 100)} %
        </button>
        <Button icon="plus" label="Zoom in" onClick={() => void zoomIn()} />
        <Button
          icon="scan"
          label="Fit the selection"
          keys="F"
          onClick={() => editor.view.peek()?.fitSelection()}
        />
        <Button
          icon="map"
          label="Map"
          isPressed={isMapOpen.value}
          onClick={() => {
            isMapOpen.value = !isMapOpen.value;
          }}
        />
      </Panel>
    </>
  );
};
