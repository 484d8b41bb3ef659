import { createInput } from './input/input.ts';
import { InputCard } from './input/input-card.tsx';
import { createMidi } from './midi/midi.ts';
import { MidiCard } from './midi/midi-card.tsx';
import { createOffered } from '../parts/offered.ts';
import { createProcesses } from './processes/processes.ts';
import { ProcessesCard } from './processes/processes-card.tsx';
import { createStreaming } from './streaming/streaming.ts';
import { StreamingCard } from './streaming/streaming-card.tsx';
import { createWebhooks } from './webhooks/webhooks.ts';
import { WebhooksCard } from './webhooks/webhooks-card.tsx';
import type { OpenPanel } from '../tab.ts';

/** What comes into the scene from outside, and goes out of it: seen, and tried out. */
export const openDevices: OpenPanel = ({ session, notices }) => {
  const parts = { session, notices, nextFrame: requestAnimationFrame };
  const offered = createOffered(session, notices);
  const webhooks = createWebhooks(parts);
  const midi = createMidi(parts);
  const streaming = createStreaming(parts);
  const processes = createProcesses(parts);
  const input = createInput(parts);
  return () => (
    <>
      <WebhooksCard webhooks={webhooks} offered={offered} />
      <MidiCard midi={midi} offered={offered} />
      <StreamingCard streaming={streaming} offered={offered} />
      <ProcessesCard processes={processes} offered={offered} />
      <InputCard input={input} offered={offered} />
    </>
  );
};
