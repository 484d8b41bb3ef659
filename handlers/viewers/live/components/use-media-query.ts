import { useEffect, useState } from 'preact/hooks';

/** Returns whether a media query matches, and renders again when that changes. */
export const useMediaQuery = (query: string): boolean => {
  const [isMatching, setMatching] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const update = (): void => setMatching(list.matches);
    update();
    list.addEventListener('change', update);
    return () => list.removeEventListener('change', update);
  }, [query]);
  return isMatching;
};
