import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { Notices } from '../../app/notice-store.ts';
import type { Session } from '../../session/session.ts';
import type { ClipInfo } from './animation-types.ts';

/** The selected object's clips. */
export interface ObjectClips {
  /** The clips; `undefined` until the service has returned them, or if the service can't return them. */
  readonly clips: ReadonlySignal<readonly ClipInfo[] | undefined>;
  /** The clip whose tracks are currently shown. */
  readonly openClip: ReadonlySignal<ClipInfo | undefined>;
  refresh(): Promise<void>;
  open(clip: string): Promise<void>;
  close(): void;
  /** Clears everything, because another object was selected. */
  reset(): void;
}

interface ObjectClipsOptions {
  readonly session: Pick<Session, 'client' | 'hub'>;
  readonly notices: Pick<Notices, 'runAndReport'>;
  readonly selection: ReadonlySignal<string | undefined>;
}

export const createObjectClips = ({ session, notices, selection }: ObjectClipsOptions): ObjectClips => {
  const { client, hub } = session;
  const clips = signal<readonly ClipInfo[]>();
  const opened = signal<ClipInfo>();
  return {
    clips,
    openClip: opened,
    async refresh() {
      const object = selection.peek();
      if (object === undefined) return;
      try {
        const { result } = await (hub.peek() ?? client).act('animation.clips', { object });
        if (selection.peek() === object) clips.value = result.clips;
      } catch {
        // their names are typed in then
      }
    },
    async open(clip) {
      const tag = selection.peek();
      if (tag === undefined) return;
      const details = await notices.runAndReport(() =>
        client.request('GET /api/objects/{tag}/animations/clips/{clip}', { params: { tag, clip } }),
      );
      if (selection.peek() === tag) opened.value = details;
    },
    close() {
      opened.value = undefined;
    },
    reset() {
      clips.value = undefined;
      opened.value = undefined;
    },
  };
};
