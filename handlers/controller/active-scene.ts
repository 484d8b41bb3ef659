import { getAction } from '#spec/actions/find-action.ts';
import { parseParameters } from '#spec/actions/parse-parameters.ts';
import { canRunAction, type RaisedEvent, type RuntimeLink } from '#runtime/link/runtime-link.ts';
import { describeErrorInOneLine } from './projects/project.ts';
import type { ConsoleLine } from '#runtime/link/console-writer.ts';

interface ActiveSceneOptions {
  readonly link: Pick<RuntimeLink, 'capabilities' | 'request'>;
  log(line: ConsoleLine): void;
}

/** Switches a runtime that was started again to the scene that was active before (C-315). */
export const createActiveScene = ({ link, log }: ActiveSceneOptions) => {
  /** The scene that became active last, and the runtime process in which it did. */
  let active: { readonly scene: string; readonly instance: string | undefined } | undefined;
  return {
    trackEvents(batch: readonly RaisedEvent[]): void {
      for (const { type, data } of batch) {
        if (type === 'scene.activated')
          active = { scene: String(data.scene), instance: link.capabilities?.instance };
        if (type === 'project.closed') active = undefined;
      }
    },
    /** Must be called when a runtime has connected and knows the project. */
    async connected(): Promise<void> {
      const { capabilities } = link;
      if (!active || !capabilities || capabilities.instance === active.instance) return;
      const { scene } = active;
      active = { scene, instance: capabilities.instance };
      if (!canRunAction(capabilities, 'scene.switch')) return;
      const parameters = parseParameters(getAction('scene.switch'), { scene });
      try {
        await link.request('action.run', { action: 'scene.switch', parameters });
      } catch (failure) {
        log({
          severity: 'warning',
          message: `The runtime was started again without its scene '${scene}': ${describeErrorInOneLine(failure)}`,
        });
      }
    },
  };
};
