import { computed } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLive } from '../app/live.ts';
import { Inspect } from './inspector/inspect.tsx';
import { createInspector } from './inspector/inspector.ts';
import { ObjectList } from './objects/object-list.tsx';
import { createSceneObjects } from './objects/objects.ts';
import { familyOf } from './objects/tree-rows.ts';
import { openStage } from './open-stage.ts';
import { keysId, keysInWords, listenForKeys } from './keys.ts';
import { Legend } from './legend.tsx';
import { StageBar } from './stage-bar.tsx';
import { createWishes } from './wishes.ts';
import './stage.css';
import type { OpenStage } from './open-stage.ts';

/** How often the lists beside the picture are read, in milliseconds. */
const listMs = 1_000;

/** The scene: as it moves, with its objects and what they are made of. */
export const Stage = () => {
  const { session, notices, selection } = useLive();
  const [parts] = useState(() => ({
    wishes: createWishes(),
    objects: createSceneObjects(session),
    inspector: createInspector(session, notices, selection),
  }));
  const { wishes, objects, inspector } = parts;
  const host = useRef<HTMLDivElement>(null);
  const stage = useRef<OpenStage>();
  const [trouble, setTrouble] = useState<string>();
  const canShow = session.offer.value?.has('GET /api/scene/changes');
  const isConnected = session.state.value === 'connected';

  useEffect(() => {
    if (!host.current || !canShow) return;
    const family = computed(() =>
      selection.value === undefined ? [] : familyOf(objects.list.value, selection.value),
    );
    const opening = openStage({
      ...{ host: host.current, session, notices, wishes, selection, family, objects: objects.list },
    });
    opening.then(
      (opened) => {
        stage.current = opened;
      },
      (failure) => setTrouble(String(failure)),
    );
    return () => void opening.then(({ close }) => close()).catch(() => {});
  }, [canShow, session, notices, wishes, selection, objects]);
  useEffect(() => {
    if (!isConnected) return;
    const look = (): void => {
      if (document.visibilityState !== 'visible') return;
      void objects.refresh();
      void inspector.look();
      stage.current?.look();
    };
    look();
    const timer = setInterval(look, listMs);
    return () => clearInterval(timer);
  }, [isConnected, objects, inspector]);

  return (
    <section class="stage" aria-label="Scene" onKeyDown={listenForKeys(wishes, () => stage.current)}>
      <StageBar wishes={wishes} onFrame={() => stage.current?.frame()} />
      <div class="screen" ref={host}>
        <p class="hidden" id={keysId}>
          {keysInWords}
        </p>
        {wishes.colliders.value && <Legend />}
        {canShow === false && (
          <p class="empty">This service does not tell what is drawn of its scene (GET /api/scene/changes).</p>
        )}
        {trouble && <p class="empty">The scene cannot be drawn here: {trouble}</p>}
      </div>
      <ObjectList objects={objects} />
      <Inspect inspector={inspector} />
    </section>
  );
};
