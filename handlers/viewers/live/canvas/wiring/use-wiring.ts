import { useStoreApi } from '@xyflow/react';
import { useMemo, useRef, useState } from 'preact/hooks';
import { useLive } from '../../app/live.ts';
import { portsById } from '../../graphs/graph-facts.ts';
import type { OnConnect, OnConnectEnd, OnConnectStart } from '@xyflow/react';
import type { Point } from '../editor.ts';
import type { Refused } from './refusal.tsx';

interface Wiring {
  readonly onConnect: OnConnect;
  readonly onConnectStart: OnConnectStart;
  readonly onConnectEnd: OnConnectEnd;
  /** The wire that was refused last; undefined once that has been seen. */
  readonly refused: Refused | undefined;
  forget(): void;
}

/** Draws wires: asks where they may end, makes them, and says where they were dropped why there is none. */
export const useWiring = (): Wiring => {
  const { editor } = useLive();
  const store = useStoreApi();
  const dropped = useRef<Point>({ x: 0, y: 0 });
  const [refused, refuse] = useState<Refused>();
  const drawing = useMemo(() => {
    const { trial, detail } = editor;
    const tell = (reason: string): void => refuse({ reason, at: dropped.current });
    const onConnect: OnConnect = ({ sourceHandle, targetHandle }) => {
      const graph = detail.peek();
      const ports = graph && portsById(graph);
      const from = ports?.get(sourceHandle ?? '');
      const to = ports?.get(targetHandle ?? '');
      if (!from || !to) return;
      void editor.change({ kind: 'wires', cut: [], join: [{ from, to }] }, (failure) =>
        tell(failure instanceof Error ? failure.message : String(failure)),
      );
    };
    const onConnectStart: OnConnectStart = (_, { handleId, handleType }) => {
      const others = handleType === 'source' ? '.target' : '.source';
      const ends =
        store.getState().domNode?.querySelectorAll<HTMLElement>(`.react-flow__handle${others}`) ?? [];
      void trial.begin(
        handleId ?? '',
        [...ends].flatMap(({ dataset }) => dataset.handleid ?? []),
      );
    };
    const onConnectEnd: OnConnectEnd = (event, { fromHandle, toHandle, isValid }) => {
      const { clientX, clientY } = 'changedTouches' in event ? (event.changedTouches[0] as Touch) : event;
      const frame = store.getState().domNode?.getBoundingClientRect();
      dropped.current = { x: clientX - (frame?.left ?? 0), y: clientY - (frame?.top ?? 0) };
      trial.end();
      // React Flow takes no two outputs, and no two inputs, for a wire: the service knows why
      if (fromHandle?.id && toHandle?.id && isValid === false) {
        void trial.explain(fromHandle.id, toHandle.id).then((reason) => reason && tell(reason));
      }
    };
    return { onConnect, onConnectStart, onConnectEnd, forget: () => refuse(undefined) };
  }, [editor, store]);
  return { ...drawing, refused };
};
