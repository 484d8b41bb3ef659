import { useEffect, useState } from 'preact/hooks';
import { type LivePage, useLivePage } from '../app/live-page-context.ts';
import { Icon } from '../components/icon.tsx';
import { uploadRoute } from './asset-uploads.ts';
import { readDroppedFiles } from './local-files.ts';
import './file-drop.css';

/** Where files would fall. */
type DropZone = 'scene' | 'page';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

const getZone = ({ target }: DragEvent): DropZone =>
  target instanceof Element && target.closest('#pane-scene') ? 'scene' : 'page';

/** Accepts files that the user drops onto the page, and says what will happen to them while they are dragged over it. */
export const FileDrop = () => {
  const live = useLivePage();
  const [zone, setZone] = useState<DropZone>();
  useEffect(() => listenForDrops(live, setZone), [live]);
  return (
    zone && (
      <div class="file-drop" data-zone={zone}>
        <p class="floating">
          <Icon name="upload" />
          {zone === 'scene' ? 'Drop to place it in the scene' : 'Drop to add it to the assets'}
        </p>
      </div>
    )
  );
};

/** @returns a function that stops listening */
const listenForDrops = (
  { session, scene, uploads }: LivePage,
  setZone: (zone: DropZone | undefined) => void,
): (() => void) => {
  const listening = new AbortController();
  const listen = (
    type: 'dragenter' | 'dragover' | 'dragleave' | 'drop',
    handle: (event: DragEvent) => void,
  ) => document.addEventListener(type, handle, { signal: listening.signal });
  const canUpload = (event: DragEvent): boolean =>
    hasFiles(event) && session.capabilities.peek()?.hasRoute(uploadRoute) === true;
  const showZone = (event: DragEvent): void => {
    if (!canUpload(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    setZone(getZone(event));
  };
  listen('dragenter', showZone);
  listen('dragover', showZone);
  listen('dragleave', ({ relatedTarget }) => {
    if (!relatedTarget) setZone(undefined);
  });
  listen('drop', (event) => {
    setZone(undefined);
    const { dataTransfer, clientX, clientY } = event;
    if (!dataTransfer || !canUpload(event)) return;
    event.preventDefault();
    const position = getZone(event) === 'scene' ? scene.view.peek()?.getPointAt(clientX, clientY) : undefined;
    void readDroppedFiles(dataTransfer).then((files) => uploads.upload(files, position));
  });
  return () => listening.abort();
};
