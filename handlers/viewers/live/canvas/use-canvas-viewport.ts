import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useEffect, useState } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import type { CanvasViewport } from './graph-editor.ts';

/** Limits the zoom, so that small graphs are not enlarged. */
const fitViewOptions = { maxZoom: 1, padding: 0.08 };
const waitForLayout = 150;

/**
 * Makes the canvas's viewport available to the editor, and fits a newly opened graph into view.
 * @returns whether the graph has been fitted into view
 */
export const useCanvasViewport = (graphId: string | undefined): boolean => {
  const [fittedGraphId, setFittedGraphId] = useState<string>();
  const { editor } = useLivePage();
  const { fitView, getNode, screenToFlowPosition, setCenter, getZoom } = useReactFlow();
  const store = useStoreApi();

  useEffect(() => {
    const findElement = (nodeId: string): HTMLElement | null | undefined =>
      store.getState().domNode?.querySelector(`.react-flow__node[data-id="${CSS.escape(nodeId)}"]`);
    const view: CanvasViewport = {
      getCenter() {
        const {
          left = 0,
          top = 0,
          width = 0,
          height = 0,
        } = store.getState().domNode?.getBoundingClientRect() ?? {};
        return screenToFlowPosition({ x: left + width / 2, y: top + height / 2 });
      },
      showNode(nodeId) {
        const element = findElement(nodeId);
        if (element && isFullyVisible(element, store.getState().domNode)) {
          element.focus();
          return;
        }
        const { position, measured } = getNode(nodeId) ?? {};
        if (!position) return;
        const { width = 0, height = 0 } = measured ?? {};
        void setCenter(position.x + width / 2, position.y + height / 2, { zoom: getZoom() }).then(() =>
          setTimeout(() => findElement(nodeId)?.focus(), waitForLayout),
        );
      },
      fitAll: () => void fitView(fitViewOptions),
    };
    editor.view.value = view;
    return () => {
      editor.view.value = undefined;
    };
  }, [editor, fitView, getNode, screenToFlowPosition, setCenter, getZoom, store]);

  useEffect(() => {
    if (graphId === undefined) return;
    const frame = requestAnimationFrame(
      () => void fitView(fitViewOptions).then(() => setFittedGraphId(graphId)),
    );
    return () => cancelAnimationFrame(frame);
  }, [graphId, fitView]);
  return fittedGraphId === graphId;
};

const isFullyVisible = (element: HTMLElement, frame: HTMLElement | null): boolean => {
  const bounds = element.getBoundingClientRect();
  const frameBounds = frame?.getBoundingClientRect();
  if (!frameBounds) return false;
  return (
    bounds.left >= frameBounds.left &&
    bounds.right <= frameBounds.right &&
    bounds.top >= frameBounds.top &&
    bounds.bottom <= frameBounds.bottom
  );
};
