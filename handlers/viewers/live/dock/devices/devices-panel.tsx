import { createInputSimulator } from './input/input-simulator.ts';
import { InputCard } from './input/input-card.tsx';
import { createMidiDevices } from './midi/midi-devices.ts';
import { MidiCard } from './midi/midi-card.tsx';
import { createFeatureAvailability } from '../shared/feature-availability.ts';
import { createProcessList } from './processes/process-list.ts';
import { ProcessesCard } from './processes/processes-card.tsx';
import { createStreamingPlatforms } from './streaming/streaming-platforms.ts';
import { StreamingCard } from './streaming/streaming-card.tsx';
import { createWebhookListeners } from './webhooks/webhook-listeners.ts';
import { WebhooksCard } from './webhooks/webhooks-card.tsx';
import type { OpenPanel } from '../dock-tab.ts';

/** Creates the panel that shows and tests devices and other external inputs and outputs. */
export const openDevicesPanel: OpenPanel = ({ session, notices }) => {
  const parts = { session, notices, nextFrame: requestAnimationFrame };
  const offered = createFeatureAvailability(session, notices);
  const webhooks = createWebhookListeners(parts);
  const midi = createMidiDevices(parts);
  const streaming = createStreamingPlatforms(parts);
  const processes = createProcessList(parts);
  const input = createInputSimulator(parts);
  return () => (
    <>
      <WebhooksCard webhooks={webhooks} availability={offered} />
      <MidiCard midi={midi} availability={offered} />
      <StreamingCard streaming={streaming} availability={offered} />
      <ProcessesCard processes={processes} availability={offered} />
      <InputCard input={input} availability={offered} />
    </>
  );
};
