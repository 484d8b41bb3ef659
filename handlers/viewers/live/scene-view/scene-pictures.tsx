import { useEffect, useState } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { watchPageVisibility } from '../session/store-helpers.ts';

/**
 * Shows the scene as a stream of pictures that the runtime takes, for a runtime that does not report what its scene
 * draws. The stream ends while the page is hidden.
 */
export const ScenePictures = ({ width, height }: { readonly width: number; readonly height: number }) => {
  const { address, capabilities, reconnectCount } = useLivePage().session;
  const [isPageVisible, setPageVisible] = useState(true);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => watchPageVisibility(setPageVisible), []);
  const canStream = capabilities.value?.hasRoute('GET /api/scene/picture.mjpeg') === true;
  if (!canStream || hasFailed)
    return (
      <p class="empty without-pictures">
        This runtime neither reports what its scene draws nor takes pictures of it.
      </p>
    );
  if (!isPageVisible) return null;
  const query = new URLSearchParams({
    width: String(width),
    height: String(height),
    ...(address.token !== undefined && { access_token: address.token }),
  });
  return (
    <img
      key={reconnectCount.value}
      class="pictures"
      alt="The scene, as the runtime draws it"
      src={`${address.url}/api/scene/picture.mjpeg?${query}`}
      onError={() => setFailed(true)}
    />
  );
};
