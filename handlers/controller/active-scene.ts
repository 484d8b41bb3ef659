import { getAction } from '#spec/actions/find-action.ts';
import { parseParameters } from '#spec/actions/parse-parameters.ts';
import { canRunAction, type RaisedEvent, type RuntimeLink } from '#runtime/link/runtime-link.ts';
import { describeErrorInOneLine } from './projects/project.ts';
import type { ConsoleLine } from '#runtime/link/console-writer.ts';

interface ActiveSceneOptions {
  readonly link: Pick<RuntimeLink, 'connected' | 'capabilities' | 'request'>;
  log(line: ConsoleLine): void;
}

/** Switches a runtime that was started again to the scene that was active before (C-315). */
export const createActiveScene = ({ link, log }: ActiveSceneOptions) => {
  /** The scene that became active last, and the runtime process in which it did. */
  let active: { readonly scene: string; readonly instance: string } | undefined;
  /**
   * The scene that a runtime reported before `connected` was called. A process that was started again may report its
   * initial scene, and a process that was only disconnected may report a scene to which it has switched meanwhile.
   */
  let reportedScene: string | undefined;

  const trackScene = (scene: string): void => {
    const { connected, capabilities } = link;
    const isExpected = !active || active.instance === capabilities?.instance;
    if (connected && capabilities && isExpected) active = { scene, instance: capabilities.instance };
    else reportedScene = scene;
  };

  return {
    trackEvents(batch: readonly RaisedEvent[]): void {
      for (const { type, data } of batch) {
        if (type === 'project.closed') active = reportedScene = undefined;
        if (type === 'scene.activated') trackScene(String(data.scene));
      }
    },
    disconnected(): void {
      reportedScene = undefined;
    },
    /** Must be called when a runtime has connected and knows the project. */
    async connected(): Promise<void> {
      const { connected, capabilities } = link;
      if (!connected || !capabilities) return;
      const { instance } = capabilities;
      const isSameProcess = active?.instance === instance;
      const scene = isSameProcess ? (reportedScene ?? active?.scene) : (active?.scene ?? reportedScene);
      const mustSwitch = active !== undefined && !isSameProcess;
      reportedScene = undefined;
      if (scene === undefined) return;
      active = { scene, instance };
      if (!mustSwitch || !canRunAction(capabilities, 'scene.switch')) return;
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
