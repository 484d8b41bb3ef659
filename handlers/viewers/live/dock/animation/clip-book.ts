import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { Notices } from '../../app/notices.ts';
import type { Session } from '../../session/session.ts';
import type { ClipFacts } from './facts.ts';

/** The clips of the selected object. */
export interface ClipBook {
  /** Undefined until the service has told them, or when it does not. */
  readonly clips: ReadonlySignal<readonly ClipFacts[] | undefined>;
  /** The one whose content is shown. */
  readonly opened: ReadonlySignal<ClipFacts | undefined>;
  read(): Promise<void>;
  open(clip: string): Promise<void>;
  close(): void;
  /** Goes on to another object. */
  forget(): void;
}

interface ClipBookParts {
  readonly session: Pick<Session, 'client' | 'hub'>;
  readonly notices: Pick<Notices, 'attempt'>;
  readonly selection: ReadonlySignal<string | undefined>;
}

export const createClipBook = ({ session, notices, selection }: ClipBookParts): ClipBook => {
  const { client, hub } = session;
  const clips = signal<readonly ClipFacts[]>();
  const opened = signal<ClipFacts>();
  return {
    clips,
    opened,
    async read() {
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
      const found = await notices.attempt(() =>
        client.request('GET /api/objects/{tag}/animations/clips/{clip}', { params: { tag, clip } }),
      );
      if (selection.peek() === tag) opened.value = found;
    },
    close() {
      opened.value = undefined;
    },
    forget() {
      clips.value = undefined;
      opened.value = undefined;
    },
  };
};
