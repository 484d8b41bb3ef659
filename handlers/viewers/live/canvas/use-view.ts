import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useEffect, useState } from 'preact/hooks';
import { useLive } from '../app/live.ts';
import type { View } from './editor.ts';

/** A small graph is not blown up. */
const fitting = { maxZoom: 1, padding: 0.08 };
const settled = 150;

/**
 * Has the editor know what is seen, and brings all of a graph into sight when it is opened.
 * @returns whether the graph has been brought into sight
 */
export const useView = (graphId: string | undefined): boolean => {
  const [inSightId, bringInSight] = useState<string>();
  const { editor } = useLive();
  const { fitView, getNode, screenToFlowPosition, setCenter, getZoom } = useReactFlow();
  const store = useStoreApi();

  useEffect(() => {
    const elementOf = (nodeId: string): HTMLElement | null | undefined =>
      store.getState().domNode?.querySelector(`.react-flow__node[data-id="${CSS.escape(nodeId)}"]`);
    const view: View = {
      middle() {
        const {
          left = 0,
          top = 0,
          width = 0,
          height = 0,
        } = store.getState().domNode?.getBoundingClientRect() ?? {};
        return screenToFlowPosition({ x: left + width / 2, y: top + height / 2 });
      },
      show(nodeId) {
        const element = elementOf(nodeId);
        if (element && isWithin(element, store.getState().domNode)) {
          element.focus();
          return;
        }
        const { position, measured } = getNode(nodeId) ?? {};
        if (!position) return;
        const { width = 0, height = 0 } = measured ?? {};
        void setCenter(position.x + width / 2, position.y + height / 2, { zoom: getZoom() }).then(() =>
          setTimeout(() => elementOf(nodeId)?.focus(), settled),
        );
      },
      fit: () => void fitView(fitting),
    };
    editor.view.value = view;
    return () => {
      editor.view.value = undefined;
    };
  }, [editor, fitView, getNode, screenToFlowPosition, setCenter, getZoom, store]);

  useEffect(() => {
    if (graphId === undefined) return;
    const frame = requestAnimationFrame(() => void fitView(fitting).then(() => bringInSight(graphId)));
    return () => cancelAnimationFrame(frame);
  }, [graphId, fitView]);
  return inSightId === graphId;
};

const isWithin = (element: HTMLElement, frame: HTMLElement | null): boolean => {
  const inner = element.getBoundingClientRect();
  const outer = frame?.getBoundingClientRect();
  if (!outer) return false;
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  );
};
